/** What the thesis says about its figures, on surfaces of our own. */
import { expect, test } from "vitest";
import type { Experiment } from "../experiment.js";
import { FIGURES } from "./figures.js";
import { apart, OVERLAYS } from "./overlay.js";
import type { Panel } from "./panels.js";
import { PLANS } from "./plans.js";

const run = (all: readonly Experiment<Panel[]>[], name: string): Panel[] =>
  all.find((experiment) => experiment.name === name)!.run({ seeds: [] });

/** Per panel, how much longer than the shortest its paths are. */
const detours = (panels: readonly Panel[]): number[][] =>
  panels.map(({ paths }) => paths.map(({ length, shortest }) => length! / shortest!));

test("figure 4.6: a tagged start decides by its face where the path goes; with one field for all it does not", () => {
  const [, , tagged, alone] = detours(run(FIGURES, "surface-start"));
  expect(Math.max(...tagged)).toBeGreaterThan(2);
  expect(Math.max(...alone)).toBeLessThan(1.01);
});

test("figure 5.2: around the load paths part, to all sides of the car", () => {
  const [{ paths }] = run(FIGURES, "surface-car");
  const around = paths.slice(0, 8).map(({ points }) => points);
  expect(around.every((points) => points.length > 1)).toBe(true);
  // Over the windscreen, and under the car.
  expect(around.some((points) => points.every(([, , z]) => z > 0.8))).toBe(true);
  expect(around.some((points) => points.some(([, , z]) => z < 0.5))).toBe(true);
  expect(around.some((points) => points.some(([, y]) => y > 0.85))).toBe(true);
  expect(around.some((points) => points.some(([, y]) => y < -0.85))).toBe(true);
});

test("figure 5.4: obstacles lead the same start to the same goal another way", () => {
  const [a, b, c, d] = run(FIGURES, "surface-statue").map(({ paths }) => paths[0].points);
  for (const [free, barred] of [
    [a, b],
    [c, d],
  ]) {
    expect(barred[0]).toEqual(free[0]);
    expect(barred[barred.length - 1].map((x, k) => x - free[free.length - 1][k])).toEqual([0, 0, 0]);
    const farthest = Math.max(
      ...barred.map((p) => Math.min(...free.map((q) => Math.hypot(...p.map((x, k) => x - q[k]))))),
    );
    expect(farthest).toBeGreaterThan(0.2);
  }
});

test("figure 5.5: out of the trap on both meshes, each time around its ends", () => {
  for (const { paths } of run(FIGURES, "surface-trap"))
    for (const { points } of paths) {
      expect(points[points.length - 1].map((x) => Number(x.toFixed(9)))).toEqual([4, 25, 0]);
      expect(points.some(([x, y]) => x > 18 && x < 36 && y > 13 && y < 37)).toBe(points[0][0] < 36);
      expect(points.some(([x, y]) => x < 36 && (y < 13 || y > 37))).toBe(true);
    }
});

test("figure 6.2: p is flat over most of the hallway, and yet the way from its end arrives", () => {
  const [{ remark, paths }] = run(FIGURES, "surface-hallway");
  expect(Number(/in (\S+) %/.exec(remark!)![1])).toBeGreaterThan(80);
  expect(paths[0].length).toBeGreaterThan(600);
});

test("figure 7.1: who is low passes under the ceiling, who is tall goes around it", () => {
  const [low, tall] = run(FIGURES, "surface-height").map(({ paths }) => paths[0].points);
  expect(low.every(([, y]) => y < 10)).toBe(true);
  expect(tall.some(([, y]) => y > 15)).toBe(true);
});

test("figure 5.1: paths of meshes keep within a cell and a half of the grid planner's, noise or not", () => {
  const [overlay] = OVERLAYS;
  const panels = overlay.run({ seeds: [] });
  const grid = panels[0].overlays![0].paths;
  for (const panel of [panels[1], panels[3]])
    panel.paths.forEach(({ points }, i) => {
      expect(apart(grid[i], points).most * PLANS[3].cells).toBeLessThan(1.5);
    });
  expect(panels[2].overlays![0].paths).toBe(grid);
});

test("distances between lines: of a point to the nearest piece, not to the nearest corner", () => {
  const { mean, most } = apart(
    [
      [1, 1],
      [2, 3],
    ],
    [
      [0, 0],
      [4, 0],
    ],
  );
  expect([mean, most]).toEqual([2, 3]);
});
