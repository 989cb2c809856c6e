import { describe, expect, test } from "vitest";
import { type Contract, checkGuide } from "../../test/guide-contract.js";
import { randomPlan } from "../../test/support/random-plans.js";
import { RoadmapOracle } from "../../test/support/roadmap-oracle.js";
import { worldOf } from "../../test/support/worlds.js";
import type { Constraint, Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { World } from "../world/index.js";
import { RoadmapGuide } from "./guide.js";
import { Roadmap } from "./roadmap.js";
import { RouteFinder } from "./search.js";

/** Least clearance of a polyline, sampled. */
function clearanceAlong(world: World, points: readonly Point[]): number {
  let least = Infinity;
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]];
    for (let k = 0; k <= 8; k++) {
      const p: Point = [a[0] + ((b[0] - a[0]) * k) / 8, a[1] + ((b[1] - a[1]) * k) / 8];
      least = Math.min(least, world.clearance(p));
    }
  }
  return least;
}

test("roadmaps keep the contract of guides, for any radius, on one diagram (seeds 0 to 80)", () => {
  let checked = 0;
  for (let seed = 0; seed < 80; seed++) {
    const random = new Random(seed);
    const plan = randomPlan(random, 9);
    const world = worldOf(plan);
    const goal = plan.point();
    if (!world?.contains(goal)) continue;
    const roadmap = new Roadmap(world);
    const contract: Contract = { isGoal: (p) => p[0] === goal[0] && p[1] === goal[1], tolerance: 1e-9 };
    for (const radius of [0, 0.2, 0.45]) {
      const guide = new RoadmapGuide(roadmap, { goals: [{ point: goal }], radius });
      for (let i = 0; i < 12; i++) {
        const p: Point = random.below(2) ? plan.point() : [random.between(0, 9), random.between(0, 9)];
        checkGuide(guide, world, p, contract);
        const path = guide.pathFrom(p);
        // Away from both ends, which may lie on walls, the walker keeps its radius.
        if (path && path.length > 3)
          expect(clearanceAlong(world, path.slice(1, -1))).toBeGreaterThan(radius - 1e-6);
        if (path) checked++;
      }
      guide.dispose();
    }
  }
  expect(checked).toBeGreaterThan(1000);
});

test("a shared search, repaired after every change, agrees with an oracle over the exported edges (seeds 0 to 6)", () => {
  let [compared, blocked] = [0, 0];
  for (let seed = 0; seed < 6; seed++) {
    const random = new Random(seed);
    const boundary: Point[] = [
      [0, 0],
      [20, 0],
      [20, 20],
      [0, 20],
    ];
    const roadmap = new Roadmap({ boundary });
    const spot = (): Point => [random.between(0.5, 19.5), random.between(0.5, 19.5)];
    const near = ([x, y]: Point): Point => [x + random.between(0.2, 3), y + random.between(-2, 2)];
    const goal: Point = [19.3, 18.2];
    const guides = [0, 0.3, 1.4].map(
      (radius) => new RoadmapGuide(roadmap, { goals: [{ point: goal }], radius }),
    );
    const standing = new Map<number, Constraint>();
    const shape = (): Constraint => {
      const p: Point = [random.between(0.5, 16), random.between(2.5, 17.5)];
      const kind = random.below(4);
      if (kind < 2) return { point: p };
      return kind === 2 ? { segment: [p, near(p)] } : { polygon: [p, near(p), near(p)] };
    };
    for (let step = 0; step < 90; step++) {
      const ids = [...standing.keys()];
      const id = ids[random.below(ids.length || 1)];
      const choice = random.below(8);
      if (ids.length > 14 || (ids.length > 4 && choice === 0)) {
        roadmap.remove(id);
        standing.delete(id);
      } else if (ids.length > 4 && choice < 6) {
        const site = standing.get(id)!;
        // Mostly a step, at times a leap.
        const to: Constraint =
          "point" in site && choice < 5
            ? { point: [Math.min(19, site.point[0] + 0.3), site.point[1] + random.between(-0.2, 0.2)] }
            : shape();
        roadmap.move(id, to);
        standing.set(id, to);
      } else {
        const site = shape();
        standing.set(roadmap.insert(site), site);
      }
      // Asked at odd times, so that repairs of one and of several changes take turns.
      if (random.below(3) > 0) continue;
      const oracle = new RoadmapOracle(roadmap, boundary, [...standing.values()]);
      const p = spot();
      if (!roadmap.contains(p) || roadmap.clearance(goal) === 0) continue;
      for (const guide of guides) {
        const expected = oracle.cost(p, goal, guide.radius);
        if (expected === null) continue;
        const cost = guide.cost(p) ?? Infinity;
        if (expected === Infinity) blocked++;
        if (expected === Infinity || cost === Infinity)
          expect([seed, step, cost]).toEqual([seed, step, expected]);
        else
          expect([seed, step, Math.abs(cost - expected) < 1e-3 * (1 + expected)]).toEqual([seed, step, true]);
        compared++;
        // The repaired search and one from nothing differ by rounding only.
        const fresh = new RoadmapGuide(roadmap, { goals: [{ point: goal }], radius: guide.radius });
        expect(Math.abs((fresh.cost(p) ?? -1) - (guide.cost(p) ?? -1))).toBeLessThan(1e-9);
        fresh.dispose();
      }
    }
    for (const guide of guides) guide.dispose();
  }
  expect(compared).toBeGreaterThan(250);
  expect(blocked).toBeGreaterThan(5);
}, 60_000);

