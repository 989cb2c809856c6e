import { expect, test } from "vitest";
import { terrain } from "./terrain.js";

test("no tank enters the swamp by any planner, and by the roadmap soldiers save time around it (seed 1)", () => {
  const rows = terrain.run({ seeds: [1] });
  for (const { soldiers, tanks, tanksThrough } of rows) {
    expect([soldiers, tanks, tanksThrough]).toEqual([40, 6, 0]);
  }
  const [pathmap, , roadmap] = rows;
  expect(pathmap.soldiersThrough).toBe(40);
  expect(roadmap.soldierTime).toBeLessThan(0.9 * pathmap.soldierTime);
});
