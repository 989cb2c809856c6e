/** Experiments that are built-in scenes, run to their end once each: what came of the people in them, and where they went. */
import { stackPictures, tracksPicture } from "../src/draw/index.js";
import type { Point } from "../src/geometry/index.js";
import { builtinScene } from "../src/scenes/index.js";
import { Simulation, type SimulationOptions, type SiteFigures } from "../src/simulation/index.js";
import type { Scene } from "../src/world/index.js";
import { type Experiment, type ExperimentOptions, PEOPLE } from "./experiment.js";

/** What a run came to. */
export interface SceneRun {
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
  /** Where people are sites of the roadmap: what their diagram came to; else null. */
  readonly sites: SiteFigures | null;
  /** Where everybody went, a point a second. */
  readonly tracks: readonly { readonly group: number; readonly points: Point[] }[];
}

/** One scene to run. */
export interface Trial {
  readonly title: string;
  readonly scene: () => Scene;
  readonly printed?: string;
  /** Instead of the scene's own. */
  readonly options?: SimulationOptions;
}

/** A trial of a built-in scene. */
export function trial(title: string, name: string, printed?: string): Trial {
  return { title, scene: () => builtinScene(name), ...(printed === undefined ? {} : { printed }) };
}

/** An experiment, but for what all of them do in the same way. */
interface SceneRecipe extends Pick<Experiment, "name" | "title" | "paper" | "place"> {
  readonly trials: readonly Trial[];
}

/** An experiment that runs scenes one after the other. */
export function sceneExperiment({ trials, ...about }: SceneRecipe): Experiment<readonly SceneRun[]> {
  return {
    ...about,
    seeded: false,
    run: ({ progress = () => {}, clock = () => performance.now() }) =>
      trials.map((one, k) => runOf(one, clock, (share) => progress((k + share) / trials.length))),
    rows: (runs) => runs.map(({ tracks: _tracks, scene, ...rest }) => ({ scene: scene.name ?? "", ...rest })),
    lines: (runs) => runs.flatMap(linesOf),
    picture(runs, size) {
      const panels = runs.map(({ scene, tracks, title }, k) => {
        // With a goal each, names would hide the ways.
        const goals = tracks.length > 10 && Object.keys(scene.goals ?? {}).length > 10 ? {} : scene.goals;
        const plan = goals === undefined ? scene : { ...scene, goals };
        return tracksPicture(plan, tracks, { size, title: k === 0 ? `${about.title}: ${title}` : title });
      });
      return stackPictures(panels);
    },
  };
}

/** Runs a scene to its end. */
function runOf(
  { title, scene: make, printed = "", options = {} }: Trial,
  clock: NonNullable<ExperimentOptions["clock"]>,
  progress: NonNullable<ExperimentOptions["progress"]>,
): SceneRun {
  const scene = make();
  const simulation = new Simulation(scene, options.sites ? options : { ...PEOPLE, ...options });
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
    progress(crowd.arrived / simulation.total);
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
    sites: simulation.sites,
    tracks: [...tracks.values()],
  };
}

/** The columns of Hartmann's tables. */
function siteParts({
  segments,
  iterations,
  iterationsPerSearch,
  longestPath,
  msPerStep,
}: SiteFigures): string[] {
  return [
    `at most ${segments} segments`,
    `${iterations.toFixed(2)} iterations per step, ${iterationsPerSearch.toFixed(2)} per search`,
    `longest path ${longestPath.toFixed(2)} m`,
    `${msPerStep.toFixed(3)} ms per agent and step`,
  ];
}

function linesOf(run: SceneRun): string[] {
  const {
    title,
    agents,
    arrived,
    time,
    longest,
    deepestOverlap,
    msPerAgentStep,
    travelTimes,
    rides,
    sites,
    printed,
  } = run;
  const mean = travelTimes.reduce((sum, value) => sum + value, 0) / Math.max(1, travelTimes.length);
  const parts = [
    `${arrived} of ${agents} arrived, the last after ${time.toFixed(1)} s, in the mean after ${mean.toFixed(1)} s`,
    `longest way ${longest.toFixed(1)} m`,
    `deepest overlap ${(100 * deepestOverlap).toFixed(1)} cm`,
    ...(sites ? siteParts(sites) : [`${msPerAgentStep.toFixed(3)} ms per agent and step`]),
    ...(rides > 0
      ? [`${rides} rides taken; travel times ${travelTimes.map((t) => t.toFixed(1)).join(", ")} s`]
      : []),
  ];
  return [`${title}: ${parts.join("; ")}`, ...(printed ? [`  the paper: ${printed}`] : [])];
}
