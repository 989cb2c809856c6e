/** The planners that `path --planner` chooses from: each makes a guide to a goal, and knows why it has no answer. */
import {
  type Guide,
  type Point,
  PotentialField,
  Roadmap,
  RoadmapGuide,
  RouteFinder,
  type World,
} from "../src/index.js";
import { goalPlaces } from "../src/world/index.js";
import { hasCosts, pathMapTo } from "./pathmaps.js";
import { progressBar } from "./progress.js";

/** A guide to one goal, and the reason why it gives no path from a point. */
interface Planned {
  readonly guide: Guide;
  /** Whether its paths minimise something that is neither their length nor the planner's own field. */
  readonly hasCosts?: boolean;
  reason(p: Point): string;
}

/** Makes the guide of one planner. */
type Planner = (world: World, goal: string, radius: number) => Planned;

/** Why nobody of a radius gets from p to a goal. */
function whyNone(world: World, radius: number, p: Point): string {
  if (!world.contains(p)) return "the point is not on free ground: in an obstacle or outside the boundary";
  if (world.clearance(p) < radius) return `a disc of radius ${radius} m does not fit here`;
  return radius > 0
    ? `no passage to the goal is wide enough for a radius of ${radius} m`
    : "no way leads from here to the goal";
}

/** All planners by name. */
export const PLANNERS: Readonly<Record<string, Planner>> = {
  pathmap: (world, goal, radius) => {
    const guide = pathMapTo(world, goal, radius);
    return { guide, hasCosts: hasCosts(world), reason: (p) => whyNone(world, radius, p) };
  },
  potential: (world, goal, radius) => {
    const bar = progressBar("field");
    const guide = new PotentialField(world, { goals: [goal], radius, progress: bar.show });
    bar.end();
    const cell = Number(guide.grid.cell.toPrecision(3));
    return {
      guide,
      reason: (p) => {
        const why = whyNone(world, radius, p);
        return world.clearance(p) < radius ? why : `${why}, or none that cells of ${cell} m leave open`;
      },
    };
  },
  roadmap: (world, goal, radius) => {
    const roadmap = new Roadmap(world);
    const goals = goalPlaces(world, [goal]);
    const guide = new RoadmapGuide(roadmap, { goals, radius });
    const finder = new RouteFinder(roadmap);
    return {
      guide,
      reason: (p) => {
        if (!world.contains(p) || world.clearance(p) < radius) return whyNone(world, radius, p);
        const to = "point" in goals[0] ? goals[0].point : goals[0].segment[0];
        const route = finder.find(p, to, { radius });
        return route.points === null ? route.reason : whyNone(world, radius, p);
      },
    };
  },
};
