/** Schedules: where moving obstacles stand and what moving goals look like at a time. */
import type { Point, Segment } from "../geometry/index.js";
import { isDoorOpen } from "./doors.js";
import type { Goal, Obstacle, Scene } from "./scene.js";

/** The frames around a time: the last one that has passed, the next one, and how far between them, from 0 to 1. */
interface Moment<F> {
  readonly before: number;
  readonly after: F | null;
  readonly share: number;
}

function momentOf<F extends { readonly time: number }>(frames: readonly F[], time: number): Moment<F> {
  let before = -1;
  while (before + 1 < frames.length && frames[before + 1].time <= time) before++;
  const after = frames[before + 1] ?? null;
  if (before < 0 || !after) return { before, after: null, share: 0 };
  return { before, after, share: (time - frames[before].time) / (after.time - frames[before].time) };
}

/** The last value that frames up to number `before` give; `otherwise` when none does. */
function lastValue<F, K extends keyof F>(
  frames: readonly F[],
  before: number,
  key: K,
  otherwise: NonNullable<F[K]>,
): NonNullable<F[K]> {
  for (let i = before; i >= 0; i--) {
    const value = frames[i][key];
    if (value !== undefined && value !== null) return value;
  }
  return otherwise;
}

const between = (a: Point, b: Point, t: number): [number, number] => [
  a[0] + t * (b[0] - a[0]),
  a[1] + t * (b[1] - a[1]),
];

const shifted = ([x, y]: Point, [dx, dy]: Point): [number, number] => [x + dx, y + dy];

function shiftedSegment([a, b]: Segment, offset: Point): [[number, number], [number, number]] {
  return [shifted(a, offset), shifted(b, offset)];
}

/** Linear between two lists of equal length; lists of different lengths change at once. */
function blend<T>(from: readonly T[], to: readonly T[] | undefined, mix: (a: T, b: T) => T): readonly T[] {
  return to?.length === from.length ? from.map((a, i) => mix(a, to[i])) : from;
}

function offsetAt<F extends { readonly time: number; readonly offset?: [number, number] }>(
  schedule: readonly F[],
  { before, after, share }: Moment<F>,
): [number, number] {
  const last = lastValue(schedule, before, "offset", [0, 0]);
  return after?.offset ? between(last, after.offset, share) : last;
}

/** A goal as it is at a time, without its schedule; null while it is closed. */
export function goalAt(goal: Goal, time: number): Goal | null {
  const { schedule = [], ...still } = goal;
  const { before, after, share } = momentOf(schedule, time);
  if (!lastValue(schedule, before, "open", true)) return null;
  const offset = offsetAt(schedule, { before, after, share });
  const points = blend(lastValue(schedule, before, "points", still.points ?? []), after?.points, (a, b) =>
    between(a, b, share),
  );
  const segments = blend(
    lastValue(schedule, before, "segments", still.segments ?? []),
    after?.segments,
    (a, b): [[number, number], [number, number]] => [between(a[0], b[0], share), between(a[1], b[1], share)],
  );
  if (points.length + segments.length === 0) return null;
  return {
    ...still,
    points: points.map((p) => shifted(p, offset)),
    segments: segments.map((s) => shiftedSegment(s, offset)),
  };
}

/** An obstacle as it stands at a time, without its schedule; null while it is away. */
export function obstacleAt(obstacle: Obstacle, time: number): Obstacle | null {
  const { schedule = [], ...still } = obstacle;
  const { before, after, share } = momentOf(schedule, time);
  if (!lastValue(schedule, before, "present", true)) return null;
  const offset = offsetAt(schedule, { before, after, share });
  if (still.polygon) return { polygon: still.polygon.map((p) => shifted(p, offset)) };
  if (still.segment) return { segment: shiftedSegment(still.segment, offset) };
  return { point: shifted(still.point!, offset) };
}

/**
 * The scene as it is at a time in seconds: nothing moves in it. Closed goals and absent obstacles are left out, and so are
 * people who are on their way to a closed goal.
 */
export function sceneAt(scene: Scene, time: number): Scene {
  const goals = Object.fromEntries(
    Object.entries(scene.goals ?? {}).flatMap(([name, goal]) => {
      const now = goalAt(goal, time);
      return now ? [[name, now]] : [];
    }),
  );
  const obstacles = scene.obstacles?.flatMap((obstacle) => obstacleAt(obstacle, time) ?? []);
  const doors = scene.doors?.map(({ schedule: _, ...door }) => door);
  scene.doors?.forEach((door, i) => {
    doors![i].open = isDoorOpen(door, time);
  });
  const spawns = scene.spawns?.filter((spawn) => spawn.goals.flat().every((name) => name in goals));
  return {
    ...scene,
    ...(scene.goals && { goals }),
    ...(obstacles && { obstacles }),
    ...(spawns && { spawns }),
    ...(doors && { doors }),
  };
}
