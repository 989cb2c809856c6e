/**
 * What happened: arrivals, flow, density, speed, travel times, contacts, gathered while a simulation runs.
 *
 * Positions are sampled every half second; memory grows with seconds and arrivals, not with agents times steps, and the
 * tracks for pictures thin themselves out.
 */

import { InputError } from "../errors.js";
import { distanceToSegment, type Point, type Segment } from "../geometry/index.js";
import { checkNumber } from "../options.js";
import { PathMap, RasterMap } from "../pathmap/index.js";
import { POPULATIONS } from "../simulation/index.js";
import { leastRadius, placesAt } from "../simulation/internal.js";
import { freePlaces, type GoalPlace, type World } from "../world/index.js";
import { addBell, cellAt, gridOver, type MeasureGrid } from "./density.js";
import { AT_HAND, crosses, GateCounter, goalLines } from "./gates.js";
import {
  type FlowLine,
  type Frame,
  LEVELS,
  type Level,
  type Measured,
  type MeasuredSoFar,
  type MeasureOptions,
  type MeasuresState,
  type Moment,
} from "./measured.js";
import { Measurements } from "./measurements.js";
import { packPlaces, packStays, unpackPlaces, unpackStays } from "./packing.js";
import { frameOf } from "./picture-frame.js";
import type { Run } from "./run.js";
import { floorOf, PersonalGround } from "./voronoi.js";

/** Seconds between samples. */
const SAMPLE = 0.5;

/** Seconds between frames of measurements. */
const FRAME = 0.1;

/** Samples of density and speed that are kept. */
const MOST_SAMPLES = 4000;

/** Persons per m2 above which a place is congested, where it is so for more than a tenth of the time (IMO MSC.1/Circ.1533). */
const CONGESTED = 4;

/** Positions that are kept for pictures. */
const MOST_POSITIONS = 300_000;

/** Measures of a run, taken after every step. */
export class Measures {
  private readonly moments: Moment[] = [];
  private readonly arrivalTimes: number[] = [];
  private readonly travelTimes: number[] = [];
  private readonly preMovements: number[] = [];
  private readonly detours: number[] = [];
  /** With those inside who have passed it. */
  private readonly lines: { name: string; segment: Segment; times: number[]; passed: Set<number> }[];
  private readonly mean: MeasureGrid;
  private readonly most: MeasureGrid;
  private readonly now: MeasureGrid;
  private readonly jammed: MeasureGrid;
  private readonly exitSum: MeasureGrid;
  private readonly exitCount: MeasureGrid;
  private readonly speedSum: MeasureGrid;
  private readonly speedCount: MeasureGrid;
  private readonly ground: PersonalGround;
  private readonly gates: GateCounter;
  private readonly measurements: Measurements;
  private readonly every: number;
  private steps = 0;
  /** Not 0 for those inside who have not set out. */
  private waits = new Uint8Array(0);
  private readonly groups = new Map<number, { arrived: number; seconds: number }>();
  /** The number of the first look at each person, and the cells that it stood in, look by look, until it arrives. */
  private readonly stays = new Map<number, number[]>();
  private readonly levels: Record<Level, number> = { A: 0, B: 0, C: 0, D: 0, E: 0, F: 0 };
  private samples: { density: number; speed: number }[] = [];
  private sampleStride = 1;
  private sampled = 0;
  private frames: Frame[] = [];
  private positions = 0;
  private frameStride = 1;
  private readonly before = new Map<number, readonly [number, number]>();
  private readonly lookTimes: number[] = [];
  private nextLook = 0;
  private nextMoment = 0;
  private overlaps = 0;
  private deepestOverlap = 0;
  private wallHits = 0;
  private deepestWallHit = 0;
  private radius = 0;
  private lastDensity = 0;

