/** Who comes, where to and how fast, as a run gives it. */
import { describe, expect, test } from "vitest";
import type { Arrival } from "../crowd/index.js";
import type { Scene } from "../world/index.js";
import type { Distribution } from "./distributions.js";
import { chosen } from "./exit-choice.js";
import { POPULATIONS, type PopulationName } from "./populations.js";
import { apportion } from "./shares.js";
import { Simulation } from "./simulation.js";
import type { SimulationOptions } from "./simulation-options.js";

/** A hall of 40 m by 20 m with exits in the middle of its short sides. */
const hall = (more: Partial<Scene> = {}): Scene => ({
  format: "wayfield-scene",
  version: 1,
  boundary: [
    [0, 0],
    [40, 0],
    [40, 20],
    [0, 20],
  ],
  goals: {
    west: {
      segments: [
        [
          [0, 8],
          [0, 12],
        ],
      ],
    },
    east: {
      segments: [
        [
          [40, 8],
          [40, 12],
        ],
      ],
    },
  },
  ...more,
});

const square = (x: number, y: number, side: number): [number, number][] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
];

type Spawn = NonNullable<Scene["spawns"]>[number];

const spawn = (more: Partial<Spawn>): Spawn => ({
  polygon: square(10, 4, 12),
  goals: [["west", "east"]],
  ...more,
});

/** The first moments of a scene: everybody has come. */
function begun(scene: Scene, options: SimulationOptions = {}): Simulation {
  const simulation = new Simulation(scene, options);
  simulation.advance();
  return simulation;
}

const speedsOf = ({ crowd }: Simulation): number[] => [...crowd.columns.speed.subarray(0, crowd.size)];

const radiusOf = (name: PopulationName): Distribution => POPULATIONS[name].groups[0].radius;

/** Which side everybody left by, in the order of leaving. */
function exitsOf(simulation: Simulation, seconds: number): ("west" | "east")[] {
  const at = new Map<number, number>();
  const exits: ("west" | "east")[] = [];
  while (!simulation.done && simulation.time < seconds) {
    const { id, x } = simulation.crowd.columns;
    for (let i = 0; i < simulation.crowd.size; i++) at.set(id[i], x[i]);
    simulation.advance();
    for (const { id: who } of simulation.crowd.arrivals) exits.push(at.get(who)! < 20 ? "west" : "east");
  }
  simulation.close();
  return exits;
}

describe("whole people in given shares", () => {
  test("each part is within one person of its share, and all are given (1,000 random cases)", () => {
    for (let k = 1; k <= 1000; k++) {
      const shares = Array.from({ length: 2 + (k % 7) }, (_, i) => ((k * 7919 + i * 104729) % 97) + 1);
      const sum = shares.reduce((a, b) => a + b, 0);
      const people = k % 53;
      const parts = apportion(shares, people);
      expect(parts.reduce((a, b) => a + b, 0)).toBe(people);
      for (const [i, part] of parts.entries()) {
        expect(Math.abs(part - (shares[i] / sum) * people)).toBeLessThan(1);
      }
    }
    expect(apportion([1 / 3, 1 / 3, 1 / 3], 4)).toEqual([2, 1, 1]);
    expect(apportion([0.7, 0.3], 10)).toEqual([7, 3]);
  });
});

