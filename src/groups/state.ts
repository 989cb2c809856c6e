/** Numbers written one after another and read again, for snapshots. */
import { InputError } from "../errors.js";

export class Writer {
  private readonly all: number[] = [];

  numbers(...some: number[]): void {
    for (const one of some) this.all.push(one);
  }

  /** Some numbers, with how many. */
  list(some: ArrayLike<number>): void {
    this.all.push(some.length);
    for (let k = 0; k < some.length; k++) this.all.push(some[k]);
  }

  get state(): Float64Array {
    return Float64Array.from(this.all);
  }
}

export class Reader {
  private next = 0;

  constructor(private readonly state: Float64Array) {}

  number(): number {
    if (this.next >= this.state.length) throw new InputError("the snapshot has too few numbers", "groups");
    return this.state[this.next++];
  }

  list(): Float64Array {
    const length = this.number();
    if (!(length >= 0 && this.next + length <= this.state.length)) {
      throw new InputError("the snapshot has too few numbers", "groups");
    }
    this.next += length;
    return this.state.slice(this.next - length, this.next);
  }

  /** Refuses what is left. */
  end(): void {
    if (this.next !== this.state.length) throw new InputError("the snapshot has other groups", "groups");
  }
}
