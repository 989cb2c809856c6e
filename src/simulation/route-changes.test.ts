import { describe, expect, test } from "vitest";
import { apart, BOTH, CROWDED, FORK, HALL, SWAMP, walked } from "../../test/support/route-walks.js";
import type { SceneInput } from "../world/index.js";
import { Simulation } from "./simulation.js";

describe("while it runs", () => {
  const started = (): Simulation => {
    const simulation = new Simulation(CROWDED);
    for (let step = 0; step < 60; step++) simulation.advance();
    return simulation;
  };

  test("a new division parts those who have not passed it, and undoing it sends them on", () => {
    const simulation = started();
    simulation.routes.addStroke("fork", [
      [16, 21],
      [16, 36],
      [50, 36],
    ]);
    expect(simulation.routes.summary[0].ends.map(({ sent }) => sent).sort((a, b) => a - b)).toEqual([
      7, 8, 15,
    ]);
    simulation.routes.undoStroke("fork");
    expect(simulation.routes.summary[0].ends.map(({ sent }) => sent)).toEqual([15, 15]);
    while (!simulation.done) simulation.advance();
    expect(simulation.crowd.arrived).toBe(30);
  });

  test("who has passed a division keeps to the way", () => {
    const simulation = started();
    while (Math.min(...simulation.crowd.columns.x.subarray(0, 30)) < 21) simulation.advance();
    const before = simulation.routes.state.followers;
    simulation.routes.addStroke("fork", [
      [10, 21],
      [10, 36],
      [50, 36],
    ]);
    expect(simulation.routes.state.followers).toEqual(before);
  });

  test("who is on a branch that is undone goes on from its division", () => {
    const simulation = started();
    simulation.routes.addStroke("fork", [
      [16, 21],
      [16, 36],
      [50, 36],
    ]);
    while (simulation.time < 20) simulation.advance();
    simulation.routes.undoStroke("fork");
    const { followers } = simulation.routes.state;
    expect(followers.length).toBeGreaterThan(0);
    expect(Math.max(...followers.map(({ end }) => end))).toBeLessThan(4);
    while (!simulation.done) simulation.advance();
    expect(simulation.crowd.arrived).toBe(30);
  });

  test("a change that leaves somebody without a way is refused, and nothing changes", () => {
    const simulation = new Simulation({
      ...HALL,
      zones: SWAMP,
      spawns: BOTH,
      routes: [{ name: "fork", strokes: FORK }],
    });
    simulation.advance();
    const before = JSON.stringify(simulation.routes.state);
    expect(() => simulation.routes.undoStroke("fork")).toThrow(/profile tank may not enter zones\[0\]/);
    expect(JSON.stringify(simulation.routes.state)).toBe(before);
  });

  test("what is asked for in vain is said in one line", () => {
    const { routes } = started();
    expect(() => routes.tree("frok")).toThrow(
      'routes: there is no route "frok"; did you mean "fork"? there are: fork',
    );
    expect(() => routes.addStroke("fork", [])).toThrow(/stroke: 1 to 100000 points/);
    expect(() =>
      routes.addStroke("fork", [
        [100, 100],
        [120, 100],
      ]),
    ).toThrow(/lies outside the boundary/);
    expect(() => routes.redoStroke("fork")).toThrow(/there is no stroke to do again/);
    expect(() => routes.send([99], "fork")).toThrow("ids: there is no agent 99 inside");
    expect(() => routes.add({ name: "fork", strokes: [[[1, 1]]], spawns: [] })).toThrow(
      /another route "fork"/,
    );
    routes.undoStroke("fork");
    expect(() => routes.undoStroke("fork")).toThrow(/a route keeps its first one/);
  });
});

