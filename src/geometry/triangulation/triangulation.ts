/**
 * The constrained Delaunay triangulation of any mix of polygons, segments and points, exact and dynamic.
 *
 * Constraints may share vertices, be collinear, touch, overlap and cross. Vertices keep their coordinates bit for
 * bit; only where two constraints cross is a new vertex rounded to the nearest doubles.
 */
import { InputError } from "../../errors.js";
import { grown } from "../../growth.js";
import { boxOf } from "../measure.js";
import type { Box, Point, Ring, Segment } from "../types.js";
import { Constrainer } from "./constrain.js";
import { insertInFace, insertionOrder } from "./insert.js";
import { AT_VERTEX, HintGrid, IN_FACE, OUTSIDE, type Spot, walk } from "./locate.js";
import { CORNERS, faceOf, MOST_VERTICES, next, prev, TriangleMesh } from "./mesh.js";
import { Owners } from "./owners.js";
import { legalizeAround, removeVertex, spokes } from "./remove.js";
import { Winding } from "./winding.js";

/** What can be put into a triangulation. A polygon covers what its edges wind around. */
export type Constraint =
  | { readonly polygon: Ring }
  | { readonly segment: Segment }
  | { readonly point: Point };

interface Entry {
  /** Vertices in order; a polygon's chain is closed. */
  readonly vertices: number[];
  readonly closed: boolean;
  readonly weight: number;
}

/** The points of a constraint, in order. */
function pointsOf(constraint: Constraint): readonly Point[] {
  if ("polygon" in constraint) return constraint.polygon;
  return "segment" in constraint ? constraint.segment : [constraint.point];
}

/** How far the triangulated rectangle reaches beyond its content, as a share of the content's larger side. */
const MARGIN = 0.5;

/** The rectangle that a triangulation of this content needs, with room for constraints that are added later. */
export function roomFor(box: Box): Box {
  const margin = Math.max(
    MARGIN * Math.max(box.maxX - box.minX, box.maxY - box.minY),
    1e-6 * Math.max(Math.abs(box.minX), Math.abs(box.maxX), Math.abs(box.minY), Math.abs(box.maxY)),
    1e-40,
  );
  return {
    minX: box.minX - margin,
    minY: box.minY - margin,
    maxX: box.maxX + margin,
    maxY: box.maxY + margin,
  };
}

/** A constrained Delaunay triangulation that constraints can enter and leave. */
export class Triangulation {
  /** The faces, edges and vertices. Callers read; only the triangulation writes. */
  readonly mesh: TriangleMesh;
  /** Counts the updates, so that what was derived from the mesh can tell that it is stale. */
  version = 0;

  private readonly owners: Owners;
  private readonly constrainer: Constrainer;
  private readonly winding: Winding;
  private readonly entries: Map<number, Entry>;
  /** Constraints that are drawn in the triangulation but stop nobody. */
  private readonly open: Set<number>;
  /** How many constraints have vertex v among their own points. */
  private uses: Int32Array;
  private hints: HintGrid;
  private nextId = 0;
  private readonly stack: number[] = [];
  private readonly spot: Spot = { place: OUTSIDE, edge: -1 };

  /** An empty triangulation of a rectangle; everything inserted must lie strictly inside it. */
  constructor(box: Box, expected = 16, from?: Triangulation) {
    if (!(box.minX < box.maxX && box.minY < box.maxY)) {
      throw new InputError(`the box must have a positive area; given: ${JSON.stringify(box)}`);
    }
    if (expected > MOST_VERTICES) {
      throw new InputError(`${expected} vertices; at most ${MOST_VERTICES} can be triangulated`);
    }
    this.mesh = from?.mesh.clone() ?? new TriangleMesh(box, expected);
    this.owners = from?.owners.cloneFor(this.mesh) ?? new Owners(this.mesh);
    this.constrainer = new Constrainer(this.mesh, this.owners);
    this.winding = new Winding(this.mesh, this.owners);
    this.uses = from?.uses.slice() ?? new Int32Array(this.mesh.vertexEdge.length);
    this.hints = new HintGrid(this.mesh);
    this.nextId = from?.nextId ?? 0;
    this.entries = new Map(from?.entries);
    this.open = new Set(from?.open);
  }

  /** A triangulation of its own with the same content; constraints keep their numbers. */
  clone(): Triangulation {
    return new Triangulation(this.mesh.box, 0, this);
  }

  /**
   * The triangulation of some constraints, whose numbers are their positions in the list.
   *
   * @param within a box that must have room too, for what is inserted later or asked
   */
  static of(constraints: readonly Constraint[], weights?: readonly number[], within?: Box): Triangulation {
    let count = 0;
    for (const constraint of constraints) count += pointsOf(constraint).length;
    const points = constraints.flatMap(pointsOf);
    if (within) points.push([within.minX, within.minY], [within.maxX, within.maxY]);
    const room = points.length > 0 ? roomFor(boxOf(points)) : { minX: 0, minY: 0, maxX: 1, maxY: 1 };
    const triangulation = new Triangulation(room, count);
    triangulation.insertMany(constraints, weights);
    return triangulation;
  }

