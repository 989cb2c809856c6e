/**
 * Table 4.1 of Farias (2020): people who reach the sink in 60 s on shortest paths, on lanes, and on lanes pulled taut; on scenes
 * like the paper's in kind, and on scenes drawn from what the table implies.
 */
import { FlowMap, optimizeLanes } from "../../src/flow/index.js";
import { PathMap } from "../../src/pathmap/index.js";
import { builtinScene } from "../../src/scenes/index.js";
import {
  type LaneKind,
  type LaneSpacing,
  Simulation,
  type SimulationOptions,
} from "../../src/simulation/index.js";
import { type Scene, World } from "../../src/world/index.js";
import { type Experiment, type ExperimentOptions, PEOPLE } from "../experiment.js";
import { counted, meanText, type Sample, sampleOf } from "../seeds.js";

const SCENES = ["flow-1", "flow-2", "flow-3"];

/** Drawn from the table's own figures, and committed before anything was run on them. */
const IMPLIED = ["flow-implied-1", "flow-implied-2", "flow-implied-3"];

/** The scene's people, if they walk into each other and are only pushed apart. */
function pushedApart({ profiles = {} }: Scene): Scene["profiles"] {
  return { adult: { ...profiles.adult, avoidance: { method: "none" } } };
}

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

/** Least, greatest and mean length, in metres. */
interface Lengths {
  readonly min: number;
  readonly max: number;
  readonly avg: number;
}

/** All runs of one scene. */
interface Column {
  readonly scene: string;
  /** Of the shortest paths from places along the source, of lanes, and of lanes pulled taut. */
  readonly lengths: { readonly S: Lengths; readonly L: Lengths; readonly O: Lengths };
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

function lengthsOf(values: readonly number[]): Lengths {
  return {
    min: values.reduce((a, b) => Math.min(a, b), Infinity),
    max: values.reduce((a, b) => Math.max(a, b), 0),
    avg: values.reduce((a, b) => a + b, 0) / values.length,
  };
}

/** Places along the source from which shortest paths are measured. */
const STARTS = 101;

/** The lengths of a scene's paths and lanes, for bodies of the radius of its people. */
function measured(scene: Scene): Column["lengths"] {
  const world = new World(scene);
  const { radius = 0.25 } = Object.values(scene.profiles ?? {})[0] as { radius?: number };
  const paths = new PathMap(world, { goals: ["exit"], radius });
  const [[a, b]] = scene.flow!.source;
  const starts = Array.from({ length: STARTS }, (_, k) => {
    const x = a[0] + ((b[0] - a[0]) * (k + 0.5)) / STARTS;
    // A body comes in below the line, where it is clear of the wall.
    const below = 1.2 * radius;
    return paths.distance([x, a[1] - below])! + below;
  });
  const system = new FlowMap(world).lanes(radius);
  const lengths = (lanes: typeof system.lanes): Lengths => lengthsOf(lanes.map(({ length }) => length));
  return { S: lengthsOf(starts), L: lengths(system.lanes), O: lengths(optimizeLanes(system).lanes) };
}

function columns(names: readonly string[], options: ExperimentOptions): Column[] {
  const { seeds } = options;
  const tick = counted(names.length * (seeds.length + 1 + LANES.length), options);
  const run = (scene: Scene, settings: SimulationOptions): Arrivals => {
    const arrivals = arrivalsIn(scene, settings);
    tick();
    return arrivals;
  };
  return names.map((name) => {
    const scene = builtinScene(name);
    const paths = seeds.map((seed) => run(scene, { planner: "pathmap", seed }));
    return {
      scene: name,
      lengths: measured(scene),
      seeds,
      paths: {
        arrived: sampleOf(paths.map(({ arrived }) => arrived)),
        rate: sampleOf(paths.map(({ rate }) => rate)),
      },
      pushed: run({ ...scene, profiles: pushedApart(scene) }, { planner: "pathmap" }),
      lanes: LANES.map(({ title, lanes, spacing }) => ({
        title,
        ...run(scene, { planner: "flow", lanes, spacing }),
      })),
    };
  });
}

const millimetres = (metres: number): string => `${(1000 * metres).toFixed(0)} mm`;

function linesOf({ scene, lengths, paths, pushed, lanes }: Column): string[] {
  const metres = ({ min, max, avg }: Lengths): string =>
    `${min.toFixed(2)} to ${max.toFixed(2)} m, mean ${avg.toFixed(2)} m`;
  const { S, L, O } = lengths;
  return [
    `${scene}: S ${metres(S)}; L ${metres(L)}; O ${metres(O)}`,
    `  S ${meanText(paths.arrived)}, at the end ${meanText(paths.rate)}/s`,
    `  S, pushed apart only ${pushed.arrived} (deepest overlap ${millimetres(pushed.deepest)})`,
    ...lanes.map(({ title, arrived, rate, deepest }) => {
      const all = `${(arrived / paths.arrived.mean).toFixed(2)} x S`;
      const end = `at the end ${rate.toFixed(1)}/s = ${(rate / paths.rate.mean).toFixed(2)} x S`;
      return `  ${title} ${arrived} (${all}, ${end}, deepest overlap ${millimetres(deepest)})`;
    }),
  ];
}

function tableOn(name: string, title: string, scenes: readonly string[]): Experiment<readonly Column[]> {
  return {
    name,
    title,
    paper: "Farias 2020",
    place: "table 4.1",
    seeded: true,
    run: (options) => columns(scenes, options),
    rows: (results) => results.map((column) => ({ ...column })),
    lines: (results) => results.flatMap(linesOf),
  };
}

/** Table 4.1, on scenes like the paper's in kind and on scenes with the lanes, sizes and lengths that it implies. */
export const TABLE_41: readonly Experiment<readonly Column[]>[] = [
  tableOn("table-4.1", "Arrivals in 60 s on shortest paths (S), lanes (L) and lanes pulled taut (O)", SCENES),
  tableOn("table-4.1-implied", "The same on scenes drawn from what the table implies", IMPLIED),
];
