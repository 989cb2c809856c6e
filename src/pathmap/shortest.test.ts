import { describe, expect, test } from "vitest";
import { PathOracle } from "../../test/support/path-oracle.js";
import { randomPlan } from "../../test/support/random-plans.js";
import { worldOf } from "../../test/support/worlds.js";
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { World } from "../world/index.js";
import { PathMap } from "./pathmap.js";
import { PathFinder, shortestPath } from "./shortest.js";

test("agrees with the map in random plans, on the grid and off it (seeds 0 to 300)", () => {
  let compared = 0;
  for (let seed = 0; seed < 300; seed++) {
    const random = new Random(seed);
    const plan = randomPlan(random, 4 + random.below(8));
    const world = worldOf(plan);
    if (!world) continue;
    const finder = new PathFinder(world);
    const place = (): Point => {
      const [x, y] = plan.point();
      return random.below(2) ? [x, y] : [x + 0.25 * random.below(3) - 0.25, y + 0.3 * random.below(3) - 0.3];
    };
    for (let i = 0; i < 10; i++) {
      const [a, b] = [place(), place()];
      if (!world.contains(b)) continue;
      const expected = new PathMap(world, { goals: [{ point: b }] }).distance(a);
      const found = finder.find(a, b);
      if (expected === null || found === null) {
        expect([seed, a, b, found]).toEqual([seed, a, b, expected]);
        continue;
      }
      expect(Math.abs(found.distance - expected)).toBeLessThanOrEqual(1e-12 * expected);
      let length = 0;
      for (let k = 1; k < found.points.length; k++) {
        const [p, q] = [found.points[k - 1], found.points[k]];
        expect(world.visible(p, q)).toBe(true);
        length += Math.hypot(q[0] - p[0], q[1] - p[1]);
      }
      expect(length).toBeCloseTo(found.distance, 11);
      expect(found.points[0]).toEqual(a);
      if (a[0] !== b[0] || a[1] !== b[1]) expect(found.points.at(-1)).toEqual(b);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(1000);
});

test.each([
  { size: 9, offset: 0, from: 3000, to: 3150 },
  { size: 7, offset: 5_000_000, from: 4000, to: 4100 },
])(
  "agrees with a visibility graph in exact arithmetic, plans of $size cells at $offset, seeds $from to $to",
  ({ size, offset, from, to }) => {
    let compared = 0;
    for (let seed = from; seed < to; seed++) {
      const random = new Random(seed);
      const plan = randomPlan(random, size, offset);
      const world = worldOf(plan);
      if (!world) continue;
      const b = plan.point();
      if (!world.contains(b)) continue;
      const oracle = new PathOracle(plan.boundary, plan.obstacles, [{ point: b, start: 0 }]);
      for (let i = 0; i < 6; i++) {
        const a = plan.point();
        if (!world.contains(a)) continue;
        const expected = oracle.distance(a) ?? Infinity;
        const found = shortestPath(world, a, b)?.distance ?? Infinity;
        if (found !== expected) expect(Math.abs(found - expected)).toBeLessThanOrEqual(1e-12 * expected);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(300);
  },
);

test("a long way among a thousand turned blocks agrees with the map (seed 7)", () => {
  const random = new Random(7);
  const obstacles = Array.from({ length: 1000 }, (_, k) => {
    const [x, y] = [10 * (k % 40) + random.between(3, 7), 10 * Math.floor(k / 40) + random.between(3, 7)];
    const turn = random.between(0, Math.PI);
    const corners = 3 + random.below(20);
    return {
      polygon: Array.from({ length: corners }, (_, i): [number, number] => [
        x + 2.9 * Math.cos(turn + (2 * Math.PI * i) / corners),
        y + 2.9 * Math.sin(turn + (2 * Math.PI * i) / corners),
      ]),
    };
  });
  const world = new World({
    boundary: [
      [0, 0],
      [400, 0],
      [400, 250],
      [0, 250],
    ],
    obstacles,
  });
  const goal: Point = [399, 249];
  const map = new PathMap(world, { goals: [{ point: goal }] });
  for (let i = 0; i < 50; i++) {
    const p = world.nearestFree([random.between(0, 400), random.between(0, 250)])!;
    const expected = map.distance(p)!;
    expect(Math.abs(shortestPath(world, p, goal)!.distance - expected)).toBeLessThanOrEqual(1e-12 * expected);
  }
});

describe("special places", () => {
  const world = new World({
    boundary: [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ],
    obstacles: [
      {
        polygon: [
          [4, 4],
          [6, 4],
          [6, 6],
          [4, 6],
        ],
      },
      {
        segment: [
          [0, 8],
          [10, 8],
        ],
      },
    ],
  });

  test("no way is null; the same point is a path of no length", () => {
    expect(shortestPath(world, [1, 1], [1, 9])).toBeNull();
    expect(shortestPath(world, [5, 5], [1, 1])).toBeNull();
    expect(shortestPath(world, [1, 1], [50, 1])).toBeNull();
    expect(shortestPath(world, [1, 1], [1, 1])).toEqual({ distance: 0, points: [[1, 1]] });
  });

  test("from corner to corner of a block, and from side to side", () => {
    expect(shortestPath(world, [4, 4], [6, 6])).toMatchObject({ distance: 4 });
    expect(shortestPath(world, [4, 5], [6, 5])).toMatchObject({ distance: 4 });
  });

  test("with a radius it agrees with the map for discs, which keeps away from walls (seed 4)", () => {
    const random = new Random(4);
    const goal: Point = [8, 2];
    const map = new PathMap(world, { goals: [{ point: goal }], radius: 0.7 });
    let ways = 0;
    for (let i = 0; i < 100; i++) {
      const p: Point = [random.between(0, 10), random.between(0, 10)];
      const path = shortestPath(world, p, goal, { radius: 0.7 });
      expect(path === null).toBe(map.distance(p) === null);
      if (!path) continue;
      expect(path.distance).toBeCloseTo(map.distance(p)!, 9);
      path.points.slice(1).forEach((q, k) => {
        const from = path.points[k];
        for (let t = 0; t <= 1; t += 1 / 32) {
          const at: Point = [from[0] + t * (q[0] - from[0]), from[1] + t * (q[1] - from[1])];
          expect(world.clearance(at)).toBeGreaterThanOrEqual(0.7 * (1 - 1e-9));
        }
      });
      ways++;
    }
    expect(ways).toBeGreaterThan(30);
    expect(() => shortestPath(world, [1, 1], goal, { radius: -1 })).toThrow(/radius/);
    expect(() => shortestPath(world, [1, 1], goal, { clearance: 1 } as never)).toThrow(/unknown option/);
  });

  test("NaN is an error", () => {
    expect(() => shortestPath(world, [Number.NaN, 1], [1, 1])).toThrow(InputError);
  });
});
