import { afterAll, describe, expect, it } from "vitest";
import { freeSample, randomPlan } from "../../test/support/crowd-plans.js";
import { InputError } from "../errors.js";
import { FlowMap, LaneGuide, optimizeLanes } from "../flow/index.js";
import type { Point } from "../geometry/index.js";
import { orca } from "../models/index.js";
import { Random } from "../numerics/index.js";
import { PathMap } from "../pathmap/index.js";
import { builtinScene } from "../scenes/index.js";
import { Simulation } from "../simulation/simulation.js";
import type { SimulationOptions } from "../simulation/simulation-options.js";
import { type SceneInput, World } from "../world/index.js";
import { Crowd } from "./crowd.js";
import { DirectedCrowd } from "./directed.js";

type Corner = [number, number];

const box = (x0: number, y0: number, x1: number, y1: number): Corner[] => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
];

const SPEED = 1.34;

/** Twelve lanes from left to right, with room beside them. */
const hall: SceneInput = {
  boundary: box(0, 0, 16, 12),
  goals: {
    east: {
      segments: [
        [
          [16, 3],
          [16, 9],
        ],
      ],
    },
    north: {
      segments: [
        [
          [7, 12],
          [9, 12],
        ],
      ],
    },
  },
  flow: {
    source: [
      [
        [0, 3],
        [0, 9],
      ],
    ],
    sink: [
      [
        [16, 3],
        [16, 9],
      ],
    ],
  },
  profiles: { adult: { radius: 0.25, speed: SPEED } },
};
const stream = {
  segment: [
    [0, 3],
    [0, 9],
  ] as [Corner, Corner],
  count: 100,
  profile: "adult",
  goals: ["east"],
};
const crossing = {
  segment: [
    [7, 0],
    [9, 0],
  ] as [Corner, Corner],
  count: 8,
  rate: 1,
  profile: "adult",
  goals: ["north"],
};

/** The same without that room: straight lanes. */
const corridor: SceneInput = {
  ...hall,
  boundary: box(0, 3, 16, 9),
  goals: { east: hall.goals!.east, middle: { points: [[8, 6]] } },
};

/** Lanes with sharp bends: two walls to wind around. */
const bends: SceneInput = {
  ...hall,
  boundary: box(0, 0, 12, 8),
  obstacles: [{ polygon: box(4, 0, 4.4, 5) }, { polygon: box(8, 3, 8.4, 8) }],
  goals: {
    east: {
      segments: [
        [
          [12, 3],
          [12, 6],
        ],
      ],
    },
  },
  flow: {
    source: [
      [
        [0, 2],
        [0, 5],
      ],
    ],
    sink: [
      [
        [12, 3],
        [12, 6],
      ],
    ],
  },
};

interface Outcome {
  readonly simulation: Simulation;
  readonly deepest: number;
}

/** Runs to the end; checks that nobody is lost and, every few steps, that nobody is in a wall. */
function run(scene: SceneInput, options: SimulationOptions = {}): Outcome {
  const simulation = new Simulation(scene, { planner: "flow", ...options });
  const { crowd } = simulation;
  let deepest = 0;
  for (let k = 0; !simulation.done; k++) {
    simulation.advance();
    deepest = Math.max(deepest, crowd.touches.deepest);
    if (crowd.spawned !== crowd.size + crowd.arrived) expect.fail(`numbers at ${simulation.time}`);
    if (k % 10 > 0) continue;
    const { x, y } = crowd.columns;
    for (let i = 0; i < crowd.size; i++) {
      if (!crowd.world.contains([x[i], y[i]])) expect.fail(`agent ${crowd.columns.id[i]} at ${x[i]},${y[i]}`);
    }
  }
  return { simulation, deepest };
}

