import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Random } from "../numerics/index.js";
import { binomialChances, studentQuantile, studentShare } from "./distributions.js";
import { isNarrow, looksOf } from "./results.js";
import {
  deviationOf,
  meanInterval,
  meanOf,
  quantileInterval,
  quantileOf,
  quantileRanks,
  runsNeeded,
  sampleFigures,
} from "./statistics.js";

/** Exact binomial chances by whole numbers: p = a / b. */
function exactChances(n: number, a: bigint, b: bigint): number[] {
  let choose = 1n;
  return Array.from({ length: n + 1 }, (_, k) => {
    if (k > 0) choose = (choose * BigInt(n - k + 1)) / BigInt(k);
    const scaled = (choose * a ** BigInt(k) * (b - a) ** BigInt(n - k) * 10n ** 30n) / b ** BigInt(n);
    return Number(scaled) / 1e30;
  });
}

describe("distributions against exact and published values", () => {
  test.each([1, 5, 20, 59, 200, 700])("binomial chances of %i trials equal those in whole numbers", (n) => {
    const [chances, exact] = [binomialChances(n, 0.95), exactChances(n, 19n, 20n)];
    chances.forEach((chance, k) => {
      expect(Math.abs(chance - exact[k])).toBeLessThan(1e-12);
    });
  });

  // Fisher and Yates, Statistical Tables, table III.
  test.each([
    [0.975, 1, 12.706],
    [0.975, 2, 4.303],
    [0.95, 5, 2.015],
    [0.975, 9, 2.262],
    [0.975, 19, 2.093],
    [0.995, 10, 3.169],
    [0.975, 30, 2.042],
    [0.975, 120, 1.98],
    [0.9995, 4, 8.61],
  ])("the %f quantile of Student's t with %i degrees of freedom is %f", (p, freedom, value) => {
    expect(studentQuantile(p, freedom)).toBeCloseTo(value, 3 - (value > 10 ? 1 : 0));
  });

  test("Student's t has closed forms for one and two degrees of freedom", () => {
    for (const t of [-7, -1, -0.2, 0, 0.3, 1, 2.5, 40]) {
      expect(studentShare(t, 1)).toBeCloseTo(0.5 + Math.atan(t) / Math.PI, 12);
      expect(studentShare(t, 2)).toBeCloseTo(0.5 + t / (2 * Math.sqrt(2 + t * t)), 12);
    }
  });
});

