/**
 * How short lanes can be at best: a bound on the total length of a number of lanes that no system of them can beat.
 *
 * Take a chain of gates from the low wall to the high wall: every lane crosses it. At a point p of a gate, a lane is no
 * shorter than f(p), the shortest way from a source over p to a sink. Lanes that cross one gate do so 2 r apart and r from
 * its ends, so that m of them cost no less than the cheapest m such places; and the cheapest division of all lanes among the
 * gates of the chain is a bound. f changes no faster than twice the way along the gate: places on a grid of step h, each
 * taken h cheaper, stand for all.
 *
 * Lanes of one opening are nested, besides: see `nested-bound.ts`.
 *
 * All sources together are crossed by every lane too, and so are all sinks: with more than one of either, these two take the
 * place of chains. Along an opening that bends, places 2 r apart are no nearer than that by its length.
 */
import { distance, type Point } from "../geometry/index.js";
import { onSill } from "./build.js";
import { lanesThrough } from "./links.js";
import { nestedCosts } from "./nested-bound.js";
import type { FlowPlan, Gate } from "./plan.js";
import { ShortestWays } from "./shortest-ways.js";

/** Places per radius at which gates are looked at. */
const FINE = 16;
/** Chains that are looked at, those that hold the fewest lanes first. */
const MOST_CHAINS = 48;
/** With more bodies than this, or where the boundary is not convex and gates are dear, only the min cut is looked at. */
const MOST_BODIES = 120;

/** A lower bound on the total length of so many lanes of a radius, in metres. */
export function lengthBound(map: FlowPlan, radius: number, count: number): number {
  if (count === 0) return 0;
  const ways = new ShortestWays(map);
  const known = new Map<string, number[]>();
  const ofOpenings = boundsOfOpenings(map, radius, count, ways);
  let best = ofOpenings.reduce((most, bound) => Math.max(most, bound), count * ways.shortest);
  if (map.sills.length > 2) return best;
  for (const chain of chainsOf(map, radius)) {
    let costs = [0];
    for (const gate of chain) {
      const key = `${gate.a} ${gate.b}`;
      let own = known.get(key);
      if (!own) {
        own = costsOf(lineOf(gate, radius), radius, ways);
        known.set(key, own);
      }
      costs = divided(costs, own, count);
    }
    const bound = costs[count] ?? Infinity;
    if (bound < Infinity) best = Math.max(best, bound);
  }
  return best;
}

/** Chains of gates from the low wall to the high wall: the shortest over every pair of bodies. */
function chainsOf(map: FlowPlan, radius: number): Gate[][] {
  const { gates } = map;
  const { bodies } = gates.pieces;
  const width = 2 * radius;
  const { walls } = map.network(width).stream;
  const low = walls.indexOf(0);
  const spreadFrom = (wall: number): ReturnType<typeof gates.spread> => {
    const start = new Float64Array(bodies).fill(Infinity);
    start[wall] = 0;
    return gates.spread(start, width);
  };
  const [below, above] = [spreadFrom(low), spreadFrom(1 - low)];
  const wayTo = (body: number, distances: typeof below): Gate[] =>
    gates.wayTo(body, distances).map(([i, j]) => gates.segment(i, j));
  const chains = new Map<string, { lanes: number; gates: Gate[] }>();
  const add = (lanes: number, chain: Gate[]): void => {
    if (lanes < Infinity) chains.set(chain.map(({ a, b }) => `${a} ${b}`).join(), { lanes, gates: chain });
  };
  add(below.value[1 - low], wayTo(1 - low, below));
  if (bodies <= MOST_BODIES && !map.enclosure) {
    for (const { bodies: pair, ...gate } of gates.all()) {
      for (const [i, j] of [pair, [pair[1], pair[0]]]) {
        const lanes = below.value[i] + lanesThrough(gate.length, width) + above.value[j];
        add(lanes, [...wayTo(i, below), gate, ...wayTo(j, above)]);
      }
    }
  }
  const sorted = [...chains.values()].sort((a, b) => a.lanes - b.lanes);
  return sorted.slice(0, MOST_CHAINS).map((chain) => chain.gates);
}

