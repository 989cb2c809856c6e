/** SurfaceMesh: a triangle mesh made fit for planning, with a report of what was found and done. */
import { InputError } from "../errors.js";
import { BYTES, needMemory } from "../limits.js";
import { checkKeys, checkNumber, shown } from "../options.js";
import { FaceTree } from "./face-tree.js";
import type { SurfacePoint } from "./point.js";
import { pointInFace } from "./point.js";
import { connect, countingSort, faceOf, next, splitFans, triangleNormal } from "./topology.js";
import { flatTriples } from "./triples.js";
import { distance3, lerp, type Point3 } from "./vector.js";

/** Vertices and triangles, as lists of triples or as flat arrays. */
export interface MeshInput {
  /** `[x, y, z]` of each vertex, or all of them in one row; metres. */
  readonly positions: readonly Point3[] | ArrayLike<number>;
  /** Three vertices of each face, numbered from 0, or all of them in one row. */
  readonly faces: readonly (readonly number[])[] | ArrayLike<number>;
}

/** How a mesh is taken in. */
export interface MeshOptions {
  /** Vertices at most this far apart become one, metres >= 0; default 0, which joins equal positions only. */
  readonly weld?: number;
}

/** What was found in a mesh, and what was done about it. */
export interface MeshReport {
  /** Vertices and faces as given. */
  readonly given: { readonly vertices: number; readonly faces: number };
  /** Vertices joined with another at the same place. */
  readonly welded: number;
  /** Faces left out: two equal corners, or the same three corners as another. */
  readonly dropped: { readonly degenerate: number; readonly duplicate: number };
  /** Vertices of no face, left out. */
  readonly unused: number;
  /** Faces without area; they are kept, since they connect their neighbours. */
  readonly flat: number;
  readonly turned: number;
  readonly splitEdges: number;
  readonly oneSided: number;
  /** Copies made of vertices where sheets only touched. */
  readonly splitVertices: number;
}

/** The nearest place on a mesh. */
export interface Nearest {
  readonly point: SurfacePoint;
  readonly position: Point3;
  /** Metres from what was asked. */
  readonly distance: number;
}

/** Metres; a coordinate is no larger. */
export const GREATEST_COORDINATE = 1e12;
/** Metres; a mesh is no smaller: squares of its areas would vanish. */
const LEAST_EXTENT = 1e-50;

/** A triangle mesh of half-edges in typed arrays: orientable, two faces at most along an edge, one fan per vertex. */
export class SurfaceMesh {
  readonly vertexCount: number;
  readonly faceCount: number;
  /** x, y, z of each vertex. */
  readonly positions: Float64Array;
  /** Three vertices of each face; also the tail of each half-edge. */
  readonly corners: Int32Array;
  /** The half-edge across, -1 at a limit. */
  readonly twin: Int32Array;
  /** For each vertex its number in what was given. */
  readonly source: Int32Array;
  /** For each vertex the connected part it is in, from 0. */
  readonly component: Int32Array;
  readonly componentCount: number;
  readonly report: MeshReport;
  private readonly vertexOf: Int32Array;
  private tree: FaceTree | null = null;

