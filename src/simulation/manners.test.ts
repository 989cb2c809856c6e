import { describe, expect, it } from "vitest";
import { freeSample, randomPlan } from "../../test/support/crowd-plans.js";
import { Crowd } from "../crowd/crowd.js";
import { Crowding } from "../crowd/manner.js";
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import { orca } from "../models/index.js";
import { Random } from "../numerics/index.js";
import { PathMap } from "../pathmap/index.js";
import { constant } from "../potential/index.js";
import { builtinScene } from "../scenes/index.js";
import { type Scene, type SceneInput, World } from "../world/index.js";
import { EmptyCircleWalking } from "./empty-circles.js";
import { LocalMapWalking } from "./local-maps.js";
import { PLANNERS } from "./planners.js";
import { Simulation } from "./simulation.js";

type Profile = NonNullable<Scene["profiles"]>[string];
type Behaviour = NonNullable<Profile["behaviour"]>;

/** Checks that nobody is lost and nobody is in a wall. */
function checkStep({ crowd, time }: Simulation): void {
  if (crowd.spawned !== crowd.size + crowd.arrived) expect.fail(`numbers at ${time}`);
  const { x, y, id } = crowd.columns;
  for (let i = 0; i < crowd.size; i++) {
    if (!crowd.world.contains([x[i], y[i]])) expect.fail(`agent ${id[i]} at ${x[i]},${y[i]}, ${time} s`);
  }
}

const bits = (simulation: Simulation): string =>
  JSON.stringify(simulation.snapshot(), (_, v) => (v instanceof Float64Array ? [...v] : v));

/** Every behaviour that a scene may name. */
const BEHAVIOURS: readonly Behaviour[] = [
  { type: "harmonic" },
  { type: "constant", vector: [0.5, -1] },
  { type: "constant", vector: "random", epsilon: 0.8 },
  { type: "sinusoid", period: 4 },
  { type: "double-sine", amplitude: 0.5 },
  { type: "towards", target: [3, 3] },
  { type: "away", sight: 4 },
  { type: "orthogonal", target: "goal" },
  { type: "keep-right" },
  { type: "keep-to-wall" },
  { type: "random", period: 1 },
  {
    type: "curve",
    curve: [
      [0, 0],
      [1, 1],
      [2, -1],
    ],
  },
  { type: "empty-circle", threshold: 0.4 },
  { type: "random-point", period: 1, goalFocus: true },
];

describe("four planners with behaviours in one crowd", () => {
  it("everybody crosses the square, nobody is lost and nobody enters a wall", () => {
    const simulation = new Simulation(builtinScene("plaza"));
    expect(simulation.planners).toEqual(["flow", "pathmap", "potential", "roadmap"]);
    while (!simulation.done) {
      simulation.advance();
      checkStep(simulation);
    }
    expect(simulation.crowd.arrived).toBe(simulation.total);
  });

  it("the same bits with two threads, and after a snapshot is restored into another simulation", () => {
    const one = new Simulation(builtinScene("plaza"));
    const two = new Simulation(builtinScene("plaza"), { threads: 2 });
    for (let k = 0; k < 300; k++) {
      one.advance();
      two.advance();
    }
    expect(bits(two)).toBe(bits(one));
    two.close();
    const other = new Simulation(builtinScene("plaza"));
    other.restore(one.snapshot());
    for (let k = 0; k < 60; k++) {
      one.advance();
      other.advance();
    }
    expect(bits(other)).toBe(bits(one));
  });

  it.each(["subway", "trains"])("%s continues identically from a snapshot while its goals move", (name) => {
    const one = new Simulation(builtinScene(name));
    // Between two plans, which are a second apart.
    while (one.time < 22.35) one.advance();
    const other = new Simulation(builtinScene(name));
    other.restore(one.snapshot());
    for (let k = 0; k < 60; k++) {
      one.advance();
      other.advance();
    }
    expect(bits(other)).toBe(bits(one));
  });

  it.each(Object.keys(PLANNERS).filter((name) => name !== "flow"))(
    "everyone leaves two rooms by %s",
    (planner) => {
      const simulation = new Simulation(builtinScene("two-rooms"), { planner, duration: 90 });
      while (!simulation.done) simulation.advance();
      expect(simulation.crowd.arrived).toBe(40);
    },
  );
});

