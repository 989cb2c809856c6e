/** How agents move, as rows of numbers that the kernel reads. */
import { InputError } from "../errors.js";
import { HABIT, MODEL, MOST_HABITS } from "./kernel/layout.js";
import type { Allocator } from "./kernel/memory.js";

/** How agents avoid each other and walls. */
export interface Habit {
  /** Seconds ahead for which agents avoid each other. */
  readonly horizon: number;
  /** Seconds ahead for which they avoid walls. */
  readonly obstacleHorizon: number;
  /** How many neighbours are avoided at most, 0 to 64. */
  readonly neighbours: number;
  /** Metres within which neighbours are looked for. */
  readonly range: number;
  /** Whether they avoid at all; walls and contacts hold in any case. */
  readonly avoids: boolean;
  /** Greatest change of velocity in m/s2; 0 for none. */
  readonly acceleration: number;
  /** Whether speed falls with density as Weidmann's curve does. */
  readonly weidmann: boolean;
}

/** The habits of a crowd; agents have their numbers. */
export class Habits {
  /** A row of `HABIT.size` numbers each. */
  readonly rows: Float64Array;
  private readonly numbers = new Map<string, number>();

  constructor(make: Allocator) {
    this.rows = make.float64(MOST_HABITS * HABIT.size);
  }

  /** The number of a habit: equal ones have the same. */
  numberOf(habit: Habit): number {
    const row: number[] = [];
    row[HABIT.horizon] = habit.horizon;
    row[HABIT.obstacleHorizon] = habit.obstacleHorizon;
    row[HABIT.neighbours] = habit.neighbours;
    row[HABIT.range] = habit.range;
    row[HABIT.model] = habit.avoids ? MODEL.orca : MODEL.none;
    row[HABIT.acceleration] = habit.acceleration;
    row[HABIT.weidmann] = habit.weidmann ? 1 : 0;
    const key = row.join(" ");
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.numbers.size;
      if (number === MOST_HABITS) {
        throw new InputError(`at most ${MOST_HABITS} ways of avoiding fit in one crowd`);
      }
      this.rows.set(row, HABIT.size * number);
      this.numbers.set(key, number);
    }
    return number;
  }

  /** A number of the habit with some number. */
  get(number: number, name: Exclude<keyof typeof HABIT, "size">): number {
    return this.rows[HABIT.size * number + HABIT[name]];
  }

  /** All habits in use, as numbers. */
  save(): Float64Array {
    return this.rows.slice(0, HABIT.size * this.numbers.size);
  }

  /** Takes such numbers back. */
  load(rows: Float64Array): void {
    this.rows.set(rows);
    this.numbers.clear();
    for (let k = 0; k < rows.length; k += HABIT.size) {
      this.numbers.set(rows.subarray(k, k + HABIT.size).join(" "), k / HABIT.size);
    }
  }
}