describe("mixes and populations", () => {
  const profiles: Scene["profiles"] = {
    adult: { radius: 0.25, speed: { min: 1.2, max: 1.5 } },
    elderly: { radius: 0.25, speed: { min: 0.6, max: 0.9 } },
  };

  test("60 % adults and 40 % elderly of 50 are 30 and 20, with their own speeds, in mixed order", () => {
    const scene = hall({ profiles, spawns: [spawn({ count: 50, profile: { adult: 0.6, elderly: 0.4 } })] });
    const simulation = begun(scene, { seed: 4 });
    const speeds = speedsOf(simulation);
    const fast = speeds.map((speed) => speed >= 1.2);
    expect(fast.filter(Boolean)).toHaveLength(30);
    for (const speed of speeds)
      expect((speed >= 1.2 && speed < 1.5) || (speed >= 0.6 && speed < 0.9)).toBe(true);
    // Not one kind after the other: 25 of 50 in the first half would be all of one kind.
    expect(fast.slice(0, 25).filter(Boolean).length).toBeGreaterThan(8);
    expect(fast.slice(0, 25).filter(Boolean).length).toBeLessThan(22);
    simulation.close();
  });

  test("the default population is adults: speeds of their distribution, and their radius", () => {
    const scene = hall({ spawns: [spawn({ count: 200 })], simulation: { model: "default" } });
    const simulation = begun(scene, { seed: 2 });
    expect(simulation.population).toBe("adults");
    const speeds = speedsOf(simulation);
    expect(Math.min(...speeds)).toBeGreaterThanOrEqual(0.7);
    expect(Math.max(...speeds)).toBeLessThanOrEqual(2);
    const mean = speeds.reduce((a, b) => a + b, 0) / 200;
    // Four standard errors.
    expect(Math.abs(mean - 1.34)).toBeLessThan((4 * 0.26) / Math.sqrt(200));
    expect(new Set(simulation.crowd.columns.radius.subarray(0, 200))).toEqual(new Set([radiusOf("adults")]));
    simulation.close();
  });

  test("with orca and no population named, people without a profile are as they always were", () => {
    const simulation = begun(hall({ spawns: [spawn({ count: 5 })], simulation: { model: "orca" } }));
    expect(simulation.population).toBe("none");
    expect(speedsOf(simulation)).toEqual([1.34, 1.34, 1.34, 1.34, 1.34]);
    expect([...simulation.crowd.columns.radius.subarray(0, 5)]).toEqual([0.25, 0.25, 0.25, 0.25, 0.25]);
    simulation.close();
  });

  test("an option comes before the spawn's population, and that before the scene's", () => {
    const radiiOf = (simulation: Simulation): number[] => {
      const radii = [...simulation.crowd.columns.radius.subarray(0, simulation.crowd.size)];
      simulation.close();
      return radii;
    };
    const scene = hall({
      spawns: [spawn({ count: 1, population: "students" }), spawn({ count: 1, polygon: square(25, 4, 10) })],
      simulation: { population: "students-at-ease", model: "default" },
    });
    expect(radiiOf(begun(scene))).toEqual([radiusOf("students"), radiusOf("students-at-ease")]);
    expect(radiiOf(begun(scene, { population: "adults" }))).toEqual([radiusOf("adults"), radiusOf("adults")]);
  });

  test("the circular's passengers: 100 people are its ten groups to a person", () => {
    const scene = hall({ spawns: [spawn({ count: 100, population: "imo" })] });
    const simulation = begun(scene, { seed: 3 });
    const speeds = speedsOf(simulation);
    // Only men under 30 walk faster than 1.62 m/s, and only the slowest groups below 0.43 and 0.55.
    expect(Math.max(...speeds)).toBeLessThan(1.85);
    expect(Math.min(...speeds)).toBeGreaterThanOrEqual(0.37);
    // 20 of 100 are women that are impaired: at most 0.71; women over 50 start at 0.56.
    expect(speeds.filter((speed) => speed < 0.71).length).toBeGreaterThanOrEqual(20);
    const mean = speeds.reduce((a, b) => a + b, 0) / 100;
    expect(Math.abs(mean - 0.911)).toBeLessThan(0.05);
    simulation.close();
  });

  test("a profile's own values come before the population's, a group's name stands for its speeds", () => {
    const scene = hall({
      profiles: {
        slow: { speed: 0.5 },
        man: { group: "imo-men-30-to-50" },
        old: { age: 70 },
        young: { age: { min: 20, max: 30 }, sex: "female" },
      },
      spawns: ["slow", "man", "old", "young"].map((profile, k) =>
        spawn({ polygon: square(2 + 9 * k, 5, 8), count: 10, profile }),
      ),
      simulation: { population: "students", model: "default" },
    });
    const simulation = begun(scene);
    const { group, speed, radius } = simulation.crowd.columns;
    const of = (k: number): number[] => [...speed.subarray(0, 40)].filter((_, i) => group[i] === k);
    expect(of(0)).toEqual(Array(10).fill(0.5));
    for (const v of of(1)) expect(v >= 0.97 && v <= 1.62).toBe(true);
    expect(of(2)).toEqual(Array(10).fill(1.07));
    for (const v of of(3)) expect(v > (1.5 * 1.27) / 1.34 && v < (1.65 * 1.27) / 1.34).toBe(true);
    expect(radius[0]).toBe(radiusOf("students"));
    simulation.close();
  });

  test("radii and reactions are drawn, and nobody moves before its reaction is over", () => {
    const scene = hall({
      profiles: {
        any: {
          speed: 1.3,
          radius: { min: 0.18, max: 0.28 },
          reaction: { mean: 2, deviation: 1, min: 0.5, max: 4 },
        },
      },
      spawns: [spawn({ count: 60, profile: "any" })],
    });
    const simulation = begun(scene, { seed: 7 });
    const radii = [...simulation.crowd.columns.radius.subarray(0, 60)];
    expect(new Set(radii).size).toBe(60);
    expect(Math.min(...radii)).toBeGreaterThanOrEqual(0.18);
    expect(Math.max(...radii)).toBeLessThan(0.28);
    const start = simulation.crowd.columns.x.slice(0, 60);
    while (simulation.time < 0.5) simulation.advance();
    expect(simulation.crowd.columns.x.slice(0, 60)).toEqual(start);
    while (simulation.time < 2) simulation.advance();
    const away = [...simulation.crowd.columns.x.subarray(0, 60)].filter(
      (x, i) => Math.abs(x - start[i]) > 0.05,
    );
    expect(away.length).toBeGreaterThan(15);
    expect(away.length).toBeLessThan(50);
    while (!simulation.done) {
      simulation.advance();
      expect(simulation.crowd.touches.wallHits).toBe(0);
    }
    expect(simulation.crowd.arrived).toBe(60);
    simulation.close();
  });

  test("pre-movement is told apart: arrivals wait as long as they were told, and walk the rest", () => {
    const profiles = { p: { radius: 0.25, speed: 1.3, reaction: { min: 2, max: 6 } } };
    const simulation = new Simulation(
      hall({ profiles, spawns: [spawn({ count: 20, profile: "p", polygon: square(4, 4, 12) })] }),
    );
    const arrivals: Arrival[] = [];
    while (!simulation.done) {
      simulation.advance();
      arrivals.push(...simulation.crowd.arrivals);
    }
    expect(arrivals).toHaveLength(20);
    for (const { preMovement, travelTime, walked } of arrivals) {
      expect(preMovement >= 2 && preMovement < 6).toBe(true);
      // At most at the free speed; a step more for rounding.
      expect((travelTime - preMovement + simulation.step) * 1.3).toBeGreaterThan(walked);
    }
    expect(new Set(arrivals.map(({ preMovement }) => preMovement)).size).toBe(20);
    simulation.close();
  });

  test("the same people come with another step, and with another model", () => {
    const scene = hall({
      profiles: { any: { speed: 1, radius: { min: 0.2, max: 0.25 } } },
      spawns: [spawn({ count: 20, profile: "any" })],
    });
    const radii = (options: SimulationOptions): number[] => {
      const simulation = begun(scene, options);
      const list = [...simulation.crowd.columns.radius.subarray(0, 20)];
      simulation.close();
      return list;
    };
    expect(radii({ step: 0.1 })).toEqual(radii({ step: 0.05 }));
    expect(radii({ model: "orca" })).toEqual(radii({ model: "default" }));
    expect(radii({ seed: 2 })).not.toEqual(radii({ seed: 1 }));
  });
});

