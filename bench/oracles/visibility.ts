/**
 * Shortest paths by the visibility graph: the oracle of the path benchmarks.
 *
 * A shortest path is straight between wall corners (Lozano-Perez and Wesley 1979), and at each it bends around the
 * wall: only segments that are tangent at both ends matter. Segments are found when the search first asks for
 * them, and kept. Decisions are exact, lengths are sums of doubles. Nothing here knows triangles or windows.
 */
import type { Point } from "../../src/geometry/index.js";
import { orient } from "../../src/geometry/index.js";
import { isInSector, Plan, type PlanInput, type Sector } from "./plan.js";
import { SightTree, WallGrid } from "./sight.js";

/** Corners in sight: numbers of bends and how far away each is. */
interface Neighbours {
  readonly bends: readonly number[];
  readonly lengths: readonly number[];
}

/** Distances from one source. */
export interface OracleField {
  /** Length of the shortest way to the source, null where there is none. */
  distance(p: Point): number | null;
}

export class VisibilityOracle {
  private readonly plan: Plan;
  private readonly grid: WallGrid;
  private readonly tree: SightTree;
  /** Places where a path may bend: a vertex with one of its sectors of at least a half turn. */
  private readonly vertexOf: number[] = [];
  private readonly sectorOf: Sector[] = [];
  private readonly bendsAt: number[][];
  private readonly known: (Neighbours | undefined)[] = [];

  constructor(scene: PlanInput) {
    this.plan = new Plan(scene);
    this.grid = new WallGrid(this.plan);
    this.tree = new SightTree(this.plan);
    this.bendsAt = this.plan.sectors.map((sectors, v) => {
      const bends: number[] = [];
      for (const sector of sectors) {
        if (!sector.wide) continue;
        bends.push(this.vertexOf.length);
        this.vertexOf.push(v);
        this.sectorOf.push(sector);
      }
      return bends;
    });
  }

  /** Number of places where a path may bend. */
  get bendCount(): number {
    return this.vertexOf.length;
  }

  /** Whether a point belongs to the free space, walls included. */
  contains(p: Point): boolean {
    return this.plan.contains(p);
  }

  /** Whether a straight segment can be walked, also where it passes corners. */
  canWalk(a: Point, b: Point): boolean {
    const found = this.shortest(a, b);
    const straight = Math.hypot(a[0] - b[0], a[1] - b[1]);
    return found !== null && found.distance <= straight * (1 + 1e-13);
  }

  /** Whether a straight segment can be walked and passes no corner. */
  canSee(a: Point, b: Point): boolean {
    return this.straight(a, b) !== null;
  }

  /** All distances from one point, by Dijkstra over the whole graph; then each answer is a look around. */
  distancesFrom(source: Point): OracleField {
    const distances = new Float64Array(this.bendCount).fill(Infinity);
    const heap = new Heap();
    const offer = (bend: number, distance: number): void => {
      if (distance >= distances[bend]) return;
      distances[bend] = distance;
      heap.push(distance, bend);
    };
    this.lookAround(source, offer);
    while (heap.size > 0) {
      const [distance, bend] = heap.pop();
      if (distance > distances[bend]) continue;
      const { bends, lengths } = this.neighboursOf(bend);
      for (let i = 0; i < bends.length; i++) offer(bends[i], distance + lengths[i]);
    }
    return {
      distance: (p) => {
        let best = this.straight(source, p) ?? Infinity;
        this.lookAround(p, (bend, length) => {
          best = Math.min(best, distances[bend] + length);
        });
        return best < Infinity ? best : null;
      },
    };
  }

  /** One shortest path by A* with the straight distance as the bound; null where there is none. */
  shortest(a: Point, b: Point): { distance: number; points: Point[] } | null {
    const straight = this.straight(a, b);
    if (straight !== null) return { distance: straight, points: [a, b] };
    const ends = new Map<number, number>();
    this.lookAround(b, (bend, length) => ends.set(bend, length));
    const { coords } = this.plan;
    const distances = new Map<number, number>();
    const parents = new Map<number, number>();
    const heap = new Heap();
    const offer = (bend: number, distance: number, parent: number): void => {
      if (distance >= (distances.get(bend) ?? Infinity)) return;
      distances.set(bend, distance);
      parents.set(bend, parent);
      const v = 2 * this.vertexOf[bend];
      heap.push(distance + Math.hypot(coords[v] - b[0], coords[v + 1] - b[1]), bend);
    };
    this.lookAround(a, (bend, length) => offer(bend, length, -1));
    let best = Infinity;
    let last = -1;
    while (heap.size > 0) {
      const [bound, bend] = heap.pop();
      if (bound >= best) break;
      const distance = distances.get(bend)!;
      const v = 2 * this.vertexOf[bend];
      if (bound > distance + Math.hypot(coords[v] - b[0], coords[v + 1] - b[1])) continue;
      const rest = ends.get(bend);
      if (rest !== undefined && distance + rest < best) {
        best = distance + rest;
        last = bend;
      }
      const { bends, lengths } = this.neighboursOf(bend);
      for (let i = 0; i < bends.length; i++) offer(bends[i], distance + lengths[i], bend);
    }
    if (last < 0) return null;
    const points: Point[] = [b];
    for (let bend = last; bend >= 0; bend = parents.get(bend)!) {
      points.push(this.plan.point(this.vertexOf[bend]));
    }
    points.push(a);
    return { distance: best, points: points.reverse() };
  }

