/** Who is near whom on a surface: measured in space, but only where the surface connects both within that distance. */
import type { SurfaceMesh } from "./mesh.js";
import type { SurfacePoint } from "./point.js";
import { faceOf, next } from "./topology.js";
import type { Point3 } from "./vector.js";

/**
 * The faces that come within a distance of a place and are connected to it there: those of the part of the surface in a
 * ball around the place that holds the place itself. The other side of a sheet is none of them, unless the ball reaches
 * around its rim.
 *
 * @param mark notes a face; false where it was noted before
 */
function flood(
  mesh: SurfaceMesh,
  place: SurfacePoint,
  distance: number,
  mark: (face: number) => boolean,
): number[] {
  const { corners, twin, positions } = mesh;
  const p = mesh.position(place);
  const found = [mesh.inFace(place).face];
  mark(found[0]);
  for (let k = 0; k < found.length; k++) {
    const f = found[k];
    for (let h = 3 * f; h < 3 * f + 3; h++) {
      if (twin[h] < 0) continue;
      if (!(distance2ToEdge(positions, p, corners[h], corners[next(h)]) <= distance * distance)) continue;
      if (mark(faceOf(twin[h]))) found.push(faceOf(twin[h]));
    }
  }
  return found;
}

/** The faces about a place. */
export function facesAbout(mesh: SurfaceMesh, place: SurfacePoint, distance: number): number[] {
  const seen = new Set<number>();
  return flood(mesh, place, distance, (face) => seen.size < seen.add(face).size);
}

/** The faces about many places, one after another: they are marked in one table by the number of the look. */
export class Lookout {
  private readonly marks: Int32Array;
  private looks = 0;

  constructor(readonly mesh: SurfaceMesh) {
    this.marks = new Int32Array(mesh.faceCount);
  }

  /** Looks for the faces about a place. */
  look(place: SurfacePoint, distance: number): void {
    const { marks } = this;
    const number = ++this.looks;
    flood(this.mesh, place, distance, (face) => {
      if (marks[face] === number) return false;
      marks[face] = number;
      return true;
    });
  }

  /** Whether the last look found a face. */
  has(face: number): boolean {
    return this.marks[face] === this.looks;
  }
}

/** Squared distance from a point to the straight way between two vertices. */
function distance2ToEdge(positions: Float64Array, [x, y, z]: Point3, a: number, b: number): number {
  const [ax, ay, az] = [positions[3 * a], positions[3 * a + 1], positions[3 * a + 2]];
  const [ux, uy, uz] = [positions[3 * b] - ax, positions[3 * b + 1] - ay, positions[3 * b + 2] - az];
  const [px, py, pz] = [x - ax, y - ay, z - az];
  const length2 = ux * ux + uy * uy + uz * uz;
  const t = length2 > 0 ? Math.min(1, Math.max(0, (px * ux + py * uy + pz * uz) / length2)) : 0;
  const [dx, dy, dz] = [px - t * ux, py - t * uy, pz - t * uz];
  return dx * dx + dy * dy + dz * dz;
}

/** Whether a place that is within a distance of another in space is connected to it there. */
export function isConnected(mesh: SurfaceMesh, a: SurfacePoint, b: SurfacePoint, distance: number): boolean {
  return facesAbout(mesh, a, distance).includes(mesh.inFace(b).face);
}

/** Numbers of places in space by the cells of a grid: who may be within a distance, without asking everybody. */
export class Cells {
  private readonly lists = new Map<string, Set<number>>();

  /** @param size metres > 0; as far as is looked */
  constructor(private readonly size: number) {}

  private key(x: number, y: number, z: number): string {
    return `${x} ${y} ${z}`;
  }

  private cellOf(p: Point3): string {
    return this.key(...this.at(p));
  }

  private at(p: Point3): [number, number, number] {
    return [Math.floor(p[0] / this.size), Math.floor(p[1] / this.size), Math.floor(p[2] / this.size)];
  }

  add(id: number, at: Point3): void {
    const cell = this.cellOf(at);
    const list = this.lists.get(cell);
    if (list) list.add(id);
    else this.lists.set(cell, new Set([id]));
  }

  remove(id: number, at: Point3): void {
    this.lists.get(this.cellOf(at))?.delete(id);
  }

  /** Notes that somebody has moved. */
  move(id: number, from: Point3, to: Point3): void {
    if (this.cellOf(from) === this.cellOf(to)) return;
    this.remove(id, from);
    this.add(id, to);
  }

  /** All within a cell's size of a place, and some beyond, in no particular order. */
  near(p: Point3): number[] {
    const [x, y, z] = this.at(p);
    const found: number[] = [];
    for (let i = x - 1; i <= x + 1; i++)
      for (let j = y - 1; j <= y + 1; j++)
        for (let k = z - 1; k <= z + 1; k++)
          for (const id of this.lists.get(this.key(i, j, k)) ?? []) found.push(id);
    return found;
  }
}
