/** Crossing flows (Farias 2020, sections 4.7.3 and 6.2): by a timetable, and by shortest paths with avoidance. */
import { flowPicture } from "../../src/draw/index.js";
import { FlowMap, optimizeLanes } from "../../src/flow/index.js";
import type { Point } from "../../src/geometry/index.js";
import { builtinScene } from "../../src/scenes/index.js";
import { Simulation, type TimetableSummary } from "../../src/simulation/index.js";
import { World } from "../../src/world/index.js";
import { type Experiment, PEOPLE } from "../experiment.js";
import { counted, meanText, sampleOf } from "../seeds.js";

/** Seconds after which people are drawn. */
const SHOT = 30;

/** One way to walk. */
interface Walk {
  readonly title: string;
  readonly arrived: number;
  /** Deepest overlap of two people, in metres. */
  readonly deepest: number;
  readonly meanTravelTime: number;
  readonly timetable: TimetableSummary | null;
  /** Where people were when they were drawn. */
  readonly shot: readonly Point[];
}

function walk(title: string, planner: string, seed: number): Walk {
  const simulation = new Simulation(builtinScene("crossing"), { ...PEOPLE, planner, seed });
  let [deepest, seconds] = [0, 0];
  let shot: Point[] = [];
  while (!simulation.done) {
    simulation.advance();
    const { touches, arrivals, columns, size } = simulation.crowd;
    deepest = Math.max(deepest, touches.deepest);
    for (const { travelTime } of arrivals) seconds += travelTime;
    if (Math.abs(simulation.time - SHOT) < simulation.step / 2)
      shot = Array.from({ length: size }, (_, i): Point => [columns.x[i], columns.y[i]]);
  }
  const { arrived } = simulation.crowd;
  const { timetable } = simulation;
  return { title, arrived, deepest, meanTravelTime: seconds / arrived, timetable, shot };
}

function picture([{ shot }]: readonly Walk[], size: number): string {
  const scene = builtinScene("crossing");
  const world = new World(scene);
  const lanes = Object.values(scene.flows!).flatMap((pieces, group) =>
    optimizeLanes(new FlowMap(world, pieces).lanes(0.25)).lanes.map(({ stretches, radius }) => ({
      stretches,
      radius,
      group,
    })),
  );
  return flowPicture(scene, { lanes, people: { at: shot, radius: 0.25 }, size }).toSvg();
}

/** Flows that cross. */
export const crossing: Experiment<readonly Walk[]> = {
  name: "crossing",
  title: "Three flows that cross, by a timetable and by shortest paths with avoidance",
  paper: "Farias 2020",
  place: "sections 4.7.3 and 6.2",
  seeded: true,
  run: (options) => {
    const { seeds } = options;
    const tick = counted(1 + seeds.length, options);
    const walks = [walk("timetable", "flow", seeds[0])];
    tick();
    for (const seed of seeds) {
      walks.push(walk(`shortest paths, seed ${seed}`, "pathmap", seed));
      tick();
    }
    return walks;
  },
  rows: (results) => results.map(({ shot: _, ...row }) => row),
  lines: (results) => [
    ...results.map(({ title, arrived, deepest, meanTravelTime, timetable }) => {
      const times = timetable ? `, a start each ${timetable.period.toFixed(2)} s on every lane` : "";
      const overlap = `deepest overlap ${(1000 * deepest).toFixed(0)} mm`;
      return `${title}: ${arrived} arrive in 60 s, in the mean after ${meanTravelTime.toFixed(1)} s, ${overlap}${times}`;
    }),
    `shortest paths: ${meanText(sampleOf(results.slice(1).map(({ arrived }) => arrived)))} arrive`,
  ],
  picture,
};
