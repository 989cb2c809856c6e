/** What 5.2.1 says about figures 5.6 to 5.10. */
import { expect, test } from "vitest";
import { distance, type Point } from "../../src/geometry/index.js";
import type { Trail } from "./stage.js";
import { types } from "./types.js";

const { runs } = types.run({ seeds: [] });
const trails = (k: number): readonly Trail[] => runs[k].trails;
const heights = ({ points }: Trail, from: number, to: number): number[] =>
  points.filter(([x]) => x >= from && x <= to).map(([, y]) => y);
const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

test("everybody arrives", () => {
  for (const { trails: some } of runs) for (const { arrived } of some) expect(arrived).toBe(true);
});

test("5.6: who has v to a wall walks beside that wall; the harmonic one keeps to the middle where they do not meet", () => {
  const [wall, middle] = trails(0);
  expect(mean(heights(wall, 8, 28))).toBeLessThan(3);
  expect(Math.max(...heights(middle, 26, 32).map((y) => Math.abs(y - 4)))).toBeLessThan(0.3);
});

test("5.7: in the middle until the other is in sight, then to the right, then back to the middle", () => {
  const [aside] = trails(1);
  expect(Math.max(...heights(aside, 3, 12).map((y) => Math.abs(y - 4)))).toBeLessThan(0.2);
  expect(Math.min(...heights(aside, 14, 22))).toBeLessThan(3.4);
  expect(Math.abs(mean(heights(aside, 29, 32)) - 4)).toBeLessThan(0.3);
});

test("5.8: a sine along the way, to both sides of the middle, several times", () => {
  const [wave] = trails(2);
  const ys = heights(wave, 6, 30).map((y) => y - 4);
  const crossings = ys.filter((y, i) => i > 0 && y * ys[i - 1] < 0).length;
  expect(crossings).toBeGreaterThan(2);
  expect(Math.max(...ys)).toBeGreaterThan(0.15);
  expect(Math.min(...ys)).toBeLessThan(-0.15);
});

test("5.9: v to the goal goes straight there; v to another comes nearer to it, v away keeps farther off", () => {
  const [, straight] = trails(3);
  for (const [, y] of straight.points) expect(Math.abs(y - 4)).toBeLessThan(1e-9);
  const other: Point = [18, 6];
  const nearest = (trail: Trail): number => Math.min(...trail.points.map((p) => distance(p, other)));
  const [plain, near, far] = trails(4).map(nearest);
  expect(near).toBeLessThan(plain);
  expect(far).toBeGreaterThan(plain);
});

test("5.10: both turn to their own right as soon as they see each other, and pass", () => {
  const [one, two] = trails(5);
  expect(Math.min(...heights(one, 12, 24))).toBeLessThan(3.6);
  expect(Math.max(...heights(two, 12, 24))).toBeGreaterThan(4.4);
});
