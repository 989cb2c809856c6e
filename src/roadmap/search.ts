/**
 * One path along the roadmap by A* (Hartmann 2010, sections 4.2.2 and 4.4).
 *
 * Edges narrower than the walker do not exist (4.4.1). The search can be stopped after some vertices or milliseconds, and
 * then returns the way to the vertex nearest to the goal. A dead end (figure 4.11) is noticed by its consequence: when no
 * vertex found so far is nearer to the goal than the walker, the limit is ignored until one is. Where no passage is wide
 * enough, the widest way tells how wide the walker could be.
 */
import { InputError } from "../errors.js";
import { type Point, pathLength } from "../geometry/index.js";
import { MinHeap } from "../numerics/index.js";
import { checkKeys, checkNumber, checkPoint } from "../options.js";
import type { EdgeMeasure } from "./edges.js";
import { POINT } from "./elements.js";
import { alongOneEdge, type Join, join, toPoints, traceAlong } from "./graph.js";
import type { HalfEdges } from "./halfedges.js";
import type { Roadmap } from "./roadmap.js";
import {
  gateOf,
  type NoRoute,
  type Route,
  type RouteEdge,
  type RouteGate,
  refused,
  straight,
} from "./route.js";

/** How a path is searched. */
export interface RouteOptions {
  /** Radius of the walker, in metres, >= 0; default 0. */
  readonly radius?: number;
  /** Stop after so many vertices, >= 1; default: never. */
  readonly maxIterations?: number;
  /** Stop after so many milliseconds, > 0; default: never. */
  readonly maxMs?: number;
  /** The walker, if it is itself a point site of the roadmap: it starts at the vertices of its own cell. */
  readonly agent?: number;
}

/** A way as the pieces it follows, for walkers that keep it. */
export interface Plan {
  /** The vertex that it begins at. */
  readonly first: number;
  readonly pieces: readonly number[];
  readonly length: number;
  /** Whether it reaches the goal. */
  readonly complete: boolean;
  /** The diagram's version when it was made. */
  readonly version: number;
}

interface Checked {
  readonly radius: number;
  readonly maxIterations: number;
  readonly maxMs: number;
  readonly agent: number;
  /** Where a limit stops the search, the way has to end nearer to the goal than this, in metres; default: than the start. */
  readonly nearerThan?: number;
}

function checkedOptions(options: RouteOptions): Checked {
  checkKeys(options, ["radius", "maxIterations", "maxMs", "agent"]);
  const { radius = 0, maxIterations = Infinity, maxMs = Infinity, agent = -1 } = options;
  checkNumber(radius, "radius", { of: "metres", least: 0 });
  checkNumber(maxIterations, "maxIterations", { least: 1, infinite: true });
  checkNumber(maxMs, "maxMs", { of: "milliseconds", above: 0, infinite: true });
  return { radius, maxIterations, maxMs, agent };
}

/** What is nearer by less than this is not nearer, in metres: rounding. */
const NEARER = 1e-9;

/** How often the clock is read. */
const CLOCK_STEP = 64;

/** A search over the vertices of a diagram; its arrays serve many searches. */
export class RouteFinder {
  private g = new Float64Array(0);
  /** The piece by which a vertex was reached: it ends there. */
  private by = new Int32Array(0);
  private seen = new Int32Array(0);
  private closed = new Int32Array(0);
  private stamp = 0;
  private readonly queue = new MinHeap(256);
  /** Where the search leads to. */
  private toX = 0;
  private toY = 0;
  /** Vertices that the last search has expanded. */
  iterations = 0;

  private readonly edges: HalfEdges;

  constructor(readonly roadmap: Roadmap) {
    if (roadmap.sewing)
      throw new InputError("routes through a building are found by RoadmapGuide", "roadmap");
    this.edges = roadmap.diagram.halfEdges;
  }

  /** Searches a path from a to b. */
  find(a: Point, b: Point, options: RouteOptions = {}): Route | NoRoute {
    return this.findNearer(a, b, options, Infinity);
  }

