/**
 * A triangulation of a rectangle in flat half-edge arrays, with its local surgery: split, flip, merge.
 *
 * Half-edge e belongs to face floor(e / 3) and runs from `triangles[e]` to `triangles[next(e)]`, the face on its
 * left. `twins[e]` is the same edge seen from the other face, -1 on the rectangle's border. The layout is
 * delaunator's, so the same tricks apply.
 *
 *          r                 next(e) = q -> r
 *        /   \               prev(e) = r -> p
 *       /  f  \
 *      p --e--> q            f = face of e, counterclockwise
 *       \     /
 *        \   /               twin(e) = q -> p
 *          s
 *
 * Removed faces have `triangles[3f] = -1`, removed vertices `vertexEdge[v] = -1`; both numbers are used again.
 */
import { firstCapacity, grown } from "../../growth.js";
import { orient } from "../predicates.js";
import type { Box } from "../types.js";

/** The half-edge after e in its face. */
export function next(e: number): number {
  return e % 3 === 2 ? e - 2 : e + 1;
}

/** The half-edge before e in its face. */
export function prev(e: number): number {
  return e % 3 === 0 ? e + 2 : e - 1;
}

/** The face of a half-edge. */
export function faceOf(e: number): number {
  return (e / 3) | 0;
}

/** > 0 when vertex c lies to the left of the line from vertex a to vertex b, 0 on it; only the sign is exact. */
export function sideOf({ coords }: TriangleMesh, a: number, b: number, c: number): number {
  return orient(
    coords[2 * a],
    coords[2 * a + 1],
    coords[2 * b],
    coords[2 * b + 1],
    coords[2 * c],
    coords[2 * c + 1],
  );
}

/** The vertices of the rectangle itself are 0, 1, 2, 3; everything else comes after them. */
export const CORNERS = 4;

/** The largest vertex count: half-edge indices (6 per vertex) must fit 31 bits. */
export const MOST_VERTICES = 300_000_000;

/** Faces, edges and vertices in flat arrays; see the drawing at the top of this file. */
export class TriangleMesh {
  /** x and y of vertex v at 2v and 2v + 1. */
  coords: Float64Array;
  /** A half-edge that leaves the vertex, -1 for a removed vertex. */
  vertexEdge: Int32Array;
  /** The vertex each half-edge leaves. */
  triangles: Int32Array;
  twins: Int32Array;
  /** First record of the constraints that run along the edge, 0 for none; the same on both half-edges. */
  marks: Int32Array;
  /** Per face: the sum of the weights of the rings around it. */
  cover: Int32Array;

  /** One past the greatest vertex number in use. */
  vertexCount = 0;
  /** One past the greatest face number in use. */
  faceCount = 0;

  /** The rectangle; all vertices lie strictly inside it. */
  readonly box: Box;

  private readonly freeVertices: number[] = [];
  private readonly freeFaces: number[] = [];

  /** An empty rectangle: two triangles. `expected` vertices fit before anything has to grow. */
  constructor(box: Box, expected = 16) {
    this.box = box;
    const vertices = firstCapacity(expected + CORNERS);
    this.coords = new Float64Array(2 * vertices);
    this.vertexEdge = new Int32Array(vertices).fill(-1);
    const faces = firstCapacity(2 * vertices);
    this.triangles = new Int32Array(3 * faces).fill(-1);
    this.twins = new Int32Array(3 * faces).fill(-1);
    this.marks = new Int32Array(3 * faces);
    this.cover = new Int32Array(faces);

    this.addVertex(box.minX, box.minY);
    this.addVertex(box.maxX, box.minY);
    this.addVertex(box.maxX, box.maxY);
    this.addVertex(box.minX, box.maxY);
    this.setFace(this.addFace(), 0, 1, 2);
    this.setFace(this.addFace(), 0, 2, 3);
    this.link(2, 3);
  }

  /** A mesh of its own with the same content. */
  clone(): TriangleMesh {
    const copy = new TriangleMesh(this.box, 0);
    copy.coords = this.coords.slice();
    copy.vertexEdge = this.vertexEdge.slice();
    copy.triangles = this.triangles.slice();
    copy.twins = this.twins.slice();
    copy.marks = this.marks.slice();
    copy.cover = this.cover.slice();
    copy.vertexCount = this.vertexCount;
    copy.faceCount = this.faceCount;
    for (const vertex of this.freeVertices) copy.freeVertices.push(vertex);
    for (const face of this.freeFaces) copy.freeFaces.push(face);
    return copy;
  }

