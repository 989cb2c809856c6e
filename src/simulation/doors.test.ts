/** Doors of scenes: planned around, passed, and refused where they are wrong. */
import { describe, expect, it } from "vitest";
import { diagnose, parseScene, type SceneInput, scaleScene, World } from "../world/index.js";
import { doorsToHang } from "./door-flow.js";
import { PLANNERS } from "./planners.js";
import { Simulation } from "./simulation.js";
import type { SimulationOptions } from "./simulation-options.js";

type Doors = NonNullable<SceneInput["doors"]>;

/** Two rooms, with gaps of 1.2 m in the wall between them at y = 2 and at y = 8. */
const rooms: SceneInput = {
  boundary: [
    [0, 0],
    [20, 0],
    [20, 10],
    [0, 10],
  ],
  obstacles: [
    {
      polygon: [
        [9.9, 0],
        [10.1, 0],
        [10.1, 1.4],
        [9.9, 1.4],
      ],
    },
    {
      polygon: [
        [9.9, 2.6],
        [10.1, 2.6],
        [10.1, 7.4],
        [9.9, 7.4],
      ],
    },
    {
      polygon: [
        [9.9, 8.6],
        [10.1, 8.6],
        [10.1, 10],
        [9.9, 10],
      ],
    },
  ],
  goals: {
    exit: {
      segments: [
        [
          [20, 1],
          [20, 3],
        ],
      ],
    },
    back: {
      segments: [
        [
          [0, 1],
          [0, 3],
        ],
      ],
    },
  },
  profiles: { adult: { radius: 0.25, speed: 1.34 } },
  spawns: [
    {
      polygon: [
        [1, 1],
        [5, 1],
        [5, 3],
        [1, 3],
      ],
      count: 8,
      profile: "adult",
      goals: ["exit"],
    },
  ],
};
const LOW: Doors[number]["segment"] = [
  [10, 1.4],
  [10, 2.6],
];
const HIGH: Doors[number]["segment"] = [
  [10, 7.4],
  [10, 8.6],
];

/** Where people crossed x = 10, as y and the direction, and the simulation at its end. */
function run(scene: SceneInput, options: SimulationOptions = {}) {
  const simulation = new Simulation(scene, { model: "orca", duration: 90, ...options });
  const before = new Map<number, number>();
  const crossed: { readonly y: number; readonly to: number; readonly time: number }[] = [];
  while (!simulation.done) {
    simulation.advance();
    const { id, x, y } = simulation.crowd.columns;
    for (let i = 0; i < simulation.crowd.size; i++) {
      const was = before.get(id[i]);
      if (was !== undefined && Math.sign(was - 10) !== Math.sign(x[i] - 10)) {
        crossed.push({ y: y[i], to: Math.sign(x[i] - was), time: simulation.time });
      }
      before.set(id[i], x[i]);
    }
  }
  return { simulation, crossed };
}

