/**
 * The Voronoi diagram of points and sides of segments, exact up to rounding, that changes locally.
 *
 * Every element has a cell; the border of a cell is a list of pieces, a lower envelope (`envelope.ts`). Each piece has a
 * twin: the same edge of the diagram as the neighbour's cell sees it. So the pieces are half-edges:
 *
 *      \     h ->     /        h: a piece of s, s on its right         start of h = where it begins, seen along s
 *       +------------+         twin(h): the same edge seen from t      ahead(h) = the piece that follows it along s's
 *      /   <- twin    \                                                           obstacle, perhaps on the next element
 *
 * Around a vertex the pieces that start there follow each other by h -> ahead(twin(h)); a vertex has the smallest of their
 * numbers. This makes no assumption about how many edges meet, so co-circular corners need no special case: a piece
 * without length that rounding shows to one cell and hides from its neighbour has no twin and is left out.
 *
 * A cell depends on the set of elements only, not on the order in which they came. Insertion builds the new cells from the
 * quadtree and takes the minimum with the new functions in the cells that they name; removal opens the intervals that
 * the removed elements held, and their neighbours compete for them: nobody else can win there.
 */
import type { Box } from "../geometry/index.js";
import { type EdgeMeasure, measureEdge } from "./edges.js";
import { Elements, POINT, pseudoAngle, SEGMENT, TURN } from "./elements.js";
import { Envelope, TIE, UNBOUNDED } from "./envelope.js";
import { Quadtree, type Visitor } from "./quadtree.js";

/** Where pieces without a twin are longer than this share of their clearance, something is wrong: see `defects`. */
const SUSPICIOUS = 1e-6;

/** Longest part of a side that is built at once, in sizes of the leaves around it. */
const PART = 8;

/** What lies nearest to a point: the result of `Diagram.nearest`. */
export interface Nearest {
  element: number;
  distance: number;
  /** Whether the point lies on the element's free side. */
  free: boolean;
}

function grown<T extends Float64Array | Int32Array>(array: T, size: number): T {
  const larger = new (array.constructor as new (length: number) => T)(size);
  larger.set(array);
  return larger;
}

/** The diagram; see the top of this file. */
export class Diagram {
  readonly elements = new Elements();
  readonly tree: Quadtree;

  /** The element whose cell a piece borders, -1 for a number that is not in use. */
  cell = new Int32Array(256).fill(-1);
  /** The element on the other side. */
  other = new Int32Array(256);
  twin = new Int32Array(256);
  /** Neighbours in the list of the cell, -1 at its ends. */
  next = new Int32Array(256);
  prev = new Int32Array(256);
  /** Where the piece begins: parameter, place and radius of the circle there. */
  start = new Float64Array(256);
  x = new Float64Array(256);
  y = new Float64Array(256);
  r = new Float64Array(256);
  /** The vertex it begins at: the smallest number of the pieces that begin there. */
  vertex = new Int32Array(256);
  /** Length of the edge and radius of its smallest circle. */
  length = new Float64Array(256);
  clearance = new Float64Array(256);
  /** Radius of the largest disc that can pass along the edge: its clearance, less what agents beside it take up. */
  room = new Float64Array(256);

  /** One past the greatest piece in use. */
  count = 0;
  /** Pieces there are: twice the number of edges. */
  live = 0;
  /** Updates so far. */
  version = 0;
  /** Pieces with a length that had no twin: 0 unless there is an error. */
  defects = 0;
  /** Told after every update which cells have changed; pieces of others are as they were. */
  readonly listeners = new Set<(cells: readonly number[]) => void>();
  /** Told which pieces leave, before they do. */
  readonly leaving = new Set<(piece: number) => void>();

  private readonly free: number[] = [];
  private readonly envelope: Envelope;
  private readonly builder: Visitor;
  /** Elements that a search has seen, that this update has touched, that it has built: with its number. */
  private seen = new Int32Array(256);
  private stamp = 0;
  private marks = new Int32Array(256);
  private mark = 0;
  private built = new Int32Array(256);
  private newest = 0;
  private readonly touched: number[] = [];
  private readonly seeds: number[] = [];
  private lastBuilt = -1;
  /** The part of a list that the envelope stands for: its first piece, and the ones before and after it. */
  private runFirst = -1;
  private runBefore = -1;
  private runAfter = -1;
  /** Pieces whose vertex has been named in this update. */
  private named = new Int32Array(256);
  private readonly measured: EdgeMeasure = { length: 0, clearance: 0 };
  private readonly finder: Finder;

