import { describe, expect, test } from "vitest";
import { exp, log, normalQuantile, normalShare, turned } from "./elementary.js";
import { Random } from "./random.js";

/** Difference of two numbers by the size of the second. */
const relative = (a: number, b: number): number => Math.abs(a - b) / Math.max(1e-300, Math.abs(b));

describe("elementary functions of plain arithmetic", () => {
  test("exp agrees with Math.exp to 1e-12 over its whole range (seed 1)", () => {
    const random = new Random(1);
    for (let k = 0; k < 20_000; k++) {
      const x = k % 2 === 0 ? random.between(-700, 709.7) : random.between(-2, 2);
      expect(relative(exp(x), Math.exp(x))).toBeLessThan(1e-12);
    }
    expect(exp(0)).toBe(1);
    expect(exp(-800)).toBe(0);
    expect(exp(710)).toBe(Infinity);
    expect(exp(-Infinity)).toBe(0);
    expect(exp(Number.NaN)).toBeNaN();
  });

  test("log agrees with Math.log to 1e-12, near 1 too (seed 2)", () => {
    const random = new Random(2);
    for (let k = 0; k < 20_000; k++) {
      const x = k % 2 === 0 ? Math.exp(random.between(-700, 700)) : random.between(0.999, 1.001);
      expect(relative(log(x), Math.log(x))).toBeLessThan(1e-12);
    }
    expect(log(1)).toBe(0);
    expect(log(0)).toBe(-Infinity);
    expect(log(Infinity)).toBe(Infinity);
    expect(log(-1)).toBeNaN();
    expect(relative(log(Number.MIN_VALUE), Math.log(Number.MIN_VALUE))).toBeLessThan(1e-12);
    expect(relative(log(Number.MAX_VALUE), Math.log(Number.MAX_VALUE))).toBeLessThan(1e-12);
  });

  test("turns agree with Math.cos and Math.sin to 1e-15, and quarters are exact (seed 3)", () => {
    const random = new Random(3);
    for (let k = 0; k < 20_000; k++) {
      const turns = random.between(-3, 3);
      const [cos, sin] = turned(turns);
      // The angle itself is rounded before Math.cos sees it.
      expect(Math.abs(cos - Math.cos(2 * Math.PI * turns))).toBeLessThan(4e-15);
      expect(Math.abs(sin - Math.sin(2 * Math.PI * turns))).toBeLessThan(4e-15);
      expect(Math.abs(cos * cos + sin * sin - 1)).toBeLessThan(1e-15);
    }
    expect([0, 0.25, 0.5, 0.75, -0.25].map((t) => turned(t).map((part) => part + 0))).toEqual([
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
      [0, -1],
    ]);
  });

  test("the normal distribution: shares of its table, to 1e-12", () => {
    // Abramowitz and Stegun, table 26.1, and Owen (1962) for the digits beyond.
    const shares: [number, number][] = [
      [0, 0.5],
      [0.5, 0.6914624612740131],
      [1, 0.8413447460685429],
      [1.96, 0.9750021048517795],
      [2, 0.9772498680518208],
      [3, 0.9986501019683699],
      [-1, 0.15865525393145707],
      [-3, 0.0013498980316300933],
    ];
    for (const [x, share] of shares) expect(Math.abs(normalShare(x) - share)).toBeLessThan(1e-12);
    expect([normalShare(-40), normalShare(40)]).toEqual([0, 1]);
  });

  test("quantiles undo shares, in the middle and far out (seed 3)", () => {
    const random = new Random(3);
    for (let k = 0; k < 5000; k++) {
      const x = random.between(-5.5, 5.5);
      expect(Math.abs(normalShare(normalQuantile(normalShare(x))) - normalShare(x))).toBeLessThan(1e-13);
    }
    // A table's 0.1 %, 2.5 % and 1e-9.
    expect(Math.abs(normalQuantile(0.001) + 3.090232306167813)).toBeLessThan(1e-12);
    expect(Math.abs(normalQuantile(0.975) - 1.959963984540054)).toBeLessThan(1e-12);
    expect(Math.abs(normalQuantile(1e-9) + 5.997807015007775)).toBeLessThan(1e-12);
    expect(Math.abs(normalQuantile(1e-20) + 9.262340089798409)).toBeLessThan(1e-11);
    expect([normalQuantile(0), normalQuantile(1)]).toEqual([-Infinity, Infinity]);
  });
});
