/**
 * The value of a flow between any number of sources and sinks.
 *
 * Let Y be the stream function on the walls: what flows between two walls is the difference of their values. Across a
 * source, Y does not rise (counterclockwise), across a sink it does not fall, and two walls differ by at most the
 * distance delta between them over the critical graph. The most that can flow is the greatest sum over the sources. These
 * are difference constraints, so the dual is a transport of one unit per source from wall to wall at cost delta: the min
 * cut; and where every delta is a whole number of lanes, so is every Y.
 */
import type { Opening } from "./openings.js";

/** The greatest flow: what each wall is worth, and between which walls the cut runs. */
export interface Stream {
  readonly value: number;
  /** Value of each wall, the least being 0. */
  readonly walls: Float64Array;
  /** The same in other ways, all with the greatest flow; `walls` is the first of them. */
  readonly choices: readonly Float64Array[];
  /** Pairs of walls that the min cut connects, with how often. */
  readonly cut: readonly { readonly from: number; readonly to: number; readonly times: number }[];
}

/** An arc of the transport; its partner at index ^ 1 runs back. */
interface Arc {
  readonly from: number;
  readonly to: number;
  readonly cost: number;
  room: number;
}

/** The greatest flow for openings in counterclockwise order; wall k follows opening k. */
export function greatestFlow(openings: readonly Opening[], delta: (a: number, b: number) => number): Stream {
  const n = openings.length;
  const arcs: Arc[] = [];
  const connect = (from: number, to: number, cost: number): void => {
    arcs.push({ from, to, cost, room: Infinity }, { from: to, to: from, cost: -cost, room: 0 });
  };
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < n; b++) if (a !== b) connect(a, b, delta(a, b));
  }
  const paths = arcs.length;
  const supply = new Int32Array(n);
  openings.forEach(({ kind }, k) => {
    const [before, after] = [(k + n - 1) % n, k];
    if (kind === "source") {
      supply[before]++;
      supply[after]--;
      connect(after, before, 0);
    } else connect(before, after, 0);
  });
  let value = 0;
  for (let a = 0; a < n; a++) {
    for (; supply[a] > 0; supply[a]--) value += transport(arcs, n, a, supply);
  }
  const choices = distinct(potentials(arcs, n));
  const cut = [];
  for (let i = 0; i < paths; i += 2) {
    const { from, to } = arcs[i];
    const times = arcs[i + 1].room;
    if (times > 0) cut.push({ from, to, times });
  }
  return { value, walls: choices[0], choices, cut };
}

/** Sends one unit from wall `a` to the cheapest wall that still asks for one; returns what it cost. */
function transport(arcs: readonly Arc[], n: number, a: number, supply: Int32Array): number {
  const cost = new Float64Array(n).fill(Infinity);
  const reached = new Int32Array(n).fill(-1);
  cost[a] = 0;
  for (let round = 0; round < n; round++) {
    arcs.forEach(({ from, to, cost: c, room }, i) => {
      if (room > 0 && cost[from] + c < cost[to] - 1e-12 * Math.abs(cost[to] === Infinity ? 0 : cost[to])) {
        cost[to] = cost[from] + c;
        reached[to] = i;
      }
    });
  }
  let target = -1;
  for (let b = 0; b < n; b++) if (supply[b] < 0 && (target < 0 || cost[b] < cost[target])) target = b;
  supply[target]++;
  for (let b = target; b !== a; b = arcs[reached[b]].from) {
    arcs[reached[b]].room--;
    arcs[reached[b] ^ 1].room++;
  }
  return cost[target];
}

/**
 * Values of the walls that no arc with room left contradicts. There can be many; these are the extremes: with one wall
 * held, all others as high as they can be, or as low.
 */
function* potentials(arcs: readonly Arc[], n: number): Generator<Float64Array> {
  for (let held = 0; held < n; held++) {
    for (const sign of [1, -1]) {
      const value = new Float64Array(n).fill(sign * Infinity);
      value[held] = 0;
      for (let round = 0; round < n; round++) {
        for (const { from, to, cost, room } of arcs) {
          if (!(room > 0)) continue;
          // value[from] <= value[to] + cost, met from above or from below.
          if (sign > 0) value[from] = Math.min(value[from], value[to] + cost);
          else value[to] = Math.max(value[to], value[from] - cost);
        }
      }
      const least = value.reduce((a, b) => Math.min(a, b));
      yield value.map((v) => v - least);
    }
  }
}

/** Lists of numbers without repetitions. */
function distinct(lists: Iterable<Float64Array>): Float64Array[] {
  const seen = new Map<string, Float64Array>();
  for (const list of lists) if (!seen.has(list.join())) seen.set(list.join(), list);
  return [...seen.values()];
}
