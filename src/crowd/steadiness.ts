/** Jams that symmetry keeps: whoever makes no headway for a while tries other directions, each its own. */

/** A number in [-1, 1) from two integers, the same everywhere. */
export function individual(a: number, b: number): number {
  let h = Math.imul(a | 0, 0x9e3779b1) ^ Math.imul((b | 0) + 0x7f4a7c15, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return ((h ^ (h >>> 15)) >>> 0) / 2147483648 - 1;
}

/** Turns the wish of agent i by up to about 100 degrees times `eager`, to a side that changes every second. */
export function nudge(
  wishX: Float64Array,
  wishY: Float64Array,
  i: number,
  eager: number,
  id: number,
  second: number,
): void {
  // Tangent of the half angle: cosine and sine by plain arithmetic.
  const half = 1.2 * eager * individual(id, second);
  const scale = 1 / (1 + half * half);
  const cos = (1 - half * half) * scale;
  const sin = 2 * half * scale;
  const x = wishX[i];
  wishX[i] = cos * x - sin * wishY[i];
  wishY[i] = sin * x + cos * wishY[i];
}