describe("ends and beginnings", () => {
  const START: SceneInput["spawns"] = [
    {
      polygon: [
        [1, 16],
        [5, 16],
        [5, 24],
        [1, 24],
      ],
      count: 6,
      goals: ["out"],
    },
  ];

  test("with `leave`, people leave where the route ends, whatever their goals", () => {
    const simulation = new Simulation({
      ...HALL,
      spawns: START,
      routes: [
        {
          name: "short",
          strokes: [
            [
              [8, 20],
              [20, 20],
            ],
          ],
          end: "leave",
        },
      ],
    });
    const places = walked(simulation);
    expect(simulation.crowd.arrived).toBe(6);
    for (const list of places.values()) expect(Math.max(...list.map(([x]) => x))).toBeLessThan(22.5);
    expect(simulation.routes.summary[0]).toMatchObject({ walking: 0, arrived: 6 });
  });

  test("a click means: go there; then on to the goals", () => {
    const simulation = new Simulation({
      ...HALL,
      spawns: START,
      routes: [{ name: "there", strokes: [[[20, 38]]] }],
    });
    const places = walked(simulation);
    expect(simulation.crowd.arrived).toBe(6);
    for (const list of places.values())
      expect(Math.min(...list.map((p) => apart(p, [20, 38])))).toBeLessThanOrEqual(0.3);
  });

  test("after a route people queue and wait as their goals say", () => {
    const simulation = new Simulation({
      ...HALL,
      queues: {
        till: {
          line: [
            [50, 30],
            [44, 30],
          ],
          service: 1,
        },
      },
      spawns: [{ ...START[0], goals: ["till", "out"] }],
      routes: [
        {
          name: "detour",
          strokes: [
            [
              [8, 20],
              [20, 6],
              [40, 10],
            ],
          ],
        },
      ],
    });
    walked(simulation);
    expect(simulation.crowd.arrived).toBe(6);
    expect(simulation.stays[0]).toMatchObject({ name: "till", served: 6 });
  });

  test("who is sent along a route on the way to a queue goes there afterwards, and who stands in it is not sent", () => {
    const simulation = new Simulation({
      ...HALL,
      queues: {
        till: {
          line: [
            [30, 20],
            [24, 20],
          ],
          service: 20,
        },
      },
      spawns: [{ ...START[0], goals: ["till", "out"] }],
    });
    for (let step = 0; step < 40; step++) simulation.advance();
    simulation.routes.add({
      name: "detour",
      strokes: [
        [
          [8, 30],
          [20, 34],
        ],
      ],
      spawns: [],
    });
    simulation.routes.send([0, 1], "detour");
    while (simulation.stays[0].inside < 4 && simulation.time < 60) simulation.advance();
    expect(simulation.stays[0].inside).toBe(4);
    for (const id of [2, 3, 4, 5])
      expect(() => simulation.routes.send([id], "detour")).toThrow(
        `ids: agent ${id} stands in a queue or waits`,
      );
    while (!simulation.done) simulation.advance();
    expect(simulation.stays[0]).toMatchObject({ served: 6 });
    expect(simulation.routes.summary[0]).toMatchObject({ walking: 0, arrived: 2 });
    expect(simulation.crowd.arrived).toBe(6);
  });

  test("a planner leads whoever cannot see the next point around the wall", () => {
    const simulation = new Simulation({
      ...HALL,
      obstacles: [
        {
          polygon: [
            [24, 4],
            [30, 4],
            [30, 36],
            [24, 36],
          ],
        },
      ],
      spawns: START,
      routes: [
        {
          name: "through",
          strokes: [
            [
              [8, 20],
              [50, 20],
            ],
          ],
        },
      ],
    });
    const places = walked(simulation);
    expect(simulation.crowd.arrived).toBe(6);
    expect(simulation.crowd.touches.wallHits).toBe(0);
    for (const list of places.values()) {
      const beside = list.filter(([x]) => x > 24 && x < 30);
      expect(beside.length).toBeGreaterThan(0);
      expect(beside.every(([, y]) => y < 4 || y > 36)).toBe(true);
    }
  });

  test("a door that opens later is waited for", () => {
    const simulation = new Simulation({
      ...HALL,
      obstacles: [
        {
          polygon: [
            [24, 0],
            [25, 0],
            [25, 18],
            [24, 18],
          ],
        },
        {
          polygon: [
            [24, 22],
            [25, 22],
            [25, 40],
            [24, 40],
          ],
        },
      ],
      doors: [
        {
          segment: [
            [24.5, 18],
            [24.5, 22],
          ],
          open: false,
          schedule: [{ time: 30, open: true }],
        },
      ],
      spawns: START,
      routes: [
        {
          name: "through",
          strokes: [
            [
              [8, 20],
              [50, 20],
            ],
          ],
        },
      ],
    });
    const places = walked(simulation);
    expect(simulation.crowd.arrived).toBe(6);
    for (const list of places.values()) {
      const before = list.slice(0, 600);
      expect(Math.max(...before.map(([x]) => x))).toBeLessThan(24.6);
    }
  });
});
