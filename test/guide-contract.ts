/** What every planner promises as a `Guide`, checked on any of them. */
import { expect } from "vitest";
import type { Point } from "../src/geometry/index.js";
import type { Guide } from "../src/guide.js";
import type { World } from "../src/world/index.js";

const length = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1]);

/** How a planner differs from the ideal, within its own documentation. */
export interface Contract {
  /** Where paths end. */
  isGoal(p: Point): boolean;
  /** Relative error allowed between the length of a path and `distance`. */
  readonly tolerance: number;
}

/** Checks a guide at a point. */
export function checkGuide(guide: Guide, world: World, p: Point, { isGoal, tolerance }: Contract): void {
  const path = guide.pathFrom(p);
  const [heading, cost, distance] = [guide.heading(p), guide.cost(p), guide.distance(p)];
  if (path === null) {
    expect([heading, cost, distance]).toEqual([null, null, null]);
    return;
  }
  expect(path[0]).toEqual(p);
  expect(isGoal(path.at(-1)!)).toBe(true);
  let sum = 0;
  for (let i = 1; i < path.length; i++) {
    sum += length(path[i - 1], path[i]);
    expect(world.visible(path[i - 1], path[i])).toBe(true);
  }
  expect(Math.abs(sum - distance!)).toBeLessThanOrEqual(tolerance * Math.max(1, sum));
  if (path.length < 2) {
    expect(heading).toEqual([0, 0]);
    return;
  }
  expect(Math.hypot(...heading!)).toBeCloseTo(1, 9);
  // A small step along the heading costs less than standing still; half-way to the next bend is no overshoot.
  const step = Math.min(0.01, length(path[0], path[1]) / 2);
  const ahead: Point = [p[0] + step * heading![0], p[1] + step * heading![1]];
  const after = guide.cost(ahead);
  // Sliding along a slanted wall, the step may round to its far side.
  if (world.contains(ahead)) expect(after!).toBeLessThan(cost!);
}
