/**
 * Stairs, ramps, escalators and lifts as they are drawn: an edge that people step on, and how deep it is behind it.
 *
 *     head ┌───────┐        A flight is drawn by its edge on the level that is shown and its depth; its other edge lies on
 *          │ well  │        another level. The well, where nobody walks, is a block on both levels. It is made with the flight
 *     foot └───────┘        where there is floor, and is moved and deleted with it as long as it has the flight's corners.
 */
import type { Point } from "wayfield";
import type { BuildingScene } from "wayfield/world";
import { rounded } from "./planar.js";

export type Connection = NonNullable<BuildingScene["connections"]>[number];
export type Flight = Exclude<Connection, { kind: "lift" }>;
export type Lift = Extract<Connection, { kind: "lift" }>;
export type FlightKind = Flight["kind"];
export type Pair = [number, number];
export type Segment = [Pair, Pair];

export const shifted = ([x, y]: Point, [dx, dy]: Point): Pair => rounded([x + dx, y + dy]);
export const isSame = (p: Point, q: Point): boolean => p[0] === q[0] && p[1] === q[1];

/** The rectangle on an edge that reaches as deep as a point lies from it; null where it has no area. */
export function ringOf([a, b, c]: readonly Point[]): Pair[] | null {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const width = Math.hypot(dx, dy);
  const depth = (-dy * (c[0] - a[0]) + dx * (c[1] - a[1])) / width;
  if (!(width >= 0.001 && Math.abs(depth) >= 0.001)) return null;
  const deep: Point = [(-dy / width) * depth, (dx / width) * depth];
  return [rounded(a), rounded(b), shifted(b, deep), shifted(a, deep)];
}

/** Foot and head as a ring: both ends of the foot, then those of the head. */
export function footprintOf({ from, to }: Flight): Pair[] {
  const [a, b] = from.segment;
  const [c, d] = to.segment;
  return isTurned(from.segment, to.segment) ? [a, b, c, d] : [a, b, d, c];
}

/** Whether two segments run against each other. */
export function isTurned([a, b]: readonly [Point, Point], [c, d]: readonly [Point, Point]): boolean {
  return (b[0] - a[0]) * (d[0] - c[0]) + (b[1] - a[1]) * (d[1] - c[1]) < 0;
}

/** The levels that a connection joins, by name. */
export function joinedBy(connection: Connection): string[] {
  return connection.kind === "lift"
    ? Object.keys(connection.at)
    : [connection.from.level, connection.to.level];
}

/** The next level above, or below where there is none; -1 in a building of one height. */
export function nextLevel({ levels }: BuildingScene, level: number): number {
  const here = levels[level].elevation;
  let best = -1;
  for (const [i, { elevation }] of levels.entries()) {
    if (elevation === here) continue;
    const isAbove = elevation > here;
    const known = best < 0 ? null : levels[best].elevation;
    if (known === null || (isAbove && (known < here || elevation < known))) best = i;
    else if (!isAbove && known < here && elevation > known) best = i;
  }
  return best;
}
