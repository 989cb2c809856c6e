/**
 * The guides of a scene that runs, shared by all who have the same goals, radius and planner, and made to fit what moves: when
 * something appears, vanishes, opens or closes, and every second while something moves.
 */

import type { ArrivalRule } from "../crowd/index.js";
import type { DirectedCrowd } from "../crowd/internal.js";
import { InputError } from "../errors.js";
import { meet, type Point, type Segment } from "../geometry/index.js";
import { type Barrier, PathMap } from "../pathmap/index.js";
import {
  closedParts,
  freePlaces,
  type GoalPlace,
  groundTolerance,
  obstacleAt,
  type Scene,
  terrainOf,
  type World,
  withoutParts,
} from "../world/index.js";
import type { Walking } from "./destinations.js";
import { checkExit } from "./exits.js";
import { oneWayDoors } from "./one-way.js";
import { OwnPlannerError } from "./own-guide.js";
import type { LaneKind, LaneSpacing, PlannedGuide } from "./planners.js";
import { goalMoves, obstacleMoves, placesAt } from "./schedule.js";
import type { PlannerTable } from "./table.js";
import { heedsSpeed } from "./terrain.js";
import type { Transport } from "./transport.js";

/** Seconds between plans while something moves. */
const REPLAN = 1;

/** Goals that are all closed: people wait where they are. One object per guide that it stands for. */
export class ClosedGuide implements PlannedGuide {
  heading(): Point {
    return [0, 0];
  }

  cost(): null {
    return null;
  }

  distance(): null {
    return null;
  }

  pathFrom(): null {
    return null;
  }

  reason(): string {
    return "the goal is closed, or covered by what moves";
  }
}

/** What a guide was made for; of several profiles that share one, one of them. */
export interface Order extends Walking {
  readonly goals: readonly string[];
  readonly factor: number;
}

/** A guide, its order, and where its goals were when it was made. */
interface Entry {
  guide: PlannedGuide;
  readonly order: Order;
  sources: string;
}

/** What plans are made of. */
export interface PlanOptions {
  readonly scene: Scene;
  readonly crowd: DirectedCrowd;
  /** For planner `flow`. */
  readonly walking: { readonly lanes?: LaneKind; readonly spacing?: LaneSpacing; readonly speed?: number };
  readonly transport: Transport | null;
  readonly planners: PlannerTable;
  /** Barriers besides the scene's own, as they stand now. */
  readonly barriers: () => readonly Barrier[];
  /** Where to go for queues and waiting places, by name. */
  readonly anchors: ReadonlyMap<string, readonly Point[]>;
  /** Doors, which `scene` has as obstacles: for what they do to goals that they lie on, and for their directions. */
  readonly doors: Pick<Scene, "doors">;
}

export class Plans {
  /** When plans were last made, in seconds. */
  planned = 0;
  /** The world as planners see it now. */
  world: World;
  private readonly entries = new Map<string, Entry>();
  /** Path maps of the plan without what moves. */
  private readonly hopes = new Map<string, PathMap | null>();
  /** Whether any obstacle moves. */
  private readonly isMoving: boolean;

  constructor(private readonly options: PlanOptions) {
    this.isMoving = (options.scene.obstacles ?? []).some(({ schedule }) => schedule);
    this.world = this.worldAt(0);
    options.crowd.setGround(this.world);
  }

  /** The world with every obstacle where it is at a time. */
  private worldAt(time: number): World {
    const { scene, crowd } = this.options;
    if (!this.isMoving) return crowd.world;
    const obstacles = (scene.obstacles ?? []).flatMap((obstacle) => obstacleAt(obstacle, time) ?? []);
    // Goals and spawns are named to the planners; an obstacle may cover one for a while, which a world refuses.
    const { goals: _goals, spawns: _spawns, profiles: _profiles, ...plan } = scene;
    return crowd.world.altered({ ...plan, ...terrainOf(scene), obstacles });
  }

  /** The guide to one stop of a goal queue, for a radius, by a planner, for those who are so many times as fast as on foot. */
  guideTo(stop: string | readonly string[], walking: Walking): PlannedGuide {
    const goals = typeof stop === "string" ? [stop] : stop;
    const { radius, planner, profile, factor = 1, pace, onFoot } = walking;
    const order = {
      goals,
      radius,
      planner,
      profile,
      factor,
      ...(pace && { pace }),
      ...(onFoot && { onFoot }),
    };
    const key = JSON.stringify({ ...order, profile: this.terrainKey(planner, profile) });
    let entry = this.entries.get(key);
    if (!entry) {
      const sources = this.sources(goals);
      entry = { guide: this.buildOrClose(sources, order), order, sources: JSON.stringify(sources) };
      this.entries.set(key, entry);
    }
    return entry.guide;
  }

