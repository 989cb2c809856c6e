import { expect, test } from "vitest";
import { torusSurface } from "../../src/scenes/index.js";
import { SurfaceMesh } from "../../src/surface/index.js";
import { carModel, type Model } from "./models.js";
import { relaxation, studyOf, tableOf } from "./relaxation.js";

/** A clock that moves on by a second whenever it is asked. */
function ticking(): () => number {
  let now = 0;
  return () => (now += 1000);
}

test("table 5.2, the car: the smaller the threshold, the more rounds; the thesis's figures are beside ours", () => {
  const rows = tableOf(carModel(), ticking());
  expect(rows.map(({ threshold }) => threshold)).toEqual([0.01, 0.005, 0.001, "auto"]);
  const [coarse, middle, fine, found] = rows;
  expect(coarse.rounds).toBeLessThan(middle.rounds);
  expect(middle.rounds).toBeLessThan(fine.rounds);
  expect(fine.error).toBeLessThanOrEqual(0.001);
  expect(rows.map(({ printed }) => printed?.rounds)).toEqual([1090, 1286, 1739, undefined]);
  expect(rows.every(({ seconds }) => seconds === 1)).toBe(true);
  expect(found.arrived).toBe(1);
  expect(found.rounds).toBeLessThan(coarse.rounds);
  expect(relaxation.lines(rows)[0]).toContain("(thesis 1,090, 47.3 ms)");
});

test("section 7.2: with a threshold that is found all cells arrive, whatever the terms and the order", () => {
  const mesh = new SurfaceMesh(torusSurface(12, 8));
  const model: Model = { ...carModel(), mesh, obstacles: [{ vertices: [40] }], goal: { vertices: [3] } };
  const rows = studyOf(model, ticking());
  expect(rows.map(({ changed }) => changed)).toEqual([
    "alpha 2, beta 1, gamma 1",
    "alpha 0.1, beta 1, gamma 1",
    "alpha 1, beta 2, gamma 1",
    "alpha 0, beta 1, gamma 0",
    "outward",
    "outward",
    "alternating",
    "alternating",
  ]);
  for (const { threshold, arrived } of rows) if (threshold === "auto") expect(arrived).toBe(1);
});
