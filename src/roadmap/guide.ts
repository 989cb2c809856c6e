/** The way along a roadmap from everywhere, for all who share a goal. */
import { nearestOnSegment, type Point, pathLength } from "../geometry/index.js";
import type { Guide } from "../guide.js";
import { isPlace, isPoint } from "../options.js";
import { type GoalPlace, NoWay, nearestOfGoals, offGround, straightTo, tooNarrow } from "../world/index.js";
import type { Circle } from "./channel.js";
import type { EdgeMeasure } from "./edges.js";
import { alongOneEdge, type Join, toPoints, traceAlong } from "./graph.js";
import type { RouteGate } from "./route.js";
import { RouteFinder } from "./search.js";
import type { SewnJoin } from "./sewing.js";
import { type GoalJoin, SharedSearch } from "./shared-search.js";

/** Points are the same up to rounding within this share of their coordinates. */
const SAME_PLACE = 1e-12;

/** Metres of the way ahead that people look at, and places of it that are tried as the next to walk to. */
const AHEAD = 6;
const PLACES = 6;

/** The way to the nearest of some goals along a roadmap, from everywhere, while the world changes. */
export class RoadmapGuide extends SharedSearch implements Guide {
  /** Its ways follow the lines of the roadmap; who sees the goal walks less. */
  readonly isLoose = true;
  private finder: RouteFinder | undefined;

  /** The best way from a point. */
  private plan(p: Point): Plan | null {
    if (!isPlace(p)) return null;
    this.repair();
    const { radius } = this;
    const joined = this.roadmap.join(p, false);
    if (!joined) return this.plainly(p);
    const from = this.pace?.weighed(joined) ?? joined;
    let best: Plan | null = this.directly(from);
    const consider = (plan: Plan): void => {
      if (plan.cost < (best?.cost ?? Infinity)) best = plan;
    };
    if (from.r >= radius) {
      for (const goal of this.joins) {
        const along = alongOneEdge(this.edges, from, goal);
        if (along && along.clearance >= radius) {
          const between = this.pace?.along(from.piece, from, goal) ?? along.length;
          const cost = from.length + between + goal.length + goal.start;
          consider({ cost, from, goal, vertex: -1 });
        }
      }
      const ends: [number, EdgeMeasure][] = [
        [this.edges.vertex[from.piece], from.back],
        [this.edges.vertex[this.edges.twin[from.piece]], from.ahead],
      ];
      for (const [vertex, way] of ends) {
        if (way.clearance < radius) continue;
        const rest = this.settle(vertex);
        if (rest < Infinity) consider({ cost: from.length + way.length + rest, from, goal: null, vertex });
      }
    }
    return best;
  }

  /** Straight to a goal that lies in the point's own empty circle. */
  private directly(from: Join): Plan | null {
    let best: Plan | null = null;
    for (const goal of this.joins) {
      const apart = Math.hypot(goal.point[0] - from.point[0], goal.point[1] - from.point[1]);
      if (apart > from.clearance) continue;
      const cost = this.straightCost(from.point, goal.point, apart) + goal.start;
      if (cost < (best?.cost ?? Infinity)) best = { cost, from: null, goal, vertex: -1 };
    }
    return this.acrossTo(from) ?? best;
  }

  /** Straight to the nearest point of a segment in the circle: of an exit, mostly, that is itself what is nearest. */
  private acrossTo(from: Join): Plan | null {
    if (this.joins.length === 0) return null;
    let best: Plan | null = null;
    for (const goal of this.goals) {
      const { start = 0 } = goal;
      const point = "point" in goal ? goal.point : nearestOnSegment(from.point, ...goal.segment);
      const apart = Math.hypot(point[0] - from.point[0], point[1] - from.point[1]);
      if (apart > from.clearance * (1 + 1e-9)) continue;
      const cost = this.straightCost(from.point, point, apart) + start;
      if (cost >= (best?.cost ?? Infinity)) continue;
      best = { cost, from: null, goal: { ...this.joins[0], point }, vertex: -1 };
    }
    return best;
  }

  /** What a straight way of so many metres costs. */
  private straightCost(a: Point, b: Point, metres: number): number {
    return this.pace ? this.pace.straight(a, b) : metres;
  }

  /** At a goal that joins nothing. */
  private plainly(p: Point): Plan | null {
    const goal = this.joins.find(({ point }) => point[0] === p[0] && point[1] === p[1]);
    return goal ? { cost: goal.start, from: null, goal, vertex: -1 } : null;
  }

