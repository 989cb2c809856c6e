import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countPoints, type Design, designPoints } from "./design.js";
import { resolutionOf, twoLevelDesign } from "./fractional.js";
import { parsePath, withValue } from "./path.js";

describe("paths", () => {
  test.each([
    ["spawns[0].count", ["spawns", 0, "count"]],
    ['goals["main exit"].segments[0][1][0]', ["goals", "main exit", "segments", 0, 1, 0]],
    ["simulation.duration", ["simulation", "duration"]],
  ])("%s is read", (text, steps) => {
    expect(parsePath(text)).toEqual(steps);
  });

  test.each(["", ".a", "a..b", "a.", "[0]", "a[-1]", "a[x]", "a b", 'a["x]'])("%j is no path", (text) => {
    expect(parsePath(text)).toBeNull();
  });

  test("a value is set in a copy, and what is not on the way is shared", () => {
    const data = { a: [{ b: 1 }, { b: 2 }], c: {} };
    const changed = withValue(data, ["a", 1, "b"], 9) as typeof data;
    expect(changed).toEqual({ a: [{ b: 1 }, { b: 9 }], c: {} });
    expect(changed.a[0]).toBe(data.a[0]);
    expect(data.a[1].b).toBe(2);
  });

  test("a path that leads nowhere says where it ends", () => {
    const data = { spawns: [{ count: 1 }], name: "x" };
    expect(() => withValue(data, ["spawns", 3, "count"], 1)).toThrow("spawns has entries 0 to 0; given: 3");
    expect(() => withValue(data, ["spawn", 0], 1)).toThrow("there is no spawn; did you mean");
    expect(() => withValue(data, ["name", "first"], 1)).toThrow('name is "x", which has no key "first"');
  });
});

describe("designs", () => {
  const factors = { a: { values: [1, 2, 3] }, b: { range: { from: 0, to: 1, steps: 5 } } };

  test("all combinations, each once", () => {
    const { points } = designPoints(factors, { kind: "full" });
    expect(points).toHaveLength(15);
    expect(new Set(points.map((point) => JSON.stringify(point))).size).toBe(15);
    expect(points.at(-1)).toEqual({ a: 3, b: 1 });
  });

  test("1e9 combinations are counted without being made, and refused", () => {
    const many = Object.fromEntries(
      Array.from({ length: 9 }, (_, k) => [`f${k}`, { range: { from: 0, to: 1, steps: 10 } }]),
    );
    expect(countPoints(many, { kind: "full" })).toBe(1e9);
    expect(() => designPoints(many, { kind: "full" })).toThrow("1,000,000,000 combinations");
  });

  test.each([
    [{ a: { values: [] } }, "full", 'factors["a"].values: at least one value is needed'],
    [{ a: { range: { from: 2, to: 1 } } }, "full", 'factors["a"].range: holds no values: from < to'],
    [{ a: { range: { from: 0, to: 1, steps: 1 } } }, "full", "at least 2 steps"],
    [{ a: { distribution: { min: 0, max: 1 } } }, "full", "a distribution has no levels"],
    [{ a: { values: [1, 2] } }, "latin", "design.samples: is missing"],
    [{ a: { values: [1, 2, 3] } }, "fractional", "design.runs: is missing"],
  ] as const)("%j by the design %s is refused", (given, kind, message) => {
    expect(() => designPoints(structuredClone(given) as never, { kind })).toThrow(message);
  });

  test("what a design does not heed is refused", () => {
    expect(() => designPoints(factors, { kind: "full", samples: 3 })).toThrow(
      "design.samples: is no part of",
    );
  });

  test("a Latin hypercube has one point in each of its strata, for every factor, sample size and seed", () => {
    const cases = fc.record({
      samples: fc.integer({ min: 1, max: 60 }),
      seed: fc.integer({ min: 0, max: 1e6 }),
    });
    fc.assert(
      fc.property(cases, ({ samples, seed }) => {
        const { points, isDrawn } = designPoints(
          { x: { range: { from: 10, to: 20 } }, y: { distribution: { mean: 5, deviation: 1 } } },
          { kind: "latin", samples, seed },
        );
        const strata = points.map(({ x }) => Math.floor(((x as number) - 10) * (samples / 10) - 1e-9));
        expect([...strata].sort((a, b) => a - b)).toEqual(Array.from({ length: samples }, (_, k) => k));
        expect(points.every(({ y }) => Number.isFinite(y))).toBe(true);
        expect(isDrawn).toBe(true);
      }),
      { seed: 22, numRuns: 100 },
    );
  });

  test("a Latin hypercube of a distribution has its quantiles", () => {
    const { points } = designPoints(
      { x: { distribution: { mean: 50, deviation: 10 } } },
      { kind: "latin", samples: 999 },
    );
    const order = points.map(({ x }) => x as number).sort((a, b) => a - b);
    expect(order[499]).toBeCloseTo(50, 0);
    // One standard deviation above the mean lies 84.13 % of a normal distribution.
    expect(order[Math.round(0.8413 * 999)]).toBeCloseTo(60, 0);
  });

  test("whole numbers are drawn with equal shares, both ends too", () => {
    const design: Design = { kind: "latin", samples: 400, seed: 3 };
    const { points } = designPoints({ n: { range: { from: 1, to: 4, whole: true } } }, design);
    const counts = [1, 2, 3, 4].map((n) => points.filter(({ n: drawn }) => drawn === n).length);
    expect(counts).toEqual([100, 100, 100, 100]);
  });

  test("draws are the same for the same seed and others for another", () => {
    const draw = (seed: number) => designPoints(factors, { kind: "random", samples: 9, seed }).points;
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
  });
});

