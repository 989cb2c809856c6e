/**
 * Another triangulation of the same surface, on the same vertices, whose edges are straight on the surface and so
 * bend over the edges of the mesh beneath: the intrinsic Delaunay triangulation (Bobenko and Springborn 2007), in
 * which cotangent weights are never negative.
 *
 * Each intrinsic edge keeps the list of base half-edges that it crosses, as the integer coordinates of Gillespie, Sharp
 * and Crane (2021) do, but written out. A flip changes lists by counting alone, without a coordinate, so what crosses
 * what is right on any sliver; positions are computed once, at the end, from the strip of faces that a list names.
 *
 *            k                       k
 *          /   \                   / | \
 *         i-----j     flip h      i  |  j
 *          \   /                   \ | /
 *            l                       l
 */
import { faceOf, next, previous } from "./topology.js";
import { areaOf, cotangent, placeApex } from "./triangle.js";

/** A list of triangles with twins. */
export interface Triangles {
  readonly corners: Int32Array;
  readonly twin: Int32Array;
}

/** Where an intrinsic edge crosses a base edge. */
export interface Crossing {
  /** The base half-edge of the face that is left; its head is on the left. */
  readonly half: number;
  /** How far along the intrinsic edge, 0 to 1. */
  readonly s: number;
  /** How far along the base half-edge, 0 to 1. */
  readonly t: number;
}

const EMPTY: readonly number[] = [];

/** An intrinsic triangulation over a base. */
export class Intrinsic {
  readonly corners: Int32Array;
  readonly twin: Int32Array;
  readonly lengths: Float64Array;
  /** How many edges were flipped. */
  flips = 0;
  /** Of each half-edge: twice its edge, plus 1 for the half-edge that runs against the edge's direction. */
  private readonly side: Int32Array;
  /** Of each edge: the base half-edge that it coincides with, in its direction; -1 where there is none. */
  private readonly same: Int32Array;
  /** Of each edge: base half-edges crossed, in its direction; absent where none are. */
  private readonly lists: (readonly number[])[];
  private crossings: Crossings | null = null;

  /** @param lengths of the base's half-edges, the same for twins */
  constructor(
    readonly base: Triangles,
    readonly baseLengths: Float64Array,
  ) {
    this.corners = base.corners.slice();
    this.twin = base.twin.slice();
    this.lengths = baseLengths.slice();
    this.side = new Int32Array(this.corners.length);
    const same: number[] = [];
    for (let h = 0; h < this.corners.length; h++) {
      const t = this.twin[h];
      if (t >= 0 && t < h) this.side[h] = this.side[t] ^ 1;
      else {
        this.side[h] = 2 * same.length;
        same.push(h);
      }
    }
    this.same = Int32Array.from(same);
    this.lists = new Array(same.length).fill(EMPTY);
  }

  /** Number of edges. */
  get edgeCount(): number {
    return this.same.length;
  }

  /** The edge of a half-edge. */
  edgeOf(h: number): number {
    return this.side[h] >> 1;
  }

  /** The base half-edge that runs where h does; -1 where h runs across faces. */
  baseHalf(h: number): number {
    const same = this.same[this.side[h] >> 1];
    return same < 0 || (this.side[h] & 1) === 0 ? same : this.base.twin[same];
  }

  /** How many base edges a half-edge crosses. */
  crossCount(h: number): number {
    return this.lists[this.side[h] >> 1].length;
  }

  /** Cotangent of the angle opposite to a half-edge. */
  cotangent(h: number): number {
    const { lengths } = this;
    return cotangent(lengths[h], lengths[next(h)], lengths[previous(h)]);
  }

  /** Whether the angles opposite to an edge add up to more than pi, by more than rounding. */
  private flippable(h: number): boolean {
    const t = this.twin[h];
    if (t < 0 || faceOf(t) === faceOf(h)) return false;
    const [a, b] = [this.cotangent(h), this.cotangent(t)];
    return a + b < -1e-10 * (1 + Math.abs(a) + Math.abs(b));
  }