describe("how many, and where", () => {
  test("a density counts the free part of the polygon: 0.25 per m2 of 144 m2 less a pillar of 4 m2 are 35", () => {
    const scene = hall({
      obstacles: [{ polygon: square(12, 8, 2) }],
      spawns: [spawn({ density: 0.25 })],
    });
    const simulation = begun(scene);
    expect(simulation.total).toBe(35);
    expect(simulation.crowd.size).toBe(35);
    simulation.close();
    const outside = hall({ spawns: [spawn({ polygon: square(-6, 4, 12), density: 0.5 })] });
    // Half of the polygon is outside: 72 m2.
    expect(new Simulation(outside).total).toBe(36);
  });

  test("people at given places stand there, in order", () => {
    const places: [number, number][] = [
      [5, 5],
      [20, 10],
      [5.3, 5],
      [35, 15],
    ];
    const scene = hall({
      spawns: [{ places, goals: ["west"], profile: "still" }],
      profiles: { still: { reaction: 5 } },
    });
    const simulation = begun(scene, { model: "orca" });
    const { x, y } = simulation.crowd.columns;
    expect(simulation.total).toBe(4);
    expect([x[1], y[1], x[3], y[3]]).toEqual([20, 10, 35, 15]);
    // Those 0.3 m apart overlap, and are pushed apart at once, along the line between them.
    expect(x[2] - x[0]).toBeGreaterThan(0.45);
    expect((x[2] + x[0]) / 2).toBeCloseTo(5.15, 6);
    simulation.close();
  });
});

