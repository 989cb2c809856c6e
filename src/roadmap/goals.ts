/** Where goals are joined to a roadmap. */
import type { Point } from "../geometry/index.js";
import type { GoalPlace } from "../world/index.js";

/** A segment is joined to the diagram at its ends and at this many places between, no nearer together than the step. */
const GOAL_PLACES = 32;
const GOAL_STEP = 0.5;

/** A place at which a goal is joined, and the metres that are already counted there. */
export interface GoalEnd {
  readonly point: Point;
  readonly start: number;
}

/** The places at which goals are joined. */
export function endsOf(goals: readonly GoalPlace[]): GoalEnd[] {
  return goals.flatMap((goal) => {
    const { start = 0 } = goal;
    return pointsOf(goal).map((point) => ({ point, start }));
  });
}

function pointsOf(goal: GoalPlace): Point[] {
  if ("point" in goal) return [goal.point];
  const [a, b] = goal.segment;
  const parts = Math.min(GOAL_PLACES, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / GOAL_STEP));
  const places: Point[] = [a];
  for (let i = 1; i < parts; i++) {
    const t = i / parts;
    places.push([a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]);
  }
  return [...places, b];
}
