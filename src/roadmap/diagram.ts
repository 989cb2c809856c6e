/**
 * The Voronoi diagram of points and sides of segments, exact up to rounding, that changes locally.
 *
 * Every element has a cell; the border of a cell is a list of pieces, a lower envelope (`envelope.ts`). Each piece has a
 * twin, the same edge of the diagram as the neighbour's cell sees it (`halfedges.ts`).
 *
 * A cell depends on the set of elements only, not on the order in which they came. An update first builds the new cells
 * from the quadtree. Then it renews, once each, the cells that border those that left or came: the intervals that the
 * removed elements held are open, and their neighbours compete for them, since nobody else can win there; the new
 * functions compete everywhere.
 */
import type { Box } from "../geometry/index.js";
import { POINT, SEGMENT, TURN } from "./elements.js";
import { UNBOUNDED } from "./envelope.js";
import { grown, HalfEdges } from "./halfedges.js";
import { Finder, type Nearest } from "./nearest.js";
import { Quadtree, type Visitor } from "./quadtree.js";

/** Longest part of a side that is built at once, in sizes of the leaves around it. */
const PART = 8;

/** Cells that are built between two reports of progress. */
const PROGRESS_STEP = 1024;

/** The diagram; see the top of this file. */
export class Diagram extends HalfEdges {
  readonly tree: Quadtree;

  private readonly builder: Visitor;
  private readonly finder: Finder;
  /** Elements that a search has seen: with its number. */
  private seen = new Int32Array(256);
  private stamp = 0;
  // Elements that leave, have been built, inherit or are to be renewed in this update: with its number.
  private gone = new Int32Array(256);
  private built = new Int32Array(256);
  private heir = new Int32Array(256);
  private stale = new Int32Array(256);
  private readonly heirs: number[] = [];
  /** Cells to renew; for each, from which parameter to which new neighbours look at it, and the first of them. */
  private readonly renewals: number[] = [];
  private low = new Float64Array(256);
  private high = new Float64Array(256);
  private source = new Int32Array(256);
  /** Lists of new neighbours: an element, and where the list goes on. */
  private readonly sources: number[] = [];
  private readonly seeds: number[] = [];
  private lastBuilt = -1;
  private onProgress: ((share: number) => void) | undefined;
  /** The part of a list that the envelope stands for: its first piece, and the ones before and after it. */
  private runFirst = -1;
  private runBefore = -1;
  private runAfter = -1;

  /**
   * @param box everything lies in it
   * @param tolerance walls nearer to each other than this have no ground between them, in metres
   */
  constructor(box: Box, tolerance = 0) {
    super();
    const { elements, envelope } = this;
    envelope.tolerance = tolerance;
    this.tree = new Quadtree(elements, box);
    this.builder = {
      wants: (x, y, size) => envelope.wants(x, y, size),
      visit: (element) => {
        if (this.seen[element] === this.stamp) return;
        this.seen[element] = this.stamp;
        if (element !== envelope.element && envelope.reaches(element) && envelope.add(element))
          envelope.measure();
      },
    };
    this.finder = new Finder(elements);
  }

  /**
   * Takes elements out and puts others in, as one change. Both are in the pool; those that leave are given back to it.
   *
   * @param relinked further elements whose neighbours along their obstacle have changed
   * @param nearest for a single new point: the element that owns the ground there, if that is known
   */
  update(
    removed: readonly number[],
    added: readonly number[],
    relinked: readonly number[] = [],
    nearest = -1,
  ): void {
    const { elements, tree, renewals } = this;
    this.reserve();
    this.beginChange();
    this.heirs.length = renewals.length = this.sources.length = 0;
    this.bequeath(removed);
    for (const s of added) tree.insert(s);
    this.seed(added, nearest);
    for (const [i, s] of added.entries()) {
      this.build(s);
      if (this.onProgress && i % PROGRESS_STEP === 0) this.onProgress(i / added.length);
    }
    for (const s of added) this.introduce(s);
    for (let i = 0; i < renewals.length; i++) this.renew(renewals[i]);
    for (const s of removed) {
      this.clear(s);
      elements.remove(s);
    }
    for (const s of relinked) if (elements.kind[s] !== 0) this.noteEnds(s);
    this.settle();
  }

  /** Puts many elements in at once; `progress` hears now and then which share is done. */
  fill(added: readonly number[], relinked: readonly number[], progress?: (share: number) => void): void {
    this.onProgress = progress;
    this.update([], added, relinked);
    this.onProgress = undefined;
  }

  private reserve(): void {
    const size = this.elements.kind.length;
    if (this.seen.length >= size) return;
    this.seen = grown(this.seen, size);
    this.gone = grown(this.gone, size);
    this.built = grown(this.built, size);
    this.heir = grown(this.heir, size);
    this.stale = grown(this.stale, size);
    this.low = grown(this.low, size);
    this.high = grown(this.high, size);
    this.source = grown(this.source, size);
  }

