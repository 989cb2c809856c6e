/**
 * The Voronoi diagram of points and sides of segments, exact up to rounding, that changes locally.
 *
 * Every element has a cell; the border of a cell is a list of pieces, a lower envelope (`envelope.ts`). Each piece has a
 * twin, the same edge of the diagram as the neighbour's cell sees it (`halfedges.ts`).
 *
 * A cell depends on the set of elements only, not on the order in which they came. An update first builds the new cells
 * from the quadtree. Then it renews, once each, the cells that border those that left or came (`renewals.ts`), and
 * lets the half-edges find their twins (`twins.ts`). Who uses whom:
 *
 *     Diagram --> Cells, Renewals --> Borders --> Envelope, HalfEdges     a border goes into the envelope and comes back
 *       |              |  |              |
 *       |              |  +--> Marks <---+                                what the update knows about elements
 *       |              +--> Splicer --> HalfEdges                         the usual renewal, without an envelope
 *       +--> Twins --> HalfEdges                                          the end of every update
 *       +--> Quadtree, Finder                                             who is near
 *
 * Elements are at the ground of all; Envelope and HalfEdges look at them each through a Frame of its own.
 */
import type { Box } from "../geometry/index.js";
import { Borders } from "./borders.js";
import { Cells } from "./cells.js";
import { Dual } from "./dual.js";
import { Elements, POINT, SEGMENT, TURN } from "./elements.js";
import { Envelope } from "./envelope.js";
import { Frame } from "./frame.js";
import { HalfEdges } from "./halfedges.js";
import { GONE, HEIR, Marks } from "./marks.js";
import { Finder, type Nearest } from "./nearest.js";
import { Quadtree } from "./quadtree.js";
import { Renewals } from "./renewals.js";
import { Splicer } from "./splicer.js";
import { Twins } from "./twins.js";

/** Fewer points than this are not worth a triangulation. */
const FEW = 64;

/** Six pieces a point are the mean in a plane; the rest is room for those that come later. */
const PIECES_PER_POINT = 6.3;

/** Cells that are built between two reports of progress. */
const PROGRESS_STEP = 1024;

/** The diagram; see the top of this file. */
export class Diagram {
  readonly elements = new Elements();
  readonly halfEdges: HalfEdges;
  readonly tree: Quadtree;

  private readonly marks: Marks;
  /** Brings borders into the envelope, where cells are worked on, and back. */
  private readonly borders: Borders;
  /** Builds cells from nothing. */
  private readonly cells: Cells;
  /** Renews the cells around what left or came. */
  private readonly renewals: Renewals;
  /** Matches half-edges at the end of an update. */
  private readonly twins: Twins;
  private readonly finder: Finder;

  /**
   * @param box everything lies in it
   * @param tolerance walls nearer to each other than this have no ground between them, in metres
   */
  constructor(box: Box, tolerance = 0) {
    const { elements } = this;
    const edges = new HalfEdges(elements, new Frame(elements, tolerance));
    const envelope = new Envelope(elements, new Frame(elements, tolerance));
    const marks = new Marks(elements);
    const borders = new Borders(edges, envelope, marks);
    this.tree = new Quadtree(elements, box);
    this.halfEdges = edges;
    this.marks = marks;
    this.borders = borders;
    this.cells = new Cells(edges, this.tree, envelope, borders, marks);
    this.renewals = new Renewals(edges, envelope, borders, new Splicer(edges), marks);
    this.twins = new Twins(edges);
    this.finder = new Finder(elements);
  }

  /** Number of edges. */
  get edges(): number {
    return this.halfEdges.live / 2;
  }

  /** Number of vertices. */
  get vertices(): number {
    return this.halfEdges.vertices;
  }

  /** Pieces with a length that had no twin, and vertices whose pieces begin in several places: 0 unless there is an error. */
  get defects(): number {
    return this.twins.defects;
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
    resized: readonly number[] = [],
  ): void {
    const { elements, tree, cells } = this;
    this.begin();
    this.bequeath(removed);
    for (const s of added) tree.insert(s);
    cells.seeds.length = 0;
    if (added.length === 1 && elements.kind[added[0]] === POINT) this.seed(added[0], nearest);
    for (const s of added) cells.build(s);
    if (added.length === 1 && removed.length === 0 && elements.isTurn(added[0])) this.renewals.isAlone = true;
    this.finish(removed, added, relinked, resized);
  }

  /** Ends an update: all new cells are built, those around them are renewed now. */
  private finish(
    removed: readonly number[],
    added: readonly number[],
    relinked: readonly number[],
    resized: readonly number[] = [],
  ): void {
    const { elements, renewals, borders } = this;
    for (const s of added) renewals.introduce(s);
    renewals.renew();
    for (const s of removed) {
      borders.clear(s);
      elements.remove(s);
    }
    for (const s of relinked) if (elements.kind[s] !== 0) borders.noteEnds(s);
    // What is noted is measured anew, and with it what fits along the edges of a cell.
    const { halfEdges } = this;
    for (const s of resized) {
      if (elements.kind[s] === 0) continue;
      for (let h = elements.first[s]; h >= 0; h = halfEdges.next[h]) halfEdges.note(h);
    }
    this.twins.settle();
  }

