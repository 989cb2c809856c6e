/** Where a body does not fit: too near a wall for its radius, or under a fold too low for its height (figure 7.1). */
import { Clearance, cylindersOf, turningMeets } from "./clearance.js";
import { distanceToTriangle, segmentHit } from "./face-tree.js";
import { checkMesh, type SurfaceMesh } from "./mesh.js";
import { faceOf, next, previous } from "./topology.js";
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
  if (body.radius > 0) growWalls(mesh, tags, body);
  if (body.height > 0) blockLow(mesh, tags, body);
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
  let best = Math.min(distanceToTriangle(p, a, b, c), distanceToTriangle(q, a, b, c));
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

/** Marks what an upright body cannot stand on without meeting the surface, or cannot cross. */
function blockLow(mesh: SurfaceMesh, tags: Uint8Array, body: Body): void {
  const { up, mark } = body;
  const parts = cylindersOf(body);
  for (let f = 0; f < mesh.faceCount; f++) {
    const head = up === "normal" ? mesh.normal(f) : unit(up);
    const stand = mesh.triangle(f);
    const clearance = new Clearance(parts, head, stand);
    const meets = (g: number): boolean => clearance.meets(mesh.triangle(g));
    if (someAbove(mesh, stand, head, body, meets)) markFace(mesh, tags, f, mark);
  }
  if (up === "normal") blockTurns(mesh, tags, body);
}

/** Marks edges over which a body that stands along the normal meets the surface while it turns from one face to the other. */
function blockTurns(mesh: SurfaceMesh, tags: Uint8Array, body: Body): void {
  const parts = cylindersOf(body);
  for (let h = 0; h < mesh.corners.length; h++) {
    if (mesh.twin[h] < h) continue;
    const [a, b] = [mesh.corners[h], mesh.corners[next(h)]];
    if (tags[a] !== 0 && tags[b] !== 0) continue;
    const edge = [mesh.vertex(a), mesh.vertex(b)] as const;
    const meets = turnsAt(mesh, h).some(({ up, turn }) => {
      const tilted = { ...body, radius: body.radius + body.height * Math.tan(turn) };
      return someAbove(mesh, edge, up, tilted, (g) => turningMeets(parts, edge, up, turn, mesh.triangle(g)));
    });
    if (meets) for (const v of [a, b]) if (tags[v] === 0) tags[v] = body.mark;
  }
}

/** Whether something holds for a face in the box around bodies that stand on some points. */
function someAbove(
  mesh: SurfaceMesh,
  stand: readonly Point3[],
  up: Point3,
  { radius, height }: Pick<Body, "radius" | "height">,
  test: (face: number) => boolean,
): boolean {
  const points = [...stand, ...stand.map((p) => plus(p, up, height))];
  const extreme = (pick: (a: number, b: number) => number): Point3 =>
    [0, 1, 2].map((k) => points.map((p) => p[k]).reduce((a, b) => pick(a, b))) as unknown as Point3;
  // Twice the radius, since the square corners of what a turn sweeps stick out by less than that.
  return mesh.faces.some(extreme(Math.min), extreme(Math.max), 2 * radius, test);
}

/** How much a body turns at most to either side of a direction that is checked, radians: 5 degrees. */
const TURN = Math.PI / 36;

/**
 * Directions between the normals of the two faces at an edge, and how far to turn from each. None where the faces lean
 * together: whoever stands beside such an edge covers all directions between.
 */
function turnsAt(mesh: SurfaceMesh, h: number): { up: Point3; turn: number }[] {
  const corner = (i: number): Point3 => mesh.vertex(mesh.corners[i]);
  const [a, b] = [mesh.normal(faceOf(h)), mesh.normal(faceOf(mesh.twin[h]))];
  const angle = Math.atan2(Math.hypot(...cross(a, b)), dot(a, b));
  const isHollow = dot(a, sub(corner(previous(mesh.twin[h])), corner(h))) > 0;
  if (isHollow || !(angle > 1e-6)) return [];
  const along = unit(sub(corner(next(h)), corner(h)));
  const inward = sub(corner(previous(h)), corner(h));
  const outward = unit(sub(plus([0, 0, 0], along, dot(inward, along)), inward));
  const count = Math.ceil(angle / (2 * TURN));
  return Array.from({ length: count }, (_, i) => {
    const at = (angle * (i + 0.5)) / count;
    return { up: plus(plus([0, 0, 0], a, Math.cos(at)), outward, Math.sin(at)), turn: angle / (2 * count) };
  });
}

/** a + t b. */
function plus(a: Point3, b: Point3, t: number): Point3 {
  return [a[0] + t * b[0], a[1] + t * b[1], a[2] + t * b[2]];
}

/** Unit normals of the vertices, faces weighted by their angles. */
export function vertexNormals(mesh: SurfaceMesh): Point3[] {
  checkMesh(mesh);
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
