/**
 * The ground of a free space, up to a tolerance: walls that should touch may miss each other by a rounding error.
 *
 * Such a gap shows as a triangle that is all but flat, in one of two ways:
 *
 *        v                                 a
 *   a ------- b   a corner beside a        | ------------ c   two corners that should be one,
 *                 wall: filled, so that    b                  a and b: they count as one place,
 *                 the wall runs a v b                         and what lies between has no width
 *
 * Nothing moves by more than the tolerance, and the triangulation stays as it is. That decides who is whose
 * neighbour exactly; here follows what that means for those who walk.
 */
import { faceOf, nextEdge, prevEdge } from "../geometry/index.js";
import type { FreeSpace } from "../world/index.js";

/** Larger than any vertex number: two of them fit one double. */
export const RADIX = 2 ** 26;

/** Corners of one place can be a few tolerances apart, each next to the other. */
const REACH = 4;

/** Which triangles can be walked on, and what bounds them. */
export class Ground {
  /** @param tolerance in metres */
  constructor(
    readonly space: FreeSpace,
    readonly tolerance: number,
  ) {}

  /** Whether ground lies on the left of a half-edge and a wall along it. */
  isWall(e: number): boolean {
    return this.space.isFree(faceOf(e)) && this.isGround(faceOf(e)) && this.isBlocked(e);
  }

  /** Whether nobody passes from a half-edge's free face to the face across it. */
  isBlocked(e: number): boolean {
    const { triangulation } = this.space;
    if (triangulation.isWall(e)) return true;
    const across = triangulation.mesh.twins[e];
    const base = this.baseOf(faceOf(across));
    if (base < 0) return false;
    const through = this.wayThrough(across);
    if (through >= 0) return this.isBlocked(through);
    return base !== across && this.isLow(base) && this.isBlocked(base);
  }

  /** Where somebody who crosses a half-edge comes in: through what has no width. */
  cross(e: number): number {
    const { twins } = this.space.triangulation.mesh;
    let across = twins[e];
    for (;;) {
      const through = this.baseOf(faceOf(across)) < 0 ? -1 : this.wayThrough(across);
      if (through < 0) return across;
      across = twins[through];
    }
  }

  /** The vertex that stands for all at the place of v: of those, the leftmost, then the lowest. */
  placeOf(v: number): number {
    if (this.neighbourAt(v, v) < 0) return v;
    const { coords } = this.space.triangulation.mesh;
    return this.allAt(v).reduce((a, b) => {
      const apart = coords[2 * a] - coords[2 * b] || coords[2 * a + 1] - coords[2 * b + 1];
      return apart <= 0 ? a : b;
    });
  }

  /** The places at both ends of a half-edge, as one number. */
  keyOf(e: number): number {
    const { triangles } = this.space.triangulation.mesh;
    return this.placeOf(triangles[e]) * RADIX + this.placeOf(triangles[nextEdge(e)]);
  }

  /** The wall between two places, given by their key; -1 for none. */
  wallOf(key: number): number {
    const { twins, vertexEdge } = this.space.triangulation.mesh;
    const v = Math.floor(key / RADIX);
    if (!(vertexEdge[v] >= 0) || !(vertexEdge[key % RADIX] >= 0)) return -1;
    for (const u of this.allAt(v)) {
      let e = vertexEdge[u];
      do {
        if (this.keyOf(e) === key && this.isWall(e)) return e;
        e = twins[prevEdge(e)];
      } while (e !== vertexEdge[u] && e >= 0);
    }
    return -1;
  }

  /** All vertices at the place of v. */
  private allAt(v: number): number[] {
    const all = [v];
    for (let i = 0; i < all.length; i++) {
      for (let w = this.neighbourAt(all[i], all[i]); w >= 0; w = this.neighbourAt(all[i], w)) {
        if (!all.includes(w)) all.push(w);
      }
    }
    return all;
  }

  /** The first vertex at the place of v, or the one that follows `after` around it; -1 for none. */
  private neighbourAt(v: number, after: number): number {
    const { triangles, twins, vertexEdge, coords } = this.space.triangulation.mesh;
    const start = vertexEdge[v];
    let isDue = after === v;
    let e = start;
    do {
      const w = triangles[nextEdge(e)];
      if (isDue) {
        const dx = coords[2 * w] - coords[2 * v];
        const dy = coords[2 * w + 1] - coords[2 * v + 1];
        if (dx * dx + dy * dy < this.tolerance * this.tolerance) return w;
      } else isDue = w === after;
      e = twins[prevEdge(e)];
    } while (e !== start && e >= 0);
    return -1;
  }

  /** Whether a free face can be walked on. */
  private isGround(face: number): boolean {
    const base = this.baseOf(face);
    if (base < 0) return true;
    return this.wayThrough(base) < 0 && !(this.isLow(base) && this.isBlocked(base));
  }

  /** The longest edge of a face that may have no width; -1 for any other. */
  private baseOf(face: number): number {
    const { triangles, coords } = this.space.triangulation.mesh;
    const a = 2 * triangles[3 * face];
    const b = 2 * triangles[3 * face + 1];
    const c = 2 * triangles[3 * face + 2];
    const abx = coords[b] - coords[a];
    const aby = coords[b + 1] - coords[a + 1];
    const acx = coords[c] - coords[a];
    const acy = coords[c + 1] - coords[a + 1];
    const bcx = coords[c] - coords[b];
    const bcy = coords[c + 1] - coords[b + 1];
    const ab = abx * abx + aby * aby;
    const bc = bcx * bcx + bcy * bcy;
    const ca = acx * acx + acy * acy;
    const longest = Math.max(ab, bc, ca);
    const area = abx * acy - aby * acx;
    const reach = REACH * this.tolerance;
    if (area * area >= reach * reach * longest) return -1;
    return 3 * face + (longest === ab ? 0 : longest === bc ? 1 : 2);
  }

  /** Whether the corner opposite a half-edge is nearer to it than the tolerance. */
  private isLow(e: number): boolean {
    const { triangles, coords } = this.space.triangulation.mesh;
    const [a, b, c] = [2 * triangles[e], 2 * triangles[nextEdge(e)], 2 * triangles[prevEdge(e)]];
    const dx = coords[b] - coords[a];
    const dy = coords[b + 1] - coords[a + 1];
    const area = dx * (coords[c + 1] - coords[a + 1]) - dy * (coords[c] - coords[a]);
    return area * area < this.tolerance * this.tolerance * (dx * dx + dy * dy);
  }

  /** Of a face with two corners at one place: the other of its two long edges; -1 where all places differ. */
  private wayThrough(e: number): number {
    const { triangles } = this.space.triangulation.mesh;
    const [f, g] = [nextEdge(e), prevEdge(e)];
    const a = this.placeOf(triangles[e]);
    const b = this.placeOf(triangles[f]);
    const c = this.placeOf(triangles[g]);
    if (b === c) return g;
    return a === c ? f : a === b ? e : -1;
  }
}
