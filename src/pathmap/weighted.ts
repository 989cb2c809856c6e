/**
 * Path maps with vertex weights (Farias 2020, 3.5): at a weighted vertex the traveller goes on with speed max(w, current),
 * as if a bicycle stood there.
 *
 * One plain map per distinct speed, a *layer*, holds the times of those who travel at that speed. A weighted vertex is a
 * source of the other layers: with the map rooted at the goal, whoever walks at speed s may head for a faster vertex v
 * and has the time T_w(v) of its layer left there,
 *
 *     T_s(p) = min( d(p) / s, |pv| / s + T_w(v) for all v with w > s ),      fastest layer first;
 *
 * rooted at the start, as in the paper, those who reach v at a speed below w spread from there at speed w, slowest layer
 * first. So a slow cone that wins near and loses far is right without further care: the layers do not compete until the
 * end.
 */
import type { Point } from "../geometry/index.js";
import { type Guide, headingOf } from "../guide.js";
import { checkChoice, checkKeys, checkNumber, isPoint } from "../options.js";
import {
  checkWorld,
  type GoalPlace,
  type Goals,
  goalPlaces,
  NoWay,
  nearestOfGoals,
  type World,
} from "../world/index.js";
import type { Barrier } from "./barriers.js";
import { PathMap } from "./pathmap.js";
import { lengthIn, onward } from "./paths.js";
import { RasterMap } from "./raster.js";
import { WeightedRaster } from "./weighted-raster.js";
import { fasterVertices, WALK, type Weight } from "./weights.js";

/** How a weighted map is made. */
export interface WeightedPathMapOptions {
  /** Where paths end (or begin, with `root: "start"`). A goal's start is a time here, in seconds at speed 1. */
  readonly goals: Goals;
  /** By default the weights of the world's scene. */
  readonly weights?: readonly Weight[];
  /** Radius of those who walk, in metres, >= 0, default 0; a weighted vertex is then touched from as near as they get. */
  readonly radius?: number;
  /** By default the barriers of the world's scene: what is past one takes `weight` times as long. */
  readonly barriers?: readonly Barrier[];
  /** `goal` (default): the goals are where travellers go. `start`: the goals are where the one traveller sets out. */
  readonly root?: "goal" | "start";
}

/** A part of a path that is travelled at one speed. */
export interface Leg {
  readonly points: Point[];
  readonly speed: number;
}

interface Layer {
  readonly speed: number;
  readonly map: PathMap | null;
  /** Per source of the map: the weighted vertex it stands for; null for the user's own. */
  readonly from: readonly (Weight | null)[];
}

export class WeightedPathMap implements Guide {
  readonly world: World;
  readonly root: "goal" | "start";
  readonly radius: number;
  private readonly barriers?: readonly Barrier[];
  private readonly sources: readonly GoalPlace[];
  private readonly layers = new Map<number, Layer>();
  private readonly noWay: NoWay;

  constructor(world: World, options: WeightedPathMapOptions) {
    checkWorld(world);
    checkKeys(options, ["goals", "weights", "radius", "barriers", "root"]);
    const { goals, weights = world.scene.weights ?? [], radius = 0, barriers, root = "goal" } = options;
    checkChoice(root, "root", ["goal", "start"]);
    checkNumber(radius, "radius", { of: "metres", least: 0 });
    this.world = world;
    this.root = root;
    this.radius = radius;
    this.barriers = barriers;
    const sources = goalPlaces(world, goals);
    this.sources = sources;
    const faster = fasterVertices(world, weights, radius);
    const speeds = [...new Set([WALK, ...faster.map(({ speed }) => speed)])].sort((a, b) => a - b);
    if (root === "goal") speeds.reverse();
    for (const speed of speeds) this.addLayer(speed, sources, faster);
    this.noWay = new NoWay(world, sources, {
      radius,
      fits: (p) => this.layers.get(WALK)!.map!.space.contains(p),
    });
  }

  /** Where ways end. */
  get places(): readonly GoalPlace[] {
    return this.sources;
  }

  /** The point of the goals nearest to p, as the crow flies. */
  nearestGoal(p: Point): Point {
    return nearestOfGoals(this.sources, p);
  }

