/** Local maps: agent-steps per second of the relaxation, which is most of a step. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { openGpu } from "../../src/gpu/index.js";
import { Random } from "../../src/numerics/index.js";
import {
  BatchRelaxer,
  BatchTeam,
  FREE,
  GOAL,
  type MapBatch,
  mapBatch,
  type Port,
  relaxOnGpu,
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
  return {
    postMessage: (message, transfer) => worker.postMessage(message, transfer),
    onMessage: (listener) => {
      worker.on("message", listener);
      worker.unref();
    },
  };
}

function casesOf(size: number, iterations: number, count: number): Case<Float32Array>[] {
  const input = `${size} x ${size}, ${iterations} relaxations`;
  // Made when first wanted: listings call this, too.
  let made: MapBatch | undefined;
  let known: Float32Array | undefined;
  const batch = (): MapBatch => (made ??= maps(size, count, iterations));
  const same = (gradients: Float32Array): void => {
    const exact = (known ??= relaxPlain(batch()));
    const bad = gradients.findIndex((value, i) => value !== exact[i]);
    if (bad >= 0) throw new Error(`map ${bad >> 1}: ${gradients[bad]} instead of ${exact[bad]}`);
  };
  let relaxer: BatchRelaxer;
  let team: BatchTeam;
  return [
    {
      input,
      name: "plain TypeScript",
      role: "baseline",
      operations: count,
      run: () => plainLoop(batch()),
      check: () => {},
    },
    {
      input,
      name: "wayfield, one core",
      operations: count,
      setup() {
        relaxer = new BatchRelaxer();
      },
      run: () => relaxer.run(batch()),
      check: same,
    },
    {
      input,
      name: "wayfield, two cores",
      operations: count,
      setup() {
        team = new BatchTeam([secondThread()]);
      },
      run: () => team.run(batch()),
      check: same,
    },
  ];
}

/** The GPU kernel on whatever adapter there is: for correctness, since a software one is slow. */
function gpuCase(size: number): Case<Float32Array> {
  const count = 16;
  let batch: MapBatch;
  let exact: Float32Array;
  return {
    input: `${size} x ${size}, 200 relaxations on WebGPU`,
    name: "wayfield, Jacobi, with opening the device",
    operations: count,
    setup() {
      batch = maps(size, count, 200);
      exact = relaxPlain(batch);
    },
    async run() {
      const gpu = await openGpu(await dawn());
      if (!gpu) throw new Unavailable("no WebGPU adapter");
      try {
        return await relaxOnGpu(gpu.device, batch);
      } finally {
        // An open device keeps the process alive.
        gpu.device.destroy();
      }
    },
    check(gradients) {
      // Jacobi and Gauss-Seidel are alike once both have settled.
      const worst = gradients.reduce((most, value, i) => Math.max(most, Math.abs(value - exact[i])), 0);
      if (!(worst < 1e-4)) throw new Error(`differs by ${worst}`);
    },
  };
}

/** The suite. */
/** WebGPU as the development package brings it; null where it does not load on this system. */
async function dawn(): Promise<GPU | null> {
  try {
    return (await import("webgpu")).create([]);
  } catch {
    return null;
  }
}

export const potentialLocal: Suite = {
  name: "potential-local",
  title: "Local maps: time per agent-step",
  cases(quick) {
    const count = quick ? 16 : 4000;
    const sizes = quick ? [11] : [11, 15, 21, 33];
    return [
      ...sizes.flatMap((size) => [30, 60].flatMap((n) => casesOf(size, n, count))),
      gpuCase(quick ? 7 : 15),
    ] as Case[];
  },
};