  /** The triangulation of points (x, y, x, y, …) and edges between them (i, j, i, j, …). */
  static ofEdges(points: Float64Array, edges: Int32Array | Uint32Array): Triangulation {
    const { triangulation, vertices } = Triangulation.ofPoints(points);
    for (let i = 0; i < edges.length; i += 2) {
      triangulation.constrainer.insert(vertices[edges[i]], vertices[edges[i + 1]], 0);
    }
    triangulation.hints = new HintGrid(triangulation.mesh);
    return triangulation;
  }

  /** The Delaunay triangulation of points (x, y, x, y, …), and the vertex of each of them. */
  static ofPoints(points: Float64Array): { triangulation: Triangulation; vertices: Int32Array } {
    const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
    for (let i = 0; i < points.length; i += 2) {
      box.minX = Math.min(box.minX, points[i]);
      box.maxX = Math.max(box.maxX, points[i]);
      box.minY = Math.min(box.minY, points[i + 1]);
      box.maxY = Math.max(box.maxY, points[i + 1]);
    }
    const triangulation = new Triangulation(roomFor(box), points.length >> 1);
    const vertices = triangulation.insertVertices(points);
    triangulation.hints = new HintGrid(triangulation.mesh);
    return { triangulation, vertices };
  }

  /** Inserts many constraints at once, which is faster than one by one; returns their numbers. */
  insertMany(constraints: readonly Constraint[], weights?: readonly number[]): number[] {
    let count = 0;
    for (const constraint of constraints) count += pointsOf(constraint).length;
    const coords = new Float64Array(2 * count);
    let at = 0;
    for (const constraint of constraints) {
      for (const [x, y] of pointsOf(constraint)) {
        this.requireInside(x, y);
        coords[at++] = x;
        coords[at++] = y;
      }
    }
    const vertices = this.insertVertices(coords);
    const ids: number[] = [];
    at = 0;
    this.constrainer.moved = false;
    for (const [i, constraint] of constraints.entries()) {
      const own = Array.from(vertices.subarray(at, at + pointsOf(constraint).length));
      at += own.length;
      ids.push(this.enter(own, "polygon" in constraint, weights?.[i] ?? 1));
    }
    if (this.constrainer.moved) this.coverAll();
    else for (const id of ids) this.coverOne(id, 1);
    this.hints = new HintGrid(this.mesh);
    this.version++;
    return ids;
  }

  /**
   * Inserts one constraint; returns its number.
   *
   * @param weight what a polygon adds to `cover` of the faces inside it
   */
  insert(constraint: Constraint, weight = 1): number {
    const points = pointsOf(constraint);
    for (const [x, y] of points) this.requireInside(x, y);
    const vertices = points.map(([x, y]) => this.insertVertex(x, y, this.hints.near(x, y)));
    for (const v of vertices) this.hints.add(v);
    if (this.hints.outgrown) this.hints = new HintGrid(this.mesh);
    this.constrainer.moved = false;
    const id = this.enter(vertices, "polygon" in constraint, weight);
    if (this.constrainer.moved) this.coverAll();
    else this.coverOne(id, 1);
    this.version++;
    return id;
  }

  /** Inserts a segment or a point that becomes edges and vertices, but is no wall; returns its number. */
  insertOpen(constraint: Exclude<Constraint, { polygon: Ring }>): number {
    const id = this.insert(constraint);
    this.open.add(id);
    return id;
  }

  /** Inserts a point that belongs onto an edge, a rounding error beside it or not: it cuts the edge in two, and is no wall. */
  insertOnto(edge: number, point: Point): number {
    this.constrainer.moved = false;
    const v = this.constrainer.cutAt(edge, point);
    this.hints.add(v);
    if (this.hints.outgrown) this.hints = new HintGrid(this.mesh);
    const id = this.enter([v], false, 0);
    this.open.add(id);
    if (this.constrainer.moved) this.coverAll();
    this.version++;
    return id;
  }

  /** Whether a wall that is a segment runs along the half-edge: one with nothing behind it. */
  hasSegmentAlong(edge: number): boolean {
    return this.owners
      .list(edge)
      .some(({ owner }) => !this.open.has(owner) && this.entries.get(owner)?.closed === false);
  }

  /** The half-edges along a segment, in order. */
  edgesOf(id: number): number[] {
    const { mesh } = this;
    const [from, to] = this.verticesOf(id);
    const found: number[] = [];
    const seen = new Set<number>([from]);
    for (let v = from; v !== to; ) {
      const e = spokes(mesh, v).find((s) => this.owners.has(s, id) && !seen.has(mesh.triangles[next(s)]));
      if (e === undefined) break;
      found.push(e);
      v = mesh.triangles[next(e)];
      seen.add(v);
    }
    return found;
  }

