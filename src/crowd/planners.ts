/** Which planner guides a scene's crowd: the one table to extend when a planner is to be chosen by name. */
import { InputError } from "../errors.js";
import { FlowMap, LaneGuide, shorten } from "../flow/index.js";
import { distance, type Point, type Segment } from "../geometry/index.js";
import type { Guide } from "../guide.js";
import { type Barrier, PathMap, type Source } from "../pathmap/index.js";
import { PotentialField } from "../potential/index.js";
import { nearestOfGoals, Roadmap, RoadmapGuide } from "../roadmap/index.js";
import type { World } from "../world/index.js";

/** What a guide is to do. */
export interface GuideOrder {
  /** Points and segments; the nearest counts. */
  readonly goals: readonly Source[];
  /** Radius of those who follow it, in metres. */
  readonly radius: number;
  /** Segments beyond which the way costs more (Farias 2020, 5.5). */
  readonly barriers: readonly Barrier[];
}

/** A guide that may follow goals that move, and may take barriers. */
export interface PlannedGuide extends Guide {
  /** Goals that have moved; a guide without it is built anew. */
  update?(goals: readonly Source[]): void;
  /** Barriers that replace those before; a guide without it knows none. */
  setBarriers?(barriers: readonly Barrier[]): void;
}

/** Builds a guide. */
export type Planner = (world: World, order: GuideOrder) => PlannedGuide;

/** Goals as planners take them that know no start distances. */
function placesOf(goals: readonly Source[]): ({ point: Point } | { segment: Segment })[] {
  return goals.map((goal) => ("point" in goal ? { point: goal.point } : { segment: goal.segment }));
}

/** One diagram serves every goal and every radius. */
const roadmaps = new WeakMap<World, Roadmap>();

function roadmapOf(world: World): Roadmap {
  const known = roadmaps.get(world) ?? new Roadmap(world);
  roadmaps.set(world, known);
  return known;
}

/** Along the roadmap, by the leading empty circle: people who are pushed off an edge need not go back to it first. */
class LeadingCircle extends RoadmapGuide {
  private readonly world: World;

  constructor(world: World, { goals, radius }: GuideOrder) {
    super(roadmapOf(world), { goals: placesOf(goals), radius });
    this.world = world;
  }

  override heading(p: Point): Point | null {
    const clearance = Math.max(this.world.clearance(p), this.radius);
    const goal = nearestOfGoals(this.goals, p);
    const apart = distance(p, goal);
    // Nobody who could touch the goal goes back to the roadmap first.
    if (apart > 0 && apart <= clearance + 2 * this.radius && this.world.visible(p, goal)) {
      return [(goal[0] - p[0]) / apart, (goal[1] - p[1]) / apart];
    }
    return this.lead(p, clearance);
  }
}

/** Along the lanes of the scene's flow; by the path map where none is in sight, and from a lane's end on. */
class LanesAndPaths implements PlannedGuide {
  private readonly lanes: LaneGuide;
  private readonly paths: PathMap;
  private readonly radius: number;

  constructor(world: World, order: GuideOrder) {
    this.lanes = new LaneGuide(shorten(new FlowMap(world).lanes(order.radius)));
    this.paths = new PathMap(world, order);
    this.radius = order.radius;
  }

  private at(p: Point): Guide {
    return (this.lanes.cost(p) ?? 0) > this.radius ? this.lanes : this.paths;
  }

  heading(p: Point): Point | null {
    return this.at(p).heading(p);
  }

  cost(p: Point): number | null {
    return this.at(p).cost(p);
  }

  distance(p: Point): number | null {
    return this.at(p).distance(p);
  }

  pathFrom(p: Point): Point[] | null {
    return this.at(p).pathFrom(p);
  }

  update(goals: readonly Source[]): void {
    this.paths.update(goals);
  }
}

/** Planners by the names that `simulation.planner` takes. */
export const PLANNERS: Readonly<Record<string, Planner>> = Object.freeze({
  pathmap: (world: World, order: GuideOrder) => new PathMap(world, order),
  potential: (world: World, { goals, radius }: GuideOrder) =>
    new PotentialField(world, { goals: placesOf(goals), radius }),
  roadmap: (world: World, order: GuideOrder) => new LeadingCircle(world, order),
  flow: (world: World, order: GuideOrder) => new LanesAndPaths(world, order),
});

/** The planner of a name. */
export function plannerNamed(name: string): Planner {
  if (Object.hasOwn(PLANNERS, name)) return PLANNERS[name];
  throw new InputError(
    `no crowd can be guided by ${JSON.stringify(name)}; there are: ${Object.keys(PLANNERS).join(", ")}`,
    "simulation.planner",
  );
}
