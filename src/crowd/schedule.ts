/** Things that move by a timetable: obstacles with offsets and presence, goals that move, grow, open and close. */
import type { Point, Segment } from "../geometry/index.js";
import type { Source } from "../pathmap/index.js";
import type { Goal, Obstacle } from "../world/index.js";

/** The place of an obstacle at a time. */
export interface Pose {
  readonly offset: Point;
  readonly present: boolean;
}

/** An offset between frames: linear, constant before the first and after the last. */
function offsetAt(frames: readonly { time: number; offset?: Point }[], time: number): Point {
  let before: { time: number; offset: Point } | null = null;
  for (const { time: at, offset } of frames) {
    if (!offset) continue;
    if (at >= time) {
      if (!before || at === time) return offset;
      const t = (time - before.time) / (at - before.time);
      return [
        before.offset[0] + t * (offset[0] - before.offset[0]),
        before.offset[1] + t * (offset[1] - before.offset[1]),
      ];
    }
    before = { time: at, offset };
  }
  return before?.offset ?? [0, 0];
}

/** The last frame not later than a time that says something. */
function latest<F extends { time: number }, K extends keyof F>(frames: readonly F[], time: number, key: K): F[K] | undefined {
  let value: F[K] | undefined;
  for (const frame of frames) {
    if (frame.time > time) break;
    if (frame[key] !== undefined) value = frame[key];
  }
  return value;
}

/** Where an obstacle is at a time. */
export function poseAt({ schedule = [] }: Obstacle, time: number): Pose {
  return { offset: offsetAt(schedule, time), present: latest(schedule, time, "present") ?? true };
}

const shift = ([x, y]: Point, [dx, dy]: Point): [number, number] => [x + dx, y + dy];

/** An obstacle at a place, without its schedule. */
export function movedObstacle({ polygon, segment, point }: Obstacle, offset: Point): Obstacle {
  if (polygon) return { polygon: polygon.map((p) => shift(p, offset)) };
  if (segment) return { segment: [shift(segment[0], offset), shift(segment[1], offset)] };
  return { point: shift(point!, offset) };
}

/** The sources of a goal at a time; empty while it is closed. */
export function sourcesAt(goal: Goal, time: number): Source[] {
  const { schedule = [], start } = goal;
  if (latest(schedule, time, "open") === false) return [];
  const points = latest(schedule, time, "points") ?? goal.points ?? [];
  const segments = latest(schedule, time, "segments") ?? goal.segments ?? [];
  const offset = offsetAt(schedule, time);
  const extra = start === undefined ? {} : { start };
  return [
    ...points.map((p): Source => ({ point: shift(p, offset), ...extra })),
    ...segments.map(([a, b]): Source => ({ segment: [shift(a, offset), shift(b, offset)] as Segment, ...extra })),
  ];
}

/** Whether anything of a schedule changes between two times. */
export function changesBetween(schedule: readonly { time: number; offset?: Point }[] | undefined, from: number, to: number): boolean {
  if (!schedule || schedule.length === 0) return false;
  if (schedule.some(({ time }) => time > from && time <= to)) return true;
  const [a, b] = [offsetAt(schedule, from), offsetAt(schedule, to)];
  return a[0] !== b[0] || a[1] !== b[1];
}
