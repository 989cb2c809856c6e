/** Flows that cross, in scenes that run. The oracle walks polylines by itself and measures all pairs; it shares no code. */
import { describe, expect, test } from "vitest";
import { Crowd, Tracks } from "../crowd/index.js";
import { InputError } from "../errors.js";
import { FlowMap, LaneGuide, optimizeLanes, rehearse, timetable } from "../flow/index.js";
import { orca } from "../models/index.js";
import { Random } from "../numerics/index.js";
import { runScene } from "../run/index.js";
import { builtinScene } from "../scenes/index.js";
import { diagnose, type SceneInput, World } from "../world/index.js";
import { Simulation, type SimulationOptions } from "./index.js";

type XY = readonly [number, number];

/** Where somebody is after so many metres of a polyline; null beyond its end. */
function along(points: readonly XY[], metres: number): XY | null {
  let left = metres;
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (left <= length)
      return [a[0] + ((b[0] - a[0]) * left) / length, a[1] + ((b[1] - a[1]) * left) / length];
    left -= length;
  }
  return null;
}

const leastDistance = (people: readonly XY[]): number => {
  let least = Infinity;
  people.forEach((p, i) => {
    for (let j = 0; j < i; j++) least = Math.min(least, Math.hypot(p[0] - people[j][0], p[1] - people[j][1]));
  });
  return least;
};

const square = (size: number): SceneInput["boundary"] => [
  [0, 0],
  [size, 0],
  [size, size],
  [0, size],
];

/** Two or three flows from wall to wall, past a few blocks. */
function randomScene(seed: number): SceneInput {
  const random = new Random(seed);
  const at = (): number => random.between(2, 9);
  const [w, e, s, n] = [at(), at(), at(), at()];
  const obstacles = Array.from({ length: 3 }, (): { polygon: [number, number][] } => {
    const [x, y] = [random.between(3, 8), random.between(3, 8)];
    return {
      polygon: [
        [x, y],
        [x + 0.7, y + 0.2],
        [x + 0.4, y + 0.9],
      ],
    };
  });
  return {
    boundary: square(12),
    obstacles,
    flows: {
      east: {
        source: [
          [
            [0, w],
            [0, w + 1.6],
          ],
        ],
        sink: [
          [
            [12, e],
            [12, e + 1.6],
          ],
        ],
      },
      north: {
        source: [
          [
            [s, 0],
            [s + 1.1, 0],
          ],
        ],
        sink: [
          [
            [n, 12],
            [n + 1.1, 12],
          ],
        ],
      },
    },
    simulation: { planner: "flow", duration: 40 },
  };
}

