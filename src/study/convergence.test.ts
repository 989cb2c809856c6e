import { describe, expect, test } from "vitest";
import { InputError } from "../errors.js";
import { convergenceOf, curveMeasures } from "./convergence.js";
import { pairedDifference } from "./pairs.js";
import { correlationOf, ranksOf, sensitivityOf } from "./sensitivity.js";

describe("convergence", () => {
  test("equal curves have ERD 0, EPC 1, SC 1; one twice as long has ERD 1, EPC 1/2 and the same shape", () => {
    const curve = [1, 3, 4, 8];
    expect(curveMeasures(curve, curve, 1)).toEqual({ erd: 0, epc: 1, sc: 1 });
    const twice = curve.map((t) => 2 * t);
    const { erd, epc, sc } = curveMeasures(curve, twice, 1);
    expect([erd, epc, sc]).toEqual([1, 0.5, 1].map((value) => expect.closeTo(value, 12)));
    // The other way round: |E| and <m, m> are those of the other curve.
    const back = curveMeasures(twice, curve, 1);
    expect([back.erd, back.epc, back.sc]).toEqual([0.5, 2, 1].map((value) => expect.closeTo(value, 12)));
  });

  test("the three measures of two curves done by hand", () => {
    const { erd, epc, sc } = curveMeasures([3, 4], [4, 3], 1);
    expect(erd).toBeCloseTo(Math.sqrt(2 / 25), 12);
    expect(epc).toBeCloseTo(24 / 25, 12);
    expect(sc).toBe(-1);
    // Secants over two values: 2 and 6 against 3 and 1.
    expect(curveMeasures([0, 1, 2, 7], [0, 2, 3, 3], 2).sc).toBeCloseTo(12 / Math.sqrt(40 * 10), 12);
  });

  test("after every run the averages are compared with those before: closed forms of two and three runs", () => {
    const { steps } = convergenceOf([[10], [20], [30]], {});
    // Means 10, 15, 20; deviations -, 7.07, 10.
    expect(steps[0].tet).toBeCloseTo(5 / 15, 12);
    expect(steps[0].sd).toBe(Infinity);
    expect(steps[1].tet).toBeCloseTo(5 / 20, 12);
    expect(steps[1].sd).toBeCloseTo((10 - Math.sqrt(50)) / 10, 12);
    expect(steps[1].erd).toBeCloseTo(5 / 15, 12);
    expect(steps[1].epc).toBeCloseTo(1 - 15 / 20, 12);
  });

  test("runs that are all alike settle after the second and the runs in a row that are asked for", () => {
    const alike = Array.from({ length: 30 }, () => [1, 2, 3, 4]);
    expect(convergenceOf(alike, { consecutive: 10 }).after).toBe(12);
    expect(convergenceOf(alike.slice(0, 5), { consecutive: 10 }).after).toBeNull();
  });

  test("wild runs do not settle, and wider thresholds let them", () => {
    const wild = Array.from({ length: 20 }, (_, k) => [10 + (k % 2) * 100]);
    expect(convergenceOf(wild).after).toBeNull();
    const lax = { tet: 9, sd: 9, erd: 9, epc: 9, sc: 9, consecutive: 2 };
    expect(convergenceOf(wild, lax).after).toBe(4);
  });

  test("a rule that means nothing is refused", () => {
    expect(() => convergenceOf([], { tet: 0 })).toThrow(InputError);
    expect(() => convergenceOf([], { consecutive: 0.5 })).toThrow(/consecutive: a whole number/);
  });
});

describe("paired differences", () => {
  const by = (values: (number | null)[]) => new Map(values.map((value, k) => [k + 1, value]));

  test("the interval is that of a paired t test: Student's sleep data of 1908", () => {
    const a = by([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2]);
    const b = by([1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]);
    const { mean, low, high, verdict, pairs, more } = pairedDifference(a, b);
    // R: t.test(extra ~ group, data = sleep, paired = TRUE): 1.58, 0.7001142 to 2.4598858.
    expect(mean).toBeCloseTo(1.58, 10);
    expect(low).toBeCloseTo(0.7001142, 7);
    expect(high).toBeCloseTo(2.4598858, 7);
    expect({ verdict, pairs, more }).toEqual({ verdict: "more", pairs: 10, more: 9 });
  });

  test("a seed without a value on one side is no pair, and is counted", () => {
    const { pairs, left, mean, low, verdict } = pairedDifference(by([1, null, 3]), by([2, 2, null]));
    expect({ pairs, left, mean, low, verdict }).toEqual({
      pairs: 1,
      left: 2,
      mean: 1,
      low: null,
      verdict: null,
    });
  });

  test("equal variants differ by nothing, and nothing is claimed of them", () => {
    expect(pairedDifference(by([1, 2, 3]), by([1, 2, 3]))).toMatchObject({
      mean: 0,
      low: 0,
      high: 0,
      verdict: "open",
    });
  });
});

describe("sensitivity", () => {
  test("ranks of equal values are shared", () => {
    expect(ranksOf([30, 10, 20, 20])).toEqual([4, 1, 2.5, 2.5]);
    expect(correlationOf([1, 1, 1], [1, 2, 3])).toBeNull();
  });

  test("a factor that decides everything has the whole variance, one that does nothing none", () => {
    const runs = [0, 1, 2, 3].flatMap((a) => ["x", "y"].map((b) => ({ factors: { a, b }, value: 10 * a })));
    const [first, second] = sensitivityOf(runs);
    expect(first).toMatchObject({ factor: "a", share: 1, rank: 1, effect: 30 });
    expect(second).toMatchObject({ factor: "b", share: 0, rank: null, effect: 0 });
  });

  test("two additive factors share the variance as the analysis of variance has it, and runs without a value do not count", () => {
    const runs = [-1, 1].flatMap((a) => [-1, 1].map((b) => ({ factors: { a, b }, value: 3 * a + b })));
    const [a, b] = sensitivityOf([...runs, { factors: { a: 1, b: 1 }, value: null }]);
    expect(a.share).toBeCloseTo(0.9, 12);
    expect(b.share).toBeCloseTo(0.1, 12);
    expect(a.levels).toEqual([
      { level: "-1", count: 2, mean: -3 },
      { level: "1", count: 2, mean: 3 },
    ]);
  });

  test("many values are gathered in fifths", () => {
    const runs = Array.from({ length: 50 }, (_, k) => ({ factors: { x: k }, value: -k }));
    const [{ levels, rank }] = sensitivityOf(runs);
    expect(levels.map(({ count }) => count)).toEqual([10, 10, 10, 10, 10]);
    expect(rank).toBeCloseTo(-1, 12);
  });
});
