/**
 * The usual change of a cell, without an envelope: a single point m comes or moves, and its new cell meets that of a point s
 * in one edge.
 *
 *       before    after          The cell of m names the neighbours at the two ends of the edge, and these stand in the list of s
 *          \  m  /               already. What was between them leaves: it was m's, or it is now. Cells of points are convex, so
 *     ------+---+------          their edges with other points are connected, and nobody else can come between.
 *           | s |
 *
 * Where that is not beyond doubt (beside walls, near ties, with coordinates so large that an angle loses digits), nothing is
 * done here, and the envelope decides.
 */
import { POINT, pseudoAngle, TURN } from "./elements.js";
import type { HalfEdges } from "./halfedges.js";

/** Pieces that are made here are longer than this many ties. */
const CLEARLY = 1e5;

/** Coordinates may be rounded by this share of a clearance. */
const ROUNDED = 1e-10;

/** Neighbours nearer than this share of the clearance bend the border too sharply for an angle from elsewhere. */
const FLAT = 1e-3;

/** Knows this case; see the top of this file. */
export class Splicer {
  private readonly ring: number[] = [];
  private readonly leave: number[] = [];

  constructor(private readonly edges: HalfEdges) {}

  /**
   * Puts a piece towards the cell of h into the list of s, where it belongs.
   *
   * @param h the only piece of the new cell towards s
   * @returns whether that was possible; if not, nothing has changed
   */
  splice(s: number, h: number): boolean {
    const { edges } = this;
    const { elements, next, prev, other, cell } = edges;
    if (elements.kind[s] !== POINT) return false;
    const m = cell[h];
    const ahead = next[h] >= 0 ? next[h] : elements.first[m];
    const behind = prev[h] >= 0 ? prev[h] : this.lastOf(m);
    let before = -1;
    let after = -1;
    let former = 0;
    for (let k = elements.first[s]; k >= 0; k = next[k]) {
      const t = other[k];
      if (t === m) former++;
      if (t === other[ahead]) {
        if (before >= 0) return false;
        before = k;
      }
      if (t === other[behind]) {
        if (after >= 0) return false;
        after = k;
      }
    }
    if (before < 0 || after < 0 || before === after) return false;
    // All edges that end where h does must be clear of ties, those along the new cell first.
    if (!this.isLong(m, ahead, this.widthOf(ahead)) || !this.isLong(m, behind, this.widthOf(behind)))
      return false;
    if (!this.gather(s, before, after, m, former) || !this.fits(s, before, after, ahead, h)) return false;
    this.replace(s, before, after, ahead, h);
    return true;
  }

  private widthOf(h: number): number {
    const { edges } = this;
    return edges.endOf(h) - edges.start[h];
  }

  private lastOf(s: number): number {
    const { edges } = this;
    let h = edges.elements.first[s];
    while (edges.next[h] >= 0) h = edges.next[h];
    return h;
  }

  /** The parameter, around s, of the vertex where h begins. */
  private angleOf(s: number, h: number): number {
    const { edges } = this;
    const { ax, ay, ux, uy } = edges.elements;
    const dx = edges.x[h] - ax[s];
    const dy = edges.y[h] - ay[s];
    return pseudoAngle(dx * ux[s] + dy * uy[s], dx * uy[s] - dy * ux[s]);
  }

  /** Finds what leaves between two pieces, and what stays from the second on to the first; false unless m had nothing elsewhere. */
  private gather(s: number, before: number, after: number, m: number, former: number): boolean {
    const { ring, leave } = this;
    const { next, other, elements } = this.edges;
    const first = elements.isTurn(s) ? elements.first[s] : -1;
    ring.length = leave.length = 0;
    let found = 0;
    for (let k = before; ; ) {
      k = next[k] >= 0 ? next[k] : first;
      if (k < 0) return false;
      if (k === after) break;
      if (other[k] === m) found++;
      leave.push(k);
    }
    if (found !== former) return false;
    if (first < 0) return true;
    for (let k = after; k !== before; k = next[k] >= 0 ? next[k] : first) ring.push(k);
    ring.push(before);
    return true;
  }

