/** Distances that are kept on a grid, against distances to every piece. */
import { expect, it } from "vitest";
import { distanceToSegment, type Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { NearField } from "./near-field.js";

it.each([0, -0.4])(
  "says on which side of a limit a place is, seed 11, pieces that start with %s",
  (start) => {
    const random = new Random(11);
    const place = (): Point => [random.between(-3, 13), random.between(-3, 13)];
    const pieces = Array.from({ length: 40 }, () => [place(), place()] as const);
    const box = { minX: 0, minY: 0, maxX: 10, maxY: 10 };
    const ends = Float64Array.from(pieces.flatMap(([a, b]) => [...a, ...b]));
    const field = new NearField(ends, start, box, 0.5);
    let below = 0;
    for (let k = 0; k < 20_000; k++) {
      const [p, low] = [place(), random.between(-0.5, 0.8)];
      const exact = Math.min(...pieces.map(([a, b]) => distanceToSegment(p, a, b))) + start;
      expect(field.at(...p)).toBeCloseTo(exact, 9);
      const rough = field.roughly(...p, low);
      if (Math.abs(exact - low) > 1e-9) expect(rough < low).toBe(exact < low);
      if (exact >= low) expect(rough).toBeLessThanOrEqual(exact + 1e-9);
      below += exact < low ? 1 : 0;
    }
    expect(below).toBeGreaterThan(2000);
  },
);
