/** Walkers that are sites arrive wherever a way leads: tested without their own search, by how far they come. */
import { describe, expect, test } from "vitest";
import type { Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { Roadmap } from "./roadmap.js";
import { RouteFinder } from "./search.js";
import type { Site } from "./sites.js";
import { Walker, type WalkerOptions } from "./walker.js";

const RADIUS = 0.25;

const rectangle = (x: number, y: number, width: number, height: number): Point[] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];

const hall = (width: number, height: number, obstacles: readonly Site[] = []): Roadmap =>
  new Roadmap({ boundary: rectangle(0, 0, width, height), obstacles: [...obstacles] });

/** Steps that somebody took to arrive, NaN for never; checks on the way that nothing is touched. */
function stepsOf(roadmap: Roadmap, options: WalkerOptions, most: number): number {
  const walker = new Walker(roadmap, options);
  let steps = 0;
  while (!walker.arrived && steps < most) {
    walker.step();
    steps++;
    const clearance = roadmap.space.clearance(walker.position);
    if (clearance < walker.radius - 1e-9) throw new Error(`${clearance} m from a wall at ${walker.position}`);
  }
  walker.leave();
  return walker.arrived ? steps : Number.NaN;
}

/** A hall with some blocks at random. */
function blocks(random: Random, count: number): Site[] {
  return Array.from({ length: count }, () => {
    const [width, height] = [random.between(1, 6), random.between(1, 6)];
    return {
      polygon: rectangle(random.between(1, 39 - width), random.between(1, 29 - height), width, height),
    };
  });
}

describe("a walker alone arrives", () => {
  test("in an empty hall, whose middle line its own cell divides", () => {
    const options = { position: [3, 15.2], goal: [57, 15], step: 0.5 } as const;
    expect(stepsOf(hall(60, 30), options, 300)).toBeLessThan(150);
  });

  test.each([0.1, 0.25, 0.5, 1, 1.5])("at each of 105 goals of the empty hall, in steps of %f m", (step) => {
    const roadmap = hall(60, 30);
    const lost: Point[] = [];
    for (let x = 3; x <= 57; x += 4) {
      for (let y = 3; y <= 27; y += 4) {
        const most = 3 * (90 / step) + 20;
        const options = { position: [3, 15.2], goal: [x, y], step } as const;
        if (Number.isNaN(stepsOf(roadmap, options, most))) lost.push([x, y]);
      }
    }
    expect(lost).toEqual([]);
  });

  test.each([
    ["without a limit", Infinity],
    ["looking at 5 vertices", 5],
    ["looking at 20 vertices", 20],
  ])("among random blocks wherever a route is known, %s (seeds 0 to 24)", (_, maxIterations) => {
    let walks = 0;
    const lost: string[] = [];
    for (let seed = 0; seed < 25; seed++) {
      const random = new Random(seed);
      const roadmap = hall(40, 30, blocks(random, 14));
      const finder = new RouteFinder(roadmap);
      for (let i = 0; i < 8; i++) {
        const [position, goal] = [0, 1].map(
          (): Point => [random.between(0.5, 39.5), random.between(0.5, 29.5)],
        );
        const step = random.between(0.3, 1.5);
        if (Math.min(roadmap.clearance(position), roadmap.clearance(goal)) < RADIUS) continue;
        const route = finder.find(position, goal, { radius: RADIUS });
        if (route.points === null) continue;
        walks++;
        const most = 40 * (route.length / step) + 400;
        if (Number.isNaN(stepsOf(roadmap, { position, goal, step, maxIterations }, most))) {
          lost.push(`seed ${seed}: ${position} to ${goal}, step ${step}`);
        }
      }
    }
    expect(walks).toBeGreaterThan(100);
    expect(lost).toEqual([]);
  });

  test.each([5, 20, Infinity])("out of a chain of U obstacles, looking at %f vertices", (maxIterations) => {
    // Each opens towards the walker, the next beyond it; every second one is turned by a bit of an offset.
    const sites = Array.from({ length: 5 }, (_, i): Site => {
      const [x, y] = [10 + 14 * i, 20 + (i % 2 === 0 ? 2 : -3)];
      return {
        polygon: [
          [x, y - 6],
          [x + 8, y - 6],
          [x + 8, y + 6],
          [x, y + 6],
          [x, y + 5],
          [x + 7, y + 5],
          [x + 7, y - 5],
          [x, y - 5],
        ],
      };
    });
    const roadmap = hall(90, 40, sites);
    for (const step of [0.3, 0.5, 1, 1.4]) {
      for (const y of [14, 18.3, 20, 22.1]) {
        const options = { position: [3, y], goal: [86, 20.5], step, maxIterations } as const;
        expect([step, y, stepsOf(roadmap, options, 3000) > 0]).toEqual([step, y, true]);
      }
    }
  });
});

describe("walkers among walkers arrive", () => {
  test.each([0, 1, 2, 3, 4, 5])("200 that change places in a field (seed %i)", (seed) => {
    const random = new Random(seed);
    const roadmap = hall(120, 120);
    const places: Point[] = [];
    while (places.length < 400) {
      const p: Point = [random.between(2, 118), random.between(2, 118)];
      if (places.every((q) => Math.hypot(p[0] - q[0], p[1] - q[1]) > 2)) places.push(p);
    }
    const finder = new RouteFinder(roadmap);
    const walkers = Array.from({ length: 200 }, (_, i) => {
      const step = random.between(0.5, 1.5);
      return new Walker(roadmap, { position: places[i], goal: places[200 + i], step }, finder);
    });
    for (let i = 0; i < 1200 && walkers.some(({ arrived }) => !arrived); i++) {
      for (const walker of walkers) walker.step();
      expect(leastGap(walkers)).toBeGreaterThan(-1e-9);
    }
    expect(walkers.filter(({ arrived }) => !arrived).map(({ id }) => id)).toEqual([]);
  });
});

/** Least distance between the surfaces of two. */
function leastGap(walkers: readonly Walker[]): number {
  let least = Infinity;
  for (const [i, { position: p }] of walkers.entries()) {
    for (let k = 0; k < i; k++) {
      const { position: q } = walkers[k];
      least = Math.min(least, Math.hypot(p[0] - q[0], p[1] - q[1]));
    }
  }
  return least - 2 * RADIUS;
}