/** What lanes can bring to their sinks in a time: one after another as near as they may, less the first walk. */
function capacity(scene: SceneInput, lanes: "optimized" | "contours", seconds: number): number {
  const plain = new FlowMap(new World(scene)).lanes(0.25);
  const system = lanes === "optimized" ? optimizeLanes(plain) : plain;
  return system.lanes.reduce((sum, { length, spacing }) => {
    // In at a radius behind the source, out when the body is 5 cm before the sink.
    return sum + (SPEED * seconds - (length - 0.55)) / spacing;
  }, 0);
}

describe("a flow without spawns: people come through its source as long as it runs", () => {
  it.each(["optimized", "contours"] as const)(
    "%s lanes with bends run at their capacity; bodies never touch",
    (lanes) => {
      const { simulation, deepest } = run(bends, { lanes, duration: 30, arrival: "touch" });
      expect(simulation.crowd.arrived).toBeGreaterThan(0.98 * capacity(bends, lanes, 30));
      expect(deepest).toBeLessThan(1e-6);
      expect([simulation.endless, simulation.waiting]).toEqual([true, 0]);
    },
  );

  it("2 radii along the lane: more people, whose bodies overlap in bends", () => {
    const { simulation, deepest } = run(bends, {
      lanes: "contours",
      spacing: "lane",
      duration: 30,
      model: "orca",
    });
    expect(simulation.crowd.arrived).toBeGreaterThan(1.05 * capacity(bends, "contours", 30));
    expect(deepest).toBeGreaterThan(0.03);
  });

  it("table 4.1, scenario 3, 40 s: more than the paper's 1.9 times as many on optimized lanes as on shortest paths", () => {
    const scene = builtinScene("flow-3");
    const arrived = (options: SimulationOptions): number =>
      run(scene, { ...options, model: "orca", arrival: "touch" }).simulation.crowd.arrived;
    const shortest = arrived({ planner: "pathmap", duration: 40 });
    const optimized = arrived({ lanes: "optimized", duration: 40 });
    expect(optimized).toBeGreaterThan(1.9 * shortest);
  });
});

describe("lanes among other people", () => {
  it("a stream lets others across; all arrive, and nobody is run over", () => {
    const { simulation, deepest } = run(
      { ...hall, spawns: [stream, crossing] },
      { duration: 120, lanes: "contours", model: "orca" },
    );
    expect(simulation.crowd.arrived).toBe(108);
    expect(deepest).toBeLessThan(0.05);
  });

  it("somebody who stands on a lane is walked around", () => {
    const world = new World(hall);
    const guide = new LaneGuide(new FlowMap(world).lanes(0.25));
    const crowd = new Crowd(world, { model: orca });
    const [x, y] = guide.tracks[5].at(8);
    crowd.add({ position: [x, y] });
    let deepest = 0;
    for (let k = 0; k < 1200 && crowd.arrived < 40; k++) {
      if (crowd.spawned <= 40) crowd.enter({ guide, tracks: [4, 5, 6] }, 0.05);
      crowd.step(0.05);
      deepest = Math.max(deepest, crowd.touches.deepest);
    }
    expect([crowd.arrived, crowd.size]).toEqual([40, 1]);
    expect(deepest).toBeLessThan(0.05);
  });

  it("who starts beside the lanes joins them", () => {
    const inside = { polygon: box(1, 1, 7, 11), count: 50, profile: "adult", goals: ["east"] };
    const { simulation, deepest } = run(
      { ...hall, spawns: [inside, { ...stream, count: 50 }] },
      { duration: 90, lanes: "contours" },
    );
    expect(simulation.crowd.arrived).toBe(100);
    expect(deepest).toBeLessThan(0.05);
  });

  it("a block that moves across stops nobody for good", () => {
    const block = {
      polygon: box(7, 1, 8, 2),
      schedule: [
        { time: 0, offset: [0, 0] as Corner },
        { time: 4, offset: [0, 4] as Corner },
      ],
    };
    const { simulation } = run(
      { ...hall, obstacles: [block], spawns: [{ ...stream, count: 40 }] },
      { duration: 90, lanes: "contours" },
    );
    expect(simulation.crowd.arrived).toBe(40);
  });

  it("those with other goals take the path map", () => {
    const { simulation } = run(
      { ...hall, spawns: [{ ...stream, count: 5, goals: ["north"] }] },
      { duration: 40, lanes: "contours" },
    );
    expect(simulation.crowd.arrived).toBe(5);
  });

  it.each([1, 2, 3, 4, 5, 6])(
    "random plans, crowds and steps: no centre enters an obstacle (seed %i)",
    (seed) => {
      const random = new Random(seed);
      const world = randomPlan(random);
      const openings = {
        source: [
          [
            [0, 1],
            [0, 11],
          ],
        ],
        sink: [
          [
            [13, 12],
            [0, 12],
          ],
        ],
      };
      const { source, sink } = openings as unknown as {
        source: [Corner, Corner][];
        sink: [Corner, Corner][];
      };
      const system = new FlowMap(world, { source, sink }).lanes(0.15);
      const guide = new LaneGuide(system);
      const crowd = new Crowd(world, { seed });
      const step = random.between(0.01, 0.4);
      const paths = new PathMap(world, { goals: [{ point: freeSample(world, random) }] });
      for (let k = 0; k < 150; k++) {
        if (crowd.size < 80 && system.lanes.length > 0) crowd.enter({ guide, radius: 0.15 }, step);
        if (k % 8 === 0) crowd.add({ position: freeSample(world, random), radius: 0.1, guide: paths });
        if (k % 11 === 0) crowd.add({ position: freeSample(world, random), radius: 0.15, guide });
        crowd.step(step);
        expect(crowd.spawned).toBe(crowd.size + crowd.arrived);
        const { x, y, id } = crowd.columns;
        for (let i = 0; i < crowd.size; i++) {
          if (!world.contains([x[i], y[i]]))
            expect.fail(`step ${k} of ${step}: agent ${id[i]} at ${x[i]},${y[i]}`);
        }
      }
    },
  );
});

