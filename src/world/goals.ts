/**
 * Goals of planners: what users give, checked and resolved in one place for all of them.
 *
 * A goal is a name of the world's goals, a point or a segment. Points and segments may bring a `start`: metres that are
 * already counted there, so that a goal farther away may be the better one. `cost` includes it, `distance` does not.
 */
import { InputError } from "../errors.js";
import { nearestOnSegment, type Point, type Segment } from "../geometry/index.js";
import { checkKeys, checkNumber, isPoint, shown } from "../options.js";
import { keyed } from "./check/goals.js";
import type { Goal } from "./scene.js";

/** One place where paths end: a point or a segment, with what is already counted there (metres, >= 0, default 0). */
export type GoalPlace =
  | { readonly point: Point; readonly start?: number }
  | { readonly segment: Segment; readonly start?: number };

/** Where paths end, as every planner takes it: names of the world's goals, points and segments. The best one wins. */
export type Goals = readonly (GoalPlace | string)[];

/** What knows goals by name, as a `World` does. */
export interface NamedGoals {
  /** The goal of a name. */
  goal(name: string): Goal;
}

const FORM = "a goal's name, { point: [x, y] } or { segment: [[x, y], [x, y]] } of finite numbers";

/**
 * The places of a list of goals, checked.
 *
 * @param names who knows goals by name; null where nobody does
 */
export function goalPlaces(names: NamedGoals | null, goals: Goals): GoalPlace[] {
  if (!Array.isArray(goals)) {
    const meant = typeof goals === "string" || isPlace(goals) ? `; write [${shown(goals)}]` : "";
    throw new InputError(`a list is needed; each is ${FORM}; given: ${shown(goals)}${meant}`, "goals");
  }
  if (goals.length === 0) throw new InputError(`at least one goal is needed: ${FORM}`, "goals");
  const places: GoalPlace[] = [];
  for (let i = 0; i < goals.length; i++) {
    const goal: GoalPlace | string = goals[i];
    if (typeof goal !== "string") places.push(checkedPlace(goal, `goals[${i}]`));
    else if (names) for (const place of placesOfGoal(names.goal(goal))) places.push(place);
    else
      throw new InputError(
        `names need a world; here a goal is a point or a segment; given: ${shown(goal)}`,
        `goals[${i}]`,
      );
  }
  return places;
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
  const isRight =
    "point" in goal
      ? isPoint(goal.point)
      : Array.isArray(goal.segment) && goal.segment.length === 2 && goal.segment.every(isPoint);
  if (!isRight) throw new InputError(`${FORM} is needed; given: ${shown(goal)}`, where);
  if (goal.start !== undefined) checkNumber(goal.start, `${where}.start`, { of: "metres", least: 0 });
  return goal;
}

/** How a goal in another form would be written. */
function formOf(goal: unknown): string {
  if (isPoint(goal)) return `; write { point: [${goal.join(", ")}] }`;
  if (Array.isArray(goal) && goal.length === 2 && goal.every(isPoint))
    return `; write { segment: ${shown(goal)} }`;
  const { x, y } = (goal ?? {}) as { readonly x?: unknown; readonly y?: unknown };
  return isPoint([x, y]) ? `; write { point: [${x}, ${y}] }` : "";
}

/** Where the place number k of `goalPlaces` came from, for errors: `goals[1]`, or `goals.exit`. */
export function goalLabel(names: NamedGoals | null, goals: Goals, k: number): string {
  let rest = k;
  for (let i = 0; i < goals.length; i++) {
    const goal = goals[i];
    const count = typeof goal === "string" && names ? placesOfGoal(names.goal(goal)).length : 1;
    if (rest < count) return typeof goal === "string" ? keyed("goals", goal) : `goals[${i}]`;
    rest -= count;
  }
  return "goals";
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
