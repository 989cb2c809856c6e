import { describe, expect, test } from "vitest";
import { randomPlan } from "../../test/support/random-plans.js";
import { worldOf } from "../../test/support/worlds.js";
import type { Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { Roadmap, RouteFinder } from "../roadmap/index.js";
import { NoWay } from "./no-way.js";
import { WidestWays } from "./passages.js";
import { World } from "./world.js";

test("gates of widest ways are those of the Voronoi roadmap, which shares no code with them; never less (seeds 0 to 450)", () => {
  let [compared, same] = [0, 0];
  for (let seed = 0; seed < 450; seed++) {
    const random = new Random(seed);
    const plan = randomPlan(random, 9);
    const world = worldOf(plan);
    const spot = (): Point => [random.between(0, 9), random.between(0, 9)];
    const goal = spot();
    if (!world?.contains(goal)) continue;
    const widest = new WidestWays(world.space, [goal]);
    const finder = new RouteFinder(new Roadmap(world));
    for (let i = 0; i < 20; i++) {
      const p = spot();
      if (!world.contains(p)) continue;
      const gate = widest.from(p);
      const component = world.componentOf(p) === world.componentOf(goal);
      expect(gate !== null).toBe(component);
      if (!gate) continue;
      // Too large for any gate, so that the roadmap has to name the widest way's.
      const route = finder.find(p, goal, { radius: 100 });
      if (route.points !== null || gate.width === Infinity) continue;
      // The roadmap takes its walker to the middle of the passage first and counts what is there: gates that are about as
      // wide as the room around the ends may differ.
      const ends = 1.4 * Math.min(world.clearance(p), world.clearance(goal));
      const known = route.gate!.width;
      if (Math.min(known, gate.width) >= ends) continue;
      expect([seed, p, goal, gate.width >= known - 1e-6]).toEqual([seed, p, goal, true]);
      if (Math.abs(gate.width - known) < 1e-6) same++;
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(150);
  expect(same / compared).toBeGreaterThan(0.95);
});

const hall = {
  boundary: [
    [0, 0],
    [20, 0],
    [20, 10],
    [0, 10],
  ] as [number, number][],
  goals: { exit: { points: [[18, 5]] as [number, number][] } },
};
const left = {
  polygon: [
    [9, 0],
    [11, 0],
    [11, 4],
    [9, 4],
  ] as [number, number][],
};
const right = {
  polygon: [
    [9, 5],
    [11, 5],
    [11, 10],
    [9, 10],
  ] as [number, number][],
};
const goals = [{ point: [18, 5] as Point }];

describe("reasons", () => {
  const narrow = new World({ ...hall, obstacles: [left, right] });
  const door = {
    segment: [
      [10, 4],
      [10, 5],
    ] as [[number, number], [number, number]],
  };
  const closed = new World({ ...hall, obstacles: [left, right, door] });
  const reason = (world: World, p: Point, radius: number): string =>
    new NoWay(world, goals, { radius }).from(p);

  test.each([
    [[10, 2], 0, "[10, 2] is not on free ground: it lies inside obstacles[0].polygon"],
    [[30, 2], 0, "[30, 2] is not on free ground: it lies outside the boundary"],
    [[Number.NaN, 2], 0, "a point is [x, y] with two finite numbers; given: [NaN,2]"],
    [[0.2, 5], 0.4, "a disc of radius 0.4 m does not fit at [0.2, 5]: the nearest wall is 0.2 m away"],
    [
      [2, 5],
      0.6,
      "no passage to the goal is wide enough for a radius of 0.6 m: the widest way has a gate of 1.000 m at",
    ],
  ] as [Point, number, string][])("from %j with radius %d", (p, radius, text) => {
    expect(reason(narrow, p, radius)).toContain(text);
  });

  test("a closed door is another reason than a narrow one, and both name the place", () => {
    const [shut, tight] = [reason(closed, [2, 5], 0.3), reason(narrow, [2, 5], 0.6)];
    expect(shut).toBe(
      "no way leads from [2, 5] to the goal, which lies in another part of the floor: obstacles[2] stands between at [10, 4.5]",
    );
    const [, x, y] = /at \[([\d.]+), ([\d.]+)\]$/.exec(tight)!.map(Number);
    expect(x).toBeGreaterThanOrEqual(9);
    expect(x).toBeLessThanOrEqual(11);
    expect(y).toBeCloseTo(4.5, 9);
  });

  test("a thick door, and a wall through the whole hall, are named too", () => {
    const thick = {
      polygon: [
        [9.5, 4],
        [10.5, 4],
        [10.5, 5],
        [9.5, 5],
      ] as [number, number][],
    };
    const blocked = new World({ ...hall, obstacles: [left, right, thick] });
    expect(reason(blocked, [2, 5], 0)).toContain("obstacles[2] stands between at [9.5, 4.5]");
    const wall = {
      segment: [
        [10, 0],
        [10, 10],
      ] as [[number, number], [number, number]],
    };
    expect(reason(new World({ ...hall, obstacles: [wall] }), [2, 5], 0)).toContain(
      "obstacles[0] stands between at [10,",
    );
  });
});