describe("a closed door", () => {
  it.each(["pathmap", "roadmap", "potential"])("is walked around by %s", (planner) => {
    const { simulation, crossed } = run({ ...rooms, doors: [{ segment: LOW, open: false }] }, { planner });
    expect(simulation.crowd.arrived).toBe(8);
    for (const { y } of crossed) expect(y).toBeGreaterThan(7.4);
  });

  it("is taken again once it opens, by those who are still on the way", () => {
    const doors: Doors = [{ segment: LOW, open: false, schedule: [{ time: 3, open: true }] }];
    const { simulation, crossed } = run({ ...rooms, doors });
    expect(simulation.crowd.arrived).toBe(8);
    for (const { y } of crossed) expect(y).toBeLessThan(2.6);
  });

  it("that closes sends people to the other one", () => {
    const doors: Doors = [{ segment: LOW, schedule: [{ time: 2, open: false }] }];
    const { crossed, simulation } = run({ ...rooms, doors });
    expect(simulation.crowd.arrived).toBe(8);
    for (const { y } of crossed) expect(y).toBeGreaterThan(7.4);
  });

  it("on an exit keeps people in until it opens", () => {
    const doors: Doors = [
      {
        segment: [
          [20, 0.8],
          [20, 3.2],
        ],
        open: false,
        schedule: [{ time: 25, open: true }],
      },
    ];
    const simulation = new Simulation({ ...rooms, doors }, { model: "orca", duration: 90 });
    while (simulation.time < 25) simulation.advance();
    expect(simulation.crowd.arrived).toBe(0);
    while (!simulation.done) simulation.advance();
    expect(simulation.crowd.arrived).toBe(8);
  });

  it("is a wall for paths", () => {
    const world = new World({ ...rooms, doors: [{ segment: LOW, open: false }] });
    const guide = PLANNERS.pathmap(world, {
      goals: [
        {
          segment: [
            [20, 1],
            [20, 3],
          ],
        },
      ],
      radius: 0.25,
      barriers: [],
    });
    const path = guide.pathFrom([2, 2])!;
    expect(Math.max(...path.map(([, y]) => y))).toBeGreaterThan(7);
    expect(() =>
      new World({
        ...rooms,
        doors: [
          {
            segment: [
              [20, 1],
              [20, 3],
            ],
            open: false,
          },
        ],
      }).goal("exit"),
    ).toThrow("goals.exit: the door on it is closed");
  });
});

describe("a greatest flow in a scene", () => {
  it("is never exceeded, and everybody gets through", () => {
    const doors: Doors = [
      { segment: LOW, maxFlow: 1 },
      { segment: HIGH, open: false },
    ];
    const { simulation, crossed } = run({ ...rooms, doors });
    expect(simulation.crowd.arrived).toBe(8);
    expect(crossed.length).toBe(8);
    crossed.forEach(({ time }, k) => {
      if (k > 0) expect(time - crossed[k - 1].time).toBeGreaterThanOrEqual(1 - 1e-6);
    });
  });
});

describe("a door of one direction", () => {
  it("is taken that way and walked around the other way", () => {
    const doors: Doors = [{ segment: LOW, oneWay: "right" }];
    const there = run({ ...rooms, doors });
    expect(there.simulation.crowd.arrived).toBe(8);
    for (const { y } of there.crossed) expect(y).toBeLessThan(2.6);
    const spawns: SceneInput["spawns"] = [
      {
        polygon: [
          [15, 1],
          [19, 1],
          [19, 3],
          [15, 3],
        ],
        count: 8,
        profile: "adult",
        goals: ["back"],
      },
    ];
    const back = run({ ...rooms, doors, spawns });
    expect(back.simulation.crowd.arrived).toBe(8);
    for (const { y, to } of back.crossed) {
      expect(y).toBeGreaterThan(7.4);
      expect(to).toBe(-1);
    }
  });

  it("counts what is left behind it: the nearer way through another door is taken", () => {
    const world = new World({ ...rooms, doors: [{ segment: LOW, oneWay: "right" }] });
    const goals = [
      {
        segment: [
          [20, 1],
          [20, 3],
        ],
      },
    ] as const;
    const guide = PLANNERS.pathmap(world, { goals, radius: 0.25, barriers: [] });
    // By hand: straight on through the lower gap, and up through the upper one.
    expect(guide.distance([2, 2])).toBeCloseTo(18, 0);
    const free = PLANNERS.pathmap(new World(rooms), { goals, radius: 0.25, barriers: [] });
    for (const p of [
      [1, 1],
      [5, 5],
      [9, 9],
      [2, 9],
      [12, 5],
    ] as const) {
      expect(guide.distance(p)!).toBeGreaterThan(free.distance(p)! - 0.3);
      expect(guide.distance(p)!).toBeLessThan(free.distance(p)! + 1);
    }
  });

  it.each(["potential", "roadmap"])("is nothing that %s can heed", (planner) => {
    const doors: Doors = [{ segment: LOW, oneWay: "right" }];
    expect(() => new Simulation({ ...rooms, doors }, { planner })).toThrow(
      /cannot heed doors of one direction/,
    );
  });
});

