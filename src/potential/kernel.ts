/** The relaxation of one local map in plain TypeScript: the oracle of the vector kernels, in the same single precision. */
import { type Bend, sharesOf } from "./equation.js";
import { FREE } from "./grid.js";

const { fround } = Math;

/**
 * Gauss-Seidel in place on a map of size x size cells; only free cells change. First the cells whose row and column add up to an
 * even number, then the others, as on a chessboard: cells see the same of both sides, whereas sweeps from a corner leave a map
 * that is not done yet a little lower where they begin, and whoever walks there leans to one side.
 */
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
  for (let k = 0; k < 2 * iterations; k++) {
    for (let row = 1; row < size - 1; row++) {
      const end = (row + 1) * size - 1;
      for (let i = row * size + 1 + ((row + 1 + k) & 1); i < end; i += 2) {
        if (kinds[i] !== FREE) continue;
        // Sums of opposite neighbours: mirrored, they are the same to the bit.
        const across = fround(fround(west * u[i - 1]) + fround(east * u[i + 1]));
        const along = fround(fround(south * u[i - size]) + fround(north * u[i + size]));
        u[i] = fround(across + along);
      }
    }
  }
}
