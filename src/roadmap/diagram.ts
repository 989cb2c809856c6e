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
import { Dual } from "./dual.js";
import { POINT, pseudoAngle, SEGMENT, TURN } from "./elements.js";
import { UNBOUNDED } from "./envelope.js";
import { grown } from "./halfedges.js";
import { Finder, type Nearest } from "./nearest.js";
import { Quadtree } from "./quadtree.js";
import { Splicer } from "./splicer.js";

/** Longest part of a side that is built at once, in sizes of the leaves around it. */
const PART = 8;

// Marks of an element, side by side in memory. Those that are set hold the number of the search or of the update.
const MARKS = 8;
/** A search has seen it. */
const SEEN = 0;
/** It leaves, or leaves its place. */
const GONE = 1;
/** Its cell has been built. */
const BUILT = 2;
/** Somebody who leaves borders its cell. */
const HEIR = 3;
/** Its cell is to be renewed. */
const STALE = 4;
/** The first of the new neighbours that look at it: a place in `sources`, -1 for none. */
const SOURCE = 5;
/** The only piece of a new neighbour towards it; -1 where they meet several times. */
const VIEW = 6;

/** For pieces that begin at 0. */
const FROM_ZERO = new Float64Array(1);

/** Fewer points than this are not worth a triangulation. */
const FEW = 64;

/** Six pieces a point are the mean in a plane; the rest is room for those that come later. */
const PIECES_PER_POINT = 6.3;

/** Cells that are built between two reports of progress. */
const PROGRESS_STEP = 1024;

/** The diagram; see the top of this file. */
export class Diagram extends Splicer {
  readonly tree: Quadtree;

