/** Paths on a surface: points, places, length, and smoothing. */
import type { GroundMesh } from "./ground-mesh.js";
import type { SurfaceMesh } from "./mesh.js";
import { pointInFace, type SurfacePoint } from "./point.js";
import { faceOf, next, previous } from "./topology.js";
import { placeApex } from "./triangle.js";
import { distance3, type Point3 } from "./vector.js";

/** A way over a mesh. */
export interface SurfacePath {
  /** Positions in space, start and goal included. */
  readonly points: Point3[];
  /** The same as places on the mesh. */
  readonly places: SurfacePoint[];
  /** Metres. */
  readonly length: number;
}

/** How a path is given. */
export interface PathOptions {
  /** Rounds of straightening, 0 or more; default 0, the path of the potential itself. */
  readonly smooth?: number;
}

/** The length of a polyline in space. */
export function lengthOf(points: readonly Point3[]): number {
  let sum = 0;
  for (let i = 1; i < points.length; i++) sum += distance3(points[i - 1], points[i]);
  return sum;
}

/** A path through places. */
export function pathThrough(mesh: SurfaceMesh, places: readonly SurfacePoint[]): SurfacePath {
  const kept: SurfacePoint[] = [];
  const points: Point3[] = [];
  for (const place of places) {
    const point = mesh.position(place);
    const last = points[points.length - 1];
    // Different places may round to one point; they stay, since neighbours on a path share a face.
    if (last && distance3(last, point) === 0 && samePlace(mesh, kept[kept.length - 1], place)) continue;
    kept.push(place);
    points.push(point);
  }
  return { points, places: kept, length: lengthOf(points) };
}

/** Whether two places with one position are the same vertex, on the same edge, or in the same face. */
function samePlace(mesh: SurfaceMesh, a: SurfacePoint, b: SurfacePoint): boolean {
  if (a.kind === "vertex") return b.kind === "vertex" && a.vertex === b.vertex;
  if (a.kind === "edge")
    return b.kind === "edge" && (a.halfedge === b.halfedge || mesh.twin[a.halfedge] === b.halfedge);
  return b.kind === "face" && a.face === b.face;
}

/** Nearer than this share of an edge to its end, or of a face to its rim, is on it. */
const NEAR = 1e-10;

/** A place without weights too small to mean anything. */
function snapped({ corners }: SurfaceMesh, tags: Uint8Array, p: SurfacePoint): SurfacePoint {
  if (p.kind === "vertex") return p;
  if (p.kind === "face") {
    if (p.weights.every((w) => w >= NEAR)) return p;
    const weights = p.weights.map((w) => (w < NEAR ? 0 : w));
    const sum = weights[0] + weights[1] + weights[2];
    const inner = pointInFace(corners, p.face, [weights[0] / sum, weights[1] / sum, weights[2] / sum]);
    return inner.kind === "vertex" && tags[inner.vertex] ? p : inner;
  }
  const vertex = p.t < NEAR ? corners[p.halfedge] : p.t > 1 - NEAR ? corners[next(p.halfedge)] : -1;
  return vertex < 0 || tags[vertex] ? p : { kind: "vertex", vertex };
}

/** A path through places, smoothed where asked. */
export function buildPath(
  { mesh, tags }: GroundMesh,
  places: readonly SurfacePoint[],
  { smooth = 0 }: PathOptions,
): SurfacePath {
  const clean = places.map((p) => snapped(mesh, tags, p));
  return pathThrough(mesh, smooth > 0 ? straighten(mesh, tags, clean, smooth) : clean);
}

/** How near to a blocked end of an edge a smoothed path may come, as a share of the edge. */
const CLEAR = 0.05;

/**
 * Moves every crossing of an edge towards the straight line between its neighbours in the two faces unfolded, half of the
 * way in each round. The path keeps to the edges it crosses, so it stays on the surface and passes nothing it did
 * not pass before; bends inside faces vanish.
 */
function straighten(
  mesh: SurfaceMesh,
  tags: Uint8Array,
  places: readonly SurfacePoint[],
  rounds: number,
): SurfacePoint[] {
  const last = places.length - 1;
  const line = places.filter((p, i) => i === 0 || i === last || p.kind !== "face");
  for (let round = 0; round < rounds; round++) {
    for (let i = 1; i + 1 < line.length; i++) {
      const p = line[i];
      if (p.kind !== "edge") continue;
      const t = straightCrossing(mesh, p.halfedge, line[i - 1], line[i + 1]);
      if (t === null) continue;
      const low = tags[mesh.corners[p.halfedge]] ? Math.min(CLEAR, p.t) : 1e-9;
      const high = tags[mesh.corners[next(p.halfedge)]] ? Math.max(1 - CLEAR, p.t) : 1 - 1e-9;
      line[i] = { ...p, t: Math.min(Math.max((p.t + t) / 2, low), high) };
    }
  }
  return line;
}

