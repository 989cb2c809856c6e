/**
 * Ground of single people, as PedPy and JPSreport have it (Steffen and Seyfried 2010): the ground nearer to a person than to
 * anybody else (its Voronoi cell), within a cut-off radius, and of that the part on the free floor that holds the person.
 *
 *     A_i = part, connected with p_i, of { q on the floor : |q - p_i| <= |q - p_j| for all j, |q - p_i| <= R }
 *
 * Distances are straight: somebody behind a wall divides the ground as well. The disc is a regular polygon of 32 corners on the
 * circle, so that ground which nothing else cuts has 3.1214 R2 (the circle: 3.1416 R2).
 *
 * Before walls a cell is convex: the polygon, cut by one half-plane per neighbour. The floor is the triangulation of the
 * world's free space: a cell spreads from the person's triangle over edges that are no walls, and each triangle that it reaches
 * gives one convex piece. So areas are sums of convex pieces, walls are exact, and nothing is sampled.
 */
import { type Box, boxOf, faceOf, type Point, type Ring, type TriangleMesh } from "../geometry/index.js";
import { FreeSpace, type World } from "../world/index.js";
import { Neighbours } from "./neighbours.js";
import { discCorners, Piece } from "./piece.js";

/** Corners of the polygon that stands for the disc. */
const SIDES = 32;

/** Farthest that a person's ground reaches, in metres; PedPy's examples cut off there too. */
export const CUT_OFF = 1;

/** The floor on which ground is divided: without obstacles that move, since a wall is there for the whole run. */
export function floorOf({ scene, space }: World): FreeSpace {
  const still = scene.obstacles?.filter(({ schedule }) => !schedule);
  return still?.length === scene.obstacles?.length ? space : FreeSpace.of({ ...scene, obstacles: still });
}

/** The free part of an area, as convex pieces by the triangle of the floor that they lie in. */
export class Zone {
  /** In m2, of the free part. */
  readonly area: number;
  /** Around it. */
  readonly box: Box;
  /** Corners of the pieces, by triangle of the floor. */
  private readonly pieces = new Map<number, readonly Float64Array[]>();

  constructor(
    floor: FreeSpace,
    readonly ring: Ring,
  ) {
    const own = trianglesOf(new FreeSpace(ring, []));
    const { mesh } = floor.triangulation;
    const piece = new Piece();
    const box = boxOf(ring);
    this.box = box;
    let area = 0;
    for (let f = 0; f < mesh.faceCount; f++) {
      if (mesh.triangles[3 * f] < 0 || !floor.isFree(f) || isBeside(mesh, f, box)) continue;
      const kept: Float64Array[] = [];
      for (const triangle of own) {
        piece.set(triangle);
        piece.cutByTriangle(mesh, f, 0, 0);
        if (!(piece.area > 0)) continue;
        area += piece.area;
        kept.push(piece.corners());
      }
      if (kept.length > 0) this.pieces.set(f, kept);
    }
    this.area = area;
  }

  /** The pieces in a triangle of the floor. */
  in(face: number): readonly Float64Array[] {
    return this.pieces.get(face) ?? [];
  }

  /** Whether a point of the plane lies in the free part. */
  holds(x: number, y: number, floor: FreeSpace): boolean {
    const face = floor.faceAt(x, y);
    return face >= 0 && this.in(face).some((corners) => isInside(corners, x, y));
  }
}

/** Whether a face lies beside a box for certain. */
function isBeside({ triangles, coords }: TriangleMesh, f: number, box: Box): boolean {
  const [a, b, c] = [2 * triangles[3 * f], 2 * triangles[3 * f + 1], 2 * triangles[3 * f + 2]];
  return (
    Math.min(coords[a], coords[b], coords[c]) > box.maxX ||
    Math.max(coords[a], coords[b], coords[c]) < box.minX ||
    Math.min(coords[a + 1], coords[b + 1], coords[c + 1]) > box.maxY ||
    Math.max(coords[a + 1], coords[b + 1], coords[c + 1]) < box.minY
  );
}

/** The free triangles of a space, as corners. */
function trianglesOf(space: FreeSpace): Float64Array[] {
  const { triangles, coords, faceCount } = space.triangulation.mesh;
  const list: Float64Array[] = [];
  for (let f = 0; f < faceCount; f++) {
    if (triangles[3 * f] < 0 || !space.isFree(f)) continue;
    const corners = new Float64Array(6);
    for (let k = 0; k < 3; k++) {
      corners[2 * k] = coords[2 * triangles[3 * f + k]];
      corners[2 * k + 1] = coords[2 * triangles[3 * f + k] + 1];
    }
    list.push(corners);
  }
  return list;
}

