import { describe, expect, it } from "vitest";
import { Random } from "../numerics/index.js";
import { STEADY, steadyEvents, steadyState } from "./steady.js";

const times = (seconds: number, every = 0.2): number[] =>
  Array.from({ length: Math.round(seconds / every) + 1 }, (_, k) => k * every);

/** Rises until `from`, stays until `to`, falls until the end, with noise. */
function plateau(at: number, from: number, to: number, end: number, noise: () => number): number {
  if (at < from) return (at / from) * (1 + noise());
  if (at <= to) return 1 + noise();
  return Math.max(0, (end - at) / (end - to)) * (1 + noise());
}

describe("a steady state", () => {
  it("is found between a rise and a fall, with noise, seeds 1 to 20", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = new Random(seed);
      const noise = (): number => random.between(-0.15, 0.15);
      const list = times(100);
      const density = list.map((t) => 2 * plateau(t, 20, 75, 100, noise));
      const speed = list.map((t) => 1.5 - plateau(t, 20, 75, 100, noise));
      const steady = steadyState(list, [density, speed]);
      expect(steady).not.toBeNull();
      expect(steady!.from).toBeGreaterThan(15);
      expect(steady!.from).toBeLessThan(30);
      expect(steady!.to).toBeGreaterThan(65);
      expect(steady!.to).toBeLessThan(80);
    }
  });

  it("is by brute force the stretch of blocks with the least standard error", () => {
    const random = new Random(5);
    const list = times(60, 1);
    const values = list.map((t) => plateau(t, 12, 44, 60, () => random.between(-0.2, 0.2)));
    // Without limits to drift; blocks of 2 s hold two values each, the last one three.
    const blocks = Array.from({ length: 30 }, (_, b) => {
      const inside = values.slice(2 * b, b === 29 ? undefined : 2 * b + 2);
      return inside.reduce((sum, v) => sum + v, 0) / inside.length;
    });
    let best = { from: 0, to: 0, z: Infinity };
    for (let a = 0; a < 30; a++) {
      for (let b = a + 14; b < 30; b++) {
        const part = blocks.slice(a, b + 1);
        const mean = part.reduce((sum, v) => sum + v, 0) / part.length;
        const z = part.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (part.length * mean) ** 2;
        if (z < best.z) best = { from: 2 * a, to: b === 29 ? 60 : 2 * (b + 1), z };
      }
    }
    expect(steadyState(list, [values], { drift: 9 })).toEqual({ from: best.from, to: best.to });
  });

  it("is not there while a series only rises, is too short, or is nothing", () => {
    const list = times(60);
    const ramp = list.map((t) => t);
    expect(steadyState(list, [ramp])).toBeNull();
    expect(
      steadyState(
        list,
        list.map(() => 0).map(() => ramp.map(() => 0)),
      ),
    ).toBeNull();
    expect(steadyState(times(8), [times(8).map(() => 1)])).toBeNull();
    expect(steadyState([], [[]])).toBeNull();
    expect(steadyState([1], [[1]])).toBeNull();
    expect(steadyState(list, [list.map(() => Number.NaN)])).toBeNull();
  });

  it("of something that never changes is all of it", () => {
    const list = times(40);
    const steady = steadyState(list, [list.map(() => 3)]);
    expect(steady).toEqual({ from: 0, to: 40 });
  });

  it("of events is where they come steadily; two are none", () => {
    const even = Array.from({ length: 90 }, (_, k) => 20 + k / 3);
    const events = [0, 7, 13, ...even, 58, 66];
    const steady = steadyEvents(events);
    expect(steady!.from).toBeGreaterThanOrEqual(18);
    expect(steady!.to).toBeLessThanOrEqual(52);
    expect(steady!.to - steady!.from).toBeGreaterThan(24);
    expect(steadyEvents([1, 2])).toBeNull();
    expect(STEADY).toEqual({ block: 2, least: 10, share: 0.5, drift: 0.3 });
  });
});