  /**
   * The same for a walker that has a way already: a limit stops the search only where it came nearer to the goal than so many
   * metres. Whoever asks for more at each way's end goes from vertex to vertex, never to one twice, so it arrives.
   *
   * @internal
   */
  findNearer(a: Point, b: Point, options: RouteOptions, nearerThan: number): Route | NoRoute {
    const checked: Checked = { ...checkedOptions(options), nearerThan };
    checkPoint(a, "from");
    checkPoint(b, "to");
    const { diagram } = this.roadmap;
    const goal = join(diagram, b);
    if (!goal) return refused("the goal is not on free ground");
    const own = checked.agent >= 0 ? this.roadmap.elementOf(checked.agent) : -1;
    const from = own >= 0 ? null : join(diagram, a);
    if (own < 0 && !from) return this.wayOut(a, b, checked);
    const apart = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (from && apart <= from.clearance) return straight([a, b], 0);
    return this.search(a, from, own, goal, checked);
  }

  /** From within an obstacle: the nearest free place first, then on from there. */
  private wayOut(a: Point, b: Point, { radius, maxIterations, maxMs }: Checked): Route | NoRoute {
    const free = this.roadmap.space.nearestFree(a);
    if (!free || !this.roadmap.diagram.nearest(free[0], free[1]).free) {
      return refused("the start is not on free ground");
    }
    if (free[0] === a[0] && free[1] === a[1]) return refused("the start is not on free ground");
    const rest = this.find(free, b, { radius, maxIterations, maxMs });
    if (rest.points === null) return rest;
    const points = [a, ...rest.points];
    return { ...rest, points, length: pathLength(points) };
  }

  private reserve(): void {
    const size = this.edges.cell.length + 1;
    if (this.g.length >= size) return;
    this.g = new Float64Array(size);
    this.by = new Int32Array(size);
    this.seen = new Int32Array(size);
    this.closed = new Int32Array(size);
    this.stamp = 0;
  }

  private search(a: Point, from: Join | null, own: number, goal: Join, options: Checked): Route | NoRoute {
    const last = this.explore(a, from, own, goal, options);
    const { radius } = options;
    const { iterations } = this;
    if (last < 0) return this.failure(a, from, own, goal, radius, iterations);
    return this.finish(a, from, goal, last, radius, iterations);
  }

  /** Searches until the goal or a limit; returns the vertex that the way ends at, `end` for the goal, -1 for none. */
  private explore(a: Point, from: Join | null, own: number, goal: Join, options: Checked): number {
    const { radius, maxIterations, maxMs, nearerThan = Infinity } = options;
    const end = this.begin(goal.point[0], goal.point[1]);
    this.start(a[0], a[1], from, own, radius);
    if (from) {
      const along = from.r >= radius ? alongOneEdge(this.edges, from, goal) : null;
      if (along && along.clearance >= radius) this.offer(end, from.length + along.length + goal.length, -1);
    }
    const begun = performance.now();
    let nearest = -1;
    let least = Math.min(nearerThan, Math.hypot(a[0] - this.toX, a[1] - this.toY)) - NEARER;
    while (this.queue.size > 0) {
      const v = this.queue.pop();
      if (this.closed[v] === this.stamp) continue;
      this.closed[v] = this.stamp;
      if (v === end) return end;
      const left = this.estimate(v);
      if (left < least) [nearest, least] = [v, left];
      const count = ++this.iterations;
      const isOver =
        count >= maxIterations ||
        (count % CLOCK_STEP === 0 && maxMs < Infinity && performance.now() - begun > maxMs);
      // In a dead end nothing nearer has been found: go on until something is.
      if (isOver && nearest >= 0) return nearest;
      this.arrive(v, goal, end, radius);
      this.expand(v, radius);
    }
    return -1;
  }

  /** Begins a search for a place; returns the number that stands for it among the vertices. */
  private begin(x: number, y: number): number {
    this.reserve();
    this.stamp++;
    this.queue.clear();
    this.iterations = 0;
    this.toX = x;
    this.toY = y;
    return this.edges.cell.length;
  }

