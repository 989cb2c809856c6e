/** The planners that `path --planner` chooses from: each makes a guide to a goal, and knows why it has no answer. */
import {
  type Guide,
  Pathfinder,
  PathMap,
  type Point,
  Roadmap,
  RoadmapGuide,
  type World,
} from "../src/index.js";
import { goalsOf } from "../src/roadmap/index.js";

/** A guide to one goal, and the reason why it gives no path from a point. */
interface Planned {
  readonly guide: Guide;
  reason(p: Point): string;
}

/** Makes the guide of one planner. */
type Planner = (world: World, goal: string, radius: number) => Planned;

const OFF_GROUND = "the point is not on free ground: in an obstacle or outside the boundary";

function noWay(radius: number): string {
  return radius > 0
    ? `no passage to the goal is wide enough for a radius of ${radius} m`
    : "no way leads from here to the goal";
}

/** All planners by name. */
export const PLANNERS: Readonly<Record<string, Planner>> = {
  pathmap: (world, goal, radius) => {
    const guide = new PathMap(world, { goals: [goal], radius });
    return {
      guide,
      reason: (p) => {
        if (!world.contains(p)) return OFF_GROUND;
        if (!guide.space.contains(p)) return `a disc of radius ${radius} m does not fit here`;
        return noWay(radius);
      },
    };
  },
  roadmap: (world, goal, radius) => {
    const roadmap = new Roadmap(world);
    const goals = goalsOf(world, [goal]);
    const guide = new RoadmapGuide(roadmap, { goals, radius });
    const finder = new Pathfinder(roadmap);
    return {
      guide,
      reason: (p) => {
        if (!world.contains(p)) return OFF_GROUND;
        if (world.clearance(p) < radius) return `a disc of radius ${radius} m does not fit here`;
        const to = "point" in goals[0] ? goals[0].point : goals[0].segment[0];
        const route = finder.find(p, to, { radius });
        return route.points === null ? route.reason : noWay(radius);
      },
    };
  },
};
