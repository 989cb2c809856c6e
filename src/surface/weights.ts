/** The two weightings of the potential: the thesis's influence, and cotangents on the Delaunay triangulation. */
import type { Couplings } from "../numerics/index.js";
import type { Intrinsic } from "./intrinsic.js";
import { next, previous } from "./topology.js";
import { areaOf } from "./triangle.js";

/** Parameters on the three terms of equation 4.4, each 1 in the thesis (7.2 suggests the study). */
export interface InfluenceTerms {
  /** On D_min. */
  readonly alpha: number;
  /** On D_max. */
  readonly beta: number;
  /** On the distance. */
  readonly gamma: number;
}

/** Couplings among all vertices of a mesh, walls and goals included. */
export interface VertexCouplings {
  readonly start: Int32Array;
  readonly index: Int32Array;
  readonly value: Float64Array;
  /** What one unit of leak (1/m^2) takes from each vertex, in the units of the couplings. */
  readonly area: Float64Array;
  readonly symmetric: boolean;
}

/** Never 0 between neighbours: who is joined on the surface stays joined in the field. */
const LEAST = 1e-9;
/** Through an edge with walls on both sides, where flipping is not allowed. */
const GATE = 0.05;

/**
 * Cotangent weights (Pinkall and Polthier 1993) on an intrinsic Delaunay triangulation: convergent, and never negative
 * (Bobenko and Springborn 2007).
 */
export function cotanCouplings(
  intrinsic: Intrinsic,
  cots: Float64Array,
  vertexCount: number,
  blocked: Uint8Array,
): VertexCouplings {
  const { corners, twin, lengths } = intrinsic;
  const rows = new Rows(vertexCount, corners, twin);
  for (let h = 0; h < corners.length; h++) {
    const t = twin[h];
    if (t >= 0 && t < h) continue;
    const [i, j] = [corners[h], corners[next(h)]];
    if (i === j) continue;
    let w = (cots[h] + (t >= 0 ? cots[t] : 0)) / 2;
    const gate = t >= 0 && blocked[corners[previous(h)]] && blocked[corners[previous(t)]];
    w = Math.max(w, gate && !blocked[i] && !blocked[j] ? GATE : LEAST);
    rows.add(i, j, w);
    rows.add(j, i, w);
  }
  const area = new Float64Array(vertexCount);
  for (let f = 0; f < corners.length; f += 3) {
    const third = areaOf(lengths[f], lengths[f + 1], lengths[f + 2]) / 3;
    for (let h = f; h < f + 3; h++) area[corners[h]] += third;
  }
  return { ...rows.merged(), area, symmetric: true };
}

/** Influence weights (Fischer 2011, equations 4.2 to 4.5): the nearer a neighbour, the more it counts. */
export function influenceCouplings(
  intrinsic: Intrinsic,
  vertexCount: number,
  { alpha, beta, gamma }: InfluenceTerms,
): VertexCouplings {
  const { corners, twin, lengths } = intrinsic;
  const nearest = new Float64Array(vertexCount).fill(Infinity);
  const farthest = new Float64Array(vertexCount);
  const edges: number[] = [];
  for (let h = 0; h < corners.length; h++) {
    if (twin[h] >= 0 && twin[h] < h) continue;
    edges.push(h);
    for (const v of [corners[h], corners[next(h)]]) {
      nearest[v] = Math.min(nearest[v], lengths[h]); // 4.2
      farthest[v] = Math.max(farthest[v], lengths[h]); // 4.3
    }
  }
  const rows = new Rows(vertexCount, corners, twin);
  const area = new Float64Array(vertexCount);
  for (const h of edges) {
    const [i, j] = [corners[h], corners[next(h)]];
    for (const [a, b] of [
      [i, j],
      [j, i],
    ]) {
      // 4.4. Where two neighbours coincide the farthest one would count nothing (6.1): a hair is left to it.
      const influence = Math.max(
        alpha * nearest[a] + beta * farthest[a] - gamma * lengths[h],
        LEAST * farthest[a],
      );
      rows.add(a, b, influence);
      // The weighted mean differs from the centre by a quarter of the weighted mean square distance times the Laplacian.
      area[a] += (influence * lengths[h] * lengths[h]) / 4;
    }
  }
  return { ...rows.merged(), area, symmetric: false };
}

/** Rows of a sparse matrix, filled edge by edge; several edges between two vertices add up. */
class Rows {
  private readonly start: Int32Array;
  private readonly fill: Int32Array;
  private readonly index: Int32Array;
  private readonly value: Float64Array;

  constructor(
    private readonly count: number,
    corners: Int32Array,
    twin: Int32Array,
  ) {
    this.start = new Int32Array(count + 1);
    for (let h = 0; h < corners.length; h++) {
      this.start[corners[h] + 1]++;
      if (twin[h] < 0) this.start[corners[next(h)] + 1]++;
    }
    for (let i = 0; i < count; i++) this.start[i + 1] += this.start[i];
    this.fill = this.start.slice(0, count);
    this.index = new Int32Array(this.start[count]);
    this.value = new Float64Array(this.start[count]);
  }

  add(i: number, j: number, w: number): void {
    const k = this.fill[i]++;
    this.index[k] = j;
    this.value[k] = w;
  }

  merged(): { start: Int32Array; index: Int32Array; value: Float64Array } {
    const { count, start, fill, index, value } = this;
    const at = new Int32Array(count).fill(-1);
    const newStart = new Int32Array(count + 1);
    let length = 0;
    for (let i = 0; i < count; i++) {
      const first = length;
      for (let k = start[i]; k < fill[i]; k++) {
        const j = index[k];
        if (at[j] >= first) value[at[j]] += value[k];
        else {
          at[j] = length;
          index[length] = j;
          value[length++] = value[k];
        }
      }
      newStart[i + 1] = length;
    }
    return { start: newStart, index: index.slice(0, length), value: value.slice(0, length) };
  }
}

/** The system over free vertices: couplings to fixed ones become losses. */
export function restrict(
  all: VertexCouplings,
  number: Int32Array,
  freeCount: number,
  leak: Float64Array,
): Couplings {
  const start = new Int32Array(freeCount + 1);
  const loss = new Float64Array(freeCount);
  const index = new Int32Array(all.index.length);
  const value = new Float64Array(all.index.length);
  let length = 0;
  for (let v = 0, row = 0; v < number.length; v++) {
    if (number[v] < 0) continue;
    loss[row] = leak[v] * all.area[v];
    for (let k = all.start[v]; k < all.start[v + 1]; k++) {
      const other = number[all.index[k]];
      if (other < 0) loss[row] += all.value[k];
      else {
        index[length] = other;
        value[length++] = all.value[k];
      }
    }
    start[++row] = length;
  }
  return {
    start,
    index: index.slice(0, length),
    value: value.slice(0, length),
    loss,
    symmetric: all.symmetric,
  };
}
