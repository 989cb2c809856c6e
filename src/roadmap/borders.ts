/**
 * Borders of cells as lists of pieces: how they get into the envelope and out of it again, with as many pieces as possible
 * keeping their numbers.
 */
import { firstCapacity, grown } from "../growth.js";
import type { Dual } from "./dual.js";
import { pseudoAngle, SEGMENT, TURN } from "./elements.js";
import { UNBOUNDED } from "./envelope.js";
import { Splicer } from "./splicer.js";

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

/** For pieces that begin at 0. */
const FROM_ZERO = new Float64Array(1);

/** The borders of all cells; see the top of this file. */
export class Borders extends Splicer {
  /** What is known about every element in this update, MARKS numbers each. */
  protected marks = new Int32Array(firstCapacity(ROOM) * MARKS);
  /** Of a side that is to be renewed: from which parameter to which new neighbours look at it. */
  protected low = new Float64Array(firstCapacity(ROOM));
  protected high = new Float64Array(firstCapacity(ROOM));
  private readonly taken: number[] = [];
  /** The part of a list that the envelope stands for: its first piece, and the ones before and after it. */
  private runFirst = -1;
  private runBefore = -1;
  private runAfter = -1;

  /** Makes the star that a triangulation looks at the border of a cell: it begins where its parameter is least. */
  protected adopt(s: number, { neighbours, circles }: Dual): void {
    const { elements, taken } = this;
    const count = neighbours.length;
    taken.length = 0;
    let least = Infinity;
    let first = 0;
    for (let i = 0; i < count; i++) {
      const h = this.take(s, neighbours[i]);
      taken.push(h);
      const dx = circles[3 * i];
      const dy = circles[3 * i + 1];
      this.x[h] = elements.ax[s] + dx;
      this.y[h] = elements.ay[s] + dy;
      this.r[h] = circles[3 * i + 2];
      this.start[h] = pseudoAngle(
        dx * elements.ux[s] + dy * elements.uy[s],
        dx * elements.uy[s] - dy * elements.ux[s],
      );
      if (this.start[h] >= least) continue;
      least = this.start[h];
      first = i;
    }
    for (let i = 1; i < count; i++) {
      const before = taken[(first + i - 1) % count];
      const h = taken[(first + i) % count];
      this.next[before] = h;
      this.prev[h] = before;
    }
    elements.first[s] = taken[first];
    this.mark(s, BUILT);
  }

  protected reserve(): void {
    const size = this.elements.kind.length;
    if (this.low.length >= size) return;
    this.marks = grown(this.marks, MARKS * size);
    this.low = grown(this.low, size);
    this.high = grown(this.high, size);
  }

  protected mark(s: number, what: number): void {
    this.marks[MARKS * s + what] = this.version;
  }

  protected isMarked(s: number, what: number): boolean {
    return this.marks[MARKS * s + what] === this.version;
  }

  /**
   * Puts a border into the envelope: of a point, all of it; of a side, the pieces that can change and one more at both
   * ends. For an heir, only what it inherits from is open.
   */
  protected load(s: number): void {
    const { envelope, elements, next, prev, start } = this;
    const first = elements.first[s];
    if (first < 0) {
      this.wholeRun(s);
      envelope.begin(s);
      return;
    }
    const isOpen = !this.isMarked(s, HEIR);
    if (elements.kind[s] === SEGMENT && this.span(s)) {
      const begin = prev[this.runFirst] >= 0 ? prev[this.runFirst] : this.runFirst;
      const end = next[this.runAfter] >= 0 ? next[this.runAfter] : this.runAfter;
      this.runFirst = begin;
      this.runBefore = prev[begin];
      this.runAfter = next[end];
      envelope.resume(s, this.endOf(end));
      if (this.runBefore < 0 && start[begin] > 0) this.append(begin, FROM_ZERO, 0, isOpen);
      for (let h = begin; h !== this.runAfter; h = next[h]) this.append(h, start, h, isOpen);
      return;
    }
    this.wholeRun(s);
    envelope.resume(s, elements.length[s]);
    if (start[first] > 0) {
      // Around a full turn, the last piece reaches beyond the start.
      let last = first;
      if (this.isTurn(s)) while (next[last] >= 0) last = next[last];
      this.append(last, FROM_ZERO, 0, isOpen);
    }
    for (let h = first; h >= 0; h = next[h]) this.append(h, start, h, isOpen);
  }

  /** Shows the envelope piece h as it begins at starts[at]. */
  private append(h: number, starts: Float64Array, at: number, isOpen: boolean): void {
    const t = this.other[h];
    const isGone = t >= 0 && this.isMarked(t, GONE);
    this.envelope.append(isGone ? UNBOUNDED : t, starts, at, isOpen);
  }