  /** Number of vertices now, the rectangle's four included. */
  get liveVertices(): number {
    return this.vertexCount - this.freeVertices.length;
  }

  /** Number of faces now. */
  get liveFaces(): number {
    return this.faceCount - this.freeFaces.length;
  }

  /** A new vertex without a face yet. */
  addVertex(x: number, y: number): number {
    const v = this.freeVertices.pop() ?? this.vertexCount++;
    if (v >= this.vertexEdge.length) {
      this.coords = grown(this.coords, 2 * this.coords.length);
      this.vertexEdge = grown(this.vertexEdge, 2 * this.vertexEdge.length, -1);
    }
    this.coords[2 * v] = x;
    this.coords[2 * v + 1] = y;
    return v;
  }

  private addFace(): number {
    const f = this.freeFaces.pop() ?? this.faceCount++;
    if (f >= this.cover.length) {
      this.triangles = grown(this.triangles, 2 * this.triangles.length, -1);
      this.twins = grown(this.twins, 2 * this.twins.length, -1);
      this.marks = grown(this.marks, 2 * this.marks.length);
      this.cover = grown(this.cover, 2 * this.cover.length);
    }
    return f;
  }

  private dropFace(f: number): void {
    this.triangles.fill(-1, 3 * f, 3 * f + 3);
    this.marks.fill(0, 3 * f, 3 * f + 3);
    this.freeFaces.push(f);
  }

  private dropVertex(v: number): void {
    this.vertexEdge[v] = -1;
    this.freeVertices.push(v);
  }

  /** Writes the corners of a face and makes its half-edges the vertices' own; twins stay as they are. */
  setFace(f: number, a: number, b: number, c: number): void {
    const e = 3 * f;
    const { triangles, vertexEdge } = this;
    triangles[e] = a;
    triangles[e + 1] = b;
    triangles[e + 2] = c;
    vertexEdge[a] = e;
    vertexEdge[b] = e + 1;
    vertexEdge[c] = e + 2;
  }

  /** Makes two half-edges twins; -1 stands for the outside. */
  link(a: number, b: number): void {
    if (a >= 0) this.twins[a] = b;
    if (b >= 0) this.twins[b] = a;
  }

  /** Gives slot `to` the outer side (twin and constraints) that slot `from` had. */
  private moveOuter(from: number, to: number): void {
    this.link(to, this.twins[from]);
    this.marks[to] = this.marks[from];
  }

  /**
   * Replaces the edge of half-edge a by the other diagonal of its two faces. The caller knows that the four
   * corners are in convex position and that no constraint runs along the edge.
   *
   *          r                       r
   *        / ^ \                   /   \
   *     ap/  |  \an               / b   \ an       a, b take over the outer edges s -> q and r -> p
   *      /   |   \               /       \         of bp and ap; ap and bp become the new diagonal
   *     p  a | b  q    =>       p         q        r -> s, s -> r.
   *      \   |   /               \       /
   *     bn\  |  /bp               \ bn  / a        (a: p -> q runs upward in the left drawing's sense:
   *        \   /                   \   /            left of a is r, right of a is s)
   *          s                       s
   */
  flip(a: number): void {
    const { triangles, twins, marks, vertexEdge } = this;
    const b = twins[a];
    const an = next(a);
    const ap = prev(a);
    const bn = next(b);
    const bp = prev(b);
    const p = triangles[a];
    const q = triangles[b];
    triangles[a] = triangles[bp];
    triangles[b] = triangles[ap];
    this.moveOuter(bp, a);
    this.moveOuter(ap, b);
    twins[ap] = bp;
    twins[bp] = ap;
    marks[ap] = 0;
    marks[bp] = 0;
    vertexEdge[p] = bn;
    vertexEdge[q] = an;
  }

  /** Puts vertex v inside face f: three faces instead of one. */
  splitFace(f: number, v: number): void {
    const g = this.addFace();
    const h = this.addFace();
    const { triangles, twins, marks, cover, vertexEdge } = this;
    const e = 3 * f;
    const p = triangles[e];
    const q = triangles[e + 1];
    const r = triangles[e + 2];
    // g = (q, r, v) and h = (r, p, v) take over two outer edges; f becomes (p, q, v).
    triangles[3 * g] = q;
    triangles[3 * g + 1] = r;
    triangles[3 * g + 2] = v;
    triangles[3 * h] = r;
    triangles[3 * h + 1] = p;
    triangles[3 * h + 2] = v;
    triangles[e + 2] = v;
    this.moveOuter(e + 1, 3 * g);
    this.moveOuter(e + 2, 3 * h);
    twins[e + 1] = 3 * g + 2;
    twins[3 * g + 2] = e + 1;
    twins[3 * g + 1] = 3 * h + 2;
    twins[3 * h + 2] = 3 * g + 1;
    twins[3 * h + 1] = e + 2;
    twins[e + 2] = 3 * h + 1;
    marks[e + 1] = marks[e + 2] = 0;
    marks[3 * g + 1] = marks[3 * g + 2] = marks[3 * h + 1] = marks[3 * h + 2] = 0;
    cover[g] = cover[h] = cover[f];
    vertexEdge[r] = 3 * h;
    vertexEdge[v] = e + 2;
  }

