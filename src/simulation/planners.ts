/** The planners that can be chosen by name, and the guides that they make for a crowd. */
import { InputError } from "../errors.js";
import { FlowMap, LaneGuide, type LaneSystem, optimizeLanes } from "../flow/index.js";
import { distance, distanceToSegment, type Point, pathLength, type Segment } from "../geometry/index.js";
import type { Guide, HeadingFunction, Track, TrackGuide, TrackPlace } from "../guide.js";
import { checkChoice, isPlace, isPoint } from "../options.js";
import { type Barrier, PathMap, TimeMap, type Weight, WeightedPathMap } from "../pathmap/index.js";
import { PotentialField } from "../potential/index.js";
import { Roadmap, RoadmapGuide } from "../roadmap/index.js";
import {
  freePlaces,
  type GoalPlace,
  nearestOfGoals,
  refuseStart,
  type WalkingPace,
  type World,
} from "../world/index.js";
import { crossingOf } from "./crossing-flows.js";
import { type OneWayDoor, refusingDoors, throughDoors } from "./one-way.js";

/** Which lanes people walk on: optimized, that is pulled taut, or as the flow runs. */
export const LANE_KINDS = Object.freeze(["optimized", "contours"] as const);

/** Name of a kind of lanes. */
export type LaneKind = (typeof LANE_KINDS)[number];

/** How near people follow each other on lanes: so that bodies never touch, or 2 radii along the lane. */
export const LANE_SPACINGS = Object.freeze(["bodies", "lane"] as const);

/** Name of a way to follow. */
export type LaneSpacing = (typeof LANE_SPACINGS)[number];

/** What a guide is to do. */
export interface GuideOrder {
  /** Points and segments; the nearest counts. */
  readonly goals: readonly GoalPlace[];
  /** Radius of those who follow it, in metres. */
  readonly radius: number;
  /** Whose zones count, for planners that heed how fast people are in them: a profile of the scene; default null, for people without one. */
  readonly profile?: string | null | undefined;
  /** Segments beyond which the way costs more (Farias 2020, 5.5). */
  readonly barriers: readonly Barrier[];
  /** How fast they are, for ways by time; without it ways are by length. Path maps without weights alone heed it. */
  readonly pace?: WalkingPace | undefined;
  /** Corners from which on people are faster; path maps alone heed them. Default none. */
  readonly weights?: readonly Weight[] | undefined;
  /** Doors of one direction; default the world's own. Path maps heed them, the others refuse them. */
  readonly oneWay?: readonly OneWayDoor[] | undefined;
  /** Told from 0 to 1 how far a plan is that takes long to make. */
  readonly progress?: ((share: number) => void) | undefined;
  /** For `flow`: which lanes, and how near people follow; default the scene's, else `optimized` and `bodies`. */
  readonly lanes?: LaneKind | undefined;
  readonly spacing?: LaneSpacing | undefined;
  /** For `flow`, where the scene has `flows`: metres per second of everybody; without it they have no timetable. */
  readonly speed?: number | undefined;
  /** For `potential`: side of a cell in metres; default the field's own. */
  readonly cell?: number | undefined;
}

/** A guide that may follow goals that move, and may take barriers. */
export interface PlannedGuide extends Guide {
  /** Goals that have moved; a guide without it is built anew. */
  update?(goals: readonly GoalPlace[]): void;
  /** Barriers that replace those before; a guide without it knows none. */
  setBarriers?(barriers: readonly Barrier[]): void;
}

/** Makes a guide for an order. */
export type BuiltInPlanner = (world: World, order: GuideOrder) => PlannedGuide;

/**
 * A planner of your own: makes a guide for an order, or the function of headings that a crowd takes too. What it returns is asked by
 * many people, and often. With a function people have arrived where it says [0, 0]; the path of a guide has to end at a goal.
 */
export type Planner = (world: World, order: GuideOrder) => PlannedGuide | HeadingFunction;

/** One diagram serves every goal and every radius. */
const roadmaps = new WeakMap<World, Roadmap>();

function roadmapOf(world: World): Roadmap {
  const known = roadmaps.get(world) ?? new Roadmap(world);
  roadmaps.set(world, known);
  return known;
}

/** Along the roadmap, as people walk there: every answer is that of `lead`. */
class LeadingCircle extends RoadmapGuide {
  private readonly world: World;

  constructor(world: World, { goals, radius, profile }: GuideOrder) {
    super(roadmapOf(world), { goals, radius, ...(profile !== undefined && { profile }) });
    this.world = world;
  }

