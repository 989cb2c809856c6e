/**
 * The length of the shortest way along a roadmap by plain means: the exported edges as a graph, points joined to it along
 * the ray away from what is nearest to them, and all edges relaxed as long as anything changes (Bellman and Ford). It shares
 * no code with the planner.
 */
import type { Constraint, Point, Ring } from "../../src/geometry/index.js";
import { edgesOf, type Roadmap } from "../../src/roadmap/index.js";

/** How far the traced edges may leave the curves, and so how exact the answers are, in metres. */
const TRACE = 1e-5;

interface Edge {
  readonly a: number;
  readonly b: number;
  readonly points: readonly Point[];
  readonly length: number;
  readonly least: number;
}

function foot([px, py]: Point, [ax, ay]: Point, [bx, by]: Point): Point {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const t = square === 0 ? 0 : Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / square));
  return [ax + t * dx, ay + t * dy];
}

const apart = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** How a point reaches an edge: how far it is to there, and from there to both of the edge's ends. */
interface Joined {
  readonly way: number;
  readonly edge: number;
  readonly toA: number;
  readonly toB: number;
  readonly place: Point;
}

/** The graph of a roadmap as it is now. */
export class RoadmapOracle {
  private readonly edges: Edge[] = [];
  private readonly walls: [Point, Point][];
  private count = 0;

  constructor(roadmap: Roadmap, boundary: Ring, sites: readonly Constraint[]) {
    const ring = (points: Ring): [Point, Point][] =>
      points.map((p, i) => [p, points[(i + 1) % points.length]]);
    this.walls = [
      ...ring(boundary),
      ...sites.flatMap((site): [Point, Point][] => {
        if ("polygon" in site) return ring(site.polygon);
        return "segment" in site ? [[...site.segment]] : [[site.point, site.point]];
      }),
    ];
    const places: Point[] = [];
    const vertexAt = (p: Point): number => {
      const known = places.findIndex((q) => apart(p, q) < 1e-7);
      return known >= 0 ? known : places.push(p) - 1;
    };
    for (const { points, length, least } of edgesOf(roadmap, TRACE)) {
      const [a, b] = [vertexAt(points[0]), vertexAt(points[points.length - 1])];
      this.edges.push({ a, b, points, length, least });
    }
    this.count = places.length;
  }

  private nearest(p: Point): { point: Point; distance: number } {
    let best = { point: p, distance: Infinity };
    for (const [a, b] of this.walls) {
      const point = foot(p, a, b);
      const distance = apart(p, point);
      if (distance < best.distance) best = { point, distance };
    }
    return best;
  }

  /** Straight away from what is nearest, as far as that stays nearest; then the edge that passes there. */
  private join(p: Point): Joined | null {
    const { point, distance } = this.nearest(p);
    const [ux, uy] = [(p[0] - point[0]) / distance, (p[1] - point[1]) / distance];
    const at = (t: number): Point => [p[0] + t * ux, p[1] + t * uy];
    let [low, high] = [0, 1];
    const isNearest = (t: number): boolean =>
      this.nearest(at(t)).distance > (distance + t) * (1 - 1e-13) - 1e-12;
    while (isNearest(high) && high < 1e3) high *= 2;
    for (let i = 0; i < 60; i++) {
      const middle = (low + high) / 2;
      if (isNearest(middle)) low = middle;
      else high = middle;
    }
    const place = at(low);
    let best: Joined | null = null;
    let least = 1e-3;
    for (const [edge, { points }] of this.edges.entries()) {
      let before = 0;
      for (let i = 1; i < points.length; i++) {
        const q = foot(place, points[i - 1], points[i]);
        const off = apart(place, q);
        if (off < least) {
          least = off;
          const toA = before + apart(points[i - 1], q);
          best = { way: low, edge, toA, toB: this.edges[edge].length - toA, place };
        }
        before += apart(points[i - 1], points[i]);
      }
    }
    return best;
  }

  /**
   * Length of the shortest way for a disc, over edges that are wide enough everywhere; Infinity for none, null where an
   * edge is so nearly as wide as the disc that this cannot tell.
   */
  cost(from: Point, to: Point, radius: number): number | null {
    if (apart(from, to) <= this.nearest(from).distance) return apart(from, to);
    const [start, goal] = [this.join(from), this.join(to)];
    if (!start || !goal) return null;
    const edges = this.edges.map(({ a, b, length, least }) => ({ a, b, length, least }));
    // Both ends become vertices, and the parts of the edges on which they lie edges of their own.
    const [s, g] = [this.count, this.count + 1];
    for (const [v, { edge, toA, toB, place }] of [
      [s, start],
      [g, goal],
    ] as const) {
      edges.push({ a: v, b: this.edges[edge].a, length: toA, least: this.leastBetween(edge, 0, toA) });
      edges.push({ a: v, b: this.edges[edge].b, length: toB, least: this.leastBetween(edge, toA, Infinity) });
      if (this.nearest(place).distance < radius) return Infinity;
    }
    if (start.edge === goal.edge) {
      const [low, high] = [Math.min(start.toA, goal.toA), Math.max(start.toA, goal.toA)];
      edges.push({ a: s, b: g, length: high - low, least: this.leastBetween(start.edge, low, high) });
    }
    if (edges.some(({ least }) => Math.abs(least - radius) < 1e-4)) return null;
    const distance = new Array<number>(this.count + 2).fill(Infinity);
    distance[s] = 0;
    // Bellman and Ford: as often as anything changes.
    for (let changed = true; changed; ) {
      changed = false;
      for (const { a, b, length, least } of edges) {
        if (least < radius) continue;
        for (const [v, w] of [
          [a, b],
          [b, a],
        ]) {
          if (distance[v] + length < distance[w] - 1e-12) {
            distance[w] = distance[v] + length;
            changed = true;
          }
        }
      }
    }
    return start.way + distance[g] + goal.way;
  }

  /** Least clearance of a part of an edge. Along an edge clearance is convex, so thirds close in on it. */
  private leastBetween(edge: number, from: number, to: number): number {
    const { points } = this.edges[edge];
    const total = points.reduce((sum, p, i) => sum + (i > 0 ? apart(points[i - 1], p) : 0), 0);
    const clearance = (along: number): number => {
      let left = Math.min(Math.max(along, 0), total);
      let i = 1;
      while (i < points.length - 1 && left > apart(points[i - 1], points[i])) {
        left -= apart(points[i - 1], points[i]);
        i++;
      }
      const [a, b] = [points[i - 1], points[i]];
      const t = left / (apart(a, b) || 1);
      return this.nearest([a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]).distance;
    };
    let [low, high] = [from, Math.min(to, total)];
    for (let k = 0; k < 40; k++) {
      const third = (high - low) / 3;
      if (clearance(low + third) < clearance(high - third)) high -= third;
      else low += third;
    }
    return clearance((low + high) / 2);
  }
}
