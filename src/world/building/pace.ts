/** How fast people are in a building: on the flat, and on what leads from level to level. */
import { checkKeys, checkNumber } from "../../options.js";
import type { FlightInput, LiftInput } from "./flight.js";
import type { LiftDoor } from "./sheet.js";

/** Parts of somebody's free speed that are left on flights, up and down. */
export interface FlightSpeeds {
  readonly up: number;
  readonly down: number;
}

/**
 * On stairs, where nobody says otherwise: Fruin's 0.50 m/s up and 0.65 m/s down for people of 30 to 50 years, as parts of
 * their 1.49 m/s on the flat (Weidmann 1993, and RiMEA's test 13).
 */
export const STAIR_SPEEDS: FlightSpeeds = Object.freeze({ up: 0.34, down: 0.44 });

/** On ramps: a tenth slower uphill, and as on the flat downhill. An assumption of ours, not a measurement. */
const RAMP_SPEEDS: FlightSpeeds = Object.freeze({ up: 0.9, down: 1 });

/** Metres per second of an escalator that says nothing else. */
const ESCALATOR_SPEED = 0.5;

/** How fast somebody is, for ways that take the least time. */
export interface WalkingPace {
  /** Metres per second on the flat, > 0. */
  readonly speed: number;
  /** Parts of it that are left on stairs, > 0; default 0.34 up and 0.44 down. */
  readonly stairs?: FlightSpeeds;
}

/** Speeds on stairs, checked. */
export function checkedStairs(stairs: FlightSpeeds = STAIR_SPEEDS, where = "stairs"): FlightSpeeds {
  checkKeys(stairs, ["up", "down"], where, "key");
  checkNumber(stairs.up, `${where}.up`, { above: 0 });
  checkNumber(stairs.down, `${where}.down`, { above: 0 });
  return stairs;
}

/** A pace, checked and complete. */
export function checkedPace(pace: WalkingPace): Required<WalkingPace> {
  checkKeys(pace, ["speed", "stairs"], "pace", "key");
  const speed = checkNumber(pace.speed, "pace.speed", { of: "metres per second", above: 0 });
  return { speed, stairs: checkedStairs(pace.stairs, "pace.stairs") };
}

/** Whether an escalator runs, and where it carries people; null for flights that carry nobody. */
export function carriesTo(flight: FlightInput): "up" | "down" | null {
  return flight.kind === "escalator" && flight.on !== false ? (flight.direction ?? "up") : null;
}

/** The top speed on a flight of somebody who walks at a speed on the flat. */
export function speedOn(flight: FlightInput, isUp: boolean, speed: number, stairs: FlightSpeeds): number {
  if (flight.kind === "ramp") return speed * (isUp ? RAMP_SPEEDS.up : RAMP_SPEEDS.down);
  const walking = speed * (isUp ? stairs.up : stairs.down);
  if (flight.kind === "stairs" || carriesTo(flight) === null) return walking;
  const belt = flight.speed ?? ESCALATOR_SPEED;
  return flight.walked ? belt + walking : belt;
}

/** How a lift runs, with what it is where the scene does not say it. */
export function liftOf({ capacity = 8, speed = 1, dwell = 4, doors = 2, calls = "collective" }: LiftInput): {
  readonly capacity: number;
  readonly speed: number;
  readonly dwell: number;
  readonly doors: number;
  readonly calls: "collective" | "express";
} {
  return { capacity, speed, dwell, doors, calls };
}

/**
 * Seconds from a call at one door until one steps out at another, on average: the car stands at any height alike, so it comes
 * from a third of its way on average; doors open and close at both ends, and stay open in between. Nobody else calls.
 */
export function meanRide(input: LiftInput, doors: readonly LiftDoor[], from: number, to: number): number {
  const { speed, dwell, doors: moving } = liftOf(input);
  const reach = doors[doors.length - 1].elevation - doors[0].elevation;
  const rise = Math.abs(doors[from].elevation - doors[to].elevation);
  return reach / (3 * speed) + moving + dwell + moving + rise / speed + moving;
}
