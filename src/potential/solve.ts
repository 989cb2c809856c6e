/**
 * Potentials to full accuracy, whatever their range.
 *
 * Along a corridor of width w, u falls like e^(-pi s / w). Down to 1e-280 doubles hold that as it is. What lies beyond is
 * solved for again with its surroundings held and scaled up, as often as needed: there is no limit to the length of
 * corridors, and what is kept is log u.
 *
 * On ground of different kinds, c times as fast as plain ground, div(c grad u) = 0: what flows from cell to cell is in proportion to
 * the harmonic mean of their c, as through two resistors in a row, and to a wall to the cell's own c.
 */
import { eliminate, type GridSystem, HELD, LINKED } from "./eliminate.js";
import { type Bend, sharesOf } from "./equation.js";
import { FREE, GOAL, type Grid, WALL } from "./grid.js";
import { conductance, type Ground } from "./ground.js";

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

/** The least u that is trusted as it is: far enough above 1e-308, below which doubles lose their digits. */
const LEAST = 1e-280;
/** Where not all cells are solved for, those at the end must be less: beyond, nothing matters to those that are trusted. */
const LEAST_AT_END = 1e-290;

/** Cells with a way to a goal, nearest first, goals first of all. */
export function reachOrder({ kinds, stride, images }: Grid): { order: Int32Array; goals: number } {
  const order = new Int32Array(kinds.length);
  // What is still to be seen; the ring around the grid is wall, so that nobody looks beyond.
  const open = new Uint8Array(kinds.length);
  let count = 0;
  for (let i = 0; i < kinds.length; i++) {
    if (kinds[i] === GOAL) order[count++] = i;
    else if (kinds[i] === FREE) open[i] = 1;
  }
  const goals = count;
  for (let k = 0; k < count; k++) {
    const i = order[k];
    if (open[i - 1] === 1) {
      open[i - 1] = 0;
      order[count++] = i - 1;
    }
    if (open[i + 1] === 1) {
      open[i + 1] = 0;
      order[count++] = i + 1;
    }
    if (open[i - stride] === 1) {
      open[i - stride] = 0;
      order[count++] = i - stride;
    }
    if (open[i + stride] === 1) {
      open[i + stride] = 0;
      order[count++] = i + stride;
    }
    const hearers = images === null ? undefined : images.hearers.get(i);
    if (hearers === undefined) continue;
    for (const j of hearers) {
      if (open[j] !== 1) continue;
      open[j] = 0;
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
  ground: Ground | null = null,
): Solution {
  const reach = reachOrder(grid);
  const place = { grid, bend, ground };
  const levels =
    walls === "reflect" ? solveReflecting(place, reach, progress) : solveAbsorbing(place, reach, progress);
  return { ...levels, order: reach.order.subarray(reach.goals) };
}

/** What equations are made of. */
interface Place {
  readonly grid: Grid;
  readonly bend: Bend;
  readonly ground: Ground | null;
}

type Reach = ReturnType<typeof reachOrder>;
type Levels = Pick<Solution, "level" | "residual">;

/** The kinds of cells, with walls where there is no way to a goal. */
function reachable(grid: Grid, order: Int32Array): Uint8Array {
  let open = 0;
  for (let i = 0; i < grid.kinds.length; i++) if (grid.kinds[i] !== WALL) open++;
  if (open === order.length) return grid.kinds;
  const kinds = new Uint8Array(grid.kinds.length).fill(WALL);
  for (let k = 0; k < order.length; k++) kinds[order[k]] = grid.kinds[order[k]];
  return withLinks(grid, kinds);
}

/** Marks the free cells that have neighbours across portals. */
function withLinks({ images }: Grid, kinds: Uint8Array): Uint8Array {
  for (const i of images?.linked() ?? []) if (kinds[i] === FREE) kinds[i] = LINKED;
  return kinds;
}

/** Whether a cell is solved for. */
function isUnknown(kind: number): boolean {
  return kind === FREE || kind === LINKED;
}

function solveReflecting(place: Place, { order }: Reach, progress?: (share: number) => void): Levels {
  const kinds = reachable(place.grid, order);
  const system = reflecting(place, kinds);
  const x = eliminate(system, progress);
  const level = x.map((time, i) => (kinds[i] === WALL ? -Infinity : -time));
  return { level, residual: residualOf(system, x) };
}

function solveAbsorbing(place: Place, reach: Reach, progress?: (share: number) => void): Levels {
  const kinds = reachable(place.grid, reach.order);
  const system = absorbing(place, kinds, null, 0);
  const u = eliminate(system, progress);
  const level = new Float64Array(kinds.length).fill(-Infinity);
  for (let k = 0; k < reach.goals; k++) level[reach.order[k]] = 0;
  let known = reach.goals;
  for (let i = 0; i < kinds.length; i++) {
    if (!isUnknown(kinds[i]) || !(u[i] >= LEAST)) continue;
    level[i] = Math.log(u[i]);
    known++;
  }
  if (known === reach.order.length) return { level, residual: residualOf(system, u) };
  deepen(place, reach, level, known);
  return { level, residual: residualOfLevels(place, reach, level) };
}

/**
 * Finds the levels that are below the range of doubles: what is known is held, what lies beyond is solved for in units of
 * its greatest value, as often as needed. Only so many cells are solved for at a time that the farthest ones are out of
 * range again, and nothing beyond them could matter.
 */
function deepen(place: Place, { order }: Reach, level: Float64Array, alreadyKnown: number): void {
  let known = alreadyKnown;
  let found = known;
  while (known < order.length) {
    const end = Math.min(order.length, known + 2 * found);
    const more = deepenTo(place, order.subarray(0, end), level);
    if (more < 0) {
      found *= 2;
      continue;
    }
    found = more;
    known += more;
  }
}

/** Solves for those of some cells whose level is not known; returns how many it has found, -1 where more cells are needed. */
function deepenTo(place: Place, cells: Int32Array, level: Float64Array): number {
  const { grid } = place;
  const kinds = new Uint8Array(level.length).fill(WALL);
  for (let k = 0; k < cells.length; k++) kinds[cells[k]] = level[cells[k]] > -Infinity ? HELD : FREE;
  withLinks(grid, kinds);
  let unit = -Infinity;
  for (const i of cells) {
    if (!isUnknown(kinds[i])) continue;
    for (let side = 0; side < 4; side++) unit = Math.max(unit, level[grid.neighbour(i, side)]);
  }
  const x = eliminate(absorbing(place, kinds, level, unit));
  const isBeyond = (j: number): boolean => kinds[j] === WALL && grid.kinds[j] !== WALL;
  for (const i of cells) {
    if (isUnknown(kinds[i]) && x[i] >= LEAST_AT_END && grid.neighbours(i).some(isBeyond)) return -1;
  }
  let found = 0;
  for (const i of cells) {
    if (!isUnknown(kinds[i]) || !(x[i] >= LEAST)) continue;
    level[i] = unit + Math.log(x[i]);
    found++;
  }
  return found;
}

/** The equations between absorbing walls, for u e^-unit. Held cells have a level. */
function absorbing(place: Place, kinds: Uint8Array, level: Float64Array | null, unit: number): GridSystem {
  const { grid, bend, ground } = place;
  const { stride, height } = grid;
  const { west, east, south, north } = sharesOf(bend);
  const shares = [west, east, south, north];
  return {
    width: stride,
    height: height + 2,
    kinds,
    neighbour: (i, side) => grid.neighbour(i, side),
    ground: ground?.numbers ?? null,
    isSymmetric: bend.epsilon === 0,
    equation(i, to) {
      to[0] = ground ? 0 : 1;
      to[5] = 0;
      for (let side = 0; side < 4; side++) {
        const j = grid.neighbour(i, side);
        let share = shares[side];
        if (ground) {
          // Beyond a wall the ground goes on as it is here.
          share *= conductance(ground, i, kinds[j] === WALL ? i : j);
          to[0] += share;
        }
        to[1 + side] = isUnknown(kinds[j]) ? share : 0;
        if (kinds[j] === GOAL) to[5] += share;
        else if (kinds[j] === HELD) to[5] += share * Math.exp(level![j] - unit);
      }
    },
  };
}

/** The equations between reflecting walls: a step to one of the open neighbours takes one unit of time on plain ground. */
function reflecting({ grid, ground }: Place, kinds: Uint8Array): GridSystem {
  const { stride, height } = grid;
  return {
    width: stride,
    height: height + 2,
    kinds,
    neighbour: (i, side) => grid.neighbour(i, side),
    ground: ground?.numbers ?? null,
    isSymmetric: true,
    equation(i, to) {
      to[0] = 0;
      to[5] = 1;
      for (let side = 0; side < 4; side++) {
        const j = grid.neighbour(i, side);
        const share = ground ? conductance(ground, i, j) : 1;
        if (kinds[j] !== WALL) to[0] += share;
        to[1 + side] = isUnknown(kinds[j]) ? share : 0;
      }
    },
  };
}

/** Largest share by which a cell differs from what its equation says. */
function residualOf({ kinds, equation, neighbour }: GridSystem, x: Float64Array): number {
  const terms = new Float64Array(6);
  let worst = 0;
  for (let i = 0; i < kinds.length; i++) {
    if (!isUnknown(kinds[i]) || !(x[i] >= LEAST)) continue;
    equation(i, terms);
    const sum =
      terms[1] * x[neighbour(i, 0)] +
      terms[2] * x[neighbour(i, 1)] +
      terms[3] * x[neighbour(i, 2)] +
      terms[4] * x[neighbour(i, 3)] +
      terms[5];
    const share = Math.abs(sum / terms[0] - x[i]) / x[i];
    if (!(share <= worst)) worst = share;
  }
  return worst;
}

/** The same from log u, between absorbing walls: every other cell is held at its level. */
function residualOfLevels(place: Place, { order, goals }: Reach, level: Float64Array): number {
  const { grid } = place;
  const { equation } = absorbing(place, reachable(grid, order), null, 0);
  const terms = new Float64Array(6);
  let worst = 0;
  for (let k = goals; k < order.length; k++) {
    const i = order[k];
    equation(i, terms);
    // Deep down e^-level is beyond all range, but no goal is beside such a cell.
    let sum = terms[5] > 0 ? terms[5] * Math.exp(-level[i]) : 0;
    for (let side = 0; side < 4; side++) {
      if (terms[1 + side] > 0) sum += terms[1 + side] * Math.exp(level[grid.neighbour(i, side)] - level[i]);
    }
    const share = Math.abs(sum / terms[0] - 1);
    if (!(share <= worst)) worst = share;
  }
  return worst;
}
