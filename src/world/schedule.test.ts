import { describe, expect, test } from "vitest";
import { builtinScene } from "../scenes/index.js";
import type { Goal, Obstacle } from "./scene.js";
import { goalAt, obstacleAt, sceneAt } from "./schedule.js";
import { World } from "./world.js";

describe("a goal on a schedule", () => {
  const door: Goal = {
    segments: [
      [
        [0, 0],
        [2, 0],
      ],
    ],
    schedule: [
      { time: 5, open: false },
      { time: 10, open: true, points: [[1, 0]], segments: [] },
      {
        time: 12,
        points: [],
        segments: [
          [
            [0.8, 0],
            [1.2, 0],
          ],
        ],
      },
      {
        time: 14,
        segments: [
          [
            [0, 0],
            [2, 0],
          ],
        ],
      },
      { time: 20, offset: [0, 0] },
      { time: 30, offset: [10, 0] },
    ],
  };

  test.each([
    [
      0,
      {
        points: [],
        segments: [
          [
            [0, 0],
            [2, 0],
          ],
        ],
      },
    ],
    [5, null],
    [9.9, null],
    [10, { points: [[1, 0]], segments: [] }],
    [11, { points: [[1, 0]], segments: [] }],
    [
      13,
      {
        points: [],
        segments: [
          [
            [0.4, 0],
            [1.6, 0],
          ],
        ],
      },
    ],
    [
      14,
      {
        points: [],
        segments: [
          [
            [0, 0],
            [2, 0],
          ],
        ],
      },
    ],
    [
      25,
      {
        points: [],
        segments: [
          [
            [5, 0],
            [7, 0],
          ],
        ],
      },
    ],
    [
      99,
      {
        points: [],
        segments: [
          [
            [10, 0],
            [12, 0],
          ],
        ],
      },
    ],
  ])("at %d s", (time, expected) => {
    expect(goalAt(door, time)).toEqual(expected);
  });
});

test("an obstacle moves, goes and comes back", () => {
  const cart: Obstacle = {
    polygon: [
      [0, 0],
      [1, 0],
      [0, 1],
    ],
    schedule: [
      { time: 0, offset: [0, 0] },
      { time: 10, offset: [4, 2] },
      { time: 12, present: false },
      { time: 15, present: true },
    ],
  };
  expect(obstacleAt(cart, 5)).toEqual({
    polygon: [
      [2, 1],
      [3, 1],
      [2, 2],
    ],
  });
  expect(obstacleAt(cart, 13)).toBeNull();
  expect(obstacleAt(cart, 16)).toEqual({
    polygon: [
      [4, 2],
      [5, 2],
      [4, 3],
    ],
  });
  expect(
    obstacleAt(
      {
        segment: [
          [0, 0],
          [1, 1],
        ],
      },
      3,
    ),
  ).toEqual({
    segment: [
      [0, 0],
      [1, 1],
    ],
  });
  expect(obstacleAt({ point: [1, 2], schedule: [{ time: 1, offset: [1, 1] }] }, 2)).toEqual({
    point: [2, 3],
  });
});

test("the subway at any second is a scene that a world can be made of", () => {
  const subway = builtinScene("subway");
  for (const time of [0, 15, 20, 20.5, 22, 30, 60, 1000]) {
    const now = sceneAt(subway, time);
    expect(() => new World(now)).not.toThrow();
    expect(Object.values(now.goals ?? {}).every((goal) => goal.schedule === undefined)).toBe(true);
  }
  expect(sceneAt(subway, 5).goals).not.toHaveProperty("northbound");
  expect(subway.goals).toHaveProperty("northbound");
});
