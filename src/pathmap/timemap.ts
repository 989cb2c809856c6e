/**
 * Path maps by time: the fastest way to a goal, from everywhere in a building, for those who walk at a pace.
 *
 * Stairs are slower than floors, up more than down, escalators carry, lifts are waited for. A map in time is a plain path map on
 * the building unfolded in time, where a flight is as long as what is walked on the flat in the time that it takes, once for each
 * direction. Questions go there, and answers come back.
 */
import type { Point } from "../geometry/index.js";
import { type Guide, headingOf } from "../guide.js";
import { isPlace } from "../options.js";
import {
  checkWorld,
  type GoalPlace,
  type Goals,
  NoWay,
  type WalkingPace,
  type World,
} from "../world/index.js";
import { checkedPace } from "../world/internal.js";
import type { Barrier } from "./barriers.js";
import { PathMap, type PathMapOptions } from "./pathmap.js";
import { lengthIn, onward } from "./paths.js";

/** How a map by time is made. */
export interface TimeMapOptions extends PathMapOptions {
  /** How fast those are who walk. */
  readonly pace: WalkingPace;
}

export class TimeMap implements Guide {
  readonly world: World;
  readonly radius: number;
  /** Metres per second on the flat. */
  readonly speed: number;
  private readonly map: PathMap;
  private readonly sheet: ReturnType<World["inTime"]>["sheet"];
  private noWay: NoWay | null = null;

  constructor(world: World, { pace, ...options }: TimeMapOptions) {
    checkWorld(world);
    const timed = world.inTime(checkedPace(pace));
    this.world = world;
    this.sheet = timed.sheet;
    this.map = new PathMap(timed.world, options);
    this.radius = this.map.radius;
    this.speed = pace.speed;
  }

  /** Goals that have moved, grown, opened or closed. */
  update(goals: Goals): void {
    this.map.update(goals);
    this.noWay = null;
  }

  /** Barriers that were put up, moved, reweighed or taken away. */
  setBarriers(barriers: readonly Barrier[]): void {
    this.map.setBarriers(barriers);
  }

  /** Where ways end. */
  get places(): readonly GoalPlace[] {
    return this.map.places;
  }

  /** The point of the goals nearest to p, as the crow flies. */
  nearestGoal(p: Point): Point {
    return this.map.nearestGoal(p);
  }

  /** Where p is on the map: on a flight, the place from which it takes less, up or down; null for what is nowhere. */
  private at(p: Point): Point | null {
    if (!isPlace(p)) return null;
    const [first = null, second] = this.sheet?.onto(p) ?? [p];
    if (first === null || second === undefined) return first;
    return (this.map.cost(second) ?? Infinity) < (this.map.cost(first) ?? Infinity) ? second : first;
  }

  /** Seconds that the way takes, and what the goal's `start` takes on the flat; null without a way. */
  cost(p: Point): number | null {
    const at = this.at(p);
    const cost = at && this.map.cost(at);
    return cost === null ? null : cost / this.speed;
  }

  /** Length of `pathFrom(p)` in metres; null without a way. */
  distance(p: Point): number | null {
    const path = this.pathFrom(p);
    return path && lengthIn(this.world, path);
  }

  /** The direction of the fastest way at p; [0, 0] at a goal, null without a way. */
  heading(p: Point): Point | null {
    const at = this.at(p);
    const path = at && this.map.beginning(at);
    return path && headingOf(onward(this.world, this.inMetres(p, path)));
  }

  /** The fastest way from p; in a building, both sides of every portal. */
  pathFrom(p: Point): Point[] | null {
    const at = this.at(p);
    const path = at && this.map.pathFrom(at);
    return path && this.inMetres(p, path);
  }

  /** A path of the map, which begins where p is on it, in the world. */
  private inMetres(p: Point, path: Point[]): Point[] {
    const { sheet } = this;
    return sheet ? path.map((q, i) => (i === 0 ? p : sheet.back(q))) : path;
  }

  /** Why there is no way from p, with the place; null where there is one. */
  reason(p: Point): string | null {
    if (this.cost(p) !== null) return null;
    const { radius, map } = this;
    this.noWay ??= new NoWay(this.world, this.places, {
      radius,
      fits: (q) => this.sheet?.onto(q).some((at) => map.space.contains(at)) ?? map.space.contains(q),
    });
    return this.noWay.from(p);
  }
}
