/** Whether a disc that is itself a point site of a diagram can walk straight from one place to another. */
import type { Point } from "../geometry/index.js";
import type { Diagram } from "./diagram.js";
import { SEGMENT } from "./elements.js";

/** A body may lie this much too deep in another, in metres: rounding. */
const ROUNDING = 1e-9;

/** Places of a stride at which the nearest site is asked for are no nearer to each other than this, in metres. */
const LEAST_STRIDE = 0.01;

/** Squared distance of a point from the segment from a to b. */
function distance2ToStride(x: number, y: number, a: Point, b: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const square = dx * dx + dy * dy;
  const along = square > 0 ? Math.min(Math.max(((x - a[0]) * dx + (y - a[1]) * dy) / square, 0), 1) : 0;
  const [ex, ey] = [x - a[0] - along * dx, y - a[1] - along * dy];
  return ex * ex + ey * ey;
}

/** Distance of an element from the stride from a to b, which does not cross it; less what the element's body takes up. */
function gapTo({ elements }: Diagram, s: number, a: Point, b: Point): number {
  const { ax, ay, bx, by, ux, uy, kind, length, radius } = elements;
  let least2 = distance2ToStride(ax[s], ay[s], a, b);
  if (kind[s] === SEGMENT) {
    least2 = Math.min(least2, distance2ToStride(bx[s], by[s], a, b));
    for (const [x, y] of [a, b]) {
      const [dx, dy] = [x - ax[s], y - ay[s]];
      const along = dx * ux[s] + dy * uy[s];
      const height = dy * ux[s] - dx * uy[s];
      if (along >= 0 && along <= length[s]) least2 = Math.min(least2, height * height);
    }
  }
  return Math.sqrt(least2) - radius[s];
}

/**
 * Whether a step keeps to the site's own cell and touches nothing: there no other than its neighbours can be nearest, and the
 * cell of a point is convex.
 */
export function isFreeStep(diagram: Diagram, own: number, to: Point, radius: number): boolean {
  const { elements, next, other } = diagram.halfEdges;
  const from: Point = [elements.ax[own], elements.ay[own]];
  const moved = Math.sqrt((to[0] - from[0]) ** 2 + (to[1] - from[1]) ** 2);
  for (let h = elements.first[own]; h >= 0; h = next[h]) {
    const s = other[h];
    if (gapTo(diagram, s, to, to) + elements.radius[s] < moved) return false;
    if (gapTo(diagram, s, from, to) < radius - ROUNDING) return false;
  }
  return true;
}

/** Whether the site's body, wherever it is now, could walk straight from a to b: from one empty circle into the next. */
export function isWalkable(diagram: Diagram, own: number, a: Point, b: Point, radius: number): boolean {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.sqrt(dx * dx + dy * dy);
  for (let at = 0; ; ) {
    const t = length > 0 ? at / length : 1;
    const { element, distance, free } = diagram.nearest(a[0] + t * dx, a[1] + t * dy, own);
    if (!free || gapTo(diagram, element, a, b) < radius - ROUNDING) return false;
    if (at >= length) return true;
    at = Math.min(length, at + Math.max(distance - radius, LEAST_STRIDE));
  }
}