  /** What zones mean to those with a profile, as far as a planner heeds it: who has the same shares guides. */
  private terrainKey(planner: string, profile: string | null): string {
    const { zones } = this.world;
    const closed = this.world.rightsOf(profile).key;
    return heedsSpeed(planner) ? `${closed}/${zones.factorsOf(profile).join()}` : closed;
  }

  /** Refuses exits that are too narrow for those who leave there: of guides to some of these goals, as they are now. */
  checkExits(names: ReadonlySet<string>, arrival: ArrivalRule): void {
    for (const { order } of this.entries.values()) {
      const { goals, radius, profile } = order;
      if (goals.every((name) => names.has(name)))
        checkExit(this.options.crowd.world.for(profile), goals, this.sources(goals), radius, arrival);
    }
  }

  /** What a guide was made for; null for one of somebody else. */
  orderOf(guide: unknown): Order | null {
    for (const entry of this.entries.values()) if (entry.guide === guide) return entry.order;
    return null;
  }

  private sources(goals: readonly string[]): GoalPlace[] {
    return goals.flatMap((name) => this.openPlaces(name, this.planned));
  }

  /** The places of a goal at a time, without what closed doors cover. */
  private openPlaces(name: string, time: number): GoalPlace[] {
    const { scene, doors, anchors } = this.options;
    const anchored = anchors.get(name);
    if (anchored) return anchored.map((point) => ({ point }));
    const places = placesAt(scene.goals![name], time);
    const closed = closedParts(doors as Scene, time);
    if (closed.length === 0) return places;
    const tolerance = groundTolerance(this.world.bounds);
    return places.flatMap((place): GoalPlace[] => {
      if ("point" in place) return [place];
      return withoutParts(place.segment, closed, tolerance).map((segment) => ({ ...place, segment }));
    });
  }

  /** A guide; one that lets people wait, where only what moves is in the way of it. */
  private buildOrClose(goals: readonly GoalPlace[], order: Order): PlannedGuide {
    if (goals.length === 0) return new ClosedGuide();
    const { planner, radius, profile } = order;
    try {
      return this.build(goals, order);
    } catch (error) {
      // A planner of one's own may refuse a goal that is covered, as others do; what fails in it is told.
      if (!(error instanceof InputError) || (error instanceof OwnPlannerError && !error.isRefusal))
        throw error;
      if (this.planned === 0) {
        if (!this.isMoving) throw error;
        // What is wrong without anything that moves is wrong for good.
        const world = this.options.crowd.world.for(profile);
        this.options.planners.named(planner)(world, { goals, radius, barriers: [] });
      }
      return new ClosedGuide();
    }
  }

  private build(
    goals: readonly GoalPlace[],
    { radius, planner, factor, profile, pace, onFoot }: Order,
  ): PlannedGuide {
    const { transport, walking } = this.options;
    const oneWay = oneWayDoors(this.options.doors as Scene);
    const own = this.world.for(profile);
    const world = onFoot ? own.withoutLifts() : own;
    const order = {
      goals: freeOrAll(world, goals),
      radius,
      ...(heedsSpeed(planner) ? { profile } : {}),
      barriers: this.barriers,
      ...(oneWay.length > 0 ? { oneWay } : {}),
      ...(pace && { pace }),
    };
    const weights = planner === "pathmap" ? (transport?.worthFor(factor) ?? []) : [];
    return this.options.planners.named(planner)(world, { ...order, weights, ...walking });
  }

  private get barriers(): readonly Barrier[] {
    return [...(this.options.scene.barriers ?? []), ...this.options.barriers()];
  }

  /** Whether a way from p to a stop could open: there is one where everything that moves is away. */
  mayOpen(stop: string | readonly string[], { radius, profile }: Walking, p: Point): boolean {
    if (!this.isMoving) return false;
    const sources = this.sources([stop].flat());
    const ground = this.options.crowd.world.for(profile);
    const key = `${radius} ${this.terrainKey("pathmap", profile)} ${JSON.stringify(sources)}`;
    let map = this.hopes.get(key);
    if (map === undefined) {
      map = mapOrNone(ground, sources, radius);
      this.hopes.set(key, map);
    }
    return map?.pathFrom(p) != null;
  }

