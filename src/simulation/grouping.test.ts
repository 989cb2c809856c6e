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