describe("no centre ever enters an obstacle, whatever the behaviour", () => {
  const steps = [0.01, 0.05, 0.1, 0.25, 0.5];
  it.each(BEHAVIOURS.map((behaviour, i) => [behaviour.type, i, steps[i % steps.length]] as const))(
    "%s, random plan %i, step %f",
    (_type, i, step) => {
      const random = new Random(100 + i);
      const world = randomPlan(random);
      const [x, y] = freeSample(world, random);
      const { minX, minY, maxX, maxY } = world.bounds;
      const scene: SceneInput = {
        ...world.scene,
        goals: { goal: { points: [[x, y]] } },
        profiles: {
          one: { radius: 0.1, speed: { min: 0.5, max: 3 }, behaviour: BEHAVIOURS[i] },
          other: {
            radius: 0.1,
            speed: 1.5,
            behaviour: BEHAVIOURS[i],
            avoidance: { method: "none" },
          },
        },
        spawns: ["one", "other"].map((profile, k) => ({
          polygon: [
            [minX, minY],
            [maxX, minY],
            [maxX, maxY],
            [minX, maxY],
          ] as [number, number][],
          count: 20,
          profile,
          planner: (["pathmap", "roadmap"] as const)[k],
          goals: ["goal"],
        })),
      };
      const simulation = new Simulation(scene, { step, duration: 60 * step });
      while (!simulation.done) {
        simulation.advance();
        checkStep(simulation);
      }
      expect(simulation.crowd.spawned).toBeGreaterThan(10);
    },
  );
});

const corridor = (profiles: Record<string, Profile>, spawns: SceneInput["spawns"]): SceneInput => ({
  boundary: [
    [0, 0],
    [40, 0],
    [40, 8],
    [0, 8],
  ],
  goals: {
    east: {
      segments: [
        [
          [40, 0.5],
          [40, 7.5],
        ],
      ],
    },
    west: {
      segments: [
        [
          [0, 0.5],
          [0, 7.5],
        ],
      ],
    },
  },
  profiles,
  spawns,
});

/** Mean y of those of a group between x = 10 and 30, over a whole run. */
function meanHeights(scene: SceneInput, groups: number): { heights: number[]; arrived: number } {
  const simulation = new Simulation(scene, { duration: 120 });
  const sum = new Array<number>(groups).fill(0);
  const count = new Array<number>(groups).fill(0);
  while (!simulation.done) {
    simulation.advance();
    const { x, y, group } = simulation.crowd.columns;
    for (let i = 0; i < simulation.crowd.size; i++) {
      if (x[i] < 10 || x[i] > 30) continue;
      sum[group[i]] += y[i];
      count[group[i]]++;
    }
  }
  return { heights: sum.map((s, g) => s / count[g]), arrived: simulation.crowd.arrived };
}

describe("local maps can be trusted", () => {
  const corridor = new World({
    boundary: [
      [0, 0],
      [30, 0],
      [30, 8],
      [0, 8],
    ],
  });
  const guide = new PathMap(corridor, { goals: [{ point: [28, 4] }], radius: 0.25 });

  it("who walks harmonically in the middle of a corridor stays there", () => {
    const crowd = new Crowd(corridor);
    crowd.add({ position: [2, 4], guide, radius: 0.25, manner: new LocalMapWalking() });
    while (crowd.size > 0 && crowd.time < 60) {
      crowd.step(0.05);
      if (crowd.size > 0) expect(Math.abs(crowd.columns.y[0] - 4)).toBeLessThan(1e-12);
    }
    expect(crowd.arrived).toBe(1);
  });

  it("who finds somebody on the goal comes up to him and stands there, and arrives when he has left", () => {
    const crowd = new Crowd(corridor, { model: orca, arrival: "touch" });
    const manner = new LocalMapWalking({ localMap: { project: false } });
    const other = crowd.add({ position: [28, 4], radius: 0.25 });
    crowd.add({ position: [20, 4.3], guide, radius: 0.25, manner });
    for (let k = 0; k < 400; k++) crowd.step(0.05);
    const [x, y] = [crowd.columns.x[1], crowd.columns.y[1]];
    expect(Math.hypot(x - 28, y - 4)).toBeLessThan(1.2);
    crowd.remove(other);
    for (let k = 0; k < 100 && crowd.size > 0; k++) crowd.step(0.05);
    expect(crowd.arrived).toBe(1);
  });
});

