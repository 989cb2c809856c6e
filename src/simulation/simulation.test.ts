import { describe, expect, it } from "vitest";
import { Crowd } from "../crowd/crowd.js";
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import type { Guide } from "../guide.js";
import { Measures } from "../measure/measures.js";
import { PathMap } from "../pathmap/index.js";
import { builtinScene } from "../scenes/index.js";
import { type SceneInput, World } from "../world/index.js";
import { Bottlenecks } from "./bottleneck.js";
import { PLANNERS } from "./planners.js";
import { Simulation } from "./simulation.js";
import type { SimulationOptions } from "./simulation-options.js";

/** Runs to the end; checks every step that nobody is lost and nobody is in a wall. */
function run(scene: SceneInput, options: SimulationOptions = {}): Simulation {
  const simulation = new Simulation(scene, { planner: "pathmap", ...options });
  const { crowd } = simulation;
  while (!simulation.done) {
    simulation.advance();
    if (crowd.spawned !== crowd.size + crowd.arrived) expect.fail(`numbers at ${simulation.time}`);
    const { x, y } = crowd.columns;
    for (let i = 0; i < crowd.size; i++) {
      if (!crowd.world.contains([x[i], y[i]])) expect.fail(`agent ${crowd.columns.id[i]} at ${x[i]},${y[i]}`);
    }
  }
  return simulation;
}

const room: SceneInput = {
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
          [20, 4],
          [20, 6],
        ],
      ],
    },
    west: { points: [[1, 5]] },
    east: { points: [[18, 5]] },
  },
  profiles: { adult: { radius: 0.25, speed: 1.34 } },
  spawns: [
    {
      polygon: [
        [1, 1],
        [6, 1],
        [6, 9],
        [1, 9],
      ],
      count: 30,
      profile: "adult",
      goals: ["exit"],
    },
  ],
};
const spawn = room.spawns![0];

describe("built-in scenes run to the end", () => {
  it.each(["corridor", "two-rooms", "office", "subway", "evacuation", "trains", "centre-1"])("%s", (name) => {
    const { crowd, total, waiting } = run(builtinScene(name));
    expect([crowd.arrived, waiting]).toEqual([total, 0]);
  });

  it("figure 3.12: three passages empty the town centre sooner than one", () => {
    const time = (name: string): number => run(builtinScene(name)).time;
    expect(time("centre-3")).toBeLessThan(time("centre-1"));
  });
});

describe("figures 3.14 and 3.15: avoidance alone is trapped, with a path map it is not", () => {
  /** Straight to the goal, as avoidance alone would have it. */
  const straight = (goal: Point): Guide => {
    const way = (p: Point): number => Math.hypot(goal[0] - p[0], goal[1] - p[1]);
    return {
      heading: (p) => (way(p) < 1e-9 ? [0, 0] : [(goal[0] - p[0]) / way(p), (goal[1] - p[1]) / way(p)]),
      cost: way,
      distance: way,
      pathFrom: (p) => [p, goal],
    };
  };

  it.each(["pocket", "pockets-4"])("%s", (name) => {
    const scene = builtinScene(name);
    const guided = run(scene);
    expect(guided.crowd.arrived).toBe(guided.total);
    const alone = new Crowd(new World(scene));
    const twin = new Simulation(scene, { planner: "pathmap" });
    twin.advance();
    const { x, y, group } = twin.crowd.columns;
    for (let i = 0; i < twin.crowd.size; i++) {
      const [goal] = scene.spawns![group[i]].goals as string[];
      const [a, b] = scene.goals![goal].segments![0];
      alone.add({ position: [x[i], y[i]], guide: straight([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]) });
    }
    const started = alone.size;
    while (alone.time < guided.time) alone.step(0.05);
    // Most of those whom the walls hold back are still there.
    expect(alone.size).toBeGreaterThan(0.5 * started);
  });
});