  /** @throws InputError for a mesh without faces, a missing vertex or a number that is not finite. */
  constructor(input: MeshInput, options: MeshOptions = {}) {
    checkKeys(options, ["weld"]);
    const { weld = 0 } = options;
    checkNumber(weld, "weld", { of: "metres", least: 0 });
    const given = flatten(input);
    const joined = weldVertices(given.positions, weld);
    const kept = keepFaces(given.faces, joined);
    if (kept.corners.length === 0) {
      throw new InputError(
        `the mesh has no usable face; ${given.faces.length / 3} given, all with two equal corners`,
      );
    }
    const at = (v: number): Point3 => [
      given.positions[3 * v],
      given.positions[3 * v + 1],
      given.positions[3 * v + 2],
    ];
    const connected = connect(kept.corners, at);
    const copies = splitFans(kept.corners, connected.twin, given.positions.length / 3);
    const { names, corners, unused } = compact(kept.corners, given.positions.length / 3, copies, joined);
    this.corners = corners;
    this.source = names;
    this.twin = connected.twin;
    this.vertexCount = names.length;
    this.faceCount = corners.length / 3;
    this.positions = new Float64Array(3 * names.length);
    names.forEach((v, i) => {
      this.positions.set(given.positions.subarray(3 * v, 3 * v + 3), 3 * i);
    });
    this.vertexOf = vertexTable(names, joined);
    const { component, count } = components(corners, names.length);
    this.component = component;
    this.componentCount = count;
    let flat = 0;
    for (let f = 0; f < this.faceCount; f++) if (this.area(f) === 0) flat++;
    this.report = {
      given: { vertices: given.positions.length / 3, faces: given.faces.length / 3 },
      welded: joined.reduce((sum, to, v) => sum + (to === v ? 0 : 1), 0),
      dropped: { degenerate: kept.degenerate, duplicate: kept.duplicate },
      unused,
      flat,
      turned: connected.turned,
      splitEdges: connected.splitEdges,
      oneSided: connected.oneSided,
      splitVertices: copies.length,
    };
  }

  /** Where a vertex is. */
  vertex(v: number): Point3 {
    return [this.positions[3 * v], this.positions[3 * v + 1], this.positions[3 * v + 2]];
  }

  /** The vertex with a number of the given mesh; -1 where it was left out. */
  vertexNamed(given: number): number {
    return this.vertexOf[given] ?? -1;
  }

  /** Length of a half-edge, metres. */
  edgeLength(h: number): number {
    return distance3(this.vertex(this.corners[h]), this.vertex(this.corners[next(h)]));
  }

  /** Area of a face, square metres. */
  area(face: number): number {
    const [a, b, c] = this.triangle(face);
    return triangleNormal(a, b, c).area;
  }

  /** Unit normal of a face, on the side from which its corners turn counterclockwise. */
  normal(face: number): Point3 {
    const [a, b, c] = this.triangle(face);
    return triangleNormal(a, b, c).normal;
  }

  /** The corners of a face. */
  triangle(face: number): [Point3, Point3, Point3] {
    const { corners } = this;
    return [
      this.vertex(corners[3 * face]),
      this.vertex(corners[3 * face + 1]),
      this.vertex(corners[3 * face + 2]),
    ];
  }

  /** Area of all faces, square metres. */
  get totalArea(): number {
    let sum = 0;
    for (let f = 0; f < this.faceCount; f++) sum += this.area(f);
    return sum;
  }

  /** Whether no edge is a limit. */
  get closed(): boolean {
    return !this.twin.includes(-1);
  }

  /** Vertices - edges + faces. */
  get eulerCharacteristic(): number {
    let limits = 0;
    for (const t of this.twin) if (t < 0) limits++;
    return this.vertexCount - (this.corners.length + limits) / 2 + this.faceCount;
  }

  /** The loops of limiting edges, each as its vertices in order. */
  boundaryLoops(): number[][] {
    const { corners, twin } = this;
    const after = new Map<number, number>();
    for (let h = 0; h < corners.length; h++) if (twin[h] < 0) after.set(corners[h], corners[next(h)]);
    const loops: number[][] = [];
    while (after.size > 0) {
      const loop: number[] = [];
      let v = after.keys().next().value!;
      for (let to = after.get(v); to !== undefined; to = after.get(v)) {
        loop.push(v);
        after.delete(v);
        v = to;
      }
      loops.push(loop);
    }
    return loops;
  }

  /** Where a place on the mesh is. */
  position(p: SurfacePoint): Point3 {
    switch (p.kind) {
      case "vertex":
        return this.vertex(p.vertex);
      case "edge":
        return lerp(this.vertex(this.corners[p.halfedge]), this.vertex(this.corners[next(p.halfedge)]), p.t);
      case "face": {
        const [a, b, c] = this.triangle(p.face);
        const [u, v, w] = p.weights;
        return [
          u * a[0] + v * b[0] + w * c[0],
          u * a[1] + v * b[1] + w * c[1],
          u * a[2] + v * b[2] + w * c[2],
        ];
      }
    }
  }

