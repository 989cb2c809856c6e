import { describe, expect, test } from "vitest";
import type { Point, Segment } from "../geometry/index.js";
import { orca } from "../models/index.js";
import { Random } from "../numerics/index.js";
import { World } from "../world/index.js";
import { Crowd } from "./crowd.js";
import { type CrowdModel, PeriodicPlan, Threads } from "./index.js";

const WIDTH = 3;

const corridor = (from: number, to: number): World =>
  new World({
    boundary: [
      [from, 0],
      [to, 0],
      [to, WIDTH],
      [from, WIDTH],
    ],
  });

const lineAt = (x: number): Segment => [
  [x, 0],
  [x, WIDTH],
];

/** Straight on. */
const ahead = (): Point => [1, 0];
const back = (): Point => [-1, 0];

interface Start {
  readonly at: Point;
  readonly speed: number;
  readonly guide: () => Point;
}

/** People at random places of one period, none of them nearer to another than 0.6 m, across the line too. */
function starts(count: number, length: number, seed: number, twoWay: boolean): Start[] {
  const random = new Random(seed);
  const list: Start[] = [];
  while (list.length < count) {
    const at: Point = [random.between(0, length), random.between(0.4, WIDTH - 0.4)];
    const isFree = list.every(({ at: other }) => {
      const dx = Math.abs(other[0] - at[0]);
      return Math.hypot(Math.min(dx, length - dx), other[1] - at[1]) > 0.6;
    });
    if (!isFree) continue;
    const isBack = twoWay && random.unit() < 0.5;
    list.push({ at, speed: random.between(1, 1.5), guide: isBack ? back : ahead });
  }
  return list;
}

function crowdOf(world: World, length: number, model: CrowdModel, people: readonly Start[]): Crowd {
  const crowd = new Crowd(world, {
    model,
    periodic: new PeriodicPlan(world, { from: lineAt(0), to: lineAt(length) }),
    seed: 3,
  });
  for (const { at, speed, guide } of people) crowd.add({ position: at, speed, guide, radius: 0.22 });
  return crowd;
}

