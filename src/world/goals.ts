/**
 * Goals of planners: what users give, checked and resolved in one place for all of them.
 *
 * A goal is a name of the world's goals, a point or a segment. Points and segments may bring a `start`: metres that are
 * already counted there, so that a goal farther away may be the better one. `cost` includes it, `distance` does not.
 */
import { InputError } from "../errors.js";
import {
  type Box,
  distance,
  nearestOnSegment,
  type Point,
  type Segment,
  samePoint,
} from "../geometry/index.js";
import { checkKeys, checkNumber, checkPoint, isPoint, shown } from "../options.js";
import { keyed } from "./check/goals.js";
import type { FreeSpace } from "./freespace.js";
import { groundTolerance, ontoGround, piecesOntoGround } from "./onto.js";
import type { Goal } from "./scene.js";

/** One place where paths end: a point or a segment, with what is already counted there (metres, >= 0, default 0). */
export type GoalPlace =
  | { readonly point: Point; readonly start?: number }
  | { readonly segment: Segment; readonly start?: number };

/** Where paths end, as every planner takes it: names of the world's goals, points and segments. The best one wins. */
export type Goals = readonly (GoalPlace | string)[];

/** The ground that goals lie on, and their names; a `World` is one. */
export interface GoalGround {
  readonly space: FreeSpace;
  readonly bounds: Box;
  /** The goal of a name; absent where goals have no names. */
  goal?(name: string): Goal;
}

const FORM = "a goal's name, { point: [x, y] } or { segment: [[x, y], [x, y]] } of finite numbers";

/**
 * The places of a list of goals, checked and put onto the ground: within `groundTolerance` of a wall they lie on it, and a
 * segment along several walls becomes several. Of a named goal, the parts that are free count, as `diagnose` says; a point or
 * a segment given for itself has to be free somewhere.
 */
export function goalPlaces(ground: GoalGround, goals: Goals): GoalPlace[] {
  return resolved(ground, goals).map(({ place }) => place);
}

/** Where the place number k of `goalPlaces` came from, for errors: `goals[1]`, or `goals.exit`. */
export function goalLabel(ground: GoalGround, goals: Goals, k: number): string {
  return labelOf(goals, resolved(ground, goals)[k]?.given ?? -1);
}

function labelOf(goals: Goals, i: number): string {
  const goal = goals[i];
  if (goal === undefined) return "goals";
  return typeof goal === "string" ? keyed("goals", goal) : `goals[${i}]`;
}

/** A place on the ground, and the number of the goal that it belongs to. */
interface Resolved {
  readonly place: GoalPlace;
  readonly given: number;
}

function resolved(ground: GoalGround, goals: Goals): Resolved[] {
  if (!Array.isArray(goals)) {
    const meant = typeof goals === "string" || isPlace(goals) ? `; write [${shown(goals)}]` : "";
    throw new InputError(`a list is needed; each is ${FORM}; given: ${shown(goals)}${meant}`, "goals");
  }
  if (goals.length === 0) throw new InputError(`at least one goal is needed: ${FORM}`, "goals");
  const tolerance = groundTolerance(ground.bounds);
  const found: Resolved[] = [];
  for (let i = 0; i < goals.length; i++) {
    const goal: GoalPlace | string = goals[i];
    const parts =
      typeof goal === "string" ? namedParts(ground, goal, i) : [checkedPlace(goal, `goals[${i}]`)];
    const before = found.length;
    for (const part of parts) {
      for (const place of ontoGroundAll(ground.space, part, tolerance)) found.push({ place, given: i });
    }
    if (found.length > before) continue;
    const [part] = parts;
    const what =
      parts.length > 1
        ? "no part of it is"
        : "point" in part
          ? `[${part.point.join(", ")}] is not`
          : "no part of the segment is";
    throw new InputError(`${what} on free ground`, labelOf(goals, i));
  }
  return found;
}

function namedParts(ground: GoalGround, name: string, i: number): GoalPlace[] {
  if (ground.goal) return placesOfGoal(ground.goal(name));
  const what = "names need a world; here a goal is a point or a segment";
  throw new InputError(`${what}; given: ${shown(name)}`, `goals[${i}]`);
}