  /** A half-edge that leaves a vertex. */
  halfedgeAt(vertex: number): number {
    if (!this.leaving) {
      this.leaving = new Int32Array(this.vertexCount);
      for (let h = this.corners.length - 1; h >= 0; h--) this.leaving[this.corners[h]] = h;
    }
    return this.leaving[vertex];
  }

  private leaving: Int32Array | null = null;

  /** A face that a place is in or on, with the weights of its corners. */
  inFace(p: SurfacePoint): { face: number; weights: [number, number, number] } {
    if (p.kind === "face") return { face: p.face, weights: [...p.weights] };
    const h = p.kind === "edge" ? p.halfedge : this.halfedgeAt(p.vertex);
    const weights: [number, number, number] = [0, 0, 0];
    weights[h % 3] = p.kind === "edge" ? 1 - p.t : 1;
    if (p.kind === "edge") weights[(h + 1) % 3] = p.t;
    return { face: faceOf(h), weights };
  }

  /** The box tree of the faces, made when first needed. @internal */
  get faces(): FaceTree {
    this.tree ??= new FaceTree(this.positions, this.corners);
    return this.tree;
  }

  /** The place on the mesh nearest to a point in space. */
  nearest(p: Point3): Nearest {
    if (!p.every(Number.isFinite))
      throw new InputError(`a point has three finite numbers; given: ${p.join(",")}`);
    const { face, weights, distance } = this.faces.nearest(p);
    const point = pointInFace(this.corners, face, weights);
    return { point, position: this.position(point), distance };
  }

  /** Refuses a place that is not on this mesh. */
  check(p: SurfacePoint, where: string): SurfacePoint {
    const whole = (n: number, below: number): boolean => Number.isInteger(n) && n >= 0 && n < below;
    const bad = (what: string): never => {
      throw new InputError(what, where);
    };
    if (p.kind === "vertex" && !whole(p.vertex, this.vertexCount))
      bad(`a vertex is a whole number from 0 to ${this.vertexCount - 1}; given: ${p.vertex}`);
    if (p.kind === "edge") {
      if (!whole(p.halfedge, this.corners.length))
        bad(`a half-edge is a whole number from 0 to ${this.corners.length - 1}; given: ${p.halfedge}`);
      if (!(p.t >= 0 && p.t <= 1)) bad(`t is a number from 0 to 1; given: ${p.t}`);
      if (p.t === 0 || p.t === 1)
        return { kind: "vertex", vertex: this.corners[p.t === 0 ? p.halfedge : next(p.halfedge)] };
    }
    if (p.kind === "face") {
      if (!whole(p.face, this.faceCount))
        bad(`a face is a whole number from 0 to ${this.faceCount - 1}; given: ${p.face}`);
      if (!Array.isArray(p.weights) || p.weights.length !== 3)
        bad(`weights are three numbers >= 0 whose sum is 1; given: ${shown(p.weights)}`);
      const sum = p.weights[0] + p.weights[1] + p.weights[2];
      if (!(p.weights.every((w) => w >= 0) && Math.abs(sum - 1) < 1e-9))
        bad(`weights are three numbers >= 0 whose sum is 1; given: ${p.weights.join(", ")}`);
      return pointInFace(this.corners, p.face, p.weights);
    }
    return p;
  }
}

/** Refuses a mesh whose areas a double does not tell from nothing. */
function checkExtent(positions: Float64Array): void {
  let extent = 0;
  for (let i = 3; i < positions.length; i++)
    extent = Math.max(extent, Math.abs(positions[i] - positions[i % 3]));
  if (extent > 0 && extent < LEAST_EXTENT)
    throw new InputError(`a mesh is at least ${LEAST_EXTENT} m across; given: ${extent} m`);
}

