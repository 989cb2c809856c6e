/**
 * Flows that cross (Farias 2020, sections 4.7.3 and 6.2): several groups, each with lanes of its own, that keep out of each
 * other's way by timing alone.
 *
 * Everybody walks at one speed without stopping. Two who start on lanes A and B at times a and b are then at lengths s and
 * t whose difference stays speed (b - a). They would touch only if that difference is one of those at which the lanes come
 * within 2 r: a set of intervals per pair of lanes, computed once. With one common period, each lane needs a phase such
 * that no difference of phases, modulo the period, falls into such an interval. The shortest period for which phases are
 * found is taken; a long enough one always has some.
 */
import { InputError } from "../errors.js";
import type { TrackStarts } from "../guide.js";
import { checkKeys, checkNumber } from "../options.js";
import type { Lane } from "./lane.js";
import type { LaneSystem } from "./lanes.js";
import { PartIndex, partsOf } from "./near.js";
import { distanceBetween } from "./stretch.js";

/** When people start on the lanes of several groups. */
export interface Timetable {
  /** Metres per second. */
  readonly speed: number;
  /** Seconds between two starts on a lane. */
  readonly period: number;
  /** Seconds from the start to the first person, per group and lane. */
  readonly phases: readonly (readonly number[])[];
  /** The same for a `LaneGuide` of each group. */
  readonly starts: readonly (readonly TrackStarts[])[];
  /** People per second of each group. */
  readonly throughput: readonly number[];
  /** People per second of each group if it had the plan to itself. */
  readonly alone: readonly number[];
  readonly groups: readonly LaneSystem[];
}

/** Differences of lengths at which two lanes are too near, as [from, to] pairs in rising order. */
type Intervals = [number, number][];

/** Each try lengthens the period by this factor. */
const LONGER = 1.03;

/** How starts are timed. */
export interface TimetableOptions {
  /** Metres per second, > 0: everybody walks at it, from beginning to end. */
  readonly speed: number;
  /** Seconds between two starts on a lane, at least, > 0; default as few as are found. */
  readonly period?: number;
}

/** Times the starts of groups whose lanes cross. All groups have one radius. */
export function timetable(groups: readonly LaneSystem[], options: TimetableOptions): Timetable {
  checkKeys(options, ["speed", "period"]);
  const { speed, period: asked } = options;
  checkNumber(speed, "speed", { of: "m/s", above: 0 });
  if (asked !== undefined) checkNumber(asked, "period", { of: "seconds", above: 0 });
  if (groups.length === 0) throw new InputError("at least one group is needed", "groups");
  const { radius } = groups[0];
  if (groups.some((group) => group.radius !== radius))
    throw new InputError("all groups need the same radius", "groups");
  const lanes = groups.flatMap((group, g) => group.lanes.map((lane) => ({ lane, g })));
  const conflicts = conflictsOf(lanes, radius);
  const nearest = lanes.reduce((most, { lane }) => Math.max(most, lane.spacing), 2 * radius);
  const least = Math.max(nearest, speed * (asked ?? 0));
  // Groups take turns: lanes of one group do not meet, and the next one is fitted between those of the others.
  const turns = groups.map((group, g) => group.lanes.map((_, i) => ({ i, g })));
  const order = turns
    .flat()
    .map((turn, index) => ({ ...turn, index }))
    .sort((a, b) => a.i - b.i || a.g - b.g)
    .map(({ index }) => index);
  const flat = phasesFor(conflicts, order, least);
  let k = 0;
  const phases = groups.map((group) => group.lanes.map(() => flat.phases[k++] / speed));
  const period = flat.period / speed;
  return {
    speed,
    period,
    phases,
    starts: phases.map((group) => group.map((first) => ({ first, period, speed }))),
    throughput: groups.map((group) => group.lanes.length / period),
    alone: groups.map((group) => group.lanes.reduce((sum, lane) => sum + lane.capacity(speed), 0)),
    groups,
  };
}

/** For each pair of lanes of different groups, where they come within 2 radii. */
function conflictsOf(lanes: readonly { lane: Lane; g: number }[], radius: number): Map<number, Intervals> {
  const index = new PartIndex(
    partsOf(
      lanes.map(({ lane }) => lane.stretches),
      radius / 8,
    ),
  );
  const reach = 2 * radius;
  const found = new Map<number, Intervals>();
  index.parts.forEach((p, i) => {
    for (const j of index.near(p.stretch, reach)) {
      const q = index.parts[j];
      if (j === i || q.curve <= p.curve || lanes[p.curve].g === lanes[q.curve].g) continue;
      if (distanceBetween(p.stretch, q.stretch) >= reach) continue;
      const key = p.curve * lanes.length + q.curve;
      const list = found.get(key) ?? [];
      list.push([p.from - q.to, p.to - q.from]);
      found.set(key, list);
    }
  });
  for (const [key, list] of found) found.set(key, merged(list));
  return found;
}

