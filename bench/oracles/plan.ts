/**
 * A plan as walls: unique vertices, edges that meet only at their ends, and the free sectors around every vertex.
 *
 * This is the ground under the visibility oracle. It knows no triangles, so that it can judge what is computed on
 * them. Obstacles may touch each other and the boundary, but must not overlap. Obstacles that are points are left
 * out: they shorten and lengthen nothing.
 */
import Flatbush from "flatbush";
import { isCounterclockwise, orient, type Point, type Ring } from "../../src/geometry/index.js";
import type { Scene } from "../../src/world/index.js";

/** What the oracle needs of a scene. */
export type PlanInput = Pick<Scene, "boundary" | "obstacles">;

/** The free directions at a point: counterclockwise from one ray to another, both of them included. */
export interface Sector {
  /** A point on the first ray and one on the last. */
  readonly first: Point;
  readonly last: Point;
  /** How the angle between them compares with a half turn. */
  readonly wide: boolean;
}

/** Whether the direction from p to (x, y) belongs to a sector at p. */
export function isInSector(p: Point, { first, last, wide }: Sector, x: number, y: number): boolean {
  const beyondFirst = orient(p[0], p[1], first[0], first[1], x, y);
  const beyondLast = orient(p[0], p[1], last[0], last[1], x, y);
  // At a half turn or more, the rest is a cone of at most a half turn: outside it is inside the sector.
  return wide ? !(beyondLast > 0 && beyondFirst < 0) : beyondFirst >= 0 && beyondLast <= 0;
}

/** An edge while it is collected, from its lower to its higher vertex. */
interface Edge {
  readonly a: number;
  readonly b: number;
  solidLeft: boolean;
  solidRight: boolean;
  /** How many polygons' borders it is; odd where a ray crosses from free to solid. */
  borders: number;
}

export class Plan {
  /** x, y of every vertex. */
  readonly coords: Float64Array;
  /** The two vertices of every edge. */
  readonly ends: Int32Array;
  /** Free sectors at every vertex. */
  readonly sectors: readonly (readonly Sector[])[];

  private readonly edges: readonly Edge[];
  private readonly tree: Flatbush;
  private readonly right: number;

  constructor({ boundary, obstacles = [] }: PlanInput) {
    const collector = new Collector();
    collector.addRing(boundary, true);
    for (const { polygon, segment } of obstacles) {
      if (polygon) collector.addRing(polygon, false);
      else if (segment) collector.addWall(segment[0], segment[1]);
    }
    const { coords, edges } = collector.finish();
    this.coords = coords;
    this.edges = edges;
    this.ends = Int32Array.from(edges.flatMap(({ a, b }) => [a, b]));
    this.tree = treeOf(edges, coords);
    this.right = Math.max(...boundary.map(([x]) => x));
    this.sectors = this.findSectors();
  }

  get vertexCount(): number {
    return this.coords.length / 2;
  }

  point(v: number): Point {
    return [this.coords[2 * v], this.coords[2 * v + 1]];
  }

  /** The free sectors at a point on a wall; null where it is on none; empty where it is outside the free space. */
  sectorsAt([x, y]: Point): readonly Sector[] | null {
    const { coords, edges } = this;
    for (const e of this.tree.search(x, y, x, y)) {
      const { a, b, solidLeft, solidRight } = edges[e];
      for (const v of [a, b]) if (coords[2 * v] === x && coords[2 * v + 1] === y) return this.sectors[v];
      const [p, q] = [this.point(a), this.point(b)];
      if (orient(p[0], p[1], q[0], q[1], x, y) !== 0) continue;
      const found: Sector[] = [];
      if (!solidLeft) found.push({ first: q, last: p, wide: true });
      if (!solidRight) found.push({ first: p, last: q, wide: true });
      return found;
    }
    return this.isInside(x, y) ? null : [];
  }

  /** Whether a point belongs to the free space, walls included. */
  contains(p: Point): boolean {
    return this.sectorsAt(p)?.length !== 0;
  }

  /** Counts the borders to the right of a point that lies on none. */
  private isInside(x: number, y: number): boolean {
    const { coords, edges } = this;
    let inside = false;
    if (x > this.right) return false;
    for (const e of this.tree.search(x, y, this.right, y)) {
      const { a, b, borders } = edges[e];
      const [low, high] = coords[2 * a + 1] <= coords[2 * b + 1] ? [2 * a, 2 * b] : [2 * b, 2 * a];
      if (coords[low + 1] > y || coords[high + 1] <= y) continue;
      const left = orient(coords[low], coords[low + 1], coords[high], coords[high + 1], x, y) > 0;
      if (left && borders % 2 === 1) inside = !inside;
    }
    return inside;
  }

