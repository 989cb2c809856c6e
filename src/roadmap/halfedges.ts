/**
 * The edges of a diagram as pairs of half-edges in pooled typed arrays.
 *
 *      \     h ->     /        h: a piece of s, s on its right         start of h = where it begins, seen along s
 *       +------------+         twin(h): the same edge seen from t      ahead(h) = the piece that follows it along s's
 *      /   <- twin    \                                                           obstacle, perhaps on the next element
 *
 * Around a vertex the pieces that start there follow each other by h -> ahead(twin(h)); a vertex has the smallest of their
 * numbers.
 *
 * While cells change, every piece that is new, or begins elsewhere, or has another neighbour in its list is noted, so
 * that `twins.ts` need look at these alone.
 */
import { firstCapacity, grown } from "../growth.js";
import { type Elements, SEGMENT, TURN } from "./elements.js";
import { TIE } from "./envelope.js";
import type { Frame } from "./frame.js";

/** How many pieces there is room for at first. */
const ROOM = 256;

/** The half-edges of a diagram; see the top of this file. */
export class HalfEdges {
  private readonly first = firstCapacity(ROOM);

  /** The element whose cell a piece borders, -1 for a number that is not in use. */
  cell = new Int32Array(this.first).fill(-1);
  /** The element on the other side. */
  other = new Int32Array(this.first);
  twin = new Int32Array(this.first);
  /** Neighbours in the list of the cell, -1 at its ends. */
  next = new Int32Array(this.first);
  prev = new Int32Array(this.first);
  /** Where the piece begins: parameter, place and radius of the circle there. */
  start = new Float64Array(this.first);
  x = new Float64Array(this.first);
  y = new Float64Array(this.first);
  r = new Float64Array(this.first);
  /** The vertex it begins at: the smallest number of the pieces that begin there. */
  vertex = new Int32Array(this.first);
  /** What `around` gives, kept for searches, which turn around very many vertices. */
  turned = new Int32Array(this.first);
  /** Length of the edge and radius of its smallest circle. */
  length = new Float64Array(this.first);
  clearance = new Float64Array(this.first);
  /** Radius of the largest disc that can pass along the edge: its clearance, less what agents beside it take up. */
  room = new Float64Array(this.first);
  /** The update in which the piece, one of its ends or the name of its vertex changed last. */
  changedAt = new Int32Array(this.first);

  /** One past the greatest piece in use. */
  count = 0;
  /** Pieces there are: twice the number of edges. */
  live = 0;
  /** Updates so far. */
  version = 0;
  /** Told after every update which pieces are new or have changed; some of them may have left again. */
  readonly listeners = new Set<(pieces: readonly number[]) => void>();
  /** Told which pieces leave, before they do. */
  readonly leaving = new Set<(piece: number) => void>();

  /** Pieces that have been noted in this update. */
  readonly changed: number[] = [];
  private readonly free: number[] = [];

  /** @param frame through which points of pieces are looked at */
  constructor(
    readonly elements: Elements,
    readonly frame: Frame,
  ) {}

  /** Number of vertices. */
  get vertices(): number {
    let count = 0;
    for (let h = 0; h < this.count; h++) if (this.cell[h] >= 0 && this.vertex[h] === h) count++;
    return count;
  }

  /** The piece that follows h along its obstacle. */
  ahead(h: number): number {
    const { elements, next, cell } = this;
    if (next[h] >= 0) return next[h];
    const s = cell[h];
    let t = elements.next[s];
    while (elements.first[t] < 0 && t !== s) t = elements.next[t];
    return elements.first[t];
  }

  /** The piece that begins at the same vertex, the next one around it. */
  around(h: number): number {
    return this.ahead(this.twin[h]);
  }

  /** The parameter at which a piece ends; around a full turn perhaps beyond its greatest. */
  endOf(h: number): number {
    const { elements, cell } = this;
    if (this.next[h] >= 0) return this.start[this.next[h]];
    const s = cell[h];
    const length = elements.length[s];
    return elements.isTurn(s) ? this.start[elements.first[s]] + TURN : length;
  }

