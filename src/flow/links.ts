/** The shortest ways between straight pieces, and how many lanes fit through them. */
import { distance2ToSegment } from "../geometry/index.js";

/** The floor of a number of lanes forgives this share: 1.2 / 0.4 is 2.9999999999999996 in doubles. */
const FLOOR_GUARD = 1e-9;

/** How many lanes of a width fit through a gate. */
export function lanesThrough(length: number, width: number): number {
  return Math.floor((length / width) * (1 + FLOOR_GUARD));
}

/** The nearest points of two pieces, and how far they are from each other. */
export interface Link {
  distance2: number;
  /** On the first piece. */
  ax: number;
  ay: number;
  /** On the second piece. */
  bx: number;
  by: number;
}

/** The nearest points of a segment of one list and one of another that do not cross: an end of one is among them. */
export function nearestPoints(a: Float64Array, i: number, b: Float64Array, j: number, link: Link): Link {
  const [p, q] = [4 * i, 4 * j];
  link.distance2 = Infinity;
  for (let k = 0; k < 4; k += 2) {
    toSegment(a[p + k], a[p + k + 1], b, q, link, false);
    toSegment(b[q + k], b[q + k + 1], a, p, link, true);
  }
  return link;
}

/** Notes the way from a point to a segment in the link where it is shorter. */
function toSegment(x: number, y: number, ends: Float64Array, q: number, link: Link, swap: boolean): void {
  const [cx, cy, dx, dy] = [ends[q], ends[q + 1], ends[q + 2], ends[q + 3]];
  const d2 = distance2ToSegment(x, y, cx, cy, dx, dy);
  if (d2 >= link.distance2) return;
  const ux = dx - cx;
  const uy = dy - cy;
  const length2 = ux * ux + uy * uy;
  const t = length2 > 0 ? Math.min(1, Math.max(0, ((x - cx) * ux + (y - cy) * uy) / length2)) : 0;
  const fx = t === 1 ? dx : cx + t * ux;
  const fy = t === 1 ? dy : cy + t * uy;
  link.distance2 = d2;
  if (swap) {
    link.ax = fx;
    link.ay = fy;
    link.bx = x;
    link.by = y;
  } else {
    link.ax = x;
    link.ay = y;
    link.bx = fx;
    link.by = fy;
  }
}
