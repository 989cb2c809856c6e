/**
 * Potentials to full accuracy, whatever their range.
 *
 * Along a corridor of width w, u falls like e^(-pi s / w). Within about e^500 doubles hold that as it is. Beyond, u is
 * written as x e^sigma with an estimate sigma of log u, and the equations are solved for x, which is of the order of 1:
 * then neither coefficients nor answers leave the range of doubles, however long the corridor.
 */
import { eliminate, type GridSystem } from "./eliminate.js";
import { type Bend, sharesOf } from "./equation.js";
import { GOAL, type Grid, WALL } from "./grid.js";
import { logEstimate } from "./scale.js";

/** What walls do to the field: hold it at 0 (Dirichlet), or only turn it back (Neumann; Dapper 2007, 3.2.1). */
export type Walls = "absorb" | "reflect";

/** A solved field, one number per entry of the grid. */
export interface Solution {
  /**
   * Absorbing walls: log u, 0 at goals. Reflecting walls: minus the mean number of steps of a random walk to a goal,
   * which solves the same equation with a source, since only a goal would give a constant. -Infinity without a way.
   */
  readonly level: Float64Array;
  /** Cells from which a way leads to a goal, goals not included, by their distance in steps. */
  readonly order: Int32Array;
  /** Largest componentwise residual: |u - mean| / u, over all cells. */
  readonly residual: number;
}

/** Largest estimated -log u that is solved as it is; e^-709 is the least normal double. */
const PLAIN_RANGE = 500;

/** Relaxations of the estimate, attempt by attempt. */
const SWEEPS = [60, 1000, 10_000];
/** Elimination leaves about 1e-15; more than this means that numbers have left the range of doubles. */
const ACCEPTED = 1e-6;

/** Cells with a way to a goal, nearest first, goals first of all. */
export function reachOrder(grid: Grid): { order: Int32Array; goals: number } {
  const { kinds, stride } = grid;
  const order = new Int32Array(kinds.length);
  const seen = new Uint8Array(kinds.length);
  let count = 0;
  for (let i = 0; i < kinds.length; i++) {
    if (kinds[i] !== GOAL) continue;
    order[count++] = i;
    seen[i] = 1;
  }
  const goals = count;
  const steps = [-1, 1, -stride, stride];
  for (let k = 0; k < count; k++) {
    for (const step of steps) {
      const j = order[k] + step;
      if (seen[j] !== 0 || kinds[j] === WALL) continue;
      seen[j] = 1;
      order[count++] = j;
    }
  }
  return { order: order.slice(0, count), goals };
}

/** Solves the equation on a grid by elimination. */
export function solve(
  grid: Grid,
  bend: Bend,
  walls: Walls = "absorb",
  progress?: (share: number) => void,
): Solution {
  const reach = reachOrder(grid);
  const order = reach.order.subarray(reach.goals);
  let sigma: Float64Array | null = null;
  let system: GridSystem;
  let x: Float64Array;
  let residual = Infinity;
  let attempt = 0;
  // A better estimate where the first was not good enough: a number that left the range of doubles shows in the residual.
  do {
    if (walls === "absorb") sigma = logEstimate(grid, bend, reach, PLAIN_RANGE, SWEEPS[attempt]);
    system = systemOf(grid, bend, walls, order, sigma);
    x = eliminate(system, progress);
    residual = residualOf(system, x);
  } while (!(residual < ACCEPTED) && sigma && ++attempt < SWEEPS.length);
  const level = new Float64Array(grid.kinds.length).fill(-Infinity);
  for (let k = 0; k < reach.goals; k++) level[reach.order[k]] = 0;
  for (let k = 0; k < x.length; k++) {
    const i = system.cells[k];
    level[i] = walls === "reflect" ? -x[k] : Math.log(x[k]) + (sigma ? sigma[i] : 0);
  }
  return { level, order, residual };
}

/** The equations of all cells with a way, in the order of the grid. */
function systemOf(
  grid: Grid,
  bend: Bend,
  walls: Walls,
  order: Int32Array,
  sigma: Float64Array | null,
): GridSystem {
  const { kinds, stride, height } = grid;
  const cells = order.slice().sort();
  const unknowns = new Int32Array(kinds.length).fill(-1);
  for (let k = 0; k < cells.length; k++) unknowns[cells[k]] = k;
  const column = (): Float64Array => new Float64Array(cells.length);
  const [west, east, south, north] = [column(), column(), column(), column()];
  const [diagonal, right] = [column().fill(1), column()];
  const shares = walls === "absorb" ? sharesOf(bend) : { west: 1, east: 1, south: 1, north: 1 };
  const sides = [
    { coefficients: west, step: -1, share: shares.west },
    { coefficients: east, step: 1, share: shares.east },
    { coefficients: south, step: -stride, share: shares.south },
    { coefficients: north, step: stride, share: shares.north },
  ];
  if (walls === "reflect") {
    diagonal.fill(0);
    right.fill(1);
  }
  for (const { coefficients, step, share } of sides) {
    for (let k = 0; k < cells.length; k++) {
      const i = cells[k];
      const j = i + step;
      if (walls === "reflect" && kinds[j] !== WALL) diagonal[k] += 1;
      if (unknowns[j] >= 0) coefficients[k] = sigma ? share * Math.exp(sigma[j] - sigma[i]) : share;
      else if (kinds[j] === GOAL && walls === "absorb")
        right[k] += sigma ? share * Math.exp(-sigma[i]) : share;
    }
  }
  return { width: stride, height: height + 2, unknowns, cells, west, east, south, north, diagonal, right };
}

/** Largest share by which a cell differs from what its equation says. */
function residualOf(system: GridSystem, x: Float64Array): number {
  const { width, unknowns, cells, west, east, south, north, diagonal, right } = system;
  let worst = 0;
  const value = (i: number): number => (unknowns[i] >= 0 ? x[unknowns[i]] : 0);
  for (let k = 0; k < x.length; k++) {
    const i = cells[k];
    const sum =
      west[k] * value(i - 1) +
      east[k] * value(i + 1) +
      south[k] * value(i - width) +
      north[k] * value(i + width) +
      right[k];
    const share = Math.abs(sum / diagonal[k] - x[k]) / x[k];
    if (!(share <= worst)) worst = share;
  }
  return worst;
}
