/** Who is where in a recording. */
import type { Point } from "wayfield";
import { type Body, STRIDE } from "./protocol.js";
import { type People, peopleOn } from "./recording.js";

/** Somebody of a run at a moment. */
export interface Person {
  readonly id: number;
  readonly at: Point;
  /** m/s. */
  readonly velocity: Point;
  readonly radius: number;
  /** The number of the spawn. */
  readonly group: number;
  /** The number of the level; 0 where there is one floor. */
  readonly level: number;
  /** Metres. */
  readonly height: number;
}

function personOf({ data, levels, heights }: Omit<People, "count">, k: number): Person {
  const [id, x, y, vx, vy, radius, group] = data.subarray(k, k + STRIDE);
  const [level, height] = [levels?.[k / STRIDE] ?? 0, heights?.[k / STRIDE] ?? 0];
  return { id, at: [x, y], velocity: [vx, vy], radius, group, level, height };
}

/** Somebody by number; null who is not there. */
export function personWith(people: People, id: number): Person | null {
  const { data, count } = people;
  for (let k = 0; k < STRIDE * count; k += STRIDE) if (data[k] === id) return personOf(people, k);
  return null;
}

/** Who stands at a place of a level, or nearest to it within reach. */
export function personAt(people: People, [x, y]: Point, reach: number, level: number): Person | null {
  const { data, count, levels } = people;
  let best = -1;
  let least = reach;
  for (let k = 0; k < STRIDE * count; k += STRIDE) {
    if (levels && levels[k / STRIDE] !== level) continue;
    const away = Math.hypot(data[k + 1] - x, data[k + 2] - y) - data[k + 5];
    if (away < least) [best, least] = [k, away];
  }
  return best < 0 ? null : personOf(people, best);
}

/** Somebody's body among the others, as a local map sees it. */
export function bodyAmong(people: People, { id, velocity: [vx, vy], radius, level }: Person): Body {
  const { data, count } = peopleOn(people, level);
  const others: number[] = [];
  for (let k = 0; k < STRIDE * count; k += STRIDE)
    if (data[k] !== id) others.push(data[k + 1], data[k + 2], data[k + 5]);
  const speed = Math.hypot(vx, vy);
  const facing: Point = speed > 0 ? [vx / speed, vy / speed] : [1, 0];
  return { radius, facing, others: Float32Array.from(others) };
}
