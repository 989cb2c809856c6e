/**
 * An estimate of log u, good enough that u e^-sigma stays within the range of doubles.
 *
 * First by the law of corridors: u falls by about e^(-pi / w) per cell where the passage is w cells wide. At crossings it
 * falls less, so relaxations follow, on numbers with an exponent of their own; they settle what is local, and the
 * solver does the rest.
 */
import { type Bend, sharesOf } from "./equation.js";
import { GOAL, type Grid, WALL } from "./grid.js";

/** Numbers are mantissa times BASE to a whole exponent; mantissas stay above 1 / BASE. */
const LOG2_BASE = 128;
const BASE = 2 ** LOG2_BASE;
const LOG_BASE = LOG2_BASE * Math.LN2;

/** Width of the passage that each cell lies in, from wall to wall: twice the clearance of the ridge above it, in cells. */
function widths(grid: Grid, cells: Int32Array): Int32Array {
  const { kinds, stride } = grid;
  const half = new Int32Array(kinds.length);
  const around = [-1, 1, -stride, stride, -stride - 1, -stride + 1, stride - 1, stride + 1];
  // Clearance counts steps of a king from the nearest wall; layer by layer.
  let layer: number[] = [];
  for (let k = 0; k < cells.length; k++) {
    const i = cells[k];
    if (around.some((step) => kinds[i + step] === WALL)) {
      half[i] = 1;
      layer.push(i);
    }
  }
  const layers = [layer];
  for (let clearance = 2; layer.length > 0; clearance++) {
    const next: number[] = [];
    for (const i of layer) {
      for (const step of around) {
        const j = i + step;
        if (kinds[j] === WALL || half[j] !== 0) continue;
        half[j] = clearance;
        next.push(j);
      }
    }
    layer = next;
    layers.push(layer);
  }
  // A passage of an even number of cells has two middle rows: three neighbours or more are as far from the walls.
  const clearance = half.slice();
  const sides = [-1, 1, -stride, stride];
  for (const cellsOfLayer of layers) {
    for (const i of cellsOfLayer) {
      const equal = sides.reduce((count, step) => count + (clearance[i + step] === clearance[i] ? 1 : 0), 0);
      half[i] = 2 * clearance[i] + (equal >= 3 ? 1 : 0);
    }
  }
  // From the ridges down, every cell takes over what the wider neighbour has.
  for (let c = layers.length - 1; c >= 0; c--) {
    for (const i of layers[c]) {
      for (const step of around) {
        const j = i + step;
        if (kinds[j] !== WALL && clearance[j] < clearance[i] && half[j] < half[i]) half[j] = half[i];
      }
    }
  }
  return half;
}

/**
 * What log u changes by from one cell to the next in a passage, by the side that it comes from. In a passage along x of
 * half width h, u = (west / east)^(x / 2) e^(-lambda x) cos(pi y / 2h) solves the equation when
 * 1 = 2 sqrt(west east) cosh(lambda) + 2 sqrt(south north) cos(pi / 2h).
 */
function fallsPerCell(bend: Bend, half: number): readonly number[] {
  const { west, east, south, north } = sharesOf(bend);
  const across = Math.cos(Math.PI / (2 * half));
  const alongX = Math.acosh((1 - 2 * Math.sqrt(south * north) * across) / (2 * Math.sqrt(west * east)));
  const alongY = Math.acosh((1 - 2 * Math.sqrt(west * east) * across) / (2 * Math.sqrt(south * north)));
  const tiltX = Math.log(west / east) / 2;
  const tiltY = Math.log(south / north) / 2;
  return [tiltX - alongX, -tiltX - alongX, tiltY - alongY, -tiltY - alongY];
}

/**
 * Estimated log u of every cell with a way; null where all are above -range, and no scaling is needed.
 *
 * @param reach the cells by their distance in steps, goals first
 * @param sweeps relaxations that settle what the law of corridors gets wrong
 */
export function logEstimate(
  grid: Grid,
  bend: Bend,
  reach: { readonly order: Int32Array; readonly goals: number },
  range: number,
  sweeps: number,
): Float64Array | null {
  const { kinds, stride } = grid;
  const { order, goals } = reach;
  const width = widths(grid, order);
  const falls: (readonly number[])[] = [];
  const sigma = new Float64Array(kinds.length).fill(-Infinity);
  let least = 0;
  for (let k = 0; k < order.length; k++) {
    const i = order[k];
    if (k < goals) {
      sigma[i] = 0;
      continue;
    }
    falls[width[i]] ??= fallsPerCell(bend, width[i] / 2);
    const [fromWest, fromEast, fromSouth, fromNorth] = falls[width[i]];
    sigma[i] = Math.max(
      sigma[i - 1] + fromWest,
      sigma[i + 1] + fromEast,
      sigma[i - stride] + fromSouth,
      sigma[i + stride] + fromNorth,
    );
    if (sigma[i] < least) least = sigma[i];
  }
  if (least >= -range) return null;
  relax(grid, bend, order.subarray(goals), sigma, sweeps);
  return sigma;
}

/** Improves the estimate by Gauss-Seidel outward and inward, on numbers of any size. */
function relax(grid: Grid, bend: Bend, order: Int32Array, sigma: Float64Array, sweeps: number): void {
  const { kinds, stride } = grid;
  const { west, east, south, north } = sharesOf(bend);
  const mantissa = new Float64Array(kinds.length);
  const exponent = new Int32Array(kinds.length);
  for (let i = 0; i < kinds.length; i++) {
    if (sigma[i] === -Infinity) continue;
    exponent[i] = kinds[i] === GOAL ? 0 : Math.floor(sigma[i] / LOG_BASE) + 1;
    mantissa[i] = Math.exp(sigma[i] - exponent[i] * LOG_BASE);
  }
  const update = (i: number): void => {
    const [w, e, b, t] = [i - 1, i + 1, i - stride, i + stride];
    let top = -Infinity;
    if (mantissa[w] > 0) top = exponent[w];
    if (mantissa[e] > 0 && exponent[e] > top) top = exponent[e];
    if (mantissa[b] > 0 && exponent[b] > top) top = exponent[b];
    if (mantissa[t] > 0 && exponent[t] > top) top = exponent[t];
    let sum =
      west * aligned(mantissa[w], exponent[w] - top) +
      east * aligned(mantissa[e], exponent[e] - top) +
      south * aligned(mantissa[b], exponent[b] - top) +
      north * aligned(mantissa[t], exponent[t] - top);
    if (sum < 1 / BASE) {
      sum *= BASE;
      top--;
    }
    mantissa[i] = sum;
    exponent[i] = top;
  };
  for (let sweep = 0; sweep < sweeps; sweep++) {
    if (sweep % 2 === 0) for (let k = 0; k < order.length; k++) update(order[k]);
    else for (let k = order.length - 1; k >= 0; k--) update(order[k]);
  }
  for (let k = 0; k < order.length; k++) {
    const i = order[k];
    if (mantissa[i] > 0) sigma[i] = Math.log(mantissa[i]) + exponent[i] * LOG_BASE;
  }
}

/** A mantissa at an exponent that is `shift` below the one at hand; two below do not count any more. */
function aligned(mantissa: number, shift: number): number {
  if (shift === 0) return mantissa;
  return shift === -1 ? mantissa / BASE : 0;
}