  override heading(p: Point): Point | null {
    return this.lead(p);
  }

  /** Nobody who could touch the goal goes back to the roadmap first. */
  override pathFrom(p: Point): Point[] | null {
    if (!isPlace(p)) return null;
    const goal = nearestOfGoals(this.goals, p);
    const isThere = distance(p, goal) <= 2 * this.radius && this.world.visible(p, goal);
    return isThere ? [p, goal] : super.pathFrom(p);
  }
}

/**
 * By the roadmap of all ground, or by that of the ground without slow zones, whichever takes less time: where nothing stands, a
 * roadmap has no edges around a zone.
 */
class ThroughOrAround implements PlannedGuide {
  readonly isLoose = true;
  private readonly through: LeadingCircle;
  private readonly around: LeadingCircle;

  constructor(world: World, order: GuideOrder, slow: readonly number[]) {
    this.through = new LeadingCircle(world, order);
    this.around = new LeadingCircle(world.closing(slow), order);
  }

  private at(p: Point): LeadingCircle {
    const { through, around } = this;
    return (around.cost(p) ?? Infinity) < (through.cost(p) ?? Infinity) ? around : through;
  }

  get places(): readonly GoalPlace[] {
    return this.through.places;
  }

  nearestGoal(p: Point): Point {
    return this.through.nearestGoal(p);
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

  reason(p: Point): string | null {
    return this.through.reason(p);
  }
}

/** Along the roadmap, by time where a profile's zones make a difference. */
function alongRoadmap(world: World, order: GuideOrder): PlannedGuide {
  const { profile, goals } = order;
  const factors = profile === undefined ? [] : world.zones.factorsOf(profile);
  const slow = factors.flatMap((factor, i) => (factor < 1 ? [i] : []));
  // A goal in slow ground has no way around it.
  const isOpen = slow.length > 0 && freePlaces(world.closing(slow), goals).length === goals.length;
  return isOpen ? new ThroughOrAround(world, order, slow) : new LeadingCircle(world, order);
}

/** Down a potential; straight in where the goal is at hand, since the field knows it to within a cell only. */
class FieldToGoal implements PlannedGuide {
  readonly isLoose = true;
  private readonly field: PotentialField;
  private readonly world: World;
  readonly places: readonly GoalPlace[];
  private readonly reach: number;

  constructor(world: World, { goals, radius, progress, cell, profile }: GuideOrder) {
    this.world = world;
    this.places = goals;
    this.field = new PotentialField(world, {
      goals,
      radius,
      ...(progress && { progress }),
      ...(cell !== undefined && { cell }),
      ...(profile !== undefined && { profile }),
    });
    this.reach = this.field.atHand;
  }

  heading(p: Point): Point | null {
    return this.field.lead(p);
  }

  cost(p: Point): number | null {
    return this.field.cost(p);
  }

  distance(p: Point): number | null {
    const path = this.pathFrom(p);
    if (!path) return null;
    return this.world.building ? this.world.way(path).distance : pathLength(path);
  }

  reason(p: Point): string | null {
    return isPoint(p) && this.pathFrom(p) ? null : this.field.reason(p);
  }

  nearestGoal(p: Point): Point {
    return nearestOfGoals(this.places, p);
  }

  pathFrom(p: Point): Point[] | null {
    if (!isPlace(p)) return null;
    const goal = nearestOfGoals(this.places, p);
    const isThere = distance(p, goal) <= this.reach && this.world.visible(p, goal);
    return isThere ? [p, goal] : this.field.pathFrom(p);
  }
}

/** Lanes of a world's flow, per kind and radius: they serve all who go to its sinks. */
const laneSystems = new WeakMap<World, Map<string, LaneSystem>>();

function lanesOf(world: World, kind: LaneKind, radius: number): LaneSystem {
  const known = laneSystems.get(world) ?? new Map<string, LaneSystem>();
  laneSystems.set(world, known);
  const key = `${kind} ${radius}`;
  let system = known.get(key);
  if (!system) {
    system =
      kind === "contours"
        ? new FlowMap(world).lanes(radius)
        : optimizeLanes(lanesOf(world, "contours", radius));
    known.set(key, system);
  }
  return system;
}

/** Lanes lead to a goal that is no farther from their end than so many radii. */
const AT_GOAL = 2;

/** Metres from a goal within which a lane ends at it: nothing is left to walk. */
const ON_GOAL = 0.01;

/**
 * On the lanes of the scene's flow that end at one of the goals; by the path map where no lane is in sight, and from a lane's
 * end on. Whoever goes elsewhere takes the path map alone.
 */
class LanesAndPaths implements PlannedGuide, TrackGuide {
  readonly trackRadius: number;
  /** Metres from the end of each track to a goal. */
  private readonly rest: readonly number[];
  /** Metres before a lane's end from which on the path map leads. */
  private readonly end: number;
  private readonly lanes: LaneGuide;
  private readonly paths: PathMap;

