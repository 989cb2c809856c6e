/**
 * Shorter lanes (Farias 2020, section 4.6): lanes routed jointly and pulled taut, and the paper's random shortcuts.
 *
 * What `routes.ts` finds is measured like any lanes, and taken where it keeps every distance and is shorter in total. It depends on
 * the map, the radius and the number of lanes alone, so that doing it again changes nothing. Where no choice of it holds, in
 * boundaries that bend and with many openings, lanes are pulled one after another: the shortest way from stop to stop, over the lane
 * itself and over straight ways that keep their distances, of which the most promising are tried, and the shortest way on a grid,
 * which may pass obstacles on the other side. Those nearest the shortest way go first and make room for the others.
 */
import type { Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { checkChoice, checkKeys, checkNumber } from "../options.js";
import { onSill, type Sill } from "./build.js";
import { gridWay } from "./grid-way.js";
import { Lane } from "./lane.js";
import { exactLanes, type LaneSystem, moved } from "./lanes.js";
import type { FlowPlan } from "./plan.js";
import { routedLanes } from "./routes.js";
import { comesNearItself } from "./self.js";
import { distanceTo, lengthOf, partOf, pointAt, type Stretch } from "./stretch.js";
import { ROUGH, type Stop, Surroundings, stopsOn } from "./surroundings.js";
import { certify, TOLERANCE } from "./verify.js";
import { Walls } from "./walls.js";

/** How lanes are shortened. */
export interface OptimizeOptions {
  /** `taut` (default) is deterministic; `random` is the paper's. */
  readonly method?: "taut" | "random";
  /**
   * Most rounds over all lanes, 1 to 1000; default 6 where lanes are pulled one by one, and for `random` 1000: it makes 50 attempts
   * per lane in each, and ends when ten rounds together gain less than a thousandth.
   */
  readonly rounds?: number;
  /** Seed of the random attempts, an integer; default 1. */
  readonly seed?: number;
  /** Hears the share of the work that is done, from 0 to 1; pulling may end early. */
  readonly progress?: (share: number) => void;
}

/** Rounds of random shortcuts that must gain something together. */
const PATIENCE = 10;
/** Choices of routes that are measured, the shortest first, until one holds. */
const MOST_MEASURED = 40;
/** A round that gains less than this share of the length is the last. */
const WORTHWHILE = 1e-3;
/** Straight ways tried per stop, the most promising first. */
const MOST_TRIES = 24;
/** Stops per lane, about. */
const MOST_STOPS = 160;
const ATTEMPTS = 50;
/** Totals within this share are the same. */
const SAME = 1e-9;

type Curve = readonly Stretch[];

/** As many lanes, shorter in total or as they were. */
export function optimizeLanes(system: LaneSystem, options: OptimizeOptions = {}): LaneSystem {
  checkKeys(options, ["method", "rounds", "seed", "progress"]);
  const { method = "taut", seed = 1, progress } = options;
  checkChoice(method, "method", ["taut", "random"]);
  const { rounds = method === "taut" ? 6 : 1000 } = options;
  checkNumber(rounds, "rounds", { whole: true, least: 1, most: 1000 });
  checkNumber(seed, "seed", { whole: true });
  const { map, radius } = system;
  if (method === "taut") {
    const routed = jointly(system, progress);
    if (routed) {
      progress?.(1);
      return routed;
    }
  }
  const [x, y] = map.gates.pieces.origin;
  const lanes = method === "taut" ? startOf(system, rounds) : system.lanes;
  const curves = lanes.map((lane): Curve => lane.stretches.map((stretch) => moved(stretch, [-x, -y])));
  let done = 0;
  const step = (): void => progress?.(++done / (rounds * curves.length));
  if (method === "random") randomly(map, radius, curves, rounds, seed, step);
  else tautly(map, radius, curves, rounds, step);
  const shorter = curves.map(
    (curve) =>
      new Lane(
        curve.map((stretch) => moved(stretch, [x, y])),
        radius,
      ),
  );
  return lengthOfAll(shorter) < lengthOfAll(system.lanes) * (1 - SAME)
    ? { ...system, lanes: shorter }
    : system;
}

/**
 * Lanes to pull, the same whatever was done to those given before: where all begin, and of more than are asked for the shortest
 * when all were pulled.
 */
function startOf(system: LaneSystem, rounds: number): readonly Lane[] {
  const count = system.lanes.length;
  const fresh = exactLanes(system.map, system.radius);
  if (fresh.lanes.length < count) return system.lanes;
  if (fresh.lanes.length === count) return fresh.lanes;
  const all = optimizeLanes(fresh, { rounds }).lanes;
  return all
    .map((_, i) => i)
    .sort((i, j) => all[i].length - all[j].length || i - j)
    .slice(0, count)
    .sort((i, j) => i - j)
    .map((i) => all[i]);
}

function lengthOfAll(lanes: readonly Lane[]): number {
  return lanes.reduce((sum, { length }) => sum + length, 0);
}

/** The shortest lanes that were found jointly and hold, or those given where they are no longer; null where none hold. */
function jointly(system: LaneSystem, progress?: (share: number) => void): LaneSystem | null {
  const { map, radius } = system;
  const { origin } = map.gates.pieces;
  const given = lengthOfAll(system.lanes);
  const choices = routedLanes(map, radius, system.lanes.length, progress);
  for (const { curves, length } of choices.slice(0, MOST_MEASURED)) {
    if (length >= given * (1 - SAME)) return system;
    const lanes = curves.map(
      (curve) =>
        new Lane(
          curve.map((stretch) => moved(stretch, origin)),
          radius,
        ),
    );
    const { clearance, spacing, selfSpacing, connected } = certify(map.world, map.outline, [], lanes, radius);
    const enough = radius * (1 - TOLERANCE);
    if (connected && clearance! >= enough && Math.min(spacing!, selfSpacing!) >= 2 * enough)
      return { ...system, lanes };
  }
  return null;
}

function total(curve: Curve): number {
  return curve.reduce((sum, stretch) => sum + lengthOf(stretch), 0);
}

/** Pulls all lanes taut, in place. */
function tautly(map: FlowPlan, radius: number, curves: Curve[], rounds: number, step: () => void): void {
  const walls = new Walls(map, radius);
  const order = nearestFirst(map, radius, curves, walls);
  for (let round = 0; round < rounds; round++) {
    let gained = 0;
    let before = 0;
    for (const i of order) {
      const around = new Surroundings(
        map,
        radius,
        curves.filter((_, j) => j !== i),
        walls,
      );
      const length = total(curves[i]);
      before += length;
      curves[i] = better(map, radius, curves[i], around, round === 0);
      gained += length - total(curves[i]);
      step();
    }
    if (gained <= WORTHWHILE * before) return;
  }
}

/** Lanes by their mean distance from the shortest way that a single lane has. */
function nearestFirst(map: FlowPlan, radius: number, curves: readonly Curve[], walls: Walls): number[] {
  const alone = new Surroundings(map, radius, [], walls);
  const way = gridWay(map, radius, alone);
  const distances = curves.map((curve) => {
    if (!way) return 0;
    let sum = 0;
    for (const p of way) {
      sum += curve.reduce((least, stretch) => Math.min(least, distanceTo(stretch, p)), Infinity);
    }
    return sum;
  });
  return curves.map((_, i) => i).sort((i, j) => distances[i] - distances[j] || i - j);
}

/** The best of a lane pulled taut and of the way on a grid pulled taut. */
function better(map: FlowPlan, radius: number, curve: Curve, around: Surroundings, widely: boolean): Curve {
  let best = settled(map, radius, curve, around);
  const way = widely ? gridWay(map, radius, around) : null;
  if (way) {
    const line = way.slice(1).map((b, i): Stretch => ({ kind: "line", a: way[i], b }));
    if (way.every((p, i) => i === 0 || around.isClear(way[i - 1], p))) {
      const pulled = settled(map, radius, line, around);
      if (total(pulled) < total(best) && !comesNearItself(pulled, radius)) best = pulled;
    }
  }
  return best;
}

/** A lane pulled until it gains no more. */
function settled(map: FlowPlan, radius: number, curve: Curve, around: Surroundings): Curve {
  const wasNear = comesNearItself(curve, radius);
  let best = curve;
  for (let i = 0; i < 3; i++) {
    const pulled = pull(map, radius, best, around);
    const gain = total(best) - total(pulled);
    if (!(gain > 0) || (!wasNear && comesNearItself(pulled, radius))) return best;
    best = pulled;
    if (gain < WORTHWHILE * total(best)) return best;
  }
  return best;
}

/** Stops on the openings of a kind, where a lane could start or end. */
function landings(
  sills: readonly Sill[],
  kind: "source" | "sink",
  around: Surroundings,
  radius: number,
): Point[] {
  const points: Point[] = [];
  for (const sill of sills) {
    if (sill.kind !== kind) continue;
    const count = Math.min(100, Math.ceil((2 * sill.length) / radius));
    for (let i = 0; i <= count; i++) {
      const p = onSill(sill, (sill.length * i) / count);
      if (around.slack(p[0], p[1]) >= -2 * ROUGH * radius) points.push(p);
    }
  }
  return points;
}

/** How a stop was reached: over the lane from the stop before, straight from a stop, or from a point on an opening. */
type Step = { readonly from: number; readonly point: Point | null };

/** The shortest way over a lane's stops. */
function pull(map: FlowPlan, radius: number, curve: Curve, around: Surroundings): Curve {
  const stops = stopsOn(curve, Math.max(radius, total(curve) / MOST_STOPS));
  const n = stops.length;
  const starts = landings(map.sills, "source", around, radius);
  const ends = landings(map.sills, "sink", around, radius);
  const best = new Float64Array(n);
  const steps: (Step | null)[] = [null];
  for (let j = 1; j < n; j++) {
    best[j] = best[j - 1] + stops[j].s - stops[j - 1].s;
    steps.push(null);
    const p = stops[j].p;
    const tries: { value: number; from: number; point: Point | null }[] = [];
    for (let i = 0; i < j; i++) {
      const value = best[i] + Math.hypot(p[0] - stops[i].p[0], p[1] - stops[i].p[1]);
      if (value < best[j] - 1e-12 * best[j]) tries.push({ value, from: i, point: null });
    }
    for (const point of starts) {
      const value = Math.hypot(p[0] - point[0], p[1] - point[1]);
      if (value < best[j] - 1e-12 * best[j]) tries.push({ value, from: -1, point });
    }
    const found = firstClear(tries, (t) => around.isClear(t.point ?? stops[t.from].p, p));
    if (!found) continue;
    best[j] = found.value;
    steps[j] = found;
  }
  const tries: { value: number; from: number; point: Point | null }[] = [];
  for (let i = 0; i < n; i++) {
    for (const point of ends) {
      const value = best[i] + Math.hypot(point[0] - stops[i].p[0], point[1] - stops[i].p[1]);
      if (value < best[n - 1] - 1e-12 * best[n - 1]) tries.push({ value, from: i, point });
    }
  }
  const last = firstClear(tries, (t) => around.isClear(stops[t.from].p, t.point!));
  return retraced(curve, stops, steps, last);
}

/** The best of the most promising tries that is clear. */
function firstClear<T extends { value: number }>(tries: T[], isClear: (t: T) => boolean): T | null {
  tries.sort((a, b) => a.value - b.value);
  // Try evenly among all that would gain: the first few often fail for the same reason.
  const stride = Math.max(1, Math.floor(tries.length / MOST_TRIES));
  for (let i = 0; i < tries.length; i += stride) if (isClear(tries[i])) return tries[i];
  return null;
}

/** The curve that the steps describe, from the start to the end. */
function retraced(
  curve: Curve,
  stops: readonly Stop[],
  steps: readonly (Step | null)[],
  last: Step | null,
): Curve {
  const parts: Stretch[] = [];
  let j = stops.length - 1;
  if (last) {
    j = last.from;
    parts.push({ kind: "line", a: stops[j].p, b: last.point! });
  }
  while (j > 0) {
    const step = steps[j];
    if (!step) {
      const stop = stops[j];
      const before = stops[j - 1];
      const t0 = before.stretch === stop.stretch ? before.t : 0;
      parts.push(partOf(curve[stop.stretch], t0, stop.t));
      j--;
      continue;
    }
    parts.push({ kind: "line", a: step.point ?? stops[step.from].p, b: stops[j].p });
    if (step.point) break;
    j = step.from;
  }
  return parts.reverse().filter((stretch) => lengthOf(stretch) > 0);
}

/** The paper's way: random pairs of points on each lane, the last lane first. */
function randomly(
  map: FlowPlan,
  radius: number,
  curves: Curve[],
  rounds: number,
  seed: number,
  step: () => void,
): void {
  const random = new Random(seed);
  const walls = new Walls(map, radius);
  const totals: number[] = [];
  for (let round = 0; round < rounds; round++) {
    totals.push(curves.reduce((sum, curve) => sum + total(curve), 0));
    if (round >= PATIENCE && totals[round - PATIENCE] - totals[round] < WORTHWHILE * totals[round]) return;
    for (let i = curves.length - 1; i >= 0; i--) {
      const around = new Surroundings(
        map,
        radius,
        curves.filter((_, j) => j !== i),
        walls,
      );
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const length = total(curves[i]);
        const [s, t] = [random.unit() * length, random.unit() * length];
        const cut = shortcut(curves[i], Math.min(s, t), Math.max(s, t), around);
        if (cut && total(cut) < length && !comesNearItself(cut, radius)) curves[i] = cut;
      }
      step();
    }
  }
}

/** The curve with the part between two lengths replaced by a straight way; null where that is not clear. */
function shortcut(curve: Curve, s: number, t: number, around: Surroundings): Curve | null {
  const before: Stretch[] = [];
  const after: Stretch[] = [];
  let [a, b]: (Point | null)[] = [null, null];
  let passed = 0;
  for (const stretch of curve) {
    const length = lengthOf(stretch);
    const [from, to] = [(s - passed) / length, (t - passed) / length];
    if (from >= 1) before.push(stretch);
    else if (from >= 0) {
      before.push(partOf(stretch, 0, from));
      a = pointAt(stretch, from);
    }
    if (to < 0) after.push(stretch);
    else if (to < 1) {
      after.push(partOf(stretch, to, 1));
      b = pointAt(stretch, to);
    }
    passed += length;
  }
  if (!a || !b || !around.isClear(a, b)) return null;
  return [...before, { kind: "line", a, b } satisfies Stretch, ...after].filter((part) => lengthOf(part) > 0);
}