test("the places at which a segment is joined cost at most a few of their distances (seeds 0 to 100)", () => {
  let [count, exact, worst] = [0, 0, 0];
  for (let seed = 0; seed < 100; seed++) {
    const random = new Random(seed);
    const world = worldOf(randomPlan(random, 9));
    const spot = (): Point => [random.between(0.2, 8.8), random.between(0.2, 8.8)];
    const [a, b] = [spot(), spot()];
    if (!world?.contains(a) || !world.contains(b)) continue;
    const roadmap = new Roadmap(world);
    if (!roadmap.space.visible(a, b)) continue;
    const at = (t: number): Point => [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
    const dense = Array.from({ length: 401 }, (_, i) => ({ point: at(i / 400) }));
    const [guide, oracle] = [[{ segment: [a, b] as const }], dense].map(
      (goals) => new RoadmapGuide(roadmap, { goals }),
    );
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const apart = length / Math.ceil(length / 0.5);
    for (let i = 0; i < 10; i++) {
      const p = spot();
      const [cost, best] = [guide.cost(p), oracle.cost(p)];
      expect(cost === null).toBe(best === null);
      if (cost === null || best === null) continue;
      count++;
      if (cost < best + 1e-3) exact++;
      worst = Math.max(worst, (cost - best) / apart);
    }
  }
  expect(count).toBeGreaterThan(300);
  expect(exact / count).toBeGreaterThan(0.5);
  expect(worst).toBeLessThan(3);
});

describe("RouteFinder", () => {
  const world = new World({
    boundary: [
      [0, 0],
      [20, 0],
      [20, 10],
      [0, 10],
    ],
    obstacles: [
      {
        polygon: [
          [9, 0],
          [11, 0],
          [11, 4],
          [9, 4],
        ],
      },
      {
        polygon: [
          [9, 5],
          [11, 5],
          [11, 9.5],
          [9, 9.5],
        ],
      },
    ],
  });
  const roadmap = new Roadmap(world);
  const finder = new RouteFinder(roadmap);

  test("takes the wider gate when it has to, and names the narrowest where none is wide enough", () => {
    const thin = finder.find([2, 2], [18, 2], { radius: 0.2 });
    const wide = finder.find([2, 2], [18, 2], { radius: 0.4 });
    const wider = finder.find([2, 2], [18, 2], { radius: 0.6 });
    expect(thin.points).not.toBeNull();
    expect(thin.gate?.width).toBeCloseTo(1, 9);
    expect(wide.points).not.toBeNull();
    expect(wider.points).toBeNull();
    expect(wider.gate?.width).toBeCloseTo(1, 9);
    expect(wider.gate?.point[1]).toBeCloseTo(4.5, 9);
    // Beside the narrow gate of 0.5 m, who fits takes it; who does not goes down to the wide one.
    const lowest = (radius: number): number =>
      Math.min(...finder.find([8.5, 9.7], [11.5, 9.7], { radius }).points!.map(([, y]) => y));
    expect(lowest(0.2)).toBeGreaterThan(8);
    expect(lowest(0.28)).toBeLessThan(5);
  });

  test("an agent inside an obstacle is told its way out; a goal in one is refused", () => {
    const out = finder.find([10, 2], [18, 2]);
    expect(out.points?.[0]).toEqual([10, 2]);
    expect(out.points?.at(-1)).toEqual([18, 2]);
    expect(finder.find([1, 1], [10, 2])).toMatchObject({
      points: null,
      reason: "the goal is not on free ground",
    });
    expect(finder.find([1, 1], [30, 2])).toMatchObject({ points: null });
    expect(() => finder.find([Number.NaN, 1], [1, 1])).toThrow("from: a point is [x, y]");
  });

  test("stopped early, it says so, and is nearer to the goal than before", () => {
    const part = finder.find([1, 1], [19, 9], { maxIterations: 3 });
    if (part.points === null) throw new Error("no path");
    expect(part.complete).toBe(false);
    const end = part.points.at(-1)!;
    expect(Math.hypot(end[0] - 19, end[1] - 9)).toBeLessThan(Math.hypot(18, 8));
  });

  test("a search in a dead end goes on beyond its limit until it finds a vertex nearer to the goal", () => {
    const trap = new Roadmap({
      boundary: [
        [0, 0],
        [40, 0],
        [40, 20],
        [0, 20],
      ],
      obstacles: [
        {
          segment: [
            [20, 4],
            [20, 16],
          ],
        },
        {
          segment: [
            [8, 4],
            [20, 4],
          ],
        },
        {
          segment: [
            [8, 16],
            [20, 16],
          ],
        },
      ],
    });
    const blind = new RouteFinder(trap);
    let at: Point = [2, 10];
    const goal: Point = [38, 10];
    let steps = 0;
    while (steps++ < 400 && Math.hypot(at[0] - goal[0], at[1] - goal[1]) > 0.6) {
      const route = blind.find(at, goal, { maxIterations: 5 });
      if (route.points === null) throw new Error(route.reason);
      let left = 0.5;
      for (let i = 1; i < route.points.length && left > 0; i++) {
        const q = route.points[i];
        const d = Math.hypot(q[0] - at[0], q[1] - at[1]);
        const share = Math.min(1, left / d);
        at = [at[0] + share * (q[0] - at[0]), at[1] + share * (q[1] - at[1])];
        left -= d;
      }
    }
    expect(steps).toBeLessThan(400);
  });
});

test("whoever walks in steps by `lead` gets through, wherever he starts and however he is pushed (seed 11)", () => {
  const world = new World({
    boundary: [
      [0, 0],
      [20, 0],
      [20, 10],
      [0, 10],
    ],
    obstacles: [
      {
        polygon: [
          [6, 0],
          [8, 0],
          [8, 4.2],
          [6, 4.2],
        ],
      },
      {
        polygon: [
          [6, 5.6],
          [8, 5.6],
          [8, 10],
          [6, 10],
        ],
      },
      { point: [13, 5.1] },
    ],
  });
  const guide = new RoadmapGuide(new Roadmap(world), {
    goals: [
      {
        segment: [
          [20, 3],
          [20, 7],
        ],
      },
    ],
    radius: 0.25,
  });
  const random = new Random(11);
  for (let walker = 0; walker < 40; walker++) {
    let p: Point = [random.between(0.3, 5.7), random.between(0.3, 9.7)];
    let steps = 0;
    while (p[0] < 19.7 && steps < 1500) {
      const towards = guide.lead(p)!;
      const push = random.between(-0.02, 0.02);
      const q: Point = [p[0] + 0.067 * towards[0], p[1] + 0.067 * towards[1] + push];
      if (world.contains(q) && world.clearance(q) > 0.05) p = q;
      steps++;
    }
    expect([walker, steps < 1500]).toEqual([walker, true]);
  }
});
