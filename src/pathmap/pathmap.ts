/**
 * The optimal path map: the exact shortest way to the nearest source, from everywhere (Farias 2020, chapter 3).
 *
 * The map is kept as a list per triangle of the roots that can be the next bend of a shortest path there, each with the
 * cone in which it sees the triangle. A question is point location and a short minimum over that list, so answers are
 * exact at any point, not at pixels.
 */
import {
  AT_VERTEX,
  faceOf,
  nearestOnSegment,
  ON_EDGE,
  OUTSIDE,
  type Point,
  prevEdge as prev,
  type Spot,
  samePoint,
} from "../geometry/index.js";
import { type Guide, headingOf } from "../guide.js";
import { checkKeys, checkList, checkNumber, isPlace, isPoint } from "../options.js";
import { Ground, Propagation } from "../unfold/internal.js";
import {
  checkWorld,
  type FreeSpace,
  type GoalPlace,
  type Goals,
  goalLabel,
  goalPlaces,
  NoWay,
  nearestOfGoals,
  type World,
} from "../world/index.js";
import { type Barrier, BarrierPropagation, Barriers } from "./barriers.js";
import { LiftStops } from "./lift-stops.js";
import { lengthIn, onward } from "./paths.js";
import { Regions } from "./regions.js";
import { type Approach, place, sourcesFor } from "./sources.js";

/** How a path map is made. */
export interface PathMapOptions {
  /** Where paths end: names of the scene's goals, points, segments. The one of the least cost wins. */
  readonly goals: Goals;
  /**
   * Radius of those who walk, in metres, >= 0, default 0: their centres keep it from every wall. Arcs around corners are
   * chords at most 1/500 of it too far out; a goal nearer to a wall is reached by a last straight step.
   */
  readonly radius?: number;
  /** Segments that make what lies behind them dearer; by default those of the world's scene. */
  readonly barriers?: readonly Barrier[];
}

export class PathMap implements Guide {
  readonly world: World;
  /** The triangulation that the regions refer to: the world's, with the sources drawn in. */
  readonly space: FreeSpace;

  /** Radius of those who walk, in metres. */
  readonly radius: number;

  private known!: { sources: readonly GoalPlace[]; approaches: readonly Approach[]; regions: Regions };
  private barriers: Barriers | null;
  /** Per vertex: 1 for those that were there before the sources. */
  private readonly corners: Uint8Array;
  /** Constraints that the sources became. */
  private drawn: readonly number[] = [];
  private readonly spot: Spot = { place: OUTSIDE, edge: -1 };
  private noWay: NoWay | null = null;

  constructor(world: World, options: PathMapOptions) {
    checkWorld(world);
    checkKeys(options, ["goals", "radius", "barriers"]);
    const { goals, radius = 0, barriers = world.scene.barriers ?? [] } = options;
    this.world = world;
    this.radius = checkNumber(radius, "radius", { of: "metres", least: 0 });
    this.space = radius === 0 ? world.space.clone() : world.spaceFor(radius);
    const { vertexEdge, vertexCount } = this.space.triangulation.mesh;
    this.corners = Uint8Array.from(vertexEdge.subarray(0, vertexCount), (e) => (e >= 0 ? 1 : 0));
    this.barriers = this.checkedBarriers(barriers);
    this.spread(goals);
  }

  /**
   * Goals that have moved, grown, opened or closed: trains, doors. The triangulation stays and only changes around them;
   * distances spread anew. If a goal is refused, the map stays as it was before.
   */
  update(goals: Goals): void {
    const before = this.sources;
    for (const id of this.drawn) this.space.triangulation.remove(id);
    this.drawn = [];
    try {
      this.spread(goals);
    } catch (error) {
      this.spread(before);
      throw error;
    }
  }

  /** Barriers that were put up, moved, reweighed or taken away: the ground stays as it is, costs spread anew. */
  setBarriers(barriers: readonly Barrier[]): void {
    this.barriers = this.checkedBarriers(barriers);
    this.update(this.sources);
  }

  private checkedBarriers(list: readonly Barrier[]): Barriers | null {
    const { minX, minY, maxX, maxY } = this.world.bounds;
    checkList(list, "barriers", "barriers");
    return list.length > 0 ? new Barriers(list, Math.max(maxX - minX, maxY - minY)) : null;
  }

  private spread(goals: Goals): void {
    const sources = goalPlaces(this.world, goals);
    const approaches = sourcesFor(this.space, sources, this.radius);
    const { minX, minY, maxX, maxY } = this.world.bounds;
    const size = Math.hypot(maxX - minX, maxY - minY);
    const label = (i: number): string => goalLabel(this.world, goals, i);
    const lifts = new LiftStops(this.space, this.world.lifts, this.radius);
    const { placed, ids } = place(this.space, sources, approaches, size, this.radius, label);
    this.drawn = [...lifts.ids, ...ids];
    const ground = new Ground(this.space.triangulation, this.space.portals);
    const { barriers } = this;
    const carriers = lifts.carriers();
    const propagation = barriers
      ? new BarrierPropagation(ground, barriers, this.corners, carriers)
      : new Propagation(ground, carriers);
    for (const source of placed) propagation.add(source);
    propagation.run();
    this.noWay = null;
    this.known = { sources, approaches, regions: new Regions(propagation, barriers, lifts.stops) };
  }