  /**
   * Puts vertex v on the edge of half-edge a (p -> q, not on the rectangle's border): four faces instead of two.
   * Afterwards a is p -> v; the returned half-edge is v -> q. Both carry the edge's marks, as one shared list.
   */
  splitEdge(a: number, v: number): number {
    const g = this.addFace();
    const h = this.addFace();
    const { triangles, twins, marks, cover, vertexEdge } = this;
    const b = twins[a];
    const an = next(a);
    const ap = prev(a);
    const bn = next(b);
    const bp = prev(b);
    const q = triangles[b];
    const r = triangles[ap];
    const s = triangles[bp];
    // A = (p, v, r) keeps a, g = (v, q, r); B = (v, p, s) keeps b, h = (q, v, s).
    triangles[3 * g] = v;
    triangles[3 * g + 1] = q;
    triangles[3 * g + 2] = r;
    triangles[3 * h] = q;
    triangles[3 * h + 1] = v;
    triangles[3 * h + 2] = s;
    triangles[an] = v;
    triangles[b] = v;
    this.moveOuter(an, 3 * g + 1);
    this.moveOuter(bp, 3 * h + 2);
    twins[3 * g] = 3 * h;
    twins[3 * h] = 3 * g;
    twins[an] = 3 * g + 2;
    twins[3 * g + 2] = an;
    twins[bp] = 3 * h + 1;
    twins[3 * h + 1] = bp;
    marks[3 * g] = marks[3 * h] = marks[a];
    marks[an] = marks[3 * g + 2] = marks[bp] = marks[3 * h + 1] = 0;
    cover[g] = cover[faceOf(a)];
    cover[h] = cover[faceOf(b)];
    vertexEdge[q] = 3 * g + 1;
    vertexEdge[v] = b;
    vertexEdge[triangles[bn]] = bn;
    return 3 * g;
  }

  /** Takes out vertex v, which has three faces around it and no constraints: one face remains. */
  mergeFace(v: number): void {
    const { triangles, twins, vertexEdge } = this;
    // Faces (v, p, q), (v, q, r), (v, r, p), seen from v's half-edges.
    const e = vertexEdge[v];
    const g = twins[prev(e)];
    const h = twins[prev(g)];
    const f = faceOf(e);
    const outer = [next(e), next(g), next(h)].map((o) => [triangles[o], twins[o], this.marks[o]]);
    for (let i = 0; i < 3; i++) {
      const slot = 3 * f + i;
      triangles[slot] = outer[i][0];
      this.link(slot, outer[i][1]);
      this.marks[slot] = outer[i][2];
      vertexEdge[outer[i][0]] = slot;
    }
    this.dropFace(faceOf(g));
    this.dropFace(faceOf(h));
    this.dropVertex(v);
  }

  /**
   * The reverse of splitEdge: takes out vertex v with exactly four faces around it, where `a` runs p -> v and the
   * edge goes on v -> q. The joined edge p -> q keeps the marks of a.
   */
  mergeEdge(a: number): void {
    const { triangles, twins, marks, vertexEdge } = this;
    const b = twins[a];
    const an = next(a);
    const bp = prev(b);
    const v = triangles[b];
    const g = twins[an]; // r -> v in (v, q, r)
    const h = twins[bp]; // v -> s in (q, v, s)
    const q = triangles[prev(g)];
    const outerG = prev(g); // q -> r
    const outerH = next(h); // s -> q
    triangles[an] = q;
    triangles[b] = q;
    this.moveOuter(outerG, an);
    this.moveOuter(outerH, bp);
    vertexEdge[q] = an;
    vertexEdge[triangles[prev(a)]] = prev(a);
    vertexEdge[triangles[bp]] = bp;
    vertexEdge[triangles[a]] = a;
    marks[b] = marks[a];
    this.dropFace(faceOf(g));
    this.dropFace(faceOf(h));
    this.dropVertex(v);
  }
}
