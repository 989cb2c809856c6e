/** Paths from rasters: held against the map's own, and walked, where sight knows nothing of cones and cells. */
import { describe, expect, test } from "vitest";
import { VisibilityOracle } from "../../bench/oracles/visibility.js";
import { hasSharedFile, sharedFile } from "../../test/shared-data.js";
import { randomPlan } from "../../test/support/random-plans.js";
import { worldOf } from "../../test/support/worlds.js";
import { type Point, pathLength } from "../geometry/index.js";
import { formatNamed } from "../io/index.js";
import { Random } from "../numerics/index.js";
import { builtinScene } from "../scenes/index.js";
import { type Goals, World } from "../world/index.js";
import { PathMap } from "./pathmap.js";
import { type Paths, RasterMap } from "./raster.js";

/** Path k of many. */
function pathOf({ first, coords }: Paths, k: number): Point[] {
  return Array.from({ length: first[k + 1] - first[k] }, (_, i): Point => {
    const at = 2 * (first[k] + i);
    return [coords[at], coords[at + 1]];
  });
}

/** How many of the asked points had a path, how many of these were the map's own to the bit, and how many had none. */
interface Tally {
  reached: number;
  same: number;
  none: number;
}

/** Holds the raster's path from p against the map's. */
function compare(
  map: PathMap,
  raster: RasterMap,
  p: Point,
  tally: Tally,
  canWalk?: (a: Point, b: Point) => boolean,
) {
  const expected = map.pathFrom(p);
  const given = raster.pathFrom(p);
  if (expected === null || given === null) {
    expect([p, given]).toEqual([p, expected]);
    // Why costs time on large plans.
    if (tally.none++ < 5) expect(raster.reason(p)).toMatch(/./);
    return;
  }
  tally.reached++;
  expect(given[0]).toEqual(p);
  // A path ends on a goal: nothing is left from there.
  expect(map.distance(given[given.length - 1]) ?? 0).toBeLessThan(1e-9 + map.radius * 1.6);
  const [length, least] = [pathLength(given), pathLength(expected)];
  expect(length).toBeGreaterThanOrEqual(least - 1e-9 * (1 + least));
  expect(length - least).toBeLessThan(Math.SQRT2 * raster.cell);
  expect(raster.distance(p)).toBeCloseTo(length, 9);
  if (JSON.stringify(given) === JSON.stringify(expected)) tally.same++;
  for (let i = 1; canWalk && i < given.length; i++) {
    if (!canWalk(given[i - 1], given[i]))
      throw new Error(`from ${p}: a wall between ${given[i - 1]} and ${given[i]}`);
  }
}

describe("on random plans full of touching and collinear walls", () => {
  test.each([
    ["a point", 0],
    ["a segment", 1],
    ["a point with a start and a segment", 2],
  ])("the path to %s can be walked, and is the map's but in thin regions (seeds 0 to 40)", (_, kind) => {
    const tally: Tally = { reached: 0, same: 0, none: 0 };
    for (let seed = 0; seed < 40; seed++) {
      const random = new Random(seed);
      const plan = randomPlan(random, 8);
      const world = worldOf(plan);
      const [a, b] = [plan.point(), plan.point()];
      if (!world?.contains(a) || !world.contains(b)) continue;
      const goals: Goals[] = [
        [{ point: a }],
        [{ segment: [a, b] }],
        [{ point: a, start: 1.5 }, { segment: [b, a] }],
      ];
      const map = new PathMap(world, { goals: goals[kind] });
      // Feet on slanted segments are rounded, and may lie a rounding error inside a wall or beyond it.
      const canWalk = (from: Point, to: Point): boolean => {
        const before: Point = [to[0] + 1e-11 * (from[0] - to[0]), to[1] + 1e-11 * (from[1] - to[1])];
        return world.visible(from, to) || world.visible(from, world.nearestFree(before)!);
      };
      // Coarse cells, so that many things meet in one, and fine ones.
      for (const size of [9, 64]) {
        const raster = new RasterMap(map, size);
        for (let i = 0; i < 150; i++) {
          const onGrid = random.below(4) === 0;
          const p: Point = onGrid ? plan.point() : [random.between(-0.2, 8.2), random.between(-0.2, 8.2)];
          // With a start, the cheapest path need not be the shortest.
          if (kind === 2) {
            const [given, expected] = [raster.cost(p), map.cost(p)];
            const path = raster.pathFrom(p);
            expect([p, given === null, path === null]).toEqual([p, expected === null, expected === null]);
            if (expected === null) continue;
            expect(Math.abs(given! - expected)).toBeLessThan(Math.SQRT2 * raster.cell);
            path!.forEach((q, k) => {
              if (k > 0) expect([p, q, canWalk(path![k - 1], q)]).toEqual([p, q, true]);
            });
            tally.reached++;
            if (JSON.stringify(path) === JSON.stringify(map.pathFrom(p))) tally.same++;
          } else compare(map, raster, p, tally, canWalk);
        }
      }
    }
    expect(tally.reached).toBeGreaterThan(2000);
    expect(tally.same / tally.reached).toBeGreaterThan(0.97);
  });
});

