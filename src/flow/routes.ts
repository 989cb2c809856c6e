/**
 * Lanes routed jointly: how many pass between which bodies, and then each as short as it can be there.
 *
 * Give every body a whole number D, the walls theirs of the greatest flow, such that no two differ by more than the lanes that
 * fit between them. Then |D_i - D_j| lanes pass between bodies i and j, and lane k (from 1) has the bodies with D < k on its
 * right and the others on its left. Every such choice has its lanes, as contours of min_i ( D_i + dist(p, O_i) ), by the
 * proof that docs/flow.md gives for the choice that hugs the low walls; and each lane of a choice must leave room for the
 * lanes between it and body i: it keeps (2 |D_i - k| + 1) r from those on its left and (2 (k - D_i) - 1) r from those on its
 * right. The shortest curve that does is a taut string around discs of these radii. Strings of one choice keep 2 r apart:
 * where one bends around a body, the next one bends around the same body with 2 r more.
 *
 * Contours know what lies below them by what is joined to a low wall. A body that no gate full of lanes joins to a lower one
 * is joined by a bridge, a piece along a gate that starts with the body's own number: lanes above it go around both.
 *
 * Choices are compared by their total lengths. Those that hug the low or the high walls and the one half-way between are the
 * first; from the best of them on, single bodies are raised and lowered, with those that must follow, while that gains. With
 * several sources or sinks the numbers of the walls are not unique either: runs of walls that follow each other are raised and
 * lowered together, which sends a lane to another sink or lets it come from another source, as long as no fewer flow.
 */
import { leastCost } from "./least-cost.js";
import { lanesThrough } from "./links.js";
import type { FlowPlan } from "./plan.js";
import { cornersOf, type GateTo, type Routed, Strands } from "./strands.js";
import { reversed } from "./stretch.js";

/** With more bodies than this, choices are not improved one body at a time. */
const MOST_BODIES = 120;
/** Choices that are looked at, at most, and at least as many as that however large a plan is. */
const MOST_CHOICES = 300;
const FEWEST_CHOICES = 4;
/** With more corners, fewer choices are looked at: each takes longer, and in a boundary that bends sight is dear. */
const MANY_CORNERS = Object.freeze({ convex: 1000, bent: 80 });
/** Gains below this share of the total are rounding. */
const WORTHWHILE = 1e-9;

/** The choices that were looked at, the shortest first; none where the lanes are not as many as the openings allow. */
export function routedLanes(
  map: FlowPlan,
  radius: number,
  count: number,
  progress?: (share: number) => void,
): Routed[] {
  const { stream } = map.network(2 * radius);
  if (count === 0 || count > stream.value) return [];
  if (count < stream.value && map.sills.length > 2) return [];
  const choices = map.sills.length > 2 ? stream.choices : [stream.walls];
  const starts = choices.map((walls) => walls.map((value) => Math.min(value, count)));
  return new Router(map, radius, starts, count, progress).best();
}

class Router {
  private readonly known = new Map<string, Routed | null>();
  /** The gates at every body, the shortest first. */
  private readonly gates: readonly (readonly GateTo[])[];
  /** Choices that are looked at, at most. */
  private readonly most: number;
  /** What draws lanes, seen from the sources and from the sinks. */
  private readonly strands: readonly [Strands, Strands];

  constructor(
    private readonly map: FlowPlan,
    private readonly radius: number,
    /** Numbers of the walls to start from. */
    private readonly starts: readonly Float64Array[],
    private readonly count: number,
    /** Hears the share of the choices that may be looked at; most often fewer are. */
    private readonly progress?: (share: number) => void,
  ) {
    const isSmall = map.gates.pieces.bodies <= MOST_BODIES;
    this.gates = gatesOf(map, isSmall ? Infinity : 2 * radius * count);
    const corners = cornersOf(map);
    const many = map.enclosure ? MANY_CORNERS.bent : MANY_CORNERS.convex;
    // Twice the corners are twice the steps of strings, and twice as many pegs to look at.
    const share = Math.min(1, many / corners.body.length) ** 2;
    this.most = Math.max(FEWEST_CHOICES, Math.floor(MOST_CHOICES * share));
    const draws = (plan: FlowPlan): Strands => new Strands(plan, radius, count, corners, this.gates);
    this.strands = [draws(map), draws(map.reversed())];
    this.movable = isSmall ? this.movables() : [];
  }

