/** Who is where in a recording. */
import type { Point } from "wayfield";
import { type Body, STRIDE } from "./protocol.js";
import type { People } from "./recording.js";

/** Somebody of a run at a moment. */
export interface Person {
  readonly id: number;
  readonly at: Point;
  /** m/s. */
  readonly velocity: Point;
  readonly radius: number;
  /** The number of the spawn. */
  readonly group: number;
}

function personOf(data: Float32Array, k: number): Person {
  const [id, x, y, vx, vy, radius, group] = data.subarray(k, k + STRIDE);
  return { id, at: [x, y], velocity: [vx, vy], radius, group };
}

/** Somebody by number; null who is not there. */
export function personWith({ data, count }: People, id: number): Person | null {
  for (let k = 0; k < STRIDE * count; k += STRIDE) if (data[k] === id) return personOf(data, k);
  return null;
}

/** Who stands at a place, or nearest to it within reach. */
export function personAt({ data, count }: People, [x, y]: Point, reach: number): Person | null {
  let best = -1;
  let least = reach;
  for (let k = 0; k < STRIDE * count; k += STRIDE) {
    const away = Math.hypot(data[k + 1] - x, data[k + 2] - y) - data[k + 5];
    if (away < least) [best, least] = [k, away];
  }
  return best < 0 ? null : personOf(data, best);
}

/** Somebody's body among the others, as a local map sees it. */
export function bodyAmong({ data, count }: People, { id, velocity: [vx, vy], radius }: Person): Body {
  const others: number[] = [];
  for (let k = 0; k < STRIDE * count; k += STRIDE)
    if (data[k] !== id) others.push(data[k + 1], data[k + 2], data[k + 5]);
  const speed = Math.hypot(vx, vy);
  const facing: Point = speed > 0 ? [vx / speed, vy / speed] : [1, 0];
  return { radius, facing, others: Float32Array.from(others) };
}
