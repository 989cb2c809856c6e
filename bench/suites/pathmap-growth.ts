/** How the time to build a path map grows with the plan, and the memory it takes. */
import { profilingScene } from "../../src/scenes/index.js";
import type { Case, Suite } from "../harness.js";
import { formatBytes, retainedBytes } from "../memory.js";
import { buildCgal, type CgalAnswer, cgalInput, runCgal } from "../peers/cgal-pathmap.js";
import { exponentOf, formatTime } from "../statistics.js";
import { PROFILING_SOURCE } from "./pathmap.js";
import { checkDistance, countWrong, Trial } from "./pathmap-check.js";
import * as ours from "./pathmap-ours.js";

/** Sizes with k x k blocks, 4 k^2 vertices. */
const SIZES = Object.freeze({ full: [10, 14, 20, 28, 40, 60], quick: [2, 4] });

/** Up to here the oracle computes all distances; beyond, it answers a few points one by one. */
const WHOLE_UP_TO = 20;

/** Builds per size when the exponent is fitted; the quickest counts. */
const REPETITIONS = 3;

function trialOf(k: number, quick: boolean): Trial {
  const whole = k <= WHOLE_UP_TO;
  const checked = quick || !whole ? 20 : 200;
  return new Trial(`profiling-${k}`, profilingScene(k), PROFILING_SOURCE, {
    samples: checked,
    checked,
    whole,
  });
}

/** Build time of one plan. */
interface Measured {
  readonly vertices: number;
  readonly ms: number;
}

function describe(measured: readonly Measured[]): string {
  const times = measured.map(({ vertices, ms }) => `${vertices}: ${formatTime(ms)}`).join(", ");
  return `grows as n^${exponentOf(measured.map(({ vertices, ms }) => [vertices, ms])).toFixed(2)} (vertices: build time; ${times})`;
}

function cgalStream(trial: Trial): Uint8Array {
  return cgalInput(trial.world, trial.source, trial.samples);
}

function sizeCases(trial: Trial): Case[] {
  const { name: input } = trial;
  let stream: Uint8Array;
  let bytes = 0;
  const cgal: Case<CgalAnswer> = {
    input,
    name: "CGAL (C++)",
    role: "baseline",
    setup() {
      buildCgal();
      stream = cgalStream(trial);
    },
    run: () => runCgal(stream, { repetitions: REPETITIONS, printed: trial.expected.length }),
    check() {},
    remark: ({ distances, memoryMB }) =>
      `${countWrong(distances, trial.expected)}; the process takes ${memoryMB.toFixed(0)} MB`,
    ownTimes: ({ buildMs }) => buildMs,
  };
  return [
    {
      input,
      name: "wayfield",
      setup() {
        bytes = retainedBytes(() => ours.build(trial.world, trial.source));
      },
      run: () => ours.build(trial.world, trial.source),
      check(map) {
        const { samples } = trial;
        trial.expected.forEach((truth, i) => {
          const [x, y] = [samples[2 * i], samples[2 * i + 1]];
          checkDistance(ours.distance(map as ours.OurMap, x, y), truth, `distance at ${x},${y}`);
        });
      },
      remark: () => `the map takes ${formatBytes(bytes)} besides the world`,
    },
    cgal as Case,
  ];
}

/** Builds every size in one run, for the exponent; the time shown is the largest one's. */
function fitCases(trials: readonly Trial[]): Case[] {
  const input = `fit over ${trials.map(({ name }) => name.replace("profiling-", "k = ")).join(", ")}`;
  const growthCase = (
    name: string,
    role: Case["role"],
    ms: (trial: Trial) => number,
    setup?: () => void,
  ): Case =>
    ({
      input,
      name,
      role,
      setup,
      run: () => trials.map((trial) => ({ vertices: 4 * trial.world.obstacles.length, ms: ms(trial) })),
      check(measured) {
        if (!measured.every((m) => m.ms > 0)) throw new Error("a build took no time");
      },
      remark: describe,
      ownTimes: (measured) => [measured[measured.length - 1].ms],
    }) satisfies Case<Measured[]> as Case;
  return [
    growthCase("wayfield", undefined, ({ world, source }) => {
      let best = Infinity;
      for (let i = 0; i < REPETITIONS; i++) {
        const began = performance.now();
        ours.build(world, source);
        best = Math.min(best, performance.now() - began);
      }
      return best;
    }),
    growthCase(
      "CGAL (C++)",
      "baseline",
      (trial) => Math.min(...runCgal(cgalStream(trial), { repetitions: REPETITIONS }).buildMs),
      buildCgal,
    ),
  ];
}

/** The suite that `npm run bench -- pathmap-growth` runs. */
export const pathmapGrowth: Suite = {
  name: "pathmap-growth",
  title: "Optimal path maps: build time and memory over the size of the plan",
  cases(quick) {
    const trials = SIZES[quick ? "quick" : "full"].map((k) => trialOf(k, quick));
    return [...trials.flatMap(sizeCases), ...fitCases(trials)];
  },
};
