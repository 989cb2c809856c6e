/** Point location by walking, and a grid of hints that keeps the walks short. */
import { orient } from "../predicates.js";
import { CORNERS, faceOf, next, prev, type TriangleMesh } from "./mesh.js";

/** Where a point lies, seen from the half-edge that `walk` returns with it. */
export const OUTSIDE = 0;
/** Strictly inside the face of the half-edge. */
export const IN_FACE = 1;
/** On the edge, not at its ends. */
export const ON_EDGE = 2;
/** At the vertex that the half-edge leaves. */
export const AT_VERTEX = 3;

/** A half-edge and what it says about a point; -1 when the point is outside the rectangle. */
export interface Spot {
  place: typeof OUTSIDE | typeof IN_FACE | typeof ON_EDGE | typeof AT_VERTEX;
  edge: number;
}

/**
 * Walks from a face to the point, always across an edge that has the point strictly on its far side. Which edge is
 * tried first alternates at random: the plain walk can run in circles when the triangulation is constrained, this
 * one cannot for ever (Devillers, Pion and Teillaud 2002). The generator starts anew at every call, so equal calls
 * give equal answers.
 */
export function walk(mesh: TriangleMesh, x: number, y: number, start: number, spot: Spot): Spot {
  const { triangles, twins, coords } = mesh;
  let e = 3 * start;
  let bits = 0x2545f491;
  let entered = -1;
  for (;;) {
    bits = (Math.imul(bits, 1664525) + 1013904223) | 0;
    const first = e - (e % 3) + ((bits >>> 16) % 3);
    let zero = -1;
    let zeros = 0;
    let crossed = -1;
    for (let i = 0, k = first; i < 3; i++, k = next(k)) {
      if (k === entered) continue;
      const p = 2 * triangles[k];
      const q = 2 * triangles[next(k)];
      const side = orient(coords[p], coords[p + 1], coords[q], coords[q + 1], x, y);
      if (side < 0) {
        crossed = k;
        break;
      }
      if (side === 0) {
        zeros++;
        // Two zeros meet at a vertex: keep the half-edge that leaves it.
        zero = zeros === 1 ? k : next(zero) === k ? k : zero;
      }
    }
    if (crossed >= 0) {
      entered = twins[crossed];
      if (entered < 0) {
        spot.place = OUTSIDE;
        spot.edge = -1;
        return spot;
      }
      e = entered;
      continue;
    }
    spot.place = zeros === 0 ? IN_FACE : zeros === 1 ? ON_EDGE : AT_VERTEX;
    spot.edge = zeros === 0 ? e - (e % 3) : zero;
    return spot;
  }
}

/**
 * A uniform grid over the rectangle that remembers one vertex per cell, so that a walk starts near its end
 * whatever the order of the queries.
 */
export class HintGrid {
  private readonly mesh: TriangleMesh;
  private readonly side: number;
  private readonly scaleX: number;
  private readonly scaleY: number;
  private readonly cells: Int32Array;

  /** Fits the grid to the mesh's present vertices. */
  constructor(mesh: TriangleMesh) {
    this.mesh = mesh;
    this.side = Math.min(2048, Math.max(1, Math.ceil(Math.sqrt(mesh.vertexCount))));
    const { box } = mesh;
    this.scaleX = this.side / (box.maxX - box.minX);
    this.scaleY = this.side / (box.maxY - box.minY);
    this.cells = new Int32Array(this.side * this.side).fill(-1);
    for (let v = CORNERS; v < mesh.vertexCount; v++) if (mesh.vertexEdge[v] >= 0) this.add(v);
    this.fill();
  }

  /** Whether the mesh has outgrown the grid so far that a new one pays. */
  get outgrown(): boolean {
    return this.side < 2048 && this.mesh.liveVertices > 8 * this.side * this.side;
  }

  private cell(x: number, y: number): number {
    const { box } = this.mesh;
    const last = this.side - 1;
    const column = Math.min(last, Math.max(0, Math.floor((x - box.minX) * this.scaleX)));
    const row = Math.min(last, Math.max(0, Math.floor((y - box.minY) * this.scaleY)));
    return row * this.side + column;
  }

  /** Remembers a vertex. */
  add(v: number): void {
    const { coords } = this.mesh;
    this.cells[this.cell(coords[2 * v], coords[2 * v + 1])] = v;
  }

  /** Puts `neighbour` in the place of a vertex that is about to go. */
  replace(v: number, neighbour: number): void {
    const { coords } = this.mesh;
    const cell = this.cell(coords[2 * v], coords[2 * v + 1]);
    if (this.cells[cell] === v) this.cells[cell] = neighbour;
  }

  /** A face near the point, alive for sure. */
  near(x: number, y: number): number {
    const e = this.mesh.vertexEdge[this.cells[this.cell(x, y)]];
    return faceOf(e >= 0 ? e : this.mesh.vertexEdge[0]);
  }

  /** Cells without a vertex take the nearest one along their row, then along their column. */
  private fill(): void {
    const { cells, side } = this;
    const spread = (start: number, stride: number): void => {
      let known = -1;
      for (let i = 0; i < side; i++) {
        const cell = start + i * stride;
        if (cells[cell] >= 0) known = cells[cell];
        else cells[cell] = known;
      }
      for (let i = side - 1; i >= 0; i--) {
        const cell = start + i * stride;
        if (cells[cell] >= 0) known = cells[cell];
        else cells[cell] = known;
      }
    };
    for (let row = 0; row < side; row++) spread(row * side, 1);
    for (let column = 0; column < side; column++) spread(column, side);
    for (let cell = 0; cell < cells.length; cell++) if (cells[cell] < 0) cells[cell] = 0;
  }
}

/** The half-edge from vertex a, not a corner of the rectangle, to vertex b; -1 when there is none. */
export function edgeBetween(mesh: TriangleMesh, a: number, b: number): number {
  const { triangles, twins, vertexEdge } = mesh;
  const start = vertexEdge[a];
  let e = start;
  do {
    if (triangles[next(e)] === b) return e;
    e = twins[prev(e)];
  } while (e !== start);
  return -1;
}