  /** @param box everything lies in it */
  constructor(box: Box) {
    this.tree = new Quadtree(this.elements, box);
    const envelope = new Envelope(this.elements);
    this.envelope = envelope;
    this.builder = {
      wants: (x, y, size) => envelope.wants(x, y, size),
      visit: (element) => {
        if (this.seen[element] === this.stamp) return;
        this.seen[element] = this.stamp;
        if (element !== envelope.element && envelope.reaches(element) && envelope.add(element))
          envelope.measure();
      },
    };
    this.finder = new Finder(this.elements);
  }

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

  /**
   * Takes elements out and puts others in, as one change. Both are in the pool; those that leave are given back to it.
   *
   * @param relinked further elements whose neighbours along their obstacle have changed
   */
  update(removed: readonly number[], added: readonly number[], relinked: readonly number[] = []): void {
    const { elements, tree } = this;
    if (this.seen.length < elements.count) {
      this.seen = grown(this.seen, elements.kind.length);
      this.marks = grown(this.marks, elements.kind.length);
      this.built = grown(this.built, elements.kind.length);
    }
    this.touched.length = 0;
    this.mark++;
    for (const s of added) this.touch(s);
    this.inherit(removed);
    this.seed(added);
    for (const s of added) tree.insert(s);
    this.newest++;
    for (const s of added) this.build(s);
    this.share(added);
    for (const s of relinked) if (elements.kind[s] !== 0) this.touch(s);
    this.settle();
  }

  /** For a single new point: who owns the ground there, and the neighbours, which most likely become its own. */
  private seed(added: readonly number[]): void {
    const { elements, seeds } = this;
    seeds.length = 0;
    if (added.length !== 1 || elements.kind[added[0]] !== POINT) return;
    const { element } = this.nearest(elements.ax[added[0]], elements.ay[added[0]]);
    if (element < 0) return;
    seeds.push(element);
    const h = this.pieceAt(element, elements.ax[added[0]], elements.ay[added[0]]);
    for (const k of h < 0 ? [] : [h, this.prev[h], this.next[h]]) if (k >= 0) seeds.push(this.other[k]);
  }

  private touch(s: number): boolean {
    if (this.marks[s] === this.mark) return false;
    this.marks[s] = this.mark;
    this.touched.push(s);
    return true;
  }

  /** Takes elements out; their neighbours get the ground. */
  private inherit(removed: readonly number[]): void {
    if (removed.length === 0) return;
    const { elements, tree } = this;
    const gone = new Set(removed);
    const heirs: number[] = [];
    for (const s of removed) {
      tree.remove(s);
      for (let h = elements.first[s]; h >= 0; h = this.next[h]) {
        const t = this.other[h];
        if (!gone.has(t) && this.touch(t)) heirs.push(t);
      }
    }
    for (const s of heirs) this.refill(s, gone, heirs);
    for (const s of removed) {
      this.clear(s);
      elements.remove(s);
    }
  }

  /** Tells the neighbours of new cells about them. */
  private share(added: readonly number[]): void {
    const { elements } = this;
    const { newest } = this;
    const gains = new Map<number, number[]>();
    for (const s of added) {
      for (let h = elements.first[s]; h >= 0; h = this.next[h]) {
        const t = this.other[h];
        if (t < 0) continue;
        // A cell that was built in this update has looked around itself.
        if (this.built[t] === newest) continue;
        const sources = gains.get(t);
        if (!sources) gains.set(t, [s]);
        else if (sources[sources.length - 1] !== s) sources.push(s);
      }
    }
    for (const [t, sources] of gains) {
      this.touch(t);
      this.enrich(t, sources);
    }
  }

  /** A cell from nothing. */
  private build(s: number): void {
    const { elements, envelope } = this;
    const length = elements.length[s];
    if (elements.kind[s] === SEGMENT) {
      this.buildPart(s, 0, length);
      envelope.gather();
    } else {
      this.stamp++;
      envelope.begin(s);
      this.visitSeeds(s);
      if (length > 0) this.tree.search(this.builder, elements.ax[s], elements.ay[s]);
    }
    this.built[s] = this.newest;
    this.wholeRun(s);
    this.store();
  }

  /** Shows a new cell its likely neighbours first, so that the search soon knows where to stop. */
  private visitSeeds(s: number): void {
    const { elements, builder, seeds } = this;
    for (const t of seeds) builder.visit(t);
    if (seeds.length > 0) return;
    const before = elements.prev[s] === s ? this.lastBuilt : elements.prev[s];
    this.visitNeighbours(before);
    if (elements.next[s] !== s) this.visitNeighbours(elements.next[s]);
    this.lastBuilt = s;
  }

