import fc from "fast-check";
import { expect, test } from "vitest";
import { boxOf, crossing, distanceToSegment, nearestOnSegment, signedArea } from "./measure.js";
import { meet } from "./predicates.js";
import type { Point } from "./types.js";

const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const point = fc.tuple(value, value);

test("the nearest point of a segment is nearer than a thousand others", () => {
  fc.assert(
    fc.property(point, point, point, (p, a, b) => {
      const found = distanceToSegment(p, a, b);
      for (let i = 0; i <= 1000; i++) {
        const t = i / 1000;
        const sample = Math.hypot(p[0] - (a[0] + t * (b[0] - a[0])), p[1] - (a[1] + t * (b[1] - a[1])));
        expect(found).toBeLessThanOrEqual(sample * (1 + 1e-9) + 1e-9);
      }
    }),
    { numRuns: 100, seed: 1 },
  );
  expect(nearestOnSegment([5, 5], [1, 1], [1, 1])).toEqual([1, 1]);
});

test("areas: sign, translation, and the closed form of a regular polygon", () => {
  const ring = (n: number, x: number): Point[] =>
    Array.from({ length: n }, (_, i) => [
      x + Math.cos((2 * Math.PI * i) / n),
      Math.sin((2 * Math.PI * i) / n),
    ]);
  for (const n of [3, 4, 7, 100]) {
    const expected = (n / 2) * Math.sin((2 * Math.PI) / n);
    expect(signedArea(ring(n, 0))).toBeCloseTo(expected, 12);
    expect(signedArea(ring(n, 0).reverse())).toBeCloseTo(-expected, 12);
    expect(signedArea(ring(n, 5e6))).toBeCloseTo(expected, 7);
  }
  expect(signedArea([])).toBe(0);
});

test("a crossing lies on both segments, within rounding", () => {
  expect(crossing([0, 0], [4, 4], [0, 4], [4, 0])).toEqual([2, 2]);
  fc.assert(
    fc.property(point, point, point, point, (a, b, c, d) => {
      fc.pre(meet(a, b, c, d) === "cross");
      const x = crossing(a, b, c, d);
      expect(distanceToSegment(x, a, b)).toBeLessThan(1e-8);
      expect(distanceToSegment(x, c, d)).toBeLessThan(1e-8);
    }),
    { seed: 2 },
  );
});

test("the box of nothing is inverted", () => {
  expect(boxOf([]).minX).toBe(Infinity);
  expect(
    boxOf([
      [1, 2],
      [-1, 5],
    ]),
  ).toEqual({ minX: -1, minY: 2, maxX: 1, maxY: 5 });
});