  /** Takes elements out of the tree; their neighbours become heirs. */
  private bequeath(removed: readonly number[]): void {
    const { gone, heir, heirs, elements, next, version } = this;
    for (const s of removed) {
      this.tree.remove(s);
      gone[s] = version;
    }
    for (const s of removed) {
      for (let h = elements.first[s]; h >= 0; h = next[h]) {
        const t = this.other[h];
        if (gone[t] === version || heir[t] === version) continue;
        heir[t] = version;
        heirs.push(t);
        this.expectRenewal(t);
      }
    }
  }

  private expectRenewal(t: number): void {
    if (this.stale[t] === this.version) return;
    this.stale[t] = this.version;
    this.renewals.push(t);
    this.low[t] = Infinity;
    this.high[t] = -Infinity;
    this.source[t] = -1;
  }

  /** For a single new point: its likely neighbours, those of whoever owns the ground there or stood there before. */
  private seed(added: readonly number[], nearest: number): void {
    const { elements, seeds, heirs } = this;
    seeds.length = 0;
    if (added.length !== 1 || elements.kind[added[0]] !== POINT) return;
    const s = added[0];
    const [x, y] = [elements.ax[s], elements.ay[s]];
    const owner = nearest >= 0 ? nearest : this.nearest(x, y, s).element;
    if (owner < 0) return;
    seeds.push(owner);
    if (this.heir[owner] === this.version) {
      for (const t of heirs) seeds.push(t);
      return;
    }
    const h = this.pieceAt(owner, x, y);
    if (h < 0) return;
    seeds.push(this.other[h]);
    if (this.prev[h] >= 0) seeds.push(this.other[this.prev[h]]);
    if (this.next[h] >= 0) seeds.push(this.other[this.next[h]]);
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
      if (length > 0) {
        this.addSeeds(s);
        this.tree.search(this.builder, elements.ax[s], elements.ay[s]);
      }
    }
    this.built[s] = this.version;
    this.wholeRun(s);
    this.store();
  }

  /** Shows a new cell its likely neighbours first, so that the search soon knows where to stop. */
  private addSeeds(s: number): void {
    const { elements, seeds } = this;
    if (seeds.length > 0) for (const t of seeds) this.addSeed(t);
    else {
      this.addNeighbours(elements.prev[s] === s ? this.lastBuilt : elements.prev[s]);
      if (elements.next[s] !== s) this.addNeighbours(elements.next[s]);
      this.lastBuilt = s;
    }
    this.envelope.measure();
  }

  private addNeighbours(t: number): void {
    if (t < 0 || this.elements.kind[t] === 0) return;
    this.addSeed(t);
    for (let h = this.elements.first[t]; h >= 0; h = this.next[h]) this.addSeed(this.other[h]);
  }

  private addSeed(t: number): void {
    if (t < 0 || this.seen[t] === this.stamp || this.gone[t] === this.version) return;
    this.seen[t] = this.stamp;
    if (t !== this.envelope.element) this.envelope.add(t);
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
    this.addSeeds(s);
    this.tree.search(this.builder, x, y);
    envelope.keep();
  }

  /** Tells the neighbours of a new cell about it, and from where to where it looks at them. */
  private introduce(s: number): void {
    const { elements, envelope, next, other, x, y, low, high, source, sources } = this;
    for (let h = elements.first[s]; h >= 0; h = next[h]) {
      const t = other[h];
      // A cell that was built in this update has looked around itself.
      if (t < 0 || this.built[t] === this.version) continue;
      this.expectRenewal(t);
      if (source[t] < 0 || sources[source[t]] !== s) {
        sources.push(s, source[t]);
        source[t] = sources.length - 2;
      }
      if (elements.kind[t] === POINT) continue;
      this.locate(h, this.endOf(h));
      const b = envelope.parameter(t, envelope.x, envelope.y);
      const a = envelope.parameter(t, x[h], y[h]);
      low[t] = Math.min(low[t], a, b);
      high[t] = Math.max(high[t], a, b);
    }
  }

  /**
   * Brings a cell up to date: new neighbours get their share, then the heirs what is left of that of removed elements. In
   * this order, since whoever moves a little gets most of its own back.
   */
  private renew(s: number): void {
    const { envelope, heirs, sources } = this;
    this.load(s);
    for (let i = this.source[s]; i >= 0; i = sources[i + 1]) envelope.add(sources[i], true);
    if (this.heir[s] === this.version) this.inherit(s, heirs);
    this.store();
  }

  /** Lets the other heirs compete, beginning with those next to s around what has left: most of the others then lose. */
  private inherit(s: number, heirs: readonly number[]): void {
    const { envelope } = this;
    const count = heirs.length;
    const at = heirs.indexOf(s);
    for (let i = 1; 2 * i <= count; i++) {
      envelope.add(heirs[(at + i) % count]);
      if (2 * i < count) envelope.add(heirs[(at + count - i) % count]);
    }
  }

  /**
   * Puts a border into the envelope: of a point, all of it; of a side, the pieces that can change and one more at both
   * ends. For an heir, only what it inherits from is open.
   */
  private load(s: number): void {
    const { envelope, elements, next, prev, start } = this;
    const first = elements.first[s];
    if (first < 0) {
      this.wholeRun(s);
      envelope.begin(s);
      return;
    }
    const isOpen = this.heir[s] !== this.version;
    if (elements.kind[s] === SEGMENT && this.span(s)) {
      const begin = prev[this.runFirst] >= 0 ? prev[this.runFirst] : this.runFirst;
      const end = next[this.runAfter] >= 0 ? next[this.runAfter] : this.runAfter;
      this.runFirst = begin;
      this.runBefore = prev[begin];
      this.runAfter = next[end];
      envelope.resume(s, this.endOf(end));
      if (this.runBefore < 0 && start[begin] > 0) this.append(begin, 0, isOpen);
      for (let h = begin; h !== this.runAfter; h = next[h]) this.append(h, start[h], isOpen);
      return;
    }
    this.wholeRun(s);
    envelope.resume(s, elements.length[s]);
    if (start[first] > 0) {
      // Around a full turn, the last piece reaches beyond the start.
      let last = first;
      if (this.isTurn(s)) while (next[last] >= 0) last = next[last];
      this.append(last, 0, isOpen);
    }
    for (let h = first; h >= 0; h = next[h]) this.append(h, start[h], isOpen);
  }

  private append(h: number, at: number, isOpen: boolean): void {
    const t = this.other[h];
    const isGone = t >= 0 && this.gone[t] === this.version;
    this.envelope.append(isGone ? UNBOUNDED : t, at, isOpen);
  }

  /** Makes the first and the last piece of a side that can change runFirst and runAfter; false for none. */
  private span(s: number): boolean {
    const { next, start, gone, other, version } = this;
    const low = this.low[s];
    const high = this.high[s];
    let from = -1;
    let to = -1;
    for (let h = this.elements.first[s]; h >= 0; h = next[h]) {
      const isGone = gone[other[h]] === version;
      if (!isGone && this.endOf(h) < low) continue;
      if (!isGone && start[h] > high && from >= 0) continue;
      if (from < 0) from = h;
      to = h;
    }
    this.runFirst = from;
    this.runAfter = to;
    return from >= 0;
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
      let h = spare;
      if (spare !== after && this.isUnchanged(spare, i)) spare = this.next[spare];
      else {
        envelope.locate(i, envelope.end(i));
        const { x: ex, y: ey } = envelope;
        envelope.locate(i, envelope.start(i));
        const { x, y, r } = envelope;
        // A tie has no length: unless it reaches around the start of the turn. What nothing bounds waits for new cells.
        const size = Math.abs(x - ex) + Math.abs(y - ey);
        if (label >= 0 && size <= this.blur(s, x, y, r) && !(from > 0 && i === count - 1)) continue;
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
  }

  /** Gives back the pieces of a list from one on, up to another. */
  private releaseRun(from: number, to: number): void {
    for (let h = from; h !== to; ) {
      const following = this.next[h];
      this.release(h);
      h = following;
    }
  }

  /** Whether a piece is what the envelope has at position i, both ends included. */
  private isUnchanged(h: number, i: number): boolean {
    const { envelope } = this;
    if (this.other[h] !== envelope.label(i) || this.start[h] !== envelope.start(i)) return false;
    const after = this.next[h];
    return after >= 0 ? this.start[after] === envelope.end(i) : i === envelope.count - 1;
  }

  /** Takes all pieces of a cell away. */
  private clear(s: number): void {
    this.releaseRun(this.elements.first[s], -1);
    this.elements.first[s] = -1;
  }

  /** Notes both ends of a border, where it meets those of other elements; or what comes after it, if there is none. */
  private noteEnds(s: number): void {
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

  /** The element nearest to a point, and whether the point lies on its free side; one element may be left out. */
  nearest(x: number, y: number, except = -1): Nearest {
    const { finder } = this;
    finder.begin(x, y, except);
    this.tree.search(finder, x, y);
    return { element: finder.element, distance: finder.distance, free: finder.faces };
  }

  /** What would be nearest to a point site at another place: mostly one of its neighbours, without a search. */
  nearestOnMove(element: number, x: number, y: number): Nearest {
    const { finder, elements, next, other } = this;
    finder.begin(x, y, element);
    for (let h = elements.first[element]; h >= 0; h = next[h]) finder.visit(other[h]);
    const dx = x - elements.ax[element];
    const dy = y - elements.ay[element];
    // Out of its own cell, others may be nearer than the neighbours.
    if (!(dx * dx + dy * dy <= finder.distance * finder.distance)) this.tree.search(finder, x, y);
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