  private visitNeighbours(t: number): void {
    const { elements, builder } = this;
    if (t < 0 || elements.kind[t] === 0) return;
    builder.visit(t);
    for (let h = elements.first[t]; h >= 0; h = this.next[h])
      if (this.other[h] >= 0) builder.visit(this.other[h]);
  }

  /** A long side is looked at part by part, so that each part meets its own neighbourhood only. */
  private buildPart(s: number, low: number, high: number): void {
    const { elements, envelope } = this;
    const middle = (low + high) / 2;
    const x = elements.ax[s] + middle * elements.ux[s];
    const y = elements.ay[s] + middle * elements.uy[s];
    if (high - low > PART * this.tree.grain(x, y)) {
      this.buildPart(s, low, middle);
      this.buildPart(s, middle, high);
      return;
    }
    this.stamp++;
    envelope.begin(s, low, high);
    this.visitSeeds(s);
    this.tree.search(this.builder, x, y);
    envelope.keep();
  }

  /** A cell whose pieces towards `gone` are up for grabs by `heirs`. */
  private refill(s: number, gone: ReadonlySet<number>, heirs: readonly number[]): void {
    const { elements, next, other } = this;
    let from = -1;
    let to = -1;
    for (let h = elements.first[s]; h >= 0; h = next[h]) {
      if (!gone.has(other[h])) continue;
      if (from < 0) from = h;
      to = h;
    }
    this.load(s, from, to, gone);
    for (const t of heirs) if (t !== s) this.envelope.add(t);
    this.store();
  }

  /** A cell that has got new neighbours: only the pieces across which they look at it can change. */
  private enrich(s: number, sources: readonly number[]): void {
    const { elements, next, start } = this;
    let low = Infinity;
    let high = -Infinity;
    for (const t of sources) {
      for (let h = elements.first[t]; h >= 0; h = next[h]) {
        if (this.other[h] !== s) continue;
        const [x, y] = this.pointAt(h, this.endOf(h));
        const a = this.envelope.parameter(s, this.x[h], this.y[h]);
        const b = this.envelope.parameter(s, x, y);
        low = Math.min(low, a, b);
        high = Math.max(high, a, b);
      }
    }
    let from = -1;
    let to = -1;
    for (let h = elements.first[s]; h >= 0; h = next[h]) {
      if (this.endOf(h) < low) continue;
      if (start[h] > high && from >= 0) break;
      if (from < 0) from = h;
      to = h;
    }
    this.load(s, from, to, null);
    for (const t of sources) this.envelope.add(t);
    this.store();
  }

  /**
   * Puts a border into the envelope: of a side, the pieces `from` to `to` and one more at both ends; of a point, all. With
   * `gone`, only the pieces towards these are open.
   */
  private load(s: number, from: number, to: number, gone: ReadonlySet<number> | null): void {
    const { envelope, elements, next, prev, other, start } = this;
    const first = elements.first[s];
    if (first < 0) {
      this.wholeRun(s);
      envelope.begin(s);
      return;
    }
    const append = (h: number, at: number): void =>
      envelope.append(gone?.has(other[h]) ? UNBOUNDED : other[h], at, gone === null);
    const isPart = elements.kind[s] === SEGMENT && from >= 0;
    if (isPart) {
      const begin = prev[from] >= 0 ? prev[from] : from;
      const end = next[to] >= 0 ? next[to] : to;
      this.runFirst = begin;
      this.runBefore = prev[begin];
      this.runAfter = next[end];
      envelope.resume(s, this.endOf(end));
      if (this.runBefore < 0 && start[begin] > 0) append(begin, 0);
      for (let h = begin; h !== this.runAfter; h = next[h]) append(h, start[h]);
      return;
    }
    this.wholeRun(s);
    envelope.resume(s, elements.length[s]);
    if (start[first] > 0) {
      // Around a full turn, the last piece reaches beyond the start.
      let last = first;
      if (this.isTurn(s)) while (next[last] >= 0) last = next[last];
      append(last, 0);
    }
    for (let h = first; h >= 0; h = next[h]) append(h, start[h]);
  }

  private wholeRun(s: number): void {
    this.runFirst = this.elements.first[s];
    this.runBefore = this.runAfter = -1;
  }

