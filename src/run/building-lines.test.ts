import { expect, test } from "vitest";
import { gallery } from "../../test/support/buildings.js";
import type { Segment } from "../geometry/index.js";
import { runScene } from "./run.js";

test("who comes down the stair passes no line that lies between the two on the sheet", async () => {
  // In the hall, which is where it is in the plan; the stair's foot is at x = 8, and its flight lies far to the right of both.
  const line = (x: number): Segment => [
    [x, 0],
    [x, 10],
  ];
  const lines = [
    { name: "aside", segment: line(15) },
    { name: "passed", segment: line(5) },
  ];
  const { summary } = await runScene(gallery(), { lines });
  expect(summary.arrived).toBe(5);
  const counts = Object.fromEntries(summary.lines.map(({ name, count }) => [name, count]));
  expect(counts).toMatchObject({ aside: 0, passed: 5 });
});
