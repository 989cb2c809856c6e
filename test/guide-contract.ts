/** What every planner promises as a `Guide`, checked on any of them. */
import { expect } from "vitest";
import { type Point, pathLength } from "../src/geometry/index.js";
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
  const path = checkAnswers(guide, p, tolerance);
  if (path === null) return;
  const [heading, cost] = [guide.heading(p), guide.cost(p)];
  expect(isGoal(path.at(-1)!)).toBe(true);
  for (let i = 1; i < path.length; i++) expect(world.visible(path[i - 1], path[i])).toBe(true);
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

/**
 * What holds even for guides whose heading is not that of their path: all answers are `null` or none is, the reason is
 * there where the way is not, and `distance` is the length of the path. Returns the path.
 */
export function checkAnswers(guide: Guide, p: Point, tolerance: number): Point[] | null {
  const path = guide.pathFrom(p);
  const [heading, cost, distance] = [guide.heading(p), guide.cost(p), guide.distance(p)];
  const reason = guide.reason?.(p);
  if (path === null) {
    expect([p, heading, cost, distance]).toEqual([p, null, null, null]);
    if (reason !== undefined) expect(reason).toMatch(/^[^\n]{10,}$/);
    return null;
  }
  expect([p, reason ?? null]).toEqual([p, null]);
  expect([p, heading === null, cost === null]).toEqual([p, false, false]);
  expect(path[0]).toEqual(p);
  const sum = pathLength(path);
  expect(Math.abs(sum - distance!)).toBeLessThanOrEqual(tolerance * Math.max(1, sum));
  return path;
}
