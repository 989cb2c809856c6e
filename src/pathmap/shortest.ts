/**
 * One shortest path, without a map, on the world's own triangulation.
 */
import {
  AT_VERTEX,
  faceOf,
  IN_FACE,
  OUTSIDE,
  type Point,
  prevEdge as prev,
  type Spot,
  samePoint,
} from "../geometry/index.js";
import { checkKeys, checkNumber, checkPoint } from "../options.js";
import { Ground, type Place, PointSearch, Rooms } from "../unfold/internal.js";
import { type FreeSpace, grownSpace, type World } from "../world/index.js";
import { PathMap } from "./pathmap.js";

/** A shortest path. */
export interface ShortestPath {
  /** Its length in metres. */
  readonly distance: number;
  /** Its points, both ends included; in a building, both sides of every portal. */
  readonly points: Point[];
}

/** How paths are looked for. */
export interface PathFinderOptions {
  /**
   * Radius of those who walk, in metres, >= 0, default 0: the path keeps it from every wall. Arcs around corners are chords
   * at most 1/500 of it too far out; an end where such a disc does not fit has no path.
   */
  readonly radius?: number;
}

/** Shortest paths between points of one world, for those who ask often. */
export class PathFinder {
  readonly world: World;
  readonly radius: number;
  private readonly space: FreeSpace;
  private readonly rooms: Rooms;
  private readonly search: PointSearch;
  private readonly spot: Spot = { place: OUTSIDE, edge: -1 };
  /** The map to the last end in a building. */
  private map: { readonly to: Point; readonly paths: PathMap } | null = null;

  constructor(world: World, options: PathFinderOptions = {}) {
    const radius = radiusOf(options);
    this.world = world;
    this.radius = radius;
    this.space = world.building
      ? world.spaceFor(radius)
      : radius === 0
        ? world.space
        : grownSpace(world.scene, radius);
    const ground = new Ground(this.space.triangulation);
    this.rooms = new Rooms(ground);
    const { minX, minY, maxX, maxY } = ground.mesh.box;
    this.search = new PointSearch(this.rooms, ground.nodeCount, Math.max(maxX - minX, maxY - minY));
  }

  /** The shortest path from a to b; null without a way. */
  find(a: Point, b: Point): ShortestPath | null {
    checkPoint(a, "a");
    checkPoint(b, "b");
    if (this.world.building) return this.through(a, b);
    const { search } = this;
    const from = this.place(b);
    const to = this.place(a);
    const { part } = this.rooms;
    if (!from.rooms.some((r) => to.rooms.some((s) => part[r] === part[s]))) return null;
    // The search starts at b, so that following the legs back from a gives the path in its own direction.
    search.run(from, to);
    const points: Point[] = [a];
    const { number, index } = search.roots;
    for (let root = search.last; root >= 0; root = index.parent[root]) {
      const [x, y] = points[points.length - 1];
      if (number.x[root] !== x || number.y[root] !== y) points.push([number.x[root], number.y[root]]);
    }
    return { distance: search.known, points };
  }

  /** The shortest path through a building: by a map to b, which is kept while b is asked for. */
  private through(a: Point, b: Point): ShortestPath | null {
    if (!this.space.contains(b)) return null;
    if (!this.map || !samePoint(this.map.to, b)) {
      const paths = new PathMap(this.world, { goals: [{ point: b }], radius: this.radius, barriers: [] });
      this.map = { to: b, paths };
    }
    const { paths } = this.map;
    const points = paths.pathFrom(a);
    return points && { distance: paths.distance(a)!, points };
  }

  /** The rooms that hold a point, and the vertex it stands on, if any. */
  private place([x, y]: Point): Place {
    const { triangulation } = this.space;
    const { triangles, twins } = triangulation.mesh;
    const { place, edge } = triangulation.locate(x, y, this.spot);
    const rooms: number[] = [];
    const add = (e: number) => {
      const room = this.rooms.roomOf[faceOf(e)];
      if (room >= 0 && !rooms.includes(room)) rooms.push(room);
    };
    if (place === OUTSIDE) return { x, y, rooms, vertex: -1 };
    add(edge);
    if (place === AT_VERTEX) for (let e = twins[prev(edge)]; e !== edge && e >= 0; e = twins[prev(e)]) add(e);
    else if (place !== IN_FACE) add(twins[edge]);
    return { x, y, rooms, vertex: place === AT_VERTEX ? triangles[edge] : -1 };
  }
}

function radiusOf(options: PathFinderOptions): number {
  checkKeys(options, ["radius"]);
  return checkNumber(options.radius ?? 0, "radius", { of: "metres", least: 0 });
}

/** Finders by radius, kept as long as their world. */
const finders = new WeakMap<World, Map<number, PathFinder>>();

/** The shortest path from a to b in a world, exact; null without a way. What can be prepared is kept with the world. */
export function shortestPath(
  world: World,
  a: Point,
  b: Point,
  options: PathFinderOptions = {},
): ShortestPath | null {
  const radius = radiusOf(options);
  const known = finders.get(world) ?? new Map<number, PathFinder>();
  finders.set(world, known);
  const finder = known.get(radius) ?? new PathFinder(world, options);
  known.set(radius, finder);
  return finder.find(a, b);
}
