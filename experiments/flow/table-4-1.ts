/** Table 4.1 of Farias (2020): people who reach the sink in 60 s on shortest paths, on lanes, and on lanes pulled taut. */
import { builtinScene } from "../../src/scenes/index.js";
import {
  type LaneKind,
  type LaneSpacing,
  Simulation,
  type SimulationOptions,
} from "../../src/simulation/index.js";
import type { Scene } from "../../src/world/index.js";
import { type Experiment, type ExperimentOptions, PEOPLE } from "../experiment.js";
import { counted, meanText, type Sample, sampleOf } from "../seeds.js";

const SCENES = ["flow-1", "flow-2", "flow-3"];

/** People who walk into each other, and are only pushed apart. */
const PUSHED: Scene["profiles"] = { adult: { radius: 0.25, speed: 1.34, avoidance: { method: "none" } } };

/** Lanes as the flow runs (L) and pulled taut (O), so that bodies never touch, and as the paper spaces people. */
const LANES: readonly { title: string; lanes: LaneKind; spacing: LaneSpacing }[] = [
  { title: "L", lanes: "contours", spacing: "bodies" },
  { title: "O", lanes: "optimized", spacing: "bodies" },
  { title: "L, 2 r along the lane", lanes: "contours", spacing: "lane" },
  { title: "O, 2 r along the lane", lanes: "optimized", spacing: "lane" },
];

/** One run of 60 s. */
interface Arrivals {
  readonly arrived: number;
  /** Arrivals per second in the last third. */
  readonly rate: number;
  /** Deepest overlap of two people, in metres. */
  readonly deepest: number;
}

/** All runs of one scene. */
interface Column {
  readonly scene: string;
  readonly seeds: readonly number[];
  /** Shortest paths: arrivals, and arrivals per second in the last third. */
  readonly paths: { readonly arrived: Sample; readonly rate: Sample };
  /** Shortest paths of people who are only pushed apart. */
  readonly pushed: Arrivals;
  readonly lanes: readonly (Arrivals & { readonly title: string })[];
}

/** Arrivals in a scene whose people come through its source whenever there is room. */
function arrivalsIn(scene: Scene, options: SimulationOptions): Arrivals {
  const simulation = new Simulation(scene, { ...PEOPLE, ...options });
  let [before, deepest] = [0, 0];
  while (!simulation.done) {
    simulation.advance();
    if (simulation.time <= (2 / 3) * simulation.duration) before = simulation.crowd.arrived;
    deepest = Math.max(deepest, simulation.crowd.touches.deepest);
  }
  const { arrived } = simulation.crowd;
  return { arrived, rate: (arrived - before) / (simulation.duration / 3), deepest };
}

function columns(options: ExperimentOptions): Column[] {
  const { seeds } = options;
  const tick = counted(SCENES.length * (seeds.length + 1 + LANES.length), options);
  const run = (scene: Scene, settings: SimulationOptions): Arrivals => {
    const arrivals = arrivalsIn(scene, settings);
    tick();
    return arrivals;
  };
  return SCENES.map((name) => {
    const scene = builtinScene(name);
    const paths = seeds.map((seed) => run(scene, { planner: "pathmap", seed }));
    return {
      scene: name,
      seeds,
      paths: {
        arrived: sampleOf(paths.map(({ arrived }) => arrived)),
        rate: sampleOf(paths.map(({ rate }) => rate)),
      },
      pushed: run({ ...scene, profiles: PUSHED }, { planner: "pathmap" }),
      lanes: LANES.map(({ title, lanes, spacing }) => ({
        title,
        ...run(scene, { planner: "flow", lanes, spacing }),
      })),
    };
  });
}

const millimetres = (metres: number): string => `${(1000 * metres).toFixed(0)} mm`;

function linesOf({ scene, paths, pushed, lanes }: Column): string[] {
  return [
    `${scene}: S ${meanText(paths.arrived)}, at the end ${meanText(paths.rate)}/s`,
    `  S, pushed apart only ${pushed.arrived} (deepest overlap ${millimetres(pushed.deepest)})`,
    ...lanes.map(({ title, arrived, rate, deepest }) => {
      const all = `${(arrived / paths.arrived.mean).toFixed(2)} x S`;
      const end = `at the end ${rate.toFixed(1)}/s = ${(rate / paths.rate.mean).toFixed(2)} x S`;
      return `  ${title} ${arrived} (${all}, ${end}, deepest overlap ${millimetres(deepest)})`;
    }),
  ];
}

/** Table 4.1. */
export const table41: Experiment<readonly Column[]> = {
  name: "table-4.1",
  title: "Arrivals in 60 s on shortest paths (S), lanes (L) and lanes pulled taut (O)",
  paper: "Farias 2020",
  place: "table 4.1",
  seeded: true,
  run: columns,
  rows: (results) => results.map((column) => ({ ...column })),
  lines: (results) => results.flatMap(linesOf),
};
