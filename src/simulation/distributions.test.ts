import { describe, expect, test } from "vitest";
import { Random } from "../numerics/index.js";
import { type Distribution, draw, massFault, quantile, rangeOf } from "./distributions.js";

/** The normal distribution function by Simpson's rule: shares no code with the one that draws. */
function normal(x: number): number {
  const density = (t: number): number => Math.exp((-t * t) / 2) / Math.sqrt(2 * Math.PI);
  if (x < -9) return 0;
  if (x > 9) return 1;
  const parts = 1000;
  const h = (x + 9) / parts;
  let sum = density(-9) + density(x);
  for (let k = 1; k < parts; k++) sum += (k % 2 === 1 ? 4 : 2) * density(-9 + k * h);
  return (sum * h) / 3;
}

/** A distribution function cut at bounds. */
const cut = (share: (x: number) => number, min: number, max: number): ((x: number) => number) => {
  return (x) => (x <= min ? 0 : x >= max ? 1 : (share(x) - share(min)) / (share(max) - share(min)));
};

const logNormal = (x: number, mu: number, sigma: number): number =>
  x <= 0 ? 0 : normal((Math.log(x) - mu) / sigma);

interface Case {
  readonly title: string;
  readonly distribution: Distribution;
  /** Share below x. */
  readonly share: (x: number) => number;
  /** Closed forms. */
  readonly mean: number;
  readonly deviation: number;
}

/** Mean and deviation of a log-normal distribution with mu 3 and sigma 0.5. */
const LOG_MEAN = Math.exp(3 + 0.125);
const LOG_DEVIATION = LOG_MEAN * Math.sqrt(Math.exp(0.25) - 1);

/** Mean and variance factor of a normal distribution cut at a and b deviations (Johnson, Kotz and Balakrishnan 1994, 10.1). */
function cutNormal(mean: number, deviation: number, min: number, max: number): [number, number] {
  const density = (t: number): number => Math.exp((-t * t) / 2) / Math.sqrt(2 * Math.PI);
  const [a, b] = [(min - mean) / deviation, (max - mean) / deviation];
  const mass = normal(b) - normal(a);
  const shift = (density(a) - density(b)) / mass;
  const edge = (Number.isFinite(a) ? a * density(a) : 0) - (Number.isFinite(b) ? b * density(b) : 0);
  return [mean + deviation * shift, deviation * Math.sqrt(1 + edge / mass - shift * shift)];
}

const [ADULT_MEAN, ADULT_DEVIATION] = cutNormal(1.34, 0.26, 0.7, 2);
const [LATE_MEAN, LATE_DEVIATION] = cutNormal(10, 10, 0, 200);

const CASES: readonly Case[] = [
  {
    title: "uniform",
    distribution: { min: 10, max: 100 },
    share: (x) => Math.max(0, Math.min(1, (x - 10) / 90)),
    mean: 55,
    deviation: 90 / Math.sqrt(12),
  },
  {
    title: "normal with both bounds",
    distribution: { mean: 1.34, deviation: 0.26, min: 0.7, max: 2 },
    share: cut((x) => normal((x - 1.34) / 0.26), 0.7, 2),
    mean: ADULT_MEAN,
    deviation: ADULT_DEVIATION,
  },
  {
    title: "normal, cut at 0 alone",
    distribution: { mean: 10, deviation: 10 },
    share: cut((x) => normal((x - 10) / 10), 0, 200),
    mean: LATE_MEAN,
    deviation: LATE_DEVIATION,
  },
  {
    title: "log-normal by its logarithms",
    distribution: { lognormal: { mu: 3, sigma: 0.5 } },
    share: (x) => logNormal(x, 3, 0.5),
    mean: LOG_MEAN,
    deviation: LOG_DEVIATION,
  },
  {
    title: "log-normal by its values",
    distribution: { lognormal: { mean: LOG_MEAN, deviation: LOG_DEVIATION, offset: 400 } },
    share: (x) => logNormal(x - 400, 3, 0.5),
    mean: 400 + LOG_MEAN,
    deviation: LOG_DEVIATION,
  },
  {
    title: "exponential",
    distribution: { exponential: { mean: 20 } },
    share: (x) => 1 - Math.exp(-x / 20),
    mean: 20,
    deviation: 20,
  },
  {
    title: "exponential from 5 on: forgets what was before",
    distribution: { exponential: { mean: 20, min: 5 } },
    share: (x) => Math.max(0, 1 - Math.exp(-(x - 5) / 20)),
    mean: 25,
    deviation: 20,
  },
  {
    title: "quantiles",
    distribution: {
      quantiles: [
        [0, 0],
        [0.5, 10],
        [1, 40],
      ],
    },
    share: (x) => (x < 10 ? x / 20 : 0.5 + (x - 10) / 60),
    mean: 0.5 * 5 + 0.5 * 25,
    deviation: Math.sqrt((0.5 * 100) / 3 + 0.5 * (25 * 25 + 75) - 15 * 15),
  },
];

