import { describe, expect, test } from "vitest";
import { sideOfRing } from "../geometry/index.js";
import { builtinBuilding } from "../scenes/index.js";
import { type BuildingScene, diagnose } from "../world/index.js";
import { Simulation } from "./simulation.js";

/** The clinic, changed. */
function clinic(change: (scene: BuildingScene) => void = () => {}): BuildingScene {
  const scene = structuredClone(builtinBuilding("clinic"));
  change(scene);
  return scene;
}

function ended(simulation: Simulation): Simulation {
  while (!simulation.done) simulation.advance();
  return simulation;
}

const codes = (scene: BuildingScene): string[] =>
  diagnose(scene)
    .map(({ code }) => code)
    .filter((code) => code !== "obstacle-touches-boundary");

describe("refuges", () => {
  test("who may not take the stairs goes there and stays; the run ends when all others have left", () => {
    const simulation = ended(new Simulation(clinic()));
    const { crowd, sheltered, time, duration, stays, building } = simulation;
    expect([crowd.arrived, crowd.size, sheltered.length]).toEqual([46, 4, 4]);
    expect(time).toBeLessThan(duration);
    const { level, polygon } = building!.scene.waiting!.refuge;
    const { id, x, y, group } = crowd.columns;
    for (let i = 0; i < crowd.size; i++) {
      expect([id[i], group[i]]).toEqual([id[i], 1]);
      const place = building!.where([x[i], y[i]])!;
      expect(place.kind === "level" && place.level).toBe(level);
      expect(sideOfRing(place.point, polygon!)).toBeGreaterThanOrEqual(0);
    }
    expect(stays).toMatchObject([{ name: "refuge", kind: "refuge", inside: 4, beyond: 0, served: 0 }]);
    expect(simulation.warnings).toEqual([
      "spawns[1]: those with profile wheelchair cannot get to exit, and wait in a refuge (refuge)",
    ]);
  });

  test("with the lift in service nobody needs one", () => {
    const scene = clinic((one) => Object.assign(one.connections![1], { on: true }));
    const { crowd, sheltered, lifts } = ended(new Simulation(scene));
    expect([crowd.arrived, sheltered.length]).toEqual([50, 0]);
    expect(lifts!.summary[0].carried).toBeGreaterThanOrEqual(4);
  });

  test("a snapshot taken while some are on the way and some wait goes on to the same bits", () => {
    const whole = new Simulation(clinic());
    while (whole.sheltered.length < 2) whole.advance();
    const kept = structuredClone(whole.snapshot());
    const again = new Simulation(clinic());
    again.restore(kept);
    ended(whole);
    ended(again);
    expect(again.snapshot()).toEqual(whole.snapshot());
  });

  test("one that is too small leaves somebody beside it, and the run says so at its end", () => {
    const scene = clinic((one) => {
      one.waiting!.refuge.polygon = [
        [16, 9],
        [17.6, 9],
        [17.6, 10.4],
        [16, 10.4],
      ];
    });
    const simulation = ended(new Simulation(scene, { duration: 120 }));
    expect(simulation.sheltered.length).toBeLessThan(4);
    expect(simulation.sheltered.length).toBeGreaterThan(0);
    expect(simulation.warnings.join()).toContain("there is no free spot in sight");
  });

  test("without a refuge they are refused by name, and check warns of them", () => {
    const scene = clinic((one) => delete one.waiting);
    expect(() => new Simulation(scene)).toThrow(/spawns\[1\]: nobody of radius .* can get from here to exit/);
    expect(codes(scene)).toEqual(["spawn-stranded"]);
    expect(codes(clinic())).toEqual([]);
  });

  test("one that they cannot get to does not help", () => {
    const scene = clinic((one) => {
      one.waiting!.refuge.level = "ground";
    });
    expect(() => new Simulation(scene)).toThrow("nor to a refuge (refuge)");
    expect(codes(scene)).toEqual(["spawn-stranded"]);
  });

  test.each<[string, (scene: BuildingScene) => void, string]>([
    [
      "with a time",
      (one) => Object.assign(one.waiting!.refuge, { seconds: 5 }),
      "waiting.refuge: seconds, until or both are needed: how long people stay; or refuge alone",
    ],
    [
      "on the way",
      (one) => {
        one.spawns![2].goals = ["refuge", "exit"];
      },
      "spawns[2].goals[0]: people stay in a refuge for good",
    ],
  ])("%s is refused", (_, change, says) => {
    expect(() => new Simulation(clinic(change))).toThrow(says);
  });

  test("people may be sent to one by name", () => {
    const scene = clinic((one) => {
      one.spawns = [{ ...one.spawns![0], count: 5, goals: ["refuge"] }];
    });
    const { crowd, sheltered } = ended(new Simulation(scene));
    expect([crowd.arrived, sheltered.length]).toEqual([0, 5]);
  });
});
