/**
 * The ground a path map grows on: free triangles, walls, and the corners where paths bend.
 *
 * A vertex where several obstacles touch has several free sectors around it, and nobody passes from one to another.
 * So distances belong to a vertex *as seen from a sector*: a `node`. Most vertices have one.
 */
import {
  type DrawnPortal,
  faceOf,
  nextEdge as next,
  prevEdge as prev,
  type TriangleMesh,
  type Triangulation,
} from "../geometry/index.js";
import { type SeamPair, Seams } from "./seams.js";

/** A source on the ground: a vertex, or a half-edge and its twin. */
export interface GroundSource {
  /** Number of the source as the user gave it. */
  readonly source: number;
  /** Distance already counted there. */
  readonly start: number;
  readonly vertex?: number;
  readonly edge?: number;
}

export class Ground {
  readonly mesh: TriangleMesh;
  /** The mesh's own arrays, one step nearer. */
  private readonly triangles: Int32Array;
  /** Per half-edge: the same edge seen from the face beyond; across a seam, from the face on its other side. */
  readonly twins: Int32Array;
  /** Per half-edge: 1 where nobody can cross. */
  readonly walls: Uint8Array;
  /** Where the ground is glued; null for a plain one. */
  readonly seams: Seams | null;
  /** Per half-edge: the node of the vertex it leaves, seen from its face; -1 where the face is not free. */
  readonly nodes: Int32Array;
  /** Per node: the half-edge that starts its sector, a wall; -1 when no wall ends at the vertex in this sector. */
  readonly sectorStart: number[] = [];
  /** Per node: its vertex; one of them, where the sector reaches across a seam. */
  readonly vertexOf: number[] = [];
  /** Nodes with no wall in their sector that lie on a seam. */
  readonly onSeam = new Set<number>();
  /** x and y of vertex v at 2v and 2v + 1. A new image of a vertex may put another array in its place. */
  coords: Float64Array;

  /** @param portals where the ground is glued; each side is cut where the other one is (`matchPortals`) */
  constructor(triangulation: Triangulation, portals: readonly DrawnPortal[] = []) {
    const { mesh } = triangulation;
    this.mesh = mesh;
    this.triangles = mesh.triangles;
    const halfEdges = 3 * mesh.faceCount;
    this.walls = new Uint8Array(halfEdges);
    for (let e = 0; e < halfEdges; e++) if (mesh.marks[e] !== 0 && triangulation.isWall(e)) this.walls[e] = 1;
    this.seams = portals.length > 0 ? new Seams(triangulation, portals) : null;
    this.coords = this.seams?.coords ?? mesh.coords;
    this.twins = this.seams ? mesh.twins.slice() : mesh.twins;
    for (const pair of this.seams?.pairs ?? []) this.glue(pair);
    this.nodes = new Int32Array(halfEdges).fill(-1);
    for (let v = 0; v < mesh.vertexCount; v++) if (mesh.vertexEdge[v] >= 0) this.addNodes(v);
  }

  get nodeCount(): number {
    return this.vertexOf.length;
  }

  isFree(f: number): boolean {
    return this.mesh.cover[f] < 0;
  }

  /**
   * Makes two half-edges the two sides of one edge; what lay behind them is a wall. One that is crossed in one direction only
   * stays a wall, so that its two sides have nodes of their own; `leads` says which way it is none. One half-edge may lead to a
   * second and be led to by a third.
   */
  private glue({ edges: [e, f], leads: [there, back] }: SeamPair): void {
    const { twins, walls, mesh } = this;
    walls[mesh.twins[e]] = walls[mesh.twins[f]] = 1;
    if (there) twins[e] = f;
    if (back) twins[f] = e;
    walls[e] = walls[f] = there && back ? 0 : 1;
  }

  /** Whether windows leave a face by a half-edge that is a wall for those who come the other way. */
  leads(e: number): boolean {
    return this.seams !== null && this.seams.of[e] >= 0;
  }

  /** Gives every free sector around v that has none a node. */
  private addNodes(v: number): void {
    const { twins, vertexEdge } = this.mesh;
    const start = vertexEdge[v];
    let e = start;
    // The rectangle's corners have no free face around them, and no full turn of faces.
    do {
      if (this.nodes[e] < 0 && this.isFree(faceOf(e))) this.addNode(v, e);
      e = twins[prev(e)];
    } while (e !== start && e >= 0);
  }

  /** Numbers the sector of a spoke, from its first wall to its last, or all around. */
  private addNode(v: number, spoke: number): void {
    const { nodes, walls, twins } = this;
    let first = spoke;
    while (!walls[first]) {
      first = next(twins[first]);
      if (first === spoke) break;
    }
    const node = this.vertexOf.length;
    this.vertexOf.push(v);
    this.sectorStart.push(walls[first] ? first : -1);
    for (let e = first; ; e = twins[prev(e)]) {
      nodes[e] = node;
      if (this.seams !== null && this.seams.of[e] >= 0 && !walls[first]) this.onSeam.add(node);
      if (walls[prev(e)] || twins[prev(e)] === first) return;
    }
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

  /** The vertex as which v is seen from beyond a seam. */
  image(v: number, seam: number): number {
    const image = this.seams!.image(v, seam);
    this.coords = this.seams!.coords;
    return image;
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
