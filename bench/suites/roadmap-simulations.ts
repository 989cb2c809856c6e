/** The four simulations of Hartmann (2010, chapter 5), in the columns of his tables 5.1 to 5.4. */
import type { Point } from "../../src/geometry/index.js";
import { Random } from "../../src/numerics/index.js";
import { Roadmap, RoadmapGuide, RouteFinder } from "../../src/roadmap/index.js";
import { Walker } from "../../src/roadmap/internal.js";
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
  /** Mean processor time of an agent's step, in milliseconds: other work on the machine must not count. */
  readonly stepMs: number;
  /** Steps that were taken, by all agents together. */
  readonly steps: number;
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
  /** Steps after which everybody must have arrived; with `wander`, steps to run. */
  readonly steps: number;
  /** A roadmap without agents. */
  world(): Roadmap;
  /** Starts and goals. */
  crowd(map: Roadmap): { position: Point; goal: Point }[];
  /** The next goal of somebody who has arrived; without it, whoever arrives stays. */
  wander?(map: Roadmap): () => Point;
  readonly maxIterations?: number;
  /** Whether a walker's search is rooted at its goal and repaired: for goals far away. */
  readonly shared?: boolean;
  /** Length of a step in metres, from and to. */
  readonly step?: readonly [number, number];
}

const RADIUS = 0.25;

/** Runs a simulation: everybody plans and steps in turn, as in the thesis. */
function simulate(simulation: Simulation): Outcome {
  const { world, crowd, steps, wander, maxIterations = Infinity, shared, step = [0.5, 1.5] } = simulation;
  const map = world();
  const finder = new RouteFinder(map);
  const random = new Random(11);
  const guides: RoadmapGuide[] = [];
  const walkers = crowd(map).map(({ position, goal }) => {
    const guide = shared ? new RoadmapGuide(map, { goals: [{ point: goal }], radius: RADIUS }) : undefined;
    if (guide) guides.push(guide);
    const options = { position, goal, radius: RADIUS, step: random.between(...step), maxIterations, guide };
    return new Walker(map, options, finder);
  });
  const nextGoal = wander?.(map);
  let segments = map.diagram.edges;
  let [taken, iterations, metres, spent] = [0, 0, 0, 0];
  let [apart, clear] = [Infinity, Infinity];
  for (let i = 0; i < steps && (nextGoal || walkers.some(({ arrived }) => !arrived)); i++) {
    if (nextGoal) for (const walker of walkers) if (walker.arrived) walker.goal = nextGoal();
    const began = process.cpuUsage();
    for (const walker of walkers) {
      if (walker.arrived) continue;
      walker.step();
      taken++;
      iterations += walker.iterations;
      metres = Math.max(metres, walker.pathLength);
    }
    const { user, system } = process.cpuUsage(began);
    spent += (user + system) / 1000;
    segments = Math.max(segments, map.diagram.edges);
    [apart, clear] = [Math.min(apart, leastGap(walkers)), Math.min(clear, leastClearance(map, walkers))];
  }
  const arrived = walkers.filter((walker) => walker.arrived).length;
  // The world is as it was for the next turn.
  for (const guide of guides) guide.dispose();
  for (const walker of walkers) walker.leave();
  return {
    segments,
    stepMs: spent / taken,
    steps: taken,
    iterations: iterations / taken,
    metres,
    arrived,
    agents: walkers.length,
    apart,
    clear,
  };
}

/** Least distance between the surfaces of two walkers: of all pairs. */
function leastGap(walkers: readonly Walker[]): number {
  let least = Infinity;
  for (let i = 0; i < walkers.length; i++) {
    const [x, y] = walkers[i].position;
    for (let k = 0; k < i; k++) {
      const [dx, dy] = [walkers[k].position[0] - x, walkers[k].position[1] - y];
      least = Math.min(least, dx * dx + dy * dy);
    }
  }
  return Math.sqrt(least) - 2 * RADIUS;
}

/** Least distance of a walker's surface from a wall, by the triangulation of the free space. */
function leastClearance({ space }: Roadmap, walkers: readonly Walker[]): number {
  return Math.min(...walkers.map(({ position }) => space.clearance(position))) - RADIUS;
}

