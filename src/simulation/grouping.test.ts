import { describe, expect, it } from "vitest";
import type { SceneInput } from "../world/index.js";
import { Simulation } from "./index.js";
import { runFaults } from "./internal.js";

type Group = NonNullable<SceneInput["groups"]>[number];

const box = (x: number, y: number, width: number, height: number) => ({
  polygon: [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ] as [number, number][],
});

/** A hall with a door of 1.2 m; 12 people at once and 9 one after another. */
function hall(groups: Group[], more: Partial<SceneInput> = {}): SceneInput {
  return {
    boundary: [
      [0, 0],
      [40, 0],
      [40, 20],
      [0, 20],
    ],
    obstacles: [box(15, 0, 0.3, 9.4), box(15, 10.6, 0.3, 9.4)],
    goals: {
      exit: {
        segments: [
          [
            [40, 5],
            [40, 15],
          ],
        ],
      },
    },
    spawns: [
      { polygon: box(2, 4, 5, 5).polygon, count: 12, goals: ["exit"] },
      { polygon: box(2, 12, 5, 5).polygon, count: 9, rate: 2, goals: ["exit"] },
    ],
    groups,
    simulation: { duration: 200 },
    ...more,
  };
}

function run(simulation: Simulation, until: () => boolean = () => simulation.done): Simulation {
  while (!until() && !simulation.done) simulation.advance();
  return simulation;
}

describe("groups of a scene", () => {
  it("have the people of a spawn, all or so many, and everybody arrives", () => {
    const simulation = new Simulation(
      hall([
        { name: "first", spawn: 0, count: 8, formation: "square" },
        { name: "rest", spawn: 0, formation: "line" },
      ]),
    );
    run(simulation, () => simulation.time >= 5);
    expect(simulation.groups.list.map(({ name, members }) => [name, members.length])).toEqual([
      ["first", 8],
      ["rest", 4],
    ]);
    run(simulation);
    expect(simulation.crowd.arrived).toBe(21);
  });

  it("follow their timetable: free, in formation, another shape", () => {
    const simulation = new Simulation(
      hall([
        {
          name: "a",
          spawn: 0,
          formation: "square",
          free: true,
          schedule: [
            { time: 2, free: false },
            { time: 4, formation: "wedge", spacing: 1.5 },
            { time: 6, free: true },
          ],
        },
      ]),
    );
    const [group] = simulation.groups.list;
    const modes = new Map<number, string>();
    run(simulation, () => {
      modes.set(Math.floor(simulation.time + 1e-9), `${group.mode} ${JSON.stringify(group.formation)}`);
      return simulation.time >= 7;
    });
    expect([1, 3, 5, 6].map((time) => modes.get(time))).toEqual([
      'free "square"',
      'formed "square"',
      'formed "wedge"',
      'free "wedge"',
    ]);
  });

  it("divide a spawn by sizes, the same for the same seed, and nobody is left over", () => {
    const sizes = (seed: number): number[] => {
      const scene = hall([
        {
          name: "family",
          spawn: 1,
          size: { values: [2, 3], weights: [1, 1] },
          formation: "line",
          spacing: 0.7,
        },
      ]);
      const simulation = run(new Simulation(scene, { seed }));
      expect(simulation.crowd.arrived).toBe(21);
      const members = new Map<string, number>();
      const again = new Simulation(scene, { seed });
      run(again, () => {
        for (const { name, members: some } of again.groups.list)
          members.set(name, Math.max(members.get(name) ?? 0, some.length));
        return again.time > 6;
      });
      return [...members.values()];
    };
    const first = sizes(3);
    expect(first).toEqual(sizes(3));
    expect(first.every((size) => size === 2 || size === 3)).toBe(true);
    // One of nine may be left alone, and is no group.
    expect(9 - first.reduce((sum, size) => sum + size, 0)).toBeLessThan(2);
  });

  it("go on from a snapshot to the bit, in another simulation too", () => {
    const scene = hall([
      {
        name: "a",
        spawn: 0,
        formation: "wedge",
        schedule: [{ time: 8, formation: { rows: "xxxx\nxxxx\nxxxx" } }],
      },
      { name: "family", spawn: 1, size: 3, formation: "line", spacing: 0.7 },
    ]);
    const whole = new Simulation(scene);
    run(whole, () => whole.time >= 9);
    const snapshot = structuredClone(whole.snapshot());
    run(whole);
    const again = new Simulation(scene);
    again.restore(snapshot);
    run(again);
    expect(again.time).toBe(whole.time);
    expect(again.snapshot()).toEqual(whole.snapshot());
  });

  it("follow a sketched route with their middle, and then go on to their goals", () => {
    const route = {
      name: "tour",
      strokes: [
        [
          [8, 8],
          [13, 10],
          [18, 10],
          [22, 17],
          [30, 17],
        ],
      ] as [number, number][][],
      spawns: [],
      width: 1,
    };
    const scene = hall([{ name: "a", spawn: 0, formation: "square", route: "tour" }], { routes: [route] });
    const simulation = new Simulation(scene);
    const [group] = simulation.groups.list;
    let highest = 0;
    run(simulation, () => {
      highest = Math.max(highest, group.middle?.[1] ?? 0);
      return simulation.done;
    });
    expect(highest).toBeGreaterThan(15.5);
    expect(simulation.crowd.arrived).toBe(21);
  });

  it("are not refused where the way leads along a wall and the room beside it is wide enough", () => {
    const scene = hall([{ name: "a", spawn: 0, formation: "line", spacing: 0.9 }], {
      obstacles: [],
      goals: {
        exit: {
          segments: [
            [
              [40, 0.5],
              [40, 4],
            ],
          ],
        },
      },
      spawns: [{ polygon: box(1, 0.5, 7, 3).polygon, count: 12, goals: ["exit"] }],
    });
    const simulation = run(new Simulation(scene));
    expect(simulation.crowd.arrived).toBe(12);
  });

  it("walk by any planner", () => {
    for (const planner of ["potential", "roadmap"]) {
      const simulation = run(new Simulation(hall([{ name: "a", spawn: 0, formation: "square", planner }])));
      expect(simulation.crowd.arrived, planner).toBe(21);
    }
  });
});

