/**
 * Holes that need no clipping. A sweep over all edges of a plan walks along those that it has open for every new one, which takes
 * the power 1.5 of their number in a city of detached blocks. What is convex and whose box meets nothing is its own hole: it is
 * set aside before the sweep, and put into the area that it lies in afterwards.
 */
import Flatbush from "flatbush";
import { EdgeIndex } from "./edge-index.js";
import { boxOf, signedArea } from "./measure.js";
import { turn } from "./predicates.js";
import type { Area, Point, Region, Ring } from "./types.js";

/** Rings to take away, those that need the sweep and those that do not. */
export interface Sorted {
  readonly tangled: Region;
  readonly islands: Region;
}

/**
 * Which rings of `taken` are islands: strictly convex, and with no other ring, nor an edge of `rings`, within `margin` metres of
 * their boxes.
 */
export function islandsOf(rings: Region, taken: Region, margin: number): Sorted {
  const boxes = taken.map((ring) => boxOf(ring));
  const tree = new Flatbush(taken.length);
  for (const { minX, minY, maxX, maxY } of boxes) tree.add(minX, minY, maxX, maxY);
  tree.finish();
  const edges = indexOf(rings);
  const [tangled, islands]: [Ring[], Ring[]] = [[], []];
  taken.forEach((ring, k) => {
    const { minX, minY, maxX, maxY } = boxes[k];
    const around = [minX - margin, minY - margin, maxX + margin, maxY + margin] as const;
    let isAlone = isStrictlyConvex(ring, margin) && tree.search(...around).length === 1;
    if (isAlone)
      edges.inBox(...around, () => {
        isAlone = false;
      });
    (isAlone ? islands : tangled).push(ring);
  });
  return { tangled, islands };
}

/** Areas with islands as holes of those that they lie in; islands outside of all are left out. */
export function withIslands(areas: readonly Area[], islands: Region): Area[] {
  const holes = areas.map(({ holes }) => [...holes]);
  const owner: number[] = [];
  const rings: Ring[] = [];
  areas.forEach((area, k) => {
    for (const ring of [area.outer, ...area.holes]) {
      rings.push(ring);
      for (let i = 0; i < ring.length; i++) owner.push(k);
    }
  });
  const edges = indexOf(rings);
  for (const island of islands) {
    const windings = new Map<number, number>();
    edges.aroundPoint(island[0], (edge, winding) => {
      windings.set(owner[edge], (windings.get(owner[edge]) ?? 0) + winding);
    });
    for (const [k, winding] of windings)
      if (winding !== 0) holes[k].push(signedArea(island) > 0 ? [...island].reverse() : island);
  }
  return areas.map(({ outer }, k) => ({ outer, holes: holes[k] }));
}

function indexOf(rings: Region): EdgeIndex {
  const [starts, ends]: [Point[], Point[]] = [[], []];
  for (const ring of rings) {
    ring.forEach((p, i) => {
      starts.push(p);
      ends.push(ring[(i + 1) % ring.length]);
    });
  }
  return new EdgeIndex(starts, ends);
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
