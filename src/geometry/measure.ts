/** Lengths, areas and nearest points: rounded results, no decisions. */
import type { Box, Point, Ring } from "./types.js";

/** Distance between two points. */
export function distance(a: Point, b: Point): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

/** Length of the line through these points. */
export function pathLength(points: readonly Point[]): number {
  let length = 0;
  for (let i = 1; i < points.length; i++) length += distance(points[i - 1], points[i]);
  return length;
}

/** The point of the closed segment ab that is nearest to p. */
export function nearestOnSegment(p: Point, a: Point, b: Point): Point {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const length2 = dx * dx + dy * dy;
  if (length2 === 0) return a;
  const t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length2;
  if (t <= 0) return a;
  if (t >= 1) return b;
  // Measured from the nearer end, so that rounding never leaves the segment's box by more than an ulp.
  return t < 0.5 ? [a[0] + t * dx, a[1] + t * dy] : [b[0] - (1 - t) * dx, b[1] - (1 - t) * dy];
}

/** Distance from a point to the closed segment ab. */
export function distanceToSegment(p: Point, a: Point, b: Point): number {
  return distance(p, nearestOnSegment(p, a, b));
}

/**
 * Squared distance from (x, y) to the closed segment from (ax, ay) to (bx, by), without allocation. Beside the segment
 * it comes from the cross product, which keeps its digits where the foot point would lose them.
 */
export function distance2ToSegment(
  x: number,
  y: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): number {
  const dx = bx - ax;
  const dy = by - ay;
  const px = x - ax;
  const py = y - ay;
  const along = px * dx + py * dy;
  if (along <= 0) return px * px + py * py;
  const length2 = dx * dx + dy * dy;
  if (along >= length2) {
    const qx = x - bx;
    const qy = y - by;
    return qx * qx + qy * qy;
  }
  const cross = px * dy - py * dx;
  return (cross * cross) / length2;
}

/** The signed area of a ring: positive when it runs counterclockwise. */
export function signedArea(ring: Ring): number {
  if (ring.length === 0) return 0;
  // Relative to the first point, so that far-away coordinates cost no digits.
  const [ox, oy] = ring[0];
  let twice = 0;
  for (let i = 2; i < ring.length; i++) {
    const a = ring[i - 1];
    const b = ring[i];
    twice += (a[0] - ox) * (b[1] - oy) - (b[0] - ox) * (a[1] - oy);
  }
  return twice / 2;
}

/** The box around some points; inverted (min > max) when there are none. */
export function boxOf(points: Iterable<Point>): Box {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (const [x, y] of points) {
    if (x < minX) minX = x;
    if (y < minY) minY = y;
    if (x > maxX) maxX = x;
    if (y > maxY) maxY = y;
  }
  return { minX, minY, maxX, maxY };
}

/**
 * Where the lines through ab and cd meet, rounded. Callers know that they do meet (`meet` says `cross`); the
 * result is kept inside the box that both segments share.
 */
export function crossing(a: Point, b: Point, c: Point, d: Point): Point {
  const rx = b[0] - a[0];
  const ry = b[1] - a[1];
  const sx = d[0] - c[0];
  const sy = d[1] - c[1];
  const t = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / (rx * sy - ry * sx);
  const clamp = (v: number, a0: number, b0: number, c0: number, d0: number): number =>
    Math.min(
      Math.max(v, Math.max(Math.min(a0, b0), Math.min(c0, d0))),
      Math.min(Math.max(a0, b0), Math.max(c0, d0)),
    );
  const x = Number.isFinite(t) ? a[0] + t * rx : c[0];
  const y = Number.isFinite(t) ? a[1] + t * ry : c[1];
  return [clamp(x, a[0], b[0], c[0], d[0]), clamp(y, a[1], b[1], c[1], d[1])];
}
