import { firstCapacity, grown } from "../growth.js";

/**
 * A binary heap of integers by their keys, smallest first, in two typed arrays that grow together. Equal keys come out
 * in no particular, but always the same, order.
 */
export class MinHeap {
  /** How many entries wait. */
  size = 0;
  private keys: Float64Array;
  private values: Int32Array;

  /** `capacity` entries fit before anything has to grow. */
  constructor(capacity = 64) {
    const room = firstCapacity(Math.max(1, capacity));
    this.keys = new Float64Array(room);
    this.values = new Int32Array(room);
  }

  /** The smallest key; Infinity when the heap is empty. */
  get key(): number {
    return this.size > 0 ? this.keys[0] : Infinity;
  }

  /** Adds a value under a key. */
  push(key: number, value: number): void {
    if (this.size === this.keys.length) this.grow();
    const { keys, values } = this;
    let i = this.size++;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (keys[parent] <= key) break;
      keys[i] = keys[parent];
      values[i] = values[parent];
      i = parent;
    }
    keys[i] = key;
    values[i] = value;
  }

  /** Takes out the value of the smallest key. The heap must not be empty. */
  pop(): number {
    const { keys, values } = this;
    const top = values[0];
    const last = --this.size;
    const key = keys[last];
    const value = values[last];
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= last) break;
      if (child + 1 < last && keys[child + 1] < keys[child]) child++;
      if (keys[child] >= key) break;
      keys[i] = keys[child];
      values[i] = values[child];
      i = child;
    }
    keys[i] = key;
    values[i] = value;
    return top;
  }

  /** Forgets all entries. */
  clear(): void {
    this.size = 0;
  }

  private grow(): void {
    this.keys = grown(this.keys, 2 * this.keys.length);
    this.values = grown(this.values, 2 * this.values.length);
  }
}
