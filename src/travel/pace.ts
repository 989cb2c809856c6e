/** How fast a camera may go, and how fast it may change that: the system sets limits, not speeds (Fischer et al. 2011, V). */
import { checkKeys, checkNumber } from "../options.js";

/** Limits of a camera's motion. */
export interface Pace {
  /** Metres per second, > 0. */
  readonly speed: number;
  /** Metres per second squared, > 0: how fast it gets faster, or turns. */
  readonly acceleration: number;
  /** Metres per second squared, > 0: how fast it gets slower. */
  readonly deceleration: number;
}

/** A brisk walk: a second to full speed, and a little over half a second to a stop. */
export const PACE: Pace = Object.freeze({ speed: 2.4, acceleration: 2.4, deceleration: 4 });

/** A pace from what was given of it. @throws InputError for values out of range */
export function checkPace(given: Partial<Pace> = {}): Pace {
  checkKeys(given, Object.keys(PACE), "pace");
  const { speed, acceleration, deceleration } = { ...PACE, ...given };
  return {
    speed: checkNumber(speed, "pace.speed", { of: "metres per second", above: 0 }),
    acceleration: checkNumber(acceleration, "pace.acceleration", { of: "m/s²", above: 0 }),
    deceleration: checkNumber(deceleration, "pace.deceleration", { of: "m/s²", above: 0 }),
  };
}

/** Metres from full speed to a stop. */
export function brakingDistance({ deceleration }: Pace, speed: number): number {
  return (speed * speed) / (2 * deceleration);
}

/** The greatest speed from which a step of h seconds and braking after it end within so many metres. */
export function speedToStop({ deceleration }: Pace, metres: number, h: number): number {
  const lost = (deceleration * h) / 2;
  return Math.max(0, Math.sqrt(lost * lost + 2 * deceleration * Math.max(0, metres)) - lost);
}
