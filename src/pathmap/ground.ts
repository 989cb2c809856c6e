/**
 * The ground a path map grows on: free triangles, walls, and the corners where paths bend.
 *
 * A vertex where several obstacles touch has several free sectors around it, and nobody passes from one to another.
 * So distances belong to a vertex *as seen from a sector*: a `node`. Most vertices have one.
 */
import {
  faceOf,
  nextEdge as next,
  prevEdge as prev,
  type TriangleMesh,
  type Triangulation,
} from "../geometry/index.js";

export class Ground {
  readonly mesh: TriangleMesh;
  /** The mesh's own arrays, one step nearer. */
  private readonly coords: Float64Array;
  private readonly triangles: Int32Array;
  /** Per half-edge: 1 where nobody can cross. */
  readonly walls: Uint8Array;
  /** Per half-edge: the node of the vertex it leaves, seen from its face; -1 where the face is not free. */
  readonly nodes: Int32Array;
  /** Per node: the half-edge that starts its sector, a wall; -1 when no wall ends at the vertex in this sector. */
  readonly sectorStart: number[] = [];
  /** Per node: its vertex. */
  readonly vertexOf: number[] = [];

  constructor(triangulation: Triangulation) {
    const { mesh } = triangulation;
    this.mesh = mesh;
    this.coords = mesh.coords;
    this.triangles = mesh.triangles;
    const halfEdges = 3 * mesh.faceCount;
    this.walls = new Uint8Array(halfEdges);
    for (let e = 0; e < halfEdges; e++) if (mesh.marks[e] !== 0 && triangulation.isWall(e)) this.walls[e] = 1;
    this.nodes = new Int32Array(halfEdges).fill(-1);
    for (let v = 0; v < mesh.vertexCount; v++) if (mesh.vertexEdge[v] >= 0) this.addNodes(v);
  }

  get nodeCount(): number {
    return this.vertexOf.length;
  }

  isFree(f: number): boolean {
    return this.mesh.cover[f] < 0;
  }

  /** Gives every free sector around v a node. */
  private addNodes(v: number): void {
    const { twins, vertexEdge } = this.mesh;
    const { walls, nodes } = this;
    let first = vertexEdge[v];
    const stop = first;
    while (!walls[first]) {
      first = twins[prev(first)];
      if (first < 0 || first === stop) break;
    }
    // The rectangle's corners have no free face around them.
    if (first < 0) return;
    let node = -1;
    let e = first;
    do {
      if (!this.isFree(faceOf(e))) {
        node = -1;
      } else {
        if (node < 0 || walls[e]) {
          node = this.vertexOf.length;
          this.vertexOf.push(v);
          this.sectorStart.push(walls[e] ? e : -1);
        }
        nodes[e] = node;
      }
      e = twins[prev(e)];
    } while (e !== first && e >= 0);
  }

  /** The half-edges that leave a vertex within the sector of one of them, counterclockwise, each before its face. */
  sector(e: number): number[] {
    const { twins } = this.mesh;
    const node = this.nodes[e];
    const start = this.sectorStart[node] >= 0 ? this.sectorStart[node] : e;
    const found: number[] = [];
    let spoke = start;
    do {
      found.push(spoke);
      spoke = twins[prev(spoke)];
    } while (spoke !== start && this.nodes[spoke] === node && !this.walls[spoke]);
    return found;
  }

  /** All half-edges that leave v and have a free face on their left. */
  spokes(v: number): number[] {
    const { twins, vertexEdge } = this.mesh;
    const found: number[] = [];
    const start = vertexEdge[v];
    let e = start;
    do {
      if (this.isFree(faceOf(e))) found.push(e);
      e = twins[prev(e)];
    } while (e !== start && e >= 0);
    return found;
  }

  x(v: number): number {
    return this.coords[2 * v];
  }

  y(v: number): number {
    return this.coords[2 * v + 1];
  }

  /** The vertex a half-edge leads to. */
  end(e: number): number {
    return this.triangles[next(e)];
  }
}
