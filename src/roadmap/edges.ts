/**
 * Edges of the diagram in closed form: pieces of lines and parabolas (Hartmann 2010, chapter 3 and figure 4.8).
 *
 * Between two points or two sides the edge is straight. Between a point and a side it is the parabola
 * y = ((t - a)^2 + b^2) / 2b over the side, whose least circle sits at t = a.
 */
import { type Elements, POINT, SEGMENT } from "./elements.js";

/** The length of an edge and the radius of its smallest circle: results of `measureEdge`. */
export interface EdgeMeasure {
  length: number;
  clearance: number;
}

/** Antiderivative of sqrt(1 + z^2). */
function arc(z: number): number {
  const root = Math.sqrt(1 + z * z);
  // asinh by log1p, odd in z, without cancellation.
  const asinh = Math.sign(z) * Math.log1p(Math.abs(z) + (z * z) / (1 + root));
  return (z * root + asinh) / 2;
}

/** Measures the edge between elements s and t from (x0, y0) to (x1, y1), whose circles have the radii r0 and r1. */
export function measureEdge(
  elements: Elements,
  s: number,
  t: number,
  x0: number,
  y0: number,
  r0: number,
  x1: number,
  y1: number,
  r1: number,
  into: EdgeMeasure,
): void {
  const { kind, ax, ay, ux, uy } = elements;
  const dx = x1 - x0;
  const dy = y1 - y0;
  const chord = Math.sqrt(dx * dx + dy * dy);
  into.length = chord;
  into.clearance = Math.min(r0, r1);
  if (kind[s] === kind[t]) {
    if (kind[s] === SEGMENT) return;
    // Two points: the least circle has them as its diameter, if its centre is on the edge.
    const mx = (ax[s] + ax[t]) / 2;
    const my = (ay[s] + ay[t]) / 2;
    const along = (mx - x0) * dx + (my - y0) * dy;
    if (!(along > 0 && along < chord * chord)) return;
    const px = ax[s] - ax[t];
    const py = ay[s] - ay[t];
    into.clearance = Math.sqrt(px * px + py * py) / 2;
    return;
  }
  const [side, point] = kind[s] === POINT ? [t, s] : [s, t];
  const ox = ax[side];
  const oy = ay[side];
  const a = (ax[point] - ox) * ux[side] + (ay[point] - oy) * uy[side];
  const b = (ay[point] - oy) * ux[side] - (ax[point] - ox) * uy[side];
  if (!(b > 0)) return;
  const z0 = ((x0 - ox) * ux[side] + (y0 - oy) * uy[side] - a) / b;
  const z1 = ((x1 - ox) * ux[side] + (y1 - oy) * uy[side] - a) / b;
  into.length = Math.max(chord, b * Math.abs(arc(z1) - arc(z0)));
  if (z0 * z1 < 0) into.clearance = b / 2;
}

/**
 * Appends the points of an edge after its first, up to its last, to a list (x, y, x, y, …), so that no chord leaves the
 * curve by more than `tolerance`.
 */
export function traceEdge(
  elements: Elements,
  s: number,
  t: number,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  tolerance: number,
  points: number[],
): void {
  const { kind, ax, ay, ux, uy } = elements;
  if (kind[s] !== kind[t]) {
    const [side, point] = kind[s] === POINT ? [t, s] : [s, t];
    const ox = ax[side];
    const oy = ay[side];
    const [vx, vy] = [ux[side], uy[side]];
    const a = (ax[point] - ox) * vx + (ay[point] - oy) * vy;
    const b = (ay[point] - oy) * vx - (ax[point] - ox) * vy;
    const t0 = (x0 - ox) * vx + (y0 - oy) * vy;
    const t1 = (x1 - ox) * vx + (y1 - oy) * vy;
    // The sagitta of a parabola over an interval h is h^2 / 8b.
    const parts = b > 0 ? Math.min(4096, Math.ceil(Math.abs(t1 - t0) / Math.sqrt(8 * b * tolerance))) : 1;
    for (let i = 1; i < parts; i++) {
      const along = t0 + ((t1 - t0) * i) / parts;
      const r = ((along - a) * (along - a) + b * b) / (2 * b);
      points.push(ox + along * vx - r * vy, oy + along * vy + r * vx);
    }
  }
  points.push(x1, y1);
}
