import { describe, expect, test } from "vitest";
import { randomPlan } from "../../test/support/random-plans.js";
import { worldOf } from "../../test/support/worlds.js";
import type { Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { World } from "../world/index.js";
import { PathMap } from "./pathmap.js";
import { RasterMap } from "./raster.js";

test("every cell holds the map's own distance at its centre (seeds 0 to 60)", () => {
  let asked = 0;
  let exact = 0;
  for (let seed = 0; seed < 60; seed++) {
    const random = new Random(seed);
    const plan = randomPlan(random, 8);
    const world = worldOf(plan);
    const goal = plan.point();
    if (!world?.contains(goal)) continue;
    const map = new PathMap(world, { goals: [{ point: goal }] });
    // 40 and 37 cells: centres on edges and corners of the grid, and off it.
    for (const size of [40, 37]) {
      const raster = new RasterMap(map, size);
      expect([raster.width, raster.height]).toEqual([size, size]);
      for (let row = 0; row < size; row++) {
        for (let column = 0; column < size; column++) {
          const p: Point = [(column + 0.5) * raster.cell, (row + 0.5) * raster.cell];
          const expected = world.contains(p) ? (map.distance(p) ?? Infinity) : Number.NaN;
          expect([seed, p, raster.distances[row * size + column]]).toEqual([seed, p, Math.fround(expected)]);
        }
      }
      for (let i = 0; i < 500; i++) {
        const p: Point = [random.between(-1, 9), random.between(-1, 9)];
        const [given, expected] = [raster.distance(p), map.distance(p)];
        // In regions thinner than a cell a look-up may be off, by less than it takes to walk across the cell.
        if (expected === null || given === null) expect([p, given]).toEqual([p, expected]);
        else expect(Math.abs(given - expected)).toBeLessThan(1.5 * raster.cell);
        // What the first look-up in a cell finds out must not change the second.
        expect(raster.distance(p)).toBe(given);
        if (given === expected) exact++;
        asked++;
      }
    }
  }
  expect(exact / asked).toBeGreaterThan(0.99);
});

test("nobody is anywhere in an obstacle, whatever was asked before (seeds 0 to 40)", () => {
  let blocked = 0;
  for (let seed = 0; seed < 40; seed++) {
    const random = new Random(seed);
    const plan = randomPlan(random, 8);
    const world = worldOf(plan);
    const goal = plan.point();
    if (!world?.contains(goal)) continue;
    const raster = new RasterMap(new PathMap(world, { goals: [{ point: goal }] }), 100);
    for (let i = 0; i < 3000; i++) {
      const p: Point = [random.between(0, 8), random.between(0, 8)];
      if (world.contains(p)) continue;
      expect([seed, p, raster.distance(p)]).toEqual([seed, p, null]);
      blocked++;
    }
  }
  expect(blocked).toBeGreaterThan(1000);
});

test("many points at once are answered like one by one, outside and in obstacles too", () => {
  const random = new Random(7);
  const plan = randomPlan(random, 8);
  const world = worldOf(plan)!;
  const goal = world.nearestFree(plan.point())!;
  for (const goals of [[{ point: goal }], [{ segment: [goal, [goal[0] + 1, goal[1]]] as [Point, Point] }]]) {
    const raster = new RasterMap(new PathMap(world, { goals }), 60);
    const points = Float64Array.from({ length: 2 * 1000 }, () => random.between(-1, 9));
    const one = Float64Array.from({ length: 1000 }, (_, i) =>
      raster.lookUp(points[2 * i], points[2 * i + 1]),
    );
    expect(raster.lookUpMany(points)).toEqual(one);
    const into = new Float64Array(1000);
    expect(raster.lookUpMany([...points], into)).toBe(into);
    expect(into).toEqual(one);
    expect(() => raster.lookUpMany([1, 2, 3])).toThrow(/pairs of coordinates/);
    expect(() => raster.lookUpMany(points, new Float64Array(3))).toThrow(/room for each/);
  }
});

describe("shape and limits", () => {
  const world = new World({
    boundary: [
      [10, 20],
      [34, 20],
      [34, 32],
      [10, 32],
    ],
    obstacles: [
      {
        segment: [
          [22, 20],
          [22, 32],
        ],
      },
      {
        polygon: [
          [12, 22],
          [14, 22],
          [14, 24],
          [12, 24],
        ],
      },
    ],
  });
  const map = new PathMap(world, { goals: [{ point: [11, 21] }] });

  test("the longer side has `size` cells, row 0 is lowest, and what cannot be reached is Infinity", () => {
    const raster = new RasterMap(map, 24);
    expect([raster.width, raster.height, raster.cell, raster.origin]).toEqual([24, 12, 1, [10, 20]]);
    expect(raster.distances[0]).toBeCloseTo(Math.hypot(0.5, 0.5), 6);
    expect(raster.distances[2 * 24 + 2]).toBeNaN();
    expect(raster.distances[23]).toBe(Infinity);
    expect(raster.reachable).toBeCloseTo(140 / 284, 12);
    expect(raster.maxDistance).toBeLessThan(17);
    expect(raster.distance([30, 30])).toBeNull();
    expect(raster.distance([13, 23])).toBeNull();
  });

  test("an absurd size is refused with the memory it would need", () => {
    expect(() => new RasterMap(map, 0)).toThrow(/whole number of cells > 0/);
    expect(() => new RasterMap(map, 1.5)).toThrow(/size/);
    expect(() => new RasterMap(map, 1e6)).toThrow(/GiB/);
  });
});

test("the upper and the right rim of a plan have answers, what lies beyond has none", () => {
  const world = new World({
    boundary: [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ],
  });
  const map = new PathMap(world, { goals: [{ point: [4, 10] }] });
  const raster = new RasterMap(map, 20);
  for (const p of [
    [10, 10],
    [10, 2.5],
    [0, 10],
    [7, 10],
  ] as const) {
    expect(raster.distance(p)).toBeCloseTo(Math.hypot(p[0] - 4, p[1] - 10), 12);
    expect(raster.lookUpMany(p)[0]).toBeCloseTo(Math.hypot(p[0] - 4, p[1] - 10), 12);
  }
  expect(raster.distance([10.01, 5])).toBe(null);
  expect(raster.lookUpMany([5, Number.NaN, 5, -1])).toEqual(Float64Array.of(Infinity, Infinity));
});
