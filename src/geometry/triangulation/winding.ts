/** Which faces a closed constraint winds around. */
import { orient } from "../predicates.js";
import { faceOf, next, type TriangleMesh } from "./mesh.js";
import type { Owners } from "./owners.js";
import { spokes } from "./remove.js";

/** Half-edges of a closed constraint in its own direction, found by following them from one of its vertices. */
function chain(
  mesh: TriangleMesh,
  owners: Owners,
  id: number,
  start: number,
): { edges: number[]; simple: boolean } {
  const edges: number[] = [];
  const seen = new Set([start]);
  const pending = [start];
  let simple = true;
  while (pending.length > 0) {
    const v = pending.pop()!;
    let leaving = 0;
    for (const e of spokes(mesh, v)) {
      const count = owners.forward(e, id);
      if (count === 0) continue;
      leaving += count;
      edges.push(e);
      const w = mesh.triangles[next(e)];
      if (seen.has(w)) continue;
      seen.add(w);
      pending.push(w);
    }
    if (leaving !== 1) simple = false;
  }
  // Out and back along one edge is closed too, but winds around nothing.
  return { edges, simple: simple && edges.length > 2 };
}

/**
 * The faces with a winding number other than zero. A ring that meets itself nowhere is filled from its inner side;
 * any other is settled by counting crossings all the way from the rectangle's corner.
 */
export function insideFaces(mesh: TriangleMesh, owners: Owners, id: number, start: number): number[] {
  const { edges, simple } = chain(mesh, owners, id, start);
  if (edges.length === 0) return [];
  return simple ? fillSimple(mesh, owners, id, edges) : fillByWinding(mesh, owners, id);
}

function fillSimple(mesh: TriangleMesh, owners: Owners, id: number, edges: number[]): number[] {
  const { twins } = mesh;
  const left = runsLeft(mesh, edges);
  const seen = new Set<number>();
  const found: number[] = [];
  const visit = (f: number): void => {
    if (seen.has(f)) return;
    seen.add(f);
    found.push(f);
  };
  for (const e of edges) visit(faceOf(left ? e : twins[e]));
  for (let i = 0; i < found.length; i++) {
    for (let k = 3 * found[i]; k < 3 * found[i] + 3; k++) {
      if (!owners.has(k, id)) visit(faceOf(twins[k]));
    }
  }
  return found;
}

/** Whether a simple closed chain runs counterclockwise: decided at its lowest, then leftmost, vertex. */
function runsLeft(mesh: TriangleMesh, edges: number[]): boolean {
  const { coords, triangles } = mesh;
  let out = edges[0];
  const into = new Map<number, number>();
  for (const e of edges) {
    into.set(triangles[next(e)], e);
    const v = 2 * triangles[e];
    const best = 2 * triangles[out];
    if (coords[v + 1] < coords[best + 1] || (coords[v + 1] === coords[best + 1] && coords[v] < coords[best]))
      out = e;
  }
  const v = 2 * triangles[out];
  const a = 2 * triangles[into.get(triangles[out])!];
  const b = 2 * triangles[next(out)];
  return orient(coords[a], coords[a + 1], coords[v], coords[v + 1], coords[b], coords[b + 1]) > 0;
}

function fillByWinding(mesh: TriangleMesh, owners: Owners, id: number): number[] {
  const { twins, vertexEdge } = mesh;
  const UNKNOWN = 0x7fffffff;
  const winding = new Int32Array(mesh.faceCount).fill(UNKNOWN);
  const outside = faceOf(vertexEdge[0]);
  winding[outside] = 0;
  const queue = [outside];
  const found: number[] = [];
  for (let i = 0; i < queue.length; i++) {
    const f = queue[i];
    if (winding[f] !== 0) found.push(f);
    for (let k = 3 * f; k < 3 * f + 3; k++) {
      const t = twins[k];
      if (t < 0 || winding[faceOf(t)] !== UNKNOWN) continue;
      // Left of a directed edge the winding number is one more than right of it.
      winding[faceOf(t)] = winding[f] - owners.net(k, id);
      queue.push(faceOf(t));
    }
  }
  return found;
}
