/** The four simulations of Hartmann (2010, chapter 5), in the columns of his tables 5.1 to 5.4. */
import { performance } from "node:perf_hooks";
import type { Point } from "../../src/geometry/index.js";
import { Random } from "../../src/numerics/index.js";
import { Roadmap, RouteFinder, Walker } from "../../src/roadmap/index.js";
import { cityScene } from "../../src/scenes/index.js";
import type { Case, Suite } from "../harness.js";

/** What the thesis prints for a column: on an Intel Core 2 Duo of 2010, one core, C++. */
interface Printed {
  readonly segments: number;
  readonly seconds: number;
  readonly iterations: number;
  readonly metres: number;
}

/** What a run came to. */
interface Outcome {
  readonly segments: number;
  /** Mean time of an agent's step, in milliseconds. */
  readonly stepMs: number;
  readonly iterations: number;
  readonly metres: number;
  readonly arrived: number;
  readonly agents: number;
  /** Least distance between the surfaces of two agents, and of an agent and a wall. */
  readonly apart: number;
  readonly clear: number;
}

interface Simulation {
  readonly name: string;
  readonly printed: Printed;
  readonly steps: number;
  /** A roadmap without agents. */
  world(): Roadmap;
  /** Starts and goals. */
  crowd(map: Roadmap): { position: Point; goal: Point }[];
  readonly maxIterations?: number;
}

const RADIUS = 0.25;

/** Runs a simulation: everybody plans and steps in turn, as in the thesis. */
function simulate({ world, crowd, steps, maxIterations = Infinity }: Simulation): Outcome {
  const map = world();
  const walls = map.space;
  const finder = new RouteFinder(map);
  const random = new Random(11);
  const walkers = crowd(map).map(
    ({ position, goal }) =>
      new Walker(
        map,
        { position, goal, radius: RADIUS, step: random.between(0.5, 1.5), maxIterations },
        finder,
      ),
  );
  let segments = map.diagram.edges;
  let [taken, iterations, metres] = [0, 0, 0];
  let [apart, clear] = [Infinity, Infinity];
  let spent = 0;
  for (let i = 0; i < steps && walkers.some(({ arrived }) => !arrived); i++) {
    const began = performance.now();
    for (const walker of walkers) {
      if (walker.arrived) continue;
      walker.step();
      taken++;
      iterations += walker.iterations;
      metres = Math.max(metres, walker.pathLength);
    }
    spent += performance.now() - began;
    segments = Math.max(segments, map.diagram.edges);
    if (i % 4 > 0 && i + 1 < steps) continue;
    for (const [k, { position: a }] of walkers.entries()) {
      clear = Math.min(clear, walls.clearance(a) - RADIUS);
      for (const { position: b } of walkers.slice(k + 1)) {
        apart = Math.min(apart, Math.hypot(a[0] - b[0], a[1] - b[1]) - 2 * RADIUS);
      }
    }
  }
  const arrived = walkers.filter((walker) => walker.arrived).length;
  return {
    segments,
    stepMs: spent / taken,
    iterations: iterations / taken,
    metres,
    arrived,
    agents: walkers.length,
    apart,
    clear,
  };
}

function cases(simulation: Simulation): Case[] {
  const { name, printed } = simulation;
  const ours: Case<Outcome> = {
    input: name,
    name: "wayfield",
    run: () => simulate(simulation),
    check({ apart, clear, agents }) {
      if (agents > 1 && !(apart >= -1e-9)) throw new Error(`two agents overlap by ${-apart} m`);
      if (!(clear >= -1e-9)) throw new Error(`an agent is ${-clear} m in a wall`);
    },
    ownTimes: ({ stepMs }) => [stepMs],
    remark: ({ segments, iterations, metres, arrived, agents }) =>
      `${segments} segments, ${iterations.toFixed(2)} iterations, longest path ${metres.toFixed(2)} m, ${arrived} of ${agents} arrived, nobody touched anything`,
  };
  const theirs: Case<null> = {
    input: name,
    name: "thesis (C++, Core 2 Duo, 2010)",
    role: "baseline",
    run: () => null,
    check() {},
    ownTimes: () => [1000 * printed.seconds],
    remark: () =>
      `${printed.segments} segments, ${printed.iterations} iterations, longest path ${printed.metres} m`,
  };
  return [ours as Case, theirs as Case];
}

/** Two lines of agents that change sides in an open field of 2 km. */
function openField(agents: number, steps: number, printed: Printed): Simulation {
  return {
    name: `simulation 1: ${agents} agents in the open`,
    printed,
    steps,
    world: () =>
      new Roadmap({
        boundary: [
          [-1000, -1000],
          [1000, -1000],
          [1000, 1000],
          [-1000, 1000],
        ],
      }),
    crowd() {
      const half = agents / 2;
      return Array.from({ length: agents }, (_, i) => {
        const side = i < half ? -1 : 1;
        const y = ((i % half) - (half - 1) / 2) * 8 + side * 0.7;
        return { position: [side * 380, y], goal: [-side * 380, y] };
      });
    },
  };
}