  /**
   * Moves a point with free ground all around. It keeps its number, and so do its pieces towards whoever stays its neighbour.
   *
   * @param nearest the element that owns the ground at the new place, the point itself apart
   */
  move(s: number, x: number, y: number, nearest: number): void {
    const { elements, tree, cells, renewals } = this;
    this.begin();
    this.marks.set(s, GONE);
    renewals.bequeath(s);
    const isNear = tree.keepsLeaf(s, x, y);
    if (!isNear) tree.remove(s);
    elements.ax[s] = elements.bx[s] = x;
    elements.ay[s] = elements.by[s] = y;
    if (!isNear) tree.insert(s);
    cells.seeds.length = 0;
    this.seed(s, nearest);
    cells.build(s);
    renewals.introduce(s);
    renewals.isAlone = true;
    renewals.renew();
    this.twins.settle();
  }

  /** Begins an update. */
  private begin(): void {
    this.marks.begin();
    this.halfEdges.begin();
    this.renewals.begin();
  }

  /**
   * Puts many elements in at once; `progress` hears now and then which share is done. Points come from their triangulation,
   * which is several times faster than one by one; the rest, and points beside walls, from the tree.
   */
  fill(added: readonly number[], relinked: readonly number[], progress?: (share: number) => void): void {
    const { elements, halfEdges, tree, cells } = this;
    const { seeds } = cells;
    const points = added.filter((s) => elements.isTurn(s));
    const rest = points.length < FEW ? added : added.filter((s) => !elements.isTurn(s));
    this.begin();
    seeds.length = 0;
    for (const s of rest) tree.insert(s);
    const report = (done: number): void => {
      if (progress && done % PROGRESS_STEP === 0) progress(done / added.length);
    };
    if (rest === added) {
      for (const [i, s] of rest.entries()) {
        cells.build(s);
        report(i);
      }
    } else {
      const dual = new Dual(elements, points, (x, y, r) => this.finder.isEmpty(tree, x, y, r));
      for (const s of points) tree.insert(s);
      for (const [i, s] of rest.entries()) {
        cells.build(s);
        report(i);
      }
      halfEdges.reserve(halfEdges.live + Math.ceil(PIECES_PER_POINT * points.length));
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
    const { cells } = this;
    if (dual.look(i)) {
      this.borders.adopt(s, dual);
      return;
    }
    cells.seeds.length = 0;
    for (const t of dual.neighbours) cells.seeds.push(t);
    cells.build(s);
  }

  /** Takes elements out of the tree; their neighbours become heirs. */
  private bequeath(removed: readonly number[]): void {
    for (const s of removed) {
      this.tree.remove(s);
      this.marks.set(s, GONE);
    }
    for (const s of removed) this.renewals.bequeath(s);
  }

  /** For a single new point: its likely neighbours, those of whoever owns the ground there or stood there before. */
  private seed(s: number, nearest: number): void {
    const { elements } = this;
    const { seeds } = this.cells;
    const { other, prev, next } = this.halfEdges;
    const x = elements.ax[s];
    const y = elements.ay[s];
    const owner = nearest >= 0 ? nearest : this.nearest(x, y, s).element;
    if (owner < 0) return;
    seeds.push(owner);
    if (this.marks.has(owner, HEIR)) {
      for (const t of this.renewals.heirs) seeds.push(t);
      return;
    }
    const h = this.pieceAt(owner, x, y);
    if (h < 0) return;
    seeds.push(other[h]);
    if (prev[h] >= 0) seeds.push(other[prev[h]]);
    if (next[h] >= 0) seeds.push(other[next[h]]);
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
    const { finder, elements } = this;
    const { next, other } = this.halfEdges;
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
    const { elements } = this;
    const { next, start } = this.halfEdges;
    const t = this.parameterOf(element, x, y);
    const first = elements.first[element];
    if (first < 0) return -1;
    let found = first;
    if (t < start[first] && elements.isTurn(element)) {
      while (next[found] >= 0) found = next[found];
      return found;
    }
    for (let h = next[first]; h >= 0 && start[h] <= t; h = next[h]) found = h;
    return found;
  }

  /** The parameter of a point in an element's frame. */
  parameterOf(element: number, x: number, y: number): number {
    const t = this.halfEdges.frame.parameter(element, x, y);
    const length = this.elements.length[element];
    if (this.elements.kind[element] === SEGMENT) return Math.min(Math.max(t, 0), length);
    // Out of a corner's wedge by a rounding error, on one side or the other.
    return t <= length ? t : t > (length + TURN) / 2 ? 0 : length;
  }
}