describe("spawns", () => {
  it("come at their rate, from their start on", () => {
    const simulation = new Simulation({ ...room, spawns: [{ ...spawn, rate: 2, start: 1 }] });
    const counts: number[] = [];
    while (simulation.time < 4 - 1e-9) {
      simulation.advance();
      if (Math.abs(simulation.time % 1) < 1e-9 || Math.abs((simulation.time % 1) - 1) < 1e-9)
        counts.push(simulation.crowd.spawned);
    }
    expect(counts).toEqual([0, 2, 4, 6]);
  });

  it("wait where there is no room, and say so", () => {
    const tight = {
      ...spawn,
      polygon: [
        [1, 1],
        [2.2, 1],
        [2.2, 2.2],
        [1, 2.2],
      ] as [number, number][],
      count: 40,
    };
    const simulation = new Simulation({ ...room, spawns: [tight] });
    simulation.advance();
    expect(simulation.waiting).toBeGreaterThan(25);
    expect(simulation.crowd.spawned + simulation.waiting).toBe(40);
    expect(simulation.warnings).toEqual([]);
    while (!simulation.done) simulation.advance();
    expect(simulation.crowd.arrived).toBe(40);
    expect(simulation.warnings).toEqual([
      expect.stringMatching(
        /^spawns\[0\]: \d+ of 40 people wait for room at 1 s; they come when there is some$/,
      ),
    ]);
  });

  it("draw speeds within their bounds", () => {
    const speed = { mean: 1.34, deviation: 0.26, min: 1, max: 1.8 };
    const simulation = new Simulation({
      ...room,
      profiles: { adult: { radius: 0.1, speed } },
      spawns: [{ ...spawn, count: 200 }],
    });
    for (let k = 0; k < 5; k++) simulation.advance();
    const speeds = [...simulation.crowd.columns.speed.subarray(0, simulation.crowd.size)];
    expect(Math.min(...speeds)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...speeds)).toBeLessThanOrEqual(1.8);
    expect(speeds.reduce((a, b) => a + b) / speeds.length).toBeCloseTo(1.34, 1);
  });

  it("follow queues of goals; an inner list means the nearest", () => {
    const simulation = run({ ...room, spawns: [{ ...spawn, count: 3, goals: ["west", ["east", "west"]] }] });
    // The nearest of east and west from west is west itself: nobody crosses the room.
    expect(simulation.time).toBeLessThan(12);
  });
});

describe("a flow alone", () => {
  const scene: SceneInput = {
    boundary: [
      [0, 0],
      [8, 0],
      [8, 4],
      [0, 4],
    ],
    flow: {
      source: [
        [
          [0, 1],
          [0, 3],
        ],
      ],
      sink: [
        [
          [8, 1],
          [8, 3],
        ],
      ],
    },
  };

  it.each(["flow", "pathmap"])(
    "without goals and spawns leads from its sources to its sinks, planner %s",
    (planner) => {
      const simulation = new Simulation(scene, { planner, duration: 12 });
      while (!simulation.done) simulation.advance();
      expect(simulation.crowd.arrived).toBeGreaterThan(10);
    },
  );

  it("still needs goals where people start elsewhere", () => {
    const spawns: SceneInput["spawns"] = [
      {
        segment: [
          [2, 1],
          [2, 3],
        ],
        count: 1,
        goals: ["exit"],
      },
    ];
    expect(() => new Simulation({ ...scene, spawns })).toThrow(/no goal/);
  });
});

