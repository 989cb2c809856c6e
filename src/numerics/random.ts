/**
 * A small seeded generator (sfc32, Chris Doty-Humphrey 2010): equal seeds give equal numbers on every engine,
 * since it uses 32-bit integer arithmetic only.
 */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  /** @param seed any integer; its lowest 32 bits count */
  constructor(seed: number) {
    this.a = seed | 0;
    this.b = 0x9e3779b9 | 0;
    this.c = 0x243f6a88 | 0;
    // The first outputs of similar seeds are alike; skip them.
    for (let i = 0; i < 15; i++) this.uint32();
  }

  /** Where the generator is: four integers. */
  get state(): [number, number, number, number] {
    return [this.a, this.b, this.c, this.counter];
  }

  /** Continues from a state. */
  set state(state: readonly [number, number, number, number]) {
    [this.a, this.b, this.c, this.counter] = state;
  }

  /** An integer from 0 to 2^32 - 1. */
  uint32(): number {
    const sum = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = ((this.c << 21) | (this.c >>> 11)) + sum;
    return sum >>> 0;
  }

  /** A number in [0, 1), a multiple of 2^-32. */
  unit(): number {
    return this.uint32() / 4294967296;
  }

  /** A number in [low, high). */
  between(low: number, high: number): number {
    return low + (high - low) * this.unit();
  }

  /** An integer from 0 to n - 1, 1 <= n <= 2^32. */
  below(n: number): number {
    return Math.floor(this.unit() * n);
  }
}
