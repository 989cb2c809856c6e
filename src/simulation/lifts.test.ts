import { describe, expect, test } from "vitest";
import type { BuildingInput } from "../world/index.js";
import { Simulation } from "./simulation.js";

type Pair = [number, number];

const HALL: Pair[] = [
  [0, 0],
  [20, 0],
  [20, 10],
  [0, 10],
];

/** Two floors of 20 by 10 m, 4 m apart, with a lift in the middle of the north wall, and a stair where asked for. */
function tower(options: {
  readonly people: number;
  readonly stair?: boolean;
  readonly capacity?: number;
  readonly profile?: Record<string, unknown>;
  readonly allow?: string[];
}): BuildingInput {
  const { people, stair = false, capacity = 8, profile = {}, allow } = options;
  const footprint: Pair[] = [
    [2, 0],
    [8, 0],
    [8, 1.5],
    [2, 1.5],
  ];
  const obstacles = stair ? [{ polygon: footprint }] : [];
  const door: [Pair, Pair] = [
    [9.4, 10],
    [10.6, 10],
  ];
  return {
    levels: [
      { name: "ground", elevation: 0, boundary: HALL, obstacles },
      { name: "first", elevation: 4, boundary: HALL, obstacles },
    ],
    connections: [
      { kind: "lift", name: "L", at: { ground: door, first: door }, capacity, ...(allow && { allow }) },
      ...(stair
        ? [
            {
              kind: "stairs" as const,
              name: "S",
              from: {
                level: "ground",
                segment: [
                  [2, 0],
                  [2, 1.5],
                ] as [Pair, Pair],
              },
              to: {
                level: "first",
                segment: [
                  [8, 0],
                  [8, 1.5],
                ] as [Pair, Pair],
              },
            },
          ]
        : []),
    ],
    goals: {
      exit: {
        level: "ground",
        segments: [
          [
            [20, 4],
            [20, 6],
          ],
        ],
      },
    },
    profiles: { somebody: { speed: 1.25, radius: 0.22, ...profile } },
    spawns: [
      {
        level: "first",
        polygon: [
          [3, 3],
          [17, 3],
          [17, 8],
          [3, 8],
        ],
        count: people,
        profile: "somebody",
        goals: ["exit"],
      },
    ],
    simulation: { duration: 900 },
  };
}

/** Runs to the end; the most who were aboard at a time. */
function runOf(simulation: Simulation): number {
  let most = 0;
  let differ = 0;
  while (!simulation.done) {
    simulation.advance();
    const { crowd, building, lifts } = simulation;
    const { x, y } = crowd.columns;
    let aboard = 0;
    for (let i = 0; i < crowd.size; i++) if (building!.where([x[i], y[i]])!.kind === "car") aboard++;
    if (lifts!.summary[0].aboard !== aboard) differ++;
    most = Math.max(most, aboard);
  }
  expect(differ, "steps in which others are aboard than the lift knows").toBe(0);
  return most;
}

describe("a lift", () => {
  test("takes one person down: the car comes, opens, closes, rides and opens again", () => {
    const simulation = new Simulation(tower({ people: 1 }), { seed: 1 });
    runOf(simulation);
    expect(simulation.crowd.arrived).toBe(1);
    const [{ carried, meanWait }] = simulation.lifts!.summary;
    expect(carried).toBe(1);
    // 4 m at 1 m/s and 2 s for the doors, from the call on; then some steps to the door.
    expect(meanWait).toBeGreaterThan(6);
    expect(meanWait).toBeLessThan(10);
    expect(simulation.crowd.touches).toMatchObject({ overlaps: 0 });
  });

  test("takes everybody down, never more than it holds at a time", () => {
    for (const capacity of [1, 3, 8]) {
      const simulation = new Simulation(tower({ people: 12, capacity }), { seed: 2 });
      const most = runOf(simulation);
      expect(simulation.crowd.arrived).toBe(12);
      expect(most).toBe(capacity);
      expect(simulation.lifts!.summary[0].carried).toBe(12);
    }
  });

  test("who finds too many before a lift takes the stairs, and who may not use it never does", () => {
    const both = new Simulation(tower({ people: 40, stair: true }), { seed: 3 });
    runOf(both);
    expect(both.crowd.arrived).toBe(40);
    const [{ carried }] = both.lifts!.summary;
    expect(carried).toBeGreaterThan(7);
    expect(carried).toBeLessThan(40);
    const barred = new Simulation(
      { ...tower({ people: 10, stair: true, allow: ["other"] }), profiles: { somebody: {}, other: {} } },
      { seed: 3 },
    );
    runOf(barred);
    expect(barred.crowd.arrived).toBe(10);
    expect(barred.lifts!.summary[0].carried).toBe(0);
  });

  test("wheelchairs, which are longer than wide, ride as well", () => {
    const chair = { shape: { width: 0.8, depth: 1.2 }, speed: 0.8, radius: undefined };
    const scene = tower({ people: 5 });
    const simulation = new Simulation(
      { ...scene, profiles: { somebody: { ...chair } as never } },
      { seed: 4 },
    );
    runOf(simulation);
    expect(simulation.crowd.arrived).toBe(5);
  });

  test("so does somebody without width", () => {
    const simulation = new Simulation(tower({ people: 2, profile: { radius: 0 } }), { seed: 6 });
    runOf(simulation);
    expect(simulation.crowd.arrived).toBe(2);
  });

  test("where a lift alone leads on and nobody may use it, that is said before anything runs", () => {
    const scene = { ...tower({ people: 3, allow: ["other"] }), profiles: { somebody: {}, other: {} } };
    expect(() => new Simulation(scene)).toThrow(/nobody of radius .* can get from here to exit/);
  });

  test("a run goes on from a snapshot taken while people wait and ride, to the same bits", () => {
    const scene = tower({ people: 12, capacity: 3 });
    const [one, two] = [new Simulation(scene, { seed: 5 }), new Simulation(scene, { seed: 5 })];
    for (let k = 0; k < 800; k++) one.advance();
    const [{ aboard }] = one.lifts!.summary;
    expect(aboard).toBeGreaterThan(0);
    two.restore(structuredClone(one.snapshot()));
    for (let k = 0; k < 1000; k++) {
      one.advance();
      two.advance();
    }
    expect(two.snapshot()).toEqual(one.snapshot());
  });
});