describe("what profiles say about obstacles and gradients", () => {
  /** Seconds until one person has crossed a room of 12 m, and how far from its middle it came. */
  function crossing(profile: Partial<Profile>): { seconds: number; most: number } {
    const simulation = new Simulation({
      format: "wayfield-scene",
      version: 1,
      boundary: [
        [0, 0],
        [20, 0],
        [20, 8],
        [0, 8],
      ],
      goals: { east: { points: [[14, 4]] } },
      profiles: { one: { radius: 0.25, speed: 1.34, ...profile } },
      spawns: [
        {
          polygon: [
            [1.6, 3.6],
            [2.4, 3.6],
            [2.4, 4.4],
            [1.6, 4.4],
          ],
          count: 1,
          profile: "one",
          goals: ["east"],
        },
      ],
    });
    let most = 0;
    while (!simulation.done && simulation.time < 60) {
      simulation.advance();
      if (simulation.crowd.size > 0) most = Math.max(most, Math.abs(simulation.crowd.columns.y[0] - 4));
    }
    return { seconds: simulation.time, most };
  }

  it("with notices: obstacles, the wall ahead is enough to step aside", () => {
    const behaviour: Behaviour = { type: "constant", vector: [0, 1], epsilon: 0.7, sight: 12 };
    expect(crossing({ behaviour }).most).toBeLessThan(0.45);
    expect(crossing({ behaviour: { ...behaviour, notices: "obstacles" } }).most).toBeGreaterThan(1);
  });

  it("with slowBelow, people are slower where the gradient is smaller", () => {
    const plain = crossing({ motion: { rule: "mean" } });
    const slowed = crossing({ motion: { rule: "mean", slowBelow: 0.05 } });
    expect(slowed.seconds).toBeGreaterThan(1.5 * plain.seconds);
  });
});