  /** Whether the three pieces will follow each other in this order, none of them a tie. */
  private fits(s: number, before: number, after: number, ahead: number, h: number): boolean {
    const { edges } = this;
    const { start, other, elements } = edges;
    const from = start[before];
    const turn = elements.isTurn(s) ? TURN : 0;
    let a = this.angleOf(s, ahead) - from;
    let b = this.angleOf(s, h) - from;
    let end = edges.endOf(after) - from;
    if (a < 0) a += turn;
    if (b < 0) b += turn;
    if (end <= 0) end += turn;
    if (!(a > 0 && a < b && b < end)) return false;
    // The edge between a point and a side need not be connected: it may become shorter here, but not longer.
    if (elements.kind[other[before]] !== POINT && a > edges.endOf(before) - from) return false;
    if (elements.kind[other[after]] !== POINT) {
      let old = start[after] - from;
      if (old < 0) old += turn;
      if (b < old) return false;
    }
    if (!this.isLong(s, before, a) || !this.isLong(s, ahead, b - a) || !this.isLong(s, h, end - b))
      return false;
    const far = FLAT * Math.max(edges.r[h], edges.r[ahead]);
    return (
      this.isOff(s, other[before], far) &&
      this.isOff(s, other[after], far) &&
      this.isOff(s, edges.cell[h], far)
    );
  }

  /** Whether an element is at least so far from the point s: the border between them is then not all but in line with s. */
  private isOff(s: number, t: number, least: number): boolean {
    const { ax, ay, ux, uy, kind } = this.edges.elements;
    const dx = ax[t] - ax[s];
    const dy = ay[t] - ay[s];
    if (kind[t] === POINT) return dx * dx + dy * dy > least * least;
    return Math.abs(dx * uy[t] - dy * ux[t]) > least;
  }

  /** Whether a piece of s that begins where k does and is so wide is clearly longer than a tie. */
  private isLong(s: number, k: number, width: number): boolean {
    const { edges } = this;
    const { x, y, r } = edges;
    const size = Math.abs(x[k]) + Math.abs(y[k]);
    if (!(4 * Number.EPSILON * size < ROUNDED * r[k])) return false;
    return 0.6 * r[k] * Math.min(width, TURN - width, 1) > CLEARLY * edges.blur(s, x[k], y[k], r[k]);
  }

  private replace(s: number, before: number, after: number, ahead: number, h: number): void {
    const { edges, leave, ring } = this;
    const { elements } = edges;
    const m = edges.cell[h];
    const kept = leave.findIndex((k) => edges.other[k] === m);
    const piece = kept >= 0 ? leave[kept] : edges.take(s, m);
    for (const k of leave) if (k !== piece) edges.release(k);
    this.beginAs(s, piece, ahead);
    this.beginAs(s, after, h);
    edges.note(before);
    if (!elements.isTurn(s)) {
      edges.chain(before, piece);
      edges.chain(piece, after);
      return;
    }
    ring.push(piece);
    let least = 0;
    for (let i = 1; i < ring.length; i++) if (edges.start[ring[i]] < edges.start[ring[least]]) least = i;
    let last = -1;
    for (let i = 0; i < ring.length; i++) {
      const k = ring[(least + i) % ring.length];
      edges.chain(last, k);
      last = k;
    }
    edges.chain(last, -1);
    elements.first[s] = ring[least];
  }

  /** Lets piece k of s begin at the vertex where h does. */
  private beginAs(s: number, k: number, h: number): void {
    const { edges } = this;
    edges.start[k] = this.angleOf(s, h);
    edges.x[k] = edges.x[h];
    edges.y[k] = edges.y[h];
    edges.r[k] = edges.r[h];
    edges.note(k);
  }
}