describe("things that move", () => {
  const door = {
    polygon: [
      [10, 0],
      [10.2, 0],
      [10.2, 10],
      [10, 10],
    ] as [number, number][],
    schedule: [
      { time: 0, present: true },
      { time: 8, present: false },
    ],
  };

  it("people come and wait in a room whose only door opens later", () => {
    const simulation = new Simulation({ ...room, obstacles: [door] });
    while (simulation.time < 7.9) {
      simulation.advance();
      const { x } = simulation.crowd.columns;
      for (let i = 0; i < simulation.crowd.size; i++) expect(x[i]).toBeLessThan(10);
    }
    expect(simulation.crowd.spawned).toBe(30);
    while (!simulation.done) simulation.advance();
    expect(simulation.crowd.arrived).toBe(30);
  });

  it("a door that does not open before the end is no way", () => {
    expect(() => new Simulation({ ...room, obstacles: [door] }, { duration: 7 })).toThrow(
      "spawns[0]: nobody of radius 0.25 m can get from here to exit",
    );
  });

  it.each(["pathmap", "potential", "roadmap"])(
    "by %s, people wait while an obstacle covers the goal, and go on then",
    (planner) => {
      const lid = {
        polygon: [
          [19, 2],
          [20, 2],
          [20, 8],
          [19, 8],
        ] as [number, number][],
        schedule: [
          { time: 0, present: false },
          { time: 4, present: true },
          { time: 20, present: false },
        ],
      };
      const simulation = new Simulation({ ...room, obstacles: [lid] }, { planner, duration: 60 });
      while (simulation.time < 20) simulation.advance();
      expect(simulation.crowd.arrived).toBe(0);
      while (!simulation.done) simulation.advance();
      expect(simulation.crowd.arrived).toBe(30);
    },
  );

  it("a door holds people back until it opens", () => {
    const gate = {
      ...door,
      polygon: [
        [10, 3],
        [10.2, 3],
        [10.2, 7],
        [10, 7],
      ] as [number, number][],
    };
    const simulation = new Simulation({ ...room, obstacles: [gate] });
    let crossed = Infinity;
    while (!simulation.done) {
      simulation.advance();
      const { x, y } = simulation.crowd.columns;
      for (let i = 0; i < simulation.crowd.size; i++) {
        if (x[i] > 10.2 && y[i] > 3.3 && y[i] < 6.7 && simulation.time < 8 && x[i] < 10.3)
          crossed = Math.min(crossed, simulation.time);
      }
    }
    expect(crossed).toBe(Infinity);
    expect(simulation.crowd.arrived).toBe(30);
  });

  it("an obstacle pushes people along and buries nobody", () => {
    const plough = {
      polygon: [
        [0.2, 0.5],
        [0.4, 0.5],
        [0.4, 9.5],
        [0.2, 9.5],
      ] as [number, number][],
      schedule: [
        { time: 0, offset: [0, 0] as [number, number] },
        { time: 10, offset: [12, 0] as [number, number] },
      ],
    };
    const still = {
      ...room,
      goals: {
        exit: {
          segments: [
            [
              [20, 4],
              [20, 6],
            ],
          ] as [[number, number], [number, number]][],
        },
      },
    };
    const slow = { ...still, profiles: { adult: { radius: 0.25, speed: 0.2 } }, obstacles: [plough] };
    const simulation = new Simulation(slow, { duration: 10 });
    while (!simulation.done) {
      simulation.advance();
      const [[left, low], , [right, high]] = simulation.movingObstacles[0].polygon!;
      const { x, y } = simulation.crowd.columns;
      for (let i = 0; i < simulation.crowd.size; i++) {
        expect(x[i] > left && x[i] < right && y[i] > low && y[i] < high).toBe(false);
        expect(simulation.crowd.world.contains([x[i], y[i]])).toBe(true);
      }
    }
    // It swept the whole of the spawn at 1.2 m/s: everyone is ahead of it, or beside it.
    const { x, y } = simulation.crowd.columns;
    for (let i = 0; i < simulation.crowd.size; i++) expect(x[i] > 12 || y[i] < 0.6 || y[i] > 9.4).toBe(true);
  });

  it("an obstacle that drives people into a wall pushes nobody through it, and counts whom it covers", () => {
    const wall = {
      segment: [
        [10, 0],
        [10, 8],
      ] as [[number, number], [number, number]],
    };
    const press = {
      polygon: [
        [-4, -1],
        [0.1, -1],
        [0.1, 11],
        [-4, 11],
      ] as [number, number][],
      schedule: [
        { time: 1, offset: [0, 0] as [number, number] },
        { time: 4, offset: [11, 0] as [number, number] },
      ],
    };
    const slow = { ...room, profiles: { adult: { radius: 0.25, speed: 0.05 } }, obstacles: [wall, press] };
    const simulation = new Simulation(slow, { duration: 6 });
    let hits = 0;
    const last = new Map<number, [number, number]>();
    while (!simulation.done) {
      simulation.advance();
      hits = Math.max(hits, simulation.crowd.touches.wallHits);
      const { id, x, y } = simulation.crowd.columns;
      for (let i = 0; i < simulation.crowd.size; i++) {
        expect(x[i] >= 0 && x[i] <= 20 && y[i] >= 0 && y[i] <= 10).toBe(true);
        const [fromX, fromY] = last.get(id[i]) ?? [x[i], y[i]];
        last.set(id[i], [x[i], y[i]]);
        // Around the wall's end alone, which a step may round.
        if (fromX < 10 !== x[i] < 10) {
          expect(fromY + ((10 - fromX) / (x[i] - fromX)) * (y[i] - fromY)).toBeGreaterThan(7.7);
        }
      }
    }
    expect(simulation.crowd.size).toBe(30);
    expect(hits).toBeGreaterThan(0);
  });
});

