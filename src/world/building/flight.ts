/** A straight flight between two levels, in the coordinates of the plan, before it has a place on the sheet. */
import { distance, type Point, type Segment } from "../../geometry/index.js";
import type { BuildingScene } from "../scene.js";
import { placed, quantised } from "./sheet.js";

/** One entry of a building's `levels`. */
export type Level = BuildingScene["levels"][number];

/** One entry of a building's `connections`. */
export type Connection = NonNullable<BuildingScene["connections"]>[number];

/** A connection that people walk on. */
export type FlightInput = Exclude<Connection, { kind: "lift" }>;

/** A connection that carries people up and down. */
export type LiftInput = Extract<Connection, { kind: "lift" }>;

/** What a connection is called: by its name, or by its kind and number. */
export function nameOfConnection({ name, kind }: Connection, index: number): string {
  return name ?? `${kind} ${index}`;
}

/** A straight flight in the plan. */
export interface Flight {
  /** Lower and upper end, both with what is above the foot on their right. */
  readonly foot: Segment;
  readonly head: Segment;
  readonly uphill: Point;
  /** Metres from foot to head in the plan, at right angles to both; and up. */
  readonly run: number;
  readonly rise: number;
  /** Metres along the slope. */
  readonly length: number;
  /** From foot to head: in the plan, and stretched to the slope, on the grid of the sheet. */
  readonly inPlan: Point;
  readonly climb: Point;
}

/** What is wrong with a flight: its code, and one line. */
export interface FlightFault {
  readonly end: "from" | "to" | null;
  readonly what: string;
}

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1]];
const middleOf = ([a, b]: Segment): Point => [a[0] + (b[0] - a[0]) / 2, a[1] + (b[1] - a[1]) / 2];

/**
 * The flight between two segments, or what hinders it.
 *
 * @param tolerance metres that the two ends may differ in length and direction
 */
export function flightOf(
  foot: Segment,
  head: Segment,
  rise: number,
  tolerance: number,
): Flight | FlightFault {
  const width = distance(...foot);
  for (const [end, segment] of [
    ["from", foot],
    ["to", head],
  ] as const) {
    if (distance(...segment) <= tolerance)
      return { end, what: "the segment has no length; a flight needs a width" };
  }
  if (!(rise > 0)) return { end: null, what: `\`from\` is not below \`to\`: it rises by ${rise} m` };
  // Either order of the head's ends means the same.
  const along = minus(foot[1], foot[0]);
  const across = minus(head[1], head[0]);
  const isTurned = along[0] * across[0] + along[1] * across[1] < 0;
  const twin: Segment = isTurned ? [head[1], head[0]] : head;
  const off = minus(minus(twin[1], twin[0]), along);
  if (Math.hypot(...off) > 2 * tolerance) {
    return {
      end: "to",
      what: `foot and head have to be parallel and of equal length; theirs are ${shownVector(along)} and ${shownVector(minus(twin[1], twin[0]))}`,
    };
  }
  const plan = minus(middleOf(twin), middleOf(foot));
  const unit: Point = [along[0] / width, along[1] / width];
  const side = unit[1] * plan[0] - unit[0] * plan[1];
  const run = Math.abs(side);
  if (run <= tolerance)
    return { end: null, what: "foot and head lie on one line in the plan; a flight needs some run" };
  // What is above the foot is on its right: then the right normal is uphill.
  const sign = Math.sign(side);
  const uphill: Point = [sign * unit[1], -sign * unit[0]];
  return made(sign > 0 ? foot : [foot[1], foot[0]], plan, { uphill, run, rise });
}

/** The flight on the grid of the sheet: its head is its foot, moved. */
function made(
  given: Segment,
  plan: Point,
  { uphill, run, rise }: Pick<Flight, "uphill" | "run" | "rise">,
): Flight {
  const length = Math.hypot(run, rise);
  const more = length - run;
  const foot: Segment = [placed(given[0], [0, 0]), placed(given[1], [0, 0])];
  const inPlan: Point = [quantised(plan[0]), quantised(plan[1])];
  const climb: Point = [quantised(plan[0] + more * uphill[0]), quantised(plan[1] + more * uphill[1])];
  const head: Segment = [moved(foot[0], inPlan), moved(foot[1], inPlan)];
  return { foot, head, uphill, run, rise, length, inPlan, climb };
}

/** A point moved by a vector. */
export function moved([x, y]: Point, [dx, dy]: Point): [number, number] {
  return [x + dx, y + dy];
}

function shownVector([x, y]: Point): string {
  return `(${Number(x.toFixed(3))}, ${Number(y.toFixed(3))})`;
}

/** Whether a flight could be made. */
export function isFlight(given: Flight | FlightFault): given is Flight {
  return "climb" in given;
}
