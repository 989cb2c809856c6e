/**
 * The edges of a diagram as pairs of half-edges in pooled typed arrays, and how they find together.
 *
 *      \     h ->     /        h: a piece of s, s on its right         start of h = where it begins, seen along s
 *       +------------+         twin(h): the same edge seen from t      ahead(h) = the piece that follows it along s's
 *      /   <- twin    \                                                           obstacle, perhaps on the next element
 *
 * Around a vertex the pieces that start there follow each other by h -> ahead(twin(h)); a vertex has the smallest of their
 * numbers. This makes no assumption about how many edges meet, so co-circular corners need no special case: a piece
 * without length that rounding shows to one cell and hides from its neighbour has no twin and is left out.
 *
 * While cells change, every piece that is new, or begins elsewhere, or has another neighbour in its list is noted; `settle`
 * then looks at these alone, so the cost of an update does not depend on how many pieces a long wall has.
 */
import { firstCapacity, grown } from "../growth.js";
import { type EdgeMeasure, measureEdge } from "./edges.js";
import { Elements, POINT, SEGMENT, TURN } from "./elements.js";
import { Envelope, TIE } from "./envelope.js";

/** Where pieces without a twin are longer than this share of their clearance, something is wrong: see `defects`. */
const SUSPICIOUS = 1e-6;

/** Functions that touch without crossing may seem to cross twice within this share of the coordinates: a root of rounding. */
const TOUCH = 5e-8;

/** Pieces that begin at one vertex are no farther apart than this share of its circle, or something is wrong. */
const SPREAD = 1e-4;

/** How many pieces there is room for at first. */
const ROOM = 256;

/** The half-edges of a diagram; see the top of this file. */
export class HalfEdges {
  readonly elements = new Elements();

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
  /** Pieces with a length that had no twin, and vertices whose pieces begin in several places: 0 unless there is an error. */
  defects = 0;
  /** Told after every update which pieces are new or have changed; some of them may have left again. */
  readonly listeners = new Set<(pieces: readonly number[]) => void>();
  /** Told which pieces leave, before they do. */
  readonly leaving = new Set<(piece: number) => void>();

  protected readonly envelope = new Envelope(this.elements);
  private readonly free: number[] = [];
  private readonly changed: number[] = [];
  /** Pieces whose vertex has been named in this update. */
  private named = new Int32Array(this.first);
  private readonly measured: EdgeMeasure = { length: 0, clearance: 0 };

