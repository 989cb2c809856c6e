/** What every path on a surface must be: on the surface, step by step, and through nothing that is blocked. */
import type { SurfaceGround, SurfaceMesh, SurfacePath, SurfacePoint } from "../src/surface/index.js";

const nextHalf = (h: number): number => (h % 3 === 2 ? h - 2 : h + 1);

/** Faces that a place is in or on. */
function facesAt(mesh: SurfaceMesh, p: SurfacePoint): number[] {
  if (p.kind === "face") return [p.face];
  if (p.kind === "edge") {
    const sides = [p.halfedge, mesh.twin[p.halfedge]].filter((h) => h >= 0);
    return sides.map((h) => Math.floor(h / 3));
  }
  const found: number[] = [];
  mesh.corners.forEach((v, h) => {
    if (v === p.vertex) found.push(Math.floor(h / 3));
  });
  return found;
}

/** What is wrong with a path; null where nothing is. */
export function faultOf(ground: SurfaceGround, path: SurfacePath): string | null {
  const { mesh, tags } = ground;
  const last = path.places.length - 1;
  const blocked = (v: number): boolean => tags[v] !== 0;
  let length = 0;
  for (let i = 0; i <= last; i++) {
    const p = path.places[i];
    const inside = i > 0 && i < last;
    if (inside && p.kind === "vertex" && blocked(p.vertex)) return `place ${i} is a blocked vertex`;
    if (
      inside &&
      p.kind === "edge" &&
      blocked(mesh.corners[p.halfedge]) &&
      blocked(mesh.corners[nextHalf(p.halfedge)])
    )
      return `place ${i} is on a blocked edge`;
    const at = mesh.position(p);
    const off = Math.hypot(...at.map((x, k) => x - path.points[i][k]));
    if (off > 0) return `point ${i} is not its place`;
    if (i === 0) continue;
    length += Math.hypot(...at.map((x, k) => x - path.points[i - 1][k]));
    const before = facesAt(mesh, path.places[i - 1]);
    const common = facesAt(mesh, p).filter((f) => before.includes(f));
    if (common.length === 0)
      return `no face holds both ${JSON.stringify(path.places[i - 1])} and ${JSON.stringify(p)}`;
    if (common.every((f) => [0, 1, 2].every((k) => blocked(mesh.corners[3 * f + k]))))
      return `step ${i} is in a blocked face`;
  }
  return Math.abs(length - path.length) <= 1e-9 * (1 + length)
    ? null
    : "the length is not that of the points";
}
