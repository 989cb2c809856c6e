/** Where a body does not fit: too near a wall for its radius, or under a fold too low for its height (figure 7.1). */
import { nearestWeights, segmentHit } from "./face-tree.js";
import type { SurfaceMesh } from "./mesh.js";
import { next } from "./topology.js";
import { cross, distance3, dot, type Point3, sub, unit } from "./vector.js";

/** Where heads point: along the surface's normal, or in one direction everywhere. */
export type Up = "normal" | Point3;

/** A body, and the mark for vertices where it does not fit. */
interface Body {
  readonly radius: number;
  readonly height: number;
  readonly up: Up;
  readonly mark: number;
}

/** Marks vertices where a body does not fit. */
export function blockByBody(mesh: SurfaceMesh, tags: Uint8Array, body: Body): void {
  const low = body.height > 0 ? lowFaces(mesh, body) : [];
  for (const f of low) markFace(mesh, tags, f, body.mark);
  if (body.radius > 0) growWalls(mesh, tags, body);
}

function markFace(mesh: SurfaceMesh, tags: Uint8Array, face: number, mark: number): void {
  for (let h = 3 * face; h < 3 * face + 3; h++) if (tags[mesh.corners[h]] === 0) tags[mesh.corners[h]] = mark;
}

/**
 * Blocks every face that has a point nearer than the radius to a wall, measured in space but found by spreading over
 * the surface from the walls, so that the other side of a thin sheet stays free. A face with a free corner is then
 * at least the radius away from all walls, and so is every path.
 */
function growWalls(mesh: SurfaceMesh, tags: Uint8Array, { radius, mark }: Body): void {
  const walls: Wall[] = [];
  const isWall = (v: number): boolean => tags[v] !== 0;
  const { corners, twin } = mesh;
  // Walls of the fewest pieces: whole faces, then edges, then lone vertices.
  const inPiece = new Uint8Array(mesh.vertexCount);
  for (let h = 0; h < corners.length; h++) {
    if (twin[h] >= 0 && twin[h] < h) continue;
    const [a, b] = [corners[h], corners[next(h)]];
    if (!isWall(a) || !isWall(b)) continue;
    inPiece[a] = inPiece[b] = 1;
    walls.push({ a: mesh.vertex(a), b: mesh.vertex(b), vertices: [a, b] });
  }
  for (let v = 0; v < mesh.vertexCount; v++) {
    if (isWall(v) && !inPiece[v]) walls.push({ a: mesh.vertex(v), b: mesh.vertex(v), vertices: [v] });
  }
  const facesAt: number[][] = Array.from({ length: mesh.vertexCount }, () => []);
  for (let h = 0; h < corners.length; h++) facesAt[corners[h]].push((h / 3) | 0);
  const near = new Set<number>();
  const seen = new Int32Array(mesh.faceCount).fill(-1);
  walls.forEach((wall, w) => {
    const stack = wall.vertices.flatMap((v) => facesAt[v]);
    while (stack.length > 0) {
      const f = stack.pop()!;
      if (seen[f] === w) continue;
      seen[f] = w;
      if (segmentTriangleDistance(wall.a, wall.b, mesh.triangle(f)) >= radius) continue;
      near.add(f);
      for (let h = 3 * f; h < 3 * f + 3; h++) for (const face of facesAt[corners[h]]) stack.push(face);
    }
  });
  for (const f of near) markFace(mesh, tags, f, mark);
}

interface Wall {
  readonly a: Point3;
  readonly b: Point3;
  readonly vertices: readonly number[];
}

/** Distance between a segment and a triangle in space. */
function segmentTriangleDistance(p: Point3, q: Point3, triangle: readonly [Point3, Point3, Point3]): number {
  const [a, b, c] = triangle;
  if (segmentHit(p, q, a, b, c) !== null) return 0;
  let best = Infinity;
  for (const end of [p, q]) {
    const w = nearestWeights(end, a, b, c);
    best = Math.min(
      best,
      Math.hypot(...[0, 1, 2].map((k) => w[0] * a[k] + w[1] * b[k] + w[2] * c[k] - end[k])),
    );
  }
  for (let k = 0; k < 3; k++)
    best = Math.min(best, segmentDistance(p, q, triangle[k], triangle[(k + 1) % 3]));
  return best;
}

