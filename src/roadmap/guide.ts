/**
 * One search for all who share a goal: distances over the diagram from the goal outward, as far as somebody asks, repaired
 * where the diagram changes instead of started anew (Lifelong Planning A*, Koenig and Likhachev 2002, rooted at the goal as
 * in D* Lite, without a heuristic since the askers are everywhere).
 *
 * Each vertex has a distance `g` and what its neighbours promise, `rhs`; where they differ it waits in a queue. A change
 * of the diagram makes the vertices around it differ, and only what depends on them is computed again.
 */
import { InputError } from "../errors.js";
import { nearestOnSegment, type Point, pathLength, type Segment } from "../geometry/index.js";
import type { Guide } from "../guide.js";
import { MinHeap } from "../numerics/index.js";
import type { World } from "../world/index.js";
import type { Circle } from "./channel.js";
import type { EdgeMeasure } from "./edges.js";
import { alongOneEdge, type Join, join, toPoints, traceAlong } from "./graph.js";
import type { Roadmap } from "./roadmap.js";

/** Where paths end. */
export type RoadmapGoal = { readonly point: Point } | { readonly segment: Segment };

/** How a guide is made. */
export interface RoadmapGuideOptions {
  /** Points and segments; the nearest along the roadmap wins. */
  readonly goals: readonly RoadmapGoal[];
  /** Radius of those who walk, in metres, >= 0, default 0: only edges whose circles are all as large are used. */
  readonly radius?: number;
}

/** A segment is joined to the diagram at its ends and at this many places between, no nearer together than the step. */
const GOAL_PLACES = 32;
const GOAL_STEP = 0.5;

/** The places at which goals are joined. */
function placesOf(goals: readonly RoadmapGoal[]): Point[] {
  return goals.flatMap((goal) => {
    if ("point" in goal) return [goal.point];
    const [a, b] = goal.segment;
    const parts = Math.min(GOAL_PLACES, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / GOAL_STEP));
    const places: Point[] = [a];
    for (let i = 1; i < parts; i++) {
      const t = i / parts;
      places.push([a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]);
    }
    return [...places, b];
  });
}

/** Goals of a world by names, or as they are. */
export function goalsOf(world: World, goals: readonly (RoadmapGoal | string)[]): RoadmapGoal[] {
  return goals.flatMap((goal): RoadmapGoal[] => {
    if (typeof goal !== "string") return [goal];
    const { points = [], segments = [] } = world.goal(goal);
    return [...points.map((point) => ({ point })), ...segments.map((segment) => ({ segment }))];
  });
}

function grown(array: Float64Array, size: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(size).fill(Infinity, array.length);
  larger.set(array);
  return larger;
}

/**
 * A way that is no shorter or longer than this share changes nothing. In a city of equal blocks very many ways are equally
 * long up to rounding; where one of them is blocked, the others must not be computed anew for their last digits.
 */
const SLACK = 1e-12;

/** Points are the same up to rounding within this share of their coordinates. */
const SAME_PLACE = 1e-12;

/** The way to the nearest of some goals along a roadmap, from everywhere, while the world changes. */
export class RoadmapGuide implements Guide {
  /** Vertices that have been settled so far, repairs included: what the search has cost. */
  expanded = 0;

  private g: Float64Array<ArrayBuffer>;
  private rhs: Float64Array<ArrayBuffer>;
  private readonly queue = new MinHeap(256);
  private joins: Join[] = [];
  /** The vertices at both ends of the edges that goals are joined to. */
  private readonly goalEnds = new Set<number>();
  private readonly places: readonly Point[];
  private readonly dirty = new Set<number>();
  private version = -1;
  private readonly onChange: (pieces: readonly number[]) => void;
  private readonly onLeave: (piece: number) => void;
  readonly radius: number;
  readonly goals: readonly RoadmapGoal[];