  constructor(world: World, order: GuideOrder) {
    const { radius } = order;
    refuseStart(order.goals, "a flow's lane", (k) => `goals[${k}]`);
    const { flow } = world.scene;
    const { lanes = flow?.lanes ?? "optimized", spacing = flow?.spacing ?? "bodies" } = order;
    const { system, starts } = world.scene.flows
      ? crossingOf(world, { lanes, radius, speed: order.speed })
      : { system: lanesOf(world, lanes, radius) };
    const { goals, barriers } = order;
    this.paths = new PathMap(world, { goals, barriers, radius });
    const left = system.lanes.map(({ points }) => {
      const end = points[points.length - 1];
      return goals.reduce((least, goal) => Math.min(least, apart(end, goal)), Infinity);
    });
    const only = left.flatMap((metres, k) => (metres <= AT_GOAL * radius ? [k] : []));
    this.rest = only.map((k) => left[k]);
    this.end = this.rest.every((metres) => metres <= ON_GOAL) ? 0 : radius;
    this.lanes = new LaneGuide(system, { only, spacing, ...(starts && { starts }) });
    this.trackRadius = radius;
  }

  get tracks(): readonly Track[] {
    return this.lanes.tracks;
  }

  nearestOnTrack(p: Point, within: number): TrackPlace | null {
    return this.lanes.nearestOnTrack(p, within);
  }

  leftFrom(place: TrackPlace): number {
    return this.lanes.leftFrom(place) + this.rest[place.track];
  }

  get places(): readonly GoalPlace[] {
    return this.paths.places;
  }

  nearestGoal(p: Point): Point {
    return this.paths.nearestGoal(p);
  }

  private at(p: Point): Guide {
    return (this.lanes.cost(p) ?? 0) > this.end ? this.lanes : this.paths;
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

  reason(p: Point): string | null {
    return this.at(p).reason!(p);
  }
}

function apart(p: Point, goal: { point: Point } | { segment: Segment }): number {
  return "point" in goal ? distance(p, goal.point) : distanceToSegment(p, ...goal.segment);
}

/**
 * The built-in planners by name: for `planner` of scene files, `path --planner`, `run --planner` and `Simulation`. Each makes a
 * guide for one order.
 */
export const PLANNERS: Readonly<Record<string, BuiltInPlanner>> = Object.freeze({
  pathmap: throughDoors<GuideOrder>((world, { goals, radius, barriers, weights = [], pace }) => {
    if (weights.length > 0) return new WeightedPathMap(world, { goals, radius, barriers, weights });
    return pace
      ? new TimeMap(world, { goals, radius, barriers, pace })
      : new PathMap(world, { goals, radius, barriers });
  }),
  potential: refusingDoors<GuideOrder>("potential", (world, order) => new FieldToGoal(world, order)),
  roadmap: refusingDoors<GuideOrder>("roadmap", alongRoadmap),
  flow: refusingDoors<GuideOrder>("flow", (world, order) => new LanesAndPaths(world, order)),
});

/** The options that only lanes know; an error where they are none, or where another planner would ignore them. */
export function checkLaneOptions(
  planners: readonly string[],
  options: { readonly lanes?: LaneKind; readonly spacing?: LaneSpacing },
): { readonly lanes?: LaneKind; readonly spacing?: LaneSpacing } {
  const { lanes, spacing } = options;
  const check = (name: string, value: string | undefined, known: readonly string[]): void => {
    if (value === undefined) return;
    checkChoice(value, name, known);
    if (!planners.includes("flow")) {
      throw new InputError(`only planner flow has lanes; given: ${[...new Set(planners)].join(", ")}`, name);
    }
  };
  check("lanes", lanes, LANE_KINDS);
  check("spacing", spacing, LANE_SPACINGS);
  return { ...(lanes === undefined ? {} : { lanes }), ...(spacing === undefined ? {} : { spacing }) };
}