  constructor(
    private readonly simulation: Run,
    { cell = 0.25, lines, every }: MeasureOptions = {},
  ) {
    const { world } = simulation.crowd;
    this.lines = (lines ?? goalLines(simulation)).map(({ name, segment }) => ({
      name,
      segment,
      times: [],
      passed: new Set(),
    }));
    this.mean = gridOver(world.bounds, cell);
    this.most = gridOver(world.bounds, cell);
    this.now = gridOver(world.bounds, cell);
    this.jammed = gridOver(world.bounds, cell);
    const coarse = (): MeasureGrid => gridOver(world.bounds, Math.max(0.5, cell));
    this.exitSum = coarse();
    this.exitCount = coarse();
    this.speedSum = coarse();
    this.speedCount = coarse();
    this.ground = new PersonalGround(floorOf(world));
    this.every = checkNumber(every ?? Math.max(1, Math.round(FRAME / simulation.step)), "every", {
      whole: true,
      least: 1,
    });
    this.measurements = new Measurements(world);
    this.gates = new GateCounter(simulation);
  }

  /** Looks at the simulation after a step. */
  observe(): void {
    const { crowd, time } = this.simulation;
    const { touches } = crowd;
    this.overlaps += touches.overlaps;
    this.wallHits += touches.wallHits;
    this.deepestOverlap = Math.max(this.deepestOverlap, touches.deepest);
    this.deepestWallHit = Math.max(this.deepestWallHit, touches.wallDepth);
    for (const arrival of crowd.arrivals) {
      this.arrivalTimes.push(time);
      this.travelTimes.push(arrival.travelTime);
      this.preMovements.push(arrival.preMovement);
      this.detours.push(arrival.planned > 0 ? arrival.walked / arrival.planned : 1);
      this.settleStay(arrival.id, time);
      const group = this.groups.get(arrival.group) ?? { arrived: 0, seconds: 0 };
      this.groups.set(arrival.group, group);
      group.arrived++;
      group.seconds += arrival.travelTime;
    }
    this.noteWaiting(time);
    this.gates.observe(this.waits);
    this.countCrossings(time);
    if (this.steps++ % this.every === 0) {
      const { id, x, y } = crowd.columns;
      this.measurements.observe({ time, size: crowd.size, id, x, y, waits: this.waits });
    }
    if (time >= this.nextLook - 1e-9) {
      // A recording may begin late, and steps may be longer than that.
      while (this.nextLook <= time + 1e-9) this.nextLook += SAMPLE;
      this.look(time);
    }
    if (time >= this.nextMoment - 1e-9) {
      while (this.nextMoment <= time + 1e-9) this.nextMoment += 1;
      this.note(time);
    }
  }

  /** Looks who has not set out. */
  private noteWaiting(time: number): void {
    const { size, columns } = this.simulation.crowd;
    const { born, reaction } = columns;
    if (this.waits.length < size) this.waits = new Uint8Array(2 * size);
    for (let i = 0; i < size; i++) this.waits[i] = time - born[i] < reaction[i] ? 1 : 0;
  }

  /** Those who have passed a line since the last step; who arrived at it has passed it too. */
  private countCrossings(time: number): void {
    const { crowd } = this.simulation;
    const { id, x, y } = crowd.columns;
    const seen = new Set<number>();
    for (let i = 0; i < crowd.size; i++) {
      const from = this.before.get(id[i]);
      seen.add(id[i]);
      // Who changes patches of a building's sheet passes nothing that lies between them there.
      if (from && !crowd.world.building?.isJump(from, [x[i], y[i]])) {
        for (const { segment, times, passed } of this.lines) {
          if (!crosses(from, [x[i], y[i]], segment)) continue;
          times.push(time);
          passed.add(id[i]);
        }
        this.gates.pass(id[i], from, [x[i], y[i]], time);
      }
      this.before.set(id[i], [x[i], y[i]]);
    }
    for (const { id: gone } of crowd.arrivals) {
      const from = this.before.get(gone);
      this.before.delete(gone);
      if (!from) continue;
      this.gates.arrive(gone, from, time);
      const ahead = this.lines.filter(({ passed }) => !passed.has(gone));
      nearestLine(ahead, from, AT_HAND + 2 * this.simulation.step)?.times.push(time);
      for (const { passed } of this.lines) passed.delete(gone);
    }
    if (this.before.size > seen.size)
      for (const key of this.before.keys()) if (!seen.has(key)) this.before.delete(key);
  }