/** Whether a point lies in a convex ring that turns left, its border included. */
function isInside(corners: Float64Array, x: number, y: number): boolean {
  for (let k = 0; k < corners.length; k += 2) {
    const l = k + 2 < corners.length ? k + 2 : 0;
    const [ux, uy] = [corners[l] - corners[k], corners[l + 1] - corners[k + 1]];
    if (ux * (y - corners[k + 1]) - uy * (x - corners[k]) < 0) return false;
  }
  return true;
}

/** Ground of single people on one floor. One at a time: `take` divides for one person, and the rest is asked of that cell. */
export class PersonalGround {
  /** Of a cell that neither neighbours nor walls cut, in m2. */
  readonly whole: number;
  private readonly disc: Float64Array;
  private readonly cell = new Piece();
  private readonly part = new Piece();
  private readonly neighbours: Neighbours;
  /** The last person whose cell was seen in each triangle. */
  private readonly seen: Int32Array;
  private mark = 0;
  /** Triangles that the cell reaches. */
  private readonly reached: number[] = [];
  private x: Float64Array = new Float64Array(0);
  private y: Float64Array = new Float64Array(0);
  private count = 0;
  /** Whether anybody else is near enough to the person taken last to bound its ground. */
  hasOthers = false;
  private atX = 0;
  private atY = 0;

  /** @param cutOff farthest that ground reaches, in metres, > 0 */
  constructor(
    readonly floor: FreeSpace,
    readonly cutOff = CUT_OFF,
  ) {
    this.disc = discCorners(SIDES, cutOff);
    this.cell.set(this.disc);
    this.whole = this.cell.area;
    this.neighbours = new Neighbours(2 * cutOff);
    this.seen = new Int32Array(floor.triangulation.mesh.faceCount).fill(-1);
  }

  /** Where people are; the arrays are read until the next call. */
  place(count: number, x: Float64Array, y: Float64Array): void {
    this.count = count;
    this.x = x;
    this.y = y;
    this.neighbours.place(count, x, y);
  }

  /** Divides the ground for person i; returns its area in m2, 0 for somebody who is off the floor. */
  take(i: number): number {
    if (!(i >= 0 && i < this.count)) throw new RangeError(`person ${i} of ${this.count}`);
    const { cell, x, y, reached } = this;
    reached.length = 0;
    this.atX = x[i];
    this.atY = y[i];
    const start = this.floor.faceAt(x[i], y[i]);
    if (start < 0) return 0;
    cell.set(this.disc);
    this.hasOthers = false;
    this.neighbours.near(i, (j) => {
      if (j === i) return;
      this.hasOthers = true;
      const dx = x[j] - x[i];
      const dy = y[j] - y[i];
      const d2 = dx * dx + dy * dy;
      // Two at the very same place share their ground.
      if (d2 > 0 && d2 < 4 * cell.reach2) cell.cut(dx, dy, d2 / 2);
    });
    return this.spread(start);
  }

  /** Goes over the floor from the person's triangle; returns the area. */
  private spread(start: number): number {
    const { floor, cell, part, seen, reached, atX, atY } = this;
    const { mesh } = floor.triangulation;
    const { twins, marks, coords, triangles } = mesh;
    const mark = this.nextMark();
    let area = 0;
    reached.push(start);
    seen[start] = mark;
    for (let k = 0; k < reached.length; k++) {
      const face = reached[k];
      part.copy(cell);
      part.cutByTriangle(mesh, face, atX, atY);
      area += part.area;
      for (let e = 3 * face; e < 3 * face + 3; e++) {
        if (marks[e] !== 0) continue;
        const next = faceOf(twins[e]);
        if (seen[next] === mark) continue;
        const a = 2 * triangles[e];
        const b = 2 * triangles[e - 3 * face === 2 ? 3 * face : e + 1];
        const crosses = cell.meetsSegment(
          coords[a] - atX,
          coords[a + 1] - atY,
          coords[b] - atX,
          coords[b + 1] - atY,
        );
        if (!crosses) continue;
        seen[next] = mark;
        reached.push(next);
      }
    }
    return area;
  }

  private nextMark(): number {
    if (this.mark === 0x7fffffff) {
      this.seen.fill(-1);
      this.mark = 0;
    }
    return this.mark++;
  }

  /** Area in m2 of the cell taken last that lies in a zone of the same floor. */
  within(zone: Zone): number {
    const { part, cell, reached, atX, atY } = this;
    let area = 0;
    for (const face of reached) {
      for (const corners of zone.in(face)) {
        part.copy(cell);
        part.cutByConvex(corners, atX, atY);
        area += part.area;
      }
    }
    return area;
  }

  /** The pieces of the cell taken last, in the plane: rings that share edges where triangles of the floor meet. */
  pieces(): Point[][] {
    const { part, cell, reached, atX, atY, floor } = this;
    const list: Point[][] = [];
    for (const face of reached) {
      part.copy(cell);
      part.cutByTriangle(floor.triangulation.mesh, face, atX, atY);
      if (part.area > 0) list.push(part.ring(atX, atY));
    }
    return list;
  }
}
