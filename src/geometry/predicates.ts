/**
 * Every geometric decision, exact for all finite inputs (within `COORDINATE_RANGE`, where nothing underflows).
 *
 * Orientation and in-circle are Shewchuk's adaptive predicates (1997) from robust-predicates, with the signs of
 * a plane whose y points up. Everything else here is decided by them and by comparisons.
 */
import { incircle, orient2d } from "robust-predicates";
import type { Point, Ring } from "./types.js";

/** Twice the signed area of abc: > 0 when the turn is to the left, 0 when collinear. Only the sign is exact. */
export function orient(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  // robust-predicates counts clockwise as positive.
  return -orient2d(ax, ay, bx, by, cx, cy);
}

/** The same for points. */
export function turn(a: Point, b: Point, c: Point): number {
  return -orient2d(a[0], a[1], b[0], b[1], c[0], c[1]);
}

/** Relative error of a sum of two products of differences as doubles compute it (Shewchuk 1997, ccwerrboundA). */
const ALONG_ERROR = (3 + 16 * 2 ** -53) * 2 ** -53;

/**
 * > 0 when the step from p to q goes along the direction from a to b, < 0 when against it, 0 when at right angles:
 * (b - a) . (q - p). Only the sign is exact.
 */
export function along(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  px: number,
  py: number,
  qx: number,
  qy: number,
): number {
  const first = (bx - ax) * (qx - px);
  const second = (by - ay) * (qy - py);
  const sum = first + second;
  const error = ALONG_ERROR * (Math.abs(first) + Math.abs(second));
  // Where one product is zero, as along an axis, the other one's sign is right.
  if (sum > error || sum < -error || first === 0 || second === 0) return sum;
  return exactAlong(ax, ay, bx, by, px, py, qx, qy);
}

/** The same as an exact sum of 16 numbers: both parts of each difference, and both parts of each of their products. */
function exactAlong(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  px: number,
  py: number,
  qx: number,
  qy: number,
): number {
  // An expansion: numbers whose sum is exact, the last one larger than all the others together.
  const expansion: number[] = [];
  const add = (value: number): void => {
    let carry = value;
    for (let i = 0; i < expansion.length; i++) {
      const sum = carry + expansion[i];
      const virtual = sum - carry;
      expansion[i] = carry - (sum - virtual) + (expansion[i] - virtual);
      carry = sum;
    }
    expansion.push(carry);
  };
  const addProduct = (u: number, v: number): void => {
    const product = u * v;
    const [uHigh, uLow] = halves(u);
    const [vHigh, vLow] = halves(v);
    add(uLow * vLow - (product - uHigh * vHigh - uLow * vHigh - uHigh * vLow));
    add(product);
  };
  for (const [u, v] of [
    [difference(bx, ax), difference(qx, px)],
    [difference(by, ay), difference(qy, py)],
  ]) {
    for (const partOfU of u) for (const partOfV of v) addProduct(partOfU, partOfV);
  }
  for (let i = expansion.length - 1; i >= 0; i--) if (expansion[i] !== 0) return expansion[i];
  return 0;
}

/** a - b as doubles give it, and what that leaves out (Shewchuk 1997, two-diff). */
function difference(a: number, b: number): readonly [number, number] {
  const rounded = a - b;
  const virtual = a - rounded;
  return [rounded, a - (rounded + virtual) + (virtual - b)];
}

/** Two numbers of at most 26 bits each whose sum is a (Dekker 1971). */
function halves(a: number): readonly [number, number] {
  const shifted = (2 ** 27 + 1) * a;
  const high = shifted - (shifted - a);
  return [high, a - high];
}

/** Relative error of the determinant below as doubles compute it (Shewchuk 1997, iccerrboundA). */
const IN_CIRCLE_ERROR = (10 + 96 * 2 ** -53) * 2 ** -53;

/** Whether all are multiples of 1/8 up to 512: then every product and sum of the determinant below is exact. */
function areCoarse(a: number, b: number, c: number, d: number, e: number, f: number): boolean {
  const most = Math.max(Math.abs(a), Math.abs(b), Math.abs(c), Math.abs(d), Math.abs(e), Math.abs(f));
  if (!(most <= 512)) return false;
  // Exact for multiples of 1/8 only: the integer parts of eight times each must lose nothing.
  return (
    ((8 * a) | 0) === 8 * a &&
    ((8 * b) | 0) === 8 * b &&
    ((8 * c) | 0) === 8 * c &&
    ((8 * d) | 0) === 8 * d &&
    ((8 * e) | 0) === 8 * e &&
    ((8 * f) | 0) === 8 * f
  );
}

/**
 * > 0 when d lies inside the circle through a, b, c, which turn left; 0 when the four are co-circular.
 *
 * Plans are full of squares, whose corners are co-circular: on a grid of eighths of a metre the rounded determinant
 * is already exact, and the costly exact arithmetic is left out.
 */
