/** Goals of a shared search: points and segments. */
import { nearestOnSegment, type Point, type Segment } from "../geometry/index.js";
import type { World } from "../world/index.js";

/** Where paths end. */
export type RoadmapGoal = { readonly point: Point } | { readonly segment: Segment };

/** A segment is joined to the diagram at its ends and at this many places between, no nearer together than the step. */
const GOAL_PLACES = 32;
const GOAL_STEP = 0.5;

/** The places at which goals are joined. */
export function placesOf(goals: readonly RoadmapGoal[]): Point[] {
  return goals.flatMap((goal) => {
    if ("point" in goal) return [goal.point];
    const [a, b] = goal.segment;
    const parts = Math.min(GOAL_PLACES, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / GOAL_STEP));
    const places: Point[] = [a];
    for (let i = 1; i < parts; i++) {
      const t = i / parts;
      places.push([a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]);
    }
    return [...places, b];
  });
}

/** Goals of a world by names, or as they are. */
export function goalsOf(world: World, goals: readonly (RoadmapGoal | string)[]): RoadmapGoal[] {
  return goals.flatMap((goal): RoadmapGoal[] => {
    if (typeof goal !== "string") return [goal];
    const { points = [], segments = [] } = world.goal(goal);
    return [...points.map((point) => ({ point })), ...segments.map((segment) => ({ segment }))];
  });
}

/** The point of the goals nearest to p, as the crow flies. */
export function nearestOfGoals(goals: readonly RoadmapGoal[], p: Point): Point {
  let best: Point = p;
  let least = Infinity;
  for (const goal of goals) {
    const q = "point" in goal ? goal.point : nearestOnSegment(p, ...goal.segment);
    const apart = Math.hypot(q[0] - p[0], q[1] - p[1]);
    if (apart >= least) continue;
    least = apart;
    best = q;
  }
  return best;
}
