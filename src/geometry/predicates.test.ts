import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  exact,
  exactAlong,
  exactInCircle,
  exactMeet,
  exactOn,
  exactTurn,
  exactWinding,
} from "../../test/support/exact.js";
import { along, inCircle, meet, onSegment, orient, sideOfRing, turn } from "./predicates.js";
import type { Point } from "./types.js";

/** Coordinates that make degenerate cases common: a small grid, straight, in thirds, or far away. */
const place = fc.constantFrom(
  (i: number) => i,
  (i: number) => i / 3,
  (i: number) => i / 8,
  (i: number) => 5e6 + i * 0.1,
  (i: number) => i * 1e-30,
  (i: number) => i * 1e11,
);
const cell = fc.integer({ min: -6, max: 6 });
const points = (count: number): fc.Arbitrary<Point[]> =>
  fc
    .tuple(place, fc.array(fc.tuple(cell, cell), { minLength: count, maxLength: count }))
    .map(([at, cells]) => cells.map(([i, j]): Point => [at(i), at(j)]));
// Within COORDINATE_RANGE, beyond which products underflow.
const free = fc.double({ min: -100, max: 100, noNaN: true }).map((v) => (Math.abs(v) < 1e-50 ? 0 : v));
const anywhere = (count: number): fc.Arbitrary<Point[]> =>
  fc.array(fc.tuple(free, free), { minLength: count, maxLength: count });
const either = (count: number): fc.Arbitrary<Point[]> => fc.oneof(points(count), anywhere(count));
const RUNS = { numRuns: 3000, seed: 1 };

describe("against big integers", () => {
  test("orient", () => {
    fc.assert(
      fc.property(either(3), ([a, b, c]) => {
        const expected = exactTurn(exact(a), exact(b), exact(c));
        expect(Math.sign(turn(a, b, c)) + 0).toBe(expected);
        expect(Math.sign(orient(a[0], a[1], b[0], b[1], c[0], c[1])) + 0).toBe(expected);
      }),
      RUNS,
    );
  });

  test("along, also where the step is turned by a rounded quarter turn", () => {
    fc.assert(
      fc.property(either(4), fc.boolean(), ([a, b, p, q], isTurned) => {
        const r: Point = isTurned ? [p[0] - (b[1] - a[1]), p[1] + (b[0] - a[0])] : q;
        const given = along(a[0], a[1], b[0], b[1], p[0], p[1], r[0], r[1]);
        expect(Math.sign(given) + 0).toBe(exactAlong(exact(a), exact(b), exact(p), exact(r)));
      }),
      RUNS,
    );
  });

  test("inCircle", () => {
    fc.assert(
      fc.property(either(4), ([a, b, c, d]) => {
        const side = exactTurn(exact(a), exact(b), exact(c));
        if (side <= 0) return;
        const given = inCircle(a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1]);
        expect(Math.sign(given) + 0).toBe(exactInCircle(exact(a), exact(b), exact(c), exact(d)));
      }),
      RUNS,
    );
  });

  test("onSegment and meet", () => {
    fc.assert(
      fc.property(either(4), ([a, b, c, d]) => {
        expect(onSegment(c, a, b)).toBe(exactOn(exact(c), exact(a), exact(b)));
        const together = exactMeet(exact(a), exact(b), exact(c), exact(d));
        const meeting = meet(a, b, c, d);
        expect(meeting !== "apart").toBe(together);
        expect(meet(c, d, b, a)).toBe(meeting);
        const ends = [onSegment(a, c, d), onSegment(b, c, d), onSegment(c, a, b), onSegment(d, a, b)];
        if (meeting === "cross") expect(ends).not.toContain(true);
        if (meeting === "touch" || meeting === "overlap") expect(ends).toContain(true);
      }),
      RUNS,
    );
  });

  test("sideOfRing on triangles and quadrilaterals", () => {
    fc.assert(
      fc.property(either(5), ([p, ...ring]) => {
        const edges = ring.map((a, i) => [a, ring[(i + 1) % ring.length]]);
        const on = edges.some(([a, b]) => exactOn(exact(p), exact(a), exact(b)));
        const odd = exactWinding(exact(p), ring.map(exact)) % 2 !== 0;
        expect(sideOfRing(p, ring)).toBe(on ? 0 : odd ? 1 : -1);
      }),
      RUNS,
    );
  });
});

test("signs: left turns and inner points are positive", () => {
  expect(turn([0, 0], [1, 0], [0, 1])).toBeGreaterThan(0);
  expect(inCircle(0, 0, 1, 0, 0, 1, 0.5, 0.5)).toBeGreaterThan(0);
  expect(meet([0, 0], [2, 0], [1, 0], [3, 0])).toBe("overlap");
  expect(meet([0, 0], [2, 0], [2, 0], [3, 0])).toBe("touch");
  expect(meet([0, 0], [0, 0], [0, 0], [0, 0])).toBe("touch");
  expect(meet([0, 0], [0, 2], [0, 2], [0, 5])).toBe("touch");
});
