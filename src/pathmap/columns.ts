/** Tables in typed arrays: one array per column, grown together. */

/** Growable columns of numbers, one array each. */
export class Columns<N extends string, I extends string> {
  size = 0;
  readonly number: Record<N, Float64Array>;
  readonly index: Record<I, Int32Array>;
  private capacity: number;

  constructor(numbers: readonly N[], indices: readonly I[], capacity: number) {
    this.capacity = capacity;
    this.number = Object.fromEntries(numbers.map((name) => [name, new Float64Array(capacity)])) as never;
    this.index = Object.fromEntries(indices.map((name) => [name, new Int32Array(capacity)])) as never;
  }

  /** The number of a new row. */
  add(): number {
    if (this.size === this.capacity) this.grow();
    return this.size++;
  }

  private grow(): void {
    this.capacity *= 2;
    for (const name of Object.keys(this.number) as N[]) {
      const larger = new Float64Array(this.capacity);
      larger.set(this.number[name]);
      this.number[name] = larger;
    }
    for (const name of Object.keys(this.index) as I[]) {
      const larger = new Int32Array(this.capacity);
      larger.set(this.index[name]);
      this.index[name] = larger;
    }
  }
}