  private estimate(v: number): number {
    const { x, y, cell } = this.edges;
    if (v === cell.length) return 0;
    const dx = x[v] - this.toX;
    const dy = y[v] - this.toY;
    return Math.sqrt(dx * dx + dy * dy);
  }

  private offer(v: number, cost: number, piece: number): void {
    if (this.seen[v] === this.stamp && cost >= this.g[v]) return;
    this.seen[v] = this.stamp;
    this.g[v] = cost;
    this.by[v] = piece;
    this.queue.push(cost + this.estimate(v), v);
  }

  /**
   * A route that was just found, as the pieces between its first vertex and its last.
   *
   * @internal
   */
  planAlong({ edges, length, complete }: Route): Plan {
    const pieces = edges.slice(1, complete ? -1 : undefined).map(({ piece }) => piece);
    const first = pieces.length > 0 ? this.edges.vertex[pieces[0]] : -1;
    return { first, pieces, length, complete, version: this.edges.version };
  }

  /**
   * The same to a vertex, within a few iterations.
   *
   * @internal
   */
  planToVertex(id: number, at: Point, target: number, radius: number, most: number): Plan | null {
    const { x, y } = this.edges;
    this.begin(x[target], y[target]);
    const own = this.roadmap.elementOf(id);
    if (own < 0) return null;
    this.start(at[0], at[1], null, own, radius);
    while (this.queue.size > 0 && this.iterations < most) {
      const v = this.queue.pop();
      if (this.closed[v] === this.stamp) continue;
      this.closed[v] = this.stamp;
      if (v === target) return this.planTo(v, this.g[v], true);
      this.iterations++;
      this.expand(v, radius);
    }
    return null;
  }

  private planTo(last: number, length: number, complete: boolean): Plan {
    const { vertex } = this.edges;
    const pieces: number[] = [];
    let first = last;
    while (this.by[first] >= 0) {
      pieces.push(this.by[first]);
      first = vertex[this.by[first]];
    }
    pieces.reverse();
    return { first, pieces, length, complete, version: this.edges.version };
  }

  private start(ax: number, ay: number, from: Join | null, own: number, radius: number): void {
    const { vertex, twin, elements, next, x, y, r } = this.edges;
    if (!from) {
      // The agent is a site: every circle of its cell's vertices touches it (figure 4.5).
      for (let h = elements.first[own]; h >= 0; h = next[h]) {
        if (r[h] >= radius) this.offer(vertex[h], Math.hypot(x[h] - ax, y[h] - ay), -1);
      }
      return;
    }
    if (from.r < radius) return;
    if (from.back.clearance >= radius) this.offer(vertex[from.piece], from.length + from.back.length, -1);
    if (from.ahead.clearance >= radius)
      this.offer(vertex[twin[from.piece]], from.length + from.ahead.length, -1);
  }

  /** From a vertex straight to a goal on one of its edges. */
  private arrive(v: number, goal: Join, end: number, radius: number): void {
    const { vertex, twin } = this.edges;
    if (goal.r < radius) return;
    const base = this.g[v] + goal.length;
    if (vertex[goal.piece] === v && goal.back.clearance >= radius) {
      this.offer(end, base + goal.back.length, v);
    }
    if (vertex[twin[goal.piece]] === v && goal.ahead.clearance >= radius) {
      this.offer(end, base + goal.ahead.length, v);
    }
  }

  private expand(v: number, radius: number): void {
    const { vertex, twin, length, room, turned } = this.edges;
    const base = this.g[v];
    let h = v;
    do {
      if (room[h] >= radius) this.offer(vertex[twin[h]], base + length[h], h);
      h = turned[h];
    } while (h !== v);
  }