/** Distance between two segments in space (Ericson 2005, section 5.1.9). */
function segmentDistance(p: Point3, q: Point3, a: Point3, b: Point3): number {
  const [d, e, r] = [sub(q, p), sub(b, a), sub(p, a)];
  const [dd, ee, de, dr, er] = [dot(d, d), dot(e, e), dot(d, e), dot(d, r), dot(e, r)];
  const clamp = (x: number): number => (x < 0 ? 0 : x > 1 ? 1 : x);
  const denominator = dd * ee - de * de;
  let s = denominator > 0 ? clamp((de * er - dr * ee) / denominator) : 0;
  const t = ee > 0 ? clamp((de * s + er) / ee) : 0;
  s = dd > 0 ? clamp((de * t - dr) / dd) : 0;
  return distance3(
    [p[0] + s * d[0], p[1] + s * d[1], p[2] + s * d[2]],
    [a[0] + t * e[0], a[1] + t * e[1], a[2] + t * e[2]],
  );
}

/** Faces over which the surface comes closer than the height, as seen from their corners and centres. */
function lowFaces(mesh: SurfaceMesh, { height, up }: Body): number[] {
  const normals = up === "normal" ? vertexNormals(mesh) : null;
  const low = new Uint8Array(mesh.vertexCount);
  for (let v = 0; v < mesh.vertexCount; v++) {
    const direction = normals ? normals[v] : unit(up as Point3);
    if (meetsSurface(mesh, mesh.vertex(v), direction, height)) low[v] = 1;
  }
  const found: number[] = [];
  for (let f = 0; f < mesh.faceCount; f++) {
    const [a, b, c] = mesh.triangle(f);
    const centre: Point3 = [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3, (a[2] + b[2] + c[2]) / 3];
    const direction = up === "normal" ? mesh.normal(f) : unit(up);
    const corner = [0, 1, 2].some((k) => low[mesh.corners[3 * f + k]]);
    if (corner || meetsSurface(mesh, centre, direction, height)) found.push(f);
  }
  return found;
}

/** Whether a body upright at a point meets the surface anywhere but at its feet. */
function meetsSurface(mesh: SurfaceMesh, foot: Point3, up: Point3, height: number): boolean {
  const head: Point3 = [foot[0] + height * up[0], foot[1] + height * up[1], foot[2] + height * up[2]];
  // Faces at the feet themselves are touched at a share of 0, give or take rounding.
  const least = 1e-6;
  let hit = false;
  mesh.faces.near(foot, head, 0, (f) => {
    if (hit) return;
    const t = segmentHit(foot, head, ...mesh.triangle(f));
    if (t !== null && t > least) hit = true;
  });
  return hit;
}

/** Unit normals of the vertices, faces weighted by their angles. */
export function vertexNormals(mesh: SurfaceMesh): Point3[] {
  const sums = new Float64Array(3 * mesh.vertexCount);
  for (let f = 0; f < mesh.faceCount; f++) {
    const corner = mesh.triangle(f);
    const normal = mesh.normal(f);
    for (let k = 0; k < 3; k++) {
      const [u, v] = [sub(corner[(k + 1) % 3], corner[k]), sub(corner[(k + 2) % 3], corner[k])];
      const n = cross(u, v);
      const angle = Math.atan2(Math.hypot(n[0], n[1], n[2]), dot(u, v));
      for (let i = 0; i < 3; i++) sums[3 * mesh.corners[3 * f + k] + i] += angle * normal[i];
    }
  }
  return Array.from({ length: mesh.vertexCount }, (_, v) =>
    unit([sums[3 * v], sums[3 * v + 1], sums[3 * v + 2]]),
  );
}
