/**
 * Solutions too small for a double. Along a corridor a potential falls by e^(-pi) for every width, so after 225 widths
 * it is 0 to a computer, and so are the couplings that elimination makes between its ends. But where a solution is
 * known it is a boundary value for what lies beyond: what came out too small is solved again with its surroundings
 * held fixed and scaled up, as often as needed.
 */
import { type Couplings, Factor, type FactorOptions } from "./factor.js";

/** Beyond e^-300 below its surroundings a value is not trusted: it is solved again. */
const DEPTH = 300;

/**
 * Natural logarithms of the solution of a system for a right-hand side >= 0; -Infinity where it is 0 because no
 * coupling leads there.
 */
export function solveDeep(
  factor: Factor,
  matrix: Couplings,
  coords: Float64Array,
  dimension: number,
  b: Float64Array,
  options: FactorOptions = {},
): Float64Array {
  const logs = factor.solve(b.slice()).map((x) => Math.log(x));
  const reached = reachable(matrix, b);
  let known = -DEPTH + Math.log(b.reduce((most, x) => Math.max(most, x), 0));
  for (;;) {
    const deep = reached.filter((i) => !(logs[i] >= known));
    if (deep.length === 0) return logs;
    // What is held: the least trusted values are what the rest hangs on.
    const held = boundary(matrix, deep, logs, known);
    if (held === -Infinity) return logs;
    solvePart(matrix, coords, dimension, deep, logs, known, held, options);
    known = held - DEPTH;
  }
}

/** Unknowns that couplings lead to from the right-hand side. */
function reachable({ start, index, value }: Couplings, b: Float64Array): number[] {
  const seen = new Uint8Array(b.length);
  const queue: number[] = [];
  const visit = (i: number): void => {
    if (seen[i]) return;
    seen[i] = 1;
    queue.push(i);
  };
  for (let i = 0; i < b.length; i++) if (b[i] > 0) visit(i);
  for (let read = 0; read < queue.length; read++) {
    const i = queue[read];
    // Who draws from i: by symmetry of the pattern, among those that i is coupled to.
    for (let k = start[i]; k < start[i + 1]; k++) if (value[k] > 0) visit(index[k]);
  }
  return queue;
}

/** The greatest known value beside what is too deep. */
function boundary(
  { start, index }: Couplings,
  deep: readonly number[],
  logs: Float64Array,
  known: number,
): number {
  let most = -Infinity;
  for (const i of deep) {
    for (let k = start[i]; k < start[i + 1]; k++) {
      if (logs[index[k]] >= known) most = Math.max(most, logs[index[k]]);
    }
  }
  return most;
}

/** Solves for some unknowns with the others held, in units of e^scale. */
function solvePart(
  matrix: Couplings,
  coords: Float64Array,
  dimension: number,
  part: readonly number[],
  logs: Float64Array,
  known: number,
  scale: number,
  options: FactorOptions,
): void {
  const row = new Int32Array(logs.length).fill(-1);
  part.forEach((i, r) => {
    row[i] = r;
  });
  const start = new Int32Array(part.length + 1);
  const index: number[] = [];
  const value: number[] = [];
  const loss = new Float64Array(part.length);
  const b = new Float64Array(part.length);
  const places = new Float64Array(dimension * part.length);
  part.forEach((i, r) => {
    loss[r] = matrix.loss[i];
    for (let k = matrix.start[i]; k < matrix.start[i + 1]; k++) {
      const j = matrix.index[k];
      if (row[j] >= 0) {
        index.push(row[j]);
        value.push(matrix.value[k]);
        continue;
      }
      loss[r] += matrix.value[k];
      if (logs[j] >= known) b[r] += matrix.value[k] * Math.exp(logs[j] - scale);
    }
    start[r + 1] = index.length;
    places.set(coords.subarray(dimension * i, dimension * (i + 1)), dimension * r);
  });
  const system = {
    start,
    index: Int32Array.from(index),
    value: Float64Array.from(value),
    loss,
    symmetric: matrix.symmetric,
  };
  const x = new Factor(system, places, dimension, options).solve(b);
  part.forEach((i, r) => {
    logs[i] = scale + Math.log(x[r]);
  });
}
