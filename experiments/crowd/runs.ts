/**
 * Experiments of the papers that need a crowd: transport at weighted corners (Farias 2020, figure 3.13), the park's hundred walkers
 * (Dapper 2007, 6.3.5) and the four simulations of Hartmann (2010, chapter 5). Each is a built-in scene that runs to its end.
 */
import { InputError } from "../../src/errors.js";
import type { Point } from "../../src/geometry/index.js";
import { builtinScene, citizensScene } from "../../src/scenes/index.js";
import { Simulation } from "../../src/simulation/index.js";
import type { Scene } from "../../src/world/index.js";

/** What a run of an experiment came to. */
export interface CrowdOutcome {
  readonly title: string;
  readonly scene: Scene;
  /** What the paper prints for this run; empty where it prints nothing. */
  readonly printed: string;
  readonly agents: number;
  readonly arrived: number;
  /** When the last one arrived, in seconds, or when time was over. */
  readonly time: number;
  /** Per arrival, in the order of arrivals. */
  readonly travelTimes: readonly number[];
  /** Longest way walked, in metres. */
  readonly longest: number;
  /** Deepest overlap of two people at the end of a step, in metres. */
  readonly deepestOverlap: number;
  /** Steps of single agents, and milliseconds that each took, planning included. */
  readonly agentSteps: number;
  readonly msPerAgentStep: number;
  /** Faster ways to travel that were taken. */
  readonly rides: number;
  /** Where everybody went, a point a second. */
  readonly tracks: readonly { readonly group: number; readonly points: Point[] }[];
}

/** An experiment that has been run. */
export interface CrowdExperiment {
  readonly title: string;
  /** Where it comes from. */
  readonly source: string;
  readonly runs: readonly CrowdOutcome[];
}

interface Trial {
  readonly title: string;
  readonly scene: () => Scene;
  readonly printed?: string;
  readonly planner?: string;
}

interface Recipe {
  readonly title: string;
  readonly source: string;
  readonly trials: readonly Trial[];
}

/** A column of the tables 5.1 to 5.4: on an Intel Core 2 Duo, one core, C++. */
const thesis = (seconds: number, metres: number): string =>
  `${(1000 * seconds).toFixed(1)} ms per agent and step, longest path ${metres} m`;

const named = (title: string, name: string, printed?: string): Trial => ({
  title,
  scene: () => builtinScene(name),
  ...(printed === undefined ? {} : { printed }),
});

const RECIPES: Readonly<Record<string, Recipe>> = {
  transport: {
    title: "Four travellers and three faster ways to travel",
    source: "Farias 2020, figure 3.13",
    trials: [named("one after the other", "transport", "each vertex is used once, and later paths differ")],
  },
  "park-100": {
    title: "A hundred walkers in a park",
    source: "Dapper 2007, 6.3.5 and figure 6.18",
    trials: [named("random v, epsilon 0.8, steps of 0.3 m to 1 m", "park-100")],
  },
  "simulation-1": {
    title: "Two lines of walkers change sides in the open",
    source: "Hartmann 2010, 5.2 and table 5.1",
    trials: [
      named("20 walkers", "field-20", thesis(0.0002, 796.61)),
      named("40 walkers", "field-40", thesis(0.0003, 766.15)),
      named("60 walkers", "field-60", thesis(0.0003, 772.22)),
      named("100 walkers", "field-100", thesis(0.0004, 765.77)),
      named("200 walkers", "field-200", thesis(0.0008, 1930.95)),
    ],
  },
  "simulation-2": {
    title: "Walkers around the middle of a city of 9,604 blocks",
    source: "Hartmann 2010, 5.3 and table 5.2",
    trials: [
      named("10 walkers", "citizens-10", thesis(0.0005, 3.1)),
      named("20 walkers", "citizens-20", thesis(0.0005, 6.04)),
      named("50 walkers", "citizens-50", thesis(0.0007, 88.08)),
    ],
  },
  "simulation-3": {
    title: "One walker across the city",
    source: "Hartmann 2010, 5.4 and table 5.3",
    trials: [{ ...named("along the diagonal", "city", thesis(0.036, 3927.82)), planner: "roadmap" }],
  },
  "simulation-4": {
    title: "Walkers across the city",
    source: "Hartmann 2010, 5.5 and table 5.4",
    trials: [
      {
        title: "40 walkers, 240 m",
        scene: () => citizensScene(40, { reach: 120 }),
        printed: thesis(0.0003, 392.92),
      },
      named("10 walkers, anywhere", "citizens-10-far", thesis(0.0005, 1988.33)),
    ],
  },
};

/** Names of the experiments with crowds. */
export const CROWD_EXPERIMENTS: readonly string[] = Object.freeze(Object.keys(RECIPES));

/** Runs a scene to its end. */
function outcomeOf({ title, scene: make, printed = "", planner }: Trial, clock: () => number): CrowdOutcome {
  const scene = make();
  const simulation = new Simulation(scene, planner === undefined ? {} : { planner, duration: 6000 });
  const { crowd } = simulation;
  const tracks = new Map<number, { group: number; points: Point[] }>();
  const travelTimes: number[] = [];
  let [agentSteps, longest, deepestOverlap, spent, nextLook, last] = [0, 0, 0, 0, 0, 0];
  while (!simulation.done) {
    const began = clock();
    simulation.advance();
    spent += clock() - began;
    agentSteps += crowd.size + crowd.arrivals.length;
    deepestOverlap = Math.max(deepestOverlap, crowd.touches.deepest);
    for (const { travelTime, walked, time } of crowd.arrivals) {
      travelTimes.push(travelTime);
      longest = Math.max(longest, walked);
      last = time;
    }
    if (simulation.time < nextLook - 1e-9) continue;
    nextLook += 1;
    const { id, x, y, group } = crowd.columns;
    for (let i = 0; i < crowd.size; i++) {
      const track = tracks.get(id[i]) ?? { group: group[i], points: [] };
      tracks.set(id[i], track);
      track.points.push([x[i], y[i]]);
    }
  }
  return {
    title,
    scene: simulation.scene,
    printed,
    agents: simulation.total,
    arrived: crowd.arrived,
    time: crowd.arrived === simulation.total ? last : simulation.time,
    travelTimes,
    longest,
    deepestOverlap,
    agentSteps,
    msPerAgentStep: spent / Math.max(1, agentSteps),
    rides: simulation.rides.length,
    tracks: [...tracks.values()],
  };
}

/**
 * Runs an experiment by name; `CROWD_EXPERIMENTS` lists them.
 *
 * @param clock milliseconds, for the time that steps take
 */
export function crowdExperiment(
  name: string,
  clock: () => number = () => performance.now(),
): CrowdExperiment {
  if (!Object.hasOwn(RECIPES, name)) {
    throw new InputError(`is no experiment with a crowd; there are ${CROWD_EXPERIMENTS.join(", ")}`, name);
  }
  const { title, source, trials } = RECIPES[name];
  return { title, source, runs: trials.map((trial) => outcomeOf(trial, clock)) };
}
