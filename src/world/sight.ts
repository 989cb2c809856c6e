/**
 * Lines of sight: whether the straight way from a to b can be walked.
 *
 * The segment is followed through the triangulation face by face. Where it runs along an edge or through a vertex,
 * the walker may keep to the left or to the right of it, and may change sides around a vertex as long as no
 * constraint stands between: that is what "free paths arbitrarily near" means on triangles.
 */
import {
  AT_VERTEX,
  faceOf,
  IN_FACE,
  nextEdge as next,
  OUTSIDE,
  orient,
  type Point,
  prevEdge as prev,
  type TriangleMesh,
  type Triangulation,
} from "../geometry/index.js";

/** Whether the closed segment ab lies in the free space and passes between no two obstacles that touch. */
export function sees(triangulation: Triangulation, a: Point, b: Point): boolean {
  return new Sight(triangulation.mesh, a, b).follow(triangulation);
}

/** Decided, or arrived at a vertex on the line through some of the faces around it. */
type Step = boolean | { readonly vertex: number; readonly from: number[] };

class Sight {
  private readonly mesh: TriangleMesh;
  private readonly a: Point;
  private readonly b: Point;
  /** A coordinate in which a and b differ: along the line, it orders points. */
  private readonly axis: 0 | 1;

  constructor(mesh: TriangleMesh, a: Point, b: Point) {
    this.mesh = mesh;
    this.a = a;
    this.b = b;
    this.axis = a[0] !== b[0] ? 0 : 1;
  }

  follow(triangulation: Triangulation): boolean {
    const { place, edge } = triangulation.locate(this.a[0], this.a[1]);
    if (place === OUTSIDE) return false;
    let step = this.start(place, edge);
    while (typeof step === "object") step = this.fromVertex(step.vertex, step.from);
    return step;
  }

  private start(place: number, edge: number): Step {
    const { triangles, twins } = this.mesh;
    const { a, b } = this;
    if (place === AT_VERTEX) return this.fromVertex(triangles[edge], null);
    if (place === IN_FACE) return this.fromInside(faceOf(edge));
    const side = this.sideOfEdge(edge, b);
    if (side !== 0) return this.fromInside(faceOf(side > 0 ? edge : twins[edge]));
    if (a[0] === b[0] && a[1] === b[1]) return this.isFree(faceOf(edge)) || this.isFree(faceOf(twins[edge]));
    return this.along(this.isAhead(triangles[next(edge)]) ? edge : twins[edge], null);
  }

  private isFree(f: number): boolean {
    return this.mesh.cover[f] < 0;
  }

  private sideOfEdge(e: number, [x, y]: Point): number {
    const { triangles, coords } = this.mesh;
    const p = 2 * triangles[e];
    const q = 2 * triangles[next(e)];
    return orient(coords[p], coords[p + 1], coords[q], coords[q + 1], x, y);
  }

  private sideOfVertex(v: number): number {
    const { a, b } = this;
    const { coords } = this.mesh;
    return orient(a[0], a[1], b[0], b[1], coords[2 * v], coords[2 * v + 1]);
  }

  /** For a vertex on the line: whether it lies on b's side of a. */
  private isAhead(v: number): boolean {
    const { a, b, axis } = this;
    const at = this.mesh.coords[2 * v + axis];
    return b[axis] > a[axis] ? at > a[axis] : at < a[axis];
  }

  /** For a vertex on the line: whether b is reached before it is passed. */
  private reaches(v: number): boolean {
    const { a, b, axis } = this;
    const at = this.mesh.coords[2 * v + axis];
    return b[axis] > a[axis] ? at >= b[axis] : at <= b[axis];
  }

  /** Goes on from a point inside face f, or on an edge of it, into the face. */
  private fromInside(f: number): Step {
    if (!this.isFree(f)) return false;
    const { triangles } = this.mesh;
    for (let e = 3 * f; e < 3 * f + 3; e++) {
      const side = this.sideOfVertex(triangles[e]);
      if (side === 0 && this.isAhead(triangles[e])) return this.at(triangles[e], [f]);
      if (side < 0 && this.sideOfVertex(triangles[next(e)]) > 0) return this.across(e);
    }
    return true; // a = b
  }

  /** Crosses half-edge e, which has its origin strictly to the right of ab and its end to the left, and goes on. */
  private across(e: number): Step {
    const { triangles, twins, marks } = this.mesh;
    let exit = e;
    for (;;) {
      if (this.sideOfEdge(exit, this.b) >= 0) return true;
      if (marks[exit] !== 0) return false;
      const t = twins[exit];
      const apex = triangles[prev(t)];
      const side = this.sideOfVertex(apex);
      if (side === 0) return this.at(apex, [faceOf(t)]);
      exit = side > 0 ? next(t) : prev(t);
    }
  }

  /** Arrives at a vertex on the line, through some faces. */
  private at(v: number, from: number[]): Step {
    return this.reaches(v) || { vertex: v, from };
  }

  /** Goes on from a vertex on the segment, reached through some faces; null means that the segment starts there. */
  private fromVertex(v: number, from: number[] | null): Step {
    const { triangles, twins, vertexEdge } = this.mesh;
    const start = vertexEdge[v];
    if (from === null && this.a[0] === this.b[0] && this.a[1] === this.b[1]) return this.anyFree(v);
    let e = start;
    let before = this.sideOfVertex(triangles[next(e)]);
    do {
      const w = triangles[next(e)];
      if (before === 0 && this.isBeyond(v, w)) return this.along(e, from);
      const after = this.sideOfVertex(triangles[prev(e)]);
      if (before < 0 && after > 0) {
        return this.canReach(v, from, faceOf(e)) && this.across(next(e));
      }
      before = after;
      e = twins[prev(e)];
    } while (e !== start && e >= 0);
    return false;
  }

  /** For two vertices on the line: whether w comes after v on the way to b. */
  private isBeyond(v: number, w: number): boolean {
    const { a, b, axis } = this;
    const { coords } = this.mesh;
    return coords[2 * w + axis] > coords[2 * v + axis] === b[axis] > a[axis];
  }

  private anyFree(v: number): boolean {
    const { twins, vertexEdge } = this.mesh;
    let e = vertexEdge[v];
    const start = e;
    do {
      if (this.isFree(faceOf(e))) return true;
      e = twins[prev(e)];
    } while (e !== start && e >= 0);
    return false;
  }

  /** Runs along half-edge e, to the left or right of it, from its origin or from a point on it. */
  private along(e: number, from: number[] | null): Step {
    const { triangles, twins } = this.mesh;
    const sides = [faceOf(e), faceOf(twins[e])].filter((f) => this.canReach(triangles[e], from, f));
    if (sides.length === 0) return false;
    return this.at(triangles[next(e)], sides);
  }

  /** Whether face `target` at v is free and can be reached from one of the faces `from` around v. */
  private canReach(v: number, from: number[] | null, target: number): boolean {
    if (!this.isFree(target)) return false;
    if (from === null) return true;
    return from.some(
      (f) => f === target || this.turnTo(v, f, target, true) || this.turnTo(v, f, target, false),
    );
  }

  /** Turns around v from face to face, across unconstrained edges only. */
  private turnTo(v: number, f: number, target: number, left: boolean): boolean {
    const { triangles, twins, marks } = this.mesh;
    let e = 3 * f;
    while (triangles[e] !== v) e++;
    const start = e;
    do {
      const door = left ? prev(e) : e;
      if (marks[door] !== 0) return false;
      e = left ? twins[door] : next(twins[door]);
      if (faceOf(e) === target) return true;
    } while (e !== start);
    return false;
  }
}
