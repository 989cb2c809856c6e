import { describe, expect, test } from "vitest";
import { distanceToSegment, type Point } from "../geometry/index.js";
import type { SceneInput } from "../world/index.js";
import { Simulation } from "./simulation.js";

const HALL: SceneInput = {
  boundary: [
    [0, 0],
    [60, 0],
    [60, 40],
    [0, 40],
  ],
  goals: {
    out: {
      segments: [
        [
          [60, 18],
          [60, 22],
        ],
      ],
    },
  },
  profiles: { soldier: { radius: 0.25, speed: 1.4 }, tank: { radius: 0.8, speed: 1.2 } },
};

const FORK: [number, number][][] = [
  [
    [6, 20],
    [20, 20],
    [30, 32],
    [54, 20],
  ],
  [
    [20, 19],
    [30, 8],
    [54, 19],
  ],
];

/** Runs to the end; returns everybody's places, step by step. */
function walked(simulation: Simulation): Map<number, Point[]> {
  const places = new Map<number, Point[]>();
  while (!simulation.done) {
    simulation.advance();
    const { id, x, y } = simulation.crowd.columns;
    for (let i = 0; i < simulation.crowd.size; i++) {
      const list = places.get(id[i]) ?? [];
      list.push([x[i], y[i]]);
      places.set(id[i], list);
    }
  }
  return places;
}

const offLine = (p: Point, line: readonly Point[]): number =>
  Math.min(...line.slice(1).map((b, i) => distanceToSegment(p, line[i], b)));

describe("following", () => {
  test("everybody walks along the stroke, within the width, and leaves by the exit", () => {
    const stroke: [number, number][] = [
      [6, 20],
      [20, 34],
      [34, 6],
      [50, 20],
    ];
    const simulation = new Simulation({
      ...HALL,
      routes: [{ name: "zigzag", strokes: [stroke] }],
      spawns: [
        {
          polygon: [
            [1, 16],
            [5, 16],
            [5, 24],
            [1, 24],
          ],
          count: 30,
          goals: ["out"],
        },
      ],
    });
    const places = walked(simulation);
    expect(simulation.crowd.arrived).toBe(30);
    for (const list of places.values()) {
      const corner = list.some(
        (p) =>
          offLine(p, [
            [20, 34],
            [20, 34],
          ]) <= 2,
      );
      const other = list.some(
        (p) =>
          offLine(p, [
            [34, 6],
            [34, 6],
          ]) <= 2,
      );
      expect([corner, other]).toEqual([true, true]);
      const along = list.filter(([x]) => x >= 8 && x <= 48);
      expect(Math.max(...along.map((p) => offLine(p, stroke)))).toBeLessThan(2);
    }
  });

  test("at a division half take each branch, by length all the shorter", () => {
    const counts = (choice: "balance" | "length"): number[] => {
      const simulation = new Simulation({
        ...HALL,
        routes: [{ name: "fork", strokes: FORK, choice }],
        spawns: [
          {
            polygon: [
              [1, 16],
              [5, 16],
              [5, 24],
              [1, 24],
            ],
            count: 20,
            goals: ["out"],
          },
        ],
      });
      walked(simulation);
      expect(simulation.crowd.arrived).toBe(20);
      expect(simulation.routes.summary[0]).toMatchObject({ walking: 0, arrived: 20 });
      return simulation.routes.summary[0].ends.map(({ sent }) => sent);
    };
    expect(counts("balance")).toEqual([10, 10]);
    expect(counts("length")).toEqual([0, 20]);
  });
});