  private addLayer(speed: number, sources: readonly GoalPlace[], weights: readonly Weight[]): void {
    const own = this.root === "goal" || speed === WALK ? sources : [];
    // Times become lengths at this layer's speed, so that a plain map can hold them.
    const entries = own.map((source): { source: GoalPlace; weight: Weight | null } => ({
      source: { ...source, start: (source.start ?? 0) * speed },
      weight: null,
    }));
    for (const weight of weights) {
      const time = this.root === "goal" ? this.timeFrom(weight, speed) : this.timeTo(weight, speed);
      if (time !== null) entries.push({ source: { point: weight.vertex, start: time * speed }, weight });
    }
    const goals = entries.map(({ source }) => source);
    const { radius, barriers } = this;
    const map = goals.length > 0 ? new PathMap(this.world, { goals, radius, barriers }) : null;
    this.layers.set(speed, { speed, map, from: entries.map(({ weight }) => weight) });
  }

  /** Rooted at the goal: time left at a weighted vertex that is faster than `speed`. */
  private timeFrom({ vertex, speed: gained }: Weight, speed: number): number | null {
    return gained > speed ? this.timeIn(this.layers.get(gained)!, vertex) : null;
  }

  /** Rooted at the start: time at which a slower traveller reaches the weighted vertex of this layer. */
  private timeTo({ vertex, speed: gained }: Weight, speed: number): number | null {
    return gained === speed ? (this.best(vertex, speed)?.time ?? null) : null;
  }

  private timeIn({ map, speed }: Layer, p: Point): number | null {
    const cost = map?.cost(p) ?? null;
    return cost === null ? null : cost / speed;
  }

  /** The layer with the least time at p, among those below a speed; for maps rooted at the goal, the walkers'. */
  private best(p: Point, below = Infinity): { layer: Layer; time: number } | null {
    let found: { layer: Layer; time: number } | null = null;
    for (const layer of this.layers.values()) {
      if (layer.speed >= below || (this.root === "goal" && layer.speed !== WALK)) continue;
      const time = this.timeIn(layer, p);
      if (time !== null && (found === null || time < found.time)) found = { layer, time };
    }
    return found;
  }

  /** Travel time between p and the nearest goal, in seconds at a walking speed of 1 m/s; null without a way. */
  cost(p: Point): number | null {
    return this.best(p)?.time ?? null;
  }

  /** Length of the fastest path in metres. */
  distance(p: Point): number | null {
    const path = this.pathFrom(p);
    return path && lengthIn(this.world, path);
  }

  /** Direction of the fastest path at p; [0, 0] at a goal. */
  heading(p: Point): Point | null {
    const path = this.pathFrom(p);
    return path && headingOf(onward(this.world, path));
  }

  /** The fastest path from p to a goal (from p back to the start, when rooted there). */
  pathFrom(p: Point): Point[] | null {
    const legs = this.legsFrom(p);
    return legs?.flatMap(({ points }, i) => (i === 0 ? points : points.slice(1))) ?? null;
  }

  /** Why there is no way from p, with the place; null where there is one. */
  reason(p: Point): string | null {
    return isPoint(p) && this.best(p) ? null : this.noWay.from(p);
  }

  /** The same path in parts of one speed each: where a part ends, a weighted vertex changes the speed. */
  legsFrom(p: Point): Leg[] | null {
    let layer = this.best(p)?.layer;
    if (!layer) return null;
    const legs: Leg[] = [];
    for (let at = p; ; ) {
      const points = layer.map!.pathFrom(at)!;
      const weight: Weight | null = layer.from[layer.map!.sourceOf(at)!];
      if (points.length > 1 || legs.length === 0) legs.push({ points, speed: layer.speed });
      if (weight === null) return legs;
      at = weight.vertex;
      layer = this.root === "goal" ? this.layers.get(weight.speed)! : this.best(at, layer.speed)!.layer;
    }
  }

  /** The map baked into cells, `size` of them along the longer side of the world's box. */
  raster(size = 1000): WeightedRaster {
    const layers = [...this.layers.values()].filter(
      ({ map, speed }) => map && (this.root === "start" || speed === WALK),
    );
    return new WeightedRaster(
      layers.map(({ map, speed, from }) => ({
        raster: new RasterMap(map!, size),
        speed,
        usesWeight: (region) => speed > WALK || from[map!.sourceOfRegion(region)] !== null,
      })),
    );
  }

  /** Whether the fastest path at p uses a weighted vertex: the regions that figure 3.8 dashes. */
  usesWeight(p: Point): boolean {
    const legs = this.legsFrom(p);
    return legs?.some(({ speed }) => speed > WALK) ?? false;
  }
}
