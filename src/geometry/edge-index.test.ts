import { describe, expect, test } from "vitest";
import { Random } from "../numerics/index.js";
import { EdgeIndex } from "./edge-index.js";
import { meet } from "./predicates.js";
import { windingNumber } from "./rings.js";
import type { Point, Ring, Segment } from "./types.js";

/** Segments at random, or a turned lattice of walls whose ends touch one another. */
function segments(random: Random, kind: number): Segment[] {
  const at = kind % 2 ? 5_000_000 : 0;
  return Array.from({ length: 60 }, (): Segment => {
    if (kind < 2) {
      const p = (): Point => [at + random.between(0, 10), random.between(0, 10) - at];
      return [p(), p()];
    }
    const [i, j, k] = [random.below(6), random.below(6), 1 + random.below(4)];
    const [di, dj] = random.below(2) ? [k, 0] : [0, k];
    // Steps of (3, 1) and (-1, 3): exact, and along neither axis.
    const p = (a: number, b: number): Point => [at + 3 * a - b, a + 3 * b - at];
    return [p(i, j), p(i + di, j + dj)];
  });
}

describe("EdgeIndex", () => {
  test.each([0, 1, 2, 3])("seed 51: finds every pair that meets, kind %d", (kind) => {
    const random = new Random(51 + kind);
    for (let round = 0; round < 60; round++) {
      const list = segments(random, kind);
      const index = new EdgeIndex(
        list.map(([a]) => a),
        list.map(([, b]) => b),
      );
      const found = new Set<string>();
      index.pairs((e, f) => {
        expect(e).toBeLessThan(f);
        expect(found.has(`${e} ${f}`)).toBe(false);
        found.add(`${e} ${f}`);
      });
      list.forEach(([a, b], e) => {
        list.forEach(([c, d], f) => {
          if (e < f && meet(a, b, c, d) !== "apart") expect(found.has(`${e} ${f}`)).toBe(true);
        });
      });
    }
  });

  test("seed 55: counts windings as a walk along the ring does", () => {
    const random = new Random(55);
    for (let round = 0; round < 200; round++) {
      const ring: Ring = Array.from({ length: 3 + random.below(20) }, () => [
        random.below(9),
        random.below(9),
      ]);
      const index = new EdgeIndex(ring, [...ring.slice(1), ring[0]]);
      for (let k = 0; k < 20; k++) {
        const p: Point = [random.below(9), random.below(9)];
        const expected = windingNumber(p, ring);
        if (expected === null) continue;
        let sum = 0;
        index.aroundPoint(p, (_edge, winding) => {
          sum += winding;
        });
        expect(sum).toBe(expected);
      }
    }
  });

  test("a comb of 20,000 slanted edges is not compared edge by edge", () => {
    const n = 20_000;
    const ring: Ring = Array.from({ length: n }, (_, i) => (i % 2 ? [i * 0.02 + 1000, 1000] : [i * 0.02, 0]));
    let pairs = 0;
    new EdgeIndex(ring, [...ring.slice(1), ring[0]]).pairs(() => pairs++);
    expect(pairs).toBeLessThan(50 * n);
  });
});
