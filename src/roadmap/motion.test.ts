import { describe, expect, test } from "vitest";
import { randomPlan } from "../../test/support/random-plans.js";
import { worldOf } from "../../test/support/worlds.js";
import { type Point, pathLength } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import type { World } from "../world/index.js";
import { negotiation, wander } from "./behaviours.js";
import { channelOf, shortestInChannel } from "./channel.js";
import { smoothPath } from "./curve.js";
import { Roadmap } from "./roadmap.js";
import type { Route } from "./route.js";
import { RouteFinder } from "./search.js";
import { BlockStream } from "./stream.js";
import { Walker } from "./walker.js";

/** Complete routes between random places of random plans, with worlds to check them in. */
function* routes(seeds: number): Generator<{ world: World; roadmap: Roadmap; route: Route; radius: number }> {
  for (let seed = 0; seed < seeds; seed++) {
    const random = new Random(seed);
    const world = worldOf(randomPlan(random, 9));
    if (!world) continue;
    const roadmap = new Roadmap(world);
    const finder = new RouteFinder(roadmap);
    const spot = (): Point => [random.between(0, 9), random.between(0, 9)];
    for (let i = 0; i < 10; i++) {
      const [a, b] = [spot(), spot()];
      const radius = [0, 0.1, 0.3][i % 3];
      if (world.clearance(a) < radius || world.clearance(b) < radius) continue;
      const route = finder.find(a, b, { radius });
      if (route.points !== null) yield { world, roadmap, route, radius };
    }
  }
}

function leastAlong(world: World, points: readonly Point[]): number {
  let least = Infinity;
  for (let i = 1; i < points.length; i++) {
    for (let k = 0; k <= 20; k++) {
      const t = k / 20;
      const [a, b] = [points[i - 1], points[i]];
      least = Math.min(least, world.clearance([a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]));
    }
  }
  return least;
}

test("routes, smooth curves and shortest paths in the channel keep the radius (seeds 0 to 60)", () => {
  let count = 0;
  for (const { world, roadmap, route, radius } of routes(60)) {
    expect(leastAlong(world, route.points)).toBeGreaterThan(radius - 1e-6);
    const curve = smoothPath(roadmap, route, radius);
    expect(curve.pointAt(0)).toEqual(route.points[0]);
    for (let i = 0; i <= 200; i++) {
      expect(world.clearance(curve.pointAt((curve.length * i) / 200))).toBeGreaterThan(radius - 1e-7);
    }
    const short = shortestInChannel(roadmap, route, radius);
    expect(pathLength(short)).toBeLessThan(route.length * (1 + 1e-6) + 1e-6);
    expect(leastAlong(world, short)).toBeGreaterThan(radius - 1e-6);
    count++;
  }
  expect(count).toBeGreaterThan(200);
});

test("the tangent of a smooth curve is continuous (seeds 0 to 20)", () => {
  let curves = 0;
  for (const { roadmap, route } of routes(20)) {
    curves++;
    const curve = smoothPath(roadmap, route, 0);
    const steps = 1000;
    let sharpest = 0;
    for (let i = 1; i <= steps; i++) {
      const [a, b] = [
        curve.tangentAt((curve.length * (i - 1)) / steps),
        curve.tangentAt((curve.length * i) / steps),
      ];
      sharpest = Math.max(
        sharpest,
        Math.abs(Math.atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1])),
      );
    }
    // A corner that was not closed would show as one jump, however small the step.
    const finer = 8 * steps;
    let sharpestFiner = 0;
    for (let i = 1; i <= finer; i++) {
      const [a, b] = [
        curve.tangentAt((curve.length * (i - 1)) / finer),
        curve.tangentAt((curve.length * i) / finer),
      ];
      sharpestFiner = Math.max(
        sharpestFiner,
        Math.abs(Math.atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1])),
      );
    }
    expect(sharpestFiner).toBeLessThan(Math.max(0.75 * sharpest, 0.02));
  }
  expect(curves).toBeGreaterThan(50);
});

test("the channel is made of the largest empty circles (seeds 0 to 15)", () => {
  let circles = 0;
  for (const { world, roadmap, route } of routes(15)) {
    for (const { centre, radius } of channelOf(roadmap, route, 0.5)) {
      expect(Math.abs(world.clearance(centre) - radius)).toBeLessThan(1e-9);
      circles++;
    }
  }
  expect(circles).toBeGreaterThan(500);
});