describe("fractional designs", () => {
  // Box, Hunter and Hunter 2005, table 6.22: the best resolution for factors and runs.
  test.each([
    [3, 4, 3],
    [4, 8, 4],
    [5, 8, 3],
    [5, 16, 5],
    [6, 8, 3],
    [6, 16, 4],
    [7, 8, 3],
    [7, 16, 4],
    [8, 16, 4],
    [6, 32, 6],
    [7, 64, 7],
    [9, 16, 3],
    [15, 16, 3],
  ])("%i factors in %i runs reach resolution %i", (factors, runs, resolution) => {
    const design = twoLevelDesign(factors, runs);
    expect(design.points).toHaveLength(runs);
    expect(design.resolution).toBe(resolution);
    // Columns are balanced and orthogonal, whatever the words say.
    for (let a = 0; a < factors; a++) {
      expect(design.points.reduce((sum, point) => sum + point[a], 0)).toBe(0);
      for (let b = a + 1; b < factors; b++)
        expect(design.points.reduce((sum, point) => sum + point[a] * point[b], 0)).toBe(0);
    }
  });

  test("the resolution is the shortest word, found here from the columns themselves", () => {
    const { points, resolution } = twoLevelDesign(6, 16);
    let shortest = Infinity;
    for (let word = 1; word < 64; word++) {
      const of = [0, 1, 2, 3, 4, 5].filter((k) => (word >> k) & 1);
      const products = points.map((point) => of.reduce((sign, k) => sign * point[k], 1));
      if (products.every((sign) => sign === products[0])) shortest = Math.min(shortest, of.length);
    }
    expect(resolution).toBe(shortest);
    expect(resolutionOf([0b111])).toBe(3);
  });

  test("generators are heeded: D = ABC", () => {
    const two = { values: [0, 1] };
    const { points, resolution } = designPoints(
      { A: two, B: two, C: two, D: two },
      { kind: "fractional", generators: { D: ["A", "B", "C"] } },
    );
    expect(points).toHaveLength(8);
    expect(resolution).toBe(4);
    for (const { A, B, C, D } of points) {
      const sign = [A, B, C].reduce<number>((product, level) => product * (level === 1 ? 1 : -1), 1);
      expect(D).toBe(sign === 1 ? 1 : 0);
    }
  });

  test.each([3, 12, 4096])("%i runs of seven factors are refused", (runs) => {
    expect(() => twoLevelDesign(7, runs)).toThrow("a power of two from 8 to 128");
  });
});
