/**
 * A mesh with its walls cut out, as shortest paths see it: edges between two blocked vertices have no other side, and a
 * vertex that only such edges hold together becomes several. What unfolding asks for is laid out once per half-edge.
 */
import type { SurfaceMesh } from "./mesh.js";
import type { SurfacePoint } from "./point.js";
import { faceOf, next, previous, splitFans } from "./topology.js";
import { areaOf } from "./triangle.js";

/** A face that a place is in, with the weights of its corners. */
export interface FaceWeights {
  readonly face: number;
  readonly weights: readonly number[];
}

/** More than a full turn by so many radians: a path may bend around such a vertex. */
const SADDLE = 1e-9;

/** Topology, lengths and layouts of a mesh without its walls. */
export class CutMesh {
  /** Vertex at the tail of each half-edge; copies of a vertex have numbers of their own. */
  readonly corners: Int32Array;
  /** The half-edge across; -1 at walls and limits. */
  readonly twin: Int32Array;
  /** The mesh's vertex of each vertex of the cut mesh. */
  readonly original: Int32Array;
  /** Per half-edge: its length, and the third corner of its face with the half-edge laid on the x axis. */
  readonly lengths: Float64Array;
  readonly apexX: Float64Array;
  readonly apexY: Float64Array;
  /** Vertices around which shortest paths may bend: at walls, and where the angles add up to more than a full turn. */
  readonly bends: Uint8Array;
  /** Half-edges that leave vertex v into open faces: `fans` from `fanStart[v]` to `fanStart[v + 1]`. */
  readonly fanStart: Int32Array;
  readonly fans: Int32Array;
  /** Faces that are not all wall. */
  private readonly isOpen: Uint8Array;

  constructor(
    private readonly mesh: SurfaceMesh,
    tags: Uint8Array,
  ) {
    const { vertexCount, faceCount } = mesh;
    this.corners = mesh.corners.slice();
    this.twin = mesh.twin.slice();
    this.isOpen = new Uint8Array(faceCount);
    for (let h = 0; h < this.corners.length; h++) {
      if (tags[mesh.corners[h]] === 0) this.isOpen[faceOf(h)] = 1;
      else if (tags[mesh.corners[next(h)]]) this.twin[h] = -1;
    }
    const copies = splitFans(this.corners, this.twin, vertexCount);
    this.original = new Int32Array(vertexCount + copies.length);
    for (let v = 0; v < this.original.length; v++) {
      this.original[v] = v < vertexCount ? v : copies[v - vertexCount];
    }
    this.lengths = new Float64Array(this.corners.length);
    for (let h = 0; h < this.lengths.length; h++) this.lengths[h] = mesh.edgeLength(h);
    this.apexX = new Float64Array(this.corners.length);
    this.apexY = new Float64Array(this.corners.length);
    this.layOut();
    this.bends = this.findBends();
    [this.fanStart, this.fans] = this.findFans();
  }

  get vertexCount(): number {
    return this.original.length;
  }

  /** Whether rays that cross half-edge h from inside its face go on into the face across. */
  isPassable(h: number): boolean {
    const t = this.twin[h];
    return t >= 0 && this.isOpen[faceOf(t)] === 1;
  }

  private layOut(): void {
    const { lengths } = this;
    for (let f = 0; f < lengths.length; f += 3) {
      const area = areaOf(lengths[f], lengths[f + 1], lengths[f + 2]);
      for (let h = f; h < f + 3; h++) {
        const [a, b, c] = [lengths[h], lengths[next(h)], lengths[previous(h)]];
        this.apexX[h] = a === 0 ? c : (a * a + (c - b) * (c + b)) / (2 * a);
        this.apexY[h] = a === 0 ? 0 : (2 * area) / a;
      }
    }
  }

  private findBends(): Uint8Array {
    const { corners, twin } = this;
    const angle = new Float64Array(this.vertexCount);
    const bends = new Uint8Array(this.vertexCount);
    for (let h = 0; h < corners.length; h++) {
      angle[corners[h]] += Math.atan2(this.apexY[h], this.apexX[h]);
      if (twin[h] < 0) bends[corners[h]] = bends[corners[next(h)]] = 1;
    }
    for (let v = 0; v < bends.length; v++) if (angle[v] > 2 * Math.PI + SADDLE) bends[v] = 1;
    return bends;
  }

  private findFans(): [Int32Array, Int32Array] {
    const { corners, isOpen } = this;
    const start = new Int32Array(this.vertexCount + 1);
    for (let h = 0; h < corners.length; h++) start[corners[h] + 1] += isOpen[faceOf(h)];
    for (let v = 0; v < this.vertexCount; v++) start[v + 1] += start[v];
    const fans = new Int32Array(start[this.vertexCount]);
    const at = start.slice();
    for (let h = 0; h < corners.length; h++) if (isOpen[faceOf(h)]) fans[at[corners[h]]++] = h;
    return [start, fans];
  }

  /** Copies of one of the mesh's vertices. */
  copiesOf(vertex: number): number[] {
    const copies = [vertex];
    for (let v = this.mesh.vertexCount; v < this.vertexCount; v++)
      if (this.original[v] === vertex) copies.push(v);
    return copies;
  }

  /** The open faces at a place on an edge or in a face. */
  facesOf(p: Exclude<SurfacePoint, { kind: "vertex" }>): FaceWeights[] {
    if (p.kind === "face") return [{ face: p.face, weights: p.weights }];
    const faces = [{ face: faceOf(p.halfedge), weights: weightsAt(p.halfedge, p.t) }];
    const t = this.twin[p.halfedge];
    if (t >= 0) faces.push({ face: faceOf(t), weights: weightsAt(t, 1 - p.t) });
    return faces.filter(({ face }) => this.isOpen[face]);
  }

  /** A point of a face, laid out with half-edge h on the x axis. */
  flat(h: number, weights: readonly number[]): [number, number] {
    const head = weights[(h + 1) % 3];
    const apex = weights[(h + 2) % 3];
    return [head * this.lengths[h] + apex * this.apexX[h], apex * this.apexY[h]];
  }
}

/** Weights of a point on half-edge h, a share t of the way along it. */
export function weightsAt(h: number, t: number): number[] {
  const weights = [0, 0, 0];
  weights[h % 3] = 1 - t;
  weights[(h + 1) % 3] = t;
  return weights;
}
