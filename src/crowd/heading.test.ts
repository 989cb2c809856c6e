import { describe, expect, it } from "vitest";
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import { orca } from "../models/index.js";
import { World } from "../world/index.js";
import { Crowd } from "./crowd.js";

const room = new World({
  boundary: [
    [0, 0],
    [20, 0],
    [20, 10],
    [0, 10],
  ],
});

/** Straight to a disc of 0.5 m; vectors as long as the way, which is no unit length. */
const toDisc =
  (x: number, y: number) =>
  (p: Point): Point =>
    Math.hypot(x - p[0], y - p[1]) < 0.5 ? [0, 0] : [x - p[0], y - p[1]];

function walk(crowd: Crowd, seconds: number): void {
  while (crowd.size > 0 && crowd.time < seconds - 1e-9) crowd.step(0.05);
}

describe("a bare function as a guide", () => {
  it("leads an agent at its own speed, whatever the length of the vectors", () => {
    const crowd = new Crowd(room, { model: orca });
    const id = crowd.add({ position: [2, 5], speed: 1.2, guide: () => [250, 0] });
    walk(crowd, 5);
    expect(crowd.agent(id)!.position[0]).toBeCloseTo(2 + 5 * 1.2, 1);
    expect(crowd.agent(id)!.position[1]).toBeCloseTo(5, 6);
  });

  it("lets an agent leave where the heading is [0, 0], and not before", () => {
    const crowd = new Crowd(room);
    const id = crowd.add({ position: [2, 5], speed: 1, guide: toDisc(12, 5) });
    walk(crowd, 9);
    expect(crowd.size).toBe(1);
    walk(crowd, 12);
    expect([crowd.size, crowd.arrived]).toEqual([0, 1]);
    const [{ id: who, travelTime, walked, planned }] = crowd.arrivals;
    expect(who).toBe(id);
    expect(travelTime).toBeGreaterThan(9.4);
    expect(walked).toBeCloseTo(9.5, 0);
    expect(planned).toBe(walked);
  });

  it("goes into a queue with others, and agents share it", () => {
    const crowd = new Crowd(room);
    const there = toDisc(10, 8);
    const back = toDisc(3, 3);
    for (const y of [2, 4, 6]) crowd.add({ position: [2, y], guide: [there, back] });
    let farthest = 0;
    while (crowd.size > 0 && crowd.time < 60) {
      crowd.step(0.05);
      if (crowd.size > 0) farthest = Math.max(farthest, crowd.columns.x[0]);
    }
    expect(crowd.arrived).toBe(3);
    expect(farthest).toBeGreaterThan(9);
    expect(() => crowd.restore(crowd.snapshot())).not.toThrow();
  });

  it("stands where it has no answer", () => {
    const crowd = new Crowd(room);
    const id = crowd.add({ position: [2, 5], guide: () => null });
    walk(crowd, 3);
    expect(crowd.agent(id)!.position).toEqual([2, 5]);
  });

  it.each([
    ["NaN", () => [Number.NaN, 0] as Point],
    ["no vector", () => "north" as unknown as Point],
    ["undefined", () => undefined as unknown as Point],
  ])("that gives %s is an error that says where", (_name, guide) => {
    const crowd = new Crowd(room);
    expect(() => {
      crowd.add({ position: [2, 5], guide });
      crowd.step(0.05);
    }).toThrow(new InputError("a heading is [x, y] with two finite numbers", "guide").message);
  });
});

it.each([{}, { heading: () => [1, 0] }, "exit", 5, null])("%j is no guide, and is refused", (guide) => {
  const world = new World({
    boundary: [
      [0, 0],
      [20, 0],
      [20, 10],
      [0, 10],
    ],
  });
  const add = (): number => new Crowd(world).add({ position: [2, 5], guide: guide as never });
  expect(add).toThrow(InputError);
  expect(add).toThrow("guide: a guide is an object with heading, cost, distance, pathFrom, or a function");
});

it("a guide whose heading is no number is refused at the first step", () => {
  const world = new World({
    boundary: [
      [0, 0],
      [20, 0],
      [20, 10],
      [0, 10],
    ],
  });
  const crowd = new Crowd(world);
  const way: [number, number][] = [
    [2, 5],
    [18, 5],
  ];
  crowd.add({
    position: [2, 5],
    guide: { heading: () => [Number.NaN, 0], cost: () => 16, distance: () => 16, pathFrom: () => way },
  });
  expect(() => crowd.step(0.05)).toThrow("guide: a heading is [x, y] with two finite numbers");
});

it("a place that is no pair of numbers is refused", () => {
  const world = new World({
    boundary: [
      [0, 0],
      [20, 0],
      [20, 10],
      [0, 10],
    ],
  });
  expect(() => new Crowd(world).add({ position: { x: 1, y: 1 } as never })).toThrow(
    "position: a point is [x, y] with two finite numbers",
  );
});
