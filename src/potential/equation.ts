/**
 * The equation of the potential (Dapper 2007, eq. 4.3 and 5.1): p = mean - (epsilon / 8) ((p_right - p_left) v_x +
 * (p_top - p_bottom) v_y), which pulls towards v. The thesis prints the other sign, see `printedBend`. What is stored is u = 1 - p,
 * which obeys the same equation with goal 1 and walls 0, and keeps its digits where p is nearly 1.
 */
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import { checkNumber, isPoint, shown } from "../options.js";

/** What bends a field: the behaviour vector v and how much it counts, per cell. */
export interface Bend {
  readonly epsilon: number;
  readonly vector: Point;
}

/** No bend: a harmonic field. */
export const HARMONIC: Bend = Object.freeze({ epsilon: 0, vector: Object.freeze([1, 0] as const) });

/** Share of each neighbour in the value of a cell; they add up to 1. */
export interface Shares {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/**
 * The bend that gives a printed equation, where ours gives the one that pulls.
 *
 * Equation 5.1 of Dapper (2007), 6 of Fischer et al. (2009): + where ours has -. u = 1 - p is then carried along -epsilon v, so a
 * line leaves the goal against v (6.1.1.2), and who walks beside it is pushed away from where v points, not towards it (5.2.1).
 * Equation 3.2 of Fischer (2011): + in x and - in y, since its "bottom" is j - 1; it is not the same in a plan that was turned.
 */
export function printedBend({ epsilon, vector: [x, y] }: Bend, equation: "5.1" | "3.2"): Bend {
  return { epsilon, vector: equation === "5.1" ? [-x, -y] : [-x, y] };
}

/** At this strength a cell no longer hears one of its neighbours: whole regions get no information. */
export const BEND_LIMIT = 2;

/**
 * Checks a bend: finite, and |epsilon| max(|v_x|, |v_y|) < 2 unless `unsafe`, which is for experiments such as the
 * thesis's own (6.1.2), where it shows how fields break.
 */
export function checkBend({ epsilon, vector }: Bend, unsafe = false): void {
  checkNumber(epsilon, "epsilon");
  if (!isPoint(vector)) {
    throw new InputError(`two finite numbers [x, y] are needed; given: ${shown(vector)}`, "vector");
  }
  const strength = Math.abs(epsilon) * Math.max(Math.abs(vector[0]), Math.abs(vector[1]));
  if (unsafe || strength < BEND_LIMIT) return;
  throw new InputError(
    `|epsilon| max(|x|, |y|) must be less than ${BEND_LIMIT}; given: epsilon ${epsilon} and vector ${vector[0]},${vector[1]}`,
    "epsilon",
  );
}

/** The four shares of an equation. */
export function sharesOf({ epsilon, vector }: Bend): Shares {
  const x = (epsilon * vector[0]) / 8;
  const y = (epsilon * vector[1]) / 8;
  return { west: 0.25 + x, east: 0.25 - x, south: 0.25 + y, north: 0.25 - y };
}
