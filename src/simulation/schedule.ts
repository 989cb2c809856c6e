/** Things that move by a timetable, as a simulation asks about them. */
import type { Source } from "../pathmap/index.js";
import { type Goal, goalAt, type Obstacle, obstacleAt } from "../world/index.js";

/** The sources of a goal at a time; empty while it is closed. */
export function sourcesAt(goal: Goal, time: number): Source[] {
  const now = goalAt(goal, time);
  if (!now) return [];
  const { points = [], segments = [], start } = now;
  const extra = start === undefined ? {} : { start };
  return [
    ...points.map((point): Source => ({ point, ...extra })),
    ...segments.map((segment): Source => ({ segment, ...extra })),
  ];
}

/** Whether an obstacle is elsewhere, there or gone at a later time. */
export function obstacleMoves(obstacle: Obstacle, from: number, to: number): boolean {
  return obstacle.schedule !== undefined && differs(obstacleAt(obstacle, from), obstacleAt(obstacle, to));
}

/** Whether a goal is elsewhere, open or closed at a later time. */
export function goalMoves(goal: Goal, from: number, to: number): boolean {
  return goal.schedule !== undefined && differs(goalAt(goal, from), goalAt(goal, to));
}

function differs(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) !== JSON.stringify(b);
}
