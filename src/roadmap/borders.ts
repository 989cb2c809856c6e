/**
 * Borders of cells as lists of pieces: how they get into the envelope and out of it again, with as many pieces as possible
 * keeping their numbers.
 */
import type { Dual } from "./dual.js";
import { pseudoAngle, SEGMENT, TURN } from "./elements.js";
import { type Envelope, UNBOUNDED } from "./envelope.js";
import type { HalfEdges } from "./halfedges.js";
import { BUILT, GONE, HEIR, type Marks } from "./marks.js";

/** For pieces that begin at 0. */
const FROM_ZERO = new Float64Array(1);

/** The borders of all cells; see the top of this file. */
export class Borders {
  private readonly taken: number[] = [];
  /** The part of a list that the envelope stands for: its first piece, and the ones before and after it. */
  private runFirst = -1;
  private runBefore = -1;
  private runAfter = -1;

  constructor(
    private readonly edges: HalfEdges,
    private readonly envelope: Envelope,
    private readonly marks: Marks,
  ) {}

  /** Makes the star that a triangulation looks at the border of a cell: it begins where its parameter is least. */
  adopt(s: number, { neighbours, circles }: Dual): void {
    const { edges, taken } = this;
    const { elements } = edges;
    const count = neighbours.length;
    taken.length = 0;
    let least = Infinity;
    let first = 0;
    for (let i = 0; i < count; i++) {
      const h = edges.take(s, neighbours[i]);
      taken.push(h);
      const dx = circles[3 * i];
      const dy = circles[3 * i + 1];
      edges.x[h] = elements.ax[s] + dx;
      edges.y[h] = elements.ay[s] + dy;
      edges.r[h] = circles[3 * i + 2];
      edges.start[h] = pseudoAngle(
        dx * elements.ux[s] + dy * elements.uy[s],
        dx * elements.uy[s] - dy * elements.ux[s],
      );
      if (edges.start[h] >= least) continue;
      least = edges.start[h];
      first = i;
    }
    for (let i = 1; i < count; i++) {
      const before = taken[(first + i - 1) % count];
      const h = taken[(first + i) % count];
      edges.next[before] = h;
      edges.prev[h] = before;
    }
    elements.first[s] = taken[first];
    this.marks.set(s, BUILT);
  }

  /**
   * Puts a border into the envelope: of a point, all of it; of a side, the pieces that can change and one more at both
   * ends. For an heir, only what it inherits from is open.
   */
  load(s: number): void {
    const { edges, envelope } = this;
    const { elements, next, prev, start } = edges;
    const first = elements.first[s];
    if (first < 0) {
      this.wholeRun(s);
      envelope.begin(s);
      return;
    }
    const isOpen = !this.marks.has(s, HEIR);
    if (elements.kind[s] === SEGMENT && this.span(s)) {
      const begin = prev[this.runFirst] >= 0 ? prev[this.runFirst] : this.runFirst;
      const end = next[this.runAfter] >= 0 ? next[this.runAfter] : this.runAfter;
      this.runFirst = begin;
      this.runBefore = prev[begin];
      this.runAfter = next[end];
      envelope.resume(s, edges.endOf(end));
      if (this.runBefore < 0 && start[begin] > 0) this.append(begin, FROM_ZERO, 0, isOpen);
      for (let h = begin; h !== this.runAfter; h = next[h]) this.append(h, start, h, isOpen);
      return;
    }
    this.wholeRun(s);
    envelope.resume(s, elements.length[s]);
    if (start[first] > 0) {
      // Around a full turn, the last piece reaches beyond the start.
      let last = first;
      if (elements.isTurn(s)) while (next[last] >= 0) last = next[last];
      this.append(last, FROM_ZERO, 0, isOpen);
    }
    for (let h = first; h >= 0; h = next[h]) this.append(h, start, h, isOpen);
  }

  /** Shows the envelope piece h as it begins at starts[at]. */
  private append(h: number, starts: Float64Array, at: number, isOpen: boolean): void {
    const t = this.edges.other[h];
    const isGone = t >= 0 && this.marks.has(t, GONE);
    this.envelope.append(isGone ? UNBOUNDED : t, starts, at, isOpen);
  }

  /** Makes the first and the last piece of a side that can change runFirst and runAfter; false for none. */
  private span(s: number): boolean {
    const { edges } = this;
    const { next, start, other } = edges;
    const low = this.marks.low[s];
    const high = this.marks.high[s];
    let from = -1;
    let to = -1;
    for (let h = edges.elements.first[s]; h >= 0; h = next[h]) {
      const isGone = this.marks.has(other[h], GONE);
      if (!isGone && edges.endOf(h) < low) continue;
      if (!isGone && start[h] > high && from >= 0) continue;
      if (from < 0) from = h;
      to = h;
    }
    this.runFirst = from;
    this.runAfter = to;
    return from >= 0;
  }

