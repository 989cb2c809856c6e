import { expect, test } from "vitest";
import { distance, pathLength } from "../../src/geometry/index.js";
import { World } from "../../src/world/index.js";
import { FLATNESS } from "./flatness.js";

const [flatness, subgoals] = FLATNESS;

test("figure 3.2: in all three resolutions the room behind the passage is flat, and the ground before the goal is not", () => {
  const panels = flatness.run({ seeds: [] });
  expect(panels.map(({ raster }) => raster.width)).toEqual([60, 120, 200]);
  for (const { raster, free, flat } of panels) {
    const { width, cell, level } = raster;
    const at = (x: number, y: number): number => level[Math.floor(y / cell) * width + Math.floor(x / cell)];
    for (const [x, y] of [
      [12.5, 12.5],
      [16, 16],
      [19.5, 19.5],
      [8, 15.5],
    ])
      expect(at(x, y)).toBe(-Infinity);
    for (const [x, y] of [
      [16, 3],
      [2, 3],
      [2, 10],
    ])
      expect(at(x, y)).toBeGreaterThan(-20);
    // The geometry decides: from 60 to 200 cells a side, by less than a twentieth of the free ground.
    expect(Math.abs(flat / free - panels[0].flat / panels[0].free)).toBeLessThan(0.05);
  }
});

test("figures 4.2 and 4.3: one sub-goal, then five, each led on by its own field, from the flat room to the goal", () => {
  const panels = subgoals.run({ seeds: [] });
  for (const [figure, count] of [
    ["4.2", 1],
    ["4.3", 5],
  ] as const) {
    const [before, ...legs] = panels.filter(({ title }) => title.startsWith(figure));
    expect(legs).toHaveLength(count + 1);
    const world = new World(before.scene);
    const { raster } = before;
    const [start] = before.path;
    const { width, cell, level } = raster;
    expect(level[Math.floor(start[1] / cell) * width + Math.floor(start[0] / cell)]).toBe(-Infinity);
    legs.forEach(({ path }, k) => {
      expect(path[0]).toEqual(k === 0 ? start : legs[k - 1].path.at(-1));
      for (let i = 1; i < path.length; i++) expect(world.visible(path[i - 1], path[i])).toBe(true);
      expect(pathLength(path)).toBeGreaterThan(1);
    });
    expect(distance(legs.at(-1)!.path.at(-1)!, [18, 3])).toBeLessThan(0.5);
  }
});