  /** Makes the envelope the border of its cell. Pieces that keep their neighbour keep their number. */
  private store(): void {
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
      if (spare !== after && this.isUnchanged(spare, i)) {
        this.prev[spare] = last;
        if (last >= 0) this.next[last] = spare;
        else first = spare;
        last = spare;
        spare = this.next[spare];
        continue;
      }
      envelope.locate(i, envelope.end(i));
      const { x: ex, y: ey } = envelope;
      envelope.locate(i, envelope.start(i));
      const { x, y, r } = envelope;
      // A tie has no length: unless it reaches around the start of the turn. What nothing bounds waits for new cells.
      const size = Math.abs(x - ex) + Math.abs(y - ey);
      if (label >= 0 && size <= this.blur(s, x, y, r) && !(from > 0 && i === count - 1)) continue;
      if (last >= 0 && this.other[last] === label) continue;
      let h = spare;
      while (h !== after && this.other[h] !== label) h = this.next[h];
      if (h !== after) {
        for (let k = spare; k !== h; ) {
          const following = this.next[k];
          this.release(k);
          k = following;
        }
        spare = this.next[h];
      } else h = this.take(s, label);
      this.start[h] = envelope.start(i);
      this.x[h] = x;
      this.y[h] = y;
      this.r[h] = r;
      this.prev[h] = last;
      if (last >= 0) this.next[last] = h;
      else first = h;
      last = h;
    }
    while (spare !== after) {
      const following = this.next[spare];
      this.release(spare);
      spare = following;
    }
    if (last >= 0) this.next[last] = after;
    else first = after;
    if (after >= 0) this.prev[after] = last;
    elements.first[s] = first;
  }

  /** Whether a piece is what the envelope has at position i, both ends included. */
  private isUnchanged(h: number, i: number): boolean {
    const { envelope } = this;
    if (this.other[h] !== envelope.label(i) || this.start[h] !== envelope.start(i)) return false;
    const after = this.next[h];
    return after >= 0 ? this.start[after] === envelope.end(i) : i === envelope.count - 1;
  }

  private take(s: number, t: number): number {
    let h = this.free.pop();
    if (h === undefined) {
      h = this.count++;
      if (h === this.cell.length) this.growPieces(2 * h);
    }
    this.live++;
    this.cell[h] = s;
    this.other[h] = t;
    this.twin[h] = -1;
    this.vertex[h] = h;
    this.next[h] = this.prev[h] = -1;
    return h;
  }

  private release(h: number): void {
    for (const tell of this.leaving) tell(h);
    this.divorce(h);
    this.cell[h] = -1;
    this.live--;
    this.free.push(h);
  }

  private growPieces(size: number): void {
    const known = this.cell.length;
    this.cell = grown(this.cell, size).fill(-1, known);
    this.other = grown(this.other, size);
    this.twin = grown(this.twin, size);
    this.next = grown(this.next, size);
    this.prev = grown(this.prev, size);
    this.start = grown(this.start, size);
    this.x = grown(this.x, size);
    this.y = grown(this.y, size);
    this.r = grown(this.r, size);
    this.vertex = grown(this.vertex, size);
    this.length = grown(this.length, size);
    this.clearance = grown(this.clearance, size);
    this.room = grown(this.room, size);
    this.named = grown(this.named, size);
  }

  /** Takes all pieces of a cell away. */
  private clear(s: number): void {
    const { elements } = this;
    for (let h = elements.first[s]; h >= 0; ) {
      const after = this.next[h];
      this.release(h);
      h = after;
    }
    elements.first[s] = -1;
  }

  /** After cells have changed: finds twins, leaves out what has none, measures edges and names vertices. */
  private settle(): void {
    const { elements, touched } = this;
    const changed = touched.length;
    for (let i = 0; i < changed; i++) this.pair(touched[i]);
    // A cell beside a changed one may have lost the twin of a piece without length.
    for (let i = 0; i < changed; i++) {
      for (let h = elements.first[touched[i]]; h >= 0; h = this.next[h]) {
        if (this.twin[h] < 0 && this.other[h] >= 0) this.touch(this.other[h]);
      }
    }
    for (let i = 0; i < touched.length; i++) this.dropSingles(touched[i]);
    for (let i = 0; i < touched.length; i++) this.joinPairs(touched[i]);
    this.version++;
    for (let i = 0; i < touched.length; i++) {
      for (let h = elements.first[touched[i]]; h >= 0; h = this.next[h]) {
        const k = this.twin[h];
        if (h < k || this.marks[this.other[h]] !== this.mark) this.measure(h);
        this.name(h);
        this.name(k);
      }
    }
    for (const tell of this.listeners) tell(touched);
  }

  /** Finds the twins of a cell's pieces. */
  private pair(s: number): void {
    const { other, next, elements } = this;
    for (let h = elements.first[s]; h >= 0; h = next[h]) {
      const t = other[h];
      // Where two cells meet again or no more, one of their pieces has no twin yet and speaks for all of them.
      if (t < 0 || this.twin[h] >= 0) continue;
      let mate = -1;
      let mates = 0;
      for (let k = elements.first[t]; k >= 0; k = next[k]) {
        if (other[k] !== s) continue;
        mates++;
        mate = k;
      }
      let rivals = 0;
      if (mates > 0) for (let k = elements.first[s]; k >= 0; k = next[k]) if (other[k] === t) rivals++;
      if (mates === 1 && rivals === 1) this.marry(h, mate);
      else if (mates > 0) this.pairMany(s, t);
      else this.divorce(h);
    }
  }

  private divorce(h: number): void {
    const k = this.twin[h];
    if (k >= 0 && this.twin[k] === h) {
      this.twin[k] = -1;
      this.touch(this.cell[k]);
    }
    this.twin[h] = -1;
  }

  private marry(h: number, k: number): void {
    if (this.twin[h] !== k) this.divorce(h);
    if (this.twin[k] !== h) this.divorce(k);
    this.twin[h] = k;
    this.twin[k] = h;
  }

  /** Two cells that meet several times: pieces belong together whose middles are nearest. */
  private pairMany(s: number, t: number): void {
    const own = this.piecesTowards(s, t);
    const theirs = this.piecesTowards(t, s);
    const pairs: { h: number; k: number; apart: number }[] = [];
    for (const h of own) {
      const [hx, hy] = this.middle(h);
      for (const k of theirs) {
        const [kx, ky] = this.middle(k);
        pairs.push({ h, k, apart: Math.hypot(hx - kx, hy - ky) });
      }
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

  /** The parameter at which a piece ends; around a full turn perhaps beyond its greatest. */
  endOf(h: number): number {
    const { elements, cell } = this;
    if (this.next[h] >= 0) return this.start[this.next[h]];
    const s = cell[h];
    const length = elements.length[s];
    return elements.kind[s] === POINT && length === TURN ? this.start[elements.first[s]] + TURN : length;
  }

  /** The point of a piece at a parameter of its cell. */
  pointAt(h: number, t: number): [x: number, y: number, r: number] {
    const { envelope } = this;
    envelope.between(this.cell[h], this.other[h], t > TURN && this.isTurn(this.cell[h]) ? t - TURN : t);
    return [envelope.x, envelope.y, envelope.r];
  }

  private isTurn(s: number): boolean {
    return this.elements.kind[s] === POINT && this.elements.length[s] === TURN;
  }

  private middle(h: number): [x: number, y: number, r: number] {
    return this.pointAt(h, (this.start[h] + this.endOf(h)) / 2);
  }

  /** Leaves out pieces without a twin. */
  private dropSingles(s: number): void {
    for (let h = this.elements.first[s]; h >= 0; ) {
      const after = this.next[h];
      if (this.twin[h] < 0) {
        if (this.isSuspicious(h)) this.defects++;
        this.unlink(h);
      }
      h = after;
    }
  }

  /** Whether a piece without a twin is longer than rounding explains. */
  private isSuspicious(h: number): boolean {
    if (this.other[h] < 0) return this.endOf(h) - this.start[h] > SUSPICIOUS;
    const [x, y, r] = this.pointAt(h, this.endOf(h));
    const size = Math.abs(x - this.x[h]) + Math.abs(y - this.y[h]);
    return size > (SUSPICIOUS / TIE) * this.blur(this.cell[h], x, y, r);
  }

  /** Below which length a piece is a tie: a share of the clearance, and the rounding of coordinates. */
  private blur(s: number, x: number, y: number, r: number): number {
    const { kind, length } = this.elements;
    const size = Math.abs(x) + Math.abs(y) + (kind[s] === SEGMENT ? length[s] : 0);
    return TIE * r + 4 * Number.EPSILON * size;
  }

  /** Takes a piece out of its list; the one before, or else the one after, covers its place. */
  private unlink(h: number): void {
    const { elements, next, prev, cell } = this;
    const before = prev[h];
    const after = next[h];
    if (before >= 0) next[before] = after;
    else elements.first[cell[h]] = after;
    if (after >= 0) prev[after] = before;
    if (before < 0 && after >= 0 && !this.isTurn(cell[h])) {
      this.start[after] = this.start[h];
      this.x[after] = this.x[h];
      this.y[after] = this.y[h];
      this.r[after] = this.r[h];
    }
    this.release(h);
  }

  /** Joins two pieces in a row that are one edge, where what lay between them was left out on both sides. */
  private joinPairs(s: number): void {
    const { next, other, twin, elements } = this;
    for (let h = elements.first[s]; h >= 0; h = next[h]) {
      while (next[h] >= 0 && other[next[h]] === other[h] && next[twin[next[h]]] === twin[h]) {
        const second = next[h];
        const k = twin[h];
        const m = twin[second];
        twin[h] = m;
        twin[m] = h;
        twin[second] = twin[k] = -1;
        this.unlink(second);
        this.unlink(k);
      }
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
    let k = h;
    do {
      this.vertex[k] = least;
      this.named[k] = this.version;
      k = this.around(k);
    } while (k !== h);
  }

  /** The element nearest to a point, and whether the point lies on its free side. */
  nearest(x: number, y: number): Nearest {
    const { finder } = this;
    finder.begin(x, y);
    this.tree.search(finder, x, y);
    return { element: finder.element, distance: finder.distance, free: finder.faces };
  }

  /** The piece of the border straight ahead of a point, seen from its nearest element; -1 for an empty cell. */
  pieceAt(element: number, x: number, y: number): number {
    const { elements, next, start } = this;
    const t = this.parameterOf(element, x, y);
    const first = elements.first[element];
    if (first < 0) return -1;
    let found = first;
    if (t < start[first] && this.isTurn(element)) {
      while (next[found] >= 0) found = next[found];
      return found;
    }
    for (let h = next[first]; h >= 0 && start[h] <= t; h = next[h]) found = h;
    return found;
  }

  /** The parameter of a point in an element's frame. */
  parameterOf(element: number, x: number, y: number): number {
    const t = this.envelope.parameter(element, x, y);
    const length = this.elements.length[element];
    if (this.elements.kind[element] === SEGMENT) return Math.min(Math.max(t, 0), length);
    // Out of a corner's wedge by a rounding error, on one side or the other.
    return t <= length ? t : t > (length + TURN) / 2 ? 0 : length;
  }
}

/** Looks for the element nearest to a point. */
class Finder implements Visitor {
  element = -1;
  distance = Infinity;
  faces = false;
  private x = 0;
  private y = 0;

  constructor(private readonly elements: Elements) {}

  begin(x: number, y: number): void {
    this.x = x;
    this.y = y;
    this.element = -1;
    this.distance = Infinity;
    this.faces = false;
  }

  wants(x: number, y: number, size: number): boolean {
    const dx = Math.max(x - this.x, this.x - x - size, 0);
    const dy = Math.max(y - this.y, this.y - y - size, 0);
    const reach = this.distance * (1 + 1e-9);
    return dx * dx + dy * dy <= reach * reach;
  }

  visit(s: number): void {
    const { elements } = this;
    const dx = this.x - elements.ax[s];
    const dy = this.y - elements.ay[s];
    let distance: number;
    let faces: boolean;
    if (elements.kind[s] === SEGMENT) {
      const t = dx * elements.ux[s] + dy * elements.uy[s];
      const height = dy * elements.ux[s] - dx * elements.uy[s];
      if (t < 0) distance = Math.hypot(dx, dy);
      else if (t > elements.length[s])
        distance = Math.hypot(this.x - elements.bx[s], this.y - elements.by[s]);
      else distance = Math.abs(height);
      const slack = 1e-12 * elements.length[s];
      faces = height >= 0 && t >= -slack && t <= elements.length[s] + slack;
    } else {
      distance = Math.hypot(dx, dy);
      const angle = pseudoAngle(
        dx * elements.ux[s] + dy * elements.uy[s],
        dx * elements.uy[s] - dy * elements.ux[s],
      );
      // In line with a normal, rounding decides between the corner and its wall: both are right.
      faces = angle <= elements.length[s] + 1e-9 || angle >= TURN - 1e-9;
    }
    // Of equally near ones, the one that the point lies in front of says on which side it is.
    const slack = 1e-12 * (Math.abs(dx) + Math.abs(dy));
    if (distance < this.distance - slack || (distance <= this.distance + slack && faces && !this.faces)) {
      this.element = s;
      this.distance = distance;
      this.faces = faces;
    }
  }
}
