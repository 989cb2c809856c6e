/** Exact facts about rings: orientation, flatness, winding number. */
import { signedArea } from "./measure.js";
import { onSegment, turn } from "./predicates.js";
import type { Point, Ring } from "./types.js";

/** Whether a lies before b in the order by x, then y. */
export function before(a: Point, b: Point): boolean {
  return a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);
}

/** Whether all points lie on one line. */
export function isFlat(ring: Ring): boolean {
  const a = ring[0];
  const b = ring.find((p) => p[0] !== a[0] || p[1] !== a[1]);
  return b === undefined || ring.every((p) => turn(a, b, p) === 0);
}

/**
 * Whether a ring runs counterclockwise. For a simple ring the turn at its lowest corner says so exactly; for
 * one that goes back on itself there, the sign of the enclosed area counts.
 */
export function isCounterclockwise(ring: Ring): boolean {
  let low = 0;
  for (let i = 1; i < ring.length; i++) if (before(ring[i], ring[low])) low = i;
  const previous = ring[(low + ring.length - 1) % ring.length];
  const side = turn(previous, ring[low], ring[(low + 1) % ring.length]);
  return side === 0 ? signedArea(ring) >= 0 : side > 0;
}

/**
 * How often an edge from a to b winds around p, seen along the horizontal ray from p to the right (or left):
 * 1, 0 or -1. The sum over a ring is its winding number, provided that p lies on none of its edges.
 */
export function windingOf(p: Point, a: Point, b: Point, right: boolean): 1 | 0 | -1 {
  const y = p[1];
  if (a[1] > y === b[1] > y) return 0;
  const side = turn(a, b, p);
  // Going up with p on the left, the edge passes to the right of p; going down it is the other way round.
  const up = b[1] > a[1];
  if (up ? side > 0 === right : side < 0 === right) return up === right ? 1 : -1;
  return 0;
}

/** How often a ring winds counterclockwise around p; `null` where p lies on the ring. */
export function windingNumber(p: Point, ring: Ring): number | null {
  let winding = 0;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    if (onSegment(p, ring[j], ring[i])) return null;
    winding += windingOf(p, ring[j], ring[i], true);
  }
  return winding;
}