  /**
   * Flips edges until the triangulation is Delaunay.
   *
   * @param blocked vertices of walls: an edge between two of them is never flipped away, nor is one made
   */
  makeDelaunay(blocked: Uint8Array): this {
    const { corners, twin } = this;
    const stack: number[] = [];
    const waiting = new Uint8Array(this.edgeCount);
    const push = (h: number): void => {
      if (twin[h] < 0 || waiting[this.edgeOf(h)]) return;
      waiting[this.edgeOf(h)] = 1;
      stack.push(h);
    };
    for (let h = corners.length - 1; h >= 0; h--) if (h < twin[h]) push(h);
    // Each flip lowers the Dirichlet energy, so it ends by itself; the cap guards against rounding.
    const most = 50 * this.edgeCount + 1000;
    while (stack.length > 0 && this.flips < most) {
      const h = stack.pop()!;
      waiting[this.edgeOf(h)] = 0;
      if (!this.flippable(h)) continue;
      const k = corners[previous(h)];
      const l = corners[previous(twin[h])];
      if (blocked[corners[h]] && blocked[corners[next(h)]]) continue;
      if (blocked[k] && blocked[l]) continue;
      const [f, g] = [faceOf(h), faceOf(twin[h])];
      this.flip(h);
      // Half-edges have moved: what waits is asked for anew, by edge.
      for (const side of [3 * f, 3 * f + 1, 3 * g, 3 * g + 2]) {
        waiting[this.edgeOf(side)] = 0;
        push(side);
      }
    }
    return this;
  }

  /** Flips an edge between two different faces. */
  flip(h: number): void {
    const { corners, twin, lengths, side } = this;
    this.crossings = null;
    this.flips++;
    const t = twin[h];
    const [hn, hp, tn, tp] = [next(h), previous(h), next(t), previous(t)];
    const edge = side[h] >> 1;
    const length = this.diagonal(h);
    const crossed = this.flippedList(h);
    const [f, g] = [3 * faceOf(h), 3 * faceOf(t)];
    // The four sides move to new places; their twins may be among them.
    const from = [tp, hn, tn, hp];
    const to = [f, f + 1, g, g + 2];
    const saved = from.map((x) => ({ corner: corners[x], twin: twin[x], length: lengths[x], side: side[x] }));
    saved.forEach((data, i) => {
      corners[to[i]] = data.corner;
      lengths[to[i]] = data.length;
      side[to[i]] = data.side;
      const moved = from.indexOf(data.twin);
      const mate = moved < 0 ? data.twin : to[moved];
      twin[to[i]] = mate;
      if (mate >= 0) twin[mate] = to[i];
    });
    // k to l in face f, l to k in face g.
    corners[f + 2] = saved[3].corner;
    corners[g + 1] = saved[0].corner;
    lengths[f + 2] = lengths[g + 1] = length;
    twin[f + 2] = g + 1;
    twin[g + 1] = f + 2;
    side[f + 2] = 2 * edge;
    side[g + 1] = 2 * edge + 1;
    this.same[edge] = crossed.same;
    this.lists[edge] = crossed.list;
  }

  /** Length of the other diagonal of the two faces at h. */
  private diagonal(h: number): number {
    const { lengths } = this;
    const t = this.twin[h];
    const l = lengths[h];
    const height = (x: number): number => (2 * areaOf(l, lengths[next(x)], lengths[previous(x)])) / l;
    const [jk, ki, il, lj] = [lengths[next(h)], lengths[previous(h)], lengths[next(t)], lengths[previous(t)]];
    // Feet of k and l on the edge, measured from i: their difference, without the common terms.
    const along = ((ki - il) * (ki + il) + (lj - jk) * (lj + jk)) / (2 * l);
    return Math.hypot(along, height(h) + height(t));
  }

  /** Base half-edges that a half-edge crosses, from its tail. */
  private list(h: number): readonly number[] {
    const list = this.lists[this.side[h] >> 1];
    if ((this.side[h] & 1) === 0 || list.length === 0) return list;
    return list.map((x) => this.base.twin[x]).reverse();
  }

  /** The same from the head, as seen by someone who leaves the head. */
  private listBack(h: number): readonly number[] {
    const list = this.lists[this.side[h] >> 1];
    if ((this.side[h] & 1) === 1 || list.length === 0) return list;
    return list.map((x) => this.base.twin[x]).reverse();
  }

