import { describe, expect, test } from "vitest";
import { randomPlan } from "../../test/support/random-plans.js";
import { fastestTime } from "../../test/support/time-oracle.js";
import { worldOf } from "../../test/support/worlds.js";
import type { Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { World } from "../world/index.js";
import { PathMap } from "./pathmap.js";
import { type Leg, WeightedPathMap } from "./weighted.js";

function timeOf(legs: readonly Leg[]): number {
  let time = 0;
  for (const { points, speed } of legs) {
    for (let i = 1; i < points.length; i++) {
      time += Math.hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]) / speed;
    }
  }
  return time;
}

describe("against Dijkstra over corners and speeds in exact arithmetic", () => {
  test.each(["goal", "start"] as const)("rooted at the %s, seeds 0 to 80", (root) => {
    let compared = 0;
    for (let seed = 0; seed < 80; seed++) {
      const random = new Random(seed);
      const plan = randomPlan(random, 8);
      const world = worldOf(plan);
      const corners = plan.edges.flat().filter((p) => world?.space.sectorsAt(p) === 1);
      const here = plan.point();
      if (!world?.contains(here) || corners.length === 0) continue;
      const weights = Array.from({ length: 1 + random.below(3) }, () => ({
        vertex: corners[random.below(corners.length)],
        speed: [1, 1.3, 2, 3][random.below(4)],
      }));
      const map = new WeightedPathMap(world, { goals: [{ point: here }], weights, root });
      for (let i = 0; i < 6; i++) {
        const p = plan.point();
        if (!world.contains(p)) continue;
        const [from, to] = root === "goal" ? [p, here] : [here, p];
        const expected = fastestTime(plan.boundary, plan.obstacles, weights, from, to);
        const time = map.cost(p);
        if (expected === null || time === null) expect([seed, p, time]).toEqual([seed, p, expected]);
        else {
          expect([seed, p, Math.abs(time - expected) <= 1e-12 * Math.max(1, expected)]).toEqual([
            seed,
            p,
            true,
          ]);
          expect(timeOf(map.legsFrom(p)!)).toBeCloseTo(time, 10);
          compared++;
        }
      }
    }
    expect(compared).toBeGreaterThan(150);
  });
});

describe("figure 3.6: a bicycle at the corner of a long obstacle", () => {
  const world = new World({
    boundary: [
      [0, 0],
      [100, 0],
      [100, 30],
      [0, 30],
    ],
    obstacles: [
      {
        polygon: [
          [20, 8],
          [90, 8],
          [90, 22],
          [20, 22],
        ],
      },
    ],
    weights: [{ vertex: [20, 22], speed: 3 }],
  });
  const start: Point = [5, 4];

  test("the detour over the faster vertex pays, and the path says where the speed changes", () => {
    const plain = new PathMap(world, { goals: [{ point: [95, 6] }] });
    const fast = new WeightedPathMap(world, { goals: [{ point: [95, 6] }] });
    expect(plain.pathFrom(start)).toEqual([start, [95, 6]]);
    const legs = fast.legsFrom(start)!;
    expect(legs.map(({ speed }) => speed)).toEqual([1, 3]);
    expect(legs[0].points.at(-1)).toEqual([20, 22]);
    expect(fast.cost(start)!).toBeLessThan(plain.distance(start)!);
    expect(fast.distance(start)!).toBeGreaterThan(plain.distance(start)!);
    expect(fast.usesWeight(start)).toBe(true);
    expect(fast.usesWeight([94, 6])).toBe(false);
    expect(Math.hypot(...fast.heading(start)!)).toBeCloseTo(1, 12);
  });

  test("without weights it is the plain map", () => {
    const none = new WeightedPathMap(world, { goals: [{ point: [95, 6] }], weights: [] });
    const plain = new PathMap(world, { goals: [{ point: [95, 6] }] });
    const random = new Random(1);
    for (let i = 0; i < 200; i++) {
      const p: Point = [random.between(0, 100), random.between(0, 30)];
      expect(none.cost(p)).toBe(plain.cost(p));
      expect(none.pathFrom(p)).toEqual(plain.pathFrom(p));
    }
  });

  test.each([
    [{ speed: 0.5 }, /weights\[0\].speed: a finite number >= 1 is needed; given: 0.5/],
    [{ speed: 0 }, /given: 0/],
    [{ speed: Number.NaN }, /given: NaN/],
    [{ vertex: [50, 15] as Point }, /not on free ground/],
  ])("bad input %o", (change, message) => {
    const weights = [{ vertex: [20, 22] as Point, speed: 2, ...change }];
    expect(() => new WeightedPathMap(world, { goals: [{ point: [95, 6] }], weights })).toThrow(message);
  });

  test("a vertex where walls part two places is refused: changing speed must be no way through", () => {
    const bent = new World({
      boundary: [
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
      ],
      obstacles: [
        {
          segment: [
            [2, 2],
            [5, 5],
          ],
        },
        {
          segment: [
            [5, 5],
            [8, 2],
          ],
        },
      ],
    });
    const make = (vertex: Point) =>
      new WeightedPathMap(bent, { goals: [{ point: [5, 9] }], weights: [{ vertex, speed: 2 }] });
    expect(() => make([5, 5])).toThrow(/between 2 places that walls part/);
    expect(make([2, 2]).cost([5, 9])).toBe(0);
  });
});