  /** Whether some constraint along the half-edge is a wall. */
  isWall(edge: number): boolean {
    return this.mesh.marks[edge] !== 0 && (this.open.size === 0 || this.owners.hasOther(edge, this.open));
  }

  /** The vertices that a segment's or point's own points became, in order. */
  verticesOf(id: number): readonly number[] {
    return this.entries.get(id)?.vertices ?? [];
  }

  /** Takes a constraint out again, with all vertices that nothing else needs. */
  remove(id: number): void {
    const entry = this.entries.get(id);
    if (!entry) throw new InputError(`there is no constraint ${id} in the triangulation`);
    this.coverOne(id, -1);
    this.entries.delete(id);
    this.open.delete(id);
    const touched = this.stripEdges(id, entry.vertices);
    for (const v of entry.vertices) this.uses[v]--;
    legalizeAround(this.mesh, touched);
    for (const v of touched) this.releaseVertex(v);
    this.version++;
  }

  /** Whether there is a constraint of this number. */
  has(id: number): boolean {
    return this.entries.has(id);
  }

  /** Whether a constraint of this number runs along the half-edge, in either direction. */
  runsAlong(id: number, edge: number): boolean {
    return this.owners.has(edge, id);
  }

  /** Whether a vertex is a point of some constraint; the others are crossings and the rectangle's corners. */
  isGiven(v: number): boolean {
    return this.uses[v] > 0;
  }

  /** Where a point lies. The result is valid until the next update; pass a `spot` to avoid allocation. */
  locate(x: number, y: number, spot: Spot = { place: OUTSIDE, edge: -1 }): Spot {
    return walk(this.mesh, x, y, this.hints.near(x, y), spot);
  }

  private requireInside(x: number, y: number): void {
    const { minX, minY, maxX, maxY } = this.mesh.box;
    if (x > minX && x < maxX && y > minY && y < maxY) return;
    throw new InputError(
      `point [${x}, ${y}] lies outside the triangulated box [${minX}, ${minY}] to [${maxX}, ${maxY}]`,
    );
  }

  /** Vertices of many points, in an order in which each is found near the one before. */
  private insertVertices(coords: Float64Array): Int32Array {
    const vertices = new Int32Array(coords.length >> 1);
    const order = insertionOrder(coords);
    let last = 0;
    for (let k = 0; k < order.length; k++) {
      const i = order[k];
      last = this.insertVertex(coords[2 * i], coords[2 * i + 1], faceOf(this.mesh.vertexEdge[last]));
      vertices[i] = last;
    }
    return vertices;
  }

  private insertVertex(x: number, y: number, start: number): number {
    const { place, edge } = walk(this.mesh, x, y, start, this.spot);
    if (place === AT_VERTEX) return this.mesh.triangles[edge];
    if (place === IN_FACE) return insertInFace(this.mesh, faceOf(edge), x, y, this.stack);
    const v = this.mesh.addVertex(x, y);
    this.constrainer.splitEdge(edge, v);
    return v;
  }

  /** Draws a constraint's edges and books it. */
  private enter(vertices: number[], closed: boolean, weight: number): number {
    const id = this.nextId++;
    this.entries.set(id, { vertices, closed, weight });
    const room = this.mesh.vertexEdge.length;
    if (this.uses.length < room) this.uses = grown(this.uses, room);
    for (const v of vertices) this.uses[v]++;
    const edges = closed ? vertices.length : vertices.length - 1;
    for (let i = 0; i < edges; i++)
      this.constrainer.insert(vertices[i], vertices[(i + 1) % vertices.length], id);
    return id;
  }

  private coverOne(id: number, sign: number): void {
    const { vertices, closed, weight } = this.entries.get(id)!;
    if (!closed || weight === 0) return;
    const { cover } = this.mesh;
    for (const f of this.winding.inside(id, vertices[0])) cover[f] += sign * weight;
  }

  private coverAll(): void {
    this.mesh.cover.fill(0);
    for (const id of this.entries.keys()) this.coverOne(id, 1);
  }

  /** Takes a constraint's marks off all its edges; returns the vertices it ran through. */
  private stripEdges(id: number, vertices: readonly number[]): number[] {
    const seen = new Set(vertices);
    const pending = [...seen];
    while (pending.length > 0) {
      const v = pending.pop()!;
      for (const e of spokes(this.mesh, v)) {
        if (!this.owners.has(e, id)) continue;
        this.owners.strip(e, id);
        const w = this.mesh.triangles[next(e)];
        if (seen.has(w)) continue;
        seen.add(w);
        pending.push(w);
      }
    }
    return [...seen];
  }

  /** Removes a vertex that no constraint names; where one still runs straight through, its halves are joined. */
  private releaseVertex(v: number): void {
    if (v < CORNERS || this.uses[v] > 0) return;
    const neighbour = this.mesh.triangles[prev(this.mesh.vertexEdge[v])];
    if (removeVertex(this.mesh, this.owners, v)) this.hints.replace(v, neighbour);
  }
}
