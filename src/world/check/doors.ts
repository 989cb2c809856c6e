/** Doors: whether they stand in gaps between walls, or where people leave through a wall. */
import { distance, meet, type Point, type Segment, samePoint } from "../../geometry/index.js";
import { withoutParts } from "../doors.js";
import type { FreeSpace } from "../freespace.js";
import type { Scene } from "../scene.js";
import { type Findings, shownPoint } from "./finding.js";
import { keyed } from "./goals.js";

/** Metres from an end of a door to the wall that it hangs on, at most. */
const JAMB = 0.1;

/** Reports doors without length or without a wall at either end, leaves that fill them, and doors that overlap. */
export function checkDoors(scene: Scene, space: FreeSpace, tolerance: number, findings: Findings): void {
  const { doors = [] } = scene;
  doors.forEach(({ segment, leaf = 0 }, i) => {
    const where = `doors[${i}].segment`;
    const [a, b] = segment;
    if (samePoint(a, b)) {
      findings.error(
        "door-zero-length",
        where,
        `both ends are ${shownPoint(a)}; a door must have a length`,
        a,
      );
      return;
    }
    const width = distance(a, b);
    if (leaf >= width) {
      const message = `the leaf of ${leaf} m fills the door of ${Number(width.toFixed(3))} m; it must leave a gap`;
      findings.error("door-filled", `doors[${i}].leaf`, message, a);
    }
    const off = offWalls(scene, segment, space, tolerance);
    if (off) findings.error("door-off-walls", where, off, a);
    for (let k = 0; k < i; k++) {
      if (!overlaps(segment, doors[k].segment, tolerance)) continue;
      findings.error("door-overlap", where, `overlaps doors[${k}]; doors may only touch at their ends`, a);
      break;
    }
  });
}

/** Reports goals that doors which never open close for good. */
export function checkClosedGoals(
  { doors = [], goals = {} }: Scene,
  tolerance: number,
  findings: Findings,
): void {
  const shut = doors.filter(
    ({ open = true, schedule = [] }) => !open && !schedule.some((frame) => frame.open),
  );
  if (shut.length === 0) return;
  const parts = shut.map(({ segment }) => segment);
  for (const [name, { points = [], segments = [], schedule }] of Object.entries(goals)) {
    if (points.length > 0 || segments.length === 0 || schedule) continue;
    if (segments.some((segment) => withoutParts(segment, parts, tolerance).length > 0)) continue;
    const message = "a door that never opens closes all of it: nobody gets there";
    findings.warning("goal-unreachable", keyed("goals", name), message, segments[0][0]);
  }
}

/** What is wrong with where a door is; null where nothing is. */
function offWalls(scene: Scene, segment: Segment, space: FreeSpace, tolerance: number): string | null {
  const [a, b] = segment;
  const needed = "a door spans a gap from wall to wall, or lies on a wall along a goal";
  const loose = [a, b].find((end) => space.contains(end) && space.clearance(end) > JAMB);
  if (loose)
    return `its end ${shownPoint(loose)} is ${Number(space.clearance(loose).toFixed(2))} m from any wall; ${needed}`;
  const at = (t: number): Point => [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
  const inner = [0.25, 0.5, 0.75].map(at);
  const isGap = inner.every((p) => space.contains(p) && space.clearance(p) > tolerance);
  if (isGap) return null;
  const isOnWall = inner.every((p) => {
    const free = space.nearestFree(p);
    return free !== null && distance(p, free) <= tolerance && space.clearance(free) <= tolerance;
  });
  const goals = Object.values(scene.goals ?? {}).flatMap(({ segments = [] }) => segments);
  const length = (some: readonly Segment[]): number => some.reduce((sum, one) => sum + distance(...one), 0);
  if (isOnWall && length(withoutParts(segment, goals, tolerance)) < distance(a, b) - tolerance) return null;
  return isOnWall
    ? `lies on a wall without a gap, and no goal is there; ${needed}`
    : `${shownPoint(inner[1])} is not free; ${needed}`;
}

/** Whether two doors cross, or run along each other. */
function overlaps(one: Segment, other: Segment, tolerance: number): boolean {
  if (meet(...one, ...other) === "cross") return true;
  const left = withoutParts(one, [other], tolerance);
  return left.reduce((sum, part) => sum + distance(...part), 0) < distance(...one) - 2 * tolerance;
}
