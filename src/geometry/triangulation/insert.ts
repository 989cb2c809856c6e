/** Inserting points: locate, split, and flip until the triangulation is (constrained) Delaunay again. */
import { inCircle } from "../predicates.js";
import { next, prev, type TriangleMesh } from "./mesh.js";

/** Whether the edge of half-edge a, with twin b, has the far corner of one face inside the circle of the other. */
function isIllegal({ triangles, coords }: TriangleMesh, a: number, b: number): boolean {
  const p = 2 * triangles[a];
  const q = 2 * triangles[b];
  const r = 2 * triangles[prev(a)];
  const s = 2 * triangles[prev(b)];
  return (
    inCircle(
      coords[p],
      coords[p + 1],
      coords[q],
      coords[q + 1],
      coords[r],
      coords[r + 1],
      coords[s],
      coords[s + 1],
    ) > 0
  );
}

/**
 * Flips edges until every one on the stack, and every one that a flip touches, is locally Delaunay or constrained
 * (Lawson 1977). Exact predicates make it end: each flip lowers the lifted surface.
 */
export function legalize(mesh: TriangleMesh, stack: number[]): void {
  const { triangles, twins, marks } = mesh;
  while (stack.length > 0) {
    const a = stack.pop()!;
    const b = twins[a];
    if (b < 0 || marks[a] !== 0 || triangles[a] < 0 || !isIllegal(mesh, a, b)) continue;
    mesh.flip(a);
    stack.push(a, next(a), b, next(b));
  }
}

/**
 * The same right after vertex v was put in: only edges opposite to v can be illegal, so each flip adds two.
 * Every half-edge on the stack has v as the apex of its face.
 */
export function legalizeNew(mesh: TriangleMesh, stack: number[]): void {
  const { twins, marks } = mesh;
  while (stack.length > 0) {
    const a = stack.pop()!;
    const b = twins[a];
    if (b < 0 || marks[a] !== 0 || !isIllegal(mesh, a, b)) continue;
    mesh.flip(a);
    stack.push(a, next(b));
  }
}

/** Puts a new vertex strictly inside face f. */
export function insertInFace(mesh: TriangleMesh, f: number, x: number, y: number, stack: number[]): number {
  const v = mesh.addVertex(x, y);
  mesh.splitFace(f, v);
  const e = mesh.vertexEdge[v];
  const g = mesh.twins[prev(e)];
  const h = mesh.twins[prev(g)];
  stack.push(next(e), next(g), next(h));
  legalizeNew(mesh, stack);
  return v;
}

/** Pushes the four edges around an edge that was just split at its end `a`: a = p -> v, rest = v -> q. */
export function pushAroundSplit(mesh: TriangleMesh, a: number, rest: number, stack: number[]): void {
  const { twins } = mesh;
  stack.push(prev(a), next(twins[a]), next(rest), prev(twins[rest]));
}

/**
 * A good order in which to insert points (Amenta, Choi and Rote 2003): a random few first, then about four times as
 * many, and so on, each round along a Hilbert curve. The curve keeps walks short; the rounds keep triangles from
 * growing long at its front, which would cost flips. The choice depends on nothing but the points' numbers.
 */
export function insertionOrder(points: Float64Array): Uint32Array {
  const curve = hilbertOrder(points);
  const round = new Uint8Array(curve.length);
  for (let i = 0; i < curve.length; i++) round[i] = roundOf(curve[i]);
  const order = new Uint32Array(curve.length);
  let at = 0;
  for (let r = FIRST_ROUND; r >= 0; r--) {
    for (let i = 0; i < curve.length; i++) if (round[i] === r) order[at++] = curve[i];
  }
  return order;
}

const FIRST_ROUND = 3;

/** Round r with probability 3/4 * 4^-r, from a scrambled index. */
function roundOf(i: number): number {
  let h = Math.imul(i + 1, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  return Math.min(FIRST_ROUND, Math.clz32(h ^ (h >>> 13)) >> 1);
}

/** A Hilbert curve's order of points (x, y, x, y, …): neighbours in the order are neighbours in the plane. */
export function hilbertOrder(points: Float64Array): Uint32Array {
  const n = points.length >> 1;
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let i = 0; i < n; i++) {
    const x = points[2 * i];
    const y = points[2 * i + 1];
    if (x < minX) minX = x;
    if (y < minY) minY = y;
    if (x > maxX) maxX = x;
    if (y > maxY) maxY = y;
  }
  // Cells a few times finer than the points are apart; finer ones would order nothing more.
  const bits = Math.min(15, Math.ceil(Math.log2(n + 1) / 2) + 1);
  const scale = (2 ** bits - 1) / Math.max(maxX - minX, maxY - minY, Number.MIN_VALUE);
  const keys = new Uint32Array(n);
  for (let i = 0; i < n; i++) {
    keys[i] = hilbert(((points[2 * i] - minX) * scale) | 0, ((points[2 * i + 1] - minY) * scale) | 0, bits);
  }
  return orderOf(keys, 2 * bits);
}

/** The indices of keys in rising order, by radix sort; equal keys keep their order. */
function orderOf(keys: Uint32Array, bits: number): Uint32Array {
  const digit = Math.ceil(bits / 2);
  const mask = 2 ** digit - 1;
  let from = new Uint32Array(keys.length);
  let to = new Uint32Array(keys.length);
  for (let i = 0; i < from.length; i++) from[i] = i;
  for (const shift of [0, digit]) {
    const start = new Uint32Array(mask + 2);
    for (let i = 0; i < keys.length; i++) start[((keys[i] >>> shift) & mask) + 1]++;
    for (let d = 0; d < mask; d++) start[d + 1] += start[d];
    for (let i = 0; i < from.length; i++) to[start[(keys[from[i]] >>> shift) & mask]++] = from[i];
    [from, to] = [to, from];
  }
  return from;
}

/** Position of cell (x, y), `bits` bits each, on the Hilbert curve of that order. */
function hilbert(x: number, y: number, bits: number): number {
  let position = 0;
  for (let s = 1 << (bits - 1); s > 0; s >>= 1) {
    const right = (x & s) !== 0 ? 1 : 0;
    const upper = (y & s) !== 0 ? 1 : 0;
    position = (position << 2) | ((3 * right) ^ upper);
    if (upper === 0) {
      if (right === 1) {
        x = ~x;
        y = ~y;
      }
      const t = x;
      x = y;
      y = t;
    }
  }
  return position;
}