export function inCircle(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): number {
  const adx = ax - dx;
  const bdx = bx - dx;
  const cdx = cx - dx;
  const ady = ay - dy;
  const bdy = by - dy;
  const cdy = cy - dy;
  const bc1 = bdx * cdy;
  const bc2 = cdx * bdy;
  const ca1 = cdx * ady;
  const ca2 = adx * cdy;
  const ab1 = adx * bdy;
  const ab2 = bdx * ady;
  const aLift = adx * adx + ady * ady;
  const bLift = bdx * bdx + bdy * bdy;
  const cLift = cdx * cdx + cdy * cdy;
  const determinant = aLift * (bc1 - bc2) + bLift * (ca1 - ca2) + cLift * (ab1 - ab2);
  const size =
    (Math.abs(bc1) + Math.abs(bc2)) * aLift +
    (Math.abs(ca1) + Math.abs(ca2)) * bLift +
    (Math.abs(ab1) + Math.abs(ab2)) * cLift;
  const error = IN_CIRCLE_ERROR * size;
  if (determinant > error || determinant < -error) return determinant;
  if (areCoarse(adx, ady, bdx, bdy, cdx, cdy)) return determinant;
  return incircle(ax, ay, bx, by, cx, cy, dx, dy);
}

/** Whether two points are the same. */
export function samePoint(a: Point, b: Point): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

/** Whether p lies in the box spanned by a and b, edges included. */
function inBox(p: Point, a: Point, b: Point): boolean {
  return (
    Math.min(a[0], b[0]) <= p[0] &&
    p[0] <= Math.max(a[0], b[0]) &&
    Math.min(a[1], b[1]) <= p[1] &&
    p[1] <= Math.max(a[1], b[1])
  );
}

/** Whether p lies on the closed segment ab. */
export function onSegment(p: Point, a: Point, b: Point): boolean {
  return inBox(p, a, b) && turn(a, b, p) === 0;
}

/**
 * How two closed segments meet: not at all, in one inner point of both (`cross`), in one point that is an end of
 * at least one (`touch`), or in a whole piece (`overlap`).
 */
export type Meeting = "apart" | "cross" | "touch" | "overlap";

/** How the closed segments ab and cd meet. A segment may be a single point. */
export function meet(a: Point, b: Point, c: Point, d: Point): Meeting {
  if (
    Math.max(a[0], b[0]) < Math.min(c[0], d[0]) ||
    Math.max(c[0], d[0]) < Math.min(a[0], b[0]) ||
    Math.max(a[1], b[1]) < Math.min(c[1], d[1]) ||
    Math.max(c[1], d[1]) < Math.min(a[1], b[1])
  ) {
    return "apart";
  }
  const abc = Math.sign(turn(a, b, c));
  const abd = Math.sign(turn(a, b, d));
  const cda = Math.sign(turn(c, d, a));
  const cdb = Math.sign(turn(c, d, b));
  if (abc * abd < 0 && cda * cdb < 0) return "cross";
  if (abc === 0 && abd === 0 && cda === 0 && cdb === 0) return meetOnLine(a, b, c, d);
  if (
    (abc === 0 && inBox(c, a, b)) ||
    (abd === 0 && inBox(d, a, b)) ||
    (cda === 0 && inBox(a, c, d)) ||
    (cdb === 0 && inBox(b, c, d))
  ) {
    return "touch";
  }
  return "apart";
}

/** Two segments of one line whose boxes meet. */
function meetOnLine(a: Point, b: Point, c: Point, d: Point): Meeting {
  // Along a line, the order by x (by y where it is vertical) is the order of the points.
  const axis = a[0] !== b[0] || c[0] !== d[0] ? 0 : 1;
  const low = Math.max(Math.min(a[axis], b[axis]), Math.min(c[axis], d[axis]));
  const high = Math.min(Math.max(a[axis], b[axis]), Math.max(c[axis], d[axis]));
  if (low > high) return "apart";
  return low < high ? "overlap" : "touch";
}

/** Where a point lies: in the interior of a ring, on it, or outside; 1, 0 or -1. Even-odd for crossing rings. */
export function sideOfRing(p: Point, ring: Ring): 1 | 0 | -1 {
  const y = p[1];
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const a = ring[j];
    const b = ring[i];
    if ((a[1] > y && b[1] > y) || (a[1] < y && b[1] < y)) continue;
    const side = turn(a, b, p);
    if (side === 0 && inBox(p, a, b)) return 0;
    // The edge crosses the ray to the right when it spans y half-openly and p lies to its left (going up).
    if (a[1] > y !== b[1] > y && side > 0 === b[1] > a[1]) inside = !inside;
  }
  return inside ? 1 : -1;
}