describe("the same bits", () => {
  it("after a snapshot is restored into another simulation, with bottlenecks", () => {
    const scene = builtinScene("bottleneck");
    const bits = (s: Simulation): string =>
      JSON.stringify(s.snapshot(), (_, v) => (v instanceof Float64Array ? [...v] : v));
    const one = new Simulation(scene);
    for (let k = 0; k < 430; k++) one.advance();
    const saved = one.snapshot();
    const other = new Simulation(scene);
    other.restore(saved);
    for (let k = 0; k < 60; k++) {
      one.advance();
      other.advance();
    }
    expect(bits(other)).toBe(bits(one));
    expect(() => other.restore({} as never)).toThrow(InputError);
  });
});

describe("bottlenecks", () => {
  it("are found across the passage, and barriers put up there", () => {
    const installed: number[] = [];
    const scene = builtinScene("bottleneck");
    const simulation = new Simulation(scene, { bottleneck: false });
    const watch = new Bottlenecks(
      simulation.crowd.world,
      { weight: 1.5, threshold: 30, interval: 10 },
      (barriers) => {
        installed.push(barriers.length);
      },
    );
    while (simulation.time < 40) {
      simulation.advance();
      watch.observe(simulation.crowd, simulation.step);
    }
    expect(watch.bottlenecked().length).toBeGreaterThan(30);
    expect(installed.length).toBeGreaterThan(0);
    const [{ segment, weight }] = watch.barriers;
    expect(weight).toBe(1.5);
    const [[ax, ay], [bx, by]] = segment;
    // Between the two obstacles, where the passage or its mouth is.
    expect(Math.min(ax, bx)).toBeGreaterThan(13);
    expect(Math.max(ax, bx)).toBeLessThan(28);
    expect(Math.abs(ay - by)).toBeLessThan(3);
    expect((ay + by) / 2).toBeCloseTo(12, 0);
  });

  it("section 5.6: barriers empty the hall sooner by more than the paper's 22.4 %, adaptive ones still sooner, seed 1", () => {
    const scene = builtinScene("bottleneck");
    const people = { model: "orca", arrival: "touch" } as const;
    const without = run(scene, { ...people, bottleneck: false }).time;
    const fixed = run(scene, people).time;
    expect(scene.bottleneck).toEqual({ weight: 1.5, threshold: 30, interval: 10 });
    expect(fixed).toBeLessThan((1 - 0.224) * without);
    expect(run(scene, { ...people, bottleneck: { adaptive: true } }).time).toBeLessThan(fixed);
  });

  it("that adapt need to be told how many would pass", () => {
    expect(() => new Bottlenecks(new World(room), { adaptive: true }, () => {})).toThrow(InputError);
  });

  it.each([{ weight: 0.5 }, { threshold: 0 }, { interval: 0 }, { wait: 1 }])("refuse %j", (options) => {
    expect(() => new Bottlenecks(new World(room), options as never, () => {})).toThrow(InputError);
  });
});

