/**
 * Forcing segments into the triangulation.
 *
 * The faces that a segment crosses are taken out, and the two polygons that remain, one on each side, are filled
 * with the triangles whose circles are empty of the polygon's own vertices (Anglada 1997). The result is the
 * constrained Delaunay triangulation at once. A vertex that lies exactly on the segment cuts it in two; a
 * constraint that crosses it is cut at the crossing, rounded to a representable point.
 */
import { crossing, distanceToSegment } from "../measure.js";
import { inCircle, orient } from "../predicates.js";
import type { Point } from "../types.js";
import { insertInFace, legalize, legalizeNew, pushAroundSplit } from "./insert.js";
import { AT_VERTEX, edgeBetween, IN_FACE, type Spot, walk } from "./locate.js";
import { faceOf, next, prev, sideOf, type TriangleMesh } from "./mesh.js";
import type { Owners } from "./owners.js";

/** The two polygons beside a segment: vertices from one end to the other, and the half-edges between them. */
interface Side {
  readonly vertices: number[];
  /** Half-edge between vertices k and k + 1, on the polygon's inside, from k + 1 to k. */
  readonly slots: number[];
}

/** Where constraints cross, they may be bent by this much of the greatest coordinate. */
const SLACK = 2 ** -48;

/** More cuts than this for one segment means that rounding runs in circles. */
const MOST_STEPS = 1_000_000;

export class Constrainer {
  /** Set when rounding moved an edge across a vertex: what lies left and right of it must be found anew. */
  moved = false;

  private readonly mesh: TriangleMesh;
  private readonly owners: Owners;
  private readonly stack: number[] = [];
  private readonly spot: Spot = { place: IN_FACE, edge: 0 };
  private steps = 0;
  /** How far a crossing may be moved, a few roundings of the greatest coordinate. */
  private readonly slack: number;

  constructor(mesh: TriangleMesh, owners: Owners) {
    this.mesh = mesh;
    this.owners = owners;
    const { minX, minY, maxX, maxY } = mesh.box;
    this.slack = SLACK * Math.max(Math.abs(minX), Math.abs(minY), Math.abs(maxX), Math.abs(maxY));
  }

  /** Runs a constraint of `owner` from vertex a to vertex b. */
  insert(a: number, b: number, owner: number): void {
    this.steps = 0;
    this.connect(a, b, owner);
  }

  private connect(from: number, b: number, owner: number): void {
    let a = from;
    while (a !== b) {
      if (++this.steps > MOST_STEPS) throw new Error("the constraint could not be inserted");
      const direct = edgeBetween(this.mesh, a, b);
      if (direct >= 0) {
        this.owners.add(direct, owner);
        return;
      }
      a = this.advance(a, b, owner);
    }
  }

  /** Covers the first part of ab, up to a vertex on it or to a constraint across it; returns where it ends. */
  private advance(a: number, b: number, owner: number): number {
    const { triangles, twins, marks } = this.mesh;
    const leaving = this.leavingEdge(a, b);
    if (triangles[leaving] === a) {
      this.owners.add(leaving, owner); // the segment runs along an existing edge
      return triangles[next(leaving)];
    }
    // leaving: w -> z with w to the right of ab, z to the left, in the face (a, w, z).
    const faces = [faceOf(leaving)];
    const left: Side = { vertices: [a, triangles[next(leaving)]], slots: [next(leaving)] };
    const right: Side = { vertices: [a, triangles[leaving]], slots: [prev(leaving)] };
    let across = leaving;
    for (;;) {
      if (marks[across] !== 0) return this.cut(a, b, across, owner);
      const t = twins[across];
      const v = triangles[prev(t)];
      const side = v === b ? 0 : sideOf(this.mesh, a, b, v);
      faces.push(faceOf(t));
      if (side >= 0) {
        left.vertices.push(v);
        left.slots.push(prev(t));
      }
      if (side <= 0) {
        right.vertices.push(v);
        right.slots.push(next(t));
      }
      if (side === 0) {
        this.owners.add(this.refill(faces, left, right), owner);
        return v;
      }
      across = side > 0 ? next(t) : prev(t);
    }
  }

