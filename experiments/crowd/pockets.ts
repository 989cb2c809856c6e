/** Cups between people and their goals (Farias 2020, figures 3.14 and 3.15): with the path map, and straight at the goal. */

import { Crowd } from "../../src/crowd/index.js";
import type { Point } from "../../src/geometry/index.js";
import type { Guide } from "../../src/guide.js";
import { orca } from "../../src/models/index.js";
import { builtinScene } from "../../src/scenes/index.js";
import { Simulation } from "../../src/simulation/index.js";
import { type Scene, World } from "../../src/world/index.js";
import { type Experiment, PEOPLE } from "../experiment.js";
import { evacuationTime } from "../seeds.js";

/** What came of it. */
interface Trapped {
  readonly scene: string;
  readonly agents: number;
  /** Seconds until all have arrived by the path map. */
  readonly time: number;
  /** How many have not arrived by then who walk straight at their goals. */
  readonly left: number;
}

/** Straight at a place, whatever stands between. */
function straightTo(goal: Point): Guide {
  const way = (p: Point): number => Math.hypot(goal[0] - p[0], goal[1] - p[1]);
  return {
    heading: (p) => (way(p) < 1e-9 ? [0, 0] : [(goal[0] - p[0]) / way(p), (goal[1] - p[1]) / way(p)]),
    cost: way,
    distance: way,
    pathFrom: (p) => [p, goal],
  };
}

/** The middle of the goal of a group. */
function middleOf({ spawns = [], goals = {} }: Scene, group: number): Point {
  const [[a, b]] = goals[String(spawns[group].goals[0])].segments ?? [];
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

function trapped(name: string): Trapped {
  const scene = builtinScene(name);
  const time = evacuationTime(name);
  const start = new Simulation(scene, { planner: "pathmap", ...PEOPLE });
  start.advance();
  const alone = new Crowd(new World(scene), { ...PEOPLE, model: orca });
  const { x, y, group } = start.crowd.columns;
  for (let i = 0; i < start.crowd.size; i++) {
    alone.add({ position: [x[i], y[i]], guide: straightTo(middleOf(scene, group[i])) });
  }
  const agents = alone.size;
  while (alone.time < time) alone.step(0.05);
  return { scene: name, agents, time, left: alone.size };
}

function pocketExperiment(name: string, title: string, scene: string): Experiment<Trapped> {
  return {
    name,
    title,
    paper: "Farias 2020",
    place: `figure ${name}`,
    seeded: false,
    run: () => trapped(scene),
    rows: (result) => [{ ...result }],
    lines: ({ agents, time, left }) => [
      `${agents} of ${agents} arrive in ${time.toFixed(1)} s by the path map; ${left} are left then without it`,
    ],
  };
}

/** In the order of the paper. */
export const POCKETS: readonly Experiment<Trapped>[] = [
  pocketExperiment("3.14", "A cup between people and their goal", "pocket"),
  pocketExperiment("3.15", "Four groups that cross between four cups", "pockets-4"),
];
