/** Sketched routes on random ground: everybody comes to an end, and nobody stands there in the way of others. */
import { describe, expect, it } from "vitest";
import { Random } from "../numerics/index.js";
import type { SceneInput } from "../world/index.js";
import { Simulation } from "./simulation.js";

const box = (x: number, y: number, width: number, height: number) => ({
  polygon: [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ] as [number, number][],
});

type Stroke = [number, number][];

/** A hall with boxes, people at its left, and the way out there too: from the end of a route they come back. */
function sceneOf(
  count: number,
  strokes: Stroke[],
  end: "goals" | "leave",
  more: Partial<SceneInput> = {},
): SceneInput {
  return {
    boundary: box(0, 0, 40, 20).polygon,
    goals: {
      exit: {
        segments: [
          [
            [0, 8],
            [0, 12],
          ],
        ],
      },
    },
    spawns: [{ polygon: box(1, 1, 5, 18).polygon, count, goals: ["exit"] }],
    routes: [{ name: "r", strokes, end }],
    ...more,
  };
}

function arrivedAfter(scene: SceneInput): { arrived: number; time: number } {
  const simulation = new Simulation(scene);
  while (!simulation.done) simulation.advance();
  return { arrived: simulation.crowd.arrived, time: simulation.time };
}

describe("the end of a route", () => {
  it.each(["goals", "leave"] as const)(
    "a click to which 60 go (%s): three who stand around it do not keep each other from it",
    (end) => {
      const { arrived, time } = arrivedAfter(
        sceneOf(60, [[[30, 10]]], end, { simulation: { duration: 300 } }),
      );
      expect(arrived).toBe(60);
      expect(time).toBeLessThan(200);
    },
  );

  it("who is taken away on a route has not come to its end", () => {
    const stroke: Stroke = [
      [8, 10],
      [30, 10],
    ];
    const simulation = new Simulation(sceneOf(5, [stroke], "leave"));
    while (simulation.time < 3) simulation.advance();
    simulation.crowd.remove(0);
    while (!simulation.done) simulation.advance();
    expect(simulation.routes.summary[0]).toMatchObject({ walking: 0, arrived: 4 });
  });
});

describe("random routes", () => {
  // With 48, somebody who saw the band of a point but not the point walked to and fro.
  it.each([10, 12, 48])("seed %i: all come to an end of it and home again", (seed) => {
    const random = new Random(seed);
    const count = [20, 60, 100][random.below(3)];
    const obstacles = Array.from({ length: 4 }, () =>
      box(random.between(8, 30), random.between(2, 16), random.between(0.5, 4), random.between(0.5, 4)),
    );
    const stroke = (): Stroke =>
      Array.from({ length: 2 + random.below(5) }, () => [random.between(5, 38), random.between(1, 19)]);
    const end = random.unit() < 0.5 ? "goals" : "leave";
    const strokes = [stroke()];
    if (random.unit() < 0.6) strokes.push(stroke());
    if (random.unit() < 0.3) strokes.push(stroke());
    const simulation = { duration: 500, seed };
    const { arrived } = arrivedAfter(sceneOf(count, strokes, end, { obstacles, simulation }));
    expect(arrived).toBe(count);
  });
});
