import { describe, expect, test } from "vitest";
import { randomPlan } from "../../test/support/random-plans.js";
import { worldOf } from "../../test/support/worlds.js";
import type { Point, Segment } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { World } from "../world/index.js";
import { PathMap } from "./pathmap.js";
import { RasterMap } from "./raster.js";
import { WeightedPathMap } from "./weighted.js";

const square = new World({
  boundary: [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ],
});

function lengthOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, [a, b]) => sum + Math.hypot(b[0] - a[0], b[1] - a[1]), 0);
}

describe("borders between regions", () => {
  test("of two goals with different starts is a hyperbola", () => {
    const goals = [{ point: [2, 5] as Point }, { point: [8, 5] as Point, start: 2 }];
    const borders = new RasterMap(new PathMap(square, { goals }), 200).borders();
    // From wall to wall.
    expect(lengthOf(borders)).toBeGreaterThan(10);
    for (const [x, y] of borders.flat()) {
      expect(Math.hypot(x - 2, y - 5)).toBeCloseTo(Math.hypot(x - 8, y - 5) + 2, 4);
    }
  });

  test("run from wall to wall: their length is the bisector's", () => {
    const goals = [{ point: [3, 4] as Point }, { point: [7, 6] as Point }];
    const borders = new RasterMap(new PathMap(square, { goals }), 200).borders();
    const length = lengthOf(borders);
    // The line x + y/2 = 7.5 through the square, less half a cell at each end.
    expect(length).toBeGreaterThan(Math.hypot(5, 10) * 0.99);
    expect(length).toBeLessThan(Math.hypot(5, 10) * 1.01);
  });

  test("have more than one region around them, in random plans (seeds 0 to 30)", () => {
    let checked = 0;
    for (let seed = 0; seed < 30; seed++) {
      const random = new Random(seed);
      const plan = randomPlan(random, 8);
      const world = worldOf(plan);
      const goal = plan.point();
      if (!world?.contains(goal)) continue;
      const map = new PathMap(world, { goals: [{ point: goal }] });
      const raster = new RasterMap(map, 120);
      for (const [a, b] of raster.borders()) {
        const [mx, my] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
        const around = new Set<number>();
        for (let k = 0; k < 24; k++) {
          const angle = (2 * Math.PI * k) / 24;
          const p: Point = [
            mx + 0.75 * raster.cell * Math.cos(angle),
            my + 0.75 * raster.cell * Math.sin(angle),
          ];
          around.add(map.regionAt(p));
        }
        expect([seed, a, b, around.size > 1]).toEqual([seed, a, b, true]);
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(1000);
  });
});

describe("the raster of a weighted map", () => {
  const world = new World({
    ...square.scene,
    obstacles: [
      {
        polygon: [
          [3, 3],
          [7, 3],
          [7, 5],
          [3, 5],
        ],
      },
    ],
  });
  const weights = [
    { vertex: [3, 5] as Point, speed: 2 },
    { vertex: [7, 3] as Point, speed: 3 },
  ];

  test.each(["goal", "start"] as const)(
    "rooted at the %s holds the map's times and says who is faster",
    (root) => {
      const map = new WeightedPathMap(world, { goals: [{ point: [9, 9] }], weights, root });
      const raster = map.raster(60);
      let dashed = 0;
      raster.distances.forEach((time, i) => {
        const p: Point = [
          (0.5 + (i % raster.width)) * raster.cell,
          (0.5 + Math.floor(i / raster.width)) * raster.cell,
        ];
        const cost = map.cost(p);
        if (cost === null) expect(time).toBeNaN();
        else {
          expect(time).toBeCloseTo(cost, 5);
          expect([p, raster.weighted[i] === 1]).toEqual([p, map.usesWeight(p)]);
          dashed += raster.weighted[i];
        }
      });
      expect(dashed).toBeGreaterThan(100);
      expect(dashed).toBeLessThan(raster.distances.length / 1.1);
      expect(raster.borders().length).toBeGreaterThan(50);
    },
  );
});