  private readonly finder: Finder;
  /** What is known about every element in this update, MARKS numbers each. */
  private marks = new Int32Array(256 * MARKS);
  /** Number of the search. */
  private stamp = 0;
  private readonly heirs: number[] = [];
  /** Cells to renew; for each side among them, from which parameter to which new neighbours look at it. */
  private readonly renewals: number[] = [];
  private low = new Float64Array(256);
  private high = new Float64Array(256);
  /** Lists of new neighbours: an element, and where the list goes on. */
  private readonly sources: number[] = [];
  private readonly seeds: number[] = [];
  private readonly taken: number[] = [];
  /** Whether a single point comes or moves in this update. */
  private isAlone = false;
  private lastBuilt = -1;
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
    this.envelope.tolerance = tolerance;
    this.tree = new Quadtree(this.elements, box);
    this.finder = new Finder(this.elements);
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
    const { elements, tree } = this;
    this.begin();
    this.bequeath(removed);
    for (const s of added) tree.insert(s);
    this.seeds.length = 0;
    if (added.length === 1 && elements.kind[added[0]] === POINT) this.seed(added[0], nearest);
    for (const s of added) this.build(s);
    if (added.length === 1 && removed.length === 0 && this.isTurn(added[0])) this.isAlone = true;
    this.finish(removed, added, relinked);
  }

  /** Ends an update: all new cells are built, those around them are renewed now. */
  private finish(removed: readonly number[], added: readonly number[], relinked: readonly number[]): void {
    const { elements, renewals } = this;
    for (const s of added) this.introduce(s);
    for (let i = 0; i < renewals.length; i++) this.renew(renewals[i]);
    for (const s of removed) {
      this.clear(s);
      elements.remove(s);
    }
    for (const s of relinked) if (elements.kind[s] !== 0) this.noteEnds(s);
    this.settle();
  }

  /**
   * Moves a point with free ground all around. It keeps its number, and so do its pieces towards whoever stays its neighbour.
   *
   * @param nearest the element that owns the ground at the new place, the point itself apart
   */
  move(s: number, x: number, y: number, nearest: number): void {
    const { elements, tree, renewals } = this;
    this.begin();
    this.mark(s, GONE);
    this.findHeirs(s);
    const isNear = tree.keepsLeaf(s, x, y);
    if (!isNear) tree.remove(s);
    elements.ax[s] = elements.bx[s] = x;
    elements.ay[s] = elements.by[s] = y;
    if (!isNear) tree.insert(s);
    this.seeds.length = 0;
    this.seed(s, nearest);
    this.build(s);
    this.introduce(s);
    this.isAlone = true;
    for (let i = 0; i < renewals.length; i++) this.renew(renewals[i]);
    this.settle();
  }

  /** Begins an update. */
  private begin(): void {
    this.reserve();
    this.beginChange();
    this.heirs.length = this.renewals.length = this.sources.length = 0;
    this.isAlone = false;
  }

  /**
   * Puts many elements in at once; `progress` hears now and then which share is done. Points come from their triangulation,
   * which is several times faster than one by one; the rest, and points beside walls, from the tree.
   */
  fill(added: readonly number[], relinked: readonly number[], progress?: (share: number) => void): void {
    const { tree, seeds } = this;
    const points = added.filter((s) => this.isTurn(s));
    const rest = points.length < FEW ? added : added.filter((s) => !this.isTurn(s));
    this.begin();
    seeds.length = 0;
    for (const s of rest) tree.insert(s);
    const report = (done: number): void => {
      if (progress && done % PROGRESS_STEP === 0) progress(done / added.length);
    };
    if (rest === added) {
      for (const [i, s] of rest.entries()) {
        this.build(s);
        report(i);
      }
    } else {
      const dual = new Dual(this.elements, points, (x, y, r) => this.finder.isEmpty(tree, x, y, r));
      for (const s of points) tree.insert(s);
      for (const [i, s] of rest.entries()) {
        this.build(s);
        report(i);
      }
      this.reservePieces(this.live + Math.ceil(PIECES_PER_POINT * points.length));
      for (let i = 0; i < points.length; i++) {
        this.buildPoint(points[i], dual, i);
        report(rest.length + i);
      }
      seeds.length = 0;
    }
    this.finish([], added, relinked);
  }

  /** The cell of a point from the triangulation, which knows its neighbours at least where nothing else is near. */
  private buildPoint(s: number, dual: Dual, i: number): void {
    if (dual.look(i)) {
      this.adopt(s, dual);
      return;
    }
    this.seeds.length = 0;
    for (const t of dual.neighbours) this.seeds.push(t);
    this.build(s);
  }

  /** Makes the star that a triangulation looks at the border of a cell: it begins where its parameter is least. */
  private adopt(s: number, { neighbours, circles }: Dual): void {
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

  private reserve(): void {
    const size = this.elements.kind.length;
    if (this.low.length >= size) return;
    this.marks = grown(this.marks, MARKS * size);
    this.low = grown(this.low, size);
    this.high = grown(this.high, size);
  }

  /** Takes elements out of the tree; their neighbours become heirs. */
  private bequeath(removed: readonly number[]): void {
    for (const s of removed) {
      this.tree.remove(s);
      this.mark(s, GONE);
    }
    for (const s of removed) this.findHeirs(s);
  }

  private findHeirs(s: number): void {
    const { next, other } = this;
    for (let h = this.elements.first[s]; h >= 0; h = next[h]) {
      const t = other[h];
      if (this.isMarked(t, GONE) || this.isMarked(t, HEIR)) continue;
      this.mark(t, HEIR);
      this.heirs.push(t);
      this.expectRenewal(t);
    }
  }

  private mark(s: number, what: number): void {
    this.marks[MARKS * s + what] = this.version;
  }

  private isMarked(s: number, what: number): boolean {
    return this.marks[MARKS * s + what] === this.version;
  }

  private expectRenewal(t: number): void {
    if (this.isMarked(t, STALE)) return;
    this.mark(t, STALE);
    this.renewals.push(t);
    this.marks[MARKS * t + SOURCE] = -1;
    if (this.elements.kind[t] === POINT) return;
    this.low[t] = Infinity;
    this.high[t] = -Infinity;
  }

  /** For a single new point: its likely neighbours, those of whoever owns the ground there or stood there before. */
  private seed(s: number, nearest: number): void {
    const { elements, seeds, heirs } = this;
    const x = elements.ax[s];
    const y = elements.ay[s];
    const owner = nearest >= 0 ? nearest : this.nearest(x, y, s).element;
    if (owner < 0) return;
    seeds.push(owner);
    if (this.isMarked(owner, HEIR)) {
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
        this.lookAround(elements.ax[s], elements.ay[s]);
      }
    }
    this.mark(s, BUILT);
    this.wholeRun(s);
    this.store();
  }

  /** Shows the envelope all elements that its circles reach, those near (x, y) first. */
  private lookAround(x: number, y: number): void {
    const { tree, envelope, marks, stamp } = this;
    const { box } = tree;
    tree.begin(x, y);
    while (tree.next()) {
      if (!envelope.wants(box)) continue;
      for (let entry = tree.open(); entry >= 0; entry = tree.entryNext[entry]) {
        const t = tree.entryElement[entry];
        if (marks[MARKS * t + SEEN] === stamp) continue;
        marks[MARKS * t + SEEN] = stamp;
        if (t !== envelope.element && envelope.reaches(t) && envelope.add(t)) envelope.measure();
      }
    }
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
    if (t < 0 || this.marks[MARKS * t + SEEN] === this.stamp || this.isMarked(t, GONE)) return;
    this.marks[MARKS * t + SEEN] = this.stamp;
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
    this.lookAround(x, y);
    envelope.keep();
  }

  /** Tells the neighbours of a new cell about it, and from where to where it looks at them. */
  private introduce(s: number): void {
    const { elements, envelope, next, other, x, y, low, high, marks, sources } = this;
    for (let h = elements.first[s]; h >= 0; h = next[h]) {
      const t = other[h];
      // A cell that was built in this update has looked around itself.
      if (t < 0 || this.isMarked(t, BUILT)) continue;
      this.expectRenewal(t);
      const source = marks[MARKS * t + SOURCE];
      if (source < 0 || sources[source] !== s) {
        marks[MARKS * t + SOURCE] = sources.length;
        marks[MARKS * t + VIEW] = h;
        sources.push(s, source);
      } else marks[MARKS * t + VIEW] = -1;
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
    const { marks } = this;
    if (this.isAlone && marks[MARKS * s + SOURCE] >= 0) {
      const h = marks[MARKS * s + VIEW];
      if (h >= 0 && this.splice(s, h)) return;
    }
    this.load(s);
    for (let i = marks[MARKS * s + SOURCE]; i >= 0; i = sources[i + 1]) envelope.add(sources[i], true);
    if (this.isMarked(s, HEIR)) this.inherit(s, heirs);
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
    finder.search(this.tree);
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
    if (!(dx * dx + dy * dy <= finder.distance * finder.distance)) finder.search(this.tree);
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
