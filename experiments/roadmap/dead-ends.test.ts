import { expect, test } from "vitest";
import { type Point, pathLength } from "../../src/geometry/index.js";
import { World } from "../../src/world/index.js";
import { deadEnds } from "./dead-ends.js";

test("figure 4.11: the agent that looks at 5 vertices goes into a dead end, comes out again, and arrives; one without a limit does not", () => {
  const result = deadEnds.run({ seeds: [] });
  const [blind, seeing] = result.ways;
  expect([blind.arrived, seeing.arrived]).toEqual([true, true]);
  const world = new World(result.scene);
  for (const { points } of result.ways) {
    for (const p of points) expect(world.clearance(p)).toBeGreaterThan(0.3 - 1e-9);
  }
  // Within a U: between its arms, a metre beyond its opening.
  const isIn = ({ points }: { points: readonly Point[] }): boolean =>
    points.some(([x, y]) => x > 11 && x < 17.5 && y > 5.5 && y < 14.5);
  expect([isIn(blind), isIn(seeing)]).toEqual([true, false]);
  expect(pathLength(blind.points)).toBeGreaterThan(1.1 * pathLength(seeing.points));
  expect(deadEnds.picture!(result, 400)).toContain("at most 5 iterations");
});