  best(): Routed[] {
    const cheapest = this.cheapest();
    if (this.movable.length === 0) {
      if (!cheapest || !this.routed(cheapest)) this.routed(this.extremes(this.starts[0])[1]);
    } else {
      if (cheapest) this.improved(cheapest, this.most);
      if (this.most === FEWEST_CHOICES && cheapest && this.routed(cheapest)) return this.found();
      this.starts.forEach((walls, k) => {
        const [low, high] = this.extremes(walls);
        const middle = low.map((value, i) => Math.floor((value + high[i]) / 2));
        // Every start has its share of the choices.
        const most = (this.most * (k + 1)) / this.starts.length;
        for (const values of [middle, high, low]) this.improved(values, most);
      });
    }
    return this.found();
  }

  /** What was found, the shortest first. */
  private found(): Routed[] {
    const found = [...this.known.values()].filter((routed) => routed !== null);
    return found.sort((a, b) => a.length - b.length);
  }

  /** The choice nearest to a flow of least cost; null where there is none. */
  private cheapest(): Float64Array | null {
    const wanted = leastCost(this.map, this.radius, this.count);
    if (!wanted) return null;
    const walls = wanted.subarray(0, this.map.gates.pieces.walls);
    const fits = walls.every((value, a) =>
      walls.every((other, b) => Math.abs(value - other) <= this.from(a)[b]),
    );
    return fits ? this.legal(wanted, walls) : null;
  }

  /** Numbers near those wanted, such that no two bodies differ by more than the lanes between them. */
  private legal(wanted: Float64Array, walls: Float64Array): Float64Array {
    const [low, high] = this.extremes(walls);
    const width = 2 * this.radius;
    const values = wanted.slice();
    const narrow = (bound: Float64Array, start: number, sign: number): void => {
      const pending = [start];
      while (pending.length > 0) {
        const i = pending.pop()!;
        for (const { other, length } of this.gates[i]) {
          const reached = bound[i] + sign * lanesThrough(length, width);
          if (sign * (bound[other] - reached) <= 0) continue;
          bound[other] = reached;
          pending.push(other);
        }
      }
    };
    for (let i = walls.length; i < values.length; i++) {
      const value = Number.isNaN(values[i]) ? high[i] : Math.min(high[i], Math.max(low[i], values[i]));
      values[i] = low[i] = high[i] = value;
      narrow(high, i, 1);
      narrow(low, i, -1);
    }
    return values;
  }

  /** The least and the greatest number that each body can have. */
  private extremes(walls: Float64Array): [Float64Array, Float64Array] {
    const { gates } = this.map;
    const most = walls.reduce((a, b) => Math.max(a, b));
    const low = new Float64Array(gates.pieces.bodies);
    const high = new Float64Array(gates.pieces.bodies).fill(most);
    walls.forEach((value, wall) => {
      const distances = this.from(wall);
      for (let i = 0; i < low.length; i++) {
        low[i] = Math.max(low[i], value - distances[i]);
        high[i] = Math.min(high[i], value + distances[i]);
      }
    });
    return [low, high];
  }

  private readonly distances = new Map<number, Float64Array>();

  /** How many lanes can pass between a body and every other one. */
  private from(body: number): Float64Array {
    let known = this.distances.get(body);
    if (!known) {
      const { gates } = this.map;
      const start = new Float64Array(gates.pieces.bodies).fill(Infinity);
      start[body] = 0;
      known = gates.spread(start, 2 * this.radius).value;
      this.distances.set(body, known);
    }
    return known;
  }

  /** What is raised and lowered: with several openings runs of walls, and each body that is no wall. */
  private readonly movable: readonly (readonly number[])[];

  private movables(): number[][] {
    const { walls, bodies } = this.map.gates.pieces;
    const runs: number[][] = [];
    for (let length = 1; this.map.sills.length > 2 && length < walls; length++) {
      for (let first = 0; first < walls; first++)
        runs.push(Array.from({ length }, (_, k) => (first + k) % walls));
    }
    return [...runs, ...Array.from({ length: bodies - walls }, (_, k) => [walls + k])];
  }

