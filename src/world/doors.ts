/** Doors of a scene as what they are to those who plan: walls while they are closed, narrower by their leaf while they are open. */
import type { Point, Segment } from "../geometry/index.js";
import type { Goal, Obstacle, Scene } from "./scene.js";

/** One entry of a scene's `doors`. */
export type Door = NonNullable<Scene["doors"]>[number];

/** Whether a door is open at a time in seconds. */
export function isDoorOpen({ open = true, schedule = [] }: Door, time: number): boolean {
  let now = open;
  for (const frame of schedule) if (frame.time <= time) now = frame.open;
  return now;
}

/** The part of a door that its open leaf takes, at the first end of its segment; null without a leaf. */
export function leafOf({ segment: [a, b], leaf }: Door): [[number, number], [number, number]] | null {
  if (leaf === undefined) return null;
  const share = leaf / Math.hypot(b[0] - a[0], b[1] - a[1]);
  return [
    [a[0], a[1]],
    [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])],
  ];
}

/** What stands in the gaps of doors: leaves, and the doors themselves while they are closed, by a timetable where they have one. */
export function doorObstacles({ doors = [] }: Scene): Obstacle[] {
  return doors.flatMap((door): Obstacle[] => {
    const leaf = leafOf(door);
    const { segment, open = true, schedule } = door;
    const standing: Obstacle[] = leaf ? [{ segment: leaf }] : [];
    if (!schedule) return open ? standing : [...standing, { segment }];
    const frames = schedule.map((frame) => ({ time: frame.time, present: !frame.open }));
    const first = frames[0].time > 0 ? [{ time: 0, present: !open }] : [];
    return [...standing, { segment, schedule: [...first, ...frames] }];
  });
}

/** Segments of doors that nobody passes at a time: leaves, and doors that are closed. */
export function closedParts({ doors = [] }: Scene, time: number): Segment[] {
  return doors.flatMap((door): Segment[] => {
    if (!isDoorOpen(door, time)) return [door.segment];
    const leaf = leafOf(door);
    return leaf ? [leaf] : [];
  });
}

/** What is left of a segment that runs along others, to a tolerance in metres, without the parts that it shares with them. */
export function withoutParts(segment: Segment, others: readonly Segment[], tolerance: number): Segment[] {
  const [a, b] = segment;
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (length === 0) return [segment];
  const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const along = ([x, y]: Point): number => (x - a[0]) * ux + (y - a[1]) * uy;
  const across = ([x, y]: Point): number => Math.abs((x - a[0]) * uy - (y - a[1]) * ux);
  const gaps = others
    .filter((other) => other.every((end) => across(end) <= tolerance))
    .map(([c, d]): [number, number] => [Math.min(along(c), along(d)), Math.max(along(c), along(d))])
    .filter(([from, to]) => to > tolerance && from < length - tolerance)
    .sort((p, q) => p[0] - q[0]);
  if (gaps.length === 0) return [segment];
  const at = (t: number): [number, number] => [a[0] + t * ux, a[1] + t * uy];
  const left: Segment[] = [];
  let from = 0;
  for (const gap of [...gaps, [length, length]]) {
    if (gap[0] - from > tolerance) left.push([at(from), at(Math.min(length, gap[0]))]);
    from = Math.max(from, gap[1]);
  }
  return left;
}

/** A goal without what closed doors cover of it; null where nothing is left. */
function goalBeside(goal: Goal, closed: readonly Segment[], tolerance: number): Goal | null {
  const segments = (goal.segments ?? []).flatMap((one) => withoutParts(one, closed, tolerance));
  if (segments.length + (goal.points?.length ?? 0) === 0) return null;
  const copied = segments.map(([a, b]): [[number, number], [number, number]] => [
    [a[0], a[1]],
    [b[0], b[1]],
  ]);
  return { ...goal, ...(goal.segments ? { segments: copied } : {}) };
}

/** The scene as planners see it before anything runs: leaves and closed doors are obstacles, and close goals that lie on them. */
export function planOf(scene: Scene, tolerance: number): Scene {
  if (!scene.doors?.length) return scene;
  const closed = closedParts(scene, 0);
  const standing = closed.map(
    ([a, b]): Obstacle => ({
      segment: [
        [a[0], a[1]],
        [b[0], b[1]],
      ],
    }),
  );
  const goals = Object.entries(scene.goals ?? {}).flatMap(([name, goal]): [string, Goal][] => {
    const open = goalBeside(goal, closed, tolerance);
    return open ? [[name, open]] : [];
  });
  return {
    ...scene,
    obstacles: [...(scene.obstacles ?? []), ...standing],
    ...(scene.goals && { goals: Object.fromEntries(goals) }),
  };
}