const N = 20_000;

const drawn = (distribution: Distribution, seed: number): number[] => {
  const random = new Random(seed);
  return Array.from({ length: N }, () => draw(distribution, random));
};

describe("distributions", () => {
  test.each(CASES)("$title: mean, deviation and all shares are the closed form's (seed 5)", (given) => {
    const { distribution, share, mean, deviation } = given;
    const values = drawn(distribution, 5).sort((a, b) => a - b);
    const average = values.reduce((sum, value) => sum + value, 0) / N;
    const variance = values.reduce((sum, value) => sum + (value - average) ** 2, 0) / (N - 1);
    // Four standard errors of a mean; deviations within 4 %, since log-normal ones have long tails.
    expect(Math.abs(average - mean)).toBeLessThan((4 * deviation) / Math.sqrt(N));
    expect(Math.abs(Math.sqrt(variance) / deviation - 1)).toBeLessThan(0.04);
    // Kolmogorov and Smirnov: 1.63 / sqrt(n) is passed by 99 % of true samples.
    const gap = values.reduce((most, value, i) => {
      const below = share(value);
      return Math.max(most, Math.abs(below - i / N), Math.abs(below - (i + 1) / N));
    }, 0);
    expect(gap).toBeLessThan(1.63 / Math.sqrt(N));
  });

  test.each(CASES)("$title: quantiles undo the distribution function", ({ distribution, share }) => {
    for (const p of [0.001, 0.025, 0.25, 0.5, 0.75, 0.975, 0.999]) {
      expect(Math.abs(share(quantile(distribution, p)) - p)).toBeLessThan(1e-9);
    }
  });

  test("a test of shares can fail: the deviation of another distribution is found out (seed 5)", () => {
    const values = drawn({ mean: 10, deviation: 11 }, 5).sort((a, b) => a - b);
    const share = cut((x) => normal((x - 10) / 10), 0, 200);
    const gap = values.reduce((most, value, i) => Math.max(most, Math.abs(share(value) - i / N)), 0);
    expect(gap).toBeGreaterThan(1.63 / Math.sqrt(N));
  });

  test("tables: each value as often as its weight says, by chi-square (seed 6)", () => {
    const values = [3, 1, 4, 1.5];
    const weights = [0.5, 0, 2, 1.5];
    const counts = new Map<number, number>();
    for (const value of drawn({ values, weights }, 6)) counts.set(value, (counts.get(value) ?? 0) + 1);
    expect(counts.has(1)).toBe(false);
    const expected = new Map([
      [3, N / 8],
      [4, N / 2],
      [1.5, (3 * N) / 8],
    ]);
    let chi2 = 0;
    for (const [value, count] of expected) chi2 += (counts.get(value)! - count) ** 2 / count;
    // 99 % of true samples stay below 9.21 with two degrees of freedom.
    expect(chi2).toBeLessThan(9.21);
    const equal = drawn({ values: [1, 2] }, 6).filter((value) => value === 1).length;
    expect(Math.abs(equal - N / 2)).toBeLessThan(3 * Math.sqrt(N / 4));
  });

  test("a constant takes nothing from the generator, and equal seeds draw equal numbers", () => {
    const random = new Random(1);
    const before = random.state;
    expect(draw(1.34, random)).toBe(1.34);
    expect(random.state).toEqual(before);
    for (const { distribution } of CASES) expect(drawn(distribution, 9)).toEqual(drawn(distribution, 9));
  });

  test("a uniform and a bounded normal number are drawn as they always were", () => {
    // Worked out by hand from the generator: twelve uniform numbers make a normal one.
    const plain = new Random(4);
    expect(draw({ min: 1, max: 3 }, new Random(4))).toBe(1 + 2 * plain.unit());
    const twelve = new Random(4);
    let sum = -6;
    for (let i = 0; i < 12; i++) sum += twelve.unit();
    expect(draw({ mean: 1.34, deviation: 0.26, min: 0.7, max: 2 }, new Random(4))).toBe(1.34 + 0.26 * sum);
  });

  test("draws stay within their bounds (seeds 1 to 20)", () => {
    const bounded: Distribution[] = [
      { lognormal: { mu: 3.44, sigma: 0.94, max: 300 } },
      { lognormal: { mu: 3.95, sigma: 0.84, offset: 400, max: 700 } },
      { exponential: { mean: 60, min: 10, max: 50 } },
      { mean: 5, deviation: 50, min: 4 },
      { mean: 5, deviation: 50, max: 6 },
    ];
    for (const distribution of bounded) {
      const { min, max } = rangeOf(distribution);
      for (let seed = 1; seed <= 20; seed++) {
        const random = new Random(seed);
        for (let k = 0; k < 200; k++) {
          const value = draw(distribution, random);
          expect(value).toBeGreaterThanOrEqual(min);
          if ("mean" in (distribution as object) && !("max" in (distribution as object))) continue;
          expect(value).toBeLessThanOrEqual(max);
        }
      }
    }
    expect(rangeOf({ lognormal: { mu: 3.95, sigma: 0.84, offset: 400, max: 700 } })).toEqual({
      min: 400,
      max: 700,
    });
    expect(rangeOf(0.25)).toEqual({ min: 0.25, max: 0.25 });
    expect(rangeOf({ values: [0.3, 0.2] })).toEqual({ min: 0.3, max: 0.2 });
  });

  test("the circular's day case: the shares of its truncated log-normal response", () => {
    // MSC.1/Circ.1533: density 1.00808 / (sqrt(2 pi) 0.94 x) exp(-(ln x - 3.44)^2 / (2 0.94^2)) for 0 < x < 300.
    const density = (x: number): number =>
      (1.00808 / (Math.sqrt(2 * Math.PI) * 0.94 * x)) *
      Math.exp(-((Math.log(x) - 3.44) ** 2) / (2 * 0.94 ** 2));
    const day: Distribution = { lognormal: { mu: 3.44, sigma: 0.94, max: 300 } };
    for (const p of [0.1, 0.5, 0.9]) {
      const to = quantile(day, p);
      let sum = 0;
      for (let k = 0; k < 20_000; k++) sum += (density((to * (k + 0.5)) / 20_000) * to) / 20_000;
      expect(Math.abs(sum - p)).toBeLessThan(1e-4);
    }
  });

  test.each<[Distribution, string]>([
    [{ min: 3, max: 2 }, "min <= max is required; given: 3 and 2"],
    [{ mean: 9, deviation: 1, min: 1, max: 2 }, "nothing of it lies between its bounds 1 and 2"],
    [{ mean: 1, deviation: 0, min: 2, max: 3 }, "nothing of it lies between its bounds 2 and 3"],
    [
      { lognormal: { mu: 1, sigma: 0.1, min: 100 } },
      "nothing of it lies between its bounds 100 and Infinity",
    ],
    [
      { lognormal: { mu: 1, sigma: 0.1, offset: 50, max: 40 } },
      "nothing of it lies between its bounds 0 and 40",
    ],
    [{ lognormal: { mean: 5, deviation: 0, max: 4 } }, "nothing of it lies between its bounds 0 and 4"],
    [{ exponential: { mean: 1, min: 50 } }, "nothing of it lies between its bounds 50 and Infinity"],
    [{ exponential: { mean: 1, min: 5, max: 4 } }, "min <= max is required; given: 5 and 4"],
    [{ values: [] }, "a table needs at least one value"],
    [{ values: [1, 2], weights: [1] }, "as many weights as values are needed; given: 1 and 2"],
    [{ values: [1, 2], weights: [1, -1] }, "weights >= 0 are needed; given: -1"],
    [{ values: [1, 2], weights: [0, 0] }, "at least one weight > 0 is needed"],
    [
      {
        quantiles: [
          [0, 1],
          [0.9, 2],
        ],
      },
      "quantiles begin with share 0 and end with share 1",
    ],
    [
      {
        quantiles: [
          [0, 1],
          [0.5, 3],
          [1, 2],
        ],
      },
      "the shares of quantiles must increase, and their values must not fall",
    ],
  ])("no mass: %j", (distribution, fault) => {
    expect(massFault(distribution)).toBe(fault);
  });

  test("all of the cases above have mass", () => {
    for (const { distribution } of CASES) expect(massFault(distribution)).toBeNull();
    expect(massFault({ lognormal: { mean: 5, deviation: 0 } })).toBeNull();
    expect(massFault({ min: 2, max: 2 })).toBeNull();
  });
});