  /** The sources as they were given, one per point or segment; `sourceOf` answers with their positions. */
  get sources(): readonly GoalPlace[] {
    return this.known.sources;
  }

  /** The same, as every guide has them. */
  get places(): readonly GoalPlace[] {
    return this.sources;
  }

  /** The point of the sources nearest to p, as the crow flies. */
  nearestGoal(p: Point): Point {
    return nearestOfGoals(this.sources, p);
  }

  /** Roots and cones per triangle, for those who bake them into rasters. */
  get regions(): Regions {
    return this.known.regions;
  }

  private get approaches(): readonly Approach[] {
    return this.known.approaches;
  }

  /** Length of `pathFrom(p)` in metres; null without a way. */
  distance(p: Point): number | null {
    const root = this.find(p);
    if (root < 0) return null;
    const { start = 0 } = this.sources[this.sourceOfRegion(root)];
    if (!this.barriers && start === 0 && !this.regions.hasRides) return this.regions.distance;
    return lengthIn(this.world, this.pathVia(p, root));
  }

  /** What the best path minimises: its distance, or what that becomes by barriers, and the goal's `start`. */
  cost(p: Point): number | null {
    return this.find(p) < 0 ? null : this.regions.distance;
  }

  /** The direction of the shortest path at p; [0, 0] on a source, null without a way. */
  heading(p: Point): Point | null {
    const path = this.beginning(p);
    return path && headingOf(onward(this.world, path));
  }

  /** The next bend, or the source itself, on the shortest path from p; null without a way. */
  parent(p: Point): Point | null {
    const path = this.beginning(p);
    if (!path) return null;
    const [first, second = first] = onward(this.world, path);
    return second;
  }

  /**
   * How `pathFrom(p)` begins, as far as a heading needs: where p is on a portal, the third point is the second beyond it.
   *
   * @internal
   */
  beginning(p: Point): Point[] | null {
    const root = this.find(p);
    return root < 0 ? null : this.pathVia(p, root, 3);
  }

  /** Position in `sources` of the one that is nearest to p; null without a way. */
  sourceOf(p: Point): number | null {
    const root = this.find(p);
    return root < 0 ? null : this.sourceOfRegion(root);
  }

  /** The shortest path from p to a source, with all its bends; a single point on a source, null without a way. */
  pathFrom(p: Point): Point[] | null {
    const root = this.find(p);
    return root < 0 ? null : this.pathVia(p, root);
  }

  /**
   * The path from p straight to the root of a region, whether or not it is in sight, and on to its source; it may end early
   * where it has as many points as somebody looks at.
   */
  pathVia(p: Point, root: number, most = Infinity): Point[] {
    const path = this.regions.trace(p, root, most);
    if (path.length >= most) return path;
    const { last } = this.approaches[this.regions.sourceOf(root)];
    if (!last) return path;
    const end = path[path.length - 1];
    const goal = "point" in last ? last.point : nearestOnSegment(end, ...last.segment);
    return samePoint(end, goal) ? path : [...path, goal];
  }

  /** Why there is no way from p, with the place; null where there is one. */
  reason(p: Point): string | null {
    if (isPoint(p) && this.find(p) >= 0) return null;
    const { radius, space } = this;
    this.noWay ??= new NoWay(this.world, this.sources, { radius, fits: (q) => space.contains(q) });
    return this.noWay.from(p);
  }

  /** Number of the region that p belongs to: of the root that its path begins with; -1 without a way. */
  regionAt(p: Point): number {
    return this.find(p);
  }

  /** Position in `sources` of the one that the paths of a region end at. */
  sourceOfRegion(region: number): number {
    return this.approaches[this.regions.sourceOf(region)].given;
  }

  /** The root that is best at p, with its distance in `regions.distance`; -1 without a way. */
  private find(p: Point): number {
    if (!isPlace(p)) return -1;
    const [x, y] = p;
    const { triangulation } = this.space;
    const { regions } = this;
    const { place: where, edge } = triangulation.locate(x, y, this.spot);
    regions.begin(x, y);
    if (where === OUTSIDE) return -1;
    regions.look(faceOf(edge));
    const { twins } = triangulation.mesh;
    if (where === ON_EDGE) regions.look(faceOf(twins[edge]));
    if (where === AT_VERTEX) {
      for (let e = twins[prev(edge)]; e !== edge && e >= 0; e = twins[prev(e)]) regions.look(faceOf(e));
    }
    return regions.root;
  }
}
