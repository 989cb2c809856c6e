import { expect, test } from "vitest";
import type { Point } from "../../src/geometry/index.js";
import type { Behaviour, Bend } from "../../src/potential/index.js";
import { apartFrom, changingAt, fitted } from "./fit.js";

/** A walker that goes straight where its bend pulls it, half of the way by each: no field, but all of a bend shows in it. */
function walk(behaviour: Behaviour): Point[] {
  const at = (x: number): Bend => behaviour({ position: [x, 0] } as never, {} as never, 0);
  const [a, b] = [at(0), at(20)];
  const pull = ({ epsilon, vector: [x, y] }: Bend): Point => [epsilon * x, epsilon * y];
  const [[ax, ay], [bx, by]] = [pull(a), pull(b)];
  return [
    [0, 0],
    [5 + ax, 5 * ay],
    [10, 0],
    [15 + bx, 5 * by],
    [20, 0],
  ];
}

test("a way that was walked with some v and epsilon in each half gives these back", () => {
  const vector = (k: number): Point => [Math.cos((Math.PI * k) / 8), Math.sin((Math.PI * k) / 8)];
  for (const [first, second] of [
    [
      { epsilon: 0.7, vector: vector(3) },
      { epsilon: 0.3, vector: vector(13) },
    ],
    [
      { epsilon: 1.1, vector: vector(10) },
      { epsilon: 0.1, vector: vector(1) },
    ],
  ]) {
    const fit = fitted(walk(changingAt(10, first, second)), 10, walk);
    expect(fit.apart).toBeCloseTo(0, 12);
    expect([fit.first.epsilon, fit.second.epsilon]).toEqual([first.epsilon, second.epsilon]);
    expect(fit.first.vector[0]).toBeCloseTo(first.vector[0], 12);
    expect(fit.second.vector[1]).toBeCloseTo(second.vector[1], 12);
  }
});

test("a way is as far from a record as its points are from its legs, in the mean", () => {
  const way: Point[] = [
    [0, 0],
    [10, 0],
  ];
  const record: Point[] = [
    [2, 1],
    [5, -2],
    [14, 3],
  ];
  expect(apartFrom(record, way)).toBeCloseTo((1 + 2 + 5) / 3, 12);
});
