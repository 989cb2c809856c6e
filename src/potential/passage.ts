/** Passages that are narrower than the cells: which one closed, and how small cells would have to be. */
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import type { FreeSpace } from "../world/index.js";
import { FREE, type Grid, WALL } from "./grid.js";

/** Pockets of fewer cells are no rooms: wedges between walls, niches. */
const LEAST_CELLS = 9;
/** How often the cell is halved in search of one that opens the passage. */
const HALVINGS = 4;

/**
 * A cell without a way although its centre has one: behind a passage that the cells close. -1 where there is none.
 *
 * @param reached whether an entry has a way
 * @param isReachable whether a way leads from a point to a goal, whatever the cells
 */
export function cutOffCell(
  grid: Grid,
  reached: (entry: number) => boolean,
  isReachable: (p: Point) => boolean,
): { entry: number; cells: number } | null {
  const { kinds } = grid;
  const seen = new Uint8Array(kinds.length);
  let worst: { entry: number; cells: number } | null = null;
  for (let i = 0; i < kinds.length; i++) {
    if (kinds[i] !== FREE || seen[i] !== 0 || reached(i)) continue;
    const part = [i];
    seen[i] = 1;
    for (let k = 0; k < part.length; k++) {
      for (const j of grid.neighbours(part[k])) {
        if (kinds[j] !== FREE || seen[j] !== 0) continue;
        seen[j] = 1;
        part.push(j);
      }
    }
    if (part.length < LEAST_CELLS || part.length <= (worst?.cells ?? 0)) continue;
    if (isReachable(grid.centre(i))) worst = { entry: i, cells: part.length };
  }
  return worst;
}

/** The error that says which passage is closed: the narrowest place of the way that finer cells find. */
export function closedPassage(
  space: FreeSpace,
  coarse: Grid,
  cutOff: { readonly entry: number; readonly cells: number },
  finer: (cell: number) => Grid | null,
  goals: readonly Point[],
): InputError {
  const from = coarse.centre(cutOff.entry);
  let { cell } = coarse;
  for (let k = 0; k < HALVINGS; k++) {
    cell /= 2;
    const grid = finer(cell);
    if (!grid) break;
    const way = wayBetween(grid, from, goals);
    if (!way) continue;
    let narrowest = Infinity;
    let place = from;
    for (const entry of way) {
      const p = grid.centre(entry);
      const over = coarse.at(p[0], p[1]);
      if (over >= 0 && coarse.kinds[over] !== WALL) continue;
      const clearance = space.clearance(p);
      if (clearance >= narrowest) continue;
      narrowest = clearance;
      place = p;
    }
    const at = place.map((v) => Number(v.toPrecision(6))).join(",");
    return new InputError(
      `cells of ${coarse.cell} m close the passage at ${at}, about ${(2 * narrowest + cell).toPrecision(2)} m wide, ` +
        `and cut off ${cutOff.cells} cells; cells of ${Number(cell.toPrecision(4))} m keep it open`,
      "cell",
    );
  }
  const at = from.map((v) => Number(v.toPrecision(6))).join(",");
  return new InputError(
    `cells of ${coarse.cell} m close the passage to ${at} and cut off ${cutOff.cells} cells; smaller ones are needed`,
    "cell",
  );
}

/** Cells from one that holds `from` to one that holds a goal, breadth first; null where there is no way. */
function wayBetween(grid: Grid, from: Point, goals: readonly Point[]): number[] | null {
  const { kinds } = grid;
  const before = new Int32Array(kinds.length).fill(-1);
  const start = grid.at(from[0], from[1]);
  const ends = new Set(goals.map(([x, y]) => grid.at(x, y)));
  const queue = [start];
  before[start] = start;
  for (let k = 0; k < queue.length; k++) {
    const i = queue[k];
    if (ends.has(i)) {
      const way = [i];
      while (way[way.length - 1] !== start) way.push(before[way[way.length - 1]]);
      return way;
    }
    for (const j of grid.neighbours(i)) {
      if (kinds[j] === WALL || before[j] >= 0) continue;
      before[j] = i;
      queue.push(j);
    }
  }
  return null;
}