  /** What the other diagonal, from k to l, crosses; or which base half-edge it is. */
  private flippedList(h: number): { same: number; list: readonly number[] } {
    const { base } = this;
    const t = this.twin[h];
    const [hn, hp, tn, tp] = [next(h), previous(h), next(t), previous(t)];
    const own = this.baseHalf(h);
    const crossed = [h, hn, hp, tn, tp].some((x) => this.crossCount(x) > 0);
    if (!crossed) return { same: -1, list: own >= 0 ? [own] : EMPTY };
    const ij = this.list(h);
    const n = ij.length;
    const upper = cornerCounts(n, this.crossCount(hn), this.crossCount(hp));
    const lower = cornerCounts(n, this.crossCount(tn), this.crossCount(tp));
    const fromK = { i: this.list(hp), j: this.listBack(hn) };
    const fromL = { j: this.list(tp), i: this.listBack(tn) };
    const list: number[] = [];
    // Around k: curves that cut its corner, then those that leave i or j and cross the far side.
    for (const cut of fromK.i.slice(0, upper.apex)) list.push(cut);
    for (const cut of fromK.j.slice(upper.apex, upper.apex + upper.fromTail)) list.push(cut);
    for (const cut of fromK.i.slice(upper.apex, upper.apex + upper.fromHead)) list.push(cut);
    // Through the old diagonal. Above, the p-th from i goes to ik, k or jk; below, to il, l or jl. As seen from t,
    // tail and head change places.
    if (own >= 0) list.push(own);
    let same = -1;
    const cuts: number[] = [];
    let towards = 0;
    for (let p = 0; p < n; p++) {
      const above = p < upper.tail ? -1 : p >= n - upper.head ? 1 : 0;
      const below = p < lower.head ? -1 : p >= n - lower.tail ? 1 : 0;
      if (above === 0 && below === 0) same = ij[p];
      if (above * below < 0) {
        towards = above;
        cuts.push(ij[p]);
      }
    }
    if (towards > 0) for (const cut of cuts) list.push(cut);
    else for (let p = cuts.length - 1; p >= 0; p--) list.push(base.twin[cuts[p]]);
    const ends = [
      ...fromL.i.slice(0, lower.apex),
      // From t's view its tail is j and its head is i.
      ...fromL.i.slice(lower.apex, lower.apex + lower.fromTail),
      ...fromL.j.slice(lower.apex, lower.apex + lower.fromHead),
    ];
    for (let p = ends.length - 1; p >= 0; p--) list.push(base.twin[ends[p]]);
    // A curve from k to l is the new diagonal itself; its head is above where it crosses i to j from right to left.
    if (same >= 0) return { same: base.twin[same], list: EMPTY };
    return { same: -1, list };
  }

  /** Positions of all crossings, computed when first needed. */
  get overlay(): Crossings {
    this.crossings ??= new Crossings(this.base, this.baseLengths, this.lists);
    return this.crossings;
  }

  /** The p-th crossing of a half-edge, from its tail. */
  crossing(h: number, p: number): Crossing {
    const edge = this.side[h] >> 1;
    const { start, half, s, t } = this.overlay;
    if ((this.side[h] & 1) === 0) {
      const q = start[edge] + p;
      return { half: half[q], s: s[q], t: t[q] };
    }
    const q = start[edge + 1] - 1 - p;
    return { half: this.base.twin[half[q]], s: 1 - s[q], t: 1 - t[q] };
  }

  /** The half-edge of an edge in or against its direction; -1 where there is none. */
  halfOf(edge: number, against: number): number {
    this.halves ??= this.indexHalves();
    return this.halves[2 * edge + against];
  }

  private halves: Int32Array | null = null;

  private indexHalves(): Int32Array {
    const halves = new Int32Array(2 * this.edgeCount).fill(-1);
    for (let h = 0; h < this.side.length; h++) halves[this.side[h]] = h;
    return halves;
  }

  /** The half-edge that runs along a base half-edge; -1 where that was flipped away. */
  halfAlong(baseHalf: number): number {
    this.along ??= this.indexAlong();
    return this.along[baseHalf];
  }

  private along: Int32Array | null = null;

  private indexAlong(): Int32Array {
    const along = new Int32Array(this.side.length).fill(-1);
    for (let h = 0; h < this.side.length; h++) {
      const b = this.baseHalf(h);
      if (b >= 0) along[b] = h;
    }
    return along;
  }
}

/** How the curves in a triangle run, by how often each side is crossed; tail and head are the ends of its first side. */
export interface CornerCounts {
  /** Curves that cut off a corner. */
  readonly tail: number;
  readonly head: number;
  readonly apex: number;
  /** Curves that leave a corner and cross the side across. */
  readonly fromTail: number;
  readonly fromHead: number;
  readonly fromApex: number;
}

/** @param n crossings of the first side, of the side from its head to the apex, and of the side from there to its tail */
export function cornerCounts(n: number, headApex: number, apexTail: number): CornerCounts {
  const fromApex = Math.max(0, n - headApex - apexTail);
  const fromTail = Math.max(0, headApex - n - apexTail);
  const fromHead = Math.max(0, apexTail - n - headApex);
  return {
    fromApex,
    fromTail,
    fromHead,
    tail: Math.max(0, n + apexTail - headApex - fromApex - fromHead) / 2,
    head: Math.max(0, n + headApex - apexTail - fromApex - fromTail) / 2,
    apex: Math.max(0, headApex + apexTail - n - fromTail - fromHead) / 2,
  };
}

