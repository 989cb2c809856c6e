// A planner of one's own: straight ahead to the nearest goal, sliding along nothing. It serves rooms without obstacles, and
// says where it has no way. With it: npx wayfield run two-rooms --planner ./examples/own-planner.js --out out/own
import { PathMap } from "wayfield";

/**
 * A factory: given a world and what the guide is to do, it returns a `Guide`.
 *
 * @type {import("wayfield").Planner}
 */
export default function straight(world, { goals, radius }) {
  // Where the goal is not in sight, the shortest way is asked for.
  const paths = new PathMap(world, { goals, radius });
  const inSight = (p) => {
    const goal = paths.nearestGoal(p);
    return goal && world.visible(p, goal) ? goal : null;
  };
  return {
    heading(p) {
      const goal = inSight(p);
      if (!goal) return paths.heading(p);
      const away = Math.hypot(goal[0] - p[0], goal[1] - p[1]);
      return away > 0 ? [(goal[0] - p[0]) / away, (goal[1] - p[1]) / away] : [0, 0];
    },
    cost: (p) => paths.cost(p),
    distance(p) {
      const goal = inSight(p);
      return goal ? Math.hypot(goal[0] - p[0], goal[1] - p[1]) : paths.distance(p);
    },
    pathFrom(p) {
      const goal = inSight(p);
      return goal ? [p, goal] : paths.pathFrom(p);
    },
    nearestGoal: (p) => paths.nearestGoal(p),
    reason: (p) => paths.reason(p),
  };
}
