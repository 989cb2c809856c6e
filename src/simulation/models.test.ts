/** Who of a scene walks by which model, and what is refused. */
import { describe, expect, it } from "vitest";
import { Crowd } from "../crowd/index.js";
import type { Point } from "../geometry/index.js";
import { type OwnModel, orca } from "../models/index.js";
import { runScene } from "../run/index.js";
import { type SceneInput, World } from "../world/index.js";
import { modelFaults } from "./models.js";
import { Simulation } from "./simulation.js";
import type { SimulationOptions } from "./simulation-options.js";

type Profiles = NonNullable<SceneInput["profiles"]>;

/** A hall with one group per profile; `simulation` as given. */
function scene(profiles: Profiles, simulation: SceneInput["simulation"] = {}): SceneInput {
  return {
    boundary: [
      [0, 0],
      [20, 0],
      [20, 10],
      [0, 10],
    ],
    goals: {
      exit: {
        segments: [
          [
            [18, 2],
            [18, 8],
          ],
        ],
      },
    },
    profiles,
    spawns: Object.keys(profiles).map((profile) => ({
      polygon: [
        [1, 1],
        [8, 1],
        [8, 9],
        [1, 9],
      ],
      count: 10,
      profile,
      goals: ["exit"],
    })),
    simulation,
  };
}

const adult = { radius: 0.22, speed: 1.3, headway: 1, reaction: 0 } as const;

/** Where everybody is after three seconds. */
function places(input: SceneInput, options: SimulationOptions = {}): number[] {
  const simulation = new Simulation(input, options);
  while (simulation.time < 3) simulation.advance();
  const { x, y } = simulation.crowd.columns;
  return [...x.subarray(0, simulation.crowd.size), ...y.subarray(0, simulation.crowd.size)];
}

describe("models of a scene", () => {
  it("that names none is the model of a bare crowd, to the bit, and is not orca", () => {
    const { model } = new Simulation(scene({ adult }));
    expect(model).toBe("default");
    const ways = [{}, { model: "default" as const }, { model: orca }].map((options) => {
      const crowd = new Crowd(new World(scene({})), options);
      for (let k = 0; k < 12; k++) {
        const position: Point = [2 + (k % 4) * 0.6, 3 + Math.floor(k / 4) * 0.6];
        crowd.add({ position, guide: () => [1, 0], radius: 0.22, speed: 1 + 0.1 * (k % 5) });
      }
      while (crowd.time < 3) crowd.step(0.05);
      const { x, y } = crowd.columns;
      return [...x.subarray(0, crowd.size), ...y.subarray(0, crowd.size)];
    });
    expect(ways[0]).toEqual(ways[1]);
    expect(ways[0]).not.toEqual(ways[2]);
  });

  it("a profile's before the scene's, and an option's before both", () => {
    const speed = places(scene({ adult }, { model: "speed" }));
    const orca = places(scene({ adult }, { model: "orca" }));
    expect(speed).not.toEqual(orca);
    expect(places(scene({ adult: { ...adult, model: "speed" } }, { model: "orca" }))).toEqual(speed);
    expect(places(scene({ adult: { ...adult, model: "speed" } }), { model: "orca" })).toEqual(orca);
    expect(places(scene({ adult }, { model: "orca" }), { model: "speed" })).toEqual(speed);
  });

  it("those in use are told with their parameters", () => {
    const mixed = scene({ adult, guard: { ...adult, model: "social-force" } }, { model: "speed" });
    const simulation = new Simulation(mixed);
    expect(simulation.model).toBe("speed");
    expect(Object.keys(simulation.models)).toEqual(["speed", "social-force"]);
    expect(simulation.models["social-force"]).toMatchObject({ mass: 80, repulsion: 2000, relaxation: 0.5 });
    expect(Object.keys(new Simulation(mixed, { model: "steps" }).models)).toEqual(["steps"]);
  });

  it("headway of a profile reaches the people", () => {
    const gapAfter = (headway: number): number => {
      const [first, second] = places({
        ...scene({ adult: { ...adult, headway } }, { model: "speed", seed: 4 }),
      });
      return Math.abs(first - second);
    };
    expect(gapAfter(0.5)).not.toBe(gapAfter(2));
  });

  it.each<[string, SceneInput, SimulationOptions]>([
    [
      "profiles.adult.avoidance: belongs to model orca; the model here is speed",
      scene({ adult: { ...adult, avoidance: { method: "orca" } } }, { model: "speed" }),
      {},
    ],
    [
      "profiles.adult.avoidance: belongs to model orca; the model here is steps",
      scene({ adult: { ...adult, avoidance: { method: "orca" } } }),
      { model: "steps" },
    ],
    [
      "speedDensity: belongs to model orca; the model here is speed",
      scene({ adult }, { model: "speed" }),
      { speedDensity: "weidmann" },
    ],
    [
      "speedDensity: belongs to model orca; the model here is speed",
      scene({ adult: { ...adult, model: "speed" } }),
      { speedDensity: "weidmann" },
    ],
    ['model: there is no model "sped"; did you mean "speed"?', scene({ adult }), { model: "sped" as never }],
  ])("%s", (message, input, options) => {
    expect(() => new Simulation(input, options)).toThrow(message);
  });

  it("avoidance and a curve of density mean orca where no model is named", () => {
    const input = scene({ adult: { ...adult, avoidance: { method: "orca" } } });
    expect(Object.keys(new Simulation(input).models)).toEqual(["orca"]);
    expect(new Simulation(scene({ adult }), { speedDensity: "weidmann" }).model).toBe("orca");
    expect(modelFaults({ scene: new Simulation(input).scene, model: undefined, weidmann: false })).toEqual(
      [],
    );
  });
});

describe("runs", () => {
  it("say which model, also one's own; another one is another run", async () => {
    const slow = (share: number): OwnModel => ({
      name: "slow",
      parameters: { share },
      choose: (_, velocity) => {
        velocity[0] *= share;
        velocity[1] *= share;
      },
    });
    const input = scene({ adult });
    const one = await runScene(input, { model: slow(0.5), duration: 5 });
    expect(one.summary).toMatchObject({ model: "slow", models: { slow: { share: 0.5 } } });
    expect(one.report().html).toContain("movement model slow");
    expect(one.report().html).toContain("share 0.5");
    const two = await runScene(input, { model: slow(0.25), duration: 5 });
    const three = await runScene(input, { model: slow(0.5), duration: 5 });
    expect(two.run).not.toBe(one.run);
    expect(three.run).toBe(one.run);
  });
});
