import { describe, expect, test } from "vitest";
import { type OracleSource, PathOracle } from "../../test/support/path-oracle.js";
import { type RandomPlan, randomPlan } from "../../test/support/random-plans.js";
import { worldOf } from "../../test/support/worlds.js";
import { InputError } from "../errors.js";
import { meet, type Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { World } from "../world/index.js";
import { PathMap } from "./pathmap.js";

/** Points, and segments parallel to an axis that cross no obstacle, each with a start of 0 to 2. */
function randomSources(random: Random, plan: RandomPlan, world: World): OracleSource[] {
  return Array.from({ length: 1 + random.below(3) }, (): OracleSource => {
    const start = random.below(3);
    const p = plan.point();
    if (random.below(2)) return { point: p, start };
    const q = plan.point();
    return { segment: [p, random.below(2) ? [p[0], q[1]] : [q[0], p[1]]], start };
  }).filter((source) => {
    if ("segment" in source) {
      const [a, b] = source.segment;
      if (plan.edges.some(([c, d]) => meet(a, b, c, d) === "cross")) return false;
    }
    try {
      new PathMap(world, { goals: [source] });
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      return false;
    }
  });
}

function lengthOf(path: readonly Point[]): number {
  let sum = 0;
  for (let i = 1; i < path.length; i++)
    sum += Math.hypot(path[i][0] - path[i - 1][0], path[i][1] - path[i - 1][1]);
  return sum;
}

/** What every answer must satisfy, whatever the oracle says. */
function checkPath(world: World, map: PathMap, p: Point): void {
  const distance = map.distance(p);
  const path = map.pathFrom(p);
  if (distance === null || path === null) {
    expect([distance, path, map.heading(p), map.parent(p), map.sourceOf(p)]).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    return;
  }
  const { start = 0 } = map.sources[map.sourceOf(p)!];
  expect(Math.abs(lengthOf(path) - distance)).toBeLessThanOrEqual(1e-12 * Math.max(1, distance));
  expect(Math.abs(distance + start - map.cost(p)!)).toBeLessThanOrEqual(
    1e-12 * Math.max(1, distance + start),
  );
  // The foot on a slanted source is rounded, and may lie a rounding error inside the wall where that source ends.
  const ground = path.map((q) => world.nearestFree(q)!);
  ground.forEach((q, i) => {
    expect(Math.hypot(q[0] - path[i][0], q[1] - path[i][1])).toBeLessThan(1e-9);
  });
  for (let i = 1; i < path.length; i++) {
    expect([path, world.visible(ground[i - 1], ground[i])]).toEqual([path, true]);
  }
  const heading = map.heading(p)!;
  expect(Math.hypot(...heading)).toBeCloseTo(path.length > 1 ? 1 : 0, 12);
}

describe("against a visibility graph in exact arithmetic", () => {
  test.each([
    { size: 10, offset: 0, from: 0, to: 220 },
    { size: 6, offset: 0, from: 1000, to: 1220 },
    { size: 8, offset: 5_000_000, from: 2000, to: 2100 },
  ])("plans of $size cells at $offset, seeds $from to $to", ({ size, offset, from, to }) => {
    let compared = 0;
    for (let seed = from; seed < to; seed++) {
      const random = new Random(seed);
      const plan = randomPlan(random, size, offset);
      const world = worldOf(plan);
      if (!world) continue;
      const sources = randomSources(random, plan, world);
      if (sources.length === 0) continue;
      const map = new PathMap(world, { goals: sources });
      const oracle = new PathOracle(plan.boundary, plan.obstacles, sources);
      try {
        for (let i = 0; i < 30; i++) {
          const p = plan.point();
          const expected = oracle.distance(p);
          const given = map.cost(p);
          if (expected === null || given === null) expect([p, given]).toEqual([p, expected]);
          else expect([p, Math.abs(given - expected) <= 1e-12 * expected]).toEqual([p, true]);
          checkPath(world, map, p);
          compared++;
        }
      } catch (error) {
        throw new Error(`seed ${seed}: ${JSON.stringify({ ...plan, sources })}`, { cause: error });
      }
    }
    expect(compared).toBeGreaterThan(1500);
  });
});

describe("slanted sources and rounded crossings", () => {
  const room: [number, number][] = [
    [0, 0],
    [20, 0],
    [20, 20],
    [0, 20],
  ];

  test("an empty room with one slanted segment has the distance to that segment (closed form)", () => {
    const world = new World({ boundary: room });
    const map = new PathMap(world, {
      goals: [
        {
          segment: [
            [3, 4],
            [16, 11],
          ],
        },
      ],
    });
    const random = new Random(3);
    for (let i = 0; i < 500; i++) {
      const p: Point = [random.between(0, 20), random.between(0, 20)];
      const t = Math.min(1, Math.max(0, ((p[0] - 3) * 13 + (p[1] - 4) * 7) / (169 + 49)));
      expect(map.distance(p)).toBeCloseTo(Math.hypot(p[0] - 3 - 13 * t, p[1] - 4 - 7 * t), 11);
      checkPath(world, map, p);
    }
  });

  test("a segment behaves like many points on it, in random rooms (seed 4)", () => {
    const random = new Random(4);
    for (let round = 0; round < 30; round++) {
      const spot = (): [number, number] => [random.between(1, 19), random.between(1, 19)];
      const triangle = (): { polygon: [number, number][] } => {
        const [x, y] = spot();
        return {
          polygon: [
            [x, y],
            [x + random.between(0.5, 4), y + 0.3],
            [x + 0.4, y + random.between(0.5, 4)],
          ],
        };
      };
      const world = new World({ boundary: room, obstacles: Array.from({ length: 6 }, triangle) });
      const [a, b] = [spot(), spot()];
      const points = Array.from(
        { length: 400 },
        (_, i): Point => [a[0] + ((b[0] - a[0]) * i) / 399, a[1] + ((b[1] - a[1]) * i) / 399],
      );
      const onGround = points.filter((p) => world.contains(p));
      if (onGround.length === 0) continue;
      const whole = new PathMap(world, { goals: [{ segment: [a, b] }] });
      const many = new PathMap(world, { goals: onGround.map((point) => ({ point })) });
      const step = Math.hypot(b[0] - a[0], b[1] - a[1]) / 399;
      for (let i = 0; i < 60; i++) {
        const p = spot();
        const exact = whole.distance(p);
        const sampled = many.distance(p);
        if (exact === null || sampled === null) {
          expect(exact).toBe(sampled);
          continue;
        }
        expect(exact).toBeLessThanOrEqual(sampled + 1e-9);
        expect(sampled).toBeLessThanOrEqual(exact + step);
        checkPath(world, whole, p);
      }
    }
  });
});

describe("where obstacles touch", () => {
  test("nobody passes, and the other side has its own distance", () => {
    const world = new World({
      boundary: [
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
      ],
      obstacles: [
        {
          segment: [
            [0, 5],
            [5, 5],
          ],
        },
        {
          segment: [
            [5, 5],
            [10, 5],
          ],
        },
      ],
    });
    const map = new PathMap(world, { goals: [{ point: [5, 8] }] });
    expect(map.distance([5, 6])).toBe(2);
    expect(map.distance([5, 4])).toBeNull();
    expect(map.distance([5, 5])).toBe(3);
  });

  test("a source on a wall serves both sides, and one in the corner of two rooms both rooms", () => {
    const world = new World({
      boundary: [
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
      ],
      obstacles: [
        {
          segment: [
            [0, 5],
            [10, 5],
          ],
        },
      ],
    });
    const map = new PathMap(world, {
      goals: [
        {
          segment: [
            [4, 5],
            [6, 5],
          ],
        },
      ],
    });
    expect(map.distance([5, 9])).toBe(4);
    expect(map.distance([5, 1])).toBe(4);
    // At the foot of the wall, where it meets the outline.
    const corner = new PathMap(world, { goals: [{ point: [0, 5] }] });
    expect([corner.distance([3, 9]), corner.distance([3, 1])]).toEqual([5, 5]);
  });
});

describe("goals that move", () => {
  test("after any number of updates the map equals a fresh one (seeds 3000 to 3060)", () => {
    for (let seed = 3000; seed < 3060; seed++) {
      const random = new Random(seed);
      const plan = randomPlan(random, 9);
      const world = worldOf(plan);
      if (!world) continue;
      const goals = (): OracleSource[] => randomSources(random, plan, world);
      const first = goals();
      if (first.length === 0) continue;
      const map = new PathMap(world, { goals: first });
      for (let step = 0; step < 4; step++) {
        const next = goals();
        if (next.length === 0) continue;
        map.update(next);
        const fresh = new PathMap(world, { goals: next });
        for (let i = 0; i < 15; i++) {
          const p = plan.point();
          const [given, expected] = [map.distance(p), fresh.distance(p)];
          if (given === null || expected === null) expect(given).toBe(expected);
          else expect(given).toBeCloseTo(expected, 11);
          checkPath(world, map, p);
        }
      }
    }
  });

  test("a goal that is refused leaves the map as it was", () => {
    const world = new World({
      boundary: [
        [0, 0],
        [9, 0],
        [9, 9],
        [0, 9],
      ],
    });
    const map = new PathMap(world, { goals: [{ point: [1, 1] }] });
    expect(() => map.update([{ point: [50, 1] }])).toThrow(InputError);
    expect(map.distance([1, 4])).toBe(3);
    map.update([
      {
        segment: [
          [9, 0],
          [9, 9],
        ],
      },
    ]);
    expect(map.distance([1, 4])).toBe(8);
  });
});

describe("bad input", () => {
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
    ],
    goals: { exit: { points: [[1, 1]] } },
  });

  test.each([
    ["no goals", { goals: [] }, /at least one goal/],
    [
      "a goal in an obstacle",
      { goals: [{ point: [5, 5] as Point }] },
      /goals\[0\]: \[5, 5\] is not on free ground/,
    ],
    ["a goal outside", { goals: [{ point: [50, 5] as Point }] }, /not on free ground/],
    [
      "a segment inside an obstacle",
      {
        goals: [
          {
            segment: [
              [4.5, 5],
              [5.5, 5],
            ] as [Point, Point],
          },
        ],
      },
      /no part/,
    ],
    [
      "a segment far outside",
      {
        goals: [
          {
            segment: [
              [70, 5],
              [80, 5],
            ] as [Point, Point],
          },
        ],
      },
      /no part/,
    ],
    [
      "an unknown name",
      { goals: ["exti"] },
      /there is no goal "exti"; did you mean "exit"\? the scene has: exit/,
    ],
    ["NaN", { goals: [{ point: [Number.NaN, 5] as Point }] }, /finite numbers/],
    ["a negative start", { goals: [{ point: [1, 1] as Point, start: -1 }] }, /goals\[0\].start/],
    ["an unknown key", { goals: [{ point: [1, 1] as Point, stat: 1 } as never] }, /unknown key "stat"/],
  ])("%s", (_, options, message) => {
    expect(() => new PathMap(world, options)).toThrow(message);
    expect(() => new PathMap(world, options)).toThrow(InputError);
  });

  test("a segment partly inside an obstacle: its free part counts; a segment of no length is a point", () => {
    const map = new PathMap(world, {
      goals: [
        {
          segment: [
            [5, 5],
            [9, 5],
          ],
        },
      ],
    });
    expect(map.distance([7, 9])).toBe(4);
    expect(map.distance([5, 7])).toBeCloseTo(Math.hypot(1, 1) + 1, 12);
    expect(
      new PathMap(world, {
        goals: [
          {
            segment: [
              [9, 5],
              [9, 5],
            ],
          },
        ],
      }).distance([9, 9]),
    ).toBe(4);
    expect(new PathMap(world, { goals: ["exit"] }).distance([1, 3])).toBe(2);
  });

  test("points outside and in obstacles have no way, NaN neither", () => {
    const map = new PathMap(world, { goals: ["exit"] });
    for (const p of [
      [5, 5],
      [-1, 0],
      [1e9, 0],
      [Number.NaN, 0],
    ] as Point[]) {
      expect([map.distance(p), map.pathFrom(p), map.heading(p)]).toEqual([null, null, null]);
    }
  });
});