describe("samples", () => {
  test("mean, deviation and quantiles of a sample that can be done by hand", () => {
    const values = [4, 1, 3, 2];
    expect(meanOf(values)).toBe(2.5);
    expect(deviationOf(values)).toBeCloseTo(Math.sqrt(5 / 3), 15);
    // As numpy.percentile([4, 1, 3, 2], [50, 95]) gives them.
    expect(quantileOf(values, 0.5)).toBe(2.5);
    expect(quantileOf(values, 0.95)).toBeCloseTo(3.85, 12);
  });

  test("nothing has no statistics, and one value no deviation", () => {
    const { mean, sd, p95, p95low, p95high, count } = sampleFigures([]);
    expect({ mean, sd, p95, p95low, p95high, count }).toEqual({
      ...{ mean: null, sd: null, p95: null, p95low: null, p95high: null, count: 0 },
    });
    expect(sampleFigures([7])).toMatchObject({ mean: 7, sd: null, meanLow: null, p50: 7, p95high: null });
  });

  test("59 runs are needed for both limits of the 95th percentile, as Wilks's formula has it; 58 have no upper one", () => {
    expect(runsNeeded(0.95, 0.95)).toBe(59);
    expect(runsNeeded(0.99, 0.95)).toBe(299);
    expect(runsNeeded(0.5, 0.95)).toBe(6);
    const runs = (n: number) => Array.from({ length: n }, (_, k) => k + 1);
    expect(quantileInterval(runs(58), 0.95, 0.95).high).toBeNull();
    expect(quantileInterval(runs(59), 0.95, 0.95).high).toBe(59);
    expect(quantileInterval(runs(59), 0.95, 0.95).low).not.toBeNull();
    expect(sampleFigures(runs(20)).needed).toBe(59);
  });

  test("the interval of a median has the ranks of published tables", () => {
    // Conover, Practical Nonparametric Statistics, table A3 and its normal approximation: n = 10 gives 2 and 9, n = 20 gives 6 and 15.
    expect(quantileRanks(10, 0.5, 0.95)).toEqual({ low: 2, high: 9 });
    expect(quantileRanks(20, 0.5, 0.95)).toEqual({ low: 6, high: 15 });
  });

  test("the ranks hold the quantile with the confidence, and no narrower pair does: by enumeration", () => {
    for (const [p, a] of [
      [0.95, 19n],
      [0.5, 10n],
      [0.9, 18n],
    ] as const) {
      for (const n of [6, 30, 59, 73, 100]) {
        const exact = exactChances(n, a, 20n);
        const sure = (low: number, high: number): number =>
          exact.slice(low, high).reduce((sum, chance) => sum + chance, 0);
        const { low, high } = quantileRanks(n, p, 0.95);
        let narrowest = Infinity;
        for (let from = 1; from <= n; from++)
          for (let to = from + 1; to <= n; to++)
            if (sure(from, to) >= 0.95 - 1e-12) narrowest = Math.min(narrowest, to - from);
        if (low !== null && high !== null && narrowest < Infinity) {
          expect(sure(low, high)).toBeGreaterThanOrEqual(0.95 - 1e-12);
          expect(high - low).toBe(narrowest);
        } else expect(narrowest).toBe(Infinity);
      }
    }
  });

  test("statistics do not depend on the order of runs, and move with the unit", () => {
    const sample = fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { minLength: 2, maxLength: 80 });
    fc.assert(
      fc.property(sample, fc.double({ min: 0.1, max: 10, noNaN: true }), (values, unit) => {
        const [one, other] = [sampleFigures(values), sampleFigures([...values].reverse())];
        expect(other.p95).toBe(one.p95);
        expect(other.p95low).toBe(one.p95low);
        const scaled = sampleFigures(values.map((value) => unit * value));
        expect(scaled.mean).toBeCloseTo(unit * one.mean!, 6);
        expect(scaled.sd).toBeCloseTo(unit * one.sd!, 6);
        expect(one.min! <= one.p50! && one.p50! <= one.p95! && one.p95! <= one.max!).toBe(true);
      }),
      { seed: 22, numRuns: 200 },
    );
  });
});

describe("coverage by simulation, seed 22", () => {
  /** Lognormal times: skewed as evacuation times are. */
  const draw = (random: Random): number => {
    const [u, v] = [Math.max(1e-12, random.unit()), random.unit()];
    return Math.exp(0.4 * Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * v));
  };
  const truth = { p95: Math.exp(0.4 * 1.6448536269514722), mean: Math.exp(0.08) };

  test.each([60, 100, 200])(
    "with %i runs an interval that is 95 in 100 sure holds the 95th percentile in 930 of 1,000 repeats or more",
    (n) => {
      const random = new Random(22 + n);
      let [percentile, mean] = [0, 0];
      for (let repeat = 0; repeat < 1000; repeat++) {
        const values = Array.from({ length: n }, () => draw(random));
        const { low, high } = quantileInterval(values, 0.95, 0.95);
        if (low! <= truth.p95 && truth.p95 <= high!) percentile++;
        const ofMean = meanInterval(values, 0.95);
        if (ofMean.low! <= truth.mean && truth.mean <= ofMean.high!) mean++;
      }
      expect(percentile).toBeGreaterThanOrEqual(930);
      expect(mean).toBeGreaterThanOrEqual(920);
    },
  );

  test.each([
    [0.4, 90],
    [0.22, 137],
    [0.15, 210],
  ])(
    "a study that stops by itself, within %d, after some %i runs, covers as well: 930 of 1,000 or more",
    (share, mean) => {
      const random = new Random(Math.round(1000 * share));
      const stop = { measure: "time", percentile: 0.95, within: null, converged: false, share };
      const rule = { ...stop, least: runsNeeded(0.95, 0.95), most: 1000, every: 20 };
      let [covered, runs] = [0, 0];
      for (let repeat = 0; repeat < 1000; repeat++) {
        const values: number[] = [];
        for (const look of looksOf(rule)) {
          while (values.length < look) values.push(draw(random));
          if (isNarrow(rule, 0.95, look, (seeds) => values.slice(0, seeds))) break;
        }
        const { low, high } = quantileInterval(values, 0.95, 0.95);
        if (low! <= truth.p95 && truth.p95 <= high!) covered++;
        runs += values.length / 1000;
      }
      expect(runs).toBeCloseTo(mean, -1);
      expect(covered).toBeGreaterThanOrEqual(930);
    },
  );
});
