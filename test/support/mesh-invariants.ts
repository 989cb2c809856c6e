/** Checks a triangulation from its arrays alone, by definition and in exact arithmetic. */
import type { Constraint, Point, Triangulation } from "../../src/geometry/index.js";
import { exact, exactInCircle, exactOn, exactTurn, exactWinding } from "./exact.js";

const next = (e: number): number => (e % 3 === 2 ? e - 2 : e + 1);
const prev = (e: number): number => (e % 3 === 0 ? e + 2 : e - 1);

type Exact = ReturnType<typeof exact>;

function fail(what: string): never {
  throw new Error(`invariant broken: ${what}`);
}

function points(constraint: Constraint): readonly Point[] {
  if ("polygon" in constraint) return constraint.polygon;
  return "segment" in constraint ? constraint.segment : [constraint.point];
}

function sides(constraint: Constraint): [Point, Point][] {
  if ("point" in constraint) return [];
  if ("segment" in constraint) return [[constraint.segment[0], constraint.segment[1]]];
  const ring = constraint.polygon;
  return ring.map((p, i) => [p, ring[(i + 1) % ring.length]]);
}

/** Topology, orientation, border and total area; every unconstrained edge is locally Delaunay. */
export function checkMesh({ mesh }: Triangulation): void {
  const { triangles, twins, marks, coords, vertexEdge } = mesh;
  const at = (v: number): Exact => exact([coords[2 * v], coords[2 * v + 1]]);
  let twiceArea = 0n;
  let faces = 0;
  let border = 0;
  for (let f = 0; f < mesh.faceCount; f++) {
    if (triangles[3 * f] < 0) continue;
    faces++;
    const [a, b, c] = [0, 1, 2].map((i) => at(triangles[3 * f + i]));
    if (exactTurn(a, b, c) <= 0) fail(`face ${f} does not turn left`);
    twiceArea += (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    for (let e = 3 * f; e < 3 * f + 3; e++) {
      const t = twins[e];
      if (t < 0) {
        border++;
        continue;
      }
      if (twins[t] !== e) fail(`half-edge ${e} and its twin disagree`);
      if (triangles[t] !== triangles[next(e)] || triangles[next(t)] !== triangles[e])
        fail(`twin of ${e} elsewhere`);
      if (marks[t] !== marks[e]) fail(`marks of ${e} and its twin differ`);
      if (marks[e] !== 0) continue;
      const [p, q, r, s] = [triangles[e], triangles[t], triangles[prev(e)], triangles[prev(t)]].map(at);
      if (exactInCircle(p, q, r, s) > 0) fail(`edge ${e} is not Delaunay`);
    }
  }
  if (border !== 4) fail(`${border} edges on the border`);
  const { minX, minY, maxX, maxY } = mesh.box;
  const [low, high] = [exact([minX, minY]), exact([maxX, maxY])];
  if (twiceArea !== 2n * (high[0] - low[0]) * (high[1] - low[1])) fail("the faces do not fill the box");
  let vertices = 0;
  for (let v = 0; v < mesh.vertexCount; v++) {
    if (vertexEdge[v] < 0) continue;
    vertices++;
    if (triangles[vertexEdge[v]] !== v) fail(`vertexEdge of ${v}`);
  }
  if (faces !== 2 * vertices - 6) fail(`${faces} faces for ${vertices} vertices`);
  if (faces !== mesh.liveFaces || vertices !== mesh.liveVertices) fail("counts");
}

/** Every side of every constraint is a chain of marked edges, and nothing else is marked. No crossings. */
export function checkEdges({ mesh }: Triangulation, constraints: readonly Constraint[]): void {
  const { triangles, marks, coords } = mesh;
  const expected = new Set<string>();
  const vertices: [number, Exact][] = [];
  const byPlace = new Map<string, number>();
  for (let v = 4; v < mesh.vertexCount; v++) {
    if (mesh.vertexEdge[v] < 0) continue;
    const p: Point = [coords[2 * v], coords[2 * v + 1]];
    if (byPlace.has(key(p))) fail(`two vertices at ${p}`);
    byPlace.set(key(p), v);
    vertices.push([v, exact(p)]);
  }
  const needed = new Set<string>();
  for (const constraint of constraints) {
    for (const p of points(constraint)) {
      if (!byPlace.has(key(p))) fail(`no vertex at ${p}`);
      needed.add(key(p));
    }
    for (const [a, b] of sides(constraint)) {
      const [ea, eb] = [exact(a), exact(b)];
      const on = vertices.filter(([, p]) => exactOn(p, ea, eb));
      const along = (p: Exact): bigint => (p[0] - ea[0]) * (eb[0] - ea[0]) + (p[1] - ea[1]) * (eb[1] - ea[1]);
      on.sort(([, p], [, q]) => (along(p) < along(q) ? -1 : along(p) > along(q) ? 1 : 0));
      for (let i = 1; i < on.length; i++) expected.add(pair(on[i - 1][0], on[i][0]));
    }
  }
  if (needed.size !== vertices.length) fail(`${vertices.length} vertices, ${needed.size} needed`);
  const found = new Set<string>();
  for (let e = 0; e < 3 * mesh.faceCount; e++) {
    if (triangles[e] >= 0 && marks[e] !== 0) found.add(pair(triangles[e], triangles[next(e)]));
  }
  for (const edge of expected) if (!found.has(edge)) fail(`edge ${edge} is missing`);
  for (const edge of found) if (!expected.has(edge)) fail(`edge ${edge} is marked for nothing`);
}

/** `cover` of every face equals the number of polygons that wind around its centroid. */
export function checkCover({ mesh }: Triangulation, constraints: readonly Constraint[]): void {
  const { triangles, coords } = mesh;
  const rings = constraints.flatMap((c) => ("polygon" in c ? [c.polygon.map(exact)] : []));
  const tripled = rings.map((ring) => ring.map(([x, y]) => [3n * x, 3n * y] as const));
  for (let f = 0; f < mesh.faceCount; f++) {
    if (triangles[3 * f] < 0) continue;
    const corners = [0, 1, 2]
      .map((i) => triangles[3 * f + i])
      .map((v) => exact([coords[2 * v], coords[2 * v + 1]]));
    const centroid = [
      corners[0][0] + corners[1][0] + corners[2][0],
      corners[0][1] + corners[1][1] + corners[2][1],
    ] as const;
    const expected = tripled.filter((ring) => exactWinding(centroid, ring) !== 0).length;
    if (mesh.cover[f] !== expected) fail(`cover of face ${f} is ${mesh.cover[f]}, not ${expected}`);
  }
}

const key = (p: Point): string => `${p[0] + 0},${p[1] + 0}`;
const pair = (a: number, b: number): string => (a < b ? `${a}-${b}` : `${b}-${a}`);
