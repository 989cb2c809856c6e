/**
 * Whether a body that stands on one piece of the surface meets another (Fischer 2011, section 7.2 and figure 7.1).
 *
 * A body is upright and round. It is as wide as its radius from the height of one radius up; below it narrows to the point
 * where it stands, in steps inside a cone of 45 degrees, so that ground which rises less steeply is ground and not an
 * obstacle:
 *
 *       |     |  height
 *       |     |
 *       |     |  radius
 *        |   |
 *         \./    the point where it stands
 *
 * The test is exact for everywhere on a piece at once. A body of radius r from height `low` to `high` that stands at some
 * p of the piece meets some q of a face if q - p is between the two heights and at most r from the axis. All q - p make up
 * one convex body, of which these are the part in a slab, seen from above.
 */
import { cross, dot, lerp, type Point3, sub, unit } from "./vector.js";

/** What stands. */
interface Body {
  /** Metres, >= 0. */
  readonly radius: number;
  /** Metres, > 0. */
  readonly height: number;
}

/** A part of a body: a cylinder around its axis. */
interface Cylinder {
  readonly radius: number;
  readonly low: number;
  readonly high: number;
}

/** In how many steps feet widen to the body's radius. */
const FEET = 4;

/** Shares of lengths below which touching is not meeting. */
const TOUCH = 1e-9;

/** Faces at the feet themselves are touched at a share of 0 of the height, give or take rounding. */
const AT_FEET = 1e-6;

/** The cylinders of a body. */
export function cylindersOf({ radius, height }: Body): Cylinder[] {
  const parts: Cylinder[] = [{ radius: 0, low: AT_FEET * height, high: height }];
  for (let k = 1; k <= FEET && radius > 0; k++) {
    const r = (radius * k) / FEET;
    if (r < height) parts.push({ radius: r, low: r, high: height });
  }
  return parts;
}

/** Two directions square to a unit vector and to each other. */
function squareTo(up: Point3): [Point3, Point3] {
  const k = Math.abs(up[0]) <= Math.abs(up[1]) && Math.abs(up[0]) <= Math.abs(up[2]) ? 0 : 1;
  const first = unit(cross(up, k === 0 ? [1, 0, 0] : [0, 1, 0]));
  return [first, cross(up, first)];
}

/** Bodies that stand on one piece of the surface along one direction, and what they meet. */
export class Clearance {
  private readonly across: readonly [Point3, Point3];
  /** Corners of the piece, three coordinates each: two across and the height, from its first corner. */
  private readonly stand: readonly number[];
  private readonly face: number[] = [];

  /**
   * @param parts the cylinders of the body
   * @param up where heads point, of length 1
   * @param stand corners of the piece: the body may stand anywhere on their hull
   */
  constructor(
    private readonly parts: readonly Cylinder[],
    private readonly up: Point3,
    private readonly corners: readonly Point3[],
  ) {
    this.across = squareTo(up);
    const stand: number[] = [];
    for (const p of corners) this.lay(p, stand);
    this.stand = stand;
  }

  private lay(p: Point3, list: number[]): void {
    const d = sub(p, this.corners[0]);
    list.push(dot(d, this.across[0]), dot(d, this.across[1]), dot(d, this.up));
  }

  /** Whether the body, standing anywhere on the piece, meets a face otherwise than by touching it. */
  meets(face: readonly Point3[]): boolean {
    const { stand, face: laid } = this;
    laid.length = 0;
    for (const p of face) this.lay(p, laid);
    // The box around all differences tells most faces apart from all parts.
    const [x0, x1] = spread(laid, stand, 0);
    const [y0, y1] = spread(laid, stand, 1);
    const [z0, z1] = spread(laid, stand, 2);
    const slack = TOUCH * Math.max(-x0, x1, -y0, y1, -z0, z1);
    return this.parts.some((part) => {
      const { radius: r, low, high } = part;
      if (z1 < low || z0 > high || x0 > r || x1 < -r || y0 > r || y1 < -r) return false;
      return this.isInside(part, slack);
    });
  }

  /** Whether some difference is inside a cylinder by more than the slack. */
  private isInside({ radius, low, high }: Cylinder, slack: number): boolean {
    const { stand, face } = this;
    const differences: number[] = [];
    for (let i = 0; i < stand.length; i += 3)
      for (let j = 0; j < face.length; j += 3)
        for (let k = 0; k < 3; k++) differences.push(face[j + k] - stand[i + k]);
    const points: [number, number][] = [];
    for (let i = 0; i < differences.length; i += 3) {
      const z = differences[i + 2];
      if (z >= low && z <= high) points.push([differences[i], differences[i + 1]]);
      for (let j = i + 3; j < differences.length; j += 3) {
        crossingAt(differences, i, j, low, points);
        crossingAt(differences, i, j, high, points);
      }
    }
    return points.length > 0 && signedDistance(hull(points)) < radius - slack;
  }
}