  /** The first moment of the timetables, within a duration, at which there is a way from one of these places to a stop; null for none. */
  opensAt(
    stop: string | readonly string[],
    { radius, profile }: Walking,
    places: readonly Point[],
    duration: number,
  ): number | null {
    const { obstacles = [] } = this.options.scene;
    const moments = new Set(obstacles.flatMap(({ schedule = [] }) => schedule.map(({ time }) => time)));
    for (const time of [...moments].sort((a, b) => a - b)) {
      if (time > duration) break;
      const sources = [stop].flat().flatMap((name) => this.openPlaces(name, time));
      const map = mapOrNone(this.worldAt(time).for(profile), sources, radius);
      if (map && places.some((place) => map.pathFrom(place))) return time;
    }
    return null;
  }

  /** Barriers stand elsewhere, or weigh more or less. */
  tellBarriers(): void {
    for (const { guide } of this.entries.values()) guide.setBarriers?.(this.barriers);
    this.options.crowd.askAnew();
  }

  /**
   * How many of those inside would pass a segment if these barriers stood besides the scene's own. Guides keep them until they are
   * told of others.
   */
  passing(barriers: readonly Barrier[], segment: Segment): number {
    const { scene, crowd } = this.options;
    const all = [...(scene.barriers ?? []), ...barriers];
    for (const { guide } of this.entries.values()) guide.setBarriers?.(all);
    const { columns, size } = crowd;
    let count = 0;
    for (let i = 0; i < size; i++) {
      const id = columns.id[i];
      const way = crowd.guidesOf(id)[crowd.legOf(id)]?.pathFrom([columns.x[i], columns.y[i]]);
      const passes = way?.some((p, k) => k > 0 && meet(way[k - 1], p, ...segment) !== "apart");
      if (passes) count++;
    }
    return count;
  }

  /** Makes guides fit what has moved by now. */
  follow(now: number): void {
    const { obstacles = [], goals = {} } = this.options.scene;
    const worldMoves = obstacles.some((obstacle) => obstacleMoves(obstacle, this.planned, now));
    const goalsMove = Object.values(goals).some((goal) => goalMoves(goal, this.planned, now));
    if (!worldMoves && !goalsMove) return;
    const event = [...obstacles, ...Object.values(goals)].some(({ schedule }) =>
      schedule?.some(({ time }) => time > this.planned && time <= now),
    );
    if (!event && now - this.planned < REPLAN - 1e-9) return;
    this.planned = now;
    this.renew(worldMoves);
  }

  /** The plans of a time, whatever they were before: as they were made then. */
  goTo(time: number): void {
    this.planned = time;
    this.renew(this.isMoving);
  }

  private renew(worldMoved: boolean): void {
    if (worldMoved) this.world = this.worldAt(this.planned);
    this.options.crowd.setGround(this.world);
    for (const entry of this.entries.values()) this.refresh(entry, worldMoved);
  }

  private refresh(entry: Entry, worldMoved: boolean): void {
    const sources = this.sources(entry.order.goals);
    const text = JSON.stringify(sources);
    if (!worldMoved && text === entry.sources) return;
    entry.sources = text;
    const { guide } = entry;
    const world = this.world.for(entry.order.profile);
    if (worldMoved || sources.length === 0 || !guide.update || !updated(guide, world, sources)) {
      this.rebuild(entry, sources);
      return;
    }
    this.options.crowd.askAnew();
  }

  private rebuild(entry: Entry, sources: readonly GoalPlace[]): void {
    const before = entry.guide;
    entry.guide = this.buildOrClose(sources, entry.order);
    this.options.crowd.replaceGuide(before, entry.guide);
  }

  /** Path maps made anew: what stands at corners has changed. */
  rebuildMaps(): void {
    for (const entry of this.entries.values()) {
      if (entry.order.planner === "pathmap") this.rebuild(entry, this.sources(entry.order.goals));
    }
  }
}

/** Tells a guide where its goals are now; false where nobody can be at any. */
function updated(guide: PlannedGuide, world: World, goals: readonly GoalPlace[]): boolean {
  try {
    guide.update!(freeOrAll(world, goals));
    return true;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

/** The free parts of goals; all where none is free, which planners then refuse by name. */
function freeOrAll(world: World, goals: readonly GoalPlace[]): readonly GoalPlace[] {
  const free = freePlaces(world, goals);
  return free.length > 0 ? free : goals;
}

/** A path map to sources; null where there is none, or nobody of the radius can be at any. */
function mapOrNone(world: World, goals: readonly GoalPlace[], radius: number): PathMap | null {
  if (goals.length === 0) return null;
  try {
    return new PathMap(world, { goals: freeOrAll(world, goals), radius });
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}