/** A place as it lies on the ground: nothing where it is not free, several parts of a segment along several walls. */
function ontoGroundAll(space: FreeSpace, place: GoalPlace, tolerance: number): GoalPlace[] {
  const extra = place.start === undefined ? {} : { start: place.start };
  if ("point" in place) {
    const point = ontoGround(space, place.point, tolerance);
    return point ? [point === place.point ? place : { point, ...extra }] : [];
  }
  const { segment } = place;
  return piecesOntoGround(space, segment, tolerance).map((piece) =>
    samePoint(piece[0], segment[0]) && samePoint(piece[1], segment[1]) ? place : { segment: piece, ...extra },
  );
}

/** The places that lie on free ground, put onto it; those of a goal that is partly blocked, as a scene may have. */
export function freePlaces(ground: GoalGround, places: readonly GoalPlace[]): GoalPlace[] {
  const tolerance = groundTolerance(ground.bounds);
  return places.flatMap((place) => ontoGroundAll(ground.space, place, tolerance));
}

/** Points and segments of a named goal, one by one, each with the goal's start. */
export function placesOfGoal({ points = [], segments = [], start }: Goal): GoalPlace[] {
  const extra = start === undefined ? {} : { start };
  return [
    ...points.map((point): GoalPlace => ({ point, ...extra })),
    ...segments.map((segment): GoalPlace => ({ segment, ...extra })),
  ];
}

function isPlace(value: unknown): value is GoalPlace {
  return typeof value === "object" && value !== null && ("point" in value || "segment" in value);
}

function checkedPlace(goal: GoalPlace, where: string): GoalPlace {
  if (!isPlace(goal)) throw new InputError(`${FORM} is needed; given: ${shown(goal)}${formOf(goal)}`, where);
  checkKeys(goal, ["point" in goal ? "point" : "segment", "start"], where, "key");
  const isRight = "point" in goal ? isPoint(goal.point) : isSegment(goal.segment);
  if (!isRight) throw new InputError(`${FORM} is needed; given: ${shown(goal)}`, where);
  if (goal.start !== undefined) checkNumber(goal.start, `${where}.start`, { of: "metres", least: 0 });
  return goal;
}

/** Two points; holes of a sparse list are none. */
function isSegment(value: unknown): value is Segment {
  return Array.isArray(value) && value.length === 2 && isPoint(value[0]) && isPoint(value[1]);
}

/** How a goal in another form would be written. */
function formOf(goal: unknown): string {
  if (isPoint(goal)) return `; write { point: [${goal.join(", ")}] }`;
  if (isSegment(goal)) return `; write { segment: ${shown(goal)} }`;
  const { x, y } = (goal ?? {}) as { readonly x?: unknown; readonly y?: unknown };
  return isPoint([x, y]) ? `; write { point: [${x}, ${y}] }` : "";
}

/** Refuses a start where a planner could not honour it. */
export function refuseStart(
  places: readonly GoalPlace[],
  planner: string,
  label: (k: number) => string,
): void {
  const k = places.findIndex(({ start = 0 }) => start > 0);
  if (k < 0) return;
  throw new InputError(
    `${planner} cannot begin to count at a distance; path maps and roadmaps can; given: ${places[k].start}`,
    `${label(k)}.start`,
  );
}

/** The point of some goals nearest to p, as the crow flies; p itself without goals. */
export function nearestOfGoals(places: readonly GoalPlace[], p: Point): Point {
  checkPoint(p, "point");
  let best: Point = p;
  let least = Infinity;
  for (const place of places) {
    const q = "point" in place ? place.point : nearestOnSegment(p, place.segment[0], place.segment[1]);
    const apart = Math.hypot(q[0] - p[0], q[1] - p[1]);
    if (apart >= least) continue;
    least = apart;
    best = q;
  }
  return best;
}

/** The direction from p straight to a goal that is no farther than `reach` and in sight; null elsewhere. */
export function straightTo(
  goal: Point,
  p: Point,
  reach: number,
  visible: (a: Point, b: Point) => boolean,
): Point | null {
  const apart = distance(p, goal);
  if (!(apart > 0 && apart <= reach && visible(p, goal))) return null;
  return [(goal[0] - p[0]) / apart, (goal[1] - p[1]) / apart];
}