describe("where to", () => {
  const two = (more: Partial<Spawn>, rest: Partial<Scene> = {}): Scene =>
    hall({
      profiles: { p: { radius: 0.22, speed: 1.3 } },
      spawns: [spawn({ count: 40, profile: "p", ...more })],
      ...rest,
    });

  test("the nearest by default: from the left all leave by the west", () => {
    const exits = exitsOf(new Simulation(two({ polygon: square(4, 4, 12) })), 120);
    expect(exits).toEqual(Array(40).fill("west"));
  });

  test.each([[[["west", "east"]]], [["west", "east"]]])(
    "shares are kept to a person: of 40, 70 %% go east, with goals %j",
    (goals) => {
      const shares = { west: 0.3, east: 0.7 };
      const exits = exitsOf(new Simulation(two({ polygon: square(4, 4, 12), goals, shares })), 120);
      expect(exits).toHaveLength(40);
      expect(exits.filter((exit) => exit === "east")).toHaveLength(28);
    },
  );

  test("who knows one exit takes it though the other is nearer; a profile's knowledge comes before its spawn's", () => {
    const near = { polygon: square(4, 4, 12), known: ["east"] };
    expect(exitsOf(new Simulation(two(near)), 120)).toEqual(Array(40).fill("east"));
    const profiles = { p: { radius: 0.22, speed: 1.3, known: ["west"] } };
    expect(exitsOf(new Simulation(two(near, { profiles })), 120)).toEqual(Array(40).fill("west"));
  });

  test("an exit that half of them know is taken by about half, and who knows none takes the nearest (seed 5)", () => {
    const scene = two({ count: 60, polygon: square(24, 4, 12), known: { west: 0.5 } });
    const exits = exitsOf(new Simulation(scene, { seed: 5 }), 160);
    const west = exits.filter((exit) => exit === "west").length;
    expect(exits).toHaveLength(60);
    // 30 and four deviations of a binomial distribution.
    expect(Math.abs(west - 30)).toBeLessThan(16);
  });

  test("a change has to save 3 s and 10 %, and twice as much the next time", () => {
    expect(chosen([10, 8], 0, 0)).toBe(0);
    expect(chosen([10, 6], 0, 0)).toBe(1);
    expect(chosen([10, 6], 0, 1)).toBe(0);
    expect(chosen([100, 92], 0, 0)).toBe(0);
    expect(chosen([100, 88], 0, 0)).toBe(1);
    expect(chosen([null, 88], 0, 3)).toBe(1);
    expect(chosen([null, null], 0, 0)).toBe(0);
    expect(chosen([5, 4], -1, 0)).toBe(1);
    expect(chosen([null, null], -1, 0)).toBe(-1);
  });

  test("by time, some leave a queue for an exit that is farther: all are out sooner, and nobody changes for ever", () => {
    const goals: Scene["goals"] = {
      west: {
        segments: [
          [
            [0, 9.5],
            [0, 10.5],
          ],
        ],
      },
      east: {
        segments: [
          [
            [40, 8],
            [40, 12],
          ],
        ],
      },
    };
    // Before the west exit a wall with a door of 1 m.
    const obstacles: Scene["obstacles"] = [
      {
        polygon: [
          [2, 0],
          [2.2, 0],
          [2.2, 9.5],
          [2, 9.5],
        ],
      },
      {
        polygon: [
          [2, 10.5],
          [2.2, 10.5],
          [2.2, 20],
          [2, 20],
        ],
      },
    ];
    const crowded = { count: 150, polygon: square(4, 4, 12) };
    const nearest = new Simulation(two(crowded, { goals, obstacles }), { model: "default", duration: 200 });
    const quickest = new Simulation(two({ ...crowded, choice: "time" }, { goals, obstacles }), {
      model: "default",
      duration: 200,
    });
    const patient = exitsOf(nearest, 200);
    const exits = exitsOf(quickest, 200);
    expect(exits).toHaveLength(150);
    expect(patient.every((exit) => exit === "west")).toBe(true);
    expect(exits.filter((exit) => exit === "east").length).toBeGreaterThan(30);
    expect(exits.filter((exit) => exit === "west").length).toBeGreaterThan(30);
    expect(quickest.time).toBeLessThan(0.8 * nearest.time);
  });

  test("between two exits alike nobody goes to and fro: at most 4 changes each, by the rule", () => {
    const scene = two({ count: 200, polygon: square(12, 2, 16), choice: "time" });
    const simulation = new Simulation(scene, { model: "default" });
    let most = 0;
    while (!simulation.done) {
      simulation.advance();
      for (const { changes } of simulation.snapshot().choice.choosers) most = Math.max(most, changes);
    }
    expect(simulation.crowd.arrived).toBe(200);
    // A gain of 3, 6, 12, 24 s: with less than 50 s to go, nobody can gain 48.
    expect(most).toBeLessThanOrEqual(4);
    simulation.close();
  });

  test("a run with mixes, knowledge, shares and choice goes on from a snapshot to the same bits", () => {
    const scene = hall({
      profiles: { a: { radius: { min: 0.18, max: 0.25 }, speed: { min: 1, max: 1.5 } }, b: { age: 60 } },
      spawns: [
        spawn({ count: 30, rate: 10, profile: { a: 0.5, b: 0.5 }, choice: "time" }),
        spawn({ count: 30, rate: 10, polygon: square(24, 4, 12), shares: { west: 0.5, east: 0.5 } }),
        spawn({ count: 10, rate: 5, known: { west: 0.5, east: 0.5 } }),
      ],
    });
    const make = (): Simulation => new Simulation(scene, { seed: 11 });
    const [whole, first, second] = [make(), make(), make()];
    for (let k = 0; k < 160; k++) whole.advance();
    for (let k = 0; k < 50; k++) first.advance();
    second.restore(structuredClone(first.snapshot()));
    for (let k = 50; k < 160; k++) second.advance();
    const { size } = whole.crowd;
    expect(second.crowd.size).toBe(size);
    expect(second.crowd.columns.x.slice(0, size)).toEqual(whole.crowd.columns.x.slice(0, size));
    expect(second.crowd.columns.radius.slice(0, size)).toEqual(whole.crowd.columns.radius.slice(0, size));
    for (const simulation of [whole, first, second]) simulation.close();
  });
});