  /** The way that led to a vertex, or to the goal. */
  private finish(
    a: Point,
    from: Join | null,
    goal: Join,
    last: number,
    radius: number,
    iterations: number,
  ): Route {
    const { vertex, twin, x, y, r } = this.edges;
    const at = (v: number): { x: number; y: number; r: number } => ({ x: x[v], y: y[v], r: r[v] });
    const complete = last === this.edges.cell.length;
    const edges: RouteEdge[] = [];
    let v = complete ? this.by[last] : last;
    if (complete && v >= 0) {
      edges.push({ piece: goal.piece, from: at(v), to: goal, forward: v === vertex[goal.piece] });
    }
    if (complete && v < 0) edges.push(this.between(from!, goal));
    while (v >= 0) {
      const piece = this.by[v];
      if (piece < 0) {
        if (from) edges.push({ piece: from.piece, from, to: at(v), forward: v !== vertex[from.piece] });
        break;
      }
      edges.push({ piece, from: at(vertex[piece]), to: at(vertex[twin[piece]]), forward: true });
      v = vertex[piece];
    }
    edges.reverse();
    const coordinates = [a[0], a[1]];
    if (edges.length > 0) coordinates.push(edges[0].from.x, edges[0].from.y);
    else coordinates.push(x[last], y[last]);
    for (const edge of edges) traceAlong(this.edges, edge.piece, edge.from, edge.to, radius, coordinates);
    if (complete) coordinates.push(...goal.point);
    const points = toPoints(coordinates);
    return {
      points,
      length: pathLength(points),
      complete,
      iterations,
      edges,
      gate: gateOf(this.edges, edges),
    };
  }

  /** The part of one edge between two joins. */
  private between(from: Join, goal: Join): RouteEdge {
    const { diagram } = this.roadmap;
    const cell = this.edges.cell[from.piece];
    const [a, b] = [from, goal].map(({ x, y }) => diagram.parameterOf(cell, x, y));
    // Around a full turn an edge may pass the start: then it covers less than half of it.
    const forward = Math.abs(b - a) > 2 && diagram.elements.kind[cell] === POINT ? b < a : b > a;
    return { piece: from.piece, from, to: goal, forward };
  }

  /** Why there is no way, with the narrowest place of the widest one: the same graph, searched for the greatest clearance. */
  private failure(
    a: Point,
    from: Join | null,
    own: number,
    goal: Join,
    radius: number,
    iterations: number,
  ): NoRoute {
    const gate = this.widest(a, from, own, goal);
    const reason = gate
      ? `no passage is wide enough for a radius of ${radius} m: the widest way has a gate of ${gate.width.toPrecision(4)} m at [${gate.point[0].toFixed(3)}, ${gate.point[1].toFixed(3)}]`
      : "no way leads from there to the goal";
    return { points: null, reason, iterations, gate };
  }

  private widest(a: Point, from: Join | null, own: number, goal: Join): RouteGate | null {
    const { vertex, twin, room, elements, next, r, turned } = this.edges;
    this.stamp++;
    this.queue.clear();
    const end = this.edges.cell.length;
    const offer = (v: number, width: number, piece: number): void => {
      if (this.seen[v] === this.stamp && width <= this.g[v]) return;
      this.seen[v] = this.stamp;
      this.g[v] = width;
      this.by[v] = piece;
      this.queue.push(-width, v);
    };
    const ends = (j: Join, base: number, reach: (v: number, width: number) => void): void => {
      const wayBack: EdgeMeasure = j.back;
      reach(vertex[j.piece], Math.min(base, wayBack.clearance));
      reach(vertex[twin[j.piece]], Math.min(base, j.ahead.clearance));
    };
    if (from) {
      ends(from, Infinity, (v, width) => offer(v, width, -1));
      const along = alongOneEdge(this.edges, from, goal);
      if (along) offer(end, along.clearance, -1);
    } else for (let h = elements.first[own]; h >= 0; h = next[h]) offer(vertex[h], r[h], -1);
    while (this.queue.size > 0) {
      const v = this.queue.pop();
      if (this.closed[v] === this.stamp) continue;
      this.closed[v] = this.stamp;
      if (v === end) {
        const route = this.finish(a, from, goal, end, 0, 0);
        return route.gate;
      }
      ends(goal, this.g[v], (w, width) => {
        if (w === v) offer(end, width, v);
      });
      let h = v;
      do {
        offer(vertex[twin[h]], Math.min(this.g[v], room[h]), h);
        h = turned[h];
      } while (h !== v);
    }
    return null;
  }
}