/** Where the straight line between two places, one in each face at an edge, crosses it; null where they are not there. */
function straightCrossing(mesh: SurfaceMesh, h: number, a: SurfacePoint, b: SurfacePoint): number | null {
  const twin = mesh.twin[h];
  if (twin < 0) return null;
  const length = mesh.edgeLength(h);
  const near = flat(mesh, h, a) ?? flat(mesh, h, b);
  const far = flat(mesh, twin, b) ?? flat(mesh, twin, a);
  if (!near || !far) return null;
  // The far face, turned by half a turn, lies below the edge.
  const [fx, fy] = [length - far[0], -far[1]];
  const drop = near[1] - fy;
  if (!(drop > 0)) return null;
  return (near[0] + (near[1] / drop) * (fx - near[0])) / length;
}

/** A place in the face of h, laid out with h along the x axis; null where it is in another face. */
function flat(mesh: SurfaceMesh, h: number, p: SurfacePoint): [number, number] | null {
  const weights = weightsIn(mesh, faceOf(h), p);
  if (!weights) return null;
  const l = mesh.edgeLength(h);
  const [x, y] = placeApex(0, 0, l, 0, l, mesh.edgeLength(next(h)), mesh.edgeLength(previous(h)));
  const [head, apex] = [weights[(h + 1) % 3], weights[(h + 2) % 3]];
  return [head * l + apex * x, apex * y];
}

export function weightsIn(mesh: SurfaceMesh, face: number, p: SurfacePoint): number[] | null {
  const weights = [0, 0, 0];
  if (p.kind === "face") return p.face === face ? [...p.weights] : null;
  if (p.kind === "vertex") {
    const k = [0, 1, 2].find((i) => mesh.corners[3 * face + i] === p.vertex);
    if (k === undefined) return null;
    weights[k] = 1;
    return weights;
  }
  const twin = mesh.twin[p.halfedge];
  const [h, t] = faceOf(p.halfedge) === face ? [p.halfedge, p.t] : [twin, 1 - p.t];
  if (h < 0 || faceOf(h) !== face) return null;
  weights[h % 3] = 1 - t;
  weights[(h + 1) % 3] = t;
  return weights;
}

/** The place at some metres along a path, and what is left of them past its end. */
export function placeAlong(
  mesh: SurfaceMesh,
  path: SurfacePath,
  distance: number,
): { place: SurfacePoint; left: number; next: number } {
  let left = distance;
  for (let i = 1; i < path.points.length; i++) {
    const step = distance3(path.points[i - 1], path.points[i]);
    if (step > left)
      return { place: between(mesh, path.places[i - 1], path.places[i], left / step), left: 0, next: i };
    left -= step;
  }
  return { place: path.places[path.places.length - 1], left, next: path.points.length };
}

/** What is left of a path at a place of it, before its point number `next`. */
export function restOf(path: SurfacePath, place: SurfacePoint, position: Point3, next: number): SurfacePath {
  const points = [position, ...path.points.slice(next)];
  const before = lengthOf([...path.points.slice(0, next), position]);
  return { points, places: [place, ...path.places.slice(next)], length: Math.max(0, path.length - before) };
}

/** The place at a share of the straight way between two places in one face. */
function between(mesh: SurfaceMesh, a: SurfacePoint, b: SurfacePoint, t: number): SurfacePoint {
  for (const face of [...facesAround(mesh, a), ...facesAround(mesh, b)]) {
    const [u, v] = [weightsIn(mesh, face, a), weightsIn(mesh, face, b)];
    if (!u || !v) continue;
    const w = u.map((x, k) => x + t * (v[k] - x));
    const sum = w[0] + w[1] + w[2];
    return pointInFace(mesh.corners, face, [w[0] / sum, w[1] / sum, w[2] / sum]);
  }
  return a;
}

export function facesAround(mesh: SurfaceMesh, p: SurfacePoint): number[] {
  if (p.kind === "face") return [p.face];
  if (p.kind === "edge") return [p.halfedge, mesh.twin[p.halfedge]].filter((h) => h >= 0).map(faceOf);
  // Around a vertex, both ways.
  const first = mesh.halfedgeAt(p.vertex);
  const faces = [faceOf(first)];
  for (let h = mesh.twin[previous(first)]; h >= 0 && h !== first; h = mesh.twin[previous(h)])
    faces.push(faceOf(h));
  for (let t = mesh.twin[first]; t >= 0; t = mesh.twin[next(t)]) {
    if (faces.includes(faceOf(t))) break;
    faces.push(faceOf(t));
  }
  return faces;
}