  /** Densities, stays, frames. */
  private look(time: number): void {
    const { crowd } = this.simulation;
    const { id, x, y, vx, vy, radius } = crowd.columns;
    const { size } = crowd;
    this.now.values.fill(0);
    for (let i = 0; i < size; i++) {
      if (this.waits[i]) continue;
      addBell(this.now, x[i], y[i]);
      this.radius = Math.max(this.radius, radius[i]);
      const cell = cellAt(this.exitSum, x[i], y[i]);
      if (cell >= 0) {
        this.speedSum.values[cell] += Math.sqrt(vx[i] * vx[i] + vy[i] * vy[i]);
        this.speedCount.values[cell]++;
      }
      const stay = this.stays.get(id[i]);
      if (stay) stay.push(cell);
      else this.stays.set(id[i], [this.lookTimes.length, cell]);
    }
    this.lookTimes.push(time);
    const { values: now } = this.now;
    for (let c = 0; c < now.length; c++) {
      this.mean.values[c] += now[c];
      if (now[c] > this.most.values[c]) this.most.values[c] = now[c];
      if (now[c] > CONGESTED) this.jammed.values[c]++;
    }
    this.lookAtPeople(size, x, y, vx, vy);
    this.keepFrame(time);
  }

  private lookAtPeople(
    size: number,
    x: Float64Array,
    y: Float64Array,
    vx: Float64Array,
    vy: Float64Array,
  ): void {
    const { ground, waits } = this;
    ground.place(size, x, y);
    let [sum, walkers] = [0, 0];
    for (let i = 0; i < size; i++) {
      if (waits[i]) continue;
      walkers++;
      const area = ground.take(i);
      // Ground that nothing cuts is the whole disc: the density is at most one over it, which is level A.
      const alone = area > 0.99 * ground.whole;
      const density = area > 0 ? 1 / area : 0;
      sum += density;
      const level = alone ? "A" : (Object.keys(LEVELS) as Level[]).find((name) => density <= LEVELS[name])!;
      this.levels[level]++;
      // Alone, a person's ground is the whole disc: that says nothing about how speed goes with density.
      if (ground.hasOthers && this.sampled++ % this.sampleStride === 0) {
        this.samples.push({ density, speed: Math.sqrt(vx[i] * vx[i] + vy[i] * vy[i]) });
      }
    }
    this.lastDensity = walkers > 0 ? sum / walkers : 0;
    if (this.samples.length > MOST_SAMPLES) {
      this.samples = this.samples.filter((_, k) => k % 2 === 0);
      this.sampleStride *= 2;
    }
  }

  private keepFrame(time: number): void {
    if ((this.lookTimes.length - 1) % this.frameStride !== 0) return;
    const { crowd } = this.simulation;
    this.frames.push(frameOf(crowd, time));
    this.positions += crowd.size;
    if (this.positions <= MOST_POSITIONS) return;
    this.frames = this.frames.filter((_, k) => k % 2 === 0);
    this.positions = this.frames.reduce((sum, frame) => sum + frame.ids.length, 0);
    this.frameStride *= 2;
  }

  /** Counts the time left from every place where somebody stood. */
  private settleStay(id: number, arrival: number): void {
    const stay = this.stays.get(id);
    this.stays.delete(id);
    if (!stay) return;
    const [first] = stay;
    for (let k = 1; k < stay.length; k++) {
      if (stay[k] < 0) continue;
      this.exitSum.values[stay[k]] += arrival - this.lookTimes[first + k - 1];
      this.exitCount.values[stay[k]]++;
    }
  }

