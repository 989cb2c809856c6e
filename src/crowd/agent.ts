/** Agents as a crowd takes them in and tells of them, and what is allowed of each. */

import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import type { Guide, HeadingFunction, TrackGuide } from "../guide.js";
import { checkKeys, checkNumber } from "../options.js";
import type { FlightSpeeds } from "../world/index.js";
import type { Avoidance, Habit } from "./habits.js";
import type { BodyShape, LongBodies } from "./long-bodies.js";
import type { Manner } from "./manner.js";
import { type CrowdModel, crowdModel, defaultModel, importing, type ModelValue } from "./models.js";

/** One agent to add. */
export interface AgentOptions {
  /** Where it starts; on free ground. */
  readonly position: Point;
  /** Half the shoulder width in metres, >= 0; default 0.25 with model `orca`, 0.22 with others. */
  readonly radius?: number;
  /**
   * A body that is longer than wide, such as a wheelchair's, instead of `radius`: discs of half the width in a row, the agent's
   * place being that of the one at the front. For crowds with `longBodies`.
   */
  readonly shape?: BodyShape;
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
  /** How it chooses its velocity: a value of `wayfield/models`; default the crowd's. */
  readonly model?: CrowdModel;
  /** Seconds kept to who is in front, > 0, for the models that know them; default 1 with model `speed`, 1.06 with `anticipation`, 1.17 with others. */
  readonly headway?: number;
  /** Parameters of model `orca`, for those who walk by it. */
  readonly avoidance?: Avoidance;
  /** How it walks the way; by default straight along it. Others may share it. */
  readonly manner?: Manner;
  /** A number of the caller's choice, kept with the agent; default 0. */
  readonly group?: number;
  /** In a building: the parts of its free speed that it has on stairs, > 0, up and down; default 0.34 and 0.44. */
  readonly stairs?: FlightSpeeds;
  /** The profile of the scene for whom zones are what they are, in a crowd with terrain; default none. */
  readonly profile?: string | undefined;
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
  /** Free walking speed on plain ground, in m/s. */
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
  /** The part of it that passed before the first step: its reaction. */
  readonly preMovement: number;
  /** Metres walked, and the lengths of its paths when it set out for each of its goals. */
  readonly walked: number;
  readonly planned: number;
}

/** What holds where nothing is said. */
const DEFAULTS = Object.freeze({ radius: 0.22, speed: 1.34, headway: 1.17 });

const AGENT_KEYS = [
  "position",
  "radius",
  "shape",
  "speed",
  "guide",
  "reaction",
  "acceleration",
  "model",
  "headway",
  "avoidance",
  "manner",
  "group",
  "profile",
  "stairs",
];

/** What a crowd says of all its agents. */
export interface CrowdManner {
  /** The model of those who name none; undefined where the crowd names none either. */
  readonly model: ModelValue | undefined;
  /** Whether speed falls with density. */
  readonly weidmann: boolean;
  /** Its part for bodies that are longer than wide, where it was given one. */
  readonly long: LongBodies | undefined;
}

/** An agent's body and habits, checked. */
export interface CheckedAgent {
  readonly radius: number;
  /** For a body that is longer than wide. */
  readonly shape: BodyShape | undefined;
  readonly speed: number;
  readonly headway: number;
  readonly reaction: number;
  readonly model: ModelValue;
  /** Its model's number is the crowd's to give, where the model is a program's own. */
  readonly habit: Habit;
}

/** An agent's body and habits, checked; its place is the crowd's to judge. */
export function checkedAgent(options: Omit<AgentOptions, "position">, crowd: CrowdManner): CheckedAgent {
  checkKeys(options, AGENT_KEYS, "agent");
  const { avoidance, reaction = 0, acceleration = 0 } = options;
  const named = options.model === undefined ? crowd.model : crowdModel(options.model, "model");
  const model = named ?? defaultModel;
  const { traits } = model;
  const { speed = DEFAULTS.speed } = options;
  if (options.shape && !crowd.long) {
    throw new InputError("needs a crowd with longBodies: new LongBodies() of wayfield/crowd", "shape");
  }
  const shape = options.shape && crowd.long?.checked(options.shape, options.radius);
  const radius = shape ? shape.width / 2 : (options.radius ?? traits.radius ?? DEFAULTS.radius);
  const { headway = traits.headway ?? DEFAULTS.headway } = options;
  checkNumber(radius, "radius", { of: "metres", least: 0 });
  checkNumber(speed, "speed", { of: "m/s", above: 0 });
  checkNumber(headway, "headway", { of: "seconds", above: 0 });
  checkNumber(reaction, "reaction", { of: "seconds", least: 0 });
  if (options.acceleration !== undefined) checkNumber(acceleration, "acceleration", { of: "m/s2", above: 0 });
  refuseOrcas(named, crowd.weidmann ? "speedDensity" : avoidance && "avoidance");
  const habit = {
    ...traits.habit,
    ...(avoidance && model.habitOf?.(avoidance)),
    acceleration,
    weidmann: crowd.weidmann ? 1 : 0,
  };
  return {
    radius,
    shape: shape && shape.depth > shape.width ? shape : undefined,
    speed,
    headway,
    reaction,
    model,
    habit,
  };
}

/** Refuses what only ORCA knows, where the model is another. */
export function refuseOrcas(named: ModelValue | undefined, given: string | undefined): void {
  if (given === undefined || named?.habitOf) return;
  const message = named
    ? `belongs to model orca; the model here is ${named.name}`
    : `belongs to model orca; ${importing("orca")}`;
  throw new InputError(message, given);
}
