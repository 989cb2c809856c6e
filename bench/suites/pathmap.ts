/** Optimal path maps: ours beside CGAL's sequence tree, with the figures printed by Farias (2020) as notes. */
import type { Point } from "../../src/geometry/index.js";
import { profilingScene } from "../../src/scenes/index.js";
import type { Case, Suite } from "../harness.js";
import { buildCgal, type CgalAnswer, type CgalPhase, cgalInput, runCgal } from "../peers/cgal-pathmap.js";
import { concaveShape, spiralShape } from "../shapes.js";
import { checkDistance, checkPath, countWrong, Trial } from "./pathmap-check.js";
import * as ours from "./pathmap-ours.js";

/**
 * Farias (2020), tables 3.1 and 3.3: seconds to compute a map of 1024 x 1024 pixels on a GeForce GTX 970, without
 * and with its transfer to the host, and path queries per second of CGAL and of that map.
 */
interface Printed {
  readonly compute: number;
  readonly transfer: number;
  readonly cgal: number;
  readonly map: number;
  /** Points of a path, on average. */
  readonly points: number;
}

const PRINTED: Readonly<Record<string, Printed>> = {
  concave: { compute: 0.0011, transfer: 0.0207, cgal: 1_530_456, map: 9_678_293, points: 2.8 },
  spiral: { compute: 0.0022, transfer: 0.0274, cgal: 1_152_206, map: 5_435_787, points: 6.48 },
  "profiling-2": { compute: 0.0014, transfer: 0.0221, cgal: 1_150_880, map: 10_511_710, points: 2.58 },
  "profiling-4": { compute: 0.0054, transfer: 0.0404, cgal: 704_423, map: 9_273_255, points: 2.95 },
  "profiling-6": { compute: 0.0456, transfer: 0.0858, cgal: 457_435, map: 8_164_065, points: 3.29 },
  "profiling-8": { compute: 0.1251, transfer: 0.168, cgal: 373_985, map: 7_815_736, points: 3.55 },
  "profiling-10": { compute: 0.2701, transfer: 0.3099, cgal: 232_336, map: 7_267_917, points: 3.9 },
  "profiling-14": { compute: 0.8564, transfer: 0.8863, cgal: 153_881, map: 6_075_666, points: 4.57 },
  "profiling-20": { compute: 2.7371, transfer: 2.807, cgal: 92_909, map: 5_011_099, points: 5.54 },
};

/** How many answers a run gives, and how many of them the oracle checks. */
interface Effort {
  readonly samples: number;
  readonly checked: number;
  readonly paths: number;
  /** Cells along a side of the raster. */
  readonly size: number;
}

const FULL: Effort = { samples: 50_000, checked: 1000, paths: 10_000, size: 1000 };
const QUICK: Effort = { samples: 200, checked: 40, paths: 40, size: 50 };

/**
 * In the lower left corner, inside a triangle: with a source on an edge of the mesh, our CGAL program gets the
 * distances of the mirror image along that edge. Whose fault that is has not been settled.
 */
export const PROFILING_SOURCE: Point = [1.3, 1.7];

/** Builds of CGAL's per turn. */
const REPETITIONS = 5;

/** A figure that the paper prints, for the line below the times: it is not measured here. */
function printed(what: string, milliseconds: number): string {
  const value =
    milliseconds < 0.1 ? `${(1e6 * milliseconds).toFixed(0)} ns` : `${milliseconds.toPrecision(3)} ms`;
  return `the paper prints ${value} for ${what}, on a GeForce GTX 970`;
}

/** CGAL on a trial: one phase, timed by the program itself. */
function cgalCase(
  trial: Trial,
  input: string,
  options: {
    readonly name?: string;
    readonly role?: Case["role"];
    readonly phase?: CgalPhase;
    readonly queries: () => Float64Array;
    /** Milliseconds per operation, from what the program says. */
    readonly times: (answer: CgalAnswer) => readonly number[];
  },
): Case<CgalAnswer> {
  const { name = "CGAL (C++)", role = "baseline", phase } = options;
  let stream: Uint8Array;
  return {
    input,
    name,
    role,
    setup() {
      buildCgal();
      stream = cgalInput(trial.world, trial.source, options.queries());
    },
    run: () =>
      runCgal(stream, {
        repetitions: phase ? 1 : REPETITIONS,
        printed: phase === undefined || phase === "located" ? trial.expected.length : 0,
        phases: phase ? [phase] : [],
      }),
    // Its wrong answers are counted in the remark, since a row without a time would hide how fast it is.
    check() {},
    remark: ({ distances }) =>
      distances.length === trial.expected.length ? countWrong(distances, trial.expected) : "",
    ownTimes: options.times,
  };
}

const perOperation = (perSecond: number): number[] => [1000 / perSecond];

