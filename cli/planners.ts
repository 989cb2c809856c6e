/** The planners that `path --planner` chooses from: each makes a guide to a goal, and knows why it has no answer. */
import { type Guide, PathMap, type Point, PotentialField, type World } from "../src/index.js";
import { progressBar } from "./progress.js";

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
  potential: (world, goal, radius) => {
    const bar = progressBar("field");
    const guide = new PotentialField(world, { goals: [goal], radius, progress: bar.show });
    bar.end();
    return {
      guide,
      reason: (p) => {
        if (!world.contains(p)) return OFF_GROUND;
        if (world.clearance(p) < radius) return `a disc of radius ${radius} m does not fit here`;
        const cell = Number(guide.grid.cell.toPrecision(3));
        return `${noWay(radius)}, or none that cells of ${cell} m leave open`;
      },
    };
  },
};
