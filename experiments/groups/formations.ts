/** Groups that keep a formation (Silveira, Fischer and Nedel 2010, 3.2 and figure 3): a course with doors and pillars. */
import { hex, oklch, type Picture, scenePicture, stackPictures, traceDisc } from "../../src/draw/index.js";
import type { Point } from "../../src/geometry/index.js";
import type { Formation } from "../../src/groups/index.js";
import { builtinScene } from "../../src/scenes/index.js";
import { Simulation } from "../../src/simulation/index.js";
import type { Scene } from "../../src/world/index.js";
import type { Experiment } from "../experiment.js";
import { counted } from "../seeds.js";

/** Formations of the company, and metres between neighbours. */
const SHAPES: readonly Exclude<Formation, { formula: (t: number) => Point }>[] = [
  "square",
  "wedge",
  "circle",
  "line",
  "column",
];
const SPACING = 1;

/** So many that a line of them has room in the hall. */
const MEMBERS = 18;

/** Where the doors of `parade` are, along x. */
export const DOORS: readonly number[] = [22, 42, 62];

/** Mean metres from their places at which a group is re-formed. */
const REFORMED = 0.75;

/** Seconds between two places that a picture shows. */
const SHOWN = 13;

/** What came of one formation. */
interface March {
  readonly formation: string;
  readonly members: number;
  readonly arrived: number;
  /** Seconds until the last has arrived. */
  readonly time: number;
  /** Metres from their places while in formation, over members and time. */
  readonly meanDistance: number;
  readonly greatestDistance: number;
  /** Seconds from when the last is through a door to when they are in their places again; null where the next door came first. */
  readonly reformed: readonly (number | null)[];
  /** Metres of the deepest overlap of two bodies. */
  readonly deepest: number;
  readonly shots: readonly Point[][];
}

/** The course with the company alone, in one formation. */
export function courseOf(formation: (typeof SHAPES)[number]): Scene {
  const { groups: _, spawns = [], ...course } = builtinScene("parade");
  return {
    ...course,
    spawns: [{ ...spawns[0], count: MEMBERS }],
    groups: [{ name: "company", spawn: 0, formation: formation as "line", spacing: SPACING }],
  };
}

function marched(formation: (typeof SHAPES)[number]): March {
  const simulation = new Simulation(courseOf(formation));
  const { crowd } = simulation;
  const [group] = simulation.groups.list;
  const passed: (number | null)[] = DOORS.map(() => null);
  const reformed: (number | null)[] = DOORS.map(() => null);
  const shots: Point[][] = [];
  let [sum, count, greatest, deepest] = [0, 0, 0, 0];
  while (!simulation.done) {
    simulation.advance();
    deepest = Math.max(deepest, crowd.touches.deepest);
    const { x, y } = crowd.columns;
    if (simulation.time >= SHOWN * (shots.length + 0.5))
      shots.push(Array.from({ length: crowd.size }, (_, i): Point => [x[i], y[i]]));
    const { lag } = group;
    if (!lag) continue;
    sum += lag.mean;
    count++;
    greatest = Math.max(greatest, lag.greatest);
    const last = x.slice(0, crowd.size).reduce((least, at) => Math.min(least, at), Infinity);
    DOORS.forEach((door, k) => {
      if (last > door) passed[k] ??= simulation.time;
      const since = passed[k];
      const isThere =
        since !== null &&
        reformed[k] === null &&
        lag.mean <= REFORMED &&
        !(last > (DOORS[k + 1] ?? Infinity));
      if (isThere) reformed[k] = simulation.time - since;
    });
  }
  return {
    formation: String(formation),
    members: simulation.total,
    arrived: crowd.arrived,
    time: simulation.time,
    meanDistance: sum / count,
    greatestDistance: greatest,
    reformed,
    deepest,
    shots,
  };
}

function pictureOf({ formation, shots }: March, size: number): Picture {
  const picture = scenePicture(courseOf("line"), {
    size,
    labels: false,
    legend: false,
    title: `A company as a ${formation}`,
    subtitle: `every ${SHOWN} s`,
  });
  const layer = picture.layer("people", "marks");
  shots.forEach((people, k) => {
    const fill = hex(oklch(0.58, 0.16, (255 + 70 * k) % 360));
    for (const p of people) layer.shape({ fill }, (path) => traceDisc(path, p, 0.25));
  });
  return picture;
}

const secondsText = (seconds: number | null): string =>
  seconds === null ? "not" : `${seconds.toFixed(1)} s`;

/** Five formations on the same course. */
export const formations: Experiment<readonly March[]> = {
  name: "formations",
  title: "Formations on a course of doors and pillars",
  paper: "Silveira 2010",
  place: "3.2 and figure 3",
  seeded: false,
  run(options) {
    const tick = counted(SHAPES.length, options);
    return SHAPES.map((formation) => {
      const result = marched(formation);
      tick();
      return result;
    });
  },
  rows: (marches) => marches.map(({ shots: _, ...facts }) => facts),
  lines: (marches) =>
    marches.map(
      (one) =>
        `${one.formation}: ${one.arrived} of ${one.members} arrived in ${one.time.toFixed(1)} s; ${one.meanDistance.toFixed(2)} m from their places, at most ${one.greatestDistance.toFixed(1)} m; re-formed behind the doors after ${one.reformed.map(secondsText).join(", ")}; deepest overlap ${one.deepest.toFixed(3)} m`,
    ),
  picture: (marches, size) =>
    stackPictures(
      marches
        .filter(({ formation }) => ["square", "wedge", "line"].includes(formation))
        .map((one) => pictureOf(one, size)),
    ),
};
