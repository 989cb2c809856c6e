/**
 * Many local maps at once (Fischer, Silveira and Nedel 2009, on CUDA): structure of arrays, one kind per cell of every map
 * in one array, and out come the gradients at the agents' places.
 *
 * The vector kernel puts one map into each lane of a vector, so that Gauss-Seidel keeps its order in every map, and the
 * result is that of one map at a time to the bit.
 */
import type { Point } from "../geometry/index.js";
import { needMemory } from "../limits.js";
import { checkNumber } from "../options.js";
import type { Bend } from "./equation.js";
import { GOAL } from "./grid.js";
import { relaxScalar } from "./kernel.js";
import { LOCAL_SIZE, ownCell } from "./local-map.js";
import { Kernels } from "./wasm.js";

/** Maps of one size, to be relaxed together. */
export interface MapBatch {
  /** Cells along a side. */
  readonly size: number;
  /** Number of maps. */
  readonly count: number;
  /** FREE, WALL or GOAL: size x size per map, row by row, map after map. */
  readonly kinds: Uint8Array;
  /** epsilon v_x and epsilon v_y per map. */
  readonly bends: Float32Array;
  readonly iterations: number;
}

/** Room for maps of one size; their borders are walls and all else is free. */
export function mapBatch(size: number, count: number, iterations = 30): MapBatch {
  const { least, greatest } = LOCAL_SIZE;
  checkNumber(size, "size", { whole: true, least, most: greatest });
  checkNumber(count, "count", { whole: true, least: 0 });
  const bytes = count * size * size;
  needMemory(`${count} maps of ${size} x ${size} cells`, bytes, "count");
  return {
    size,
    count,
    kinds: new Uint8Array(bytes),
    bends: new Float32Array(2 * count),
    iterations,
  };
}

/** The part of a batch from one map to before another, as copies that can be sent elsewhere. */
export function sliceBatch({ size, kinds, bends, iterations }: MapBatch, from: number, to: number): MapBatch {
  return {
    size,
    count: to - from,
    kinds: kinds.slice(from * size * size, to * size * size),
    bends: bends.slice(2 * from, 2 * to),
    iterations,
  };
}

/** Maps that a memory of WebAssembly takes at once; more go in several calls, and stay in the cache. */
const AT_ONCE = 1024;

/** Relaxes batches with vectors. Keeps its memory between calls. */
export class BatchRelaxer {
  private readonly kernels = new Kernels();

  /** The gradient at the agent's cell of every map: x and y per map. */
  run(batch: MapBatch): Float32Array {
    const { size, count, iterations } = batch;
    const out = new Float32Array(2 * count);
    const cells = size * size;
    const { kernels } = this;
    const most = Math.min(AT_ONCE, count);
    // Scratch first: it wants 16 bytes' alignment.
    const scratch = kernels.base;
    const bends = scratch + 64 * cells;
    const gradients = bends + 8 * most;
    const kinds = gradients + 8 * most;
    const memory = kernels.reserve(kinds + most * cells);
    for (let from = 0; from < count; from += most) {
      const n = Math.min(most, count - from);
      new Float32Array(memory, bends, 2 * n).set(batch.bends.subarray(2 * from, 2 * (from + n)));
      new Uint8Array(memory, kinds, n * cells).set(batch.kinds.subarray(from * cells, (from + n) * cells));
      kernels.run.relaxMaps(kinds, bends, gradients, scratch, size, n, iterations);
      out.set(new Float32Array(memory, gradients, 2 * n), 2 * from);
    }
    return out;
  }
}

/** The same in plain TypeScript, one map after the other: the oracle. */
export function relaxPlain({ size, count, kinds, bends, iterations }: MapBatch): Float32Array {
  const cells = size * size;
  const u = new Float32Array(cells);
  const out = new Float32Array(2 * count);
  const centre = ownCell(size) * (size + 1);
  for (let k = 0; k < count; k++) {
    const own = kinds.subarray(k * cells, (k + 1) * cells);
    for (let i = 0; i < cells; i++) u[i] = own[i] === GOAL ? 1 : 0;
    relaxScalar(u, own, size, { epsilon: 1, vector: [bends[2 * k], bends[2 * k + 1]] }, iterations);
    out[2 * k] = 0.5 * (u[centre + 1] - u[centre - 1]);
    out[2 * k + 1] = 0.5 * (u[centre + size] - u[centre - size]);
  }
  return out;
}

/** Writes a bend into a batch. */
export function setBend(batch: MapBatch, k: number, { epsilon, vector }: Bend): void {
  batch.bends[2 * k] = epsilon * vector[0];
  batch.bends[2 * k + 1] = epsilon * vector[1];
}

/** A gradient of a batch's result. */
export function gradientOf(gradients: Float32Array, k: number): Point {
  return [gradients[2 * k], gradients[2 * k + 1]];
}
