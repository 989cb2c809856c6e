/**
 * Cells from nothing: the tree shows the envelope whoever may bound a cell, likely neighbours first, so that the search soon
 * knows where to stop.
 */
import type { Borders } from "./borders.js";
import { SEGMENT } from "./elements.js";
import type { Envelope } from "./envelope.js";
import type { HalfEdges } from "./halfedges.js";
import { BUILT, GONE, MARKS, type Marks, SEEN } from "./marks.js";
import type { Quadtree } from "./quadtree.js";

/** Longest part of a side that is built at once, in sizes of the leaves around it. */
const PART = 8;

/** Builds cells; see the top of this file. */
export class Cells {
  /** Likely neighbours of the next cells; where there are none, those of the cell that was built last serve. */
  readonly seeds: number[] = [];
  /** Number of the search. */
  private stamp = 0;
  private lastBuilt = -1;

  constructor(
    private readonly edges: HalfEdges,
    private readonly tree: Quadtree,
    private readonly envelope: Envelope,
    private readonly borders: Borders,
    private readonly marks: Marks,
  ) {}

  /** A cell from nothing. */
  build(s: number): void {
    const { envelope } = this;
    const { elements } = this.edges;
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
    this.marks.set(s, BUILT);
    this.borders.wholeRun(s);
    this.borders.store();
  }

  /** Shows the envelope all elements that its circles reach, those near (x, y) first. */
  private lookAround(x: number, y: number): void {
    const { tree, envelope, stamp } = this;
    const { data: marks } = this.marks;
    const { box } = tree;
    tree.begin(x, y);
    while (tree.next()) {
      if (!envelope.wants(box)) continue;
      for (let entry = tree.open(); entry >= 0; entry = tree.entryNext[entry]) {
        const t = tree.entryElement[entry];
        if (marks[MARKS * t + SEEN] === stamp) continue;
        marks[MARKS * t + SEEN] = stamp;
        if (t !== envelope.frame.element && envelope.reaches(t) && envelope.add(t)) envelope.measure();
      }
    }
  }

  /** Shows a new cell its likely neighbours first, so that the search soon knows where to stop. */
  private addSeeds(s: number): void {
    const { seeds } = this;
    const { elements } = this.edges;
    if (seeds.length > 0) for (const t of seeds) this.addSeed(t);
    else {
      this.addNeighbours(elements.prev[s] === s ? this.lastBuilt : elements.prev[s]);
      if (elements.next[s] !== s) this.addNeighbours(elements.next[s]);
      this.lastBuilt = s;
    }
    this.envelope.measure();
  }

  private addNeighbours(t: number): void {
    const { elements, next, other } = this.edges;
    if (t < 0 || elements.kind[t] === 0) return;
    this.addSeed(t);
    for (let h = elements.first[t]; h >= 0; h = next[h]) this.addSeed(other[h]);
  }

  private addSeed(t: number): void {
    const { marks, stamp } = this;
    if (t < 0 || marks.data[MARKS * t + SEEN] === stamp || marks.has(t, GONE)) return;
    marks.data[MARKS * t + SEEN] = stamp;
    if (t !== this.envelope.frame.element) this.envelope.add(t);
  }

  /** A long side is looked at part by part, so that each part meets its own neighbourhood only. */
  private buildPart(s: number, low: number, high: number): void {
    const { envelope } = this;
    const { elements } = this.edges;
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
}
