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
import { Borders, BUILT, GONE, HEIR, MARKS, SEEN, SOURCE, STALE, VIEW } from "./borders.js";
import { Dual } from "./dual.js";
import { POINT, SEGMENT, TURN } from "./elements.js";
import { Finder, type Nearest } from "./nearest.js";
import { Quadtree } from "./quadtree.js";

/** Longest part of a side that is built at once, in sizes of the leaves around it. */
const PART = 8;

/** Fewer points than this are not worth a triangulation. */
const FEW = 64;

/** Six pieces a point are the mean in a plane; the rest is room for those that come later. */
const PIECES_PER_POINT = 6.3;

/** Cells that are built between two reports of progress. */
const PROGRESS_STEP = 1024;

/** The diagram; see the top of this file. */
export class Diagram extends Borders {
  readonly tree: Quadtree;

  private readonly finder: Finder;
  /** Number of the search. */
  private stamp = 0;
  private readonly heirs: number[] = [];
  /** Cells to renew. */
  private readonly renewals: number[] = [];
  /** Lists of new neighbours: an element, and where the list goes on. */
  private readonly sources: number[] = [];
  private readonly seeds: number[] = [];
  /** Whether a single point comes or moves in this update. */
  private isAlone = false;
  private lastBuilt = -1;

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
