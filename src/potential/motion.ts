/** From a gradient to a step (Dapper 2007, 5.2.2, and the articles): what direction to take, and how fast. */
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";

/** The direction of the next step, of length 1, and the share of the full step that is taken. */
export interface Stride {
  readonly direction: Point;
  readonly share: number;
}

/**
 * A rule: what becomes of the direction so far and the gradient's, both of length 1. A gradient's length says how far the goal is
 * and how much stands before it; rules that heed it find it in the third argument, the gradient as the map has it, in u per cell.
 * Without that, the second is all there is.
 */
export type Motion = (before: Point, gradient: Point, raw?: Point) => Stride;

/** One row of the speed table: below this cosine, this share of the speed. */
export interface SpeedRow {
  readonly below: number;
  readonly share: number;
}

/** Table 5.2: Fa by the cosine of the angle between the gradient and the direction so far. */
export const SPEED_TABLE: readonly SpeedRow[] = Object.freeze([
  { below: 0.01, share: 0 },
  { below: 0.3, share: 0.05 },
  { below: 0.6, share: 0.2 },
  { below: 0.71, share: 0.5 },
  { below: 0.92, share: 0.8 },
  { below: Infinity, share: 1 },
]);

/** A tenth of a degree to the left: whoever must turn right about has to begin on some side. */
const BIAS = 2e-3;

/** a times the direction so far plus b times the gradient, made one long. */
function mean(before: Point, a: number, gradient: Point, b: number): Point {
  const x = a * before[0] + b * gradient[0];
  const y = a * before[1] + b * gradient[1];
  const isBack = cosine(before, gradient) < -1 + 1e-6;
  const [px, py] = isBack ? [x - BIAS * b * before[1], y + BIAS * b * before[0]] : [x, y];
  const length = Math.hypot(px, py);
  return length > 1e-12 ? [px / length, py / length] : gradient;
}

const cosine = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1];

/** The gradient itself (5.2.2.1). */
export function alongGradient(): Motion {
  return (_, gradient) => ({ direction: gradient, share: 1 });
}

/** The mean of the gradient and the direction so far (eq. 5.4). */
export function meanMotion(): Motion {
  return (before, gradient) => ({
    direction: mean(before, 1, gradient, 1),
    share: 1,
  });
}

/**
 * Any rule, with steps that get shorter in proportion where the gradient is smaller than `below` (eq. 5.5: there with the mean of
 * eq. 5.4): where much stands in the way. With `alongGradient` it is 3.2.2's agent, slow far from the goal and fast near it.
 *
 * @param below u per cell, > 0. In an empty default map the gradient is 0.023, before two people who leave a cell free 0.004.
 */
export function slowedBelow(below: number, motion: Motion): Motion {
  if (!(below > 0 && Number.isFinite(below))) {
    throw new InputError(`a finite number > 0 is needed; given: ${below}`, "slowBelow");
  }
  return (before, gradient, raw = gradient) => {
    const { direction, share } = motion(before, gradient, raw);
    const strength = Math.sqrt(raw[0] * raw[0] + raw[1] * raw[1]);
    return { direction, share: share * Math.min(1, strength / below) };
  };
}

/**
 * The mean with the direction so far, weighted with a mass (eq. 5.6), at a speed from the table (eq. 5.7): the thesis's
 * standard. Whoever weighs much does not turn in time.
 *
 * @param mass >= 0, default 4
 * @param table rows in rising order of cosine; null for full speed always
 */
export function weightedMotion(mass = 4, table: readonly SpeedRow[] | null = SPEED_TABLE): Motion {
  if (!(mass >= 0 && Number.isFinite(mass))) {
    throw new InputError(`a finite number >= 0 is needed; given: ${mass}`, "mass");
  }
  return (before, gradient) => {
    const turn = cosine(before, gradient);
    return {
      direction: mean(before, mass, gradient, 1),
      share: table ? (table.find(({ below }) => turn < below)?.share ?? 1) : 1,
    };
  };
}

/**
 * Inertia eta (second article, eq. 5), with speed by the cosine of the turn (eq. 6) or without. Directions are averaged as
 * vectors; averaging angles, as RTS eq. 4 does, breaks where they pass from pi to -pi.
 *
 * @param eta in [0, 1]: 0 is the gradient alone, 1 never turns
 */
export function inertialMotion(eta: number, isCareful = true): Motion {
  if (!(eta >= 0 && eta <= 1)) throw new InputError(`a number from 0 to 1 is needed; given: ${eta}`, "eta");
  return (before, gradient) => ({
    direction: mean(before, eta, gradient, 1 - eta),
    share: isCareful ? Math.max(0, cosine(before, gradient)) : 1,
  });
}