describe("the same bits on lanes", () => {
  const mixed: SceneInput = { ...hall, spawns: [stream, { ...crossing, rate: 3, count: 20 }] };
  const bits = (s: Simulation): string =>
    JSON.stringify(s.snapshot(), (_, v) => (v instanceof Float64Array ? [...v] : v));
  const open: Simulation[] = [];
  const make = (options: SimulationOptions): Simulation => {
    const simulation = new Simulation(mixed, { planner: "flow", lanes: "contours", ...options });
    open.push(simulation);
    return simulation;
  };
  afterAll(() => {
    for (const simulation of open) simulation.close();
  });

  it("with 1 and 2 threads, and after a snapshot", () => {
    const [one, two, restored] = [make({}), make({ threads: 2 }), make({})];
    for (let k = 0; k < 200; k++) {
      one.advance();
      two.advance();
      if (k === 160) restored.restore(one.snapshot());
      if (k > 160) restored.advance();
    }
    expect(bits(two)).toBe(bits(one));
    expect(bits(restored)).toBe(bits(one));
  });
});

describe("on a lane", () => {
  const world = new World(corridor);
  const guide = new LaneGuide(new FlowMap(world).lanes(0.25));
  const walk = (crowd: Crowd, steps: number): void => {
    for (let k = 0; k < steps; k++) crowd.step(0.05);
  };

  it("people come in behind each other while there is room, and not before", () => {
    const crowd = new Crowd(world);
    expect(crowd.enter({ guide, tracks: [3] })).toBe(0);
    expect(crowd.enter({ guide, tracks: [3] })).toBe(null);
    walk(crowd, 7);
    expect(crowd.enter({ guide, tracks: [3] })).toBe(null);
    crowd.step(0.05);
    // 8 steps are 0.536 m; the follower walks on 0.5 m behind.
    expect(crowd.enter({ guide, tracks: [3] }, 0.05)).toBe(1);
    expect(crowd.columns.x[0] - crowd.columns.x[1]).toBeCloseTo(0.5, 9);
  });

  it("slower people hold up those behind, who keep their distance", () => {
    const crowd = new Crowd(world);
    crowd.enter({ guide, tracks: [3], speed: 0.6 });
    walk(crowd, 40);
    crowd.enter({ guide, tracks: [3], speed: 1.8 });
    walk(crowd, 200);
    expect(crowd.columns.x[0] - crowd.columns.x[1]).toBeCloseTo(0.5, 9);
    expect(crowd.columns.vx[1]).toBeCloseTo(0.6, 9);
  });

  it("speed falls with density by Weidmann's curve", () => {
    const crowd = new Crowd(world, { model: orca, speedDensity: "weidmann" });
    for (let k = 0; k < 600; k++) {
      crowd.enter({ guide, tracks: [3] }, 0.05);
      crowd.step(0.05);
    }
    const last = crowd.columns.vx[crowd.size - 2];
    expect(last).toBeLessThan(0.5 * SPEED);
    expect(last).toBeGreaterThan(0);
  });

  it("reaction and acceleration hold", () => {
    const crowd = new Crowd(world);
    crowd.enter({ guide, tracks: [3], reaction: 0.5, acceleration: 1 });
    const [x0] = crowd.columns.x;
    walk(crowd, 10);
    // Out of the wall behind it at most, by a hair.
    expect(crowd.columns.x[0]).toBeCloseTo(x0, 4);
    walk(crowd, 10);
    expect(crowd.columns.vx[0]).toBeGreaterThan(0.4);
    expect(crowd.columns.vx[0]).toBeLessThan(0.5 + 1e-6);
  });

  it("who is put somewhere else, or gets another guide, is on no lane any more", () => {
    const crowd = new DirectedCrowd(world, { model: orca });
    const id = crowd.enter({ guide, tracks: [3] })!;
    crowd.place(id, [5, 8]);
    walk(crowd, 20);
    expect(crowd.columns.x[0]).toBeGreaterThan(6);
    crowd.replaceGuide(guide, new PathMap(world, { goals: ["middle"] }));
    walk(crowd, 10);
    expect(crowd.columns.vy[0]).toBeLessThan(-0.5);
  });

  it.each<[string, () => unknown]>([
    [
      "radius: at most 0.25 m fit on these tracks; given: 0.3",
      () => new Crowd(world).enter({ guide, radius: 0.3 }),
    ],
    ["tracks: there are tracks 0 to 11; given: 12", () => new Crowd(world).enter({ guide, tracks: [12] })],
    ["seconds: a finite number of seconds >= 0", () => new Crowd(world).enter({ guide }, -1)],
    [
      "guide: the first guide needs tracks",
      () => new Crowd(world).enter({ guide: new PathMap(world, { goals: ["middle"] }) as never }),
    ],
    [
      "lanes: optimized or contours is needed",
      () => new Simulation(hall, { planner: "flow", lanes: "wavy" as never }),
    ],
    [
      "spacing: only planner flow has lanes",
      () => new Simulation(hall, { planner: "pathmap", spacing: "lane" }),
    ],
    ["spacing: bodies or lane is needed", () => new LaneGuide(guide.system, { spacing: "wide" as never })],
    ["only: there are lanes 0 to 11; given: 12", () => new LaneGuide(guide.system, { only: [12] })],
    ['unknown option "gap"', () => new LaneGuide(guide.system, { gap: 1 } as never)],
  ])("%s", (message, action) => {
    expect(action).toThrow(InputError);
    expect(action).toThrow(message);
  });

  it("the nearest place of a lane is found, or none", () => {
    const [, y] = guide.tracks[3].at(5) as Point;
    const place = guide.nearestOnTrack([5, y + 0.1], 0.2);
    expect(place?.track).toBe(3);
    expect(guide.tracks[3].at(place!.s)[0]).toBeCloseTo(5, 6);
    expect(guide.leftFrom(place!)).toBeCloseTo(11, 6);
    expect(guide.nearestOnTrack([5, 9], 0.2)).toBe(null);
  });
});