describe.each([1, 2, 3, 4, 5, 6])("random crossing flows, seed %i", (seed) => {
  const scene = randomScene(seed);
  const world = new World(scene);
  const groups = Object.values(scene.flows!).map((pieces) =>
    optimizeLanes(new FlowMap(world, pieces).lanes(0.25)),
  );
  const times = timetable(groups, { speed: 1.2 });

  test("at any moment of a period, people walked by the oracle are two radii apart", () => {
    const lanes = groups.flatMap(({ lanes: own }, g) =>
      own.map(({ points }, i) => ({ points, phase: times.phases[g][i] })),
    );
    expect(lanes.length).toBeGreaterThanOrEqual(3);
    let least = Infinity;
    for (let time = 60; time < 60 + times.period; time += 0.01) {
      const people = lanes.flatMap(({ points, phase }) => {
        const list: XY[] = [];
        for (let start = phase; start <= time; start += times.period) {
          const place = along(points, 1.2 * (time - start));
          if (place) list.push(place);
        }
        return list;
      });
      least = Math.min(least, leastDistance(people));
    }
    // Polylines are within 1/500 of the radius, and two people move 2.4 cm against each other in a hundredth of a second.
    expect(least).toBeGreaterThan(0.5 - 0.002);
    expect(rehearse(times, 60).leastDistance).toBeGreaterThan(0.5 - 1e-6);
  });

  test("a run lets nobody touch anybody, nobody waits on the way, and as many arrive as the timetable says", () => {
    const simulation = new Simulation({ ...scene, profiles: { adult: { radius: 0.25, speed: 1.2 } } });
    let least = Infinity;
    const travel: number[] = [];
    while (!simulation.done) {
      simulation.advance();
      const { x, y } = simulation.crowd.columns;
      const people = Array.from({ length: simulation.crowd.size }, (_, i): XY => [x[i], y[i]]);
      least = Math.min(least, leastDistance(people));
      for (const { walked, travelTime } of simulation.crowd.arrivals) travel.push(walked / travelTime);
    }
    expect(least).toBeGreaterThan(0.5 - 1e-4);
    expect(simulation.crowd.touches.deepest).toBe(0);
    // Nobody is slower than 1.2 m/s but for the step in which they come in and the one in which they leave.
    expect(Math.min(...travel)).toBeGreaterThan(1.18);
    const expected = groups.flatMap(({ lanes }, g) =>
      lanes.map(({ length }, i) => {
        const last = Math.floor((40 - times.phases[g][i] - length / 1.2) / times.period);
        return Math.max(0, last + 1);
      }),
    );
    const sum = expected.reduce((a, b) => a + b, 0);
    expect(Math.abs(simulation.crowd.arrived - sum)).toBeLessThanOrEqual(expected.length);
    expect(simulation.timetable!.period).toBeCloseTo(times.period, 9);
  });
});

describe("the built-in scene", () => {
  const runOf = (options: SimulationOptions = {}): Simulation => {
    const simulation = new Simulation(builtinScene("crossing"), { duration: 30, ...options });
    while (!simulation.done) simulation.advance();
    return simulation;
  };

  test("more arrive by the timetable than on shortest paths with avoidance", () => {
    const timed = runOf();
    const reactive = runOf({ planner: "pathmap" });
    expect(timed.crowd.arrived).toBeGreaterThan(1.3 * reactive.crowd.arrived);
    expect(timed.crowd.touches.deepest).toBe(0);
    expect(reactive.timetable).toBeNull();
  });

  test("goes on from a snapshot to the same places", () => {
    const scene = builtinScene("crossing");
    const [whole, first, second] = [1, 2, 3].map(() => new Simulation(scene, { duration: 20 }));
    while (whole.time < 19.99) whole.advance();
    while (first.time < 9.99) first.advance();
    second.restore(first.snapshot());
    while (second.time < 19.99) second.advance();
    expect([...second.crowd.columns.x.slice(0, second.crowd.size)]).toEqual([
      ...whole.crowd.columns.x.slice(0, whole.crowd.size),
    ]);
    expect(second.crowd.arrived).toBe(whole.crowd.arrived);
  });

  test("its report has the timetable, and arrivals flow by flow", async () => {
    const result = await runScene(builtinScene("crossing"), { duration: 25 });
    const { timetable: figures, arrived } = result.summary;
    expect(figures!.flows.map(({ name, lanes }) => [name, lanes])).toEqual([
      ["east", 6],
      ["north", 4],
      ["south", 4],
    ]);
    expect(figures!.flows.reduce((sum, flow) => sum + flow.arrived, 0)).toBe(arrived);
    expect(figures!.flows.every((flow) => flow.arrived > 10)).toBe(true);
    const { html } = result.report();
    expect(html).toContain("<h2>Timetable</h2>");
    expect(html).toContain("<td>north</td><td>4</td>");
  });

  test("a longer period of the scene is kept", () => {
    const simulation = new Simulation({ ...builtinScene("crossing"), timetable: { period: 4 } });
    expect(simulation.timetable!.period).toBeCloseTo(4, 9);
    expect(simulation.timetable!.flows[0].perSecond).toBeCloseTo(6 / 4, 9);
  });
});