describe("walkers", () => {
  test("two that meet in a corridor pass each other without touching", () => {
    const roadmap = new Roadmap({
      boundary: [
        [0, 0],
        [30, 0],
        [30, 6],
        [0, 6],
      ],
    });
    const walkers = [
      new Walker(roadmap, { position: [2, 3.1], goal: [28, 3], radius: 0.3, step: 0.4 }),
      new Walker(roadmap, { position: [28, 2.9], goal: [2, 3], radius: 0.3, step: 0.4 }),
    ];
    for (let i = 0; i < 300 && walkers.some((w) => !w.arrived); i++) {
      for (const walker of walkers) walker.step();
      const [a, b] = walkers.map(({ position }) => position);
      expect(Math.hypot(a[0] - b[0], a[1] - b[1])).toBeGreaterThan(0.6 - 1e-9);
    }
    expect(walkers.map(({ arrived }) => arrived)).toEqual([true, true]);
  });

  test("a goal beside a wall is walked to, not circled around: in twice the steps of the straight way, and ten", () => {
    // Four blocks around a crossing: seen from the roadmap, the goal lies behind the walker or before it in turns.
    const block = (x: number, y: number): Point[] => [
      [x, y],
      [x + 15, y],
      [x + 15, y + 15],
      [x, y + 15],
    ];
    for (let i = 0; i < 60; i++) {
      const roadmap = new Roadmap({
        boundary: block(-2.5, -2.5).map(([x, y]): Point => [x * 2.6, y * 2.6]),
        obstacles: [block(-5, -5), block(15, -5), block(-5, 15), block(15, 15)].map((polygon) => ({
          polygon,
        })),
      });
      const walker = new Walker(roadmap, {
        position: [12, 12.3],
        goal: [10 + 0.3 + (i % 6) * 0.5, 8.2 - i / 20],
        step: 0.5 + (i % 7) / 7,
        maxIterations: 1000,
      });
      const [start, goal, step] = [walker.position, walker.goal, 0.5 + (i % 7) / 7];
      const most = 10 + (2 * Math.hypot(goal[0] - start[0], goal[1] - start[1])) / step;
      let steps = 0;
      while (steps < 200 && !walker.arrived) {
        walker.step();
        steps++;
      }
      expect([i, walker.arrived, steps < most]).toEqual([i, true, true]);
    }
  });

  test("at a red light they come to the kerb and wait; when it turns green they cross (4.5.3)", () => {
    const roadmap = new Roadmap({
      boundary: [
        [0, 0],
        [20, 0],
        [20, 10],
        [0, 10],
      ],
    });
    const street = roadmap.insert({
      polygon: [
        [9, 0],
        [13, 0],
        [13, 10],
        [9, 10],
      ],
    });
    const walker = new Walker(roadmap, {
      position: [3, 5],
      goal: [17, 5],
      radius: 0.3,
      step: 0.3,
      goalFocus: true,
    });
    for (let i = 0; i < 60; i++) walker.step();
    expect(walker.position[0]).toBeGreaterThan(8);
    expect(walker.position[0]).toBeLessThan(8.71);
    roadmap.remove(street);
    for (let i = 0; i < 120; i++) walker.step();
    expect(walker.arrived).toBe(true);
  });

  test("who stands is pushed by who passes too near; who wanders stays in the circle", () => {
    const roadmap = new Roadmap({
      boundary: [
        [0, 0],
        [20, 0],
        [20, 10],
        [0, 10],
      ],
    });
    const standing = roadmap.insert({ point: [10, 5] }, 0.3);
    roadmap.insert({ point: [9.3, 5] }, 0.3);
    const push = negotiation(roadmap, standing, 0.3, 0.5);
    expect(push[0]).toBeGreaterThan(0.5);
    expect(Math.abs(push[1])).toBeLessThan(1e-9);
    const random = new Random(3);
    for (let i = 0; i < 50; i++) {
      const p = wander({ centre: [3, 4], radius: 2 }, [1, 4], random);
      expect(Math.hypot(p[0] - 3, p[1] - 4)).toBeLessThanOrEqual(2);
      expect(p[0]).toBeGreaterThanOrEqual(3);
    }
  });
});

test("blocks are streamed around a walker, and the roadmap stays small", () => {
  const side = 2000;
  const roadmap = new Roadmap({
    boundary: [
      [0, 0],
      [side, 0],
      [side, side],
      [0, side],
    ],
  });
  const stream = new BlockStream(roadmap, {
    size: 20,
    reach: 60,
    blockAt: (i, j) => [
      {
        polygon: [
          [20 * i + 4, 20 * j + 4],
          [20 * i + 16, 20 * j + 4],
          [20 * i + 16, 20 * j + 16],
          [20 * i + 4, 20 * j + 16],
        ],
      },
    ],
  });
  stream.follow([[1000, 1000]]);
  const walker = new Walker(roadmap, {
    position: [1000, 1000],
    goal: [1300, 1180],
    step: 1.5,
    maxIterations: 200,
  });
  let most = 0;
  for (let i = 0; i < 400 && !walker.arrived; i++) {
    stream.follow([walker.position]);
    walker.step();
    most = Math.max(most, stream.size);
  }
  expect(walker.arrived).toBe(true);
  expect(most).toBeLessThan(160);
});
