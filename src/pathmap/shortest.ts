/**
 * One shortest path, without a map: the same windows, taken in the order of the least length that a path through them
 * can have (as Polyanya does: Cui, Harabor and Grastien 2017), on the world's own triangulation.
 */
import { InputError } from "../errors.js";
import {
  AT_VERTEX,
  faceOf,
  IN_FACE,
  OUTSIDE,
  type Point,
  prevEdge as prev,
  type Spot,
} from "../geometry/index.js";
import { type FreeSpace, grownSpace, type World } from "../world/index.js";
import { Ground } from "./ground.js";
import { Propagation, type Target } from "./windows.js";

/** A shortest path. */
export interface ShortestPath {
  /** Its length in metres. */
  readonly distance: number;
  /** Its points, both ends included. */
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
  private readonly ground: Ground;
  private readonly search: Propagation;
  private readonly spot: Spot = { place: OUTSIDE, edge: -1 };

  constructor(world: World, options: PathFinderOptions = {}) {
    const radius = radiusOf(options);
    this.world = world;
    this.radius = radius;
    this.space = radius === 0 ? world.space : grownSpace(world.scene, radius);
    this.ground = new Ground(this.space.triangulation);
    this.search = new Propagation(this.ground);
  }

  /** The shortest path from a to b; null without a way. */
  find(a: Point, b: Point): ShortestPath | null {
    for (const [name, p] of Object.entries({ a, b })) {
      if (!p.every(Number.isFinite))
        throw new InputError(`a point of two finite numbers is needed; given: [${p}]`, name);
    }
    const { search } = this;
    const from = this.freeFaces(b);
    const target: Target = { x: a[0], y: a[1], faces: this.freeFaces(a).faces, distance: Infinity, root: -1 };
    if (from.faces.length === 0 || target.faces.length === 0) return null;
    // The search starts at b, so that following parents from a gives the path in its own direction.
    search.reset(target);
    if (from.vertex >= 0) search.add({ source: 0, start: 0, vertex: from.vertex });
    else search.addPoint(b[0], b[1], from.faces);
    search.run();
    if (target.root < 0) return null;
    const points: Point[] = [a];
    const { number, index } = search.roots;
    for (let root = target.root; root >= 0; root = index.parent[root]) {
      const [x, y] = points[points.length - 1];
      if (number.x[root] !== x || number.y[root] !== y) points.push([number.x[root], number.y[root]]);
    }
    return { distance: target.distance, points };
  }

  /** The free faces that hold a point, and the vertex it stands on, if any. */
  private freeFaces([x, y]: Point): { faces: number[]; vertex: number } {
    const { triangulation } = this.space;
    const { triangles, twins } = triangulation.mesh;
    const { place, edge } = triangulation.locate(x, y, this.spot);
    if (place === OUTSIDE) return { faces: [], vertex: -1 };
    const faces = [faceOf(edge)];
    if (place === AT_VERTEX) {
      for (let e = twins[prev(edge)]; e !== edge && e >= 0; e = twins[prev(e)]) faces.push(faceOf(e));
    } else if (place !== IN_FACE) {
      faces.push(faceOf(twins[edge]));
    }
    return {
      faces: faces.filter((f) => this.ground.isFree(f)),
      vertex: place === AT_VERTEX ? triangles[edge] : -1,
    };
  }
}

function radiusOf({ radius = 0, ...rest }: PathFinderOptions): number {
  const unknown = Object.keys(rest)[0];
  if (unknown) throw new InputError(`unknown option ${JSON.stringify(unknown)}; known: radius`);
  return radius;
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
