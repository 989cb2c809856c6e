import { describe, expect, it } from "vitest";
import { builtinScene, citizensScene, fieldScene } from "../src/scenes/index.js";
import { Simulation } from "../src/simulation/index.js";
import type { SceneInput } from "../src/world/index.js";
import { transport } from "./crowd/transport.js";
import { parkHundred } from "./potential/park-100.js";

const bits = (simulation: Simulation): string =>
  JSON.stringify(simulation.snapshot(), (_, v) => (v instanceof Float64Array ? [...v] : v));

describe("figure 3.13: transport taken at weighted vertices", () => {
  it("each of three travellers takes another one, the fourth walks; the ways differ", () => {
    const [{ agents, arrived, rides, travelTimes, tracks }] = transport.run({ seeds: [], clock: () => 0 });
    expect([agents, arrived, rides]).toEqual([4, 4, 3]);
    // Whoever rides is sooner there than the one who walks.
    for (const time of travelTimes.slice(0, 3)) expect(time).toBeLessThan(travelTimes[3] - 5);
    // The first goes by the speed-3 corner at [12, 28], the second by that of 2.5 at [26, 8], the third by [38, 44].
    const corners = [
      [12, 28],
      [26, 8],
      [38, 44],
    ];
    corners.forEach(([x, y], k) => {
      const nearest = Math.min(...tracks[k].points.map(([px, py]) => Math.hypot(px - x, py - y)));
      expect(nearest).toBeLessThan(2.5);
    });
  });

  it("continues identically from a snapshot after a ride was taken", () => {
    const one = new Simulation(builtinScene("transport"));
    while (one.time < 60) one.advance();
    expect(one.rides.length).toBeGreaterThan(0);
    const other = new Simulation(builtinScene("transport"));
    other.restore(one.snapshot());
    for (let k = 0; k < 1200; k++) {
      one.advance();
      other.advance();
    }
    expect(one.rides.length).toBeGreaterThan(1);
    expect(bits(other)).toBe(bits(one));
  });

  it("only those guided by path maps ride, and nothing is taken twice in a crowd", () => {
    const scene = builtinScene("transport");
    const crowded: SceneInput = {
      ...scene,
      spawns: [
        { ...scene.spawns![0], count: 20, rate: 1 },
        { ...scene.spawns![0], count: 5, rate: 1, planner: "roadmap" },
      ],
    };
    const simulation = new Simulation(crowded);
    while (!simulation.done) simulation.advance();
    expect(simulation.crowd.arrived).toBe(25);
    expect(new Set(simulation.rides.map(([, weight]) => weight)).size).toBe(simulation.rides.length);
    expect(simulation.rides.every(([, , group]) => group === 0)).toBe(true);
  });
});

it("6.3.5: a hundred walkers of random v and step length leave the park, and nobody runs into another", () => {
  const [{ agents, arrived, deepestOverlap, travelTimes }] = parkHundred.run({ seeds: [], clock: () => 0 });
  expect([agents, arrived]).toEqual([100, 100]);
  expect(deepestOverlap).toBeLessThan(0.05);
  expect(Math.max(...travelTimes)).toBeLessThan(240);
});

describe("Hartmann's simulations, with fewer people", () => {
  it("two lines change sides without touching", () => {
    const simulation = new Simulation({
      ...fieldScene(8),
      simulation: { planner: "roadmap", step: 0.25, duration: 2000 },
    });
    let deepest = 0;
    while (!simulation.done) {
      simulation.advance();
      deepest = Math.max(deepest, simulation.crowd.touches.deepest);
    }
    expect(simulation.crowd.arrived).toBe(8);
    expect(deepest).toBeLessThan(0.01);
  });

  it("everyone finds the way through a city", () => {
    const simulation = new Simulation(citizensScene(12, { blocks: 8, reach: 60 }));
    while (!simulation.done) simulation.advance();
    expect(simulation.crowd.arrived).toBe(12);
  });
});