describe("behaviours show", () => {
  it("v = (0, 1) leads above v = (0, -1), which leads below", () => {
    const person = (vector: [number, number]): Profile => ({
      radius: 0.25,
      speed: 1.3,
      behaviour: { type: "constant", vector, epsilon: 0.8 },
    });
    const spawn = (profile: string): NonNullable<SceneInput["spawns"]>[number] => ({
      segment: [
        [2, 3.9],
        [2, 4.1],
      ],
      count: 4,
      rate: 0.25,
      profile,
      goals: ["east"],
    });
    const scene = corridor({ up: person([0, 1]), down: person([0, -1]) }, [spawn("up"), spawn("down")]);
    const { heights, arrived } = meanHeights(scene, 2);
    expect(arrived).toBe(8);
    expect(heights[0]).toBeGreaterThan(4.5);
    expect(heights[1]).toBeLessThan(3.5);
  });

  it("two streams that keep to the right pass each other on their right", () => {
    const scene = corridor({ polite: { radius: 0.25, speed: 1.3, behaviour: { type: "keep-right" } } }, [
      {
        polygon: [
          [1, 1],
          [6, 1],
          [6, 7],
          [1, 7],
        ],
        count: 10,
        profile: "polite",
        goals: ["east"],
      },
      {
        polygon: [
          [34, 1],
          [39, 1],
          [39, 7],
          [34, 7],
        ],
        count: 10,
        profile: "polite",
        goals: ["west"],
      },
    ]);
    const { heights, arrived } = meanHeights(scene, 2);
    expect(arrived).toBe(20);
    expect(heights[1] - heights[0]).toBeGreaterThan(1);
  });

  it("with goal focus people wait at the kerb of a red light; without, where they are (Hartmann 2010, 4.5.3)", () => {
    const street = {
      polygon: [
        [16, 0],
        [20, 0],
        [20, 8],
        [16, 8],
      ] as [number, number][],
      schedule: [
        { time: 0, present: false },
        { time: 1, present: true },
        { time: 20, present: false },
      ],
    };
    const lastX = (goalFocus: boolean): { at: number; arrived: number } => {
      const scene = corridor(
        { walker: { radius: 0.25, speed: 1.3, behaviour: { type: "empty-circle", goalFocus } } },
        [
          {
            segment: [
              [3, 3],
              [3, 5],
            ],
            count: 3,
            profile: "walker",
            planner: "roadmap",
            goals: ["east"],
          },
        ],
      );
      const simulation = new Simulation({ ...scene, obstacles: [street] }, { duration: 60 });
      while (simulation.time < 19) simulation.advance();
      const { x } = simulation.crowd.columns;
      const at = Math.max(...x.subarray(0, simulation.crowd.size));
      while (!simulation.done) simulation.advance();
      return { at, arrived: simulation.crowd.arrived };
    };
    const focused = lastX(true);
    expect(focused.at).toBeGreaterThan(14);
    expect(focused.at).toBeLessThan(16);
    expect(focused.arrived).toBe(3);
    const others = lastX(false);
    expect(others.at).toBeLessThan(6);
    expect(others.arrived).toBe(3);
  });

  it("random points make ways that differ, the same for the same seed", () => {
    const ways = (type: "empty-circle" | "random-point", seed: number): number => {
      const scene = corridor({ child: { radius: 0.2, speed: 1.3, behaviour: { type } } }, [
        {
          segment: [
            [2, 4],
            [2, 4.1],
          ],
          count: 6,
          rate: 0.2,
          profile: "child",
          planner: "roadmap",
          goals: ["east"],
        },
      ]);
      const simulation = new Simulation(scene, { duration: 90, seed });
      let sum = 0;
      while (!simulation.done) {
        simulation.advance();
        for (const { walked } of simulation.crowd.arrivals) sum += walked;
      }
      expect(simulation.crowd.arrived).toBe(6);
      return sum;
    };
    expect(ways("random-point", 1)).toBe(ways("random-point", 1));
    expect(ways("random-point", 1)).not.toBe(ways("random-point", 2));
    expect(ways("random-point", 1)).toBeGreaterThan(1.01 * ways("empty-circle", 1));
  });

  it("a wider threshold keeps people farther apart, though they avoid nobody", () => {
    const nearest = (threshold: number): number => {
      const world = new World(corridor({}, undefined));
      const crowd = new Crowd(world, { seed: 2 });
      const manner = new EmptyCircleWalking({ threshold });
      const east = new PathMap(world, {
        goals: [
          {
            segment: [
              [40, 0.5],
              [40, 7.5],
            ],
          },
        ],
        radius: 0.25,
      });
      const west = new PathMap(world, {
        goals: [
          {
            segment: [
              [0, 0.5],
              [0, 7.5],
            ],
          },
        ],
        radius: 0.25,
      });
      const avoidance = { method: "none" } as const;
      crowd.add({ position: [10, 4], guide: east, manner, model: orca, avoidance });
      crowd.add({ position: [30, 4.05], guide: west, manner, model: orca, avoidance });
      let least = Infinity;
      for (let k = 0; k < 400 && crowd.size === 2; k++) {
        crowd.step(0.05);
        const [a, b] = [crowd.agent(0), crowd.agent(1)];
        if (a && b)
          least = Math.min(least, Math.hypot(a.position[0] - b.position[0], a.position[1] - b.position[1]));
      }
      return least;
    };
    expect(nearest(1)).toBeGreaterThan(nearest(0));
    expect(nearest(0)).toBeGreaterThan(0.45);
  });

  it("a manner of one's own, and behaviours of the planner's, walk in a crowd", () => {
    const world = new World(corridor({}, undefined));
    const crowd = new Crowd(world, { model: orca });
    const guide = new PathMap(world, {
      goals: [
        {
          segment: [
            [40, 0.5],
            [40, 7.5],
          ],
        },
      ],
      radius: 0.25,
    });
    const manner = new LocalMapWalking({ behaviour: constant([0, 1], 0.7) });
    crowd.add({ position: [2, 4], guide, manner });
    crowd.add({
      position: [2, 2],
      guide,
      manner: { interval: 1, think: (people) => people.map(() => ({ facing: [1, 0], aim: [0.5, 0] })) },
    });
    for (let k = 0; k < 100; k++) crowd.step(0.05);
    expect(crowd.agent(0)!.position[1]).toBeGreaterThan(4.3);
    expect(crowd.agent(1)!.position[0]).toBeCloseTo(2 + 0.5 * 1.34 * 5, 6);
    const empty = new Crowd(world);
    expect(() => empty.restore(crowd.snapshot())).toThrow(InputError);
  });
});

