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

const length = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1]);

export class PathOracle {
  private readonly plan: PlanOracle;
  private readonly sources: readonly OracleSource[];
  private readonly nodes: Node[] = [];

  constructor(boundary: Ring, obstacles: readonly Constraint[], sources: readonly OracleSource[]) {
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

  /** Length of the shortest path from p; null without a way. */
  distance(p: Point): number | null {
    let best = this.direct(p);
    for (const { at, sector, distance } of this.nodes) {
      if (distance + length(p, at) < best && this.plan.arrivals(p, at).has(sector))
        best = distance + length(p, at);
    }
    return best < Infinity ? best : null;
  }

  /** The best straight way from p, left through one sector or any, to a source. */
  private direct(p: Point, sector?: string): number {
    let best = Infinity;
    for (const source of this.sources) {
      for (const q of this.targets(p, source)) {
        const total = length(p, q) + (source.start ?? 0);
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
        const through = node.distance + length(node.at, other.at);
        if (other.done || through >= other.distance) continue;
        if (this.plan.arrivals(node.at, other.at, node.sector).has(other.sector)) other.distance = through;
      }
    }
  }
}