test("somebody who stands in the way makes others late; nobody walks through anybody", () => {
  const scene = builtinScene("crossing");
  const world = new World(scene);
  const groups = Object.values(scene.flows!).map((pieces) =>
    optimizeLanes(new FlowMap(world, pieces).lanes(0.25)),
  );
  const times = timetable(groups, { speed: 1.34 });
  const crowd = new Crowd(world, { model: orca, tracks: new Tracks() });
  const guides = groups.map((group, g) => new LaneGuide(group, { starts: times.starts[g] }));
  crowd.add({ position: groups[0].lanes[2].at(9), radius: 0.25 });
  let deepest = 0;
  while (crowd.time < 30) {
    for (const guide of guides) while (crowd.enter({ guide, radius: 0.25, speed: 1.34 }, 0.05) !== null);
    crowd.step(0.05);
    deepest = Math.max(deepest, crowd.touches.deepest);
  }
  expect(crowd.arrived).toBeGreaterThan(20);
  expect(deepest).toBeLessThan(0.1);
});

describe("what cannot be timed is refused in one line", () => {
  const scene = builtinScene("crossing");
  const cases: [string, SceneInput, SimulationOptions, string][] = [
    [
      "speeds that differ",
      { ...scene, profiles: { a: { radius: 0.25, speed: { min: 1, max: 1.5 } } } },
      {},
      "one speed",
    ],
    [
      "radii that differ",
      { ...scene, profiles: { a: { radius: { min: 0.2, max: 0.3 }, speed: 1 } } },
      {},
      "one radius",
    ],
    [
      "people who take their time",
      { ...scene, profiles: { a: { radius: 0.25, speed: 1, reaction: 3 } } },
      {},
      "reaction",
    ],
    [
      "walls that move",
      { ...scene, obstacles: [{ point: [3, 3], schedule: [{ time: 1, offset: [1, 0] }] }] },
      {},
      "stand still",
    ],
    [
      "slower ground",
      {
        ...scene,
        zones: [
          {
            polygon: [
              [1, 1],
              [3, 1],
              [3, 3],
            ],
            speed: 0.5,
          },
        ],
      },
      {},
      "one speed everywhere",
    ],
    ["a spacing of its own", scene, { spacing: "lane" }, "spaces people itself"],
    ["a speed that falls", scene, { speedDensity: "weidmann" }, "one speed at any density"],
    [
      "bodies too wide",
      { ...scene, profiles: { a: { radius: 1.2, speed: 1 } } },
      {},
      "no lane of radius 1.2 m",
    ],
    ["a goal of a flow's name", { ...scene, goals: { east: { points: [[1, 1]] } } }, {}, "name of a flow"],
    [
      "spawns beside flows",
      {
        ...scene,
        spawns: [
          {
            segment: [
              [1, 1],
              [2, 1],
            ],
            count: 1,
            goals: ["x"],
          },
        ],
        goals: { x: { points: [[3, 3]] } },
      },
      {},
      "has no spawns",
    ],
  ];
  test.each(cases)("%s", (_name, input, options, message) => {
    const attempt = (): Simulation => new Simulation(input, options);
    expect(attempt).toThrow(InputError);
    expect(attempt).toThrow(message);
  });

  test("a timetable without flows is an error of the check, and pieces of flows are checked one by one", () => {
    const { flows: _, ...rest } = scene;
    const codes = diagnose({ ...rest, timetable: { period: 2 } } as never).map(({ code }) => code);
    expect(codes).toContain("flows-alone");
    const off = {
      ...scene,
      flows: {
        east: {
          source: [
            [
              [1, 1],
              [2, 2],
            ],
          ],
          sink: [
            [
              [20, 6],
              [20, 7],
            ],
          ],
        },
      },
    };
    expect(diagnose(off as never).map(({ where }) => where)).toContain("flows.east.source[0]");
  });
});