  private note(time: number): void {
    const { crowd } = this.simulation;
    const { vx, vy } = crowd.columns;
    let [speed, walkers] = [0, 0];
    for (let i = 0; i < crowd.size; i++) {
      if (this.waits[i]) continue;
      walkers++;
      speed += Math.sqrt(vx[i] * vx[i] + vy[i] * vy[i]);
    }
    this.moments.push({
      time,
      inside: crowd.size,
      arrived: crowd.arrived,
      speed: walkers > 0 ? speed / walkers : 0,
      density: this.lastDensity,
    });
  }

  /** The shortest way to where people go, from everywhere, for the slimmest of them. */
  private distances(): MeasureGrid {
    const { scene, crowd, population } = this.simulation;
    const grid = gridOver(crowd.world.bounds, Math.max(0.5, this.mean.cell));
    const names = new Set((scene.spawns ?? []).flatMap(({ goals }) => [goals[goals.length - 1]].flat()));
    const goals = [...names].flatMap((name) =>
      scene.goals?.[name] ? placesAt({ ...scene.goals[name], schedule: undefined }, 0) : [],
    );
    const map =
      goals.length > 0
        ? mapTo(
            crowd.world,
            goals,
            leastRadius(scene, population === "none" ? null : POPULATIONS[population]),
          )
        : null;
    if (!map) {
      grid.values.fill(Number.NaN);
      return grid;
    }
    // Rasters are of one floor; most of a sheet is between its patches, where nobody asks.
    if (crowd.world.building) return sampled(grid, (p) => (crowd.world.contains(p) ? map.distance(p) : null));
    const { minX, minY, maxX, maxY } = crowd.world.bounds;
    const raster = new RasterMap(map, Math.ceil(Math.max(maxX - minX, maxY - minY) / grid.cell));
    const { width, height, origin, cell, box, distances } = raster;
    // No way, and no ground, are alike here.
    const values = distances.map((metres) => (metres === Infinity ? Number.NaN : metres));
    return { width, height, origin, cell, box, values };
  }

  private get grids(): readonly MeasureGrid[] {
    const { mean, most, jammed, exitSum, exitCount, speedSum, speedCount } = this;
    return [mean, most, jammed, exitSum, exitCount, speedSum, speedCount];
  }

  /** The state as plain data, to go on from later. */
  snapshot(): MeasuresState {
    const { sampleStride, sampled, positions, frameStride, nextLook, nextMoment } = this;
    const { overlaps, deepestOverlap, wallHits, deepestWallHit, radius, lastDensity, steps } = this;
    return {
      moments: [...this.moments],
      arrivalTimes: Float64Array.from(this.arrivalTimes),
      travelTimes: Float64Array.from(this.travelTimes),
      preMovements: Float64Array.from(this.preMovements),
      detours: Float64Array.from(this.detours),
      lines: this.lines.map(({ times, passed }) => ({
        times: Float64Array.from(times),
        passed: Float64Array.from(passed),
      })),
      grids: this.grids.map(({ values }) => values.slice()),
      gates: this.gates.snapshot(),
      groups: new Map([...this.groups].map(([group, count]) => [group, { ...count }])),
      stays: packStays(this.stays),
      levels: { ...this.levels },
      samples: [...this.samples],
      frames: [...this.frames],
      before: packPlaces(this.before),
      lookTimes: Float64Array.from(this.lookTimes),
      measurements: this.measurements.snapshot(),
      counters: {
        ...{ sampleStride, sampled, positions, frameStride, nextLook, nextMoment },
        ...{ overlaps, deepestOverlap, wallHits, deepestWallHit, radius, lastDensity, steps },
      },
    };
  }

  /** Goes back to a state of measures of an equal run with equal lines; the run itself has gone back before. */
  restore(state: MeasuresState): void {
    replace(this.moments, state.moments);
    replace(this.arrivalTimes, state.arrivalTimes);
    replace(this.travelTimes, state.travelTimes);
    replace(this.preMovements, state.preMovements);
    replace(this.detours, state.detours);
    replace(this.lookTimes, state.lookTimes);
    this.lines.forEach((line, k) => {
      replace(line.times, state.lines[k].times);
      line.passed = new Set(state.lines[k].passed);
    });
    this.grids.forEach(({ values }, k) => {
      values.set(state.grids[k]);
    });
    this.gates.restore(state.gates);
    this.measurements.restore(state.measurements);
    this.groups.clear();
    for (const [group, count] of state.groups) this.groups.set(group, { ...count });
    unpackStays(state.stays, this.stays);
    unpackPlaces(state.before, this.before);
    Object.assign(this.levels, state.levels);
    this.samples = [...state.samples];
    this.frames = [...state.frames];
    Object.assign(this, state.counters);
  }

