/** The relaxation of one local map in plain TypeScript: the oracle of the vector kernels, in the same single precision. */
import { type Bend, sharesOf } from "./equation.js";
import { FREE } from "./grid.js";

const { fround } = Math;

/** Gauss-Seidel in place, odd iterations backwards, on a map of size x size cells; only free cells change. */
export function relaxScalar(
  u: Float32Array,
  kinds: Uint8Array,
  size: number,
  bend: Bend,
  iterations: number,
): void {
  const shares = sharesOf(bend);
  const west = fround(shares.west);
  const east = fround(shares.east);
  const south = fround(shares.south);
  const north = fround(shares.north);
  const first = size + 1;
  const last = size * (size - 1) - 2;
  for (let k = 0; k < iterations; k++) {
    const isForward = k % 2 === 0;
    // The neighbour that was done just before comes last in the sum.
    const [behind, ahead] = isForward ? [west, east] : [east, west];
    const step = isForward ? 1 : -1;
    for (let i = isForward ? first : last; i >= first && i <= last; i += step) {
      if (kinds[i] !== FREE) continue;
      const beside = fround(fround(south * u[i - size]) + fround(north * u[i + size]));
      const rest = fround(fround(ahead * u[i + step]) + beside);
      u[i] = fround(fround(behind * u[i - step]) + rest);
    }
  }
}