  /** The point of a piece at a parameter of its cell. */
  pointAt(h: number, t: number): [x: number, y: number, r: number] {
    const { frame } = this;
    this.locate(h, t);
    return [frame.x, frame.y, frame.r];
  }

  /** Puts that point into x, y, r of the frame. */
  locate(h: number, t: number): void {
    const { frame, elements, cell, other } = this;
    frame.between(cell[h], other[h], t > TURN && elements.isTurn(cell[h]) ? t - TURN : t);
  }

  /** Begins an update. */
  begin(): void {
    this.version++;
    this.changed.length = 0;
  }

  /** Notes that a piece has changed. */
  note(h: number): void {
    if (h < 0 || this.changedAt[h] === this.version) return;
    this.changedAt[h] = this.version;
    this.changed.push(h);
  }

  /** Puts piece b after piece a in a list, either of which may be -1. */
  chain(a: number, b: number): void {
    if (a >= 0 && this.next[a] !== b) {
      this.next[a] = b;
      this.note(a);
    }
    if (b >= 0 && this.prev[b] !== a) {
      this.prev[b] = a;
      this.note(b);
    }
  }

  /** A new piece of the cell of s towards t. */
  take(s: number, t: number): number {
    let h = this.free.pop();
    if (h === undefined) {
      h = this.count++;
      // A little at a time where there are very many: the memory is never twice what is needed.
      if (h === this.cell.length) this.grow(h < 1e6 ? 2 * h : Math.ceil(1.25 * h));
    }
    this.live++;
    this.cell[h] = s;
    this.other[h] = t;
    this.twin[h] = -1;
    this.vertex[h] = h;
    this.next[h] = this.prev[h] = -1;
    this.note(h);
    return h;
  }

  /** Gives a piece's number back. */
  release(h: number): void {
    for (const tell of this.leaving) tell(h);
    this.divorce(h);
    this.cell[h] = -1;
    this.live--;
    this.free.push(h);
  }

  /** Makes room for so many pieces. */
  reserve(count: number): void {
    if (count > this.cell.length) this.grow(count);
  }

  private grow(size: number): void {
    this.cell = grown(this.cell, size, -1);
    this.other = grown(this.other, size);
    this.twin = grown(this.twin, size);
    this.next = grown(this.next, size);
    this.prev = grown(this.prev, size);
    this.start = grown(this.start, size);
    this.x = grown(this.x, size);
    this.y = grown(this.y, size);
    this.r = grown(this.r, size);
    this.vertex = grown(this.vertex, size);
    this.turned = grown(this.turned, size);
    this.length = grown(this.length, size);
    this.clearance = grown(this.clearance, size);
    this.room = grown(this.room, size);
    this.changedAt = grown(this.changedAt, size);
  }

  /** Parts a piece and its twin. */
  divorce(h: number): void {
    const k = this.twin[h];
    if (k >= 0 && this.twin[k] === h) {
      this.twin[k] = -1;
      this.note(k);
    }
    this.twin[h] = -1;
  }

  /** Lets two pieces, and their twins, find their twins anew. */
  part(h: number, k: number): void {
    this.divorce(h);
    this.divorce(k);
    this.note(h);
    this.note(k);
  }

  /** Below which length a piece is a tie: a share of the clearance, and the rounding of coordinates. */
  blur(s: number, x: number, y: number, r: number): number {
    const { kind, length } = this.elements;
    const size = Math.abs(x) + Math.abs(y) + (kind[s] === SEGMENT ? length[s] : 0);
    return TIE * r + 4 * Number.EPSILON * size;
  }

  /** Notes what follows along the obstacle of a cell that has no pieces. */
  noteAround(s: number): void {
    const { elements } = this;
    let t = elements.next[s];
    while (elements.first[t] < 0 && t !== s) t = elements.next[t];
    this.note(elements.first[t]);
  }
}
