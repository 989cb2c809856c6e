/** Who is near whom on a surface: measured in space, but only where the surface connects both within that distance. */
import { distanceToTriangle } from "./face-tree.js";
import type { SurfaceMesh } from "./mesh.js";
import type { SurfacePoint } from "./point.js";
import { faceOf, next } from "./topology.js";

/**
 * The faces that come within a distance of a place and are connected to it there: those of the part of the surface in a
 * ball around the place that holds the place itself. The other side of a sheet is none of them, unless the ball reaches
 * around its rim.
 */
export function facesAbout(mesh: SurfaceMesh, place: SurfacePoint, distance: number): Set<number> {
  const { corners, twin } = mesh;
  const p = mesh.position(place);
  const { face } = mesh.inFace(place);
  const found = new Set([face]);
  const stack = [face];
  while (stack.length > 0) {
    const f = stack.pop()!;
    for (let h = 3 * f; h < 3 * f + 3; h++) {
      if (twin[h] < 0 || found.has(faceOf(twin[h]))) continue;
      const [a, b] = [mesh.vertex(corners[h]), mesh.vertex(corners[next(h)])];
      if (!(distanceToTriangle(p, a, b, b) <= distance)) continue;
      found.add(faceOf(twin[h]));
      stack.push(faceOf(twin[h]));
    }
  }
  return found;
}

/** Whether a place that is within a distance of another in space is connected to it there. */
export function isConnected(mesh: SurfaceMesh, a: SurfacePoint, b: SurfacePoint, distance: number): boolean {
  return facesAbout(mesh, a, distance).has(mesh.inFace(b).face);
}
