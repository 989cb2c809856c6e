/** The planners that `path --planner` chooses from: each makes a guide to a goal. */
import { type Guide, PotentialField, Roadmap, RoadmapGuide, type World } from "../src/index.js";
import { hasCosts, hasStart, pathMapTo } from "./pathmaps.js";
import { progressBar } from "./progress.js";

/** A guide to one goal. */
interface Planned {
  readonly guide: Guide;
  /** Whether its paths minimise something that is neither their length nor the planner's own field. */
  readonly hasCosts?: boolean;
}

/** Makes the guide of one planner. */
type Planner = (world: World, goal: string, radius: number) => Planned;

/** All planners by name. */
export const PLANNERS: Readonly<Record<string, Planner>> = {
  pathmap: (world, goal, radius) => ({
    guide: pathMapTo(world, goal, radius),
    hasCosts: hasCosts(world, goal),
  }),
  potential: (world, goal, radius) => {
    const bar = progressBar("field");
    const guide = new PotentialField(world, { goals: [goal], radius, progress: bar.show });
    bar.end();
    return { guide };
  },
  roadmap: (world, goal, radius) => ({
    guide: new RoadmapGuide(new Roadmap(world), { goals: [goal], radius }),
    hasCosts: hasStart(world, goal),
  }),
};
