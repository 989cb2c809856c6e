/**
 * Taking vertices out again. Edges at the vertex are flipped away one by one until so few faces are left around it
 * that they can be merged; then the neighbourhood is made Delaunay again.
 */
import { legalize } from "./insert.js";
import { next, prev, sideOf, type TriangleMesh } from "./mesh.js";
import type { Owners } from "./owners.js";

/** Half-edges that leave v, counterclockwise. */
export function spokes(mesh: TriangleMesh, v: number): number[] {
  const { twins, vertexEdge } = mesh;
  const start = vertexEdge[v];
  const found: number[] = [];
  let e = start;
  do {
    found.push(e);
    e = twins[prev(e)];
  } while (e !== start);
  return found;
}

/**
 * Flips unconstrained spokes of v until `enough` faces are left around it. `flat` allows a last face of no area,
 * for a vertex that lies on the line between two neighbours and vanishes with that face.
 */
function reduce(mesh: TriangleMesh, v: number, enough: number, flat: boolean): boolean {
  const { triangles, twins, marks } = mesh;
  for (;;) {
    const around = spokes(mesh, v);
    if (around.length === enough) return true;
    let best = -1;
    for (const e of around) {
      if (marks[e] !== 0) continue;
      // e = v -> b; a and c are the neighbours before and after b, clockwise and counterclockwise.
      const a = triangles[prev(twins[e])];
      const b = triangles[next(e)];
      const c = triangles[prev(e)];
      if (sideOf(mesh, a, b, c) <= 0) continue;
      const rest = sideOf(mesh, a, c, v);
      if (rest > 0) {
        best = e;
        break;
      }
      if (rest === 0 && flat) best = e;
    }
    if (best < 0) return false;
    mesh.flip(best);
  }
}

/**
 * Removes vertex v if no constraint ends or bends there: either none touches it, or exactly one edge runs straight
 * through. Returns whether it is gone.
 */
export function removeVertex(mesh: TriangleMesh, owners: Owners, v: number): boolean {
  const around = spokes(mesh, v);
  const neighbours = around.map((e) => mesh.triangles[next(e)]);
  const marked = around.filter((e) => mesh.marks[e] !== 0);
  let gone = false;
  if (marked.length === 0) {
    gone = reduce(mesh, v, 3, true);
    if (gone) mesh.mergeFace(v);
  } else if (marked.length === 2) {
    gone = straighten(mesh, owners, v, marked);
  }
  legalizeAround(mesh, neighbours);
  return gone;
}

/** Makes the faces around some vertices Delaunay. */
export function legalizeAround(mesh: TriangleMesh, vertices: readonly number[]): void {
  const { twins, vertexEdge } = mesh;
  const stack: number[] = [];
  for (const v of vertices) {
    const start = vertexEdge[v];
    for (let e = start; e >= 0; ) {
      stack.push(e, next(e));
      e = twins[prev(e)];
      if (e === start) break;
    }
  }
  legalize(mesh, stack);
}

/** v lies on one constraint p -> v -> q: joins the two halves if every face stays a proper triangle. */
function straighten(mesh: TriangleMesh, owners: Owners, v: number, marked: number[]): boolean {
  const { triangles, twins } = mesh;
  const p = triangles[next(marked[0])];
  const q = triangles[next(marked[1])];
  if (!sameOwners(owners, twins[marked[0]], marked[1])) return false;
  // With one spoke left on each side, four faces surround v. A bend of one rounding error can make that impossible.
  if (!reduce(mesh, v, 4, false)) return false;
  const around = spokes(mesh, v);
  const toP = around.findIndex((e) => triangles[next(e)] === p);
  // Counterclockwise: p, then s to the right of p -> q, then q, then r to the left.
  const [s, onward, r] = [1, 2, 3].map((i) => around[(toP + i) % 4]);
  if (triangles[next(onward)] !== q) return false;
  if (sideOf(mesh, p, q, triangles[next(r)]) <= 0 || sideOf(mesh, q, p, triangles[next(s)]) <= 0)
    return false;
  const incoming = twins[around[toP]];
  const constraints = owners.list(incoming);
  owners.clear(onward);
  owners.clear(incoming);
  mesh.mergeEdge(incoming);
  for (const { owner, forward } of constraints) owners.add(forward ? incoming : twins[incoming], owner);
  return true;
}

/** Whether the same constraints run along both half-edges, in the same directions. */
function sameOwners(owners: Owners, first: number, second: number): boolean {
  const key = (e: number): string =>
    owners
      .list(e)
      .map(({ owner, forward }) => (forward ? owner + 1 : -owner - 1))
      .sort((a, b) => a - b)
      .join();
  return key(first) === key(second);
}