/** The least and the greatest difference of one coordinate. */
function spread(face: readonly number[], stand: readonly number[], k: number): [number, number] {
  let [a, b, c, d] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = k; i < face.length; i += 3) {
    if (face[i] < a) a = face[i];
    if (face[i] > b) b = face[i];
  }
  for (let i = k; i < stand.length; i += 3) {
    if (stand[i] < c) c = stand[i];
    if (stand[i] > d) d = stand[i];
  }
  return [a - d, b - c];
}

/**
 * Whether a body that stands on an edge and turns across it, by `turn` radians to either side of `up`, meets a face. What
 * it sweeps is taken a little too large, never too small: corners are square, and its head stays as high as at `up`.
 *
 * @param turn radians, > 0 and well below a quarter of a turn
 */
export function turningMeets(
  parts: readonly Cylinder[],
  edge: readonly [Point3, Point3],
  up: Point3,
  turn: number,
  face: readonly Point3[],
): boolean {
  // Most faces at an edge are below it.
  const foot = dot(edge[0], up) + parts[0].low;
  if (face.every((q) => dot(q, up) < foot)) return false;
  const along = sub(edge[1], edge[0]);
  const ex = unit(along);
  const ey = cross(up, ex);
  const length = dot(along, ex);
  const corners = face.map((q): Point3 => {
    const d = sub(q, edge[0]);
    return [dot(d, ex), dot(d, ey), dot(d, up)];
  });
  const size = corners.reduce((most, c) => c.reduce((m, x) => Math.max(m, Math.abs(x)), most), length);
  const slope = Math.tan(turn);
  return parts.some(({ radius, low, high }) => {
    const wide = radius - TOUCH * size;
    let polygon = clipped(corners, [0, 0, -1], -low);
    polygon = clipped(polygon, [0, 0, 1], high);
    polygon = clipped(polygon, [0, 1, -slope], wide);
    polygon = clipped(polygon, [0, -1, -slope], wide);
    polygon = clipped(polygon, [-1, 0, 0], wide);
    return clipped(polygon, [1, 0, 0], length + wide).length > 0;
  });
}

/** The part of a convex polygon in a half-space: n p <= most. */
function clipped(polygon: readonly Point3[], n: Point3, most: number): Point3[] {
  const kept: Point3[] = [];
  polygon.forEach((p, i) => {
    const q = polygon[(i + 1) % polygon.length];
    const [a, b] = [dot(n, p) - most, dot(n, q) - most];
    if (a <= 0) kept.push(p);
    if (a * b < 0) kept.push(lerp(p, q, a / (a - b)));
  });
  return kept;
}

/** Where the segment between two differences crosses a height, seen from above. */
function crossingAt(
  d: readonly number[],
  i: number,
  j: number,
  height: number,
  points: [number, number][],
): void {
  const [a, b] = [d[i + 2] - height, d[j + 2] - height];
  if (!(a * b < 0)) return;
  const t = a / (a - b);
  points.push([d[i] + t * (d[j] - d[i]), d[i + 1] + t * (d[j + 1] - d[i + 1])]);
}

type Flat = readonly [number, number];

/** The convex hull, counter-clockwise (Andrew 1979). */
function hull(points: [number, number][]): Flat[] {
  points.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: readonly Flat[]): Flat[] => {
    const chain: Flat[] = [];
    for (const p of list) {
      while (chain.length > 1 && side(chain[chain.length - 2], chain[chain.length - 1], p) <= 0) chain.pop();
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  if (points.length < 2) return points;
  return [...half(points), ...half(points.reverse())];
}

/** Twice the area of a triangle, > 0 where it turns left. */
function side(a: Flat, b: Flat, c: Flat): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** How far the origin is from a convex polygon; below 0 inside, by the distance to the rim. */
function signedDistance(ring: readonly Flat[]): number {
  const origin: Flat = [0, 0];
  let best = Infinity;
  let inside = ring.length > 2;
  ring.forEach((a, i) => {
    const b = ring[(i + 1) % ring.length];
    if (side(a, b, origin) <= 0) inside = false;
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const length2 = dx * dx + dy * dy;
    const t = length2 > 0 ? Math.min(Math.max(-(a[0] * dx + a[1] * dy) / length2, 0), 1) : 0;
    best = Math.min(best, Math.hypot(a[0] + t * dx, a[1] + t * dy));
  });
  return inside ? -best : best;
}