describe("bad groups", () => {
  const line = { formation: "line" } as const;
  it.each<[string, SceneInput, string, RegExp]>([
    [
      "two of a name",
      hall([
        { name: "a", spawn: 0, ...line },
        { name: "a", spawn: 1, ...line },
      ]),
      "groups[1].name",
      /there are two groups "a"/,
    ],
    [
      "no such spawn",
      hall([{ name: "a", spawn: 2, ...line }]),
      "groups[0].spawn",
      /there is no spawn 2; the scene has: 0 to 1/,
    ],
    [
      "more than there are",
      hall([{ name: "a", spawn: 0, count: 13, ...line }]),
      "groups[0].count",
      /from 1 to 12 of the people of spawn 0 are in no group; given: 13/,
    ],
    [
      "nobody left",
      hall([
        { name: "a", spawn: 0, ...line },
        { name: "b", spawn: 0, ...line },
      ]),
      "groups[1].count",
      /given: all that are left/,
    ],
    [
      "fewer places than members",
      hall([{ name: "a", spawn: 0, formation: { rows: "xxx" } }]),
      "groups[0]",
      /12 members, and 3 places in its rows/,
    ],
    [
      "a formation larger than any room on the way",
      hall([{ name: "a", spawn: 0, ...line, spacing: 2 }]),
      "groups.a",
      /its formation, 22.\d m wide and 0.\d m deep, fits nowhere on the way/,
    ],
    [
      "no such route",
      hall([{ name: "a", spawn: 0, ...line, route: "tour" }]),
      "groups[0].route",
      /there is no route "tour"; the scene has: none/,
    ],
    [
      "people who follow a route each",
      hall([{ name: "a", spawn: 0, ...line }], {
        routes: [
          {
            name: "tour",
            strokes: [
              [
                [8, 8],
                [13, 10],
              ],
            ],
          },
        ],
      }),
      "groups[0].spawn",
      /its people follow route "tour" each/,
    ],
    [
      "people who part",
      hall([{ name: "a", spawn: 0, ...line }], {
        goals: { exit: { points: [[38, 5]] }, door: { points: [[38, 15]] } },
        spawns: [
          {
            polygon: box(2, 4, 5, 5).polygon,
            count: 12,
            goals: [["exit", "door"]],
            shares: { exit: 0.5, door: 0.5 },
          },
        ],
      }),
      "groups[0].spawn",
      /its people part by shares, and a group stays together/,
    ],
    [
      "a formula that is none",
      hall([{ name: "a", spawn: 0, formation: { formula: { x: "t +", y: "t" } } }]),
      "groups[0]",
      /it ends too early/,
    ],
  ])("%s: one line, from run and from check", (_, scene, where, message) => {
    const [fault] = runFaults({ format: "wayfield-scene", version: 1, ...scene });
    expect(fault.where).toBe(where);
    expect(fault.message).toMatch(message);
    expect(() => new Simulation(scene)).toThrow(message);
  });
});

