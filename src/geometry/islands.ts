/**
 * Holes that need no clipping. A sweep over all edges of a plan walks along those that it has open for every new one, which takes
 * the power 1.5 of their number in a city of detached blocks. What is convex and whose box meets nothing is its own hole: it is
 * set aside before the sweep, and put into the area that it lies in afterwards.
 */
import { boxOf, signedArea } from "./measure.js";
import { turn } from "./predicates.js";
import { windingOf } from "./rings.js";
import type { Area, Box, Point, Region, Ring } from "./types.js";

/** Rings to take away: those that need the sweep, and those that do not. */
interface Sorted {
  readonly tangled: Region;
  readonly islands: Region;
}

/**
 * Which rings of `taken` are islands: strictly convex, and with no other ring, nor an edge of `rings`, within `margin` metres of
 * their boxes.
 */
export function islandsOf(rings: Region, taken: Region, margin: number): Sorted {
  const boxes = taken.map((ring) => boxOf(ring));
  const bands = new Bands([...boxes, ...rings.flatMap((ring) => edgesOf(ring).map(boxOf))]);
  const [tangled, islands]: [Ring[], Ring[]] = [[], []];
  taken.forEach((ring, k) => {
    const isIsland = isStrictlyConvex(ring, margin) && !bands.some(boxes[k], margin, (other) => other !== k);
    (isIsland ? islands : tangled).push(ring);
  });
  return { tangled, islands };
}

/** Areas with islands as holes of those that they lie in; islands outside of all are left out. */
export function withIslands(areas: readonly Area[], islands: Region): Area[] {
  const holes = areas.map((area) => [...area.holes]);
  const edges = areas.flatMap(({ outer, holes }, area) =>
    [outer, ...holes].flatMap((ring) => edgesOf(ring).map(([a, b]) => ({ a, b, area }))),
  );
  const bands = new Bands(edges.map(({ a, b }) => boxOf([a, b])));
  for (const island of islands) {
    const [p] = island;
    const windings = new Map<number, number>();
    const ray: Box = { minX: p[0], minY: p[1], maxX: Infinity, maxY: p[1] };
    bands.some(ray, 0, (k) => {
      const { a, b, area } = edges[k];
      windings.set(area, (windings.get(area) ?? 0) + windingOf(p, a, b, true));
      return false;
    });
    for (const [area, winding] of windings)
      if (winding !== 0) holes[area].push(signedArea(island) > 0 ? [...island].reverse() : island);
  }
  return areas.map(({ outer }, k) => ({ outer, holes: holes[k] }));
}

/** Boxes filed by horizontal bands, as many as the root of their number. */
class Bands {
  private readonly boxes: readonly Box[];
  private readonly lists: number[][];
  private readonly bottom: number;
  private readonly height: number;

  constructor(boxes: readonly Box[]) {
    this.boxes = boxes;
    const { minY, maxY } = boxOf(
      boxes.flatMap(({ minX, minY, maxX, maxY }): Point[] => [
        [minX, minY],
        [maxX, maxY],
      ]),
    );
    const count = Math.ceil(Math.sqrt(boxes.length)) + 1;
    this.lists = Array.from({ length: count }, () => []);
    this.bottom = minY;
    this.height = (maxY - minY) / (count - 1) || 1;
    boxes.forEach((box, k) => {
      for (let band = this.bandOf(box.minY); band <= this.bandOf(box.maxY); band++) this.lists[band].push(k);
    });
  }

  /** Whether `test` holds for one of the boxes that come within `margin` of a box; each is asked once. */
  some({ minX, minY, maxX, maxY }: Box, margin: number, test: (k: number) => boolean): boolean {
    const { boxes, lists } = this;
    const [left, low, right, high] = [minX - margin, minY - margin, maxX + margin, maxY + margin];
    const first = this.bandOf(low);
    const last = this.bandOf(high);
    for (let band = first; band <= last; band++) {
      for (const k of lists[band]) {
        const box = boxes[k];
        if (box.maxX < left || box.minX > right || box.maxY < low || box.minY > high) continue;
        // Where a box is in several of these bands, in the first.
        if (band === Math.max(first, this.bandOf(box.minY)) && test(k)) return true;
      }
    }
    return false;
  }

  private bandOf(y: number): number {
    const band = Math.floor((y - this.bottom) / this.height);
    return Math.min(this.lists.length - 1, Math.max(0, band));
  }
}

function edgesOf(ring: Ring): [Point, Point][] {
  return ring.map((p, i) => [p, ring[(i + 1) % ring.length]]);
}

/** Whether a ring turns at every corner in one direction, once around in all, and has no edge shorter than `least`. */
function isStrictlyConvex(ring: Ring, least: number): boolean {
  const n = ring.length;
  if (n < 3) return false;
  let [sense, flips] = [0, 0];
  for (let i = 0; i < n; i++) {
    const [a, b, c] = [ring[i], ring[(i + 1) % n], ring[(i + 2) % n]];
    if (Math.max(Math.abs(b[0] - a[0]), Math.abs(b[1] - a[1])) < least) return false;
    const side = Math.sign(turn(a, b, c));
    if (side === 0 || (sense !== 0 && side !== sense)) return false;
    sense = side;
    // A convex ring changes twice between going up and going down; a star that turns one way does so more often.
    if (b[1] > a[1] !== c[1] > b[1]) flips++;
  }
  return flips === 2;
}
