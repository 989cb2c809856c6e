/** Which planner guides a scene's crowd: the one table to extend when a planner is to be chosen by name. */
import { InputError } from "../errors.js";
import { FlowMap, LaneGuide, shorten } from "../flow/index.js";
import { distance, type Point, pathLength } from "../geometry/index.js";
import type { Guide } from "../guide.js";
import { type Barrier, PathMap, type Source } from "../pathmap/index.js";
import { PotentialField } from "../potential/index.js";
import { nearestOfGoals, Roadmap, type RoadmapGoal, RoadmapGuide } from "../roadmap/index.js";
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
  /** Whether its ways may be longer than people who see their goal walk; default false. */
  readonly isLoose?: boolean;
  /** Goals that have moved; a guide without it is built anew. */
  update?(goals: readonly Source[]): void;
  /** Barriers that replace those before; a guide without it knows none. */
  setBarriers?(barriers: readonly Barrier[]): void;
}

/** Builds a guide. */
export type Planner = (world: World, order: GuideOrder) => PlannedGuide;

/** Goals as planners take them that know no start distances. */
function placesOf(goals: readonly Source[]): RoadmapGoal[] {
  return goals.map((goal) => ("point" in goal ? { point: goal.point } : { segment: goal.segment }));
}

/** One diagram serves every goal and every radius. */
const roadmaps = new WeakMap<World, Roadmap>();

function roadmapOf(world: World): Roadmap {
  const known = roadmaps.get(world) ?? new Roadmap(world);
  roadmaps.set(world, known);
  return known;
}

/** Metres of the way ahead that people on a roadmap look at. */
const AHEAD = 6;

/** Places of it that are tried as the next to walk to. */
const PLACES = 6;

/** Whether a disc can walk straight from p to q: strides as long as the clearance allows. */
function isWalkable(world: World, p: Point, q: Point, radius: number): boolean {
  const length = distance(p, q);
  if (!world.visible(p, q)) return false;
  // Who stands nearer to a wall than that may at least not come nearer.
  const least = Math.min(radius, world.clearance(p)) * 0.99;
  for (let t = 0; t < length; ) {
    const room = world.clearance([p[0] + (t / length) * (q[0] - p[0]), p[1] + (t / length) * (q[1] - p[1])]);
    if (room < least) return false;
    t += Math.max(room - least, 0.1);
  }
  return true;
}

/**
 * Along the roadmap, to the farthest place ahead that can be walked to straight, or by the leading empty circle: people who are
 * pushed off an edge need not go back to it first, as the way itself does.
 */
class LeadingCircle extends RoadmapGuide {
  readonly isLoose = true;
  private readonly world: World;

  constructor(world: World, { goals, radius }: GuideOrder) {
    super(roadmapOf(world), { goals: placesOf(goals), radius });
    this.world = world;
  }

  override heading(p: Point): Point | null {
    const clearance = Math.max(this.world.clearance(p), this.radius);
    return (
      straightIn(this.world, this.goals, p, clearance + 2 * this.radius) ??
      this.ahead(p) ??
      this.lead(p, clearance)
    );
  }

  private ahead(p: Point): Point | null {
    const way = this.beginning(p, AHEAD);
    if (!way) return null;
    const stride = Math.max(1, Math.ceil((way.length - 1) / PLACES));
    for (let i = way.length - 1; i > 0; i -= stride) {
      const apart = distance(p, way[i]);
      if (apart > 2 * this.radius && apart < 2 * AHEAD && isWalkable(this.world, p, way[i], this.radius)) {
        return [(way[i][0] - p[0]) / apart, (way[i][1] - p[1]) / apart];
      }
    }
    return null;
  }

  /** Nobody who could touch the goal goes back to the roadmap first. */
  override pathFrom(p: Point): Point[] | null {
    const goal = nearestOfGoals(this.goals, p);
    const isThere = distance(p, goal) <= 2 * this.radius && this.world.visible(p, goal);
    return isThere ? [p, goal] : super.pathFrom(p);
  }
}

/** Straight to the nearest goal, where it is near and in sight; null elsewhere. */
function straightIn(world: World, goals: readonly RoadmapGoal[], p: Point, reach: number): Point | null {
  const goal = nearestOfGoals(goals, p);
  const apart = distance(p, goal);
  if (!(apart > 0 && apart <= reach && world.visible(p, goal))) return null;
  return [(goal[0] - p[0]) / apart, (goal[1] - p[1]) / apart];
}

/** Down a potential; straight in where the goal is at hand, since the field knows it to within a cell only. */
class FieldToGoal implements PlannedGuide {
  readonly isLoose = true;
  private readonly field: PotentialField;
  private readonly world: World;
  private readonly goals: readonly RoadmapGoal[];
  private readonly reach: number;

  constructor(world: World, { goals, radius }: GuideOrder) {
    this.world = world;
    this.goals = placesOf(goals);
    this.field = new PotentialField(world, { goals: this.goals, radius });
    this.reach = 2 * radius + 2 * this.field.grid.cell;
  }

  heading(p: Point): Point | null {
    return straightIn(this.world, this.goals, p, this.reach) ?? this.field.heading(p);
  }

  cost(p: Point): number | null {
    return this.field.cost(p);
  }

  distance(p: Point): number | null {
    const path = this.pathFrom(p);
    return path && pathLength(path);
  }

  pathFrom(p: Point): Point[] | null {
    const goal = nearestOfGoals(this.goals, p);
    const isThere = distance(p, goal) <= this.reach && this.world.visible(p, goal);
    return isThere ? [p, goal] : this.field.pathFrom(p);
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

/** The goals that guides were made for: manners want to see them, and guides know only ways. */
const goalsOfGuides = new WeakMap<Guide, readonly Source[]>();

/** Remembers where a guide leads. */
export function rememberGoals(guide: Guide, goals: readonly Source[]): void {
  goalsOfGuides.set(guide, goals);
}

/** The point of a guide's goals nearest to p, as the crow flies; null where they are not known. */
export function nearestGoal(guide: Guide, p: Point): Point | null {
  const goals = goalsOfGuides.get(guide);
  if (goals) return nearestOfGoals(placesOf(goals), p);
  const { nearestGoal: own } = guide as { nearestGoal?: (p: Point) => Point };
  return typeof own === "function" ? own.call(guide, p) : null;
}

/** Planners by the names that `simulation.planner` takes. */
export const PLANNERS: Readonly<Record<string, Planner>> = Object.freeze({
  pathmap: (world: World, order: GuideOrder) => new PathMap(world, order),
  potential: (world: World, order: GuideOrder) => new FieldToGoal(world, order),
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