/** The input as two flat arrays, every number checked. */
function flatten(input: MeshInput): { positions: Float64Array; faces: Int32Array } {
  for (const name of ["positions", "faces"] as const) {
    const list: unknown = input?.[name];
    if (typeof list === "object" && Number.isInteger((list as ArrayLike<number> | null)?.length)) continue;
    const given = name in Object(input) ? list : input;
    throw new InputError(`a mesh is { positions, faces }, both lists; given: ${shown(given)}`, name);
  }
  const { positions, faces } = input;
  const count = Array.isArray(faces[0]) ? faces.length : faces.length / 3;
  needMemory(`${count} faces`, count * BYTES.surfaceFace);
  const flatPositions = flatTriples(positions, "positions");
  const flatFaces = flatTriples(faces, "faces");
  if (flatFaces.length === 0) throw new InputError("the mesh is empty: it has no faces");
  const vertexCount = flatPositions.length / 3;
  for (let i = 0; i < flatPositions.length; i++) {
    if (!(Math.abs(flatPositions[i]) <= GREATEST_COORDINATE)) {
      throw new InputError(
        `a coordinate is a finite number of magnitude up to 1e12; given: ${flatPositions[i]}`,
        `vertex ${Math.floor(i / 3)}`,
      );
    }
  }
  checkExtent(flatPositions);
  for (let i = 0; i < flatFaces.length; i++) {
    const v = flatFaces[i];
    if (!(Number.isInteger(v) && v >= 0 && v < vertexCount)) {
      throw new InputError(
        `there is no vertex ${v}; vertices are numbered from 0 to ${vertexCount - 1}`,
        `face ${Math.floor(i / 3)}`,
      );
    }
  }
  return { positions: flatPositions, faces: Int32Array.from(flatFaces) };
}

/** For each vertex the first one at its place. */
function weldVertices(positions: Float64Array, tolerance: number): Int32Array {
  return tolerance > 0 ? weldNear(positions, tolerance) : weldEqual(positions);
}

/** Equal positions, by a hash table of vertices over the bits of their coordinates. */
function weldEqual(positions: Float64Array): Int32Array {
  const count = positions.length / 3;
  const to = new Int32Array(count);
  const mask = 2 ** Math.ceil(Math.log2(2 * count + 1)) - 1;
  const table = new Int32Array(mask + 1).fill(-1);
  const number = new Float64Array(3);
  const bits = new Int32Array(number.buffer);
  for (let v = 0; v < count; v++) {
    // Adding 0 makes 0 of -0.
    for (let k = 0; k < 3; k++) number[k] = positions[3 * v + k] + 0;
    let hash = 0;
    for (let k = 0; k < 6; k++) hash = Math.imul(hash ^ bits[k], 0x9e3779b1) ^ (hash >>> 15);
    let slot = (hash ^ (hash >>> 13)) & mask;
    while (table[slot] >= 0 && !samePosition(positions, v, table[slot])) slot = (slot + 1) & mask;
    if (table[slot] < 0) table[slot] = v;
    to[v] = table[slot];
  }
  return to;
}

function samePosition(positions: Float64Array, v: number, w: number): boolean {
  return [0, 1, 2].every((k) => positions[3 * v + k] === positions[3 * w + k]);
}

/** Positions within a tolerance of an earlier one, found by cells of twice that size. */
function weldNear(positions: Float64Array, tolerance: number): Int32Array {
  const count = positions.length / 3;
  const to = Int32Array.from({ length: count }, (_, v) => v);
  const cell = 2 * tolerance;
  const key = (v: number, dx = 0, dy = 0, dz = 0): string => {
    const [x, y, z] = [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
    return `${Math.floor(x / cell) + dx},${Math.floor(y / cell) + dy},${Math.floor(z / cell) + dz}`;
  };
  const cells = new Map<string, number[]>();
  const nearby = (v: number): number | undefined => {
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++)
        for (let dz = -1; dz <= 1; dz++) {
          const hit = cells.get(key(v, dx, dy, dz))?.find((other) => {
            const [x, y, z] = [0, 1, 2].map((k) => positions[3 * v + k] - positions[3 * other + k]);
            return Math.hypot(x, y, z) <= tolerance;
          });
          if (hit !== undefined) return hit;
        }
    return undefined;
  };
  for (let v = 0; v < count; v++) {
    const found = nearby(v);
    if (found !== undefined) {
      to[v] = found;
      continue;
    }
    const list = cells.get(key(v));
    if (list) list.push(v);
    else cells.set(key(v), [v]);
  }
  return to;
}