function cityRoadmap(n: number): () => Roadmap {
  const { boundary, obstacles = [] } = cityScene(n);
  const sites = obstacles.map(({ polygon }) => ({ polygon: polygon! }));
  return () => new Roadmap({ boundary, obstacles: sites });
}

/** Free places of a city within a square around its middle. */
function places(map: Roadmap, random: Random, reach: number, count: number): Point[] {
  const { minX, maxX } = map.bounds;
  const middle = (minX + maxX) / 2;
  const found: Point[] = [];
  while (found.length < count) {
    const p: Point = [
      Math.min(maxX - 1, Math.max(minX + 1, middle + random.between(-reach, reach))),
      Math.min(maxX - 1, Math.max(minX + 1, middle + random.between(-reach, reach))),
    ];
    const isApart = found.every((q) => Math.hypot(p[0] - q[0], p[1] - q[1]) > 2);
    if (isApart && map.clearance(p) > 2 * RADIUS) found.push(p);
  }
  return found;
}

function inCity(
  n: number,
  name: string,
  agents: number,
  reach: [from: number, to: number],
  steps: number,
  printed: Printed,
  maxIterations?: number,
): Simulation {
  return {
    name,
    printed,
    steps,
    maxIterations,
    world: cityRoadmap(n),
    crowd(map) {
      const random = new Random(agents);
      const starts = places(map, random, reach[0], agents);
      const goals = places(map, random, reach[1], agents);
      return starts.map((position, i) => ({ position, goal: goals[i] }));
    },
  };
}

function diagonal(n: number, steps: number, printed: Printed): Simulation {
  return {
    name: "simulation 3: one agent across the city",
    printed,
    steps,
    world: cityRoadmap(n),
    crowd({ bounds: { maxX, maxY } }) {
      return [{ position: [1.3, 1.4], goal: [maxX - 1.3, maxY - 1.4] }];
    },
  };
}

function all(quick: boolean): Simulation[] {
  const n = quick ? 6 : 98;
  const steps = quick ? 5 : 1;
  const table1: [number, Printed][] = [
    [20, { segments: 212, seconds: 0.0002, iterations: 24.98, metres: 796.61 }],
    [40, { segments: 430, seconds: 0.0003, iterations: 49.52, metres: 766.15 }],
    [60, { segments: 682, seconds: 0.0003, iterations: 62.94, metres: 772.22 }],
    [100, { segments: 1280, seconds: 0.0004, iterations: 90.05, metres: 765.77 }],
    [200, { segments: 2031, seconds: 0.0008, iterations: 99.77, metres: 1930.95 }],
  ];
  const table2: [number, Printed][] = [
    [10, { segments: 105_960, seconds: 0.0005, iterations: 11, metres: 3.1 }],
    [20, { segments: 106_040, seconds: 0.0005, iterations: 3.93, metres: 6.04 }],
    [50, { segments: 106_338, seconds: 0.0007, iterations: 38.71, metres: 88.08 }],
  ];
  const table3: Printed = { segments: 105_877, seconds: 0.036, iterations: 48_376.64, metres: 3927.82 };
  const table4: [number, number, Printed][] = [
    [40, 120, { segments: 106_177, seconds: 0.0003, iterations: 314.49, metres: 392.92 }],
    [10, 900, { segments: 106_009, seconds: 0.0005, iterations: 334.62, metres: 1988.33 }],
  ];
  return [
    ...(quick ? table1.slice(0, 1) : table1).map(([agents, printed]) =>
      openField(agents, 1400 * steps, printed),
    ),
    ...(quick ? table2.slice(0, 1) : table2).map(([agents, printed]) =>
      inCity(n, `simulation 2: ${agents} agents around the centre`, agents, [40, 40], 300 * steps, printed),
    ),
    diagonal(n, 100 * steps, table3),
    ...(quick ? table4.slice(1) : table4).map(([agents, reach, printed]) =>
      inCity(
        n,
        `simulation 4: ${agents} agents, 1,000 iterations`,
        agents,
        [reach, reach],
        600 * steps,
        printed,
        1000,
      ),
    ),
  ];
}

/** The suite that `npm run bench -- roadmap-simulations` runs. */
export const roadmapSimulations: Suite = {
  name: "roadmap-simulations",
  title: "The thesis's simulations 1 to 4: mean time of an agent's step, planning included",
  cases: (quick) => all(quick).flatMap(cases),
};