  /**
   * The length of the way along the roadmap, and the goal's `start`; it falls along `heading`. For a profile, metres of plain
   * ground that take as long.
   */
  cost(p: Point): number | null {
    return this.plan(p)?.cost ?? null;
  }

  /**
   * For a walker that is itself a point site: the empty circle to walk into next, at a vertex of its own cell (4.2.1, 4.3),
   * and the length of the way along the roadmap. Null where no way leads, or where the goal lies in the walker's own cell.
   */
  circleOf(id: number): (Circle & { readonly cost: number }) | null {
    const own = this.roadmap.elementOf(id);
    if (own < 0) return null;
    this.repair();
    const { elements, next, vertex, x, y, r } = this.edges;
    let best = -1;
    let cost = Infinity;
    for (let h = elements.first[own]; h >= 0; h = next[h]) {
      if (r[h] < this.radius) continue;
      const at: Point = [elements.ax[own], elements.ay[own]];
      const there = this.straightCost(at, [x[h], y[h]], Math.hypot(x[h] - at[0], y[h] - at[1]));
      const all = there + this.settle(vertex[h]);
      if (all >= cost) continue;
      cost = all;
      best = h;
    }
    return best < 0 ? null : { centre: [x[best], y[best]], radius: r[best], cost };
  }

  /** The direction in which the way begins. */
  heading(p: Point): Point | null {
    const plan = this.plan(p);
    return plan && this.towards(p, this.begun(plan, p, 0));
  }

  /**
   * To a goal that is at hand and in sight; to the farthest place ahead on the way that can be walked to straight; or by the
   * leading empty circle (4.3). People who walk in steps and are pushed off an edge need not go back to it first, as by `heading`.
   */
  lead(p: Point): Point | null {
    if (!isPlace(p)) return null;
    const clearance = Math.max(this.roadmap.clearance(p), this.radius);
    const { space } = this.roadmap;
    return (
      straightTo(this.nearestGoal(p), p, clearance + 2 * this.radius, (a, b) => space.visible(a, b)) ??
      this.farthestAhead(p) ??
      this.leaving(p, clearance)
    );
  }

  private farthestAhead(p: Point): Point | null {
    const way = this.beginning(p, AHEAD);
    if (!way) return null;
    const stride = Math.max(1, Math.ceil((way.length - 1) / PLACES));
    for (let i = way.length - 1; i > 0; i -= stride) {
      const apart = Math.hypot(way[i][0] - p[0], way[i][1] - p[1]);
      const isNear = apart > 2 * this.radius && apart < 2 * AHEAD;
      if (isNear && !this.isSlower(way, i) && this.isWalkable(p, way[i])) {
        return [(way[i][0] - p[0]) / apart, (way[i][1] - p[1]) / apart];
      }
    }
    return null;
  }

  /** Whether the straight way to a place of the way ahead takes longer than the way itself, on slow ground that it avoids. */
  private isSlower(way: readonly Point[], to: number): boolean {
    const { pace } = this;
    if (!pace) return false;
    let cost = 0;
    for (let i = 1; i <= to; i++) cost += pace.straight(way[i - 1], way[i]);
    return pace.straight(way[0], way[to]) > cost * (1 + 1e-9);
  }

  /** Whether a disc can walk straight from p to q: strides as long as the clearance allows. */
  private isWalkable(p: Point, q: Point): boolean {
    const { roadmap, radius } = this;
    if (!roadmap.space.visible(p, q)) return false;
    const length = Math.hypot(q[0] - p[0], q[1] - p[1]);
    // Who stands nearer to a wall than that may at least not come nearer.
    const least = Math.min(radius, roadmap.clearance(p)) * 0.99;
    for (let t = 0; t < length; ) {
      const room = roadmap.clearance([
        p[0] + (t / length) * (q[0] - p[0]),
        p[1] + (t / length) * (q[1] - p[1]),
      ]);
      if (room < least) return false;
      t += Math.max(room - least, 0.1);
    }
    return true;
  }

