/** Who is near whom on a surface: measured in space, but only where the surface connects both within that distance. */
import type { SurfaceMesh } from "./mesh.js";
import type { SurfacePoint } from "./point.js";
import { faceOf, next } from "./topology.js";
import type { Point3 } from "./vector.js";

/**
 * The faces that come within a distance of a place and are connected to it there: those of the part of the surface in a
 * ball around the place that holds the place itself. The other side of a sheet is none of them, unless the ball reaches
 * around its rim.
 */
export function facesAbout(mesh: SurfaceMesh, place: SurfacePoint, distance: number): Set<number> {
  const { corners, twin, positions } = mesh;
  const p = mesh.position(place);
  const { face } = mesh.inFace(place);
  const found = new Set([face]);
  const stack = [face];
  while (stack.length > 0) {
    const f = stack.pop()!;
    for (let h = 3 * f; h < 3 * f + 3; h++) {
      if (twin[h] < 0 || found.has(faceOf(twin[h]))) continue;
      if (!(distance2ToEdge(positions, p, corners[h], corners[next(h)]) <= distance * distance)) continue;
      found.add(faceOf(twin[h]));
      stack.push(faceOf(twin[h]));
    }
  }
  return found;
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
  return facesAbout(mesh, a, distance).has(mesh.inFace(b).face);
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