  constructor(
    readonly roadmap: Roadmap,
    { goals, radius = 0, ...rest }: RoadmapGuideOptions,
  ) {
    const unknown = Object.keys(rest)[0];
    if (unknown) throw new InputError(`unknown option ${JSON.stringify(unknown)}; known: goals, radius`);
    if (!(radius >= 0 && radius < Infinity))
      throw new InputError(`radius is a number >= 0; given: ${radius}`);
    this.radius = radius;
    this.goals = goals;
    this.places = placesOf(goals);
    if (this.places.length === 0) throw new InputError("at least one goal is needed", "goals");
    if (!this.places.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y))) {
      throw new InputError("goals are points and segments of finite numbers", "goals");
    }
    const { diagram } = roadmap;
    this.g = new Float64Array(diagram.count).fill(Infinity);
    this.rhs = new Float64Array(diagram.count).fill(Infinity);
    this.attach();
    this.onChange = (pieces) => this.noteChange(pieces);
    this.onLeave = (piece) => this.noteLeave(piece);
    diagram.listeners.add(this.onChange);
    diagram.leaving.add(this.onLeave);
  }

  /** Stops following the changes of the roadmap. */
  dispose(): void {
    const { diagram } = this.roadmap;
    diagram.listeners.delete(this.onChange);
    diagram.leaving.delete(this.onLeave);
  }

  /** Joins the goals to the diagram as it is now. */
  private attach(): void {
    const { diagram } = this.roadmap;
    this.joins = this.places.flatMap((place) => join(diagram, this.freePlace(place)) ?? []);
    this.goalEnds.clear();
    for (const { piece } of this.joins) {
      const [a, b] = [diagram.vertex[piece], diagram.vertex[diagram.twin[piece]]];
      this.goalEnds.add(a).add(b);
      this.dirty.add(a).add(b);
    }
    this.version = diagram.version;
  }

  /** A goal on a wall or a rounding error behind it is joined where the ground begins. */
  private freePlace(place: Point): Point {
    const { diagram, space } = this.roadmap;
    if (diagram.nearest(place[0], place[1]).free) return place;
    const free = space.nearestFree(place);
    return free && Math.hypot(free[0] - place[0], free[1] - place[1]) < 1e-6 ? free : place;
  }

  private noteLeave(piece: number): void {
    if (piece >= this.g.length) return;
    this.g[piece] = this.rhs[piece] = Infinity;
  }

  private noteChange(pieces: readonly number[]): void {
    const { diagram } = this.roadmap;
    const { vertex, twin, cell } = diagram;
    if (this.g.length < diagram.count) {
      this.g = grown(this.g, diagram.cell.length);
      this.rhs = grown(this.rhs, diagram.cell.length);
    }
    for (const h of pieces) {
      if (cell[h] < 0) continue;
      this.dirty.add(vertex[h]);
      this.dirty.add(vertex[twin[h]]);
      // A piece that has lost its vertex to a smaller number.
      if (vertex[h] !== h) this.g[h] = this.rhs[h] = Infinity;
    }
    for (const { piece } of this.joins) if (cell[piece] >= 0) this.dirty.add(vertex[piece]);
  }

  /** Brings what changed into the queue. */
  private repair(): void {
    const { diagram } = this.roadmap;
    if (this.version !== diagram.version) {
      const before = this.joins;
      this.attach();
      for (const { piece } of before) {
        if (diagram.cell[piece] < 0) continue;
        this.dirty.add(diagram.vertex[piece]).add(diagram.vertex[diagram.twin[piece]]);
      }
    }
    if (this.dirty.size === 0) return;
    const { vertex, twin, cell, turned } = diagram;
    const around = new Set<number>();
    for (const v of this.dirty) {
      if (cell[v] < 0 || vertex[v] !== v) continue;
      around.add(v);
      let h = v;
      do {
        around.add(vertex[twin[h]]);
        h = turned[h];
      } while (h !== v);
    }
    this.dirty.clear();
    for (const v of around) this.promise(v);
  }

  /** What its neighbours and the goals promise a vertex; queues it where that is not what it has. */
  private promise(v: number): void {
    const { diagram } = this.roadmap;
    const { vertex, twin, length, room, turned } = diagram;
    const { g, radius } = this;
    let best = this.goalEnds.has(v) ? this.fromGoals(v) : Infinity;
    const has = g[v];
    const slack = SLACK * has;
    let isHeld = best <= has + slack;
    let h = v;
    do {
      if (room[h] >= radius) {
        const before = g[vertex[twin[h]]];
        const cost = before + length[h];
        if (cost < best) best = cost;
        // Whoever holds it is nearer to the goal, so that nobody holds himself in a circle.
        if (cost <= has + slack && before < has) isHeld = true;
      }
      h = turned[h];
    } while (h !== v);
    if (isHeld && best >= has - slack) best = has;
    this.rhs[v] = best;
    if (best !== has) this.queue.push(best < has ? best : has, v);
  }

  /** The way from a vertex straight to a goal on one of its edges. */
  private fromGoals(v: number): number {
    const { vertex, twin } = this.roadmap.diagram;
    let best = Infinity;
    for (const goal of this.joins) {
      if (goal.r < this.radius) continue;
      if (vertex[goal.piece] === v && goal.back.clearance >= this.radius) {
        best = Math.min(best, goal.back.length + goal.length);
      }
      if (vertex[twin[goal.piece]] === v && goal.ahead.clearance >= this.radius) {
        best = Math.min(best, goal.ahead.length + goal.length);
      }
    }
    return best;
  }

  /** Settles everything up to a vertex. */
  private settle(v: number): number {
    const { g, rhs, queue } = this;
    const { vertex, cell } = this.roadmap.diagram;
    while (queue.size > 0) {
      if (g[v] === rhs[v] && queue.key >= g[v]) break;
      const key = queue.key;
      const u = queue.pop();
      if (cell[u] < 0 || vertex[u] !== u || g[u] === rhs[u]) continue;
      if (key < Math.min(g[u], rhs[u])) {
        queue.push(Math.min(g[u], rhs[u]), u);
        continue;
      }
      this.expanded++;
      if (g[u] > rhs[u]) {
        g[u] = rhs[u];
        this.spread(u);
      } else this.withdraw(u);
    }
    return g[v];
  }

  /** Offers the neighbours of a vertex that has become nearer a way through it. */
  private spread(u: number): void {
    const { diagram } = this.roadmap;
    const { vertex, twin, length, room, turned } = diagram;
    const { g, rhs, radius } = this;
    let h = u;
    do {
      if (room[h] >= radius) {
        const w = vertex[twin[h]];
        const cost = g[u] + length[h];
        if (cost < rhs[w] && !(rhs[w] === g[w] && cost >= g[w] * (1 - SLACK))) {
          rhs[w] = cost;
          this.queue.push(cost < g[w] ? cost : g[w], w);
        }
      }
      h = turned[h];
    } while (h !== u);
  }

  /**
   * The distance that a vertex has by a neighbour nearer to the goal than it was itself, if none promises less. All of those
   * are settled, and none of them has its distance from this vertex: so it can have that at once, in one step instead of two.
   */
  private heldBelow(u: number, had: number): number {
    const { vertex, twin, length, room, turned } = this.roadmap.diagram;
    const { g, radius } = this;
    let best = this.goalEnds.has(u) ? this.fromGoals(u) : Infinity;
    let isBelow = best < Infinity;
    let h = u;
    do {
      if (room[h] >= radius) {
        const before = g[vertex[twin[h]]];
        if (before + length[h] < best) {
          best = before + length[h];
          isBelow = before < had;
        }
      }
      h = turned[h];
    } while (h !== u);
    return isBelow ? best : Infinity;
  }

  /** Takes its distance from a vertex, and looks at those anew that may have had theirs from it. */
  private withdraw(u: number): void {
    const { diagram } = this.roadmap;
    const { vertex, twin, length, room, turned } = diagram;
    const { g, rhs, radius } = this;
    const had = g[u];
    const raised = this.heldBelow(u, had);
    g[u] = raised;
    if (raised < Infinity) rhs[u] = raised;
    else this.promise(u);
    let h = u;
    do {
      if (room[h] >= radius) {
        const w = vertex[twin[h]];
        if (had + length[h] <= Math.max(g[w], rhs[w]) * (1 + SLACK)) this.promise(w);
      }
      h = turned[h];
    } while (h !== u);
  }

  /** The best way from a point. */
  private plan(p: Point): Plan | null {
    this.repair();
    const { diagram } = this.roadmap;
    const { radius } = this;
    const from = join(diagram, p);
    if (!from) return this.plainly(p);
    let best: Plan | null = this.directly(from);
    const consider = (plan: Plan): void => {
      if (plan.cost < (best?.cost ?? Infinity)) best = plan;
    };
    if (from.r >= radius) {
      for (const goal of this.joins) {
        const along = alongOneEdge(diagram, from, goal);
        if (along && along.clearance >= radius) {
          consider({ cost: from.length + along.length + goal.length, from, goal, vertex: -1 });
        }
      }
      const ends: [number, EdgeMeasure][] = [
        [diagram.vertex[from.piece], from.back],
        [diagram.vertex[diagram.twin[from.piece]], from.ahead],
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
      if (apart <= from.clearance && apart < (best?.cost ?? Infinity)) {
        best = { cost: apart, from: null, goal, vertex: -1 };
      }
    }
    return this.acrossTo(from) ?? best;
  }

  /** Straight to the nearest point of a segment in the circle: of an exit, mostly, that is itself what is nearest. */
  private acrossTo(from: Join): Plan | null {
    const point = nearestOfGoals(this.goals, from.point);
    const apart = Math.hypot(point[0] - from.point[0], point[1] - from.point[1]);
    if (this.joins.length === 0 || apart > from.clearance * (1 + 1e-9)) return null;
    return { cost: apart, from: null, goal: { ...this.joins[0], point }, vertex: -1 };
  }

  /** At a goal that joins nothing. */
  private plainly(p: Point): Plan | null {
    const goal = this.joins.find(({ point }) => point[0] === p[0] && point[1] === p[1]);
    return goal ? { cost: 0, from: null, goal, vertex: -1 } : null;
  }

  /** The length of the way along the roadmap; it falls along `heading`. */
  cost(p: Point): number | null {
    return this.plan(p)?.cost ?? null;
  }

  /**
   * For a walker that is itself a point site: the empty circle to walk into next, at a vertex of its own cell (4.2.1, 4.3),
   * and the length of the way along the roadmap. Null where no way leads, or where the goal lies in the walker's own cell.
   */
  circleOf(id: number): (Circle & { readonly cost: number }) | null {
    const { diagram } = this.roadmap;
    const own = this.roadmap.elementOf(id);
    if (own < 0) return null;
    this.repair();
    const { elements, next, vertex, x, y, r } = diagram;
    let best = -1;
    let cost = Infinity;
    for (let h = elements.first[own]; h >= 0; h = next[h]) {
      if (r[h] < this.radius) continue;
      const there = Math.hypot(x[h] - elements.ax[own], y[h] - elements.ay[own]);
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
   * The direction to the place where the way leaves the empty circle around p, which nothing stands in the way of: the
   * thesis's leading circle (4.3) for those who walk in steps and are pushed about, whom `heading` would send back to the
   * roadmap first.
   */
  lead(p: Point, clearance: number): Point | null {
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
  beginning(p: Point, metres: number): Point[] | null {
    const plan = this.plan(p);
    return plan && toPoints(this.begun(plan, p, metres));
  }

  /** The way from p, at least until it is farther from it than `reach` and has a direction. */
  private begun(plan: Plan, p: Point, reach: number): number[] {
    const points = [p[0], p[1]];
    const least = Math.max(reach, SAME_PLACE * (1 + Math.abs(p[0]) + Math.abs(p[1])));
    this.trace(plan, points, (x, y) => Math.hypot(x - p[0], y - p[1]) > least);
    return points;
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

  /** Length of `pathFrom(p)`. */
  distance(p: Point): number | null {
    const path = this.pathFrom(p);
    return path && pathLength(path);
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
    const { diagram } = this.roadmap;
    const { x, y, twin } = diagram;
    const { radius } = this;
    if (from) points.push(from.x, from.y);
    if (goal) {
      if (from) traceAlong(diagram, goal.piece, from, goal, radius, points);
      points.push(...this.endOf(goal));
      return;
    }
    let v = vertex;
    traceAlong(diagram, from!.piece, from!, { x: x[v], y: y[v] }, radius, points);
    while (!isEnough(x[v], y[v])) {
      const { piece, end } = this.stepFrom(v);
      const start = { x: x[v], y: y[v] };
      if (end) {
        traceAlong(diagram, end.piece, start, end, radius, points);
        points.push(end.x, end.y, ...this.endOf(end));
        return;
      }
      v = diagram.vertex[twin[piece]];
      traceAlong(diagram, piece, start, { x: x[v], y: y[v] }, radius, points);
    }
  }

  /** The place that was given, not the free one beside it. */
  private endOf({ point }: Join): Point {
    return this.places.find((place) => Math.hypot(place[0] - point[0], place[1] - point[1]) < 1e-6) ?? point;
  }

  /** What follows a settled vertex: the piece to go along, or the goal on one of its edges. */
  private stepFrom(v: number): { piece: number; end: Join | null } {
    const { diagram } = this.roadmap;
    const { vertex, twin, length, room, turned } = diagram;
    let best = Infinity;
    let piece = -1;
    let end: Join | null = null;
    for (const goal of this.goalEnds.has(v) ? this.joins : []) {
      if (goal.r < this.radius) continue;
      const ends: [number, EdgeMeasure][] = [
        [vertex[goal.piece], goal.back],
        [vertex[twin[goal.piece]], goal.ahead],
      ];
      for (const [w, way] of ends) {
        if (w !== v || way.clearance < this.radius || way.length + goal.length >= best) continue;
        best = way.length + goal.length;
        end = goal;
      }
    }
    let h = v;
    do {
      const w = vertex[twin[h]];
      if (room[h] >= this.radius && this.g[w] + length[h] < best && this.g[w] < this.g[v]) {
        best = this.g[w] + length[h];
        piece = h;
        end = null;
      }
      h = turned[h];
    } while (h !== v);
    return { piece, end };
  }
}

interface Plan {
  readonly cost: number;
  /** Where the way joins the roadmap; null for a straight way. */
  readonly from: Join | null;
  /** The goal, where no vertex lies between. */
  readonly goal: Join | null;
  /** The first vertex, -1 for none. */
  readonly vertex: number;
}

/** The point of the goals nearest to p, as the crow flies. */
export function nearestOfGoals(goals: readonly RoadmapGoal[], p: Point): Point {
  let best: Point = p;
  let least = Infinity;
  for (const goal of goals) {
    const q = "point" in goal ? goal.point : nearestOnSegment(p, ...goal.segment);
    const apart = Math.hypot(q[0] - p[0], q[1] - p[1]);
    if (apart >= least) continue;
    least = apart;
    best = q;
  }
  return best;
}
