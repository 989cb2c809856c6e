/** Agents as a crowd takes them in and tells of them, and what is allowed of each. */
import type { Point } from "../geometry/index.js";
import type { Guide, HeadingFunction, TrackGuide } from "../guide.js";
import { checkChoice, checkKeys, checkNumber } from "../options.js";
import type { Habit } from "./habits.js";
import type { Manner } from "./manner.js";

/** How an agent avoids others. */
export interface Avoidance {
  /** `none` leaves walls and contacts only; default `orca`. */
  readonly method?: "orca" | "none";
  /** Seconds ahead for which agents avoid each other, > 0; default 2. */
  readonly horizon?: number;
  /** Seconds ahead for which they avoid walls, > 0; default 0.5. */
  readonly obstacleHorizon?: number;
  /** Neighbours avoided at most, 0 to 64; default 10. */
  readonly neighbours?: number;
  /** Metres within which neighbours are avoided, > 0; default 5. */
  readonly range?: number;
}

/** One agent to add. */
export interface AgentOptions {
  /** Where it starts; on free ground. */
  readonly position: Point;
  /** Metres, >= 0; default 0.25. */
  readonly radius?: number;
  /** Free walking speed in m/s, > 0; default 1.34. */
  readonly speed?: number;
  /**
   * Where it goes: one guide, or several one after another; a function that gives headings is a guide too. Without any it
   * stands, and others avoid it.
   */
  readonly guide?: Guide | HeadingFunction | readonly (Guide | HeadingFunction)[];
  /** Seconds before the first step, >= 0; default 0. */
  readonly reaction?: number;
  /** Greatest change of velocity in m/s2, > 0; unlimited by default. */
  readonly acceleration?: number;
  readonly avoidance?: Avoidance;
  /** How it walks the way; by default straight along it. Others may share it. */
  readonly manner?: Manner;
  /** A number of the caller's choice, kept with the agent; default 0. */
  readonly group?: number;
}

/** One agent that comes in at the beginning of a track, such as a lane. */
export interface EntryOptions extends Omit<AgentOptions, "position" | "guide"> {
  /** A guide with tracks; further guides for what comes after it. */
  readonly guide: TrackGuide | readonly [TrackGuide, ...(Guide | HeadingFunction)[]];
  /** Numbers of the tracks that it may take; default all. */
  readonly tracks?: readonly number[];
}

/** What is known of one agent. */
export interface AgentState {
  readonly id: number;
  readonly position: Point;
  readonly velocity: Point;
  readonly radius: number;
  readonly speed: number;
  readonly group: number;
  /** Seconds since it was added. */
  readonly age: number;
}

/** An agent that reached its last goal. */
export interface Arrival {
  readonly id: number;
  readonly group: number;
  /** When it came, and how long it took. */
  readonly time: number;
  readonly travelTime: number;
  /** Metres walked, and the lengths of its paths when it set out for each of its goals. */
  readonly walked: number;
  readonly planned: number;
}

/** What holds where nothing is said. */
export const DEFAULTS = Object.freeze({
  radius: 0.25,
  speed: 1.34,
  horizon: 2,
  obstacleHorizon: 0.5,
  neighbours: 10,
  range: 5,
});

const AGENT_KEYS = [
  "position",
  "radius",
  "speed",
  "guide",
  "reaction",
  "acceleration",
  "avoidance",
  "manner",
  "group",
];

/** An agent's body and habits, checked; its place is the crowd's to judge. */
export function checkedAgent(
  options: AgentOptions,
  weidmann: boolean,
): { readonly radius: number; readonly speed: number; readonly reaction: number; readonly habit: Habit } {
  checkKeys(options, AGENT_KEYS, "agent");
  const { radius = DEFAULTS.radius, speed = DEFAULTS.speed, reaction = 0, acceleration } = options;
  checkNumber(radius, "radius", { of: "metres", least: 0 });
  checkNumber(speed, "speed", { of: "m/s", above: 0 });
  checkNumber(reaction, "reaction", { of: "seconds", least: 0 });
  if (acceleration !== undefined) checkNumber(acceleration, "acceleration", { of: "m/s2", above: 0 });
  return { radius, speed, reaction, habit: habitOf(options.avoidance ?? {}, acceleration ?? 0, weidmann) };
}

function habitOf(avoidance: Avoidance, acceleration: number, weidmann: boolean): Habit {
  checkKeys(avoidance, ["method", "horizon", "obstacleHorizon", "neighbours", "range"], "avoidance");
  const {
    method = "orca",
    horizon = DEFAULTS.horizon,
    obstacleHorizon = DEFAULTS.obstacleHorizon,
  } = avoidance;
  const { neighbours = DEFAULTS.neighbours, range = DEFAULTS.range } = avoidance;
  checkChoice(method, "avoidance.method", ["orca", "none"]);
  checkNumber(horizon, "avoidance.horizon", { of: "seconds", above: 0 });
  checkNumber(obstacleHorizon, "avoidance.obstacleHorizon", { of: "seconds", above: 0 });
  checkNumber(range, "avoidance.range", { of: "metres", above: 0 });
  checkNumber(neighbours, "avoidance.neighbours", { whole: true, least: 0, most: 64 });
  return {
    horizon,
    obstacleHorizon: obstacleHorizon,
    neighbours,
    range,
    avoids: method === "orca",
    acceleration,
    weidmann,
  };
}
