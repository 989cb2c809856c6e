import { afterAll, describe, expect, it } from "vitest";
import { freeSample, randomPlan } from "../../test/support/crowd-plans.js";
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import type { Guide } from "../guide.js";
import { orca } from "../models/index.js";
import { Random } from "../numerics/index.js";
import { PathMap } from "../pathmap/index.js";
import { World } from "../world/index.js";
import { Crowd } from "./crowd.js";
import { DirectedCrowd } from "./directed.js";
import { Threads } from "./threads.js";

/** A guide straight to a point, blind to walls. */
function towards(x: number, y: number): Guide {
  const way = (p: Point): number => Math.hypot(x - p[0], y - p[1]);
  return {
    heading: (p) => (way(p) < 1e-9 ? [0, 0] : [(x - p[0]) / way(p), (y - p[1]) / way(p)]),
    cost: way,
    distance: way,
    pathFrom: (p) => [p, [x, y]],
  };
}

/** Everything about a crowd, to the bit. */
const bits = (crowd: Crowd): unknown => {
  const { columns, ...rest } = crowd.snapshot();
  return { ...rest, columns: Object.entries(columns).map(([name, column]) => [name, ...column]) };
};

const hall = new World({
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
        [10, 0],
        [10, 4],
        [9, 4],
      ],
    },
    {
      segment: [
        [9.5, 6],
        [9.5, 10],
      ],
    },
    { point: [5, 5] },
  ],
});

function filledHall(threads = 1): Crowd {
  const crowd = new Crowd(hall, { seed: 3, threads: new Threads(threads) });
  const exit = new PathMap(hall, {
    goals: [
      {
        segment: [
          [20, 4],
          [20, 6],
        ],
      },
    ],
    radius: 0.2,
  });
  const random = new Random(9);
  while (crowd.size < 200) {
    const p: Point = [random.between(0.3, 8.5), random.between(0.3, 9.7)];
    if (exit.distance(p) !== null)
      crowd.add({ position: p, radius: 0.2, speed: random.between(1, 1.6), guide: exit });
  }
  return crowd;
}

describe("no centre ever enters an obstacle or leaves the boundary", () => {
  const steps = [0.01, 0.05, 0.1, 0.25, 0.5];
  it.each(Array.from({ length: 24 }, (_, i) => [i + 1, steps[i % steps.length]]))(
    "random plan, seed %i, step %f",
    (seed, step) => {
      const random = new Random(seed);
      const world = randomPlan(random);
      const crowd = new Crowd(world, { seed });
      // Half of them walk straight at walls, the others by a path map; radii from points to wide people.
      const goal = freeSample(world, random);
      const maps = [0, 0.1, 0.25].map((radius) => new PathMap(world, { goals: [{ point: goal }], radius }));
      for (let i = 0; i < 80; i++) {
        const radius = [0, 0.1, 0.25, 0.25, 0.6][random.below(5)];
        const position = freeSample(world, random);
        const [x, y] = freeSample(world, random);
        const map = maps.find((m) => m.radius === radius);
        const guide = map && random.unit() < 0.5 ? map : towards(2 * x, 2 * y);
        crowd.add({ position, radius, speed: random.between(0.5, 3), guide });
      }
      for (let k = 0; k < 60; k++) {
        crowd.step(step);
        expect(crowd.spawned).toBe(crowd.size + crowd.arrived);
        const { x, y } = crowd.columns;
        for (let i = 0; i < crowd.size; i++) {
          if (!world.contains([x[i], y[i]])) {
            expect.fail(`agent ${crowd.columns.id[i]} is at ${x[i]},${y[i]} after ${k + 1} steps`);
          }
        }
      }
    },
  );

  it("not far from the origin either, where a millimetre is many roundings", () => {
    const [ox, oy] = [5e6, -5e6];
    const world = new World({
      boundary: [
        [ox, oy],
        [ox + 10, oy],
        [ox + 10, oy + 10],
        [ox, oy + 10],
      ],
      obstacles: [
        {
          segment: [
            [ox + 5, oy],
            [ox + 5, oy + 9],
          ],
        },
      ],
    });
    const crowd = new Crowd(world);
    for (let i = 0; i < 30; i++) {
      crowd.add({ position: [ox + 1 + 0.1 * i, oy + 0.3 + 0.3 * i], guide: towards(ox + 9, oy + 5) });
    }
    for (let k = 0; k < 200; k++) {
      crowd.step(0.5);
      const { x, y } = crowd.columns;
      for (let i = 0; i < crowd.size; i++) expect(world.contains([x[i], y[i]])).toBe(true);
    }
  });

  it("keeps its side of a thin wall at any step", () => {
    const crowd = new Crowd(hall);
    crowd.add({ position: [9.2, 8], radius: 0.25, speed: 50, guide: towards(15, 8) });
    for (const step of [0.01, 0.1, 0.5, 2, 10]) {
      crowd.step(step);
      expect(crowd.columns.x[0]).toBeLessThan(9.5);
    }
  });
});

