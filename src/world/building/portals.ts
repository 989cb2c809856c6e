/** Whether portals and doors of lifts are where people can reach them: on the border of free space, ground on one side alone. */
import {
  AT_VERTEX,
  faceOf,
  nextEdge,
  OUTSIDE,
  type Point,
  prevEdge,
  type Segment,
} from "../../geometry/index.js";
import { type Findings, shownPoint } from "../check/finding.js";
import { keyed } from "../check/goals.js";
import type { FreeSpace } from "../freespace.js";
import type { BuildingScene } from "../scene.js";
import type { FlightInput, LiftInput } from "./flight.js";
import type { LiftDoor, Portal, Sheet } from "./sheet.js";

/** The half-edge of a triangulation from p to q; -1 where it has none. */
export function halfEdgeBetween({ triangulation }: FreeSpace, p: Point, q: Point): number {
  const { mesh } = triangulation;
  const { place, edge } = triangulation.locate(p[0], p[1], { place: OUTSIDE, edge: -1 });
  if (place !== AT_VERTEX) return -1;
  let e = edge;
  do {
    const end = mesh.triangles[nextEdge(e)];
    if (mesh.coords[2 * end] === q[0] && mesh.coords[2 * end + 1] === q[1]) return e;
    e = mesh.twins[prevEdge(e)];
  } while (e !== edge && e >= 0);
  return -1;
}

/** Reports ends of flights and doors of lifts that do not meet their level. */
export function checkPortals(scene: BuildingScene, sheet: Sheet, space: FreeSpace, findings: Findings): void {
  const { connections = [] } = scene;
  for (const portal of sheet.portals) {
    const fault = faultOf(portal, space);
    if (fault === null) continue;
    const flight = connections[portal.connection] as FlightInput;
    const key = portal.end === "foot" ? "from" : "to";
    const { level, segment } = flight[key];
    const what = `${portal.end} of the flight, from ${shownPoint(segment[0])} to ${shownPoint(segment[1])} on level ${JSON.stringify(level)}: ${fault}`;
    findings.error("flight-off-border", `connections[${portal.connection}].${key}.segment`, what, segment[0]);
  }
  for (const { connection, doors } of sheet.lifts) {
    const { at } = connections[connection] as LiftInput;
    for (const door of doors) {
      const name = scene.levels[door.patch].name;
      if (isOnBorder(door, space)) continue;
      const message = `the door of the lift on level ${JSON.stringify(name)} is not on the border of free ground; the shaft is an obstacle or a hole`;
      findings.error("lift-off-border", keyed(`connections[${connection}].at`, name), message, at[name][0]);
    }
  }
}

/** What is wrong with a portal on its level; null for nothing. */
function faultOf({ a }: Portal, space: FreeSpace): string | null {
  const edge = halfEdgeBetween(space, a[0], a[1]);
  if (edge >= 0) {
    const { twins } = space.triangulation.mesh;
    const here = space.isFree(faceOf(edge));
    const beyond = twins[edge] >= 0 && space.isFree(faceOf(twins[edge]));
    if (here && !beyond) return null;
    if (here)
      return "free ground lies on both sides; where a stair stands, its footprint is an obstacle or a hole";
    return beyond
      ? "free ground lies on the side of the flight, and none before it"
      : "no free ground lies before it";
  }
  const samples = [0.25, 0.5, 0.75].map((t): Point => along(a, t));
  const free = samples.filter((p) => space.contains(p)).length;
  if (free === 0) return "it leads into a wall or an obstacle";
  const onBorder = samples.every((p) => space.clearance(p) === 0);
  return onBorder
    ? "something stands on it; a flight needs its whole width"
    : "it is not on the border of free ground; where a stair stands, its footprint is an obstacle or a hole";
}

const along = ([a, b]: Segment, t: number): Point => [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];

function isOnBorder({ segment, middle }: LiftDoor, space: FreeSpace): boolean {
  const edge = halfEdgeBetween(space, segment[0], segment[1]);
  if (edge < 0) return false;
  const twin = space.triangulation.mesh.twins[edge];
  const sides = [edge, twin].filter((e) => e >= 0 && space.isFree(faceOf(e)));
  return sides.length === 1 && space.contains(middle) !== null;
}
