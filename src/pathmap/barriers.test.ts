import { describe, expect, test } from "vitest";
import { type OracleBarrier, type OracleSource, PathOracle } from "../../test/support/path-oracle.js";
import { randomPlan } from "../../test/support/random-plans.js";
import { worldOf } from "../../test/support/worlds.js";
import { meet, type Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { World } from "../world/index.js";
import type { Barrier } from "./barriers.js";
import { PathMap } from "./pathmap.js";
import { RasterMap } from "./raster.js";

const open = (p: Point): [number, number] => [p[0], p[1]];

function randomBarriers(random: Random, point: () => Point): OracleBarrier[] {
  return Array.from({ length: 1 + random.below(3) }, () => ({
    segment: [open(point()), open(point())] as [Point, Point],
    weight: [1, 1.5, 2, 10][random.below(4)],
    side: ([undefined, "left", "right"] as const)[random.below(3)],
    carries: random.below(2) === 0,
  })).filter(({ segment: [a, b] }) => a[0] !== b[0] || a[1] !== b[1]);
}

function randomSources(random: Random, point: () => Point): OracleSource[] {
  return Array.from({ length: 1 + random.below(2) }, (): OracleSource => {
    const start = random.below(3);
    const [x, y] = point();
    if (random.below(3) > 0) return { point: [x, y], start };
    const other = point();
    const to: Point = random.below(2) > 0 ? [x, other[1]] : [other[0], y];
    return { segment: [[x, y], to], start };
  });
}

describe("against Dijkstra over all visible pairs in exact arithmetic", () => {
  test.each([0, 5_000_000])("seeds 0 to 250, offset %d", (offset) => {
    let compared = 0;
    let dearer = 0;
    for (let seed = 0; seed < 250; seed++) {
      const random = new Random(seed);
      const plan = randomPlan(random, 8, offset);
      const world = worldOf(plan);
      const sources = randomSources(random, () => plan.point());
      const barriers = randomBarriers(random, () => plan.point());
      if (!world) continue;
      // A source on closed ground is refused, and one that walls cut has more ends than the oracle knows.
      const isFree = (source: OracleSource): boolean =>
        "point" in source
          ? world.contains(source.point)
          : source.segment.every((p) => world.contains(p)) &&
            plan.edges.every(([a, b]) => meet(a, b, ...source.segment) === "apart");
      if (!sources.every(isFree)) continue;
      const map = new PathMap(world, { goals: sources, barriers });
      const plain = new PathMap(world, { goals: sources });
      const oracle = new PathOracle(plan.boundary, plan.obstacles, sources, barriers);
      for (let i = 0; i < 8; i++) {
        const p = plan.point();
        if (!world.contains(p)) continue;
        const expected = oracle.distance(p);
        const cost = map.cost(p);
        if (expected === null || cost === null) {
          expect([seed, p, cost]).toEqual([seed, p, expected]);
          continue;
        }
        expect([seed, p, cost, Math.abs(cost - expected) <= 1e-12 * Math.max(1, expected)]).toEqual([
          seed,
          p,
          cost,
          true,
        ]);
        const { start = 0 } = map.sources[map.sourceOf(p)!];
        expect(map.distance(p)! + start).toBeGreaterThanOrEqual(plain.cost(p)! * (1 - 1e-12));
        compared++;
        if (cost > plain.cost(p)! * (1 + 1e-9)) dearer++;
      }
    }
    expect(compared).toBeGreaterThan(500);
    expect(dearer).toBeGreaterThan(100);
  });
});

test.each([563, 841])(
  "a way that is dearer at a corner, but has no barrier behind it, wins farther on (seed %d)",
  (seed) => {
    const random = new Random(seed);
    const plan = randomPlan(random, 8);
    const goals = [{ point: plan.point() }];
    const barriers = Array.from({ length: 1 + random.below(4) }, () => ({
      segment: [open(plan.point()), open(plan.point())] as [Point, Point],
      weight: [1.5, 2, 10][random.below(3)],
      carries: random.below(3) > 0,
    }));
    const map = new PathMap(worldOf(plan)!, { goals, barriers });
    const oracle = new PathOracle(plan.boundary, plan.obstacles, goals, barriers);
    for (let i = 0; i < 12; i++) {
      const p = plan.point();
      expect([p, map.cost(p)]).toEqual([p, expect.closeTo(oracle.distance(p)!, 11)]);
    }
  },
);

/** A room with a wall across it: a short way through the gap in the middle, a longer one at the top. */
const room = new World({
  boundary: [
    [0, 0],
    [40, 0],
    [40, 20],
    [0, 20],
  ],
  obstacles: [
    {
      polygon: [
        [15, 0],
        [25, 0],
        [25, 8],
        [15, 8],
      ],
    },
    {
      polygon: [
        [15, 10],
        [25, 10],
        [25, 17],
        [15, 17],
      ],
    },
  ],
  goals: {
    exit: {
      segments: [
        [
          [40, 8],
          [40, 10],
        ],
      ],
    },
  },
});
const across: Barrier = {
  segment: [
    [20, 8],
    [20, 10],
  ],
  weight: 1.5,
};

describe("a barrier across a gap", () => {
  test("costs the way past it on the straight leg, and nothing in front of it", () => {
    const map = new PathMap(room, { goals: ["exit"], barriers: [across] });
    expect(map.cost([30, 9])).toBe(10);
    expect(map.cost([21, 9])).toBe(19);
    expect(map.cost([18, 9])).toBeCloseTo(20 + 1.5 * 2, 12);
    expect(map.distance([18, 9])).toBeCloseTo(22, 12);
    // Along the wall the barrier's end is passed too.
    expect(map.cost([18, 8])).toBeCloseTo(20 + 1.5 * 2, 12);
  });

  test("sends those round the other way who have little to lose by it", () => {
    const plain = new PathMap(room, { goals: ["exit"] });
    const map = new PathMap(room, { goals: ["exit"], barriers: [{ ...across, weight: 2 }] });
    // Where the path passes x = 20: in the gap, or above both blocks.
    const usesGap = (path: readonly Point[] | null): boolean =>
      path!.some((p, i) => i > 0 && path![i - 1][0] < 20 && p[0] >= 20 && p[1] <= 10);
    const high: Point = [12, 13];
    expect(usesGap(plain.pathFrom(high))).toBe(true);
    expect(usesGap(map.pathFrom(high))).toBe(false);
    expect(usesGap(map.pathFrom([14, 9]))).toBe(true);
    expect(map.distance(high)!).toBeGreaterThan(plain.distance(high)!);
  });

  test("acts on the named side alone", () => {
    const towards = (side: "left" | "right") =>
      new PathMap(room, { goals: ["exit"], barriers: [{ ...across, side }] }).cost([18, 9]);
    expect(towards("left")).toBeCloseTo(23, 12);
    expect(towards("right")).toBeCloseTo(22, 12);
  });

  test("several multiply", () => {
    const second: Barrier = {
      segment: [
        [19, 8],
        [19, 10],
      ],
      weight: 2,
    };
    const map = new PathMap(room, { goals: ["exit"], barriers: [second, across] });
    expect(map.cost([18, 9])).toBeCloseTo(20 + 1.5 + 3, 12);
  });

  test("ends at the next bend, or carries on past it", () => {
    const goals = ["exit"];
    const cost = (carries: boolean): number =>
      new PathMap(room, { goals, barriers: [{ ...across, weight: 1.1, carries }] }).cost([12, 4])!;
    const [inGap, behind] = [5, Math.hypot(3, 4)];
    // Around the corner [15, 8]: 5 m of the gap and, if it carries on, the way behind it cost a tenth more.
    expect(cost(false)).toBeCloseTo(25 + inGap * 0.1 + behind, 12);
    expect(cost(true)).toBeCloseTo(25 + (inGap + behind) * 0.1 + behind, 12);
  });

  test("is put up, moved, reweighed and taken away on the same ground", () => {
    const map = new PathMap(room, { goals: ["exit"] });
    const moved: Barrier = {
      segment: [
        [17, 10],
        [17, 8],
      ],
      weight: 3,
    };
    const places = Array.from({ length: 60 }, (_, i): Point => [(i * 7.3) % 40, (i * 3.1) % 20]);
    for (const barriers of [[across], [moved], [{ ...moved, weight: 1.2 }], [moved, across], []]) {
      map.setBarriers(barriers);
      const fresh = new PathMap(room, { goals: ["exit"], barriers });
      expect(places.map((p) => map.cost(p))).toEqual(places.map((p) => fresh.cost(p)));
    }
  });

  test("stays when goals move", () => {
    const map = new PathMap(room, { goals: [{ point: [5, 5] }], barriers: [across] });
    map.update(["exit"]);
    expect(map.cost([18, 9])).toBeCloseTo(23, 12);
  });

  test("is read from the scene unless others are given", () => {
    const world = new World({
      ...room.scene,
      barriers: [
        {
          ...across,
          segment: [
            [20, 8],
            [20, 10],
          ],
        },
      ],
    });
    expect(new PathMap(world, { goals: ["exit"] }).cost([18, 9])).toBeCloseTo(23, 12);
    expect(new PathMap(world, { goals: ["exit"], barriers: [] }).cost([18, 9])).toBe(22);
  });

  test("counts for discs too", () => {
    const map = new PathMap(room, { goals: ["exit"], radius: 0.5, barriers: [across] });
    const plain = new PathMap(room, { goals: ["exit"], radius: 0.5 });
    expect(map.cost([18, 9])! - plain.cost([18, 9])!).toBeCloseTo(1, 1);
  });

  test("the raster holds the same costs", () => {
    const map = new PathMap(room, { goals: ["exit"], barriers: [across] });
    const raster = new RasterMap(map, 80);
    for (let row = 0; row < raster.height; row++) {
      for (let column = 0; column < raster.width; column++) {
        const p: Point = [(column + 0.5) * raster.cell, (row + 0.5) * raster.cell];
        const cost = map.cost(p);
        const value = raster.distances[row * raster.width + column];
        if (cost === null) expect(value).toBeNaN();
        else {
          expect(value).toBe(Math.fround(cost));
          expect(raster.cost(p)).toBeCloseTo(cost, 9);
          expect(raster.distance(p)).toBeCloseTo(map.distance(p)!, 9);
        }
      }
    }
  });

  test.each([
    [{ weight: 0.5 }, /barriers\[0\].weight: a finite number >= 1 is needed; given: 0.5/],
    [{ weight: Number.NaN }, /given: NaN/],
    [{ weight: Number.POSITIVE_INFINITY }, /given: Infinity/],
    [
      {
        segment: [
          [20, 8],
          [20, 8],
        ],
      },
      /barriers\[0\].segment: two different points/,
    ],
    [{ side: "up" }, /barriers\[0\].side: left or right is needed; given: "up"/],
    [{ carries: 1 }, /barriers\[0\].carries: true or false is needed; given: 1/],
    [{ wait: 2 }, /unknown key "wait"/],
  ])("bad input %o", (change, message) => {
    const barriers = [{ ...across, ...change } as Barrier];
    expect(() => new PathMap(room, { goals: ["exit"], barriers })).toThrow(message);
  });
});