describe("measures", () => {
  it("count everybody at the exit, and density sums up to people", () => {
    const simulation = new Simulation(room);
    const measures = new Measures(simulation);
    while (!simulation.done) {
      simulation.advance();
      measures.observe();
    }
    const { lines, travelTimes, arrivalTimes, moments, maxDensity, levelOfService, timeToExit, detours } =
      measures.result();
    expect(lines[0].times).toHaveLength(30);
    expect([travelTimes.length, arrivalTimes.length, detours.length]).toEqual([30, 30, 30]);
    expect(arrivalTimes).toEqual([...arrivalTimes].sort((a, b) => a - b));
    expect(moments[0].inside).toBe(30);
    expect(Math.max(...maxDensity.values)).toBeGreaterThan(0.5);
    expect(Object.values(levelOfService).reduce((a, b) => a + b)).toBeCloseTo(1, 9);
    // From the spawn's far corner it takes about as long as walking there does.
    const seconds = timeToExit.values.filter((v) => v > 0);
    expect(Math.max(...seconds)).toBeGreaterThan(12);
    expect(Math.max(...seconds)).toBeLessThan(30);
  });

  it("the min cut's capacity stands beside the flow measured there; distances are the path map's", () => {
    const scene = builtinScene("two-rooms");
    const simulation = new Simulation(scene);
    const measures = new Measures(simulation);
    while (!simulation.done) {
      simulation.advance();
      measures.observe();
    }
    const { gates, minCut, distanceToExit, groups } = measures.result();
    expect(minCut).toBeCloseTo(1, 9);
    // The exit is always among them; the door costs most time, and so comes first.
    expect(gates.map(({ kind, name }) => [kind, name])).toEqual([
      ["min cut", ""],
      ["exit", "exit"],
    ]);
    const [{ kind, width, capacity, times, queue, delay }, exit] = gates;
    expect([kind, width, times.length, exit.times.length]).toEqual(["min cut", 1, 40, 40]);
    expect(capacity).toBeCloseTo(1.9, 9);
    expect(delay).toBeGreaterThan(exit.delay);
    // Everyone has to pass the door, and waits for it.
    expect(queue).toBeGreaterThan(10);
    expect(groups.get(0)?.arrived).toBe(40);
    const map = new PathMap(simulation.crowd.world, { goals: ["exit"], radius: 0.25 });
    const { width: columns, cell, origin, values } = distanceToExit;
    let known = 0;
    values.forEach((value, c) => {
      const p: Point = [
        origin[0] + ((c % columns) + 0.5) * cell,
        origin[1] + (Math.floor(c / columns) + 0.5) * cell,
      ];
      const expected = map.distance(p);
      if (expected === null) expect(value).toBeNaN();
      else expect(value).toBeCloseTo(expected, 4);
      known += expected === null ? 0 : 1;
    });
    expect(known).toBeGreaterThan(500);
  });

  it.each([0.05, 0.2, 1])("the time to the exit is what walking alone takes, step %s", (step) => {
    const alone = {
      ...spawn,
      count: 1,
      segment: [
        [1, 5],
        [1, 5.1],
      ] as [[number, number], [number, number]],
    };
    const { polygon: _, ...one } = alone;
    const simulation = new Simulation({ ...room, spawns: [one] }, { step });
    const measures = new Measures(simulation);
    while (!simulation.done) {
      simulation.advance();
      measures.observe();
    }
    const { timeToExit } = measures.result();
    const { width, origin, cell, values } = timeToExit;
    let seen = 0;
    values.forEach((seconds, c) => {
      if (Number.isNaN(seconds)) return;
      seen++;
      // From somewhere in the cell to where the disc touches the exit, which is noticed a step later at most.
      const x = origin[0] + ((c % width) + 0.5) * cell;
      const exact = (20 - 0.25 - x) / 1.34;
      expect(Math.abs(seconds - exact)).toBeLessThan(cell / 1.34 + step + 0.05);
    });
    expect(seen).toBeGreaterThan(10);
  });

  it("everybody is counted once at each line: far from the goal, just before it, and at it", () => {
    const across = (
      name: string,
      x: number,
    ): { name: string; segment: [[number, number], [number, number]] } => ({
      name,
      segment: [
        [x, 0],
        [x, 10],
      ],
    });
    // Where bodies touch the exit nobody is pressed back across a line.
    const simulation = new Simulation(room, { model: "orca", arrival: "touch" });
    const lines = [across("middle", 12), across("before", 18.5), across("exit", 20), across("beyond", 25)];
    const measures = new Measures(simulation, { lines });
    while (!simulation.done) {
      simulation.advance();
      measures.observe();
    }
    const counts = measures.result().lines.map(({ name, times }) => [name, times.length]);
    expect(counts).toEqual([
      ["middle", 30],
      ["before", 30],
      ["exit", 30],
      ["beyond", 0],
    ]);
  });

  it("queues are found without a flow, and where the scene asks for no barriers", () => {
    const simulation = new Simulation(builtinScene("bottleneck"), { bottleneck: false, duration: 60 });
    const measures = new Measures(simulation);
    while (!simulation.done) {
      simulation.advance();
      measures.observe();
    }
    const { gates, minCut } = measures.result();
    expect(minCut).toBeNull();
    const passage = gates.find(({ segment: [[x]] }) => x > 13 && x < 28);
    expect(passage?.queue).toBeGreaterThan(30);
    expect(passage?.times.length).toBeGreaterThan(20);
  });

  it("the mean density over the plan is the mean number of people", () => {
    const simulation = new Simulation(
      { ...room, profiles: { adult: { radius: 0.25, speed: 0.01 } } },
      { duration: 3 },
    );
    const measures = new Measures(simulation);
    while (!simulation.done) {
      simulation.advance();
      measures.observe();
    }
    const { meanDensity } = measures.result();
    const sum = meanDensity.values.reduce((a, b) => a + b, 0) * meanDensity.cell ** 2;
    expect(sum).toBeCloseTo(30, 0);
  });
});