  /** The half-edge through which ab leaves the faces around a; or one that leaves a itself, along ab. */
  private leavingEdge(a: number, b: number): number {
    const { triangles, twins, vertexEdge } = this.mesh;
    const start = vertexEdge[a];
    let e = start;
    let before = sideOf(this.mesh, a, b, triangles[next(e)]);
    do {
      const w = triangles[next(e)];
      if (before === 0 && this.ahead(a, b, w)) return e;
      const after = sideOf(this.mesh, a, b, triangles[prev(e)]);
      if (before < 0 && after > 0) return next(e);
      before = after;
      e = twins[prev(e)];
    } while (e !== start);
    throw new Error("a vertex without a face towards its target");
  }

  /** For a vertex w on the line ab: whether it lies on b's side of a. */
  private ahead(a: number, b: number, w: number): boolean {
    const { coords } = this.mesh;
    const axis = coords[2 * a] !== coords[2 * b] ? 0 : 1;
    return coords[2 * w + axis] > coords[2 * a + axis] === coords[2 * b + axis] > coords[2 * a + axis];
  }

  /** Fills both sides of the segment anew; returns the half-edge that runs along it. */
  private refill(faces: number[], left: Side, right: Side): number {
    // The right side, seen from the other end, is a left side.
    right.vertices.reverse();
    right.slots.reverse();
    const slots = [...left.slots, ...right.slots];
    const outer = slots.map((e) => this.mesh.twins[e]);
    const marks = slots.map((e) => this.mesh.marks[e]);
    for (const f of faces) this.mesh.marks.fill(0, 3 * f, 3 * f + 3);
    const fresh = new Int32Array(slots.length);
    const pool = [...faces];
    const along = this.fillSide(left.vertices, pool, fresh, 0);
    const back = this.fillSide(right.vertices, pool, fresh, left.slots.length);
    this.mesh.link(along, back);
    // An edge that dangles into the hole has both its sides here: its twin is another of the old slots.
    const place = new Map<number, number>();
    for (let i = 0; i < slots.length; i++) place.set(slots[i], i);
    for (let i = 0; i < slots.length; i++) {
      const partner = place.get(outer[i]);
      this.mesh.link(fresh[i], partner === undefined ? outer[i] : fresh[partner]);
      this.mesh.marks[fresh[i]] = marks[i];
    }
    return along;
  }

  /**
   * Triangulates the polygon to the left of vertices[0] -> vertices[last]; returns the half-edge along that base.
   * `fresh[offset + k]` becomes the half-edge that now stands between vertices k and k + 1.
   */
  private fillSide(vertices: number[], pool: number[], fresh: Int32Array, offset: number): number {
    const { mesh } = this;
    const pending: [low: number, high: number, twin: number][] = [[0, vertices.length - 1, -1]];
    let base = -1;
    while (pending.length > 0) {
      const [low, high, twin] = pending.pop()!;
      const middle = this.apex(vertices, low, high);
      const f = pool.pop()!;
      mesh.setFace(f, vertices[low], vertices[high], vertices[middle]);
      if (twin < 0) base = 3 * f;
      else mesh.link(3 * f, twin);
      if (high - middle === 1) fresh[offset + middle] = 3 * f + 1;
      else pending.push([middle, high, 3 * f + 1]);
      if (middle - low === 1) fresh[offset + low] = 3 * f + 2;
      else pending.push([low, middle, 3 * f + 2]);
    }
    return base;
  }

  /** The vertex between low and high whose circle with those two holds no other vertex between them. */
  private apex(vertices: number[], low: number, high: number): number {
    const { coords } = this.mesh;
    const a = 2 * vertices[low];
    const b = 2 * vertices[high];
    let best = low + 1;
    for (let k = low + 2; k < high; k++) {
      const c = 2 * vertices[best];
      const d = 2 * vertices[k];
      if (
        inCircle(
          coords[a],
          coords[a + 1],
          coords[b],
          coords[b + 1],
          coords[c],
          coords[c + 1],
          coords[d],
          coords[d + 1],
        ) > 0
      ) {
        best = k;
      }
    }
    return best;
  }

