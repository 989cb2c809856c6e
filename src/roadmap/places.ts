/**
 * Point elements by place, up to a tolerance: a hash table in flat arrays, so that a million points need no keys of text.
 *
 * The ground is divided into squares; elements of one square follow each other from its slot on.
 */
import { firstCapacity } from "../growth.js";
import type { Elements } from "./elements.js";

/** Size of a square, in tolerances: few places reach into a second one. */
const SQUARE = 1024;

/** Slots at first: a power of two. */
const SLOTS = 16;

/** Finds the element at a place. */
export class Places {
  private slots = new Int32Array(firstCapacity(SLOTS)).fill(-1);
  private count = 0;

  /** @param tolerance how far apart, in x and in y, points of one place can be, > 0 */
  constructor(
    private readonly elements: Elements,
    private readonly tolerance: number,
  ) {}

  /** Books an element. */
  add(element: number): void {
    if (2 * ++this.count > this.slots.length) this.grow();
    this.put(element);
  }

  /** An element at the place of (x, y); -1 for none. */
  at(x: number, y: number): number {
    const { tolerance, slots } = this;
    if (this.count === 0) return -1;
    const mask = slots.length - 1;
    const right = this.square(x + tolerance);
    const top = this.square(y + tolerance);
    for (let j = this.square(y - tolerance); j <= top; j++) {
      for (let i = this.square(x - tolerance); i <= right; i++) {
        for (let k = this.slotOf(i, j); slots[k] >= 0; k = (k + 1) & mask) {
          if (this.isAt(slots[k], x, y)) return slots[k];
        }
      }
    }
    return -1;
  }

  /** Whether an element lies at the place of (x, y). */
  isAt(element: number, x: number, y: number): boolean {
    const { ax, ay } = this.elements;
    return Math.abs(ax[element] - x) <= this.tolerance && Math.abs(ay[element] - y) <= this.tolerance;
  }

  private square(x: number): number {
    return Math.floor(x / (SQUARE * this.tolerance));
  }

  private slotOf(i: number, j: number): number {
    let hash = Math.imul(i, 0x9e3779b1) ^ Math.imul(j, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    return (hash ^ (hash >>> 13)) & (this.slots.length - 1);
  }

  private put(element: number): void {
    const { slots } = this;
    const { ax, ay } = this.elements;
    let k = this.slotOf(this.square(ax[element]), this.square(ay[element]));
    while (slots[k] >= 0) k = (k + 1) & (slots.length - 1);
    slots[k] = element;
  }

  private grow(): void {
    const known = this.slots.filter((element) => element >= 0);
    this.slots = new Int32Array(2 * this.slots.length).fill(-1);
    for (const element of known) this.put(element);
  }
}
