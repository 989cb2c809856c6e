/** The map of a group (Silveira, Fischer and Nedel 2010, 3.2): before a door, in it, and behind it. */
import { groupMapPicture, stackPictures } from "../../src/draw/index.js";
import type { GroupMapView } from "../../src/groups/index.js";
import { Simulation } from "../../src/simulation/index.js";
import type { Experiment } from "../experiment.js";
import { courseOf, DOORS } from "./formations.js";

/** Metres of the middle beyond the first door of `parade` at which the map is shown, and what that is. */
const MOMENTS: readonly (readonly [beyond: number, title: string])[] = [
  [-4, "Before a door"],
  [0.5, "In the door"],
  [8, "Behind it"],
];

interface Shot {
  readonly title: string;
  readonly time: number;
  readonly map: GroupMapView;
}

function walked(progress?: (share: number) => void): Shot[] {
  const simulation = new Simulation(courseOf("square"));
  const [group] = simulation.groups.list;
  const shots: Shot[] = [];
  while (shots.length < MOMENTS.length && !simulation.done) {
    simulation.advance();
    const [beyond, title] = MOMENTS[shots.length];
    if ((group.middle?.[0] ?? 0) < DOORS[0] + beyond) continue;
    const map = group.mapView;
    if (map) shots.push({ title, time: simulation.time, map });
    progress?.(shots.length / MOMENTS.length);
  }
  return shots;
}

/** How many the map leads, too. */
const led = ({ members }: GroupMapView): number => members.filter(({ weight }) => weight > 0).length;

/** The map of a company as a square on the course of `parade`. */
export const groupMap: Experiment<readonly Shot[]> = {
  name: "group-map",
  title: "The map of a group before a door, in it and behind it",
  paper: "Silveira 2010",
  place: "3.2",
  seeded: false,
  run: ({ progress }) => walked(progress),
  rows: (shots) =>
    shots.map(({ title, time, map }) => ({
      title,
      time: Number(time.toFixed(2)),
      cells: map.size,
      cell: map.cell,
      members: map.members.length,
      led: led(map),
    })),
  lines: (shots) =>
    shots.map(
      ({ title, time, map }) =>
        `${title.toLowerCase()}, after ${time.toFixed(1)} s: ${map.size} x ${map.size} cells of ${map.cell} m; the map leads ${led(map)} of ${map.members.length}, too`,
    ),
  picture: (shots, size) =>
    stackPictures(
      shots.map(({ title, time, map }) =>
        groupMapPicture(map, {
          size,
          unit: size / 640,
          title,
          subtitle: `after ${time.toFixed(1)} s, ${map.size} x ${map.size} cells of ${map.cell} m`,
        }),
      ),
      3,
    ),
};