function buildCases(trial: Trial): Case[] {
  const input = `${trial.name} build`;
  return [
    {
      input,
      name: "wayfield",
      run: () => ours.build(trial.world, trial.source),
      check: (map) => checkSamples(trial, (x, y) => ours.distance(map as ours.OurMap, x, y)),
      remark: () => printed("its map without the transfer", 1000 * PRINTED[trial.name].compute),
    },
    cgalCase(trial, input, {
      queries: () => trial.samples.subarray(0, 2 * trial.expected.length),
      times: ({ buildMs }) => buildMs,
    }) as Case,
  ];
}

function checkSamples(trial: Trial, answer: (x: number, y: number) => number | null): void {
  const { samples } = trial;
  trial.expected.forEach((truth, i) => {
    const [x, y] = [samples[2 * i], samples[2 * i + 1]];
    checkDistance(answer(x, y), truth, `distance at ${x},${y}`);
  });
}

/** All cell centres of the raster, as queries. */
function cellCentres(trial: Trial, size: number): Float64Array {
  const { minX, minY, maxX, maxY } = trial.world.bounds;
  const cell = Math.max(maxX - minX, maxY - minY) / size;
  const points = new Float64Array(2 * size * size);
  for (let i = 0; i < size * size; i++) {
    points[2 * i] = minX + ((i % size) + 0.5) * cell;
    points[2 * i + 1] = minY + (Math.floor(i / size) + 0.5) * cell;
  }
  return points;
}

function bakeCases(trial: Trial, { size }: Effort): Case[] {
  const input = `${trial.name} bake ${size} x ${size}`;
  let map: ours.OurMap;
  return [
    {
      input,
      name: "wayfield",
      setup() {
        map = ours.build(trial.world, trial.source);
      },
      run: () => ours.bake(map, size),
      check: (raster) => checkCentres(trial, raster as ours.OurRaster, size),
      remark: () => printed("its map with the transfer", 1000 * PRINTED[trial.name].transfer),
    },
    {
      ...cgalCase(trial, input, {
        name: "CGAL (C++), every centre located",
        phase: "located",
        queries: () => cellCentres(trial, size),
        times: ({ queriesPerSecondLocated }) => [(1000 * size * size) / queriesPerSecondLocated],
      }),
      remark: undefined,
    } as Case,
  ];
}

function checkCentres(trial: Trial, raster: ours.OurRaster, size: number): void {
  for (const { point, distance } of trial.centres(size)) {
    checkDistance(ours.lookup(raster, ...point), distance, `cell at ${point}`, ours.LOOKUP_ERROR);
  }
}

function queryCases(trial: Trial): Case[] {
  const input = `${trial.name} exact query`;
  const { sampleCount } = trial;
  const queries = (): Float64Array => trial.samples;
  let map: ours.OurMap;
  return [
    {
      input,
      name: "wayfield",
      operations: sampleCount,
      setup() {
        map = ours.build(trial.world, trial.source);
      },
      run() {
        const { samples } = trial;
        let sum = 0;
        for (let i = 0; i < samples.length; i += 2)
          sum += ours.distance(map, samples[i], samples[i + 1]) ?? 0;
        return sum;
      },
      check: () => checkSamples(trial, (x, y) => ours.distance(map as ours.OurMap, x, y)),
    },
    cgalCase(trial, input, {
      name: "CGAL (C++), located by walking",
      phase: "located",
      queries,
      times: ({ queriesPerSecondLocated }) => perOperation(queriesPerSecondLocated),
    }) as Case,
    cgalCase(trial, input, {
      name: "CGAL (C++), located by box tree",
      role: "peer",
      phase: "tree",
      queries,
      times: ({ queriesPerSecondTree }) => perOperation(queriesPerSecondTree),
    }) as Case,
    cgalCase(trial, input, {
      name: "CGAL (C++), face given",
      role: "peer",
      phase: "face",
      queries,
      times: ({ queriesPerSecondGivenFace }) => perOperation(queriesPerSecondGivenFace),
    }) as Case,
  ];
}

function lookupCases(trial: Trial, { size }: Effort): Case[] {
  const input = `${trial.name} raster look-up`;
  const { sampleCount } = trial;
  const answers = new Float64Array(sampleCount);
  let raster: ours.OurRaster;
  return [
    {
      input,
      name: "wayfield, many at once",
      operations: sampleCount,
      setup() {
        raster = ours.bake(ours.build(trial.world, trial.source), size);
      },
      run: () => ours.lookupMany(raster, trial.samples, answers),
      check() {
        checkCentres(trial, raster, size);
        for (let i = 0; i < sampleCount; i++) {
          const one = ours.lookup(raster, trial.samples[2 * i], trial.samples[2 * i + 1]);
          if (answers[i] !== one) throw new Error(`${answers[i]} at once, ${one} alone`);
        }
      },
    },
    {
      input,
      name: "wayfield, one by one",
      operations: sampleCount,
      setup() {
        raster = ours.bake(ours.build(trial.world, trial.source), size);
      },
      run() {
        const { samples } = trial;
        let sum = 0;
        for (let i = 0; i < samples.length; i += 2) sum += ours.lookup(raster, samples[i], samples[i + 1]);
        return sum;
      },
      check: () => checkCentres(trial, raster as ours.OurRaster, size),
    },
    cgalCase(trial, input, {
      name: "CGAL (C++), located by walking",
      phase: "located",
      queries: () => trial.samples,
      times: ({ queriesPerSecondLocated }) => perOperation(queriesPerSecondLocated),
    }) as Case,
  ];
}