describe("the same bits", () => {
  const crowds: Crowd[] = [];
  afterAll(() => {
    for (const crowd of crowds) crowd.close();
  });

  it("for equal seeds, and with 1, 2 or 3 threads", () => {
    for (const threads of [1, 1, 2, 3]) crowds.push(filledHall(threads));
    for (let k = 0; k < 200; k++) for (const crowd of crowds) crowd.step(0.05);
    expect(crowds[0].arrived).toBeGreaterThan(0);
    for (const crowd of crowds.slice(1)) expect(bits(crowd)).toEqual(bits(crowds[0]));
  });

  it("after a snapshot is restored, in the same crowd and in another one", () => {
    const crowd = filledHall();
    for (let k = 0; k < 60; k++) crowd.step(0.05);
    const saved = crowd.snapshot();
    for (let k = 0; k < 100; k++) crowd.step(0.05);
    const expected = bits(crowd);
    crowd.restore(saved);
    for (let k = 0; k < 100; k++) crowd.step(0.05);
    expect(bits(crowd)).toEqual(expected);
    const other = filledHall();
    other.restore(saved);
    for (let k = 0; k < 100; k++) other.step(0.05);
    expect(bits(other)).toEqual(expected);
    expect(() => other.restore({} as never)).toThrow(InputError);
  });
});

describe("agents", () => {
  it("visit their goals in order, and leave at the last", () => {
    const crowd = new Crowd(hall);
    const id = crowd.add({ position: [2, 2], guide: [towards(2, 8), towards(7, 8)] });
    const seen: Point[] = [];
    while (crowd.size > 0 && crowd.time < 60) {
      crowd.step(0.05);
      const agent = crowd.agent(id);
      if (agent) seen.push(agent.position);
    }
    expect(crowd.arrived).toBe(1);
    const [first, last] = [seen.findIndex(([x, y]) => Math.hypot(x - 2, y - 8) < 0.35), seen.length - 1];
    expect(first).toBeGreaterThan(0);
    expect(Math.hypot(seen[last][0] - 7, seen[last][1] - 8)).toBeLessThan(0.4);
    expect(crowd.arrivals[0]).toMatchObject({ id, group: 0 });
    const { walked, planned } = crowd.arrivals[0];
    expect(walked).toBeGreaterThan(10.3);
    // Both legs; each ends where the disc touches the goal.
    expect(planned - walked).toBeGreaterThan(0);
    expect(planned - walked).toBeLessThan(2 * 0.31);
  });

  it("react late and speed up slowly where they are told to", () => {
    const crowd = new Crowd(hall, { model: orca });
    crowd.add({ position: [1, 8], guide: towards(8, 8), reaction: 1, acceleration: 0.5, speed: 1.5 });
    for (let k = 0; k < 20; k++) crowd.step(0.05);
    expect(crowd.columns.x[0]).toBe(1);
    let before = 0;
    for (let k = 0; k < 60; k++) {
      crowd.step(0.05);
      expect(crowd.columns.vx[0] - before).toBeLessThanOrEqual(0.5 * 0.05 + 1e-9);
      before = crowd.columns.vx[0];
    }
    expect(before).toBeCloseTo(1.5, 6);
  });

  it("slow down with density as Weidmann's curve says", () => {
    const world = new World({
      boundary: [
        [0, 0],
        [60, 0],
        [60, 60],
        [0, 60],
      ],
    });
    const crowd = new Crowd(world, { model: orca, speedDensity: "weidmann" });
    // One stream in one direction, 1 m apart: about 1 person per m2, where the curve gives 0.79 of the free speed.
    for (let i = 0; i < 20; i++) {
      for (let j = 0; j < 20; j++)
        crowd.add({ position: [5 + i, 20 + j], guide: towards(1e6, 20 + j), radius: 0.2 });
    }
    for (let k = 0; k < 40; k++) crowd.step(0.05);
    const { x, vx } = crowd.columns;
    const inner = [...vx.subarray(0, 400)].filter((_, i) => i % 20 > 4 && i % 20 < 15 && i > 100 && i < 300);
    const mean = inner.reduce((sum, v) => sum + v, 0) / inner.length / 1.34;
    const expected = 1 - Math.exp(-1.913 * (1 - 1 / 5.4));
    expect(x[0]).toBeGreaterThan(5);
    expect(Math.abs(mean - expected)).toBeLessThan(0.12);
  });

  it("a user's function is a guide, and standing people are avoided", () => {
    const crowd = new Crowd(hall);
    crowd.add({ position: [4, 8] });
    crowd.add({ position: [1, 8], guide: towards(8, 8) });
    let deepest = 0;
    while (crowd.size > 1 && crowd.time < 30) {
      crowd.step(0.05);
      deepest = Math.max(deepest, crowd.touches.deepest);
    }
    expect(crowd.arrived).toBe(1);
    expect(deepest).toBeLessThan(0.02);
  });

  it("follow a guide that takes the place of theirs, and can be taken away", () => {
    const crowd = new DirectedCrowd(hall);
    const [left, right] = [towards(0, 5), towards(8, 5)];
    const id = crowd.add({ position: [4, 4], guide: left });
    crowd.step(0.1);
    expect(crowd.columns.vx[0]).toBeLessThan(0);
    crowd.replaceGuide(left, right);
    crowd.step(0.1);
    expect(crowd.columns.vx[0]).toBeGreaterThan(0);
    expect([crowd.remove(id), crowd.remove(id)]).toEqual([true, false]);
    expect([crowd.size, crowd.spawned, crowd.arrived, crowd.removed]).toEqual([0, 1, 0, 1]);
  });

  it("keep their numbers to themselves when others are taken away", () => {
    const crowd = new Crowd(hall);
    const ids = [1, 2, 3].map((x) => crowd.add({ position: [x, 4], guide: towards(8, 5) }));
    crowd.remove(ids[0]);
    const later = crowd.add({ position: [6, 2], guide: towards(8, 5) });
    expect(new Set([...ids, later]).size).toBe(4);
    expect(crowd.agent(ids[2])!.position).toEqual([3, 4]);
    expect(crowd.agent(later)!.position).toEqual([6, 2]);
  });
});