/** Something that lanes cross. */
interface Line {
  /** Metres. */
  readonly length: number;
  /** Metres that lanes keep from its ends, and how many can cross it. */
  readonly margin: number;
  readonly most: number;
  at(s: number): Point;
}

function lineOf({ a, b, length }: Gate, radius: number): Line {
  return {
    length,
    margin: radius,
    most: lanesThrough(length, 2 * radius),
    at: (s) => {
      const t = Math.min(1, s / length);
      return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
    },
  };
}

/** What lanes cost at least by where they leave the sources, and by where they reach the sinks. */
function boundsOfOpenings(map: FlowPlan, radius: number, count: number, ways: ShortestWays): number[] {
  const { origin } = map.gates.pieces;
  return (["source", "sink"] as const).map((kind) => {
    let costs = [0];
    map.sills.forEach((sill, k) => {
      if (sill.kind !== kind) return;
      const { length } = sill;
      // An end that another opening shares is no wall.
      const isShared = [sill.points[0], sill.points[sill.points.length - 1]].some((p) =>
        map.sills.some((other) => other !== sill && other.points.some((q) => distance(p, q) < radius)),
      );
      const margin = isShared ? 0 : radius;
      const most = isShared ? Math.floor(length / (2 * radius) + 1e-9) + 1 : lanesThrough(length, 2 * radius);
      const at = (s: number): Point => {
        const [x, y] = onSill(sill, s);
        return [x + origin[0], y + origin[1]];
      };
      const own = costsOf({ length, margin, most, at }, radius, ways);
      const nested = ways.isPlain ? [] : nestedCosts(map, radius, k, Math.min(count, own.length - 1), ways);
      const larger = own.map((cost, lanes) => Math.max(cost, nested[lanes] ?? 0));
      costs = divided(costs, larger, count);
    });
    const bound = costs[count] ?? 0;
    return bound < Infinity ? bound : 0;
  });
}

/** What 0, 1, 2 and more lanes across a line cost at least. */
function costsOf({ length, margin, most, at }: Line, radius: number, ways: ShortestWays): number[] {
  if (most === 0) return [0];
  const room = Math.max(0, length - 2 * margin);
  const steps = Math.ceil((room * FINE) / radius);
  const step = steps > 0 ? room / steps : 0;
  const cost = Float64Array.from({ length: steps + 1 }, (_, i) => {
    return ways.over(at(Math.min(length, margin + i * step))) - step;
  });
  // Places are off by half a step at most: neighbours by one.
  const apart = step > 0 ? Math.max(0, Math.ceil((2 * radius) / step - 1 - 1e-6)) : 1;
  const costs = [0];
  // The least cost of so many lanes up to each place.
  let before = new Float64Array(steps + 1);
  for (let lanes = 1; lanes <= most; lanes++) {
    const upTo = new Float64Array(steps + 1);
    for (let i = 0; i <= steps; i++) {
      const rest = lanes === 1 ? 0 : i >= apart ? before[i - apart] : Infinity;
      upTo[i] = Math.min(i > 0 ? upTo[i - 1] : Infinity, rest + cost[i]);
    }
    costs.push(upTo[steps]);
    before = upTo;
  }
  return costs;
}

/** The least costs of 0, 1, 2 and more lanes divided among two. */
function divided(one: readonly number[], other: readonly number[], most: number): number[] {
  const sum = new Array<number>(Math.min(most, one.length + other.length - 2) + 1).fill(Infinity);
  one.forEach((cost, i) => {
    other.forEach((more, j) => {
      if (i + j < sum.length) sum[i + j] = Math.min(sum[i + j], cost + more);
    });
  });
  return sum;
}
