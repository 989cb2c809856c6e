/** Movement models as values: who names which, what is refused, and models of a program. */
import { describe, expect, it } from "vitest";
import { type AgentView, MODEL_NAMES, orca, ownModel } from "../models/index.js";
import { type SceneInput, World } from "../world/index.js";
import { type AgentOptions, Crowd, type CrowdOptions, Threads } from "./index.js";

const HALL = {
  boundary: [
    [0, 0],
    [40, 0],
    [40, 20],
    [0, 20],
  ],
} satisfies SceneInput;
const hall = new World(HALL);
const east = (): [number, number] => [1, 0];

/** People in rows who walk into each other, half of them each way. */
function fill(crowd: Crowd, options: Partial<AgentOptions> = {}): Crowd {
  for (let i = 0; i < 60; i++) {
    const heading = i % 2 === 0 ? 1 : -1;
    const position: [number, number] = [4 + 3 * (i % 10), 3 + 2 * Math.floor(i / 10)];
    crowd.add({ position, guide: () => [heading, 0], ...options });
  }
  return crowd;
}

const placesOf = ({ columns, size }: Crowd): number[] => [
  ...columns.x.subarray(0, size),
  ...columns.y.subarray(0, size),
];

/** Slows down for whoever is near and ahead, and remembers how often. */
const careful = ownModel({
  name: "careful",
  range: 3,
  choose({ x, y, wishX, wishY, others, state }: AgentView, velocity: Float64Array) {
    for (let k = 0; k < others.count; k++) {
      if ((others.x[k] - x) * wishX + (others.y[k] - y) * wishY <= 0) continue;
      const share = Math.min(1, others.distance[k] / 3);
      velocity[0] = share * wishX;
      velocity[1] = share * wishY + (state[2] % 2 === 0 ? 0.1 : -0.1);
      state[2]++;
      return;
    }
  },
});

describe("models as values", () => {
  it("are taken from the agent, else from the crowd", () => {
    const places = (options: CrowdOptions, agent: Partial<AgentOptions>): number[] => {
      const crowd = fill(new Crowd(hall, options), { radius: 0.25, ...agent });
      for (let k = 0; k < 20; k++) crowd.step(0.05);
      return placesOf(crowd);
    };
    const avoiding = places({ model: orca }, {});
    const own = places({ model: careful }, {});
    expect(own).not.toEqual(avoiding);
    expect(places({ model: careful }, { model: orca })).toEqual(avoiding);
    expect(places({ model: orca }, { model: careful })).toEqual(own);
  });

  it.each<[string, () => unknown]>([
    [
      'model: there is no model "orka"; did you mean "orca"? there are: ',
      () => new Crowd(hall, { model: "orka" as never }),
    ],
    ["model: there is no model 3; there are: ", () => new Crowd(hall, { model: 3 as never })],
    [
      'model: a crowd does not know it by name; import { orca } from "wayfield/models" and give model: orca',
      () => new Crowd(hall, { model: "orca" as never }),
    ],
    [
      'model: a crowd does not know it by name; import { socialForce } from "wayfield/models" and give model: socialForce',
      () => new Crowd(hall).add({ position: [1, 1], model: "social-force" as never }),
    ],
    [
      'model: a model of your own is made a value first; import { ownModel } from "wayfield/models" and give model: ownModel(yours)',
      () => new Crowd(hall, { model: (() => {}) as never }),
    ],
    ['model: unknown option "chose"; did you mean "choose"?', () => ownModel({ chose() {} } as never)],
    ["model: a model needs choose, a function", () => ownModel({ range: 2 } as never)],
    ["model.range: a finite number of metres > 0", () => ownModel({ choose() {}, range: 0 })],
    [
      'avoidance: belongs to model orca; import { orca } from "wayfield/models" and give model: orca',
      () => new Crowd(hall).add({ position: [1, 1], avoidance: { horizon: 1 } }),
    ],
    [
      'speedDensity: belongs to model orca; import { orca } from "wayfield/models" and give model: orca',
      () => new Crowd(hall, { speedDensity: "weidmann" }),
    ],
    [
      "speedDensity: belongs to model orca; the model here is careful",
      () => new Crowd(hall, { model: careful, speedDensity: "weidmann" }),
    ],
    [
      "speedDensity: belongs to model orca; the model here is careful",
      () =>
        new Crowd(hall, { model: orca, speedDensity: "weidmann" }).add({ position: [1, 1], model: careful }),
    ],
    [
      "avoidance: belongs to model orca; the model here is careful",
      () => new Crowd(hall, { model: careful }).add({ position: [1, 1], avoidance: { horizon: 1 } }),
    ],
    ["headway: a finite number of seconds > 0", () => new Crowd(hall).add({ position: [1, 1], headway: 0 })],
  ])("%s", (message, act) => {
    expect(act).toThrow(message);
  });

  it("orca has a radius of its own, with other parameters too", () => {
    const crowd = new Crowd(hall);
    const id = crowd.add({ position: [2, 2], model: orca, avoidance: { horizon: 1 } });
    expect(crowd.agent(id)!.radius).toBe(0.25);
  });

  it("a snapshot is refused by a crowd that does not carry its models", () => {
    const crowd = new Crowd(hall);
    crowd.add({ position: [2, 2], model: orca });
    const snapshot = crowd.snapshot();
    expect(() => new Crowd(hall).restore(snapshot)).toThrow();
    const other = new Crowd(hall);
    other.add({ position: [2, 2] });
    expect(() => other.restore(snapshot)).toThrow("the snapshot knows models that this crowd does not");
    const carrying = new Crowd(hall, { model: orca });
    carrying.add({ position: [2, 2], model: "default" });
    expect(() => carrying.restore(snapshot)).not.toThrow();
  });

  it("there are as many as the schema of scenes knows", () => {
    const scene = (model: string) => ({ ...HALL, simulation: { model } });
    for (const model of MODEL_NAMES) expect(() => new World(scene(model) as never)).not.toThrow();
    expect(() => new World(scene("orka") as never)).toThrow("simulation.model");
  });
});

