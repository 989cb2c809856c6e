/** Which faces a closed constraint winds around. */
import { faceOf, next, prev, sideOf, type TriangleMesh } from "./mesh.js";
import type { Owners } from "./owners.js";

export class Winding {
  private readonly mesh: TriangleMesh;
  private readonly owners: Owners;
  /** The search that last saw each face, and each vertex. */
  private facesSeen = new Int32Array(0);
  private verticesSeen = new Int32Array(0);
  private search = 0;
  /** Half-edges of the constraint in its own direction. */
  private readonly edges: number[] = [];
  private readonly vertices: number[] = [];

  constructor(mesh: TriangleMesh, owners: Owners) {
    this.mesh = mesh;
    this.owners = owners;
  }

  /**
   * The faces around which constraint `id` winds, other than zero times. A ring that meets itself nowhere is filled
   * from its inner side; any other is settled by counting crossings all the way from the rectangle's corner.
   *
   * @param start a vertex of the constraint
   */
  inside(id: number, start: number): number[] {
    this.begin();
    const simple = this.follow(id, start);
    if (this.edges.length === 0) return [];
    return simple ? this.fill(id) : this.count(id);
  }

  private begin(): void {
    const { cover, vertexEdge } = this.mesh;
    // The mesh grows its vertices and its faces at different times.
    const grew = this.facesSeen.length < cover.length || this.verticesSeen.length < vertexEdge.length;
    if (grew || this.search === 0x7fffffff) {
      this.facesSeen = new Int32Array(cover.length);
      this.verticesSeen = new Int32Array(vertexEdge.length);
      this.search = 0;
    }
    this.search++;
    this.edges.length = 0;
    this.vertices.length = 0;
  }

  /** Collects the constraint's half-edges; returns whether they form a ring that visits no vertex twice. */
  private follow(id: number, start: number): boolean {
    const { mesh, owners, edges, vertices } = this;
    const { triangles, twins, marks, vertexEdge } = mesh;
    let simple = true;
    this.visitVertex(start);
    for (let i = 0; i < vertices.length; i++) {
      const first = vertexEdge[vertices[i]];
      let leaving = 0;
      let e = first;
      do {
        const count = marks[e] === 0 ? 0 : owners.forward(e, id);
        if (count > 0) {
          leaving += count;
          edges.push(e);
          this.visitVertex(triangles[next(e)]);
        }
        e = twins[prev(e)];
      } while (e !== first);
      if (leaving !== 1) simple = false;
    }
    // Out and back along one edge is closed too, but winds around nothing.
    return simple && edges.length > 2;
  }

  private visitVertex(v: number): void {
    if (this.verticesSeen[v] === this.search) return;
    this.verticesSeen[v] = this.search;
    this.vertices.push(v);
  }

  private visitFace(f: number, found: number[]): void {
    if (this.facesSeen[f] === this.search) return;
    this.facesSeen[f] = this.search;
    found.push(f);
  }

  private fill(id: number): number[] {
    const { twins, marks } = this.mesh;
    const left = this.runsLeft();
    const found: number[] = [];
    for (const e of this.edges) this.visitFace(faceOf(left ? e : twins[e]), found);
    for (let i = 0; i < found.length; i++) {
      for (let e = 3 * found[i]; e < 3 * found[i] + 3; e++) {
        if (marks[e] === 0 || !this.owners.has(e, id)) this.visitFace(faceOf(twins[e]), found);
      }
    }
    return found;
  }

  /** Whether the simple ring runs counterclockwise: decided at its lowest, then leftmost, vertex. */
  private runsLeft(): boolean {
    const { edges, mesh } = this;
    const { coords, triangles } = mesh;
    let out = edges[0];
    for (const e of edges) {
      const v = 2 * triangles[e];
      const best = 2 * triangles[out];
      const lower = coords[v + 1] - coords[best + 1] || coords[v] - coords[best];
      if (lower < 0) out = e;
    }
    const into = edges.find((e) => triangles[next(e)] === triangles[out])!;
    return sideOf(mesh, triangles[into], triangles[out], triangles[next(out)]) > 0;
  }

  private count(id: number): number[] {
    const { twins, marks, vertexEdge, faceCount } = this.mesh;
    const winding = new Int32Array(faceCount);
    const order: number[] = [];
    this.visitFace(faceOf(vertexEdge[0]), order);
    for (let i = 0; i < order.length; i++) {
      const f = order[i];
      for (let e = 3 * f; e < 3 * f + 3; e++) {
        const t = twins[e];
        if (t < 0 || this.facesSeen[faceOf(t)] === this.search) continue;
        // Left of a directed edge the winding number is one more than right of it.
        winding[faceOf(t)] = winding[f] - (marks[e] === 0 ? 0 : this.owners.net(e, id));
        this.visitFace(faceOf(t), order);
      }
    }
    return order.filter((f) => winding[f] !== 0);
  }
}