  private findSectors(): Sector[][] {
    const rays: { to: number; freeLeft: boolean }[][] = Array.from({ length: this.vertexCount }, () => []);
    for (const { a, b, solidLeft, solidRight } of this.edges) {
      rays[a].push({ to: b, freeLeft: !solidLeft });
      rays[b].push({ to: a, freeLeft: !solidRight });
    }
    return rays.map((list, v) => {
      const p = this.point(v);
      list.sort((r, s) => compareDirections(p, this.point(r.to), this.point(s.to)));
      const found: Sector[] = [];
      list.forEach(({ to, freeLeft }, i) => {
        if (!freeLeft) return;
        const [first, last] = [this.point(to), this.point(list[(i + 1) % list.length].to)];
        const wide = list.length === 1 || orient(p[0], p[1], first[0], first[1], last[0], last[1]) <= 0;
        found.push({ first, last, wide });
      });
      return found;
    });
  }
}

/** Orders directions from p counterclockwise, from the positive x axis. */
function compareDirections(p: Point, q: Point, r: Point): number {
  const half = ([x, y]: Point): number => (y > p[1] || (y === p[1] && x > p[0]) ? 0 : 1);
  return half(q) - half(r) || -orient(p[0], p[1], q[0], q[1], r[0], r[1]);
}

function treeOf(edges: readonly { a: number; b: number }[], coords: ArrayLike<number>): Flatbush {
  const tree = new Flatbush(edges.length);
  for (const { a, b } of edges) {
    const [ax, ay, bx, by] = [coords[2 * a], coords[2 * a + 1], coords[2 * b], coords[2 * b + 1]];
    tree.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by));
  }
  tree.finish();
  return tree;
}

/** A directed edge as given: a polygon has its solid side on the right, a wall has none. */
interface Given {
  readonly a: number;
  readonly b: number;
  readonly border: boolean;
}

/** Gathers rings and walls, joins equal vertices, cuts edges at vertices that lie on them. */
class Collector {
  private readonly numbers = new Map<string, number>();
  private readonly coords: number[] = [];
  private readonly given: Given[] = [];

  /** Adds a polygon: the boundary is free inside, an obstacle outside. */
  addRing(ring: Ring, freeInside: boolean): void {
    const forward = isCounterclockwise(ring) === freeInside;
    const vertices = (forward ? ring : [...ring].reverse()).map((p) => this.vertex(p));
    vertices.forEach((a, i) => {
      const b = vertices[(i + 1) % vertices.length];
      if (a !== b) this.given.push({ a, b, border: true });
    });
  }

  addWall(p: Point, q: Point): void {
    const [a, b] = [this.vertex(p), this.vertex(q)];
    if (a !== b) this.given.push({ a, b, border: false });
  }

  private vertex([x, y]: Point): number {
    const key = `${x},${y}`;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const v = this.coords.length / 2;
    this.numbers.set(key, v);
    this.coords.push(x, y);
    return v;
  }

  finish(): { coords: Float64Array; edges: Edge[] } {
    const coords = Float64Array.from(this.coords);
    const stops = this.vertexStops();
    const edges = new Map<string, Edge>();
    this.given.forEach(({ a, b, border }, i) => {
      const along = [a, ...stops[i], b];
      for (let k = 1; k < along.length; k++) {
        const [p, q] = [along[k - 1], along[k]];
        const key = p < q ? `${p},${q}` : `${q},${p}`;
        let edge = edges.get(key);
        if (!edge) {
          edge = { a: Math.min(p, q), b: Math.max(p, q), solidLeft: false, solidRight: false, borders: 0 };
          edges.set(key, edge);
        }
        if (!border) continue;
        edge.borders++;
        if (p < q) edge.solidRight = true;
        else edge.solidLeft = true;
      }
    });
    return { coords, edges: [...edges.values()] };
  }

  /** The vertices strictly inside every given edge, in its order. */
  private vertexStops(): number[][] {
    const { coords, given } = this;
    const stops: number[][] = given.map(() => []);
    const tree = treeOf(given, coords);
    for (let v = 0; v < coords.length / 2; v++) {
      const [x, y] = [coords[2 * v], coords[2 * v + 1]];
      for (const e of tree.search(x, y, x, y)) {
        const { a, b } = given[e];
        if (v === a || v === b) continue;
        const side = orient(coords[2 * a], coords[2 * a + 1], coords[2 * b], coords[2 * b + 1], x, y);
        if (side === 0) stops[e].push(v);
      }
    }
    stops.forEach((list, e) => {
      const start = 2 * given[e].a;
      const reach = (v: number): number =>
        Math.abs(coords[2 * v] - coords[start]) + Math.abs(coords[2 * v + 1] - coords[start + 1]);
      list.sort((v, w) => reach(v) - reach(w));
    });
    return stops;
  }
}
