/** What agents do in a jam: who makes no headway veers, and presses less. */

/** Seconds without headway before an agent tries other directions. */
export const PATIENCE = 1.5;

/** Seconds without headway after a step: counted up while it is slow, down twice as fast. */
export function stuckAfter(before: number, step: number, isSlow: boolean): number {
  // Capped, so that whoever gets free soon walks as before.
  return isSlow ? Math.min(2 * PATIENCE, before + step) : Math.max(0, before - 2 * step);
}

/** A number in [-1, 1) from two integers, the same everywhere. */
function individual(a: number, b: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b + 0x7f4a7c15, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return ((h ^ (h >>> 15)) >>> 0) / 2147483648 - 1;
}

/**
 * Jams that symmetry keeps: whoever has made no headway for a while veers to the right, 0 to about 50 degrees, each to its own
 * degree and to another one every second. One side for all makes opposing streams turn about each other; sides at random
 * keep them locked.
 *
 * @param wish turned in place: x and y are its first two entries
 * @param stuck seconds without headway, above `PATIENCE`
 * @param key a whole number of the agent's own
 * @param second whole seconds since the start
 */
export function breakSymmetry(wish: Float64Array, stuck: number, key: number, second: number): void {
  const eager = Math.min(1, (stuck - PATIENCE) / 1.5);
  // Tangent of the half angle: cosine and sine by plain arithmetic.
  const half = -0.25 * eager * (1 + individual(key, second));
  const scale = 1 / (1 + half * half);
  const cos = (1 - half * half) * scale;
  const sin = 2 * half * scale;
  // Arches at a door hold as long as all press: every second a quarter of them steps back.
  const pressing = individual(key + 7919, second) < -0.5 ? -0.3 : 1;
  const x = pressing * wish[0];
  const y = pressing * wish[1];
  wish[0] = cos * x - sin * y;
  wish[1] = sin * x + cos * y;
}
