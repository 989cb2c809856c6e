/**
 * How half-edges find together after cells have changed: twins, lengths and vertices.
 *
 * This makes no assumption about how many edges meet in a vertex, so co-circular corners need no special case: a piece
 * without length that rounding shows to one cell and hides from its neighbour has no twin and is left out.
 *
 * Only pieces that have been noted are looked at, so the cost of an update does not depend on how many pieces a long wall
 * has.
 */
import { grown } from "../growth.js";
import { type EdgeMeasure, measureEdge } from "./edges.js";
import { SEGMENT } from "./elements.js";
import { TIE } from "./envelope.js";
import type { HalfEdges } from "./halfedges.js";

/** Where pieces without a twin are longer than this share of their clearance, something is wrong: see `defects`. */
const SUSPICIOUS = 1e-6;

/** Functions that touch without crossing may seem to cross twice within this share of the coordinates: a root of rounding. */
const TOUCH = 5e-8;

/** Pieces that begin at one vertex are no farther apart than this share of its circle, or something is wrong. */
const SPREAD = 1e-4;

/** Matches half-edges; see the top of this file. */
export class Twins {
  /** Pieces with a length that had no twin, and vertices whose pieces begin in several places: 0 unless there is an error. */
  defects = 0;
  /** The update in which the vertex of a piece was named last. */
  private named = new Int32Array(0);
  private readonly measured: EdgeMeasure = { length: 0, clearance: 0 };

  constructor(private readonly edges: HalfEdges) {}

  /** After cells have changed: finds twins, leaves out what has none, measures edges and names vertices. */
  settle(): void {
    const { edges } = this;
    const { changed, cell, twin } = edges;
    if (this.named.length < edges.cell.length) this.named = grown(this.named, edges.cell.length);
    for (let i = 0; i < changed.length; i++) {
      const h = changed[i];
      if (cell[h] < 0 || edges.other[h] < 0) continue;
      if (twin[h] < 0) this.pair(h);
      else if (this.isAstray(h)) this.pairMany(cell[h], edges.other[h]);
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
      if (h < k || edges.changedAt[k] !== edges.version) this.measure(h);
      this.name(h);
      this.name(k);
    }
    for (const tell of edges.listeners) tell(changed);
  }

  /** Finds the twin of a piece. Where two cells meet several times, those of all their pieces. */
  private pair(h: number): void {
    const { other, next, elements, cell } = this.edges;
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
    const { edges } = this;
    const { x, y } = edges;
    const end = edges.around(h);
    return Math.abs(x[h] - x[end]) + Math.abs(y[h] - y[end]) > this.farApart(h);
  }

  /** How far apart places that should be the start of h must be so that something is wrong. */
  private farApart(h: number): number {
    const { edges } = this;
    return SPREAD * edges.r[h] + TOUCH * (Math.abs(edges.x[h]) + Math.abs(edges.y[h]));
  }

  private marry(h: number, k: number): void {
    const { edges } = this;
    if (edges.twin[h] !== k) edges.divorce(h);
    if (edges.twin[k] !== h) edges.divorce(k);
    edges.twin[h] = k;
    edges.twin[k] = h;
    edges.note(h);
    edges.note(k);
  }

  /** Two cells that meet several times: pieces belong together whose ends are nearest, one's start to the other's end. */
  private pairMany(s: number, t: number): void {
    const { edges } = this;
    const own = this.piecesTowards(s, t);
    const theirs = this.piecesTowards(t, s);
    const pairs: { h: number; k: number; apart: number }[] = [];
    const ends = theirs.map((k) => edges.pointAt(k, edges.endOf(k)));
    for (const h of own) {
      const [hx, hy] = edges.pointAt(h, edges.endOf(h));
      theirs.forEach((k, i) => {
        const [kx, ky] = ends[i];
        const apart =
          Math.hypot(hx - edges.x[k], hy - edges.y[k]) + Math.hypot(kx - edges.x[h], ky - edges.y[h]);
        pairs.push({ h, k, apart });
      });
    }
    pairs.sort((p, q) => p.apart - q.apart || p.h - q.h || p.k - q.k);
    for (const h of own) edges.divorce(h);
    for (const k of theirs) edges.divorce(k);
    for (const { h, k } of pairs) if (edges.twin[h] < 0 && edges.twin[k] < 0) this.marry(h, k);
  }