  /** Makes the first and the last piece of a side that can change runFirst and runAfter; false for none. */
  private span(s: number): boolean {
    const { next, start, other } = this;
    const low = this.low[s];
    const high = this.high[s];
    let from = -1;
    let to = -1;
    for (let h = this.elements.first[s]; h >= 0; h = next[h]) {
      const isGone = this.isMarked(other[h], GONE);
      if (!isGone && this.endOf(h) < low) continue;
      if (!isGone && start[h] > high && from >= 0) continue;
      if (from < 0) from = h;
      to = h;
    }
    this.runFirst = from;
    this.runAfter = to;
    return from >= 0;
  }

  protected wholeRun(s: number): void {
    this.runFirst = this.elements.first[s];
    this.runBefore = this.runAfter = -1;
  }

  /** Makes the envelope the border of its cell. Pieces that keep their neighbour keep their number. */
  protected store(): void {
    const { envelope, elements } = this;
    const s = envelope.element;
    let from = 0;
    const count = envelope.count;
    // Around a full turn, the first pieces may be the end of the last one.
    if (this.isTurn(s)) while (from < count - 1 && envelope.label(from) === envelope.label(count - 1)) from++;
    const after = this.runAfter;
    let spare = this.runFirst;
    let last = this.runBefore;
    let first = last >= 0 ? elements.first[s] : -1;
    for (let i = from; i < count; i++) {
      const label = envelope.label(i);
      let h = spare;
      if (spare !== after && this.isUnchanged(spare, i)) spare = this.next[spare];
      else {
        envelope.locateStart(i);
        const { x, y, r } = envelope;
        // A tie has no length: unless it reaches around the start of the turn. What nothing bounds waits for new cells.
        if (label >= 0 && !(from > 0 && i === count - 1) && this.isTie(i)) continue;
        if (last >= 0 && this.other[last] === label) continue;
        while (h !== after && this.other[h] !== label) h = this.next[h];
        if (h !== after) {
          this.releaseRun(spare, h);
          spare = this.next[h];
        } else h = this.take(s, label);
        this.start[h] = envelope.start(i);
        this.x[h] = x;
        this.y[h] = y;
        this.r[h] = r;
        this.note(h);
      }
      this.chain(last, h);
      if (last < 0) first = h;
      last = h;
    }
    this.releaseRun(spare, after);
    this.chain(last, after);
    if (last < 0) first = after;
    elements.first[s] = first;
    if (this.isTurn(s)) this.partRepeated(s);
  }

  /** Whether piece i of the envelope, whose start was located last, has no length. */
  private isTie(i: number): boolean {
    const { envelope } = this;
    const { x, y, r } = envelope;
    const s = envelope.element;
    const blur = this.blur(s, x, y, r);
    const width = envelope.end(i) - envelope.start(i);
    // The chord of an angle is at least two thirds of that, up to a right angle, and pseudo-angles are no larger.
    const least = this.elements.kind[s] === SEGMENT ? width : 0.6 * r * Math.min(width, TURN - width, 1);
    if (least > blur) return false;
    envelope.locateEnd(i);
    return Math.abs(x - envelope.x) + Math.abs(y - envelope.y) <= blur;
  }

  /**
   * Around a full turn, a list may begin elsewhere than before: pieces towards one and the same neighbour may then have
   * swapped their numbers, so they have to find their twins anew.
   */
  private partRepeated(s: number): void {
    const { next, other } = this;
    for (let h = this.elements.first[s]; h >= 0; h = next[h]) {
      for (let k = next[h]; k >= 0; k = next[k]) if (other[k] === other[h]) this.part(h, k);
    }
  }

  /** Gives back the pieces of a list from one on, up to another. */
  private releaseRun(from: number, to: number): void {
    for (let h = from; h !== to; ) {
      const following = this.next[h];
      this.release(h);
      h = following;
    }
  }

  /** Whether a piece is what the envelope has at position i, both ends included, and neither cell has moved. */
  private isUnchanged(h: number, i: number): boolean {
    const { envelope } = this;
    if (this.isMarked(envelope.element, GONE) || this.isMarked(this.other[h], GONE)) return false;
    if (this.other[h] !== envelope.label(i) || this.start[h] !== envelope.start(i)) return false;
    const after = this.next[h];
    return after >= 0 ? this.start[after] === envelope.end(i) : i === envelope.count - 1;
  }

  /** Takes all pieces of a cell away. */
  protected clear(s: number): void {
    this.releaseRun(this.elements.first[s], -1);
    this.elements.first[s] = -1;
  }

  /** Notes both ends of a border, where it meets those of other elements; or what comes after it, if there is none. */
  protected noteEnds(s: number): void {
    const { next } = this;
    let last = this.elements.first[s];
    if (last < 0) {
      this.noteAround(s);
      return;
    }
    this.note(last);
    while (next[last] >= 0) last = next[last];
    this.note(last);
  }
}
