/**
 * Many points at once. Delaunator is the fastest way to a first triangulation, but it decides circles in rounded
 * arithmetic and may leave out points; what it gives is therefore checked exactly, finished with exact flips, and
 * thrown away when it is not a triangulation.
 */
import Delaunator from "delaunator";
import { inCircle, orient } from "../predicates.js";
import { legalize } from "./insert.js";
import { CORNERS, next, prev, type TriangleMesh } from "./mesh.js";

/**
 * Fills an empty mesh with the Delaunay triangulation of the points. Returns the vertex of each point, -1 for those
 * left out (repeated ones above all); null when the mesh was left as it is.
 */
export function insertBulk(mesh: TriangleMesh, points: Float64Array): Int32Array | null {
  const all = new Float64Array(2 * CORNERS + points.length);
  all.set(mesh.coords.subarray(0, 2 * CORNERS));
  all.set(points, 2 * CORNERS);
  const { triangles, halfedges } = new Delaunator(all);
  const faces = triangles.length / 3;

  // Number the vertices that are in use; the corners keep 0 to 3.
  const vertices = new Int32Array(all.length >> 1).fill(-1);
  for (let e = 0; e < triangles.length; e++) vertices[triangles[e]] = 0;
  for (let i = 0; i < CORNERS; i++) if (vertices[i] < 0) return null;
  let count = 0;
  for (let i = 0; i < vertices.length; i++) if (vertices[i] === 0) vertices[i] = count++;
  // A rectangle with all its vertices inside has 2 v - 6 faces; every one must turn left.
  if (faces !== 2 * count - 6 || !allTurnRight(all, triangles)) return null;

  mesh.reserve(count, faces);
  for (let i = 0; i < vertices.length; i++) {
    const v = vertices[i];
    if (v < 0) continue;
    mesh.coords[2 * v] = all[2 * i];
    mesh.coords[2 * v + 1] = all[2 * i + 1];
  }
  // Delaunator's faces run clockwise with y up: each is written backwards, half-edge i of a face becoming 2 - i.
  for (let e = 0; e < triangles.length; e += 3) {
    for (let i = 0; i < 3; i++) {
      const slot = e + 2 - i;
      const twin = halfedges[e + i];
      const v = vertices[triangles[next(e + i)]];
      mesh.triangles[slot] = v;
      mesh.twins[slot] = twin < 0 ? -1 : twin - (twin % 3) + 2 - (twin % 3);
      mesh.vertexEdge[v] = slot;
    }
  }
  legalizeAll(mesh);
  return vertices.subarray(CORNERS);
}

function allTurnRight(coords: Float64Array, triangles: Uint32Array): boolean {
  for (let e = 0; e < triangles.length; e += 3) {
    const a = 2 * triangles[e];
    const b = 2 * triangles[e + 1];
    const c = 2 * triangles[e + 2];
    if (orient(coords[a], coords[a + 1], coords[b], coords[b + 1], coords[c], coords[c + 1]) >= 0)
      return false;
  }
  return true;
}

function legalizeAll(mesh: TriangleMesh): void {
  const { triangles, twins, coords } = mesh;
  const illegal: number[] = [];
  for (let a = 0; a < 3 * mesh.faceCount; a++) {
    const b = twins[a];
    if (b < a) continue;
    const p = 2 * triangles[a];
    const q = 2 * triangles[b];
    const r = 2 * triangles[prev(a)];
    const s = 2 * triangles[prev(b)];
    if (
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
    ) {
      illegal.push(a);
    }
  }
  legalize(mesh, illegal);
}