function merged(list: Intervals): Intervals {
  list.sort((a, b) => a[0] - b[0]);
  const result: Intervals = [];
  for (const [from, to] of list) {
    const last = result.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

/** Attempts per period before a longer one is tried. */
const MOST_ATTEMPTS = 4000;

/** The shortest period, in metres walked, for which phases are found; lanes are taken in the given order. */
function phasesFor(
  conflicts: Map<number, Intervals>,
  order: readonly number[],
  least: number,
): { period: number; phases: number[] } {
  for (let period = least; ; period *= LONGER) {
    const phases = new Array<number>(order.length).fill(Number.NaN);
    let attempts = 0;
    const place = (k: number): boolean => {
      if (k === order.length) return true;
      for (const phase of freePhases(conflicts, phases, order[k], period)) {
        if (++attempts > MOST_ATTEMPTS) return false;
        phases[order[k]] = phase;
        if (place(k + 1)) return true;
      }
      phases[order[k]] = Number.NaN;
      return false;
    };
    if (place(0)) return { period, phases };
  }
}

/**
 * Phases of a lane that conflict with none that is placed: the ends of the free intervals, where lanes pack closest, those
 * next to most others first.
 */
function freePhases(
  conflicts: Map<number, Intervals>,
  phases: readonly number[],
  lane: number,
  period: number,
): number[] {
  const count = phases.length;
  const taken: Intervals = [];
  const wrap = (value: number): number => ((value % period) + period) % period;
  phases.forEach((phase, other) => {
    if (Number.isNaN(phase)) return;
    // Lengths differ by s - t = b - a, in metres: whoever starts later is behind.
    const [low, high] = other < lane ? [other, lane] : [lane, other];
    for (const [from, to] of conflicts.get(low * count + high) ?? []) {
      if (to - from >= period) taken.push([0, period]);
      else {
        const start = wrap(other < lane ? phase + from : phase - to);
        const end = start + to - from;
        taken.push([start, Math.min(end, period)]);
        if (end > period) taken.push([0, end - period]);
      }
    }
  });
  if (taken.length === 0) return [0];
  const free: number[] = [];
  let at = 0;
  for (const [from, to] of merged(taken)) {
    if (at < from) free.push(at, from);
    at = Math.max(at, to);
  }
  if (at < period) free.push(at, period);
  return [...new Set(free.map(wrap))];
}

/** What a run of a timetable showed. */
export interface Rehearsal {
  /** Least distance between any two people, in metres; Infinity where none come within 4 radii of each other. */
  readonly leastDistance: number;
  /** People who reached their sinks, per group. */
  readonly arrived: readonly number[];
}

/** Walks a timetable: positions every `step` seconds, all distances measured. */
export function rehearse(
  { groups, phases, period, speed }: Timetable,
  duration: number,
  step = 0.05,
): Rehearsal {
  let leastDistance = Infinity;
  const arrived = groups.map((group, g) =>
    group.lanes.reduce((sum, { length }, i) => {
      const last = Math.floor((duration - phases[g][i] - length / speed) / period + 1e-9);
      return sum + Math.max(0, last + 1);
    }, 0),
  );
  const reach = 4 * groups[0].radius;
  for (let time = 0; time <= duration; time += step) {
    const cells = new Map<string, [number, number][]>();
    groups.forEach((group, g) => {
      group.lanes.forEach((lane, i) => {
        const first = Math.max(0, Math.ceil((time - phases[g][i] - lane.length / speed) / period));
        for (let k = first; phases[g][i] + k * period <= time; k++) {
          const [x, y] = lane.at(speed * (time - phases[g][i] - k * period));
          const [column, row] = [Math.floor(x / reach), Math.floor(y / reach)];
          for (let dy = -1; dy <= 1; dy++) {
            for (let dx = -1; dx <= 1; dx++) {
              for (const [qx, qy] of cells.get(`${column + dx},${row + dy}`) ?? [])
                leastDistance = Math.min(leastDistance, Math.hypot(x - qx, y - qy));
            }
          }
          const key = `${column},${row}`;
          const cell = cells.get(key);
          if (cell) cell.push([x, y]);
          else cells.set(key, [[x, y]]);
        }
      });
    });
  }
  return { leastDistance, arrived };
}
