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
}

/** A way to a node: what it costs, and what a metre costs from there on. */
interface Way {
  readonly node: Node;
  readonly cost: number;
  readonly factor: number;
}

/**
 * Makes the part of a straight leg past it `weight` times as long, and the legs after it too if it carries; `side` is the
 * dearer one, by default the far one.
 */
export interface OracleBarrier {
  readonly segment: readonly [Point, Point];
  readonly weight: number;
  readonly side?: "left" | "right";
  readonly carries?: boolean;
}

const cross = (o: Point, a: Point, b: Point): number =>
  (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);

/** The barriers that the leg from a, on the goal's side, to b passes. Whole coordinates. */
function passedBy(
  a: Point,
  b: Point,
  barriers: readonly OracleBarrier[],
): { at: number; barrier: OracleBarrier }[] {
  return barriers
    .flatMap((barrier) => {
      const [p, q] = barrier.segment;
      const from = cross(p, q, a);
      const to = cross(p, q, b);
      const ends = cross(a, b, p) * cross(a, b, q);
      if (from * to >= 0 || ends > 0) return [];
      const isDearer = barrier.side === undefined || (barrier.side === "left") === to > 0;
      return isDearer ? [{ at: from / (from - to), barrier }] : [];
    })
    .sort((s, t) => s.at - t.at);
}

/** Cost of a leg whose first metre costs 1: piece by piece between the barriers on it. */
function legCost(a: Point, b: Point, barriers: readonly OracleBarrier[]): number {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  let [cost, factor, last] = [0, 1, 0];
  for (const { at, barrier } of passedBy(a, b, barriers)) {
    cost += factor * (at - last) * length;
    factor *= barrier.weight;
    last = at;
  }
  return cost + factor * (1 - last) * length;
}

/** What a metre costs at the end of a leg whose first metre cost 1, once the path has bent there. */
function carriedOn(a: Point, b: Point, barriers: readonly OracleBarrier[]): number {
  return passedBy(a, b, barriers)
    .filter(({ barrier }) => barrier.carries)
    .reduce((factor, { barrier }) => factor * barrier.weight, 1);
}

export class PathOracle {
  private readonly plan: PlanOracle;
  private readonly sources: readonly OracleSource[];
  private readonly barriers: readonly OracleBarrier[];
  /** All ways to corners that no other way beats in both, cost and factor. */
  private readonly ways: Way[] = [];

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
    const nodes = [...corners.values()].flatMap((at) =>
      [...this.plan.sectorNames(at)].map((sector): Node => ({ at, sector })),
    );
    this.spread(nodes);
  }

  /** Length of the shortest path from p, or its least cost with barriers; null without a way. */
  distance(p: Point): number | null {
    let best = this.direct(p).reduce((least, { cost }) => Math.min(least, cost), Infinity);
    for (const { node, cost, factor } of this.ways) {
      const through = cost + factor * legCost(node.at, p, this.barriers);
      if (through < best && this.plan.arrivals(p, node.at).has(node.sector)) best = through;
    }
    return best < Infinity ? best : null;
  }

  /** The straight ways from p, left through one sector or any, to sources. */
  private direct(p: Point, sector?: string): { cost: number; factor: number }[] {
    return this.sources.flatMap((source) =>
      this.targets(p, source)
        .filter((q) => this.plan.arrivals(p, q, sector).size > 0)
        .map((q) => ({
          cost: legCost(q, p, this.barriers) + (source.start ?? 0),
          factor: carriedOn(q, p, this.barriers),
        })),
    );
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

  private spread(nodes: readonly Node[]): void {
    const open: Way[] = nodes.flatMap((node) =>
      this.direct(node.at, node.sector).map((way) => ({ node, ...way })),
    );
    const isBeaten = ({ node, cost, factor }: Way): boolean =>
      this.ways.some((way) => way.node === node && way.cost <= cost && way.factor <= factor);
    while (open.length > 0) {
      const least = open.reduce((best, way, i) => (way.cost < open[best].cost ? i : best), 0);
      const [way] = open.splice(least, 1);
      if (isBeaten(way)) continue;
      this.ways.push(way);
      for (const node of nodes) {
        const from = way.node.at;
        const next: Way = {
          node,
          cost: way.cost + way.factor * legCost(from, node.at, this.barriers),
          factor: way.factor * carriedOn(from, node.at, this.barriers),
        };
        if (isBeaten(next)) continue;
        if (this.plan.arrivals(from, node.at, way.node.sector).has(node.sector)) open.push(next);
      }
    }
  }
}