  /** The direction to the place where the way leaves the empty circle around p, which nothing stands in the way of (4.3). */
  private leaving(p: Point, clearance: number): Point | null {
    const plan = this.plan(p);
    if (!plan) return null;
    const points = this.begun(plan, p, 2 * clearance);
    // The last way out of the circle: a way that first goes back to the diagram may pass by again.
    for (let i = points.length - 2; i >= 2; i -= 2) {
      const [ax, ay] = [points[i - 2] - p[0], points[i - 1] - p[1]];
      const [bx, by] = [points[i] - p[0], points[i + 1] - p[1]];
      if (bx * bx + by * by <= clearance * clearance) continue;
      // Where the leg from a to b leaves the circle, if it is ever within.
      const [dx, dy] = [bx - ax, by - ay];
      const half = ax * dx + ay * dy;
      const square = dx * dx + dy * dy;
      const under = half * half - square * (ax * ax + ay * ay - clearance * clearance);
      const t = (Math.sqrt(Math.max(0, under)) - half) / square;
      if (under < 0 || !(t >= 0 && t <= 1)) continue;
      return this.towards(p, [p[0], p[1], p[0] + ax + t * dx, p[1] + ay + t * dy]);
    }
    return this.towards(p, [p[0], p[1], points[points.length - 2], points[points.length - 1]]);
  }

  /** The way from p as far as it stays near: at least until it is so many metres away from p, or to its end. */
  private beginning(p: Point, metres: number): Point[] | null {
    const plan = this.plan(p);
    return plan && toPoints(this.begun(plan, p, metres));
  }

  /** The way from p, at least until it is farther from it than `reach` and has a direction. */
  private begun(plan: Plan, p: Point, reach: number): number[] {
    const points = [p[0], p[1]];
    const least = Math.max(reach, SAME_PLACE * (1 + Math.abs(p[0]) + Math.abs(p[1])));
    this.trace(plan, points, (x, y) => Math.hypot(x - p[0], y - p[1]) > least);
    return this.roadmap.sewing ? this.unfolded(points) : points;
  }

  /** A way on the sheet as it is seen from where it begins, through the portals that it leads over. */
  private unfolded(points: readonly number[]): number[] {
    const building = this.roadmap.world!.building!;
    const found = points.slice(0, 2);
    let [dx, dy] = [0, 0];
    for (let i = 2; i < points.length; i += 2) {
      const [x, y, px, py] = [points[i], points[i + 1], points[i - 2], points[i - 1]];
      if (building.isJump([px, py], [x, y])) [dx, dy] = [dx + px - x, dy + py - y];
      found.push(x + dx, y + dy);
    }
    return found;
  }

  /** The direction from p to the next of some points that is not the same up to rounding; [0, 0] where none is. */
  private towards(p: Point, points: readonly number[]): Point {
    for (let i = 2; i < points.length; i += 2) {
      const [dx, dy] = [points[i] - p[0], points[i + 1] - p[1]];
      const length = Math.hypot(dx, dy);
      if (length > SAME_PLACE * (1 + Math.abs(p[0]) + Math.abs(p[1]))) return [dx / length, dy / length];
    }
    return [0, 0];
  }

  /** Why there is no way from p, with the place; null where there is one. */
  reason(p: Point): string | null {
    if (isPoint(p) && this.plan(p)) return null;
    const { roadmap, radius } = this;
    const { world } = roadmap;
    const off = isPoint(p) && !world ? null : offGround(world!, p);
    if (off !== null) return off;
    const place = `[${p[0]}, ${p[1]}]`;
    if (!roadmap.contains(p))
      return `${place} is not on free ground: it lies in an obstacle or outside the boundary`;
    const clearance = roadmap.clearance(p);
    if (clearance < radius)
      return `a disc of radius ${radius} m does not fit at ${place}: the nearest wall is ${Number(clearance.toFixed(3))} m away`;
    const gate = roadmap.sewing ? null : this.widestGate(p);
    if (gate) return tooNarrow(radius, gate);
    const closed = `no way leads from ${place} to the goal`;
    return world ? new NoWay(world, this.goals, { radius, otherwise: () => closed }).from(p) : closed;
  }

  /** The narrowest place of the widest way from p to any of the goals; null where no way leads there at all. */
  private widestGate(p: Point): RouteGate | null {
    this.finder ??= new RouteFinder(this.roadmap);
    let best: RouteGate | null = null;
    for (const { point } of this.joins) {
      const route = this.finder.find(p, point, { radius: this.radius });
      if (route.points === null && route.gate && route.gate.width > (best?.width ?? 0)) best = route.gate;
    }
    return best;
  }

