/** Figures of Farias (2020), chapter 5: candidates and barriers while a hall empties, and what barriers do to its path map. */
import { agentsPicture, type Picture, pathMapPicture, stackPictures } from "../../src/draw/index.js";
import type { Point, Segment } from "../../src/geometry/index.js";
import { type Barrier, PathMap, RasterMap } from "../../src/pathmap/index.js";
import { builtinScene } from "../../src/scenes/index.js";
import { Simulation, type SimulationOptions } from "../../src/simulation/index.js";
import { World } from "../../src/world/index.js";
import { type Experiment, PEOPLE } from "../experiment.js";

const SCENE = "bottleneck";

/** Cells along the longer side of the maps that are drawn. */
const CELLS = 700;

/** A moment of a run. */
interface Shot {
  readonly title: string;
  /** Seconds. */
  readonly time: number;
  readonly inside: number;
  readonly arrived: number;
  /** People who are bottlenecked. */
  readonly bottlenecked: number;
  readonly candidates: readonly Segment[];
  readonly barriers: readonly Barrier[];
  readonly places: readonly Point[];
}

function shotOf(title: string, { time, crowd, bottlenecks }: Simulation): Shot {
  const { columns, size, arrived } = crowd;
  return {
    title,
    time,
    inside: size,
    arrived,
    bottlenecked: bottlenecks?.bottlenecked().length ?? 0,
    candidates: bottlenecks?.candidateSegments ?? [],
    barriers: bottlenecks?.barriers ?? [],
    places: Array.from({ length: size }, (_, i): Point => [columns.x[i], columns.y[i]]),
  };
}

function drawn({ title, time, candidates, barriers, places }: Shot, size: number): Picture {
  const people = places.map((position) => ({ group: 0, position, radius: 0.25 }));
  return agentsPicture(builtinScene(SCENE), people, {
    size,
    barriers,
    candidates,
    title: `${title}, ${time.toFixed(1)} s`,
  });
}

const simulationOf = (options: SimulationOptions): Simulation =>
  new Simulation(builtinScene(SCENE), { planner: "pathmap", ...PEOPLE, ...options });

/** Candidates just before the first barrier, and the barrier. */
function firstBarrier(): Shot[] {
  const simulation = simulationOf({});
  let before = shotOf("candidate segments", simulation);
  while (simulation.bottlenecks!.barriers.length === 0 && !simulation.done) {
    before = shotOf("candidate segments", simulation);
    simulation.advance();
  }
  return [before, shotOf("the barrier made of them", simulation)];
}

/** Seconds after which the runs of figure 5.4 are shown. */
const SHOWN = 45;

function sideBySide(): Shot[] {
  const conditions: readonly (readonly [string, SimulationOptions])[] = [
    ["without barriers", { bottleneck: false }],
    ["barriers of weight 1.5", {}],
    ["barriers that adapt", { bottleneck: { adaptive: true } }],
  ];
  return conditions.map(([title, options]) => {
    const simulation = simulationOf(options);
    while (simulation.time < SHOWN - 1e-9) simulation.advance();
    return shotOf(title, simulation);
  });
}

/** An experiment of moments. */
function shots(name: string, title: string, place: string, run: () => Shot[]): Experiment<readonly Shot[]> {
  const areGone = name === "5.4";
  return {
    name,
    title,
    paper: "Farias 2020",
    place,
    seeded: false,
    run,
    rows: (list) =>
      list.map(({ places: _, candidates, ...rest }) => ({ ...rest, candidates: candidates.length })),
    lines: (list) =>
      list.map(
        ({ title: what, time, inside, arrived, bottlenecked, candidates, barriers }) =>
          `${what}, ${time.toFixed(1)} s: ${inside} inside, ${arrived} arrived, ${bottlenecked} bottlenecked, ${candidates.length} candidates, ${barriers.length} barriers`,
      ),
    // Candidates are of all seconds since the last update: beside runs that went on they would tell of people who have left.
    picture: (list, size) =>
      stackPictures(list.map((shot) => drawn(areGone ? { ...shot, candidates: [] } : shot, size))),
  };
}

/** One path map. */
interface Panel {
  readonly title: string;
  readonly barriers: readonly Barrier[];
  /** Share of the free cells from which the way leads through the passage. */
  readonly middle: number;
}

/** The passage, across which the barriers of figure 5.3 stand. */
const PASSAGE: Segment = [
  [18.5, 11.55],
  [18.5, 12.45],
];

function mapWith(barriers: readonly Barrier[]): PathMap {
  const scene = builtinScene(SCENE);
  return new PathMap(new World(scene), { goals: Object.keys(scene.goals ?? {}), barriers });
}

/** Share of places before the passage, on a grid, whose way leads through it. */
function throughMiddle(map: PathMap): number {
  let [all, through] = [0, 0];
  for (let x = 0.25; x < PASSAGE[0][0]; x += 0.5) {
    for (let y = 0.25; y < 24; y += 0.5) {
      const way = map.pathFrom([x, y]);
      if (!way) continue;
      all++;
      const crosses = way.some(([qx, qy], k) => {
        if (k === 0) return false;
        const [px, py] = way[k - 1];
        if ((px - PASSAGE[0][0]) * (qx - PASSAGE[0][0]) > 0) return false;
        const t = qx === px ? 0 : (PASSAGE[0][0] - px) / (qx - px);
        const at = py + t * (qy - py);
        return at >= PASSAGE[0][1] && at <= PASSAGE[1][1];
      });
      if (crosses) through++;
    }
  }
  return through / all;
}

/** Figures 5.1 and 5.3: the map of the hall, and with barriers. */
const maps: Experiment<readonly Panel[]> = {
  name: "5.3",
  title: "The path map of the hall, and what barriers do to it",
  paper: "Farias 2020",
  place: "figures 5.1 and 5.3",
  seeded: false,
  run: () =>
    [0, 1, 2, 3].map((count) => {
      const barriers = Array.from({ length: count }, () => ({
        segment: PASSAGE,
        weight: 1.5,
        carries: true,
      }));
      const title = count === 0 ? "normal" : `${count} of weight 1.5`;
      return { title, barriers, middle: throughMiddle(mapWith(barriers)) };
    }),
  rows: (panels) => panels.map(({ title, middle }) => ({ title, middle })),
  lines: (panels) =>
    panels.map(
      ({ title, middle }) =>
        `${title}: from ${(100 * middle).toFixed(1)} % of the ground before it, the way is the passage`,
    ),
  picture: (panels, size) =>
    stackPictures(
      panels.map(({ title, barriers }) =>
        pathMapPicture(
          { ...builtinScene(SCENE), barriers: [...barriers.slice(0, 1)] as never },
          new RasterMap(mapWith(barriers), CELLS),
          { size, title, colours: "regions", quantity: "cost" },
        ),
      ),
      2,
    ),
};

/** Figures 5.1 to 5.4. */
export const BARRIER_FIGURES: readonly Experiment[] = [
  shots("5.2", "Candidate segments, and the barrier that they become", "figure 5.2", firstBarrier),
  maps,
  shots("5.4", "The hall with and without barriers, after 45 s", "figure 5.4", sideBySide),
];