  /** Length of the segment ab if it can be walked and passes no corner. */
  private straight(a: Point, b: Point): number | null {
    if (!this.opens(a, b) || !this.opens(b, a)) return null;
    if (!this.grid.isClear(a[0], a[1], b[0], b[1])) return null;
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  }

  /** Whether one may set out from p towards q. */
  private opens(p: Point, q: Point): boolean {
    const sectors = this.plan.sectorsAt(p);
    return sectors?.some((sector) => isInSector(p, sector, q[0], q[1])) ?? true;
  }

  /** Calls back with every bend that p sees and around which a path from p may go on. */
  private lookAround(p: Point, found: (bend: number, length: number) => void): void {
    const sectors = this.plan.sectorsAt(p);
    if (sectors?.length === 0) return;
    this.tree.visible(p, (v) => {
      const [x, y] = this.plan.point(v);
      if (sectors && !sectors.some((sector) => isInSector(p, sector, x, y))) return;
      this.meetBends(v, p, found);
    });
  }

  private neighboursOf(bend: number): Neighbours {
    const known = this.known[bend];
    if (known) return known;
    const bends: number[] = [];
    const lengths: number[] = [];
    const p = this.plan.point(this.vertexOf[bend]);
    this.tree.visible(p, (v) => {
      const [x, y] = this.plan.point(v);
      if (!this.isTangent(bend, x, y)) return;
      this.meetBends(v, p, (other, length) => {
        bends.push(other);
        lengths.push(length);
      });
    });
    this.known[bend] = { bends, lengths };
    return this.known[bend];
  }

  /** The bends at vertex v that are tangent to a clear segment from p. */
  private meetBends(v: number, p: Point, found: (bend: number, length: number) => void): void {
    const [x, y] = this.plan.point(v);
    let clear: boolean | undefined;
    for (const bend of this.bendsAt[v]) {
      if (!this.isTangent(bend, p[0], p[1])) continue;
      clear ??= this.grid.isClear(p[0], p[1], x, y);
      if (clear) found(bend, Math.hypot(p[0] - x, p[1] - y));
    }
  }

  /** Whether the line from a bend through (x, y) leaves its wall on one side: neither way leads into it. */
  private isTangent(bend: number, x: number, y: number): boolean {
    const { first, last } = this.sectorOf[bend];
    const [vx, vy] = this.plan.point(this.vertexOf[bend]);
    const beyondFirst = orient(vx, vy, first[0], first[1], x, y);
    const beyondLast = orient(vx, vy, last[0], last[1], x, y);
    return !((beyondLast > 0 && beyondFirst < 0) || (beyondLast < 0 && beyondFirst > 0));
  }
}

/** A binary heap of numbers by key; an entry that was bettered stays and is skipped by its reader. */
class Heap {
  private readonly keys: number[] = [];
  private readonly values: number[] = [];

  get size(): number {
    return this.keys.length;
  }

  push(key: number, value: number): void {
    const { keys, values } = this;
    let i = keys.length;
    for (; i > 0; i = (i - 1) >> 1) {
      const parent = (i - 1) >> 1;
      if (keys[parent] <= key) break;
      keys[i] = keys[parent];
      values[i] = values[parent];
    }
    keys[i] = key;
    values[i] = value;
  }

  pop(): [key: number, value: number] {
    const { keys, values } = this;
    const top: [number, number] = [keys[0], values[0]];
    const key = keys.pop()!;
    const value = values.pop()!;
    const size = keys.length;
    if (size === 0) return top;
    let i = 0;
    for (let child = 1; child < size; child = 2 * i + 1) {
      if (child + 1 < size && keys[child + 1] < keys[child]) child++;
      if (keys[child] >= key) break;
      keys[i] = keys[child];
      values[i] = values[child];
      i = child;
    }
    keys[i] = key;
    values[i] = value;
    return top;
  }
}