  private piecesTowards(s: number, t: number): number[] {
    const { edges } = this;
    const found: number[] = [];
    for (let h = edges.elements.first[s]; h >= 0; h = edges.next[h]) if (edges.other[h] === t) found.push(h);
    return found;
  }

  /**
   * Leaves out a piece without a twin: harmless where it is one with a piece beside it, from which only a tie that the other
   * cell did not see had parted it.
   */
  private dropSingle(h: number): void {
    const { other, prev, next } = this.edges;
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
    const { edges } = this;
    edges.start[h] = edges.start[k];
    edges.x[h] = edges.x[k];
    edges.y[h] = edges.y[k];
    edges.r[h] = edges.r[k];
    edges.note(h);
  }

  /** Whether a piece without a twin is longer than rounding explains. */
  private isSuspicious(h: number): boolean {
    const { edges } = this;
    if (edges.other[h] < 0) return edges.endOf(h) - edges.start[h] > SUSPICIOUS;
    const end = edges.endOf(h);
    const [x, y, r] = edges.pointAt(h, end);
    const size = Math.abs(x - edges.x[h]) + Math.abs(y - edges.y[h]);
    const touch = TOUCH * (Math.abs(x) + Math.abs(y));
    // Over a side it may be high and have no width: the cell of an end that all but lies on it.
    const width = edges.elements.kind[edges.cell[h]] === SEGMENT ? end - edges.start[h] : size;
    if (Math.min(size, width) <= touch) return false;
    return size > (SUSPICIOUS / TIE) * edges.blur(edges.cell[h], x, y, r);
  }

  /** Takes a piece out of its list; the one before, or else the one after, covers its place. */
  private unlink(h: number): void {
    const { edges } = this;
    const { elements, next, prev, cell } = edges;
    const s = cell[h];
    const before = prev[h];
    const after = next[h];
    edges.chain(before, after);
    if (before < 0) elements.first[s] = after;
    // What nothing bounds has no place.
    if (before < 0 && after >= 0 && edges.other[h] >= 0 && !elements.isTurn(s)) this.beginAt(after, h);
    edges.release(h);
    if (elements.first[s] < 0) edges.noteAround(s);
  }

  /** Joins pieces in a row that are one edge, where what lay between them was left out on both sides. */
  private joinPairs(h: number): void {
    const { edges } = this;
    const { next, other, twin } = edges;
    while (next[h] >= 0 && other[next[h]] === other[h] && next[twin[next[h]]] === twin[h]) {
      const second = next[h];
      const k = twin[h];
      const m = twin[second];
      twin[h] = m;
      twin[m] = h;
      twin[second] = twin[k] = -1;
      edges.note(h);
      edges.note(m);
      this.unlink(second);
      this.unlink(k);
    }
  }

  private measure(h: number): void {
    const { edges, measured } = this;
    const { twin, x, y, r, cell, other, elements } = edges;
    const k = twin[h];
    measureEdge(elements, cell[h], other[h], x[h], y[h], r[h], x[k], y[k], r[k], measured);
    edges.length[h] = edges.length[k] = measured.length;
    edges.clearance[h] = edges.clearance[k] = measured.clearance;
    const { radius } = elements;
    edges.room[h] = edges.room[k] = measured.clearance - Math.max(radius[cell[h]], radius[other[h]]);
  }

  /** Gives all pieces that begin where h does the smallest of their numbers. */
  private name(h: number): void {
    const { edges } = this;
    if (this.named[h] === edges.version) return;
    let least = h;
    for (let k = edges.around(h); k !== h; k = edges.around(k)) if (k < least) least = k;
    const { x, y } = edges;
    const most = this.farApart(least);
    let isTorn = false;
    let k = h;
    do {
      if (Math.abs(x[k] - x[least]) + Math.abs(y[k] - y[least]) > most) isTorn = true;
      if (edges.vertex[k] !== least) {
        edges.vertex[k] = least;
        edges.note(k);
      }
      this.named[k] = edges.version;
      edges.turned[k] = edges.around(k);
      k = edges.turned[k];
    } while (k !== h);
    if (isTorn) this.defects++;
  }
}