function pathCases(trial: Trial, { paths, size }: Effort): Case[] {
  const input = `${trial.name} path`;
  const count = Math.min(paths, trial.sampleCount);
  const { map: ofMap, cgal, points } = PRINTED[trial.name];
  // Processor time in microseconds, the least of all runs: other work on the machine must not count.
  let spent = Infinity;
  const check = (path: (x: number, y: number) => readonly Point[] | null): void => {
    const { source: to, oracle, samples } = trial;
    trial.expected.forEach((truth, i) => {
      const [x, y] = [samples[2 * i], samples[2 * i + 1]];
      checkPath(path(x, y), { from: [x, y], to, truth, oracle });
    });
  };
  let map: ours.OurMap;
  let raster: ours.OurRaster;
  let room = new Float64Array(0);
  return [
    {
      input,
      name: "wayfield, raster, many at once",
      operations: trial.sampleCount,
      setup() {
        raster = ours.bake(ours.build(trial.world, trial.source), size);
        room = new Float64Array(2 * ours.paths(raster, trial.samples, room).coords.length);
      },
      run() {
        const before = process.cpuUsage();
        const found = ours.paths(raster, trial.samples, room);
        const { user, system } = process.cpuUsage(before);
        spent = Math.min(spent, user + system);
        return found;
      },
      check(result) {
        const { first, coords } = result as ours.OurPaths;
        let k = 0;
        check(() => ours.pathOf({ first, coords }, k++));
      },
      remark(result) {
        const { coords } = result as ours.OurPaths;
        const each = (1000 * spent) / trial.sampleCount;
        const mean = coords.length / 2 / trial.sampleCount;
        return (
          `${each.toFixed(0)} ns of processor time a path, ${(1000 / each).toFixed(1)} M/s, ${mean.toFixed(2)} points on ` +
          `average; ${printed("a path of its map", 1000 / ofMap)}: ${(ofMap / 1e6).toFixed(1)} M/s, ${points} points`
        );
      },
    },
    {
      input,
      name: "wayfield, raster, one by one",
      operations: count,
      setup() {
        raster = ours.bake(ours.build(trial.world, trial.source), size);
      },
      run: () => countPoints(trial.samples, count, (x, y) => ours.rasterPath(raster, x, y)),
      check: () => check((x, y) => ours.rasterPath(raster, x, y)),
    },
    {
      input,
      name: "wayfield, exact map",
      operations: count,
      setup() {
        map = ours.build(trial.world, trial.source);
      },
      run: () => countPoints(trial.samples, count, (x, y) => ours.path(map, x, y)),
      check: () => check((x, y) => ours.path(map, x, y)),
    },
    {
      ...cgalCase(trial, input, {
        name: "CGAL (C++), face given",
        phase: "paths",
        queries: () => trial.samples.subarray(0, 2 * count),
        times: ({ pathsPerSecond }) => perOperation(pathsPerSecond),
      }),
      remark: () => printed("a path of CGAL", 1000 / cgal),
    } as Case,
  ];
}

/** How many points the paths from the first so many samples have together. */
function countPoints(
  samples: Float64Array,
  count: number,
  path: (x: number, y: number) => readonly Point[] | null,
): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += path(samples[2 * i], samples[2 * i + 1])?.length ?? 0;
  return sum;
}

/** The maps of table 3.1 that can be drawn again. */
function trials(quick: boolean): Trial[] {
  const effort = { ...(quick ? QUICK : FULL), whole: true };
  const profiling = (quick ? [2] : [2, 4, 6, 8, 10, 14, 20]).map(
    (k) => new Trial(`profiling-${k}`, profilingScene(k), PROFILING_SOURCE, effort),
  );
  const shapes = [concaveShape(), spiralShape()].map(
    ({ name, scene, source }) => new Trial(name, scene, source, effort),
  );
  return [...shapes, ...profiling];
}

/** The suite that `npm run bench -- pathmap/` runs. */
export const pathmap: Suite = {
  name: "pathmap",
  title: "Optimal path maps: build, bake, queries, look-ups and paths",
  cases(quick) {
    const effort = quick ? QUICK : FULL;
    return trials(quick).flatMap((trial) => [
      ...buildCases(trial),
      ...bakeCases(trial, effort),
      ...queryCases(trial),
      ...lookupCases(trial, effort),
      ...pathCases(trial, effort),
    ]);
  },
};