describe("a model of one's own", () => {
  it("sees the agent, others nearest first and the walls, as they were before the step", () => {
    const seen: Record<string, unknown>[] = [];
    const watch = ownModel({
      range: 5,
      neighbours: 2,
      wallRange: 1.5,
      choose: ({ others, walls, ...self }) => {
        const first = <T extends object>(columns: T, count: number) =>
          Object.fromEntries(
            Object.entries(columns)
              .filter(([name]) => name !== "count")
              .map(([name, column]) => [name, [...column.subarray(0, count)]]),
          );
        seen.push({
          ...self,
          state: [...self.state],
          others: first(others, others.count),
          walls: first(walls, walls.count),
        });
      },
    });
    const crowd = new Crowd(hall, { seed: 9 });
    crowd.add({ position: [10, 1], guide: east, model: watch, radius: 0.2, speed: 1.5, headway: 0.8 });
    crowd.add({ position: [13, 1], guide: () => [0, 1], radius: 0.3, speed: 1, headway: 2 });
    crowd.add({ position: [11, 1] });
    crowd.add({ position: [16, 1] });
    crowd.step(0.1);
    expect(seen).toEqual([
      {
        ...{ id: 0, x: 10, y: 1, vx: 0, vy: 0, wishX: 1.5, wishY: 0, radius: 0.2, speed: 1.5, headway: 0.8 },
        ...{ step: 0.1, seed: 9, state: [0, 0, 0] },
        others: {
          ...{ x: [11, 13], y: [1, 1], vx: [0, 0], vy: [0, 0], wishX: [0, 0], wishY: [0, 1] },
          ...{
            radius: [crowd.agent(2)!.radius, 0.3],
            speed: [1.34, 1],
            headway: [1.17, 2],
            distance: [1, 3],
          },
        },
        walls: { x: [10], y: [0], distance: [1] },
      },
    ]);
  });

  it("moves as it says, but not through walls nor into others", () => {
    const crowd = new Crowd(hall, { model: ownModel((_, velocity) => velocity.set([0, -3])) });
    const alone = crowd.add({ position: [5, 10], guide: east });
    const wall = crowd.add({ position: [20, 0.5], guide: east, radius: 0.3 });
    crowd.step(0.1);
    expect(crowd.agent(alone)!.position[1]).toBeCloseTo(9.7, 9);
    for (let k = 0; k < 20; k++) crowd.step(0.1);
    expect(crowd.agent(wall)!.position[1]).toBeCloseTo(0.3, 2);
    expect(crowd.touches.wallHits).toBe(0);
  });

  it("the same bits with 1 and 2 threads, and from a snapshot on", () => {
    const run = (
      threads: number,
      from?: ReturnType<Crowd["snapshot"]>,
    ): { crowd: Crowd; half: ReturnType<Crowd["snapshot"]> } => {
      const crowd = fill(new Crowd(hall, { threads: new Threads(threads), model: careful }));
      if (from) crowd.restore(from);
      else for (let k = 0; k < 30; k++) crowd.step(0.05);
      const half = crowd.snapshot();
      for (let k = 0; k < 30; k++) crowd.step(0.05);
      crowd.close();
      return { crowd, half };
    };
    const one = run(1);
    expect(placesOf(run(2).crowd)).toEqual(placesOf(one.crowd));
    expect(placesOf(run(1, one.half).crowd)).toEqual(placesOf(one.crowd));
    expect(one.half.columns["agent.clock"].some((times) => times > 0)).toBe(true);
    expect(() => new Crowd(hall).restore(one.half)).toThrow();
  });

  it("one that gives no velocity is named, with the agent", () => {
    const crowd = new Crowd(hall, {
      model: ownModel({ name: "broken", choose: (_, velocity) => velocity.fill(Number.NaN) }),
    });
    crowd.add({ position: [5, 5], guide: east });
    expect(() => crowd.step(0.1)).toThrow(
      "model broken: a velocity is two finite numbers; agent 0 was given NaN, NaN",
    );
  });
});