function cases(simulation: Simulation): Case[] {
  const { name, printed } = simulation;
  const ours: Case<Outcome> = {
    input: name,
    name: "wayfield",
    run: () => simulate(simulation),
    check({ apart, clear, agents, arrived }) {
      if (!simulation.wander && arrived < agents) throw new Error(`${arrived} of ${agents} agents arrived`);
      if (agents > 1 && !(apart >= -1e-9)) throw new Error(`two agents overlap by ${-apart} m`);
      if (!(clear >= -1e-9)) throw new Error(`an agent is ${-clear} m in a wall`);
    },
    ownTimes: ({ stepMs }) => [stepMs],
    remark: ({ segments, iterations, metres, steps }) =>
      `${segments} segments, ${iterations.toFixed(2)} iterations, longest path ${metres.toFixed(2)} m; ${steps} steps, ` +
      `${simulation.wander ? "from goal to goal" : "all arrived"}, nobody touched anything; the thesis prints ` +
      `${(1e6 * printed.seconds).toFixed(0)} µs, ${printed.segments} segments, ${printed.iterations} iterations, ${printed.metres} m`,
  };
  return [ours as Case];
}

/** Two lines of agents that change sides in an open field of 2 km. */
function openField(agents: number, printed: Printed, away: number): Simulation {
  return {
    name: `simulation 1: ${agents} agents in the open`,
    printed,
    steps: LONGEST,
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
        return { position: [side * away, y], goal: [-side * away, y] };
      });
    },
  };
}

/** The city, built once: simulations leave it as they found it. */
function cityRoadmap(n: number): () => Roadmap {
  let built: Roadmap | undefined;
  return () => {
    const { boundary, obstacles = [] } = cityScene(n);
    built ??= new Roadmap({ boundary, obstacles: obstacles.map(({ polygon }) => ({ polygon: polygon! })) });
    return built;
  };
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

/** Steps after which a simulation is given up. */
const LONGEST = 10_000;

/** From goal to goal around the centre of the city. */
function aroundCentre(world: () => Roadmap, agents: number, printed: Printed, steps: number): Simulation {
  const REACH = 40;
  return {
    name: `simulation 2: ${agents} agents around the centre`,
    printed,
    steps,
    world,
    crowd(map) {
      const starts = places(map, new Random(agents), REACH, agents);
      return starts.map((position) => ({ position, goal: position }));
    },
    wander(map) {
      const random = new Random(agents + 1);
      return () => places(map, random, REACH, 1)[0];
    },
  };
}

/** To the place on the other side of the centre, with at most 1,000 vertices looked at in a step. */
function acrossCity(world: () => Roadmap, agents: number, reach: number, printed: Printed): Simulation {
  return {
    name: `simulation 4: ${agents} agents, 1,000 iterations`,
    printed,
    steps: LONGEST,
    maxIterations: 1000,
    world,
    crowd(map) {
      const { minX, maxX, minY, maxY } = map.bounds;
      const starts = places(map, new Random(agents), reach, agents);
      return starts.map((position) => ({
        position,
        goal: [minX + maxX - position[0], minY + maxY - position[1]],
      }));
    },
  };
}

function diagonal(world: () => Roadmap, printed: Printed): Simulation {
  return {
    name: "simulation 3: one agent across the city",
    printed,
    steps: LONGEST,
    step: [1, 1],
    shared: true,
    world,
    crowd({ bounds: { maxX, maxY } }) {
      return [{ position: [1.3, 1.4], goal: [maxX - 1.3, maxY - 1.4] }];
    },
  };
}

function all(quick: boolean): Simulation[] {
  const city = cityRoadmap(quick ? 6 : 98);
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
  const some = <T>(table: readonly T[]): readonly T[] => (quick ? table.slice(0, 1) : table);
  return [
    ...some(table1).map(([agents, printed]) => openField(agents, printed, quick ? 20 : 380)),
    ...some(table2).map(([agents, printed]) => aroundCentre(city, agents, printed, quick ? 50 : 1000)),
    diagonal(city, table3),
    ...some(table4).map(([agents, reach, printed]) =>
      acrossCity(city, quick ? 5 : agents, quick ? 30 : reach, printed),
    ),
  ];
}

/** The suite that `npm run bench -- roadmap-simulations` runs. */
export const roadmapSimulations: Suite = {
  name: "roadmap-simulations",
  title: "The thesis's simulations 1 to 4: mean processor time of an agent's step, planning included",
  cases: (quick) => all(quick).flatMap(cases),
};