  /** Where ways end. */
  get places(): readonly GoalPlace[] {
    return this.goals;
  }

  /** The point of the goals nearest to p, as the crow flies. */
  nearestGoal(p: Point): Point {
    return nearestOfGoals(this.goals, p);
  }

  /** Length of `pathFrom(p)`. */
  distance(p: Point): number | null {
    const path = this.pathFrom(p);
    const { world } = this.roadmap;
    return path && (world?.building ? world.way(path).distance : pathLength(path));
  }

  /** The way from p along the roadmap to a goal: edges as polylines, at least the radius away from everything. */
  pathFrom(p: Point): Point[] | null {
    const plan = this.plan(p);
    if (!plan) return null;
    const coordinates = [p[0], p[1]];
    this.trace(plan, coordinates);
    return toPoints(coordinates);
  }

  /** Appends the way of a plan to its beginning; stops early after an edge at whose end `isEnough`. */
  private trace(
    { from, goal, vertex }: Plan,
    points: number[],
    isEnough: (x: number, y: number) => boolean = () => false,
  ): void {
    const { x, y, twin } = this.edges;
    if (from) pushAll(points, [...(from.via ?? []), [from.x, from.y]]);
    if (goal) {
      if (from) {
        this.traceOn(goal.piece, from, goal, points);
        this.finish(goal, points);
      } else points.push(...this.endOf(goal));
      return;
    }
    let v = vertex;
    this.traceOn(from!.piece, from!, { x: x[v], y: y[v] }, points);
    while (!isEnough(x[v], y[v])) {
      const { piece, end } = this.stepFrom(v);
      const start = { x: x[v], y: y[v] };
      if (end) {
        this.traceOn(end.piece, start, end, points);
        points.push(end.x, end.y);
        this.finish(end, points);
        return;
      }
      v = this.edges.vertex[twin[piece]];
      this.traceOn(piece, start, { x: x[v], y: y[v] }, points);
    }
  }

  /** Appends the way along a piece. */
  private traceOn(piece: number, from: Place, to: Place, points: number[]): void {
    if (this.roadmap.sewing?.isLink(piece)) points.push(to.x, to.y);
    else traceAlong(this.edges, piece, from, to, this.radius, points);
  }

  /** Appends the way from where a goal joins the roadmap. */
  private finish(goal: SewnJoin, points: number[]): void {
    pushAll(points, [...(goal.via ?? [])].reverse());
    points.push(...this.endOf(goal));
  }

  /** The place that was given, not the free one beside it. */
  private endOf({ point }: Join): Point {
    const given = this.ends.find(({ point: end }) => Math.hypot(end[0] - point[0], end[1] - point[1]) < 1e-6);
    return given?.point ?? point;
  }

  /** What follows a settled vertex: the piece to go along, or the goal on one of its edges. */
  private stepFrom(v: number): { piece: number; end: SewnJoin | null } {
    const { vertex, twin, room, turned } = this.edges;
    let best = Infinity;
    let piece = -1;
    let end: GoalJoin | null = null;
    for (const goal of this.goalEnds.has(v) ? this.joins : []) {
      if (goal.r < this.radius) continue;
      const ends: [number, EdgeMeasure][] = [
        [vertex[goal.piece], goal.back],
        [vertex[twin[goal.piece]], goal.ahead],
      ];
      for (const [w, way] of ends) {
        const cost = goal.start + way.length + goal.length;
        if (w !== v || way.clearance < this.radius || cost >= best) continue;
        best = cost;
        end = goal;
      }
    }
    let h = v;
    do {
      const w = vertex[twin[h]];
      if (room[h] >= this.radius && this.g[w] + this.costOf(h) < best && this.g[w] < this.g[v]) {
        best = this.g[w] + this.costOf(h);
        piece = h;
        end = null;
      }
      h = turned[h];
    } while (h !== v);
    return { piece, end };
  }
}

function pushAll(points: number[], places: readonly Point[]): void {
  for (const [x, y] of places) points.push(x, y);
}

/** A place on an edge. */
interface Place {
  readonly x: number;
  readonly y: number;
}

interface Plan {
  readonly cost: number;
  /** Where the way joins the roadmap; null for a straight way. */
  readonly from: SewnJoin | null;
  /** The goal, where no vertex lies between. */
  readonly goal: SewnJoin | null;
  /** The first vertex, -1 for none. */
  readonly vertex: number;
}