describe("bad input is named before the run", () => {
  it.each<[string, SceneInput, SimulationOptions?]>([
    ["spawns: a simulation needs at least one spawn", { ...room, spawns: [] }],
    ["spawns[0]: nobody of radius 6 m fits here", { ...room, profiles: { adult: { radius: 6, speed: 1 } } }],
    ['spawns[0].profile: "child" is no prof', { ...room, spawns: [{ ...spawn, profile: "child" }] }],
    ['planner: there is no planner "magic"; there are: pathmap', room, { planner: "magic" }],
    ["step: a finite number of seconds from 0.0001 to 10 is needed; given: 11", room, { step: 11 }],
    ["duration: a finite number of seconds > 0", room, { duration: 0 }],
    [
      "spawns[0]: nobody of radius 0.25 m can get from here to exit",
      {
        ...room,
        obstacles: [
          {
            segment: [
              [10, 0],
              [10, 4.8],
            ],
          },
          {
            segment: [
              [10, 5.2],
              [10, 10],
            ],
          },
        ],
      },
    ],
    [
      "spawns[0]: nobody of radius 0.25 m can get from exit to shut",
      {
        ...room,
        // Four walls around it.
        obstacles: [
          [14, 6, 18, 6.1],
          [14, 8.9, 18, 9],
          [14, 6, 14.1, 9],
          [17.9, 6, 18, 9],
        ].map(([a, b, c, d]) => ({
          polygon: [
            [a, b],
            [c, b],
            [c, d],
            [a, d],
          ],
        })),
        goals: { ...room.goals, shut: { points: [[16, 7.5]] } },
        spawns: [{ ...spawn, goals: ["exit", "shut"] }],
      },
    ],
  ])("%s", (message, scene, options = {}) => {
    expect(() => new Simulation(scene, options)).toThrow(InputError);
    expect(() => new Simulation(scene, options)).toThrow(message);
  });

  it("threads that are lost are warned about, once", () => {
    let tell: (event: unknown) => void = () => {};
    const createWorker = () => ({
      postMessage() {},
      terminate() {},
      addEventListener(_: string, listener: (event: unknown) => void) {
        tell = listener;
      },
    });
    const simulation = new Simulation(room, { threads: 2, createWorker });
    simulation.advance();
    expect(simulation.warnings).toEqual([]);
    tell({ type: "error" });
    for (let k = 0; k < 3; k++) simulation.advance();
    expect(simulation.warnings).toEqual(["a thread was lost: its file could not be loaded"]);
    expect(simulation.crowd.threads).toBe(1);
  });

  it("a step so long that avoidance means little is warned about", () => {
    expect(new Simulation(room, { step: 0.5 }).warnings).toEqual([expect.stringContaining("0.5 s is long")]);
  });
});

it.each(Object.keys(PLANNERS))("people guided by %s leave the hall", (planner) => {
  const hall = builtinScene("evacuation");
  const spawns = hall.spawns!.map((spawn) => ({ ...spawn, count: 12 }));
  const simulation = run({ ...hall, spawns }, { planner, duration: 90 });
  expect(simulation.crowd.arrived).toBe(12);
  simulation.close();
});
