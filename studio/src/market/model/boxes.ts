/** Boxes along the axes, and what a ray meets first among them: all that there is to see is made of them. */
import type { Vector } from "./space.js";

/** Half an extent around a middle, per axis. */
export interface Box3 {
  readonly middle: Vector;
  readonly half: Vector;
}

/** Where a ray meets a box. */
export interface Meeting {
  /** Metres from where the ray begins, for a direction of length 1. */
  readonly distance: number;
  readonly normal: Vector;
}

/** From where to where along a ray a box lasts, and the axis of the side that it enters by; null where the ray misses it. */
function spanOf(
  origin: Vector,
  direction: Vector,
  { middle, half }: Box3,
): { readonly near: number; readonly far: number; readonly axis: number } | null {
  let [near, far, axis] = [-Infinity, Infinity, -1];
  for (let k = 0; k < 3; k++) {
    const offset = middle[k] - origin[k];
    if (direction[k] === 0) {
      if (Math.abs(offset) > half[k]) return null;
      continue;
    }
    const [a, b] = [(offset - half[k]) / direction[k], (offset + half[k]) / direction[k]];
    const [enter, leave] = a < b ? [a, b] : [b, a];
    if (enter > near) [near, axis] = [enter, k];
    far = Math.min(far, leave);
    if (near > far) return null;
  }
  return { near, far, axis };
}

/** Whether a ray passes through a box, or begins in it. */
export const passes = (origin: Vector, direction: Vector, box: Box3): boolean =>
  (spanOf(origin, direction, box)?.far ?? -1) >= 0;

/** Where a ray enters a box; null where it does not, or begins inside. */
function meetBox(origin: Vector, direction: Vector, box: Box3): Meeting | null {
  const span = spanOf(origin, direction, box);
  if (!span || !(span.near >= 0) || span.axis < 0) return null;
  const normal: [number, number, number] = [0, 0, 0];
  normal[span.axis] = direction[span.axis] > 0 ? -1 : 1;
  return { distance: span.near, normal };
}

/** The first of some boxes that a ray meets. */
export function firstMet<B extends Box3>(
  origin: Vector,
  direction: Vector,
  boxes: Iterable<B>,
): { readonly box: B; readonly met: Meeting } | null {
  let best: { readonly box: B; readonly met: Meeting } | null = null;
  for (const box of boxes) {
    const met = meetBox(origin, direction, box);
    if (met && (!best || met.distance < best.met.distance)) best = { box, met };
  }
  return best;
}