  wholeRun(s: number): void {
    this.runFirst = this.edges.elements.first[s];
    this.runBefore = this.runAfter = -1;
  }

  /** Makes the envelope the border of its cell. Pieces that keep their neighbour keep their number. */
  store(): void {
    const { edges, envelope } = this;
    const { elements } = edges;
    const s = envelope.frame.element;
    let from = 0;
    const count = envelope.count;
    // Around a full turn, the first pieces may be the end of the last one.
    if (elements.isTurn(s))
      while (from < count - 1 && envelope.label(from) === envelope.label(count - 1)) from++;
    const after = this.runAfter;
    let spare = this.runFirst;
    let last = this.runBefore;
    let first = last >= 0 ? elements.first[s] : -1;
    for (let i = from; i < count; i++) {
      const label = envelope.label(i);
      let h = spare;
      if (spare !== after && this.isUnchanged(spare, i)) spare = edges.next[spare];
      else {
        envelope.locateStart(i);
        const { x, y, r } = envelope.frame;
        // A tie has no length: unless it reaches around the start of the turn. What nothing bounds waits for new cells.
        if (label >= 0 && !(from > 0 && i === count - 1) && this.isTie(i)) continue;
        if (last >= 0 && edges.other[last] === label) continue;
        while (h !== after && edges.other[h] !== label) h = edges.next[h];
        if (h !== after) {
          this.releaseRun(spare, h);
          spare = edges.next[h];
        } else h = edges.take(s, label);
        edges.start[h] = envelope.start(i);
        edges.x[h] = x;
        edges.y[h] = y;
        edges.r[h] = r;
        edges.note(h);
      }
      edges.chain(last, h);
      if (last < 0) first = h;
      last = h;
    }
    this.releaseRun(spare, after);
    edges.chain(last, after);
    if (last < 0) first = after;
    elements.first[s] = first;
    if (elements.isTurn(s)) this.partRepeated(s);
  }

  /** Whether piece i of the envelope, whose start was located last, has no length. */
  private isTie(i: number): boolean {
    const { edges, envelope } = this;
    const { x, y, r } = envelope.frame;
    const s = envelope.frame.element;
    const blur = edges.blur(s, x, y, r);
    const width = envelope.end(i) - envelope.start(i);
    // The chord of an angle is at least two thirds of that, up to a right angle, and pseudo-angles are no larger.
    const least = edges.elements.kind[s] === SEGMENT ? width : 0.6 * r * Math.min(width, TURN - width, 1);
    if (least > blur) return false;
    envelope.locateEnd(i);
    return Math.abs(x - envelope.frame.x) + Math.abs(y - envelope.frame.y) <= blur;
  }

  /**
   * Around a full turn, a list may begin elsewhere than before: pieces towards one and the same neighbour may then have
   * swapped their numbers, so they have to find their twins anew.
   */
  private partRepeated(s: number): void {
    const { edges } = this;
    const { next, other } = edges;
    for (let h = edges.elements.first[s]; h >= 0; h = next[h]) {
      for (let k = next[h]; k >= 0; k = next[k]) if (other[k] === other[h]) edges.part(h, k);
    }
  }

  /** Gives back the pieces of a list from one on, up to another. */
  private releaseRun(from: number, to: number): void {
    const { edges } = this;
    for (let h = from; h !== to; ) {
      const following = edges.next[h];
      edges.release(h);
      h = following;
    }
  }

  /** Whether a piece is what the envelope has at position i, both ends included, and neither cell has moved. */
  private isUnchanged(h: number, i: number): boolean {
    const { edges, envelope } = this;
    if (this.marks.has(envelope.frame.element, GONE) || this.marks.has(edges.other[h], GONE)) return false;
    if (edges.other[h] !== envelope.label(i) || edges.start[h] !== envelope.start(i)) return false;
    const after = edges.next[h];
    return after >= 0 ? edges.start[after] === envelope.end(i) : i === envelope.count - 1;
  }

  /** Takes all pieces of a cell away. */
  clear(s: number): void {
    const { elements } = this.edges;
    this.releaseRun(elements.first[s], -1);
    elements.first[s] = -1;
  }

  /** Notes both ends of a border, where it meets those of other elements; or what comes after it, if there is none. */
  noteEnds(s: number): void {
    const { edges } = this;
    const { next } = edges;
    let last = edges.elements.first[s];
    if (last < 0) {
      edges.noteAround(s);
      return;
    }
    edges.note(last);
    while (next[last] >= 0) last = next[last];
    edges.note(last);
  }
}