describe("bad input is refused in one line", () => {
  const crowd = new Crowd(hall);
  it.each<[string, () => unknown]>([
    ["position: free ground is needed; given: 9.5,2", () => crowd.add({ position: [9.5, 2] })],
    ["radius: a finite number of metres >= 0", () => crowd.add({ position: [1, 1], radius: Number.NaN })],
    ["speed: a finite number of m/s > 0", () => crowd.add({ position: [1, 1], speed: 0 })],
    ["manner: an object with interval and think", () => crowd.add({ position: [1, 1], manner: 5 as never })],
    ["manner: an object with interval and think", () => crowd.add({ position: [1, 1], manner: {} as never })],
    [
      "manner.interval: a finite number of seconds > 0",
      () => crowd.add({ position: [1, 1], manner: { interval: 0, think: () => [] } }),
    ],
    ["group: a whole number >= 0 is needed; given: 1.5", () => crowd.add({ position: [1, 1], group: 1.5 })],
    ["position: a point is [x, y]", () => crowd.place(crowd.add({ position: [1, 1] }), null as never)],
    ["position: free ground is needed", () => crowd.place(crowd.add({ position: [1, 1] }), [99, 1])],
    [
      "an object is needed, with options among speed, guide",
      () => crowd.change(crowd.add({ position: [1, 1] }), null as never),
    ],
    [
      "snapshot.columns.habits: Float64Array is needed",
      () => crowd.restore(JSON.parse(JSON.stringify(crowd.snapshot()))),
    ],
    ['agent: unknown option "colour"', () => crowd.add({ position: [1, 1], colour: 1 } as never)],
    [
      "avoidance.neighbours: a whole number from 0 to 64",
      () => crowd.add({ position: [1, 1], model: orca, avoidance: { neighbours: 65 } }),
    ],
    [
      "avoidance.method: orca or none",
      () => crowd.add({ position: [1, 1], model: orca, avoidance: { method: "rvo" as never } }),
    ],
    ["step: a finite number of seconds > 0 and <= 10 is needed; given: 0", () => crowd.step(0)],
    ["threads: a whole number from 1 to 256", () => new Crowd(hall, { threads: new Threads(0) })],
    ["seed: a whole number is needed", () => new Crowd(hall, { seed: 0.5 })],
    ["speedDensity: none or weidmann", () => new Crowd(hall, { speedDensity: "x" as never })],
    ['unknown option "sead"', () => new Crowd(hall, { sead: 1 } as never)],
  ])("%s", (message, action) => {
    expect(action).toThrow(InputError);
    expect(action).toThrow(message);
  });
});