it("a leaf makes the gap narrower: who fits no more walks around", () => {
  const doors: Doors = [{ segment: LOW, leaf: 0.8 }];
  const { simulation, crossed } = run({ ...rooms, doors });
  expect(simulation.crowd.arrived).toBe(8);
  for (const { y } of crossed) expect(y).toBeGreaterThan(7.4);
});

it("doors keep their place when a scene is scaled", () => {
  const scene = parseScene({
    format: "wayfield-scene",
    version: 1,
    ...rooms,
    doors: [{ segment: LOW, leaf: 0.1 }],
  });
  expect(scaleScene(scene, 2).doors).toEqual([
    {
      segment: [
        [20, 2.8],
        [20, 5.2],
      ],
      leaf: 0.2,
    },
  ]);
});

describe("doors that are wrong", () => {
  const found = (doors: Doors): string[] => {
    const scene = parseScene({ format: "wayfield-scene", version: 1, ...rooms, doors });
    return diagnose(scene)
      .filter(({ severity }) => severity === "error")
      .map(({ code, where, message }) => `${code} ${where}: ${message}`);
  };

  it.each([
    [
      [
        {
          segment: [
            [10, 2],
            [10, 2],
          ],
        },
      ],
      "door-zero-length doors[0].segment: both ends are (10, 2)",
    ],
    [
      [
        {
          segment: [
            [5, 4],
            [5, 6],
          ],
        },
      ],
      "door-off-walls doors[0].segment: its end (5, 4) is",
    ],
    [
      [
        {
          segment: [
            [20, 7],
            [20, 9],
          ],
        },
      ],
      "door-off-walls doors[0].segment: lies on a wall without a gap, and no goal is there",
    ],
    [
      [
        { segment: LOW },
        {
          segment: [
            [10, 1.4],
            [10, 2.55],
          ],
        },
      ],
      "door-overlap doors[1].segment: overlaps doors[0]",
    ],
    [[{ segment: LOW, leaf: 1.5 }], "door-filled doors[0].leaf: the leaf of 1.5 m fills the door of 1.2 m"],
  ] as [Doors, string][])("%j", (doors, message) => {
    const all = found(doors);
    expect(all.length).toBe(1);
    expect(all[0].replace(/[[\]]\s?/g, "")).toContain(message.replace(/[[\]]\s?/g, ""));
    expect(() => new Simulation({ ...rooms, doors })).toThrow(/^doors\[/);
  });

  it("doors in gaps, and on exits, are fine", () => {
    expect(
      found([
        { segment: LOW },
        { segment: HIGH, maxFlow: 2 },
        {
          segment: [
            [20, 1],
            [20, 3],
          ],
        },
      ]),
    ).toEqual([]);
  });
});

describe("the rules of population imo", () => {
  const hall: SceneInput = {
    boundary: [
      [0, 0],
      [10, 0],
      [10, 8],
      [0, 8],
    ],
    goals: {
      exit: {
        segments: [
          [
            [10, 3],
            [10, 4.5],
          ],
        ],
      },
    },
    spawns: [
      {
        polygon: [
          [1, 1],
          [8, 1],
          [8, 7],
          [1, 7],
        ],
        count: 40,
        goals: ["exit"],
      },
    ],
    simulation: { population: "imo" },
  };
  const exit: Doors[number]["segment"] = [
    [10, 3],
    [10, 4.5],
  ];
  const flows = (scene: SceneInput, options: SimulationOptions = {}) =>
    new Simulation(scene, options).crowd.doors.map(({ segment }) => segment);

  /** Times of arrival of everybody. */
  function arrivals(scene: SceneInput, options: SimulationOptions = {}): number[] {
    const simulation = new Simulation(scene, { duration: 200, ...options });
    const times: number[] = [];
    while (!simulation.done) {
      simulation.advance();
      for (const { time } of simulation.crowd.arrivals) times.push(time);
    }
    return times;
  }

  it("let at most 1.33 per metre and second through an exit in the outline, and nobody is left", () => {
    const times = arrivals(hall);
    expect(times).toHaveLength(40);
    // 1.5 m: 1.995 per second, which is one in 0.501 s.
    for (let k = 1; k < times.length; k++) expect(times[k] - times[k - 1]).toBeGreaterThan(0.5);
    const adults = arrivals(hall, { population: "adults" });
    expect(adults.some((time, k) => k > 0 && time - adults[k - 1] < 0.5)).toBe(true);
  });

  it("hold for a door that says nothing itself, over its width without the leaf", () => {
    const rule = { world: new World(hall), exits: ["exit"], flow: 1.33, arrival: "cross" } as const;
    const hung = (doors: Doors) => doorsToHang(new World({ ...hall, doors }).scene, rule);
    expect(hung([{ segment: exit, leaf: 0.5 }])).toEqual([{ segment: [[10, 3.5], exit[1]], maxFlow: 1.33 }]);
    expect(hung([{ segment: exit, maxFlow: 0.7 }])).toEqual([{ segment: exit, maxFlow: 0.7 }]);
    expect(hung([{ segment: exit, oneWay: "right" }])).toEqual([
      { segment: exit, maxFlow: 1.33 * 1.5, oneWay: "right" },
    ]);
  });

  it("hold for the part of an exit that no door covers", () => {
    const doors: Doors = [
      {
        segment: [
          [10, 3],
          [10, 4],
        ],
      },
    ];
    const lines = flows({ ...hall, doors });
    expect(lines).toEqual([
      [
        [10, 3],
        [10, 4],
      ],
      [
        [10, 4],
        [10, 4.5],
      ],
    ]);
  });

  it("leave goals in free ground, goals on the way and arrivals by touch alone", () => {
    const inside: SceneInput = {
      ...hall,
      goals: {
        exit: {
          segments: [
            [
              [8.5, 0],
              [8.5, 8],
            ],
          ],
        },
      },
    };
    expect(flows(inside)).toEqual([]);
    expect(flows(hall, { arrival: "touch" })).toEqual([]);
    expect(flows(hall, { population: "adults" })).toEqual([]);
    const twice: SceneInput = {
      ...hall,
      goals: {
        ...hall.goals,
        first: {
          segments: [
            [
              [0, 1],
              [0, 2],
            ],
          ],
        },
      },
      spawns: hall.spawns!.map((spawn) => ({ ...spawn, goals: ["first", "exit"] })),
    };
    expect(flows(twice)).toEqual([exit]);
  });

  it("let several pass in one step where the exit is wide: 60 m are 79.8 per second", () => {
    const wide: SceneInput = {
      boundary: [
        [0, 0],
        [12, 0],
        [12, 60],
        [0, 60],
      ],
      goals: {
        exit: {
          segments: [
            [
              [12, 0],
              [12, 60],
            ],
          ],
        },
      },
      spawns: [
        {
          places: Array.from({ length: 100 }, (_, k) => [9, 0.5 + 0.59 * k] as [number, number]),
          goals: ["exit"],
        },
      ],
      profiles: {},
      simulation: { population: "imo" },
    };
    const equal = {
      ...wide,
      profiles: { one: { speed: 1 } },
      spawns: [{ ...wide.spawns![0], profile: "one" }],
    };
    const times = arrivals(equal);
    expect(times).toHaveLength(100);
    const span = times[times.length - 1] - times[0];
    // 99 intervals of 1/79.8 s, but for a step; one in a step would take 4.95 s.
    expect(span).toBeGreaterThan(99 / 79.8 - 0.051);
    expect(span).toBeLessThan(3);
  });
});