describe("many at once", () => {
  test("are those that one by one are given, no points where there is no way (seed 5)", () => {
    const random = new Random(5);
    const world = new World(builtinScene("two-rooms"));
    const { minX, minY, maxX, maxY } = world.bounds;
    for (const radius of [0, 0.25]) {
      const raster = new RasterMap(new PathMap(world, { goals: ["exit"], radius }), 70);
      const points = Float64Array.from({ length: 3000 }, (_, i) =>
        i % 2 === 0 ? random.between(minX - 1, maxX + 1) : random.between(minY - 1, maxY + 1),
      );
      const paths = raster.pathsFrom(points);
      const room = new Float64Array(paths.coords.length + 3000);
      const again = raster.pathsFrom(points, room);
      expect(again).toEqual(paths);
      expect(again.coords.buffer).toBe(room.buffer);
      expect(raster.pathsFrom(points, new Float64Array(2))).toEqual(paths);
      expect(paths.first).toHaveLength(1501);
      let none = 0;
      for (let k = 0; k < 1500; k++) {
        const one = raster.pathFrom([points[2 * k], points[2 * k + 1]]);
        if (one === null) none++;
        expect(pathOf(paths, k)).toEqual(one ?? []);
      }
      expect(none).toBeGreaterThan(10);
      expect(none).toBeLessThan(1400);
    }
  });

  test("no points are no paths, half a point is refused", () => {
    const raster = new RasterMap(new PathMap(new World(builtinScene("two-rooms")), { goals: ["exit"] }), 10);
    expect(raster.pathsFrom([])).toEqual({ first: Uint32Array.of(0), coords: new Float64Array(0) });
    expect(() => raster.pathsFrom([1, 2, 3])).toThrow(/pairs of coordinates/);
  });
});

test("a thin wall seen end-on throws a shadow thinner than a cell, and no path passes the wall", () => {
  const world = new World({
    boundary: [
      [0, 0],
      [40, 0],
      [40, 10],
      [0, 10],
    ],
    obstacles: [
      {
        polygon: [
          [20.3, 4.99],
          [20.6, 4.99],
          [20.6, 5.01],
          [20.3, 5.01],
        ],
      },
    ],
  });
  const map = new PathMap(world, { goals: [{ point: [2, 5] }] });
  const raster = new RasterMap(map, 40);
  const oracle = new VisibilityOracle(world.scene);
  const random = new Random(1);
  let bent = 0;
  for (let i = 0; i < 2000; i++) {
    const p: Point = [random.between(21, 39.9), 5 + random.between(-0.02, 0.02)];
    const path = raster.pathFrom(p)!;
    for (let k = 1; k < path.length; k++) expect(oracle.canWalk(path[k - 1], path[k])).toBe(true);
    expect(path).toEqual(map.pathFrom(p));
    if (path.length > 2) bent++;
  }
  // The case is worth nothing unless many starts lie in that shadow.
  expect(bent).toBeGreaterThan(500);
});

