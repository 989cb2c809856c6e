/** Two armies (Silveira, Fischer and Nedel 2010, 6 and figure 4): a fight for a hill, and the local map of one unit. */
import {
  localMapPicture,
  type Picture,
  scenePicture,
  stackPictures,
  traceDisc,
} from "../../src/draw/index.js";
import type { Point } from "../../src/geometry/index.js";
import { builtinScene } from "../../src/scenes/index.js";
import { type LocalMapView, Simulation } from "../../src/simulation/index.js";
import type { Experiment } from "../experiment.js";

/** Seconds at which the field is shown. */
const TIMES = [1, 30, 60, 85];

/** Whose local map, and when: somebody in the second row of a wedge, before the lines have met. */
const UNIT = 12;
const MAP_TIME = 30;

const COLOURS = Object.freeze({ blue: "#2b62c4", red: "#c4372b" });

/** A moment of the fight. */
interface Moment {
  readonly time: number;
  readonly left: Readonly<Record<string, number>>;
  readonly people: readonly { readonly position: Point; readonly side: string }[];
}

interface Fight {
  readonly moments: readonly Moment[];
  readonly map: LocalMapView;
}

function momentOf({ time, crowd, scene }: Simulation): Moment {
  const { x, y, group } = crowd.columns;
  const people = Array.from({ length: crowd.size }, (_, i) => ({
    position: [x[i], y[i]] as Point,
    side: String(scene.spawns![group[i]].profile),
  }));
  const left = { blue: 0, red: 0 };
  for (const { side } of people) left[side as "blue" | "red"]++;
  return { time, left, people };
}

function fought(progress?: (share: number) => void): Fight {
  const simulation = new Simulation(builtinScene("two-armies"));
  const moments: Moment[] = [];
  let map: LocalMapView | null = null;
  while (!simulation.done) {
    simulation.advance();
    if (map === null && simulation.time >= MAP_TIME) map = simulation.localMap(UNIT);
    if (simulation.time >= TIMES[moments.length]) moments.push(momentOf(simulation));
    progress?.(simulation.time / simulation.duration);
  }
  moments.push(momentOf(simulation));
  return { moments, map: map! };
}

/** The article's figure 4b: blocked, free and path. */
function mapPicture(map: LocalMapView, size: number): Picture {
  const title = "The local map of one unit";
  const subtitle = `${map.size} x ${map.size} cells of ${map.cell} m, after ${MAP_TIME} s`;
  return localMapPicture(map, { size, unit: size / 640, title, subtitle, field: false });
}

function fieldPicture({ time, left, people }: Moment, size: number): Picture {
  const { spawns: _, groups: __, ...plan } = builtinScene("two-armies");
  const picture = scenePicture(plan, {
    size,
    unit: size / 640,
    labels: false,
    legend: false,
    title: `After ${time.toFixed(0)} s`,
    subtitle: `${left.blue} blue, ${left.red} red`,
  });
  const layer = picture.layer("people", "marks");
  for (const { position, side } of people)
    layer.shape({ fill: COLOURS[side as "blue" | "red"] }, (path) => traceDisc(path, position, 0.45));
  return picture;
}

/** The fight from its beginning to its end. */
export const armies: Experiment<Fight> = {
  name: "two-armies",
  title: "Two armies fight for a hill",
  paper: "Silveira 2010",
  place: "6 and figure 4",
  seeded: false,
  run: ({ progress }) => fought(progress),
  rows: ({ moments }) => moments.map(({ time, left }) => ({ time: Number(time.toFixed(2)), ...left })),
  lines: ({ moments }) =>
    moments.map(({ time, left }) => `after ${time.toFixed(0)} s: ${left.blue} blue, ${left.red} red`),
  picture: ({ moments, map }, size) =>
    stackPictures([...moments.map((moment) => fieldPicture(moment, size)), mapPicture(map, size)], 2),
};
