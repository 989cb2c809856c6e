import { describe, expect, it } from "vitest";
import { Roadmap } from "../roadmap/index.js";
import { citizensScene } from "../scenes/index.js";
import type { SceneInput } from "../world/index.js";
import { Simulation } from "./simulation.js";
import type { SimulationOptions } from "./simulation-options.js";

/** Runs to the end; everybody's places after every step, and the least gaps between surfaces, by all pairs. */
function runOf(scene: SceneInput, options: SimulationOptions) {
  const simulation = new Simulation(scene, options);
  const { crowd } = simulation;
  const places: number[][] = [];
  let [apart, clear] = [Infinity, Infinity];
  while (!simulation.done) {
    simulation.advance();
    const { x, y, radius } = crowd.columns;
    const row: number[] = [];
    for (let i = 0; i < crowd.size; i++) {
      row.push(x[i], y[i]);
      clear = Math.min(clear, crowd.world.clearance([x[i], y[i]]) - radius[i]);
      for (let k = 0; k < i; k++) {
        apart = Math.min(apart, Math.hypot(x[i] - x[k], y[i] - y[k]) - radius[i] - radius[k]);
      }
    }
    places.push(row);
  }
  return { simulation, places, apart, clear };
}

const SITES: SimulationOptions = { sites: {}, step: 1 };

/** Two lines of four, 30 m apart, who change sides at 1 m/s. */
const LINES = {
  boundary: [
    [-25, -20],
    [25, -20],
    [25, 20],
    [-25, 20],
  ],
  profiles: { walker: { radius: 0.25, speed: 1 } },
  goals: Object.fromEntries(
    Array.from({ length: 8 }, (_, i) => [`goal ${i}`, { points: [[i < 4 ? 15 : -15, 4 * (i % 4) - 6]] }]),
  ) as Record<string, { points: [number, number][] }>,
  spawns: Array.from({ length: 8 }, (_, i) => ({
    places: [[i < 4 ? -15 : 15, 4 * (i % 4) - (i < 4 ? 6.7 : 5.3)]] as [number, number][],
    profile: "walker",
    goals: [`goal ${i}`],
  })),
  simulation: { planner: "roadmap", duration: 600 },
} satisfies SceneInput;