/** Faces with three different corners, each once. */
function keepFaces(
  faces: Int32Array,
  joined: Int32Array,
): { corners: Int32Array; degenerate: number; duplicate: number } {
  const named = faces.map((v) => joined[v]);
  const good: number[] = [];
  for (let i = 0; i < named.length; i += 3) {
    const [a, b, c] = [named[i], named[i + 1], named[i + 2]];
    if (a !== b && b !== c && c !== a) good.push(i);
  }
  // Sorted by their corners, doubled faces are neighbours, the first given first.
  const lowest = (i: number): number => Math.min(named[i], named[i + 1], named[i + 2]);
  const highest = (i: number): number => Math.max(named[i], named[i + 1], named[i + 2]);
  const middle = (i: number): number => named[i] + named[i + 1] + named[i + 2] - lowest(i) - highest(i);
  let sorted: Int32Array = Int32Array.from(good);
  for (const key of [highest, middle, lowest]) sorted = countingSort(sorted, key, joined.length);
  const doubled = new Uint8Array(named.length);
  let duplicate = 0;
  for (let k = 1; k < sorted.length; k++) {
    const [i, j] = [sorted[k - 1], sorted[k]];
    if (lowest(i) !== lowest(j) || middle(i) !== middle(j) || highest(i) !== highest(j)) continue;
    doubled[j] = 1;
    duplicate++;
  }
  const corners = new Int32Array(3 * (good.length - duplicate));
  let length = 0;
  for (const i of good) {
    if (doubled[i]) continue;
    corners.set(named.subarray(i, i + 3), length);
    length += 3;
  }
  return { corners, degenerate: faces.length / 3 - good.length, duplicate };
}

/** Numbers the vertices that faces use, in the order given, copies last. */
function compact(
  corners: Int32Array,
  count: number,
  copies: readonly number[],
  joined: Int32Array,
): { names: Int32Array; corners: Int32Array; unused: number } {
  const used = new Uint8Array(count + copies.length);
  for (const v of corners) used[v] = 1;
  const number = new Int32Array(used.length).fill(-1);
  const names: number[] = [];
  let unused = 0;
  for (let v = 0; v < used.length; v++) {
    if (used[v]) {
      number[v] = names.length;
      names.push(v < count ? v : copies[v - count]);
    } else if (v < count && joined[v] === v) unused++;
  }
  return { names: Int32Array.from(names), corners: corners.map((v) => number[v]), unused };
}

function vertexTable(names: Int32Array, joined: Int32Array): Int32Array {
  const first = new Int32Array(joined.length).fill(-1);
  for (let i = names.length - 1; i >= 0; i--) first[names[i]] = i;
  return joined.map((to) => first[to]);
}

function components(corners: Int32Array, vertexCount: number): { component: Int32Array; count: number } {
  const root = Int32Array.from({ length: vertexCount }, (_, v) => v);
  const find = (v: number): number => {
    let at = v;
    while (root[at] !== at) at = root[at] = root[root[at]];
    return at;
  };
  for (let h = 0; h < corners.length; h++) root[find(corners[h])] = find(corners[next(h)]);
  const name = new Int32Array(vertexCount).fill(-1);
  let count = 0;
  const component = new Int32Array(vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    const r = find(v);
    if (name[r] < 0) name[r] = count++;
    component[v] = name[r];
  }
  return { component, count };
}

/** Refuses what is no mesh. */
export function checkMesh(mesh: unknown): void {
  if (mesh instanceof SurfaceMesh) return;
  throw new InputError(`a SurfaceMesh is needed; given: ${shown(mesh)}`, "mesh");
}