  /** Number of edges. */
  get edges(): number {
    return this.live / 2;
  }

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
    return this.isTurn(s) ? this.start[elements.first[s]] + TURN : length;
  }

  /** The point of a piece at a parameter of its cell. */
  pointAt(h: number, t: number): [x: number, y: number, r: number] {
    const { envelope } = this;
    this.locate(h, t);
    return [envelope.x, envelope.y, envelope.r];
  }

  /** Puts that point into x, y, r of the envelope. */
  protected locate(h: number, t: number): void {
    this.envelope.between(this.cell[h], this.other[h], t > TURN && this.isTurn(this.cell[h]) ? t - TURN : t);
  }

  /** Whether an element is a point with free ground all around. */
  protected isTurn(s: number): boolean {
    return this.elements.kind[s] === POINT && this.elements.length[s] === TURN;
  }

  /** Begins an update. */
  protected beginChange(): void {
    this.version++;
    this.changed.length = 0;
  }

  /** Notes that a piece has changed. */
  protected note(h: number): void {
    if (h < 0 || this.changedAt[h] === this.version) return;
    this.changedAt[h] = this.version;
    this.changed.push(h);
  }

  /** Puts piece b after piece a in a list, either of which may be -1. */
  protected chain(a: number, b: number): void {
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
  protected take(s: number, t: number): number {
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
  protected release(h: number): void {
    for (const tell of this.leaving) tell(h);
    this.divorce(h);
    this.cell[h] = -1;
    this.live--;
    this.free.push(h);
  }

  /** Makes room for so many pieces. */
  protected reservePieces(count: number): void {
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
    this.named = grown(this.named, size);
    this.changedAt = grown(this.changedAt, size);
  }

  /** After cells have changed: finds twins, leaves out what has none, measures edges and names vertices. */
  protected settle(): void {
    const { changed, cell, twin } = this;
    for (let i = 0; i < changed.length; i++) {
      const h = changed[i];
      if (cell[h] < 0 || this.other[h] < 0) continue;
      if (twin[h] < 0) this.pair(h);
      else if (this.isAstray(h)) this.pairMany(cell[h], this.other[h]);
    }
    // Ties first: what is left without a twin may then turn out to go on beside them.
    for (let i = 0; i < changed.length; i++) {
      const h = changed[i];
      if (cell[h] >= 0 && twin[h] < 0 && !this.isSuspicious(h)) this.unlink(h);
    }
    for (let i = 0; i < changed.length; i++) {
      const h = changed[i];
      if (cell[h] >= 0 && twin[h] < 0) this.dropSingle(h);
    }
    for (let i = 0; i < changed.length; i++) {
      if (cell[changed[i]] >= 0) this.joinPairs(changed[i]);
    }
    // Pieces that only get another name for their vertex are noted while this goes on; they need no more than that.
    const count = changed.length;
    for (let i = 0; i < count; i++) {
      const h = changed[i];
      if (cell[h] < 0) continue;
      const k = twin[h];
      if (h < k || this.changedAt[k] !== this.version) this.measure(h);
      this.name(h);
      this.name(k);
    }
    for (const tell of this.listeners) tell(changed);
  }

  /** Finds the twin of a piece. Where two cells meet several times, those of all their pieces. */
  private pair(h: number): void {
    const { other, next, elements, cell } = this;
    const [s, t] = [cell[h], other[h]];
    let mate = -1;
    let mates = 0;
    for (let k = elements.first[t]; k >= 0; k = next[k]) {
      if (other[k] !== s) continue;
      mates++;
      mate = k;
    }
    if (mates === 0) return;
    let rivals = 0;
    for (let k = elements.first[s]; k >= 0; k = next[k]) if (other[k] === t) rivals++;
    if (mates === 1 && rivals === 1) this.marry(h, mate);
    else this.pairMany(s, t);
  }

  /**
   * Whether a piece does not begin where its twin ends: where two cells meet several times, both may have kept the numbers
   * of their pieces, but not for the same edges.
   */
  private isAstray(h: number): boolean {
    const { x, y } = this;
    const end = this.around(h);
    return Math.abs(x[h] - x[end]) + Math.abs(y[h] - y[end]) > this.farApart(h);
  }

  /** How far apart places that should be the start of h must be so that something is wrong. */
  private farApart(h: number): number {
    return SPREAD * this.r[h] + TOUCH * (Math.abs(this.x[h]) + Math.abs(this.y[h]));
  }

  private divorce(h: number): void {
    const k = this.twin[h];
    if (k >= 0 && this.twin[k] === h) {
      this.twin[k] = -1;
      this.note(k);
    }
    this.twin[h] = -1;
  }

  /** Lets two pieces, and their twins, find their twins anew. */
  protected part(h: number, k: number): void {
    this.divorce(h);
    this.divorce(k);
    this.note(h);
    this.note(k);
  }

  private marry(h: number, k: number): void {
    if (this.twin[h] !== k) this.divorce(h);
    if (this.twin[k] !== h) this.divorce(k);
    this.twin[h] = k;
    this.twin[k] = h;
    this.note(h);
    this.note(k);
  }

  /** Two cells that meet several times: pieces belong together whose ends are nearest, one's start to the other's end. */
  private pairMany(s: number, t: number): void {
    const own = this.piecesTowards(s, t);
    const theirs = this.piecesTowards(t, s);
    const pairs: { h: number; k: number; apart: number }[] = [];
    const ends = theirs.map((k) => this.pointAt(k, this.endOf(k)));
    for (const h of own) {
      const [hx, hy] = this.pointAt(h, this.endOf(h));
      theirs.forEach((k, i) => {
        const [kx, ky] = ends[i];
        const apart = Math.hypot(hx - this.x[k], hy - this.y[k]) + Math.hypot(kx - this.x[h], ky - this.y[h]);
        pairs.push({ h, k, apart });
      });
    }
    pairs.sort((p, q) => p.apart - q.apart || p.h - q.h || p.k - q.k);
    for (const h of own) this.divorce(h);
    for (const k of theirs) this.divorce(k);
    for (const { h, k } of pairs) if (this.twin[h] < 0 && this.twin[k] < 0) this.marry(h, k);
  }

  private piecesTowards(s: number, t: number): number[] {
    const found: number[] = [];
    for (let h = this.elements.first[s]; h >= 0; h = this.next[h]) if (this.other[h] === t) found.push(h);
    return found;
  }

  /**
   * Leaves out a piece without a twin: harmless where it is one with a piece beside it, from which only a tie that the other
   * cell did not see had parted it.
   */
  private dropSingle(h: number): void {
    const { other, prev, next } = this;
    const [before, after] = [prev[h], next[h]];
    if (before >= 0 && other[before] === other[h]) this.unlink(h);
    else if (after >= 0 && other[after] === other[h]) {
      this.beginAt(after, h);
      this.unlink(h);
    } else {
      this.defects++;
      this.unlink(h);
    }
  }

  /** Lets a piece begin where another one does. */
  private beginAt(h: number, k: number): void {
    this.start[h] = this.start[k];
    this.x[h] = this.x[k];
    this.y[h] = this.y[k];
    this.r[h] = this.r[k];
    this.note(h);
  }

  /** Whether a piece without a twin is longer than rounding explains. */
  private isSuspicious(h: number): boolean {
    if (this.other[h] < 0) return this.endOf(h) - this.start[h] > SUSPICIOUS;
    const end = this.endOf(h);
    const [x, y, r] = this.pointAt(h, end);
    const size = Math.abs(x - this.x[h]) + Math.abs(y - this.y[h]);
    const touch = TOUCH * (Math.abs(x) + Math.abs(y));
    // Over a side it may be high and have no width: the cell of an end that all but lies on it.
    const width = this.elements.kind[this.cell[h]] === SEGMENT ? end - this.start[h] : size;
    if (Math.min(size, width) <= touch) return false;
    return size > (SUSPICIOUS / TIE) * this.blur(this.cell[h], x, y, r);
  }

  /** Below which length a piece is a tie: a share of the clearance, and the rounding of coordinates. */
  protected blur(s: number, x: number, y: number, r: number): number {
    const { kind, length } = this.elements;
    const size = Math.abs(x) + Math.abs(y) + (kind[s] === SEGMENT ? length[s] : 0);
    return TIE * r + 4 * Number.EPSILON * size;
  }

  /** Takes a piece out of its list; the one before, or else the one after, covers its place. */
  private unlink(h: number): void {
    const { elements, next, prev, cell } = this;
    const s = cell[h];
    const before = prev[h];
    const after = next[h];
    this.chain(before, after);
    if (before < 0) elements.first[s] = after;
    // What nothing bounds has no place.
    if (before < 0 && after >= 0 && this.other[h] >= 0 && !this.isTurn(s)) this.beginAt(after, h);
    this.release(h);
    if (elements.first[s] < 0) this.noteAround(s);
  }

  /** Notes what follows along the obstacle of a cell that has no pieces. */
  protected noteAround(s: number): void {
    const { elements } = this;
    let t = elements.next[s];
    while (elements.first[t] < 0 && t !== s) t = elements.next[t];
    this.note(elements.first[t]);
  }

  /** Joins pieces in a row that are one edge, where what lay between them was left out on both sides. */
  private joinPairs(h: number): void {
    const { next, other, twin } = this;
    while (next[h] >= 0 && other[next[h]] === other[h] && next[twin[next[h]]] === twin[h]) {
      const second = next[h];
      const k = twin[h];
      const m = twin[second];
      twin[h] = m;
      twin[m] = h;
      twin[second] = twin[k] = -1;
      this.note(h);
      this.note(m);
      this.unlink(second);
      this.unlink(k);
    }
  }

  private measure(h: number): void {
    const { twin, x, y, r, cell, other, measured } = this;
    const k = twin[h];
    measureEdge(this.elements, cell[h], other[h], x[h], y[h], r[h], x[k], y[k], r[k], measured);
    this.length[h] = this.length[k] = measured.length;
    this.clearance[h] = this.clearance[k] = measured.clearance;
    const { radius } = this.elements;
    this.room[h] = this.room[k] = measured.clearance - Math.max(radius[cell[h]], radius[other[h]]);
  }

  /** Gives all pieces that begin where h does the smallest of their numbers. */
  private name(h: number): void {
    if (this.named[h] === this.version) return;
    let least = h;
    for (let k = this.around(h); k !== h; k = this.around(k)) if (k < least) least = k;
    const { x, y } = this;
    const most = this.farApart(least);
    let isTorn = false;
    let k = h;
    do {
      if (Math.abs(x[k] - x[least]) + Math.abs(y[k] - y[least]) > most) isTorn = true;
      if (this.vertex[k] !== least) {
        this.vertex[k] = least;
        this.note(k);
      }
      this.named[k] = this.version;
      this.turned[k] = this.around(k);
      k = this.turned[k];
    } while (k !== h);
    if (isTorn) this.defects++;
  }
}