describe("periodic plans", () => {
  test.each([
    ["orca", orca],
    ["default", "default"],
  ] as const)("%s: where the lines are does not matter (seeds 1 to 3)", (_, model) => {
    const length = 16;
    for (const seed of [1, 2, 3]) {
      const people = starts(40, length, seed, true);
      const here = crowdOf(corridor(-8, length + 8), length, model, people);
      // Half a period on: who was near the lines is in the middle now. A power of two, so that places differ by rounding alone.
      const half = length / 2;
      const shifted = corridor(-8, length + half + 8);
      const there = new Crowd(shifted, {
        model,
        periodic: new PeriodicPlan(shifted, { from: lineAt(half), to: lineAt(half + length) }),
        seed: 3,
      });
      for (const { at, speed, guide } of people) {
        const x = at[0] < half ? at[0] + length : at[0];
        there.add({ position: [x, at[1]], speed, guide, radius: 0.22 });
      }
      // ORCA's rounds of pushing apart end for all at once, by the deepest overlap anywhere: over a longer time that tells.
      for (let k = 0; k < (model === orca ? 15 : 100); k++) {
        here.step(0.05);
        there.step(0.05);
      }
      const { x, y } = here.columns;
      const { x: thereX, y: thereY } = there.columns;
      for (let i = 0; i < people.length; i++) {
        const dx = (((thereX[i] - x[i]) % length) + length) % length;
        expect(Math.min(dx, length - dx)).toBeLessThan(1e-6);
        expect(Math.abs(thereY[i] - y[i])).toBeLessThan(1e-6);
      }
      here.close();
      there.close();
    }
  });

  test("who walks alone comes round for ever, and has walked as far as its speed says", () => {
    const crowd = crowdOf(corridor(-8, 20), 12, orca, [{ at: [1, 1.5], speed: 1.2, guide: ahead }]);
    for (let k = 0; k < 2000; k++) crowd.step(0.05);
    const { position } = crowd.agent(0)!;
    expect(crowd.size).toBe(1);
    // 1.2 m/s for 100 s: ten times round and on from 1 m.
    expect(position[0]).toBeCloseTo(1, 6);
    expect(position[1]).toBeCloseTo(1.5, 9);
    crowd.close();
  });

  test.each([
    ["orca", orca],
    ["default", "default"],
  ] as const)("%s: nobody walks through somebody beyond the line", (_, model) => {
    const narrow = new World({
      boundary: [
        [-8, 1.27],
        [20, 1.27],
        [20, 1.73],
        [-8, 1.73],
      ],
    });
    const crowd = new Crowd(narrow, {
      model,
      periodic: new PeriodicPlan(narrow, {
        from: [
          [0, 1.27],
          [0, 1.73],
        ],
        to: [
          [12, 1.27],
          [12, 1.73],
        ],
      }),
    });
    crowd.add({ position: [0.3, 1.5], radius: 0.22 });
    crowd.add({ position: [9, 1.5], speed: 1.3, guide: ahead, radius: 0.22 });
    for (let k = 0; k < 400; k++) {
      crowd.step(0.05);
      const { x, y } = crowd.columns;
      // Metres from the one who walks to the one who stands, who may be pushed along.
      const ahead = (x[0] - x[1] + 12) % 12;
      expect(ahead).toBeLessThan(4);
      expect(Math.hypot(ahead, y[1] - y[0])).toBeGreaterThan(0.3);
    }
    const { x } = crowd.columns;
    expect((x[0] - x[1] + 12) % 12).toBeLessThan(1.5);
    crowd.close();
  });

  test("the same bits with two threads, and from a snapshot", () => {
    const people = starts(40, 16, 5, true);
    const world = corridor(-8, 24);
    const run = (threads: number): Crowd => {
      const crowd = new Crowd(world, {
        model: "default",
        threads: new Threads(threads),
        periodic: new PeriodicPlan(world, { from: lineAt(0), to: lineAt(16) }),
      });
      for (const { at, speed, guide } of people) crowd.add({ position: at, speed, guide, radius: 0.22 });
      return crowd;
    };
    const [one, two, again] = [run(1), run(2), run(1)];
    for (let k = 0; k < 100; k++) {
      one.step(0.05);
      two.step(0.05);
      if (k === 49) again.restore(structuredClone(one.snapshot()));
      if (k >= 50) again.step(0.05);
    }
    for (const other of [two, again]) {
      expect(other.columns.x.slice(0, 40)).toEqual(one.columns.x.slice(0, 40));
      expect(other.columns.y.slice(0, 40)).toEqual(one.columns.y.slice(0, 40));
    }
    for (const crowd of [one, two, again]) crowd.close();
  });

  test.each<[object, string]>([
    [{ from: lineAt(0) }, "periodic.to: a segment [[x, y], [x, y]] is needed"],
    [
      { from: lineAt(0), to: lineAt(9).map(([x, y]) => [x, y / 2]) },
      "periodic.to: has to be `from`, moved along: parallel and of equal length",
    ],
    [{ from: lineAt(0), to: lineAt(0.5) }, "periodic: the lines have to be at least 1 m apart; given: 0.5 m"],
    [{ from: lineAt(0), to: lineAt(17) }, "periodic.to: the plan has to go on for 6 m beyond this line"],
    [{ from: lineAt(-3), to: lineAt(9) }, "periodic.from: the plan has to go on for 6 m beyond this line"],
    [{ from: lineAt(0), to: lineAt(9), width: 1 }, 'periodic: unknown key "width"'],
  ])("%j is refused", (periodic, line) => {
    expect(() => new PeriodicPlan(corridor(-8, 20), periodic as never)).toThrow(line);
  });
});