describe("a battle", () => {
  /** Two squares that walk up to each other. */
  const field = (blue: number, red: number, reach: number, loss: number): SceneInput => ({
    boundary: [
      [0, 0],
      [60, 0],
      [60, 20],
      [0, 20],
    ],
    goals: { left: { points: [[20, 10]] }, right: { points: [[22, 10]] } },
    profiles: { unit: { radius: 0.2, speed: 1.3 } },
    spawns: [
      { polygon: box(10, 6, 6, 8).polygon, count: blue, profile: "unit", goals: ["left"] },
      { polygon: box(26, 6, 6, 8).polygon, count: red, profile: "unit", goals: ["right"] },
    ],
    groups: [
      { name: "blue", spawn: 0, formation: "square", spacing: 0.8, atGoal: "stay", side: "blue" },
      { name: "red", spawn: 1, formation: "square", spacing: 0.8, atGoal: "stay", side: "red" },
    ],
    simulation: { duration: 60, seed: 5, battle: { reach, loss } },
  });

  it("where everybody reaches everybody follows Lanchester's square law: the stronger side keeps sqrt(a^2 - b^2)", () => {
    const simulation = run(new Simulation(field(30, 18, 60, 0.01)));
    const [ofBlue, ofRed] = simulation.sides;
    expect([ofBlue.side, ofBlue.people]).toEqual(["blue", 30]);
    expect(ofRed).toEqual({ side: "red", people: 18, fallen: 18 });
    const left = 30 - ofBlue.fallen;
    // sqrt(900 - 324) = 24; chance moves it by a few.
    expect(left).toBeGreaterThan(17);
    expect(left).toBeLessThan(29);
    expect(simulation.falls.length + simulation.crowd.size).toBe(48);
    expect(simulation.crowd.removed).toBe(simulation.falls.length);
    // Losses re-form: everybody who is left is in its place.
    const [blue] = simulation.groups.list;
    expect(blue.members).toHaveLength(left);
    expect(blue.lag!.greatest).toBeLessThan(1);
  });

  it("ends a run where nobody is left, and goes on from a snapshot to the bit", () => {
    const scene = field(12, 12, 2, 0.5);
    const whole = new Simulation(scene);
    run(whole, () => whole.falls.length >= 4);
    const snapshot = structuredClone(whole.snapshot());
    run(whole);
    const again = new Simulation(scene);
    again.restore(snapshot);
    run(again);
    expect(again.snapshot()).toEqual(whole.snapshot());
    expect(again.falls).toEqual(whole.falls);
  });
});
