/**
 * Shortest paths by definition: Dijkstra over all pairs of corners that see each other, on top of `PlanOracle`. Corners
 * count once per free sector around them, since nobody passes where obstacles touch.
 */
import type { Constraint, Point, Ring } from "../../src/geometry/index.js";
import { PlanOracle } from "./plan-oracle.js";

/** A source; segments are parallel to an axis, so that feet on them are whole too. */
export type OracleSource = { point: Point; start?: number } | { segment: [Point, Point]; start?: number };

interface Node {
  readonly at: Point;
  readonly sector: string;
  distance: number;
  done: boolean;
}

/** Makes the part of a straight leg past it `weight` times as long; `side` is the dearer one, by default the far one. */
export interface OracleBarrier {
  readonly segment: readonly [Point, Point];
  readonly weight: number;
  readonly side?: "left" | "right";
}

const cross = (o: Point, a: Point, b: Point): number =>
  (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);

/** Cost of the leg from a, on the goal's side, to b: piece by piece between the barriers on it. Whole coordinates. */
function legCost(a: Point, b: Point, barriers: readonly OracleBarrier[]): number {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const passed: { at: number; weight: number }[] = [];
  for (const { segment, weight, side } of barriers) {
    const [p, q] = segment;
    const from = cross(p, q, a);
    const to = cross(p, q, b);
    const ends = cross(a, b, p) * cross(a, b, q);
    if (from * to >= 0 || ends > 0) continue;
    if (side === undefined || (side === "left") === to > 0) passed.push({ at: from / (from - to), weight });
  }
  passed.sort((s, t) => s.at - t.at);
  let [cost, factor, last] = [0, 1, 0];
  for (const { at, weight } of passed) {
    cost += factor * (at - last) * length;
    factor *= weight;
    last = at;
  }
  return cost + factor * (1 - last) * length;
}

export class PathOracle {
  private readonly plan: PlanOracle;
  private readonly sources: readonly OracleSource[];
  private readonly barriers: readonly OracleBarrier[];
  private readonly nodes: Node[] = [];

  constructor(
    boundary: Ring,
    obstacles: readonly Constraint[],
    sources: readonly OracleSource[],
    barriers: readonly OracleBarrier[] = [],
  ) {
    this.barriers = barriers;
    this.plan = new PlanOracle(boundary, obstacles);
    this.sources = sources;
    const corners = new Map<string, Point>();
    const add = (p: Point): void => {
      corners.set(String(p), p);
    };
    boundary.forEach(add);
    for (const o of obstacles)
      ("polygon" in o ? o.polygon : "segment" in o ? o.segment : [o.point]).forEach(add);
    for (const at of corners.values()) {
      for (const sector of this.plan.sectorNames(at)) {
        this.nodes.push({ at, sector, distance: this.direct(at, sector), done: false });
      }
    }
    this.spread();
  }

  /** Length of the shortest path from p, or its least cost with barriers; null without a way. */
  distance(p: Point): number | null {
    let best = this.direct(p);
    for (const { at, sector, distance } of this.nodes) {
      const through = distance + legCost(at, p, this.barriers);
      if (through < best && this.plan.arrivals(p, at).has(sector)) best = through;
    }
    return best < Infinity ? best : null;
  }

  /** The best straight way from p, left through one sector or any, to a source. */
  private direct(p: Point, sector?: string): number {
    let best = Infinity;
    for (const source of this.sources) {
      for (const q of this.targets(p, source)) {
        const total = legCost(q, p, this.barriers) + (source.start ?? 0);
        if (total < best && this.plan.arrivals(p, q, sector).size > 0) best = total;
      }
    }
    return best;
  }

  /** The points of a source that a straight shortest path can end at. */
  private targets([x, y]: Point, source: OracleSource): Point[] {
    if ("point" in source) return [source.point];
    const [a, b] = source.segment;
    const foot: Point = a[0] === b[0] ? [a[0], y] : [x, a[1]];
    const between = (v: number, s: number, t: number): boolean => Math.min(s, t) <= v && v <= Math.max(s, t);
    const inside = between(foot[0], a[0], b[0]) && between(foot[1], a[1], b[1]);
    return inside ? [a, b, foot] : [a, b];
  }

  private spread(): void {
    for (;;) {
      const node = this.nodes
        .filter((n) => !n.done)
        .reduce<Node | null>((a, b) => (a && a.distance <= b.distance ? a : b), null);
      if (!node || node.distance === Infinity) return;
      node.done = true;
      for (const other of this.nodes) {
        const through = node.distance + legCost(node.at, other.at, this.barriers);
        if (other.done || through >= other.distance) continue;
        if (this.plan.arrivals(node.at, other.at, node.sector).has(other.sector)) other.distance = through;
      }
    }
  }
}