  private point(v: number): Point {
    const { coords } = this.mesh;
    return [coords[2 * v], coords[2 * v + 1]];
  }

  /**
   * Makes ab and the constraint along `across` meet in one vertex, and runs ab up to it; returns that vertex.
   *
   * An end of either that lies within `slack` of the other becomes that vertex: a rounded crossing so near to it
   * would only cross again. Otherwise the edge is split at the rounded crossing.
   */
  private cut(a: number, b: number, across: number, owner: number): number {
    const { triangles } = this.mesh;
    const c = triangles[across];
    const d = triangles[next(across)];
    let v = [c, d].find((end) => this.isNear(end, a, b)) ?? -1;
    if (v < 0) {
      v = [a, b].find((end) => this.isNear(end, c, d)) ?? -1;
      if (v < 0)
        v = this.vertexIn(across, crossing(this.point(a), this.point(b), this.point(c), this.point(d)));
      this.reroute(c, d, v);
    }
    if (v !== a) this.connect(a, v, owner);
    return v;
  }

  /** Leads the constraints along an edge through a point that lies at most a few rounding errors beside it; returns its vertex. */
  cutAt(edge: number, point: Point): number {
    const { triangles } = this.mesh;
    const c = triangles[edge];
    const d = triangles[next(edge)];
    this.steps = 0;
    const v = this.vertexIn(edge, point);
    this.reroute(c, d, v);
    return v;
  }

  /** The vertex at a place of an edge: a new one in the edge, or one beside it that is as good as there. */
  private vertexIn(across: number, x: Point): number {
    const { triangles, twins, coords } = this.mesh;
    const beside = [triangles[prev(across)], triangles[prev(twins[across])]];
    const split = this.splitAt(across, x);
    if (split >= 0) return split;
    const near = beside.find((v) => Math.hypot(coords[2 * v] - x[0], coords[2 * v + 1] - x[1]) <= this.slack);
    return near ?? this.insertAnywhere(x, faceOf(across));
  }

  private isNear(v: number, a: number, b: number): boolean {
    return distanceToSegment(this.point(v), this.point(a), this.point(b)) <= this.slack;
  }

  /** Splits the edge at x if all four new faces are proper triangles; -1 otherwise. */
  private splitAt(e: number, [x, y]: Point): number {
    const { mesh } = this;
    const { triangles, twins, coords } = mesh;
    const t = twins[e];
    for (const outer of [next(e), prev(e), next(t), prev(t)]) {
      const p = 2 * triangles[outer];
      const q = 2 * triangles[next(outer)];
      if (orient(coords[p], coords[p + 1], coords[q], coords[q + 1], x, y) <= 0) return -1;
    }
    const v = mesh.addVertex(x, y);
    this.splitEdge(e, v);
    return v;
  }

  /** Splits an edge at a vertex on it, constraints included, and restores the Delaunay property. */
  splitEdge(e: number, v: number): void {
    const rest = this.mesh.splitEdge(e, v);
    this.owners.afterSplit(e, rest);
    pushAroundSplit(this.mesh, e, rest, this.stack);
    legalizeNew(this.mesh, this.stack);
  }

  private insertAnywhere([x, y]: Point, start: number): number {
    const { place, edge } = walk(this.mesh, x, y, start, this.spot);
    if (place === AT_VERTEX) return this.mesh.triangles[edge];
    if (place === IN_FACE) return insertInFace(this.mesh, faceOf(edge), x, y, this.stack);
    const v = this.mesh.addVertex(x, y);
    this.splitEdge(edge, v);
    return v;
  }

  /** Leads all constraints along cd through v, which lies a rounding error beside it. */
  private reroute(c: number, d: number, v: number): void {
    const edge = edgeBetween(this.mesh, c, d);
    if (edge < 0) return; // v fell on the edge itself and has split it
    const constraints = this.owners.list(edge);
    this.owners.clear(edge);
    this.stack.push(edge);
    legalize(this.mesh, this.stack);
    this.moved = true;
    for (const { owner, forward } of constraints) {
      this.connect(forward ? c : d, v, owner);
      this.connect(v, forward ? d : c, owner);
    }
  }
}
