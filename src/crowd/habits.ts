/** How agents move, as rows of numbers that the kernel reads. */
import { InputError } from "../errors.js";
import { HABIT, MOST_HABITS } from "./kernel/layout.js";
import type { Allocator } from "./kernel/memory.js";

/** How an agent moves: its model, how far it looks, and what its body is like. */
export interface Habit {
  /** Number of its model, as in `MODEL`. */
  readonly model: number;
  /** How many neighbours it sees at most, 0 to 64. */
  readonly neighbours: number;
  /** Metres within which it looks for neighbours. */
  readonly range: number;
  /** Metres within which it looks for walls, at least. */
  readonly wallRange: number;
  /** 1 where it sees only those ahead of it, besides those whom it may touch; 0 for all around. */
  readonly ahead: number;
  /** Share of the radius at which the kernel pushes others away, 0 to 1: less where the model has body forces of its own. */
  readonly core: number;
  /** Share of the radius that counts as body when overlaps are measured, from `core` to 1. */
  readonly body: number;
  /** Share of the radius that is kept from walls, above 0 and at most 1. */
  readonly wallBody: number;
  /** Seconds in which two bodies that overlap part: 0 for at once. */
  readonly contactTime: number;
  /** Greatest speed of that in m/s, in each of two rounds; where `contactTime` is above 0. */
  readonly contactSpeed: number;
  /** How near two who meet face to face come, as a share of what two others do, above 0 and at most 1: shoulders turn. */
  readonly turned: number;
  /** Seconds of the longest step that the model can take; a longer one is made of several. */
  readonly longestStep: number;
  /** Greatest change of velocity in m/s2; 0 for none. */
  readonly acceleration: number;
  /** ORCA: seconds ahead for which agents avoid each other. */
  readonly horizon: number;
  /** ORCA: seconds ahead for which they avoid walls. */
  readonly obstacleHorizon: number;
  /** ORCA: 1 where speed falls with density as Weidmann's curve does, else 0. */
  readonly weidmann: number;
}

/** How an agent with model `orca` avoids others. */
export interface Avoidance {
  /** `none` leaves walls and contacts only; default `orca`. */
  readonly method?: "orca" | "none";
  /** Seconds ahead for which agents avoid each other, > 0; default 2. */
  readonly horizon?: number;
  /** Seconds ahead for which they avoid walls, > 0; default 0.5. */
  readonly obstacleHorizon?: number;
  /** Neighbours avoided at most, 0 to 64; default 10. */
  readonly neighbours?: number;
  /** Metres within which neighbours are avoided, > 0; default 5. */
  readonly range?: number;
}

/** What holds of a model's people, and the parameters that results show, in metres and seconds. */
export interface ModelTraits {
  readonly habit: Habit;
  readonly parameters: Readonly<Record<string, number>>;
  /** Half the shoulder width in metres where an agent says nothing; default 0.22. */
  readonly radius?: number;
  /** Seconds kept to who is in front where an agent says nothing; default 1.17. */
  readonly headway?: number;
}

/** Hard discs, as wide as the radius says, of a model without horizons. */
export const HARD_DISCS = Object.freeze({
  ahead: 0,
  core: 1,
  body: 1,
  wallBody: 1,
  contactTime: 0,
  contactSpeed: 0,
  turned: 1,
  longestStep: Infinity,
  acceleration: 0,
  horizon: 0,
  obstacleHorizon: 0,
  weidmann: 0,
});

/** Names of a habit's numbers. */
const NAMES = Object.keys(HABIT).filter((name) => name !== "size") as (keyof Habit)[];

/** The numbers of models in rows of habits. */
export function modelsIn(rows: Float64Array): number[] {
  const numbers: number[] = [];
  for (let k = HABIT.model; k < rows.length; k += HABIT.size) numbers.push(rows[k]);
  return numbers;
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
    for (const name of NAMES) row[HABIT[name]] = habit[name];
    const key = row.join(" ");
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.numbers.size;
      if (number === MOST_HABITS) {
        throw new InputError(`at most ${MOST_HABITS} ways of moving fit in one crowd`);
      }
      this.rows.set(row, HABIT.size * number);
      this.numbers.set(key, number);
    }
    return number;
  }

  /** A number of the habit with some number. */
  get(number: number, name: keyof Habit): number {
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
