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
import type { World } from "../world/index.js";
import { Ground } from "./ground.js";
import { Propagation, type Target } from "./windows.js";

/** A shortest path. */
export interface ShortestPath {
  /** Its length in metres. */
  readonly distance: number;
  /** Its points, both ends included. */
  readonly points: Point[];
}

/** Shortest paths between points of one world, for those who ask often. */
export class PathFinder {
  readonly world: World;
  private readonly ground: Ground;
  private readonly search: Propagation;
  private readonly spot: Spot = { place: OUTSIDE, edge: -1 };

  constructor(world: World) {
    this.world = world;
    this.ground = new Ground(world.space.triangulation);
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
    const { triangulation } = this.world.space;
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

const finders = new WeakMap<World, PathFinder>();

/** The shortest path from a to b in a world, exact; null without a way. What can be prepared is kept with the world. */
export function shortestPath(world: World, a: Point, b: Point): ShortestPath | null {
  let finder = finders.get(world);
  if (!finder) {
    finder = new PathFinder(world);
    finders.set(world, finder);
  }
  return finder.find(a, b);
}
