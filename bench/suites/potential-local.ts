/**
 * Local maps: agent-steps per second of the relaxation, which is most of a step. On one core times are processor time, so
 * that other work on the machine counts little; what two cores give can only be read from the clock, and needs both.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { Random } from "../../src/numerics/index.js";
import {
  BatchRelaxer,
  BatchTeam,
  FREE,
  GOAL,
  type MapBatch,
  mapBatch,
  type Port,
  relaxPlain,
  WALL,
} from "../../src/potential/index.js";
import { type Case, type Suite, Unavailable } from "../harness.js";
import { ROOT } from "../root.js";

/** Maps with a few obstacles, a goal on the border and a bend, all by a seed. */
function maps(size: number, count: number, iterations: number): MapBatch {
  const random = new Random(size);
  const batch = mapBatch(size, count, iterations);
  for (let k = 0; k < count; k++) {
    const own = batch.kinds.subarray(k * size * size, (k + 1) * size * size).fill(WALL);
    for (let row = 1; row < size - 1; row++) own.fill(FREE, row * size + 1, (row + 1) * size - 1);
    for (let i = 0; i < size; i++)
      own[(2 + random.below(size - 4)) * size + 2 + random.below(size - 4)] = WALL;
    own[(size * size) >> 1] = FREE;
    own[1 + random.below(size - 2)] = GOAL;
    batch.bends[2 * k] = random.between(-1, 1);
    batch.bends[2 * k + 1] = random.between(-1, 1);
  }
  return batch;
}

/** What one would write first: one map after the other, doubles in between, a test per cell. */
function plainLoop({ size, count, kinds, bends, iterations }: MapBatch): Float32Array {
  const out = new Float32Array(2 * count);
  const cells = size * size;
  const u = new Float32Array(cells);
  for (let k = 0; k < count; k++) {
    const base = k * cells;
    const x = bends[2 * k] / 8;
    const y = bends[2 * k + 1] / 8;
    for (let i = 0; i < cells; i++) u[i] = kinds[base + i] === GOAL ? 1 : 0;
    for (let n = 0; n < iterations; n++) {
      for (let row = 1; row < size - 1; row++) {
        for (let column = 1; column < size - 1; column++) {
          const i = row * size + column;
          if (kinds[base + i] !== FREE) continue;
          u[i] =
            (0.25 + x) * u[i - 1] +
            (0.25 - x) * u[i + 1] +
            (0.25 + y) * u[i - size] +
            (0.25 - y) * u[i + size];
        }
      }
    }
    const c = cells >> 1;
    out[2 * k] = (u[c + 1] - u[c - 1]) / 2;
    out[2 * k + 1] = (u[c + size] - u[c - size]) / 2;
  }
  return out;
}

/** A second thread that runs the built library. */
function secondThread(): Port {
  const library = pathToFileURL(join(ROOT, "dist", "potential", "index.js"));
  if (!existsSync(library)) throw new Unavailable("the other thread runs the built library: npm run build");
  const code = `
    import { parentPort } from "node:worker_threads";
    import { serveBatches } from ${JSON.stringify(library.href)};
    serveBatches({
      postMessage: (message, transfer) => parentPort.postMessage(message, transfer),
      onMessage: (listener) => parentPort.on("message", listener),
    });`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
  // The process ends when nothing is left to do; while answers are due, there is.
  let due = 0;
  worker.unref();
  return {
    postMessage(message, transfer) {
      if (due++ === 0) worker.ref();
      worker.postMessage(message, transfer);
    },
    onMessage(listener) {
      worker.on("message", (message) => {
        if (--due === 0) worker.unref();
        listener(message);
      });
    },
  };
}

/** Gradients and how long they took, in milliseconds: of the processor and on the clock. */
interface Timed {
  readonly gradients: Float32Array;
  readonly processor: number;
  readonly clock: number;
}

/** Runs once and takes both times; those of all threads, as far as the processor goes. */
async function timed(run: () => Float32Array | Promise<Float32Array>): Promise<Timed> {
  const before = process.cpuUsage();
  const started = performance.now();
  const gradients = await run();
  const clock = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  return { gradients, processor: (user + system) / 1000, clock };
}

function casesOf(size: number, iterations: number, count: number): Case<Timed>[] {
  const input = `${size} x ${size}, ${iterations} relaxations`;
  // Made when first wanted: listings call this, too.
  let made: MapBatch | undefined;
  let known: Float32Array | undefined;
  const batch = (): MapBatch => (made ??= maps(size, count, iterations));
  const check = ({ gradients }: Timed): void => {
    const exact = (known ??= relaxPlain(batch()));
    const bad = gradients.findIndex((value, i) => value !== exact[i]);
    if (bad >= 0) throw new Error(`map ${bad >> 1}: ${gradients[bad]} instead of ${exact[bad]}`);
  };
  const rate = (ms: number): string => Math.round(count / (ms / 1000)).toLocaleString("en-US");
  const remark = ({ processor, clock }: Timed): string =>
    `last turn: ${rate(processor)} agent-steps per second of processor time, ${rate(clock)} on the clock`;
  const operations = count;
  let relaxer: BatchRelaxer;
  let team: BatchTeam;
  return [
    {
      input,
      name: "plain TypeScript",
      role: "baseline",
      operations,
      run: () => timed(() => plainLoop(batch())),
      ownTimes: ({ processor }) => [processor],
      check: () => {},
      remark,
    },
    {
      input,
      name: "wayfield, one core",
      operations,
      setup() {
        relaxer = new BatchRelaxer();
      },
      run: () => timed(() => relaxer.run(batch())),
      ownTimes: ({ processor }) => [processor],
      check,
      remark,
    },
    {
      input,
      name: "wayfield, two cores (clock)",
      operations,
      setup() {
        team = new BatchTeam([secondThread()]);
      },
      run: () => timed(() => team.run(batch())),
      ownTimes: ({ clock }) => [clock],
      check,
      remark,
    },
  ];
}

/** The suite. */
export const potentialLocal: Suite = {
  name: "potential-local",
  title: "Local maps: time per agent-step",
  cases(quick) {
    const count = quick ? 16 : 4000;
    const sizes = quick ? [11] : [11, 15, 21, 33];
    return sizes.flatMap((size) => [30, 60].flatMap((n) => casesOf(size, n, count))) as Case[];
  },
};
