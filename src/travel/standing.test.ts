/** Where to stand for what is pointed at: the article's place, and where that is none, the nearest that serves. */
import { describe, expect, it, test } from "vitest";
import { type Hall, hallOf, isInBox, roomAt } from "../../test/support/halls.js";
import { distance, type Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import type { Point3 } from "../surface/index.js";
import { World } from "../world/index.js";
import { STANDING, StandingPlaces } from "./index.js";

const { radius, reach, standOff, eye } = STANDING;

/** Whether a place in space is seen, by walking along the line of sight. */
function seesByWalking(hall: Hall, from: Point3, to: Point3): boolean {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  for (let s = 0; s < length - 0.006; s += 0.004) {
    const at = from.map((v, k) => v + ((to[k] - v) * s) / length);
    const p: Point = [at[0], at[1]];
    if (p[0] < 0 || p[1] < 0 || p[0] > 12 || p[1] > 9) return false;
    if (hall.boxes.some((box, i) => at[2] < hall.heights[i] - 1e-6 && isInBox(p, box, 1e-6))) return false;
  }
  return true;
}

/** A random hit: on the ground, on a side of a box, or on its top, with the normal there. */
function randomHit(random: Random, hall: Hall): { point: Point3; normal: Point3 } {
  const kind = random.below(4);
  if (kind === 0) return { point: [random.unit() * 12, random.unit() * 9, 0], normal: [0, 0, 1] };
  const i = random.below(hall.boxes.length);
  const height = Math.min(hall.heights[i], 2.5);
  const k = random.below(4);
  const [[ax, ay], [bx, by]] = [hall.boxes[i][k], hall.boxes[i][(k + 1) % 4]];
  const t = random.between(0.05, 0.95);
  const [x, y] = [ax + (bx - ax) * t, ay + (by - ay) * t];
  const length = Math.hypot(bx - ax, by - ay);
  const normal: Point3 = [(by - ay) / length, (ax - bx) / length, 0];
  if (kind === 1) return { point: [x - normal[0] * 0.1, y - normal[1] * 0.1, height], normal: [0, 0, 1] };
  return { point: [x, y, random.unit() * height], normal };
}

describe("places to stand", () => {
  test.each([1, 2, 3, 4, 5, 6])(
    "in hall %i: a place is free, in reach, sees what was hit, and none is much nearer",
    (seed) => {
      const hall = hallOf(seed);
      const places = new StandingPlaces(hall.world, { heights: hall.heights });
      const random = new Random(seed);
      const counts = { own: 0, other: 0, none: 0 };
      for (let n = 0; n < 25; n++) {
        const { point, normal } = randomHit(random, hall);
        const wanted: Point = [point[0] + normal[0] * standOff, point[1] + normal[1] * standOff];
        const found = places.placeFor({ point, normal });
        const serves = (p: Point, room: number): boolean =>
          Math.hypot(p[0] - point[0], p[1] - point[1]) <= reach &&
          roomAt(p, hall) >= room &&
          seesByWalking(hall, [p[0], p[1], eye], point);
        if (found) {
          expect(serves(found, radius - 1e-6)).toBe(true);
          counts[distance(found, wanted) === 0 ? "own" : "other"]++;
        } else counts.none++;
        // No place of a coarse net, with a little more room than needed all around, is nearer by more than the grain.
        const limit = found ? distance(found, wanted) - 0.06 : Infinity;
        for (let i = -12; i <= 12; i++) {
          for (let j = -12; j <= 12; j++) {
            const p: Point = [point[0] + i * 0.1, point[1] + j * 0.1];
            if (distance(p, wanted) >= limit || distance(p, [point[0], point[1]]) > reach - 0.06) continue;
            const around = [
              p,
              ...[0, 1, 2, 3].map(
                (k): Point => [p[0] + 0.05 * Math.cos(k * 1.571), p[1] + 0.05 * Math.sin(k * 1.571)],
              ),
            ];
            expect(
              around.every((q) => serves(q, radius + 0.003)),
              `${p} for ${point}, found ${found}`,
            ).toBe(false);
          }
        }
      }
      expect(counts.own).toBeGreaterThan(3);
      expect(counts.other).toBeGreaterThan(3);
    },
  );

  const hall = new World({
    boundary: [
      [0, 0],
      [10, 0],
      [10, 6],
      [0, 6],
    ],
    obstacles: [
      {
        polygon: [
          [4, 0],
          [5, 0],
          [5, 4],
          [4, 4],
        ],
      },
    ],
  });

  it("are the article's in front of a shelf, and where one points on the ground", () => {
    const places = new StandingPlaces(hall);
    expect(places.placeFor({ point: [4, 2, 1.1], normal: [-1, 0, 0] })).toEqual([4 - standOff, 2]);
    expect(places.placeFor({ point: [2, 3, 0], normal: [0, 0, 1] })).toEqual([2, 3]);
  });

  it("turn to the side that is seen", () => {
    const places = new StandingPlaces(hall);
    const hit = { point: [4, 2, 1.1], normal: [1, 0, 0] } as const;
    expect(places.placeFor({ ...hit, direction: [1, 0, 0] })).toEqual([4 - standOff, 2]);
  });

  it("are none for the top of a shelf above the eyes, and beside it for one below", () => {
    const top = { point: [4.2, 2, 2], normal: [0, 0, 1] } as const;
    expect(new StandingPlaces(hall, { heights: [2] }).placeFor(top)).toBe(null);
    const low = new StandingPlaces(hall, { heights: [0.8] }).placeFor({ ...top, point: [4.2, 2, 0.8] })!;
    expect(low[0]).toBeCloseTo(4 - radius, 2);
    expect(low[1]).toBe(2);
  });

  it("are none behind a wall, out of reach, or where one cannot get", () => {
    const places = new StandingPlaces(hall);
    expect(places.placeFor({ point: [10.5, 3, 1], normal: [1, 0, 0] })).toBe(null);
    expect(places.placeFor({ point: [4.5, 2, 1], normal: [0, 0, 1] })).toBe(null);
    const split = new World({
      boundary: [
        [0, 0],
        [10, 0],
        [10, 6],
        [0, 6],
      ],
      obstacles: [
        {
          polygon: [
            [4, -1],
            [5, -1],
            [5, 7],
            [4, 7],
          ],
        },
      ],
    });
    const hit = { point: [4, 2, 1], normal: [-1, 0, 0] } as const;
    expect(new StandingPlaces(split).placeFor(hit, [8, 3])).toBe(null);
    expect(new StandingPlaces(split).placeFor(hit, [1, 3])).toEqual([4 - standOff, 2]);
  });

  it("say what they cannot use", () => {
    const places = new StandingPlaces(hall);
    expect(() => places.placeFor({ point: [1, 1, 0], normal: [0, 0, 0] })).toThrow(
      "normal: a normal has a length > 0",
    );
    expect(() => places.placeFor({ point: [1, Number.NaN, 0], normal: [0, 0, 1] })).toThrow(
      "point: three finite",
    );
    expect(() => new StandingPlaces(hall, { standOff: 1.2 })).toThrow("standOff");
    expect(() => new StandingPlaces(hall, { heights: [-1] })).toThrow("heights[0]");
  });
});
