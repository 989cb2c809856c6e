import { describe, expect, test } from "vitest";
import { randomBuilding } from "../../test/support/random-buildings.js";
import { Random } from "../numerics/index.js";
import { type BuildingInput, patchAt } from "../world/index.js";
import { Simulation } from "./simulation.js";

/** A random building with everything that leads up and down, people on all levels and an exit on the lowest. */
function inhabited(seed: number): BuildingInput {
  const random = new Random(seed);
  const scene = randomBuilding(random, { kinds: ["stairs", "stairs", "ramp", "escalator"], lifts: seed % 3 });
  return {
    ...scene,
    goals: {
      exit: {
        level: "level 0",
        segments: [
          [
            [0, 8],
            [0, 10],
          ],
        ],
      },
    },
    spawns: scene.levels.map(({ name }) => ({
      level: name,
      polygon: [
        [0.5, 0.5],
        [23.5, 0.5],
        [23.5, 17.5],
        [0.5, 17.5],
      ],
      count: 8,
      goals: ["exit"],
    })),
    simulation: { duration: 600 },
  };
}

/** A simulation of it; null where somebody has no way out, as where an escalator goes up alone. */
function simulationOf(seed: number): Simulation | null {
  try {
    return new Simulation(inhabited(seed), { seed });
  } catch (error) {
    expect(String(error)).toMatch(/can get from here to exit|fits here/);
    return null;
  }
}

describe("people in random buildings", () => {
  test("leave a storey by connections alone, keep out of walls, and arrive: 24 seeds", () => {
    let runs = 0;
    let changes = 0;
    let rides = 0;
    for (let seed = 1; seed <= 24; seed++) {
      const simulation = simulationOf(seed);
      if (!simulation) continue;
      runs++;
      const { crowd, building } = simulation;
      const { sheet } = building!;
      const joined = new Set(
        sheet.portals.flatMap(({ patches: [a, b], entry }) => [
          ...(entry === "b" ? [] : [`${a} ${b}`]),
          ...(entry === "a" ? [] : [`${b} ${a}`]),
        ]),
      );
      sheet.lifts.forEach(({ doors }, k) => {
        const car = sheet.patches.length - sheet.lifts.length + k;
        for (const { patch } of doors) joined.add(`${patch} ${car}`).add(`${car} ${patch}`);
      });
      const before = new Map<number, number>();
      const strange: string[] = [];
      while (!simulation.done) {
        simulation.advance();
        const { id, x, y } = crowd.columns;
        for (let i = 0; i < crowd.size; i++) {
          const patch = patchAt(sheet, x[i]);
          const last = before.get(id[i]) ?? patch;
          before.set(id[i], patch);
          if (patch !== last) {
            changes++;
            if (!joined.has(`${last} ${patch}`)) strange.push(`${id[i]}: from ${last} to ${patch}`);
          }
          if (!crowd.world.contains([x[i], y[i]])) strange.push(`${id[i]} in a wall at ${simulation.time}`);
        }
        if (crowd.spawned !== crowd.size + crowd.arrived)
          strange.push(`somebody is lost at ${simulation.time}`);
      }
      expect([seed, strange.slice(0, 3)]).toEqual([seed, []]);
      expect([seed, crowd.arrived]).toEqual([seed, simulation.total]);
      rides += simulation.lifts!.summary.reduce((sum, { carried }) => sum + carried, 0);
    }
    expect(runs).toBeGreaterThan(12);
    expect(changes).toBeGreaterThan(300);
    expect(rides).toBeGreaterThan(20);
  });

  test("do the same from the same seed, to the bit", () => {
    const [one, two] = [simulationOf(5), simulationOf(5)];
    for (let k = 0; k < 400; k++) {
      one!.advance();
      two!.advance();
    }
    expect(two!.snapshot()).toEqual(one!.snapshot());
  });

  test("go on from a snapshot taken while somebody rides a lift, to the same bits: seeds 1 to 12", () => {
    let rides = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const whole = simulationOf(seed);
      const isRiding = (): boolean => whole!.lifts!.summary.some(({ aboard }) => aboard > 0);
      while (whole && !whole.done && !isRiding()) whole.advance();
      if (!whole || whole.done) continue;
      rides++;
      const again = simulationOf(seed)!;
      again.restore(structuredClone(whole.snapshot()));
      for (let k = 0; k < 300; k++) {
        whole.advance();
        again.advance();
      }
      expect(again.snapshot()).toEqual(whole.snapshot());
    }
    expect(rides).toBeGreaterThan(2);
  });
});