describe("a periodic corridor", () => {
  test("4 m wide at 1 person per m2: all stay, and walk on at a steady speed", () => {
    const corridor: Scene = {
      format: "wayfield-scene",
      version: 1,
      boundary: [
        [-8, 0],
        [28, 0],
        [28, 4],
        [-8, 4],
      ],
      goals: {
        on: {
          segments: [
            [
              [28, 0],
              [28, 4],
            ],
          ],
        },
      },
      periodic: {
        from: [
          [0, 0],
          [0, 4],
        ],
        to: [
          [20, 0],
          [20, 4],
        ],
      },
      spawns: [
        {
          polygon: [
            [0, 0],
            [20, 0],
            [20, 4],
            [0, 4],
          ],
          density: 1,
          goals: ["on"],
        },
      ],
      simulation: { model: "default", duration: 30 },
    };
    const simulation = new Simulation(corridor);
    let walked = 0;
    while (!simulation.done) {
      simulation.advance();
      expect(simulation.crowd.size).toBe(80);
      const { x, vx } = simulation.crowd.columns;
      for (let i = 0; i < 80; i++) {
        expect(x[i]).toBeGreaterThanOrEqual(0);
        expect(x[i]).toBeLessThan(20);
        walked += (vx[i] * simulation.step) / 80;
      }
    }
    // Between Weidmann's 1.06 m/s at 1 per m2 less a quarter and the free speed.
    expect(walked / 30).toBeGreaterThan(0.8);
    expect(walked / 30).toBeLessThan(1.34);
    simulation.close();
  });
});

