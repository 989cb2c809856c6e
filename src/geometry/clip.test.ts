import { describe, expect, test } from "vitest";
import { Random } from "../numerics/index.js";
import { areaOf, clipToAreas, difference, gridStep, intersection, offset, union } from "./clip.js";
import { distanceToSegment } from "./measure.js";
import { cutIntoPieces } from "./pieces.js";
import { meet, sideOfRing } from "./predicates.js";
import { isCounterclockwise, windingNumber } from "./rings.js";
import type { Area, Point, Ring } from "./types.js";

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

describe("a city of thousands of blocks", () => {
  /** The ring from its least corner on, so that outlines can be compared wherever they begin. */
  const key = (ring: Ring): string => {
    const texts = ring.map(([x, y]) => `${x} ${y}`);
    const first = texts.indexOf([...texts].sort()[0]);
    return [...texts.slice(first), ...texts.slice(0, first)].join(", ");
  };
  const keys = (areas: readonly Area[]): string[][] =>
    areas.map(({ outer, holes }) => [key(outer), ...holes.map(key).sort()]).sort();

  /** A ring around a place: a block at any angle, either way around; a star that crosses itself; a dart; a needle. */
  function shape(random: Random, [x, y]: Point, size: number): Ring {
    const kind = random.below(8);
    const [angle, way] = [random.between(0, 7), random.below(2) ? 1 : -1];
    const at = (turn: number, r: number): Point => [
      x + r * size * Math.cos(angle + way * turn),
      y + r * size * Math.sin(angle + way * turn),
    ];
    if (kind === 0) return [0, 2, 4, 1, 3].map((k) => at((2 * Math.PI * k) / 5, 1));
    if (kind === 1) return [at(0, 1), at(2.4, 1), at(Math.PI, 0.2), at(3.9, 1)];
    if (kind === 2) return [at(0, 1), at(Math.PI, 1), at(Math.PI + 1e-9, 1)];
    if (kind === 3)
      return [
        [x - size, y - size],
        [x + size, y - size],
        [x + size, y],
        [x + size, y + size],
        [x - size, y + size],
      ];
    return [0, 1, 2, 3].map((k) => at((Math.PI / 2) * k, 1));
  }

  test.each([1, 2, 3])(
    "is what a sweep over less than thousands at a time makes of it, areas and holes (seed %i)",
    (seed) => {
      const random = new Random(seed);
      // Blocks that touch, overlap, hang over the borders and lie outside; two rooms and a courtyard between.
      const taken = Array.from({ length: 5200 }, (_, k) =>
        shape(random, [3 * (k % 72) - 3 + random.between(-0.7, 0.7), 3 * Math.floor(k / 72) - 3], 1),
      );
      const rings: Ring[] = [square(0, 0, 90), square(110.5, 10.25, 90), [...square(20, 30.5, 40)].reverse()];
      const whole = clipToAreas(rings, "non-zero", taken);
      // In two halves, each below the number from which on blocks are set aside.
      const first = clipToAreas(rings, "non-zero", taken.slice(0, 2600));
      const half = clipToAreas(
        first.areas.flatMap(({ outer, holes }) => [outer, ...holes]),
        "non-zero",
        taken.slice(2600),
      );
      const region = (areas: readonly Area[]): Ring[] =>
        areas.flatMap(({ outer, holes }) => [outer, ...holes]);
      expect(whole.areas.length).toBe(half.areas.length);
      expect(whole.areas.flatMap(({ holes }) => holes).length).toBeGreaterThan(500);
      expect(areaOf(region(whole.areas))).toBeCloseTo(areaOf(region(half.areas)), 4);
      const same = new Set(keys(half.areas).flat());
      const mine = keys(whole.areas).flat();
      // All but those with a crossing in them, which is rounded on two grids.
      expect(mine.filter((ring) => same.has(ring)).length / mine.length).toBeGreaterThan(0.5);
      for (const { outer, holes } of whole.areas) {
        expect(isCounterclockwise(outer)).toBe(true);
        for (const hole of holes) {
          expect(isCounterclockwise(hole)).toBe(false);
          expect(sideOfRing(hole[0], outer)).not.toBe(-1);
        }
      }
    },
  );
});