describe("people as sites of the roadmap", () => {
  it("two lines of four change sides, as in table 5.1: all arrive, nobody touches anybody, everyone is in the diagram", () => {
    const { simulation, apart, places } = runOf(LINES, SITES);
    expect(simulation.crowd.arrived).toBe(8);
    expect(apart).toBeGreaterThan(-1e-9);
    const { segments, agentSteps, iterations, searches, longestPath } = simulation.sites!;
    // Who is seen after a step has taken it, and so have those who arrived in it.
    expect(agentSteps).toBe(places.reduce((sum, row) => sum + row.length / 2, 8));
    const starts = new Roadmap({ boundary: LINES.boundary });
    const empty = starts.diagram.edges;
    for (const [x, y] of LINES.spawns.flatMap((spawn) => spawn.places)) starts.insert({ point: [x, y] });
    expect(segments).toBeGreaterThanOrEqual(starts.diagram.edges);
    expect(segments).toBeGreaterThan(empty + 8);
    expect(searches).toBeGreaterThanOrEqual(8);
    expect(iterations).toBeGreaterThan(0);
    expect(longestPath).toBeGreaterThan(30);
    // No step is longer than a second's way at everybody's 1 m/s, and somebody takes whole ones.
    const steps = places.slice(1).flatMap((row, t) => {
      if (row.length !== places[t].length) return [];
      return row.flatMap((x, k) =>
        k % 2 ? [] : [Math.hypot(x - places[t][k], row[k + 1] - places[t][k + 1])],
      );
    });
    expect(Math.max(...steps)).toBeCloseTo(1, 9);
  });

  it("in a city with the limit of table 5.4: all arrive, nobody touches anything, and searches look at less", () => {
    const scene = citizensScene(6, { blocks: 6, reach: 45 });
    const free = runOf(scene, SITES);
    const limited = runOf(scene, { sites: { maxIterations: 8 }, step: 1 });
    for (const { simulation, apart, clear } of [free, limited]) {
      expect(simulation.crowd.arrived).toBe(6);
      expect(apart).toBeGreaterThan(-1e-9);
      expect(clear).toBeGreaterThan(-1e-9);
    }
    expect(limited.simulation.sites!.iterationsPerSearch).toBeLessThan(
      free.simulation.sites!.iterationsPerSearch,
    );
    expect(limited.simulation.models).toEqual({ sites: { maxIterations: 8 } });
  });

  it("streamed blocks: a smaller diagram, and still nobody in a block", () => {
    const scene = citizensScene(2, { blocks: 12, reach: 110 });
    const whole = runOf(scene, SITES);
    const streamed = runOf(scene, { sites: { stream: 20 }, step: 1 });
    expect(streamed.simulation.crowd.arrived).toBe(2);
    expect(streamed.clear).toBeGreaterThan(-1e-9);
    const { segments, blocksCame, blocksWent } = streamed.simulation.sites!;
    expect(segments).toBeLessThan(0.7 * whole.simulation.sites!.segments);
    expect(blocksCame).toBeGreaterThan(blocksWent);
    expect(blocksWent).toBeGreaterThan(0);
    expect(whole.simulation.sites!).toMatchObject({ blocksCame: 0, blocksWent: 0 });
  });

  it("a scene may ask for it, for segments as goals one after the other; an option may leave it out", () => {
    const scene: SceneInput = {
      boundary: [
        [0, 0],
        [30, 0],
        [30, 10],
        [0, 10],
      ],
      obstacles: [
        {
          polygon: [
            [12, 0],
            [14, 0],
            [14, 7],
            [12, 7],
          ],
        },
      ],
      goals: {
        kiosk: { points: [[20, 2]] },
        exit: {
          segments: [
            [
              [0, 4],
              [0, 6],
            ],
          ],
        },
      },
      spawns: [
        {
          places: [
            [3, 3],
            [3, 5],
            [5, 4],
          ],
          goals: ["kiosk", "exit"],
        },
      ],
      simulation: { planner: "roadmap", sites: { maxIterations: 50 }, duration: 300, step: 0.5 },
    };
    const { simulation, places, clear } = runOf(scene, {});
    expect([simulation.crowd.arrived, simulation.model, simulation.arrival]).toEqual([3, "sites", "touch"]);
    expect(clear).toBeGreaterThan(-1e-9);
    const last = places.filter((row) => row.length > 0).at(-1)!;
    expect(last[0]).toBeLessThan(2);
    expect(Math.max(...places.flatMap((row) => row.filter((_, k) => k % 2 === 0)))).toBeGreaterThan(19);
    const other = new Simulation(scene, { sites: false });
    expect([other.model, other.sites]).toEqual(["default", null]);
  });

  it("goes on from a snapshot to the same bits, by taking the steps again", () => {
    const scene = LINES;
    const one = new Simulation(scene, SITES);
    while (one.time < 15) one.advance();
    const snapshot = one.snapshot();
    const other = new Simulation(scene, SITES);
    other.restore(snapshot);
    for (let k = 0; k < 10; k++) {
      one.advance();
      other.advance();
    }
    const bits = (simulation: Simulation): string =>
      JSON.stringify(simulation.snapshot(), (_, v) => (v instanceof Float64Array ? [...v] : v));
    expect(bits(other)).toBe(bits(one));
    expect(() => other.restore(snapshot)).toThrow(/a new simulation is needed/);
  });

  it("refuses what it cannot do, in one line with the place", () => {
    const scene = citizensScene(2, { blocks: 4, reach: 30 });
    const wrong = (options: SimulationOptions, other: SceneInput = scene) => {
      return () => new Simulation(other, options);
    };
    expect(wrong({ ...SITES, planner: "pathmap" })).toThrow(
      /sites: people are sites of planner roadmap alone/,
    );
    expect(wrong({ ...SITES, model: "orca" })).toThrow(/model: .*no model/);
    expect(wrong({ ...SITES, arrival: "cross" })).toThrow(/arrival: .*given: cross/);
    expect(wrong({ sites: { maxIterations: 0 } })).toThrow(/sites.maxIterations: .*given: 0/);
    expect(wrong({ sites: { stream: Number.NaN } })).toThrow(/sites.stream/);
    expect(wrong({ sites: { streams: 3 } as never })).toThrow(
      /sites: unknown option "streams"; did you mean "stream"/,
    );
    const profiles = { walker: { behaviour: { type: "harmonic" } } } as const;
    expect(wrong(SITES, { ...scene, profiles })).toThrow(/profiles.walker: .*empty-circle/);
    const shut = { ...scene.obstacles![0], schedule: [{ time: 5, offset: [0, 1] as [number, number] }] };
    expect(wrong(SITES, { ...scene, obstacles: [shut] })).toThrow(/obstacles\[0\].schedule: .*stand still/);
    const narrow = new Simulation(scene, { sites: { stream: 0.5 }, step: 1 });
    expect(() => narrow.advance()).toThrow(/sites.stream: at least two steps of the fastest/);
  });
});