it("people around a place are found as a plain search finds them, seeds 1 to 20", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = new Random(seed);
    const count = random.below(60);
    const draw = (): Float64Array =>
      Float64Array.from({ length: count }, () => random.between(-30, 30 * seed));
    const [x, y] = [draw(), draw()];
    const people = new Crowding(count, x, y, new Float64Array(count));
    const at: Point = [random.between(-40, 40), random.between(-40, 40)];
    const within = random.between(0, 30);
    const found: number[] = [];
    people.each(at, within, 3, (slot) => found.push(slot));
    const all = Array.from({ length: count }, (_, i) => i);
    const expected = all.filter(
      (i) => i !== 3 && (x[i] - at[0]) ** 2 + (y[i] - at[1]) ** 2 <= within * within,
    );
    expect(found.sort((a, b) => a - b)).toEqual(expected);
  }
});

describe("bad behaviours are named before the run", () => {
  const one = (profile: Partial<Profile>): SceneInput =>
    corridor({ odd: { radius: 0.25, speed: 1, ...profile } }, [
      {
        segment: [
          [2, 3],
          [2, 5],
        ],
        count: 1,
        profile: "odd",
        goals: ["east"],
      },
    ]);
  it.each<[string, SceneInput]>([
    [
      "profiles.odd: epsilon: |epsilon| max(|x|, |y|) must be less than 2",
      one({ behaviour: { type: "keep-right", epsilon: 2 } }),
    ],
    [
      'profiles.odd: behaviour.vector: [x, y] or "random" is needed',
      one({ behaviour: { type: "constant" } }),
    ],
    ["profiles.odd: behaviour.curve: a curve of at least two points", one({ behaviour: { type: "curve" } })],
    [
      'profiles.odd: behaviour.target: there is no goal "nowhere"; the scene has: east, west',
      one({ behaviour: { type: "towards", target: "nowhere" } }),
    ],
    [
      "profiles.odd: behaviour.vector: keep-right does not heed it",
      one({ behaviour: { type: "keep-right", vector: [1, 0] } }),
    ],
    [
      "profiles.odd: localMap: empty-circle uses no local map",
      one({ behaviour: { type: "empty-circle" }, localMap: {} }),
    ],
    ["profiles.odd.localMap.size: expected whole number from 7 to 129", one({ localMap: { size: 6 } })],
    ["profiles.odd: motion.eta: rule mass does not heed it", one({ motion: { rule: "mass", eta: 0.5 } })],
    ["spawns[0].planner", { ...one({}), spawns: [{ ...one({}).spawns![0], planner: "magic" as never }] }],
  ])("%s", (message, scene) => {
    expect(() => new Simulation(scene)).toThrow(InputError);
    expect(() => new Simulation(scene)).toThrow(message);
  });

  it.each([{ sight: 0 }, { interval: Number.NaN }, { threshold: -1 }, { period: 0 }])("%j", (options) => {
    expect(() => new EmptyCircleWalking(options)).toThrow(InputError);
  });
});