describe("what is wrong with people is said in one line", () => {
  test.each<[string, Partial<Scene>, string]>([
    [
      "shares that do not sum to 1",
      { spawns: [spawn({ count: 9, shares: { west: 0.5, east: 0.3 } })] },
      'spawns[0].shares: shares have to sum to 1; given: {"west":0.5,"east":0.3}',
    ],
    [
      "a mix that does not sum to 1",
      { spawns: [spawn({ count: 9, profile: { a: 0.5, b: 0.6 } })], profiles: { a: {}, b: {} } },
      'spawns[0].profile: shares have to sum to 1; given: {"a":0.5,"b":0.6}',
    ],
    [
      "an unknown profile of a mix",
      { spawns: [spawn({ count: 9, profile: { a: 0.5, c: 0.5 } })], profiles: { a: {} } },
      'spawns[0].profile: "c" is no profile of this scene; there is: a',
    ],
    [
      "shares of goals in no list",
      { spawns: [spawn({ count: 9, goals: ["west"], shares: { west: 0.5, east: 0.5 } })] },
      'spawns[0].shares: no list of goals has all of ["west","east"]; write "goals": [["west","east"]]',
    ],
    [
      "shares of unknown goals",
      { spawns: [spawn({ count: 9, shares: { west: 0.5, north: 0.5 } })] },
      'spawns[0].shares: "north" is no goal of this scene',
    ],
    [
      "knowing an unknown goal",
      { spawns: [spawn({ count: 9, known: ["north"] })] },
      'spawns[0].known: "north" is no goal of this scene',
    ],
    [
      "nothing to choose",
      { spawns: [spawn({ count: 9, goals: ["west"], choice: "time" })] },
      "spawns[0].choice: there is nothing to choose: no stop of goals is a list",
    ],
    [
      "shares and a choice",
      { spawns: [spawn({ count: 9, shares: { west: 0.5, east: 0.5 }, choice: "time" })] },
      "spawns[0].choice: shares say where people go",
    ],
    [
      "count and density",
      { spawns: [spawn({ count: 9, density: 1 })] },
      "spawns[0]: exactly one of count, density (with a polygon) and places is needed",
    ],
    [
      "a density that gives nobody",
      { spawns: [spawn({ density: 0.001 })] },
      "spawns[0].density: its density gives nobody",
    ],
    [
      "a place outside",
      {
        spawns: [
          {
            places: [
              [5, 5],
              [50, 5],
            ],
            goals: ["west"],
          },
        ],
      },
      "spawns[0].places[1]: (50, 5) lies outside the boundary; people need free space",
    ],
    [
      "a place given twice",
      {
        spawns: [
          {
            places: [
              [5, 5],
              [6, 5],
              [5, 5],
            ],
            goals: ["west"],
          },
        ],
      },
      "spawns[0].places[2]: (5, 5) is places[0] too; every person needs a place of its own",
    ],
    [
      "an empty distribution",
      {
        profiles: { a: { reaction: { lognormal: { mu: 1, sigma: 0.1, min: 500 } } } },
        spawns: [spawn({ count: 1, profile: "a" })],
      },
      "profiles.a.reaction: nothing of it lies between its bounds 500 and Infinity",
    ],
    [
      "negative weights",
      {
        profiles: { a: { speed: { values: [1, 2], weights: [1, -1] } } },
        spawns: [spawn({ count: 1, profile: "a" })],
      },
      "profiles.a.speed.weights[1]: expected number >= 0; given: -1",
    ],
    [
      "a negative deviation",
      { profiles: { a: { speed: { mean: 1, deviation: -1 } } }, spawns: [spawn({ count: 1, profile: "a" })] },
      "profiles.a.speed.deviation: expected number >= 0; given: -1",
    ],
    [
      "a speed and an age",
      { profiles: { a: { speed: 1, age: 30 } }, spawns: [spawn({ count: 1, profile: "a" })] },
      "profiles.a: speed, age (with or without sex) or group: one of them says how fast people are",
    ],
    [
      "an unknown group",
      { profiles: { a: { group: "imo-men" } }, spawns: [spawn({ count: 1, profile: "a" })] },
      'profiles.a.group: there is no group "imo-men"',
    ],
    [
      "an unknown population",
      { spawns: [spawn({ count: 1, population: "student" as "students" })] },
      'spawns[0].population: expected "adults", "students", "students-at-ease" or "imo"; given: "student" (did you mean "students"?)',
    ],
  ])("%s", (_, more, line) => {
    const error = (): void => {
      new Simulation(hall(more));
    };
    expect(error).toThrow(line);
    try {
      error();
    } catch (thrown) {
      expect((thrown as Error).message).not.toContain("\n");
    }
  });
});
