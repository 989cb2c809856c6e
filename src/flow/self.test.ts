import { expect, it } from "vitest";
import type { Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { comesNearItself, selfApproaches, selfDistance } from "./self.js";
import { lengthOf, pointAt, type Stretch } from "./stretch.js";

const RADIUS = 0.5;

/** A curve of lines and arcs that goes on where it was, with corners or without, long enough to meet itself. */
function randomCurve(random: Random): Stretch[] {
  const isSmooth = random.below(2) > 0;
  const curve: Stretch[] = [];
  let at: Point = [0, 0];
  let heading = 0;
  for (let i = 0; i < 14; i++) {
    if (!isSmooth) heading += random.between(-1.5, 1.5);
    if (random.below(2)) {
      const length = random.between(0.05, 3);
      const b: Point = [at[0] + length * Math.cos(heading), at[1] + length * Math.sin(heading)];
      curve.push({ kind: "line", a: at, b });
    } else {
      const radius = random.between(isSmooth ? RADIUS : 0.1, 2);
      const turn = random.between(-4, 4);
      const side = Math.sign(turn);
      const centre: Point = [
        at[0] - side * radius * Math.sin(heading),
        at[1] + side * radius * Math.cos(heading),
      ];
      curve.push({ kind: "arc", centre, radius, from: heading - (side * Math.PI) / 2, turn });
      heading += turn;
    }
    at = pointAt(curve[curve.length - 1], 1);
  }
  return curve;
}

/** Points every `step` metres, and the least distance of two that are at least pi r apart along the curve. */
function sampledDistance(curve: readonly Stretch[], step: number): number {
  const points: { p: Point; s: number }[] = [];
  let s = 0;
  for (const stretch of curve) {
    const length = lengthOf(stretch);
    const count = Math.ceil(length / step);
    for (let i = 0; i <= count; i++)
      points.push({ p: pointAt(stretch, i / count), s: s + (length * i) / count });
    s += length;
  }
  let least = Infinity;
  for (const a of points) {
    for (const b of points) {
      if (b.s - a.s >= Math.PI * RADIUS * (1 + 1e-6))
        least = Math.min(least, Math.hypot(a.p[0] - b.p[0], a.p[1] - b.p[1]));
    }
  }
  return least;
}

it("the distance of a curve from itself agrees with points sampled along it (seeds 1 to 120)", () => {
  const step = 0.03;
  let near = 0;
  for (let seed = 1; seed <= 120; seed++) {
    const curve = randomCurve(new Random(seed));
    const sampled = sampledDistance(curve, step);
    const found = selfDistance(curve, RADIUS, 3 * RADIUS);
    // Parts that begin less than half a turn apart are compared down to an eighth of the radius.
    expect(found, `seed ${seed}`).toBeGreaterThan(Math.min(3 * RADIUS, sampled) - 2 * step);
    expect(found, `seed ${seed}`).toBeLessThan(Math.min(3 * RADIUS, sampled) + RADIUS / 8 + 1e-9);
    expect(comesNearItself(curve, RADIUS)).toBe(found < 2 * RADIUS * (1 - 1e-7));
    const approaches = selfApproaches(curve, RADIUS);
    expect(approaches.length > 0, `seed ${seed}`).toBe(comesNearItself(curve, RADIUS));
    if (approaches.length > 0) {
      expect(approaches[0].distance).toBeCloseTo(found, 9);
      near++;
    }
  }
  expect(near).toBeGreaterThan(20);
  expect(near).toBeLessThan(120);
});
