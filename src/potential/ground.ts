/** Ground of different speeds under the cells of a field. */
import type { World } from "../world/index.js";
import { type Grid, WALL } from "./grid.js";

/** Ground on which people are of different speeds. */
export interface Ground {
  /** Per entry of the grid the number of its ground. */
  readonly numbers: Uint16Array;
  /** Per ground: how many times as fast as on plain ground, > 0. */
  readonly factors: Float64Array;
}

/** How much flows between two neighbours where the potential differs by 1: the harmonic mean of their factors. */
export function conductance({ numbers, factors }: Ground, i: number, j: number): number {
  const [a, b] = [factors[numbers[i]], factors[numbers[j]]];
  return a === b ? a : (2 * a * b) / (a + b);
}

/** What ground the cells are for those with a profile, as at their centres; null where it is the same everywhere. */
export function groundFor({ zones }: World, grid: Grid, profile: string | null): Ground | null {
  if (!zones.changesSpeedOf(profile)) return null;
  const numbers = new Uint16Array(grid.kinds.length);
  const known = new Map<number, number>([[1, 0]]);
  for (let i = 0; i < numbers.length; i++) {
    if (grid.kinds[i] === WALL) continue;
    const factor = zones.factorAt(grid.centre(i), profile);
    if (!known.has(factor)) known.set(factor, known.size);
    numbers[i] = known.get(factor)!;
  }
  return { numbers, factors: Float64Array.from(known.keys()) };
}
