/** Things that move by a timetable, as a simulation asks about them. */
import {
  type Goal,
  type GoalPlace,
  goalAt,
  type Obstacle,
  obstacleAt,
  placesOfGoal,
} from "../world/index.js";

/** The places of a goal at a time; none while it is closed. */
export function placesAt(goal: Goal, time: number): GoalPlace[] {
  const now = goalAt(goal, time);
  return now ? placesOfGoal(now) : [];
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
