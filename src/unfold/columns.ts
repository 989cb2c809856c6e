/** Tables in typed arrays: one array per column, grown together. */
import { firstCapacity, grown } from "../growth.js";
import { needMemory } from "../limits.js";

/** Growable columns of numbers, one array each. */
export class Columns<N extends string, I extends string> {
  size = 0;
  /** The columns by name. A column is replaced as the table grows: take it out of here after `add`, not before. */
  readonly number: Record<N, Float64Array>;
  readonly index: Record<I, Int32Array>;
  private capacity: number;

  /** `capacity` rows fit before anything has to grow; `owner` is whose windows they are, for messages. */
  constructor(
    numbers: readonly N[],
    indices: readonly I[],
    capacity: number,
    private readonly owner = "a path map",
  ) {
    const rows = firstCapacity(capacity);
    this.capacity = rows;
    this.number = Object.fromEntries(numbers.map((name) => [name, new Float64Array(rows)])) as never;
    this.index = Object.fromEntries(indices.map((name) => [name, new Int32Array(rows)])) as never;
  }

  /** The number of a new row. */
  add(): number {
    if (this.size === this.capacity) this.grow();
    return this.size++;
  }

  private grow(): void {
    const { number, index } = this;
    const capacity = 2 * this.capacity;
    // A wall in the round makes as many as the square of its corners.
    const rowBytes = 8 * Object.keys(number).length + 4 * Object.keys(index).length;
    needMemory(`${this.owner}'s ${capacity} windows`, rowBytes * capacity, "", "; fewer corners need less");
    this.capacity = capacity;
    for (const name of Object.keys(number) as N[]) number[name] = grown(number[name], capacity);
    for (const name of Object.keys(index) as I[]) index[name] = grown(index[name], capacity);
  }
}