  /** The series so far, without the work of a whole result. */
  get soFar(): MeasuredSoFar {
    return { moments: this.moments, samples: this.samples, lines: this.lines };
  }

  /** What has been measured so far. */
  result(): Measured {
    const people = Object.values(this.levels).reduce((sum, n) => sum + n, 0) || 1;
    const shares = Object.entries(this.levels).map(([level, n]) => [level, n / people]);
    // A map of the whole plan, for one figure: made when it is asked for.
    let distances: MeasureGrid | null = null;
    const ways = (): MeasureGrid => this.distances();
    return {
      moments: this.moments,
      arrivalTimes: this.arrivalTimes,
      travelTimes: this.travelTimes,
      preMovements: this.preMovements,
      detours: this.detours,
      lines: this.lines.map(({ name, segment, times }) => ({ name, segment, times })),
      meanDensity: mapped(this.mean, (v) => v / Math.max(1, this.lookTimes.length)),
      maxDensity: this.most,
      congestion: mapped(this.jammed, (v) => v / Math.max(1, this.lookTimes.length)),
      get distanceToExit() {
        distances ??= ways();
        return distances;
      },
      gates: this.gates.result(),
      minCut: this.gates.minCut,
      groups: this.groups,
      timeToExit: mapped(this.exitSum, (v, c) => v / this.exitCount.values[c]),
      meanSpeed: mapped(this.speedSum, (v, c) => v / this.speedCount.values[c]),
      samples: this.samples,
      levelOfService: Object.fromEntries(shares) as Record<Level, number>,
      frames: this.frames,
      // Those who left after the last frame are gone in the next one, which a run that has ended does not have.
      measurements: this.measurements.result(
        this.simulation.crowd.size === 0 ? this.every * this.simulation.step : undefined,
      ),
      radius: this.radius,
      overlaps: this.overlaps,
      deepestOverlap: this.deepestOverlap,
      wallHits: this.wallHits,
      deepestWallHit: this.deepestWallHit,
    };
  }
}

/** A grid with what is known at the centres of its cells; NaN where that is nothing. */
function sampled(grid: MeasureGrid, at: (p: Point) => number | null): MeasureGrid {
  const { width, origin, cell, values } = grid;
  values.forEach((_, c) => {
    const [column, row] = [c % width, Math.floor(c / width)];
    values[c] = at([origin[0] + (column + 0.5) * cell, origin[1] + (row + 0.5) * cell]) ?? Number.NaN;
  });
  return grid;
}

/** A path map to goals; null where no disc of the radius can be at any. */
function mapTo(world: World, goals: readonly GoalPlace[], radius: number): PathMap | null {
  try {
    const free = freePlaces(world, goals);
    return free.length > 0 ? new PathMap(world, { goals: free, radius }) : null;
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

function mapped(grid: MeasureGrid, change: (value: number, cell: number) => number): MeasureGrid {
  return { ...grid, values: grid.values.map(change) };
}

/** The line that somebody arrived at: the nearest within reach. */
function nearestLine<L extends FlowLine>(lines: readonly L[], at: Point, reach: number): L | null {
  let best: L | null = null;
  let least = reach;
  for (const line of lines) {
    const apart = distanceToSegment(at, ...line.segment);
    if (apart >= least) continue;
    least = apart;
    best = line;
  }
  return best;
}

/** Makes a list hold other values. */
function replace<T>(list: T[], values: Iterable<T>): void {
  list.length = 0;
  for (const value of values) list.push(value);
}
