/** What an update knows about elements. */
import { firstCapacity, grown } from "../growth.js";
import type { Elements } from "./elements.js";

// Marks of an element, side by side in memory. Those that are set hold the number of the search or of the update.
export const MARKS = 8;
/** A search has seen it. */
export const SEEN = 0;
/** It leaves, or leaves its place. */
export const GONE = 1;
/** Its cell has been built. */
export const BUILT = 2;
/** Somebody who leaves borders its cell. */
export const HEIR = 3;
/** Its cell is to be renewed. */
export const STALE = 4;
/** The first of the new neighbours that look at it: a place in `sources`, -1 for none. */
export const SOURCE = 5;
/** The only piece of a new neighbour towards it; -1 where they meet several times. */
export const VIEW = 6;

/** How many elements there is room for at first. */
const ROOM = 256;

/** The marks of all elements. */
export class Marks {
  /** MARKS numbers per element. */
  data = new Int32Array(MARKS * firstCapacity(ROOM));
  /** Of a side that is to be renewed: from which parameter to which new neighbours look at it. */
  low = new Float64Array(firstCapacity(ROOM));
  high = new Float64Array(firstCapacity(ROOM));
  private update = 0;

  constructor(private readonly elements: Elements) {}

  /** Begins an update: no element is marked. */
  begin(): void {
    this.update++;
    const size = this.elements.kind.length;
    if (this.low.length >= size) return;
    this.data = grown(this.data, MARKS * size);
    this.low = grown(this.low, size);
    this.high = grown(this.high, size);
  }

  set(s: number, what: number): void {
    this.data[MARKS * s + what] = this.update;
  }

  has(s: number, what: number): boolean {
    return this.data[MARKS * s + what] === this.update;
  }
}
