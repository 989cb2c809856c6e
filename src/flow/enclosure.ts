/**
 * The inside of a boundary that is not convex: which straight ways leave it.
 *
 * A shortest way inside a polygon bends only at its inward corners. Those on a wall are part of a body, so the way is
 * several gates; those inside an opening are hinges. Straight ways that stay inside are therefore all that is needed.
 */
import { boxOf, crossing, distanceToSegment, EdgeIndex, type Point, type Ring } from "../geometry/index.js";
import { Field, type Inside, type Sample } from "./field.js";
import { isConvex, type Outline } from "./openings.js";

/** Feet and ends are rounded: within this share of the plan's size of an edge, a point counts as on it. */
const ON_EDGE = 1e-9;

/** Crossings with the boundary, relative to an origin. */
export class Enclosure implements Inside {
  private readonly index: EdgeIndex;
  private readonly near: number;
  /** The boundary as a field: the distance from it. */
  private readonly edges: Field;
  private readonly sample: Sample = { value: 0, piece: -1 };

  private constructor(
    ring: Ring,
    private readonly openings: readonly (readonly Point[])[],
  ) {
    const { minX, minY, maxX, maxY } = boxOf(ring);
    this.near = ON_EDGE * Math.hypot(maxX - minX, maxY - minY);
    this.index = new EdgeIndex(
      ring,
      ring.map((_, i) => ring[(i + 1) % ring.length]),
    );
    const ends = Float64Array.from(ring.flatMap((p, i) => [...p, ...ring[(i + 1) % ring.length]]));
    this.edges = new Field(ends, new Float64Array(ring.length), null);
  }

  /** Distance of a point from the boundary, openings included. */
  clearance(x: number, y: number): number {
    return this.edges.at(x, y, this.sample, this.sample.piece).value;
  }

  /** The enclosure of a counterclockwise ring; null where it is convex and nothing straight leaves it. */
  static of({ ring, openings }: Outline, origin: Point): Enclosure | null {
    const local = ([x, y]: Point): Point => [x - origin[0], y - origin[1]];
    if (isConvex(ring)) return null;
    return new Enclosure(
      ring.map(local),
      openings.map(({ points }) => points.map(local)),
    );
  }

  /**
   * The same for a point that may lie outside, beyond an opening: the way must come in through an opening then, or end at
   * the one that the point is beyond, and cross no wall.
   */
  isHidden(ax: number, ay: number, bx: number, by: number): boolean {
    if (this.holds([ax, ay])) return this.isLeft(ax, ay, bx, by);
    const length = Math.hypot(bx - ax, by - ay);
    const [a, b]: Point[] = [
      [ax, ay],
      [bx, by],
    ];
    let [entered, hidden] = [false, false];
    this.index.along(a, b, (edge) => {
      const [c, d] = [this.index.start(edge), this.index.end(edge)];
      if (hidden || !crosses(a, b, length, c, d, this.near)) return;
      const p = crossing(a, b, c, d);
      if (this.openings.some((opening) => offChain(opening, p) <= this.near)) entered = true;
      else hidden = true;
    });
    if (hidden || entered) return hidden;
    // Beyond an opening, its own ends are in sight.
    let [beyond, least] = [this.openings[0], Infinity];
    for (const opening of this.openings) {
      const off = offChain(opening, a);
      if (off < least) [beyond, least] = [opening, off];
    }
    return offChain(beyond, b) > this.near;
  }

  /** Whether the straight way from one point inside to another leaves the boundary; sliding along it is staying. */
  isLeft(ax: number, ay: number, bx: number, by: number): boolean {
    const length = Math.hypot(bx - ax, by - ay);
    if (length <= this.near) return false;
    const a: Point = [ax, ay];
    const b: Point = [bx, by];
    let left = false;
    this.index.along(a, b, (edge) => {
      left ||= crosses(a, b, length, this.index.start(edge), this.index.end(edge), this.near);
    });
    // A way that runs through corners only crosses no edge.
    return left || [0.25, 0.5, 0.75].some((t) => !this.holds([ax + t * (bx - ax), ay + t * (by - ay)]));
  }

  /** Whether a point lies inside or (nearly) on the boundary. */
  private holds(p: Point): boolean {
    let winding = 0;
    this.index.aroundPoint(p, (_, turns) => {
      winding += turns;
    });
    if (winding !== 0) return true;
    let near = false;
    const reach = this.near;
    this.index.inBox(p[0] - reach, p[1] - reach, p[0] + reach, p[1] + reach, (edge) => {
      near ||= distanceToSegment(p, this.index.start(edge), this.index.end(edge)) <= reach;
    });
    return near;
  }
}

/** Distance of a point from a chain of segments. */
function offChain(chain: readonly Point[], p: Point): number {
  let least = Infinity;
  for (let i = 1; i < chain.length; i++)
    least = Math.min(least, distanceToSegment(p, chain[i - 1], chain[i]));
  return least;
}

/** Whether ab runs from one side of cd to the other between its ends, by more than rounding. */
function crosses(a: Point, b: Point, length: number, c: Point, d: Point, near: number): boolean {
  const height = (p: Point, q: Point, r: Point, size: number): number =>
    ((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])) / size;
  const edge = Math.hypot(d[0] - c[0], d[1] - c[1]);
  const [ha, hb] = [height(c, d, a, edge), height(c, d, b, edge)];
  if (Math.abs(ha) <= near || Math.abs(hb) <= near || ha > 0 === hb > 0) return false;
  const [hc, hd] = [height(a, b, c, length), height(a, b, d, length)];
  return Math.abs(hc) > near && Math.abs(hd) > near && hc > 0 !== hd > 0;
}
