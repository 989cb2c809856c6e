import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../errors.js";
import { type Couplings, dissect, Factor, Random, solveDeep } from "./index.js";

/** A random graph near a grid, with couplings over many magnitudes. */
function randomSystem(
  seed: number,
  size: number,
  symmetric: boolean,
): { matrix: Couplings; coords: Float64Array } {
  const random = new Random(seed);
  const weights = new Map<string, number>();
  const rows: number[][] = Array.from({ length: size }, () => []);
  for (let e = 0; e < 3 * size; e++) {
    const [i, j] = [random.below(size), random.below(size)];
    if (i === j || rows[i].includes(j)) continue;
    rows[i].push(j);
    rows[j].push(i);
    const w = 10 ** random.between(-6, 6);
    weights.set(`${i},${j}`, w);
    weights.set(`${j},${i}`, symmetric ? w : 10 ** random.between(-6, 6));
  }
  const start = new Int32Array(size + 1);
  const index: number[] = [];
  const value: number[] = [];
  rows.forEach((row, i) => {
    for (const j of row) {
      index.push(j);
      value.push(weights.get(`${i},${j}`)!);
    }
    start[i + 1] = index.length;
  });
  const loss = Float64Array.from({ length: size }, () =>
    random.unit() < 0.2 ? 10 ** random.between(-8, 2) : 0,
  );
  loss[0] = 1;
  return {
    matrix: { start, index: Int32Array.from(index), value: Float64Array.from(value), loss, symmetric },
    coords: Float64Array.from({ length: 2 * size }, () => random.unit()),
  };
}

/** The largest error of a row, relative to what is in it: no subtraction, so it can be tiny. */
function residual({ start, index, value, loss }: Couplings, b: Float64Array, x: Float64Array): number {
  let worst = 0;
  for (let i = 0; i < loss.length; i++) {
    let left = loss[i] * x[i];
    let right = b[i];
    for (let k = start[i]; k < start[i + 1]; k++) {
      left += value[k] * x[i];
      right += value[k] * x[index[k]];
    }
    if (Math.max(left, right) > 0) worst = Math.max(worst, Math.abs(left - right) / Math.max(left, right));
  }
  return worst;
}

test("every row holds to nearly all digits, whatever the magnitudes (seeds 1 to 60)", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 120 }),
      fc.boolean(),
      (seed, size, symmetric) => {
        const { matrix, coords } = randomSystem(seed, size, symmetric);
        const b = new Float64Array(size);
        b[seed % size] = 1;
        const factor = new Factor(matrix, coords, 2);
        const x = factor.solve(b.slice());
        expect(residual(matrix, b, x)).toBeLessThan(1e-13);
        const logs = solveDeep(factor, matrix, coords, 2, b);
        logs.forEach((log, i) => {
          if (x[i] > 1e-130) expect(Math.abs(log - Math.log(x[i]))).toBeLessThan(1e-11);
        });
      },
    ),
    { seed: 1, numRuns: 80 },
  );
});

test("componentwise exact: a chain whose far end is 1e-4000 has the closed form's logarithm", () => {
  // w x_i-1 - (2 w + e) x_i + w x_i+1 = 0 decays by the smaller root of r^2 - (2 + e / w) r + 1.
  const size = 4000;
  const start = new Int32Array(size + 1);
  const index: number[] = [];
  for (let i = 0; i < size; i++) {
    if (i > 0) index.push(i - 1);
    if (i + 1 < size) index.push(i + 1);
    start[i + 1] = index.length;
  }
  const matrix = {
    start,
    index: Int32Array.from(index),
    value: new Float64Array(index.length).fill(1),
    loss: new Float64Array(size).fill(8),
    symmetric: true,
  };
  // The end is a wall too, so that the decaying solution is the whole one up to rounding.
  matrix.loss[size - 1] += 1;
  const b = new Float64Array(size);
  b[0] = 1;
  const coords = Float64Array.from({ length: size }, (_, i) => i);
  const factor = new Factor(matrix, coords, 1);
  const logs = solveDeep(factor, matrix, coords, 1, b);
  const root = Math.log(5 - Math.sqrt(24));
  for (let i = 1; i < size - 40; i += 97) expect((logs[i] - logs[0]) / (i * root)).toBeCloseTo(1, 12);
  expect(logs[size - 1]).toBeLessThan(-9000);
  expect(factor.solve(b)[size - 1]).toBe(0);
});

describe("degenerate systems", () => {
  const lone = { start: new Int32Array(3), index: new Int32Array(0), value: new Float64Array(0) };

  test("unknowns that nothing holds are 0, and nothing else changes", () => {
    const matrix = { ...lone, loss: Float64Array.of(0, 2), symmetric: true };
    expect([...new Factor(matrix, new Float64Array(4), 2).solve(Float64Array.of(1, 1))]).toEqual([0, 0.5]);
  });

  test("an empty system", () => {
    const empty = {
      start: new Int32Array(1),
      index: lone.index,
      value: lone.value,
      loss: lone.value,
      symmetric: true,
    };
    expect(new Factor(empty, new Float64Array(0), 3).solve(new Float64Array(0))).toHaveLength(0);
  });

  test("all positions equal: one dense block", () => {
    const { matrix } = randomSystem(3, 50, true);
    const b = new Float64Array(50).fill(1);
    const x = new Factor(matrix, new Float64Array(100), 2).solve(b.slice());
    expect(residual(matrix, b, x)).toBeLessThan(1e-13);
  });

  test("more memory than allowed is refused before it is taken, with both figures", () => {
    const { matrix, coords } = randomSystem(4, 100, true);
    expect(() => new Factor(matrix, coords, 2, { memory: 1000 })).toThrow(InputError);
    expect(() => new Factor(matrix, coords, 2, { memory: 1000 })).toThrow(/needs \d+ MB; allowed are 1 MB/);
  });
});

test("a dissection orders every vertex once, and nodes only touch their ancestors (seed 5)", () => {
  const { matrix, coords } = randomSystem(5, 300, true);
  const { order, nodes, parent } = dissect(matrix, coords, 2);
  expect([...order].sort((a, b) => a - b)).toEqual([...order.keys()]);
  const nodeOf = new Int32Array(300);
  for (let k = 0; k < parent.length; k++) for (let i = nodes[k]; i < nodes[k + 1]; i++) nodeOf[order[i]] = k;
  const above = (a: number, b: number): boolean => a === b || (a >= 0 && above(parent[a], b));
  for (let v = 0; v < 300; v++) {
    for (let k = matrix.start[v]; k < matrix.start[v + 1]; k++) {
      const [a, b] = [nodeOf[v], nodeOf[matrix.index[k]]];
      expect(above(Math.min(a, b), Math.max(a, b))).toBe(true);
    }
  }
});