test("on a goal a path is one point, headings are unit vectors or nothing, and answers of nowhere are null", () => {
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
  });
  const raster = new RasterMap(
    new PathMap(world, {
      goals: [
        { point: [5, 1] },
        {
          segment: [
            [10, 8],
            [10, 10],
          ],
        },
      ],
    }),
    25,
  );
  expect(raster.pathFrom([5, 1])).toEqual([[5, 1]]);
  expect(raster.pathFrom([10, 9])).toEqual([[10, 9]]);
  expect(raster.heading([5, 1])).toEqual([0, 0]);
  expect(raster.heading([5, 3])).toEqual([0, -1]);
  expect(raster.heading([8, 9])).toEqual([1, 0]);
  for (const p of [
    [5, 5],
    [-1, 2],
    [Number.NaN, 3],
  ] as const) {
    expect([raster.pathFrom(p), raster.heading(p), raster.cost(p), raster.distance(p)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(raster.reason(p)).toMatch(/./);
  }
  expect(raster.reason([5, 3])).toBeNull();
});

test("with barriers, costs and paths are the map's own, also behind an end that stands free (seed 2)", () => {
  const world = new World({
    boundary: [
      [0, 0],
      [30, 0],
      [30, 20],
      [0, 20],
    ],
    obstacles: [
      {
        polygon: [
          [12, 6],
          [15, 6],
          [15, 12],
          [12, 12],
        ],
      },
    ],
  });
  const barriers = [
    {
      segment: [
        [8, 3],
        [9, 9],
      ] as [Point, Point],
      weight: 3,
    },
  ];
  const map = new PathMap(world, { goals: [{ point: [2, 5] }], barriers });
  const raster = new RasterMap(map, 30);
  const random = new Random(2);
  for (let i = 0; i < 1500; i++) {
    const p: Point = [random.between(0, 30), random.between(0, 20)];
    expect([raster.cost(p), raster.distance(p)]).toEqual([map.cost(p), map.distance(p)]);
    expect(raster.pathFrom(p)).toEqual(map.pathFrom(p));
  }
});

describe("on real plans", () => {
  const real: [file: string, format: string, size: number, radius: number][] = [
    ["arena.mesh", "mesh", 100, 0],
    ["aurora-merged.mesh", "mesh", 400, 0],
    ["BUW.wkt", "wkt", 300, 0],
    ["BUW.wkt", "wkt", 300, 0.2],
  ];
  for (const [file, format, size, radius] of real) {
    const title = `the raster's paths are the map's but in thin regions: ${file}, radius ${radius} (seed 3)`;
    test.skipIf(!hasSharedFile(file))(title, () => {
      const world = new World(formatNamed(format).read!(sharedFile(file)).scene);
      const random = new Random(3);
      const { minX, minY, maxX, maxY } = world.bounds;
      const somewhere = (): Point => [random.between(minX, maxX), random.between(minY, maxY)];
      let tally: Tally = { reached: 0, same: 0, none: 0 };
      // Real plans have islands: until a goal is where most can come from.
      for (let tries = 0; tally.reached < 200 && tries < 20; tries++) {
        tally = { reached: 0, same: 0, none: 0 };
        const map = new PathMap(world, { goals: [{ point: world.nearestFree(somewhere())! }], radius });
        const places = Array.from({ length: 2000 }, somewhere);
        if (places.slice(0, 100).filter((p) => map.cost(p) !== null).length < 20) continue;
        const raster = new RasterMap(map, size);
        for (const p of places) compare(map, raster, p, tally);
      }
      expect(tally.reached).toBeGreaterThan(200);
      expect(tally.same / tally.reached).toBeGreaterThan(0.98);
    });
  }
});
