import { expect, it } from "vitest";
import { builtinScene } from "../scenes/index.js";
import type { SceneInput } from "../world/index.js";
import { Simulation } from "./simulation.js";

/** Three who meet four in a corridor by local maps, with nothing but their manner to keep them apart. */
const MEETING: SceneInput = {
  boundary: [
    [0, 0],
    [30, 0],
    [30, 8],
    [0, 8],
  ],
  goals: { east: { points: [[28, 4]] }, west: { points: [[2, 4]] } },
  profiles: {
    shy: {
      radius: 0.25,
      speed: 1,
      behaviour: { type: "keep-right", epsilon: 0.5 },
      localMap: { size: 15, cell: 0.5, relaxations: 40 },
      avoidance: { method: "none" },
    },
    plain: { radius: 0.25, speed: 1 },
  },
  spawns: [
    {
      places: [
        [10, 3],
        [9, 5],
        [8, 4],
      ],
      profile: "shy",
      goals: ["east"],
    },
    {
      places: [
        [14, 3],
        [14, 5],
        [16, 4.4],
      ],
      profile: "shy",
      goals: ["west"],
    },
    { places: [[20, 6]], profile: "plain", goals: ["west"] },
  ],
  simulation: { model: "orca", step: 0.25, duration: 20 },
};

it("what is shown is what is done: the chosen direction is the velocity of the next step, for everybody in every step", () => {
  const simulation = new Simulation(MEETING);
  const { crowd } = simulation;
  simulation.advance();
  simulation.advance();
  let compared = 0;
  for (let k = 0; k < 20; k++) {
    const shown = Array.from({ length: 6 }, (_, id) => simulation.localMap(id));
    const before = JSON.stringify(simulation.snapshot());
    expect(simulation.localMap(6)).toBeNull();
    // Looking changes nothing.
    expect(JSON.stringify(simulation.snapshot())).toBe(before);
    simulation.advance();
    shown.forEach((view, id) => {
      const agent = crowd.agent(id);
      if (!view || !agent) return;
      compared++;
      expect(agent.velocity[0]).toBeCloseTo(view.chosen[0], 6);
      expect(agent.velocity[1]).toBeCloseTo(view.chosen[1], 6);
    });
  }
  expect(compared).toBeGreaterThan(100);
});

it("a view has the zones of figure 5.2: a border of walls but where the way leaves it, a free ring, others as walls", () => {
  const simulation = new Simulation(MEETING);
  simulation.advance();
  const { size, cell, kinds, position, way, u, gradient } = simulation.localMap(0)!;
  expect([size, cell, kinds.length, u.length]).toEqual([15, 0.5, 225, 225]);
  const border: number[] = [];
  const ring: number[] = [];
  for (let i = 0; i < kinds.length; i++) {
    const [column, row] = [i % size, Math.floor(i / size)];
    const inset = Math.min(column, row, size - 1 - column, size - 1 - row);
    if (inset === 0) border.push(kinds[i]);
    if (inset === 1) ring.push(kinds[i]);
  }
  expect(border.filter((kind) => kind === 2)).toHaveLength(3);
  expect(border.filter((kind) => kind === 1)).toHaveLength(border.length - 3);
  expect(new Set(ring)).toEqual(new Set([0]));
  // The one at (14, 3), 4 m off, is beyond the map of 7.5 m; the one behind at (9, 5) is in it.
  const at = (x: number, y: number): number =>
    kinds[(7 + Math.round((y - position[1]) / cell)) * size + 7 + Math.round((x - position[0]) / cell)];
  const { x, y } = simulation.crowd.columns;
  expect([at(x[1], y[1]), kinds[112]]).toEqual([1, 0]);
  expect(way![0]).toBeGreaterThan(0.9);
  expect(Math.hypot(...gradient)).toBeGreaterThan(0);
});

it("nobody's map is that of a number that is not there, or of people without local maps", () => {
  const simulation = new Simulation(builtinScene("two-rooms"));
  simulation.advance();
  expect([simulation.localMap(0), simulation.localMap(4000)]).toEqual([null, null]);
});
