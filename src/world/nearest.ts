/**
 * Nearest walls and nearest free places, by growing outward from one face of the triangulation.
 *
 * Faces are visited while they touch the disc around the point that reaches as far as the best find so far. They are
 * connected across edges that touch it, because a disc is convex; so nothing nearer is missed.
 */
import {
  distance2ToSegment,
  faceOf,
  nearestOnSegment,
  nextEdge as next,
  type Point,
  type Triangulation,
} from "../geometry/index.js";

/** The free place nearest to a point: on half-edge `edge`, whose face is free. */
export interface Passage {
  readonly point: Point;
  readonly edge: number;
}

export class Nearest {
  private readonly triangulation: Triangulation;
  private readonly stack: number[] = [];
  /** The search that last saw each face. */
  private seen = new Int32Array(0);
  private search = 0;

  constructor(triangulation: Triangulation) {
    this.triangulation = triangulation;
  }

  /** Starts a search at face f. */
  private begin(f: number): void {
    const { cover } = this.triangulation.mesh;
    if (this.seen.length < cover.length || this.search === 0x7fffffff) {
      this.seen = new Int32Array(cover.length);
      this.search = 0;
    }
    this.search++;
    this.stack.length = 0;
    this.push(f);
  }

  private push(f: number): void {
    if (this.seen[f] === this.search) return;
    this.seen[f] = this.search;
    this.stack.push(f);
  }

  /** Squared distance from (x, y) to the edge of half-edge e. */
  private distance2(x: number, y: number, e: number): number {
    const { triangles, coords } = this.triangulation.mesh;
    const a = 2 * triangles[e];
    const b = 2 * triangles[next(e)];
    return distance2ToSegment(x, y, coords[a], coords[a + 1], coords[b], coords[b + 1]);
  }

  /** Distance from a point in the closed free face f to the nearest wall, corner or post. */
  wall(x: number, y: number, f: number): number {
    const { triangulation, stack } = this;
    const { triangles, twins, marks, coords } = triangulation.mesh;
    let best2 = Infinity;
    this.begin(f);
    while (stack.length > 0) {
      const face = stack.pop()!;
      for (let e = 3 * face; e < 3 * face + 3; e++) {
        const v = triangles[e];
        if (triangulation.isGiven(v)) {
          const dx = coords[2 * v] - x;
          const dy = coords[2 * v + 1] - y;
          best2 = Math.min(best2, dx * dx + dy * dy);
        }
        const d2 = this.distance2(x, y, e);
        if (d2 > best2) continue;
        if (marks[e] !== 0) best2 = d2;
        else this.push(faceOf(twins[e]));
      }
    }
    return Math.sqrt(best2);
  }

  /**
   * The free place nearest to a point outside the free space, from a face nearest to it; null if none is free. Only what is nearer
   * than `within` and accepted counts.
   */
  passage(
    x: number,
    y: number,
    f: number,
    within = Infinity,
    accept?: (place: Point) => boolean,
  ): Passage | null {
    const { stack } = this;
    const { triangles, twins, cover, coords } = this.triangulation.mesh;
    const nearestOn = (e: number): Point => {
      const a = 2 * triangles[e];
      const b = 2 * triangles[next(e)];
      return nearestOnSegment([x, y], [coords[a], coords[a + 1]], [coords[b], coords[b + 1]]);
    };
    let best2 = within * within;
    let best = -1;
    this.begin(f);
    while (stack.length > 0) {
      const face = stack.pop()!;
      for (let e = 3 * face; e < 3 * face + 3; e++) {
        const t = twins[e];
        const d2 = this.distance2(x, y, e);
        if (t < 0 || d2 > best2) continue;
        if (cover[faceOf(t)] >= 0) {
          this.push(faceOf(t));
        } else if (d2 < best2 && (!accept || accept(nearestOn(t)))) {
          best2 = d2;
          best = t;
        }
      }
    }
    return best < 0 ? null : { point: nearestOn(best), edge: best };
  }
}