  /** Raises and lowers one body, or run of walls, after another while that gains, up to so many choices in all. */
  private improved(start: Float64Array, most: number): void {
    let best = { values: start, length: this.routed(start)?.length ?? Infinity };
    for (let isGaining = true; isGaining; ) {
      isGaining = false;
      for (let step = 0; step < 2 * this.movable.length; step++) {
        for (;;) {
          if (this.known.size >= most) return;
          const values = this.moved(best.values, this.movable[step >> 1], step % 2 === 0 ? 1 : -1);
          const length = (values && this.routed(values)?.length) ?? Infinity;
          if (!values || length >= best.length * (1 - WORTHWHILE)) break;
          best = { values, length };
          isGaining = true;
        }
      }
    }
  }

  /** The numbers when some bodies have one more or less, with those that must follow; null where another wall would. */
  private moved(values: Float64Array, some: readonly number[], by: number): Float64Array | null {
    const { walls } = this.map.gates.pieces;
    let moved = values;
    for (const body of some) {
      const distances = this.from(body);
      const value = values[body] + by;
      moved = moved.map((own, i) =>
        by > 0 ? Math.max(own, value - distances[i]) : Math.min(own, value + distances[i]),
      );
    }
    const isMoved = (wall: number): boolean => some.includes(wall);
    for (let wall = 0; wall < walls; wall++) {
      if (moved[wall] !== values[wall] + (isMoved(wall) ? by : 0)) return null;
    }
    return some[0] < walls ? this.flowing(moved) : this.inRange(moved);
  }

  private inRange(values: Float64Array): Float64Array | null {
    return values.every((value) => value >= 0 && value <= this.count) ? values : null;
  }

  /** The numbers from 0 on, where as many flow as before: none into a source, none out of a sink. */
  private flowing(values: Float64Array): Float64Array | null {
    const { sills, gates } = this.map;
    const { walls } = gates.pieces;
    let flow = 0;
    for (let k = 0; k < sills.length; k++) {
      const through = values[(k + walls - 1) % walls] - values[k];
      if (sills[k].kind === "source") flow += through;
      if (sills[k].kind === "source" ? through < 0 : through > 0) return null;
    }
    if (flow !== this.count) return null;
    const own = values.subarray(0, walls);
    const [least, most] = [own.reduce((a, b) => Math.min(a, b)), own.reduce((a, b) => Math.max(a, b))];
    return values.map((value) => Math.min(most, Math.max(least, value)) - least);
  }

  /** The lanes of a choice; null where one is lost. */
  private routed(values: Float64Array): Routed | null {
    const key = values.join();
    let known = this.known.get(key);
    if (known === undefined) {
      known = this.drawn(values);
      this.known.set(key, known);
      this.progress?.(Math.min(1, this.known.size / this.most));
    }
    return known;
  }

  /** The shorter lanes of those seen from the sources and from the sinks; in large plans the first of both that there are. */
  private drawn(values: Float64Array): Routed | null {
    const there = this.strands[0].of(values);
    if (there && this.movable.length === 0) return there;
    const most = values.reduce((a, b) => Math.max(a, b));
    const back = this.strands[1].of(values.map((value) => most - value));
    if (!back || (there && there.length <= back.length)) return there;
    // Both in the order in which lanes lie, from the low walls on.
    const curves = back.curves.map((curve) => curve.map(reversed).reverse()).reverse();
    return { ...back, curves };
  }
}

/** The gates at every body, the shortest first: all up to a length, and longer ones until every body has one. */
function gatesOf({ gates }: FlowPlan, longest: number): GateTo[][] {
  const { boxes } = gates.tree;
  const size = Math.hypot(boxes[2] - boxes[0], boxes[3] - boxes[1]);
  for (let length = longest; ; length *= 2) {
    const lists: GateTo[][] = Array.from({ length: gates.pieces.bodies }, () => []);
    for (const { bodies: pair, ...gate } of gates.all(length)) {
      for (const [i, other] of [pair, [pair[1], pair[0]]]) lists[i].push({ ...gate, other });
    }
    if (length < size && lists.some((list) => list.length === 0)) continue;
    for (const list of lists) list.sort((p, q) => p.length - q.length);
    return lists;
  }
}
