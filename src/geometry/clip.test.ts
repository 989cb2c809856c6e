import { describe, expect, test } from "vitest";
import { Random } from "../numerics/index.js";
import { areaOf, difference, gridStep, intersection, offset, union } from "./clip.js";
import { distanceToSegment } from "./measure.js";
import { cutIntoPieces } from "./pieces.js";
import { meet, sideOfRing } from "./predicates.js";
import { isCounterclockwise, windingNumber } from "./rings.js";
import type { Point, Ring } from "./types.js";

const square = (x: number, y: number, size: number): Ring => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
];

describe("union", () => {
  test.each([0, 1e-3, 5e6])("of overlapping squares near %d", (at) => {
    const region = union([square(at, at, 2), square(at + 1, at + 1, 2)]);
    expect(region).toHaveLength(1);
    expect(areaOf(region)).toBeCloseTo(7, 8);
    // Axis-parallel crossings are exact, and given points come back as they were.
    expect(region[0]).toContainEqual([at + 2, at + 1]);
    expect(region[0]).toContainEqual([at, at]);
  });

  test("does not depend on orientation", () => {
    const region = union([square(0, 0, 2), [...square(1, 1, 2)].reverse()]);
    expect(areaOf(region)).toBe(7);
  });

  test("takes everything a crossing ring winds around", () => {
    const bowTie: Ring = [
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
    ];
    expect(areaOf(union([bowTie]))).toBeCloseTo(2, 9);
  });

  test("keeps holes", () => {
    const walls = [
      [0, 0, 10, 1],
      [0, 9, 10, 10],
      [0, 0, 1, 10],
      [9, 0, 10, 10],
    ].map(
      ([a, b, c, d]): Ring => [
        [a, b],
        [c, b],
        [c, d],
        [a, d],
      ],
    );
    const region = union(walls);
    expect(region).toHaveLength(2);
    expect(areaOf(region)).toBe(36);
  });

  test("of nothing is nothing", () => {
    expect(union([])).toEqual([]);
  });

  test("states a step far below a micrometre for buildings", () => {
    expect(gridStep([square(5e6, 5e6, 100)])).toBeLessThan(1e-9);
  });
});

describe("difference and intersection", () => {
  test("share the area out", () => {
    const a = [square(0, 0, 3)];
    const b = [square(1, 1, 3)];
    expect(areaOf(intersection(a, b))).toBe(4);
    expect(areaOf(difference(a, b))).toBe(5);
    expect(difference(a, a)).toEqual([]);
  });
});

describe("offset", () => {
  test("grows round corners to within the tolerance, never beyond the distance", () => {
    const ring = square(5e6, 0, 4);
    for (const tolerance of [0.1, 0.01, 0.0001]) {
      const [grown] = offset([ring], 1, { tolerance });
      for (let i = 0; i < grown.length; i++) {
        const a = grown[i];
        const b = grown[(i + 1) % grown.length];
        const middle: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
        for (const p of [a, middle]) {
          const d = Math.min(...ring.map((c, k) => distanceToSegment(p, c, ring[(k + 1) % 4])));
          expect(d).toBeLessThanOrEqual(1 + 1e-8);
          expect(d).toBeGreaterThanOrEqual(1 - tolerance - 1e-8);
        }
      }
    }
  });

  test("turns points into discs and segments into capsules", () => {
    expect(areaOf(offset([[[3, 4]]], 2, { tolerance: 1e-4 }))).toBeCloseTo(4 * Math.PI, 2);
    const capsule: Ring = [
      [0, 0],
      [10, 0],
    ];
    expect(areaOf(offset([capsule], 1, { tolerance: 1e-4 }))).toBeCloseTo(20 + Math.PI, 2);
  });

  test("shrinks with a negative distance and mitres on demand", () => {
    expect(areaOf(offset([square(0, 0, 4)], -1))).toBeCloseTo(4, 8);
    expect(areaOf(offset([square(0, 0, 4)], 1, { join: "miter" }))).toBeCloseTo(36, 8);
  });
});

/** Whether no two edges of a ring meet except neighbours in their vertex. */
function isSimple(ring: Ring): boolean {
  for (let i = 0; i < ring.length; i++) {
    for (let j = i + 1; j < ring.length; j++) {
      const how = meet(ring[i], ring[(i + 1) % ring.length], ring[j], ring[(j + 1) % ring.length]);
      const areNeighbours = j === i + 1 || (i === 0 && j === ring.length - 1);
      if (how !== "apart" && !(areNeighbours && how === "touch")) return false;
    }
  }
  return true;
}

describe("cutIntoPieces", () => {
  test("seed 11: cuts unions of random rectangles into simple polygons of the same area", () => {
    const random = new Random(11);
    let withHoles = 0;
    for (let round = 0; round < 300; round++) {
      const rings: Ring[] = Array.from({ length: 3 + random.below(30) }, () => {
        const [x, y, w, h] = [random.below(16), random.below(16), 1 + random.below(8), 1 + random.below(8)];
        return [
          [x, y],
          [x + w, y],
          [x + w, y + h],
          [x, y + h],
        ];
      });
      const region = union(rings);
      if (!region.every(isCounterclockwise)) withHoles++;
      const pieces = cutIntoPieces(region);
      expect(areaOf(pieces)).toBe(areaOf(region));
      for (const piece of pieces) expect(isCounterclockwise(piece)).toBe(true);
      for (const piece of pieces) expect(new Set(piece.map(String)).size).toBe(piece.length);
      for (let k = 0; k < 20; k++) {
        // Points off the integer lattice lie on no edge except cuts.
        const p: Point = [random.below(24) + 0.37, random.below(24) + 0.61];
        const isIn = rings.some((ring) => sideOfRing(p, ring) > 0);
        const inside = pieces.filter((piece) => sideOfRing(p, piece) > 0).length;
        const onCut = pieces.some((piece) => windingNumber(p, piece) === null);
        if (!onCut) expect(inside).toBe(isIn ? 1 : 0);
      }
    }
    expect(withHoles).toBeGreaterThan(80);
  });

  test("seed 12: also slanted ones", () => {
    const random = new Random(12);
    for (let round = 0; round < 200; round++) {
      const rings: Ring[] = Array.from({ length: 3 + random.below(8) }, () =>
        Array.from({ length: 3 }, (): Point => [random.between(0, 10), random.between(0, 10)]),
      );
      const region = union(rings);
      const pieces = cutIntoPieces(region);
      expect(areaOf(pieces)).toBeCloseTo(areaOf(region), 9);
      expect(pieces.every(isSimple)).toBe(true);
    }
  });
});
