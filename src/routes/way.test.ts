import { describe, expect, test } from "vitest";
import type { Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { grownSpace, type SceneInput, World } from "../world/index.js";
import { resample } from "./stroke.js";
import { directionsOf, type WalkableWay, type WayGround, walkableWay } from "./way.js";

const box = (x: number, y: number, toX: number, toY: number): Point[] => [
  [x, y],
  [toX, y],
  [toX, toY],
  [x, toY],
];

function groundOf(obstacles: SceneInput["obstacles"], radius: number): WayGround {
  const { plan, space: bare } = new World({ boundary: box(0, 0, 40, 20) as never, obstacles });
  return { space: grownSpace(plan, radius), bare, radius };
}

const wall = (x: number, y: number, toX: number, toY: number) => ({ polygon: box(x, y, toX, toY) as never });

const walk = (stroke: readonly Point[], ground: WayGround): WalkableWay =>
  walkableWay(resample(stroke), ground) as WalkableWay;

describe("walkableWay", () => {
  test("what is free stays as it was drawn", () => {
    const drawn = resample([
      [2, 2],
      [30, 2],
      [30, 15],
    ]);
    const { points, arcs } = walkableWay(drawn, groundOf([], 0.3)) as WalkableWay;
    expect(points).toEqual(drawn);
    expect(arcs[arcs.length - 1]).toBeCloseTo(41, 9);
  });

  test("a point too near to a wall moves to where the body fits", () => {
    const ground = groundOf([], 0.3);
    const { points } = walk(
      [
        [2, 0.1],
        [30, 0.1],
      ],
      ground,
    );
    for (const [, y] of points) expect(y).toBeCloseTo(0.3, 2);
    expect(points).toHaveLength(29);
  });

  test("a stretch deep in a wall is left out, and its ends lie on both sides of it", () => {
    const { points } = walk(
      [
        [2, 10],
        [38, 10],
      ],
      groundOf([wall(12, 2, 28, 18)], 0.3),
    );
    expect(points.every(([x]) => x <= 12 || x >= 28)).toBe(true);
    expect(points[0]).toEqual([2, 10]);
    expect(points[points.length - 1]).toEqual([38, 10]);
  });

  test("a hand that wavers along the inside of a thin wall sends nobody round its ends", () => {
    const random = new Random(4);
    const waver = Array.from({ length: 60 }, (_, i): Point => [8 + i * 0.4, random.between(9.9, 10.1)]);
    const ground = groundOf([wall(5, 9.85, 35, 10.15)], 0.25);
    const { points } = walk([[8, 5], ...waver, [32, 5]], ground);
    expect(points.every(([, y]) => y < 10)).toBe(true);
  });

  test("an end in a wall moves to the nearest free place, however deep it is", () => {
    const { points } = walk(
      [
        [2, 10],
        [20, 10],
      ],
      groundOf([wall(12, 2, 39, 18)], 0.3),
    );
    expect(points[points.length - 1][0]).toBeCloseTo(20, 1);
    expect([1.7, 18.3]).toContainEqual(expect.closeTo(points[points.length - 1][1], 1));
  });

  test("what lies in a closed court counts as wall", () => {
    const court = [wall(12, 4, 28, 5), wall(12, 15, 28, 16), wall(12, 4, 13, 16), wall(27, 4, 28, 16)];
    const { points } = walk(
      [
        [2, 10],
        [38, 10],
      ],
      groundOf(court, 0.3),
    );
    expect(points.some(([x]) => x > 13 && x < 27)).toBe(false);
  });

  test("an end in a closed court is a fault", () => {
    const court = [wall(12, 4, 28, 5), wall(12, 15, 28, 16), wall(12, 4, 13, 16), wall(27, 4, 28, 16)];
    const drawn = resample([
      [2, 10],
      [20, 10],
    ]);
    expect(walkableWay(drawn, groundOf(court, 0.3))).toEqual({ fault: "apart", at: [20, 10] });
  });

  test("too narrow for a body is a fault that says where; in walls alone is another", () => {
    const alley = [wall(10, 0, 30, 9.4), wall(10, 10.6, 30, 20)];
    expect(
      walk(
        [
          [2, 10],
          [38, 10],
        ],
        groundOf(alley, 0.5),
      ).points,
    ).toHaveLength(37);
    expect(
      walkableWay(
        resample([
          [2, 10],
          [38, 10],
        ]),
        groundOf(alley, 0.8),
      ),
    ).toEqual({
      fault: "narrow",
      at: [12, 10],
    });
    expect(
      walkableWay(
        [
          [20, 5],
          [21, 5],
        ],
        groundOf(alley, 0.5),
      ),
    ).toEqual({ fault: "walls", at: [20, 5] });
  });

  test.each([1, 2, 3, 4])(
    "random strokes over random blocks: every point is free, in order, one part, seed %i",
    (seed) => {
      const random = new Random(seed);
      for (let round = 0; round < 10; round++) {
        const blocks = Array.from({ length: 6 }, () => {
          const [x, y] = [random.between(1, 34), random.between(1, 14)];
          return wall(x, y, x + random.between(0.2, 5), y + random.between(0.2, 5));
        });
        const radius = random.between(0.1, 0.5);
        const ground = groundOf(blocks, radius);
        const stroke = Array.from(
          { length: 5 },
          (): Point => [random.between(-3, 43), random.between(-3, 23)],
        );
        const way = walkableWay(resample(stroke), ground);
        if ("fault" in way) {
          // Narrow is told of a place that a point could be at.
          expect([way.fault, ground.bare.contains(way.at)]).toEqual([
            expect.stringMatching(/narrow|apart/),
            true,
          ]);
          continue;
        }
        const parts = way.points.map((p) => ground.space.componentsAt(p));
        for (const part of parts) expect(part).toEqual(expect.arrayContaining([parts[0][0]]));
        expect(way.arcs).toEqual([...way.arcs].sort((a, b) => a - b));
      }
    },
  );
});

test("a point is passed between the directions before and after it, and straight on where the way turns back", () => {
  const half = Math.SQRT1_2;
  const directions = directionsOf([
    [0, 0],
    [1, 0],
    [1, 1],
    [1, 0],
  ]);
  expect(directions[0]).toEqual([1, 0]);
  expect(directions[1]).toEqual([expect.closeTo(half, 9), expect.closeTo(half, 9)]);
  expect(directions.slice(2)).toEqual([
    [0, 1],
    [0, -1],
  ]);
  expect(directionsOf([[3, 3]])).toEqual([[0, 0]]);
});