/** All crossings of intrinsic edges with base edges, with their positions on both. */
export class Crossings {
  /** Those of edge e are `start[e] .. start[e + 1])`. */
  readonly start: Int32Array;
  readonly edge: Int32Array;
  readonly half: Int32Array;
  readonly s: Float64Array;
  readonly t: Float64Array;
  /** Crossings on a base half-edge, from its tail; known for the lower of two twins. */
  private readonly onBase = new Map<number, number[]>();

  constructor(
    private readonly base: Triangles,
    private readonly lengths: Float64Array,
    lists: readonly (readonly number[])[],
  ) {
    this.start = new Int32Array(lists.length + 1);
    for (let e = 0; e < lists.length; e++) this.start[e + 1] = this.start[e] + lists[e].length;
    const count = this.start[lists.length];
    this.edge = new Int32Array(count);
    this.half = new Int32Array(count);
    this.s = new Float64Array(count);
    this.t = new Float64Array(count);
    for (let e = 0; e < lists.length; e++) if (lists[e].length > 0) this.layOut(e, lists[e]);
    this.indexBase();
  }

  /** Unfolds the strip of base faces along an edge and intersects the straight line through it. */
  private layOut(edge: number, list: readonly number[]): void {
    const { base, lengths, start } = this;
    const count = list.length;
    // Ends of the crossed half-edges, tail and head, with the edge's tail at the origin.
    const tails = new Float64Array(2 * count);
    const heads = new Float64Array(2 * count);
    const first = list[0];
    const before = previous(first);
    // The strip begins in the face of the first half-edge, at the corner across from it: tail at distance |before|.
    let [tx, ty] = [lengths[before], 0];
    let [hx, hy] = placeApex(0, 0, tx, ty, lengths[before], lengths[first], lengths[next(first)]);
    for (let p = 0; p < count; p++) {
      tails.set([tx, ty], 2 * p);
      heads.set([hx, hy], 2 * p);
      const inside = base.twin[list[p]];
      const [x, y] = placeApex(
        hx,
        hy,
        tx,
        ty,
        lengths[inside],
        lengths[next(inside)],
        lengths[previous(inside)],
      );
      if (p + 1 === count) [tx, ty] = [x, y];
      // inside runs from the old head to the old tail; the next crossing is one of the other two sides.
      else if (list[p + 1] === next(inside)) [hx, hy] = [x, y];
      else [tx, ty] = [x, y];
    }
    const [ex, ey] = [tx, ty];
    const length2 = ex * ex + ey * ey;
    let last = 0;
    for (let p = 0; p < count; p++) {
      const right = ex * tails[2 * p + 1] - ey * tails[2 * p];
      const left = ex * heads[2 * p + 1] - ey * heads[2 * p];
      const t = clamp01(right === left ? 0.5 : right / (right - left));
      const x = tails[2 * p] + t * (heads[2 * p] - tails[2 * p]);
      const y = tails[2 * p + 1] + t * (heads[2 * p + 1] - tails[2 * p + 1]);
      last = Math.max(last, clamp01(length2 > 0 ? (x * ex + y * ey) / length2 : 0));
      const q = start[edge] + p;
      this.edge[q] = edge;
      this.half[q] = list[p];
      this.s[q] = last;
      this.t[q] = t;
    }
  }

  private indexBase(): void {
    const { half, t, onBase } = this;
    const { twin } = this.base;
    for (let q = 0; q < half.length; q++) {
      const key = Math.min(half[q], twin[half[q]]);
      const list = onBase.get(key);
      if (list) list.push(q);
      else onBase.set(key, [q]);
    }
    for (const [key, list] of onBase) {
      const at = (q: number): number => (half[q] === key ? t[q] : 1 - t[q]);
      list.sort((p, q) => at(p) - at(q) || p - q);
    }
  }

  /** The crossings on a base half-edge, from its tail. */
  on(baseHalf: number): readonly number[] {
    const t = this.base.twin[baseHalf];
    if (t < 0) return EMPTY;
    if (baseHalf < t) return this.onBase.get(baseHalf) ?? EMPTY;
    const list = this.onBase.get(t);
    return list ? [...list].reverse() : EMPTY;
  }
}

function clamp01(x: number): number {
  return x < 0 ? 0 : x > 1 ? 1 : x;
}
