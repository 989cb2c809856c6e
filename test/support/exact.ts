/**
 * Exact geometry on big integers: the oracle of the predicates and of everything built on them. It shares no code
 * with the library. Doubles are scaled by one common power of two, which makes all of them whole.
 */
import type { Point } from "../../src/geometry/index.js";

type Exact = readonly [bigint, bigint];

/** A double times 2^1074 as a big integer: always whole. */
function whole(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const magnitude = exponent === 0 ? fraction : (fraction | 0x10000000000000n) << BigInt(exponent - 1);
  return bits >> 63n ? -magnitude : magnitude;
}

/** The point with whole coordinates. */
export function exact([x, y]: Point): Exact {
  return [whole(x), whole(y)];
}

const sign = (v: bigint): number => (v > 0n ? 1 : v < 0n ? -1 : 0);

/** +1 when a, b, c turn left, -1 right, 0 when collinear. */
export function exactTurn(a: Exact, b: Exact, c: Exact): number {
  return sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
}

/** +1 when the step from p to q goes along the direction from a to b, -1 against it, 0 at right angles. */
export function exactAlong(a: Exact, b: Exact, p: Exact, q: Exact): number {
  return sign((b[0] - a[0]) * (q[0] - p[0]) + (b[1] - a[1]) * (q[1] - p[1]));
}

/** +1 when d lies inside the circle through a, b, c (turning left), 0 on it, -1 outside. */
export function exactInCircle(a: Exact, b: Exact, c: Exact, d: Exact): number {
  const row = (p: Exact): [bigint, bigint, bigint] => {
    const x = p[0] - d[0];
    const y = p[1] - d[1];
    return [x, y, x * x + y * y];
  };
  const [ax, ay, al] = row(a);
  const [bx, by, bl] = row(b);
  const [cx, cy, cl] = row(c);
  return sign(ax * (by * cl - bl * cy) - ay * (bx * cl - bl * cx) + al * (bx * cy - by * cx));
}

/** Whether p lies on the closed segment ab. */
export function exactOn(p: Exact, a: Exact, b: Exact): boolean {
  const between = (v: bigint, s: bigint, t: bigint): boolean => (s < t ? s <= v && v <= t : t <= v && v <= s);
  return exactTurn(a, b, p) === 0 && between(p[0], a[0], b[0]) && between(p[1], a[1], b[1]);
}

/** The winding number of a ring around a point that lies on none of its edges. */
export function exactWinding(p: Exact, ring: readonly Exact[]): number {
  let winding = 0;
  for (let i = 0; i < ring.length; i++) {
    const a = ring[i];
    const b = ring[(i + 1) % ring.length];
    if (a[1] <= p[1] && b[1] > p[1] && exactTurn(a, b, p) > 0) winding++;
    if (a[1] > p[1] && b[1] <= p[1] && exactTurn(a, b, p) < 0) winding--;
  }
  return winding;
}

/** Whether two closed segments have a point in common. */
export function exactMeet(a: Exact, b: Exact, c: Exact, d: Exact): boolean {
  if (exactOn(a, c, d) || exactOn(b, c, d) || exactOn(c, a, b) || exactOn(d, a, b)) return true;
  return exactTurn(a, b, c) * exactTurn(a, b, d) < 0 && exactTurn(c, d, a) * exactTurn(c, d, b) < 0;
}
