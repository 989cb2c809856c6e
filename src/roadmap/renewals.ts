/**
 * The cells that border those that left or came, brought up to date once each.
 *
 * The intervals that removed elements held are open, and their neighbours, the heirs, compete for them, since nobody else can
 * win there; new cells compete everywhere they were seen from.
 */
import type { Borders } from "./borders.js";
import { POINT } from "./elements.js";
import type { Envelope } from "./envelope.js";
import type { HalfEdges } from "./halfedges.js";
import { BUILT, GONE, HEIR, MARKS, type Marks, SOURCE, STALE, VIEW } from "./marks.js";
import type { Splicer } from "./splicer.js";

/** The cells that an update renews; see the top of this file. */
export class Renewals {
  /** Neighbours of elements that leave. */
  readonly heirs: number[] = [];
  /** Whether a single point comes or moves in this update. */
  isAlone = false;
  /** Cells to renew. */
  private readonly stale: number[] = [];
  /** Lists of new neighbours: an element, and where the list goes on. */
  private readonly sources: number[] = [];

  constructor(
    private readonly edges: HalfEdges,
    private readonly envelope: Envelope,
    private readonly borders: Borders,
    private readonly splicer: Splicer,
    private readonly marks: Marks,
  ) {}

  /** Begins an update. */
  begin(): void {
    this.heirs.length = this.stale.length = this.sources.length = 0;
    this.isAlone = false;
  }

  /** Makes the neighbours of an element that leaves, or leaves its place, its heirs. */
  bequeath(s: number): void {
    const { marks } = this;
    const { elements, next, other } = this.edges;
    for (let h = elements.first[s]; h >= 0; h = next[h]) {
      const t = other[h];
      if (marks.has(t, GONE) || marks.has(t, HEIR)) continue;
      marks.set(t, HEIR);
      this.heirs.push(t);
      this.expect(t);
    }
  }

  private expect(t: number): void {
    const { marks } = this;
    if (marks.has(t, STALE)) return;
    marks.set(t, STALE);
    this.stale.push(t);
    marks.data[MARKS * t + SOURCE] = -1;
    if (this.edges.elements.kind[t] === POINT) return;
    marks.low[t] = Infinity;
    marks.high[t] = -Infinity;
  }

  /** Tells the neighbours of a new cell about it, and from where to where it looks at them. */
  introduce(s: number): void {
    const { edges, marks, sources } = this;
    const { elements, next, other, x, y, frame } = edges;
    const { data, low, high } = marks;
    for (let h = elements.first[s]; h >= 0; h = next[h]) {
      const t = other[h];
      // A cell that was built in this update has looked around itself.
      if (t < 0 || marks.has(t, BUILT)) continue;
      this.expect(t);
      const source = data[MARKS * t + SOURCE];
      if (source < 0 || sources[source] !== s) {
        data[MARKS * t + SOURCE] = sources.length;
        data[MARKS * t + VIEW] = h;
        sources.push(s, source);
      } else data[MARKS * t + VIEW] = -1;
      if (elements.kind[t] === POINT) continue;
      edges.locate(h, edges.endOf(h));
      const b = frame.parameter(t, frame.x, frame.y);
      const a = frame.parameter(t, x[h], y[h]);
      low[t] = Math.min(low[t], a, b);
      high[t] = Math.max(high[t], a, b);
    }
  }

  /** Renews all cells that wait for it. */
  renew(): void {
    const { stale } = this;
    for (let i = 0; i < stale.length; i++) this.renewCell(stale[i]);
  }

  /**
   * Brings a cell up to date: new neighbours get their share, then the heirs what is left of that of removed elements. In
   * this order, since whoever moves a little gets most of its own back.
   */
  private renewCell(s: number): void {
    const { envelope, borders, sources } = this;
    const { data } = this.marks;
    const source = data[MARKS * s + SOURCE];
    if (this.isAlone && source >= 0) {
      const h = data[MARKS * s + VIEW];
      if (h >= 0 && this.splicer.splice(s, h)) return;
    }
    borders.load(s);
    for (let i = source; i >= 0; i = sources[i + 1]) envelope.add(sources[i], true);
    if (this.marks.has(s, HEIR)) this.inherit(s);
    borders.store();
  }

  /** Lets the other heirs compete, beginning with those next to s around what has left: most of the others then lose. */
  private inherit(s: number): void {
    const { envelope, heirs } = this;
    const count = heirs.length;
    const at = heirs.indexOf(s);
    for (let i = 1; 2 * i <= count; i++) {
      envelope.add(heirs[(at + i) % count]);
      if (2 * i < count) envelope.add(heirs[(at + count - i) % count]);
    }
  }
}
