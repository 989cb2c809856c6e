/** Guides that planners of one's own make: what they answer is checked, and what goes wrong in them is said with their name. */
import { HeadingGuide } from "../crowd/internal.js";
import { InputError } from "../errors.js";
import { distance, type Point } from "../geometry/index.js";
import type { HeadingFunction } from "../guide.js";
import { isPoint, shown } from "../options.js";
import { type GoalPlace, nearestOfGoals, type World } from "../world/index.js";
import type { GuideOrder, PlannedGuide, Planner } from "./planners.js";

/** Something that a planner of one's own did wrong. */
export class OwnPlannerError extends InputError {
  /** Whether the planner refused its order, with an `InputError` of its own, rather than failed. */
  readonly isRefusal: boolean;

  constructor(name: string, what: string, cause?: unknown) {
    super(what, `planners.${name}`);
    this.cause = cause;
    this.isRefusal = cause instanceof InputError;
  }
}

/** What a guide has to answer, and what it may. */
const ANSWERS = ["heading", "cost", "distance", "pathFrom"] as const;
const FURTHER = ["nearestGoal", "reason", "update", "setBarriers", "nearestOnTrack", "leftFrom"] as const;
const FACTS = ["isLoose", "tracks", "trackRadius"] as const;

/** Metres from a goal at which a path may end, besides twice the radius. */
const AT_GOAL = 0.5;

/** Asks a planner of one's own for a guide. */
export function ownGuide(planner: Planner, name: string, world: World, order: GuideOrder): PlannedGuide {
  const guarded = <T>(what: string, act: () => T): T => {
    try {
      return act();
    } catch (error) {
      if (error instanceof OwnPlannerError) throw error;
      const [line] = String(error instanceof InputError ? error.message : error).split("\n");
      throw new OwnPlannerError(name, `${what} failed: ${line}`, error);
    }
  };
  const made: unknown = guarded("the planner", () => planner(world, plainOrder(order)));
  if (typeof made === "function") {
    return new HeadingGuide((p) => guarded("its function", () => (made as HeadingFunction)(p)));
  }
  const guide = made as PlannedGuide;
  const missing = ANSWERS.filter((answer) => typeof guide?.[answer] !== "function");
  if (missing.length > 0) {
    const what = `a planner has to return a function of headings, or a guide with ${ANSWERS.join(", ")}`;
    throw new OwnPlannerError(name, `${what}; missing: ${missing.join(", ")}`);
  }
  return checkedAnswers(guide, name, order, guarded);
}

/** What path maps take may be handed on to one as it is; progress is there for those who ask for it. */
function plainOrder({ goals, radius, barriers, weights = [], progress, ...rest }: GuideOrder): GuideOrder {
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  const order = {
    goals,
    radius,
    barriers,
    ...(weights.length > 0 && { weights }),
    ...Object.fromEntries(given),
  };
  return Object.defineProperty(order, "progress", { value: progress, enumerable: false });
}

type Guarded = <T>(what: string, act: () => T) => T;

/** The guide with its answers checked. */
function checkedAnswers(
  guide: PlannedGuide,
  name: string,
  { goals, radius }: GuideOrder,
  guarded: Guarded,
): PlannedGuide {
  let places = goals;
  const wrong = (answer: string, p: Point, what: string): never => {
    throw new OwnPlannerError(name, `${answer}([${p.join(", ")}]) ${what}`);
  };
  const number = (answer: "cost" | "distance") => (p: Point) => {
    const value = guarded(answer, () => guide[answer](p));
    if (value === null || (typeof value === "number" && !Number.isNaN(value))) return value;
    return wrong(answer, p, `has to be a number or null; given: ${shown(value)}`);
  };
  const checked: PlannedGuide = {
    heading(p) {
      const heading = guarded("heading", () => guide.heading(p));
      if (heading === null || isPoint(heading)) return heading;
      return wrong(
        "heading",
        p,
        `has to be [x, y] with two finite numbers, or null; given: ${shown(heading)}`,
      );
    },
    cost: number("cost"),
    distance: number("distance"),
    pathFrom(p) {
      const path = guarded("pathFrom", () => guide.pathFrom(p));
      const fault = path === null ? null : faultOfPath(path, p, places, 2 * radius + AT_GOAL);
      return fault === null ? path : wrong("pathFrom", p, fault);
    },
  };
  for (const further of FURTHER) {
    const ask = (guide as unknown as Record<string, unknown>)[further];
    if (typeof ask !== "function") continue;
    const answer = (...given: unknown[]): unknown => {
      if (further === "update") places = given[0] as readonly GoalPlace[];
      return guarded(further, () => Reflect.apply(ask, guide, given));
    };
    Object.defineProperty(checked, further, { value: answer });
  }
  for (const fact of FACTS) {
    if (fact in guide) {
      Object.defineProperty(checked, fact, {
        get: () => (guide as unknown as Record<string, unknown>)[fact],
      });
    }
  }
  return checked;
}

/** What is wrong with a path; null where nothing is. */
function faultOfPath(path: unknown, p: Point, goals: readonly GoalPlace[], near: number): string | null {
  const isPath = Array.isArray(path) && path.length > 0 && path.every(isPoint);
  if (!isPath) return `has to be a list of points [x, y], or null; given: ${shown(path)}`;
  const apart = distance(path[0], p);
  if (apart > 1e-6 * (1 + Math.abs(p[0]) + Math.abs(p[1]))) {
    return `has to begin where it was asked; it begins at ${shown(path[0])}`;
  }
  const end: Point = path[path.length - 1];
  const left = distance(end, nearestOfGoals(goals, end));
  return left > near ? `has to end at a goal; it ends at ${shown(end)}, ${left.toPrecision(3)} m away` : null;
}
