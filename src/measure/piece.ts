/** A convex polygon that is cut by half-planes, in place. */
import type { Point, TriangleMesh } from "../geometry/index.js";

/** Corners that a piece has room for at first. */
const ROOM = 64;

/** A convex polygon that turns left. */
export class Piece {
  private xy = new Float64Array(2 * ROOM);
  private spare = new Float64Array(2 * ROOM);
  private count = 0;

  /** Becomes a convex ring that turns left, given as x, y, x, y … */
  set(corners: Float64Array): void {
    this.reserve(corners.length / 2);
    this.xy.set(corners);
    this.count = corners.length / 2;
  }

  /** Becomes the same as another. */
  copy(other: Piece): void {
    this.reserve(other.count);
    const { xy } = this;
    for (let k = 0; k < 2 * other.count; k++) xy[k] = other.xy[k];
    this.count = other.count;
  }

  private reserve(corners: number): void {
    // Every cut adds one corner at most.
    if (2 * corners + 2 <= this.xy.length) return;
    const grown = new Float64Array(4 * corners + 4);
    grown.set(this.xy.subarray(0, 2 * this.count));
    this.xy = grown;
    this.spare = new Float64Array(grown.length);
  }

  /** Keeps the part where u x + v y <= most. */
  cut(u: number, v: number, most: number): void {
    this.reserve(this.count + 1);
    const { xy, spare, count } = this;
    let kept = 0;
    let [px, py] = [xy[2 * count - 2], xy[2 * count - 1]];
    let before = u * px + v * py - most;
    for (let k = 0; k < count; k++) {
      const x = xy[2 * k];
      const y = xy[2 * k + 1];
      const here = u * x + v * y - most;
      // The edge from the corner before crosses the line.
      if ((before < 0 && here > 0) || (before > 0 && here < 0)) {
        const t = before / (before - here);
        spare[kept++] = px + t * (x - px);
        spare[kept++] = py + t * (y - py);
      }
      if (here <= 0) {
        spare[kept++] = x;
        spare[kept++] = y;
      }
      px = x;
      py = y;
      before = here;
    }
    this.xy = spare;
    this.spare = xy;
    this.count = kept / 2;
  }

  /** Keeps the part in face f of a mesh, whose origin is at (atX, atY) for the piece. */
  cutByTriangle({ triangles, coords }: TriangleMesh, f: number, atX: number, atY: number): void {
    for (let k = 0; k < 3 && this.count > 0; k++) {
      const a = 2 * triangles[3 * f + k];
      const b = 2 * triangles[3 * f + (k === 2 ? 0 : k + 1)];
      this.cutLeft(coords[a] - atX, coords[a + 1] - atY, coords[b] - atX, coords[b + 1] - atY);
    }
  }

  /** Keeps the part in a convex ring that turns left. */
  cutByConvex(corners: Float64Array, atX: number, atY: number): void {
    for (let k = 0; k < corners.length && this.count > 0; k += 2) {
      const l = k + 2 < corners.length ? k + 2 : 0;
      this.cutLeft(corners[k] - atX, corners[k + 1] - atY, corners[l] - atX, corners[l + 1] - atY);
    }
  }

  /** Keeps what is left of the line from a to b. */
  private cutLeft(ax: number, ay: number, bx: number, by: number): void {
    const u = by - ay;
    const v = ax - bx;
    this.cut(u, v, u * ax + v * ay);
  }

  /** Whether it shares more than a point with a segment. */
  meetsSegment(ax: number, ay: number, bx: number, by: number): boolean {
    const { xy, count } = this;
    let low = 0;
    let high = 1;
    for (let k = 0; k < count; k++) {
      const l = k + 1 < count ? k + 1 : 0;
      const ux = xy[2 * l] - xy[2 * k];
      const uy = xy[2 * l + 1] - xy[2 * k + 1];
      // How far left of this edge the segment's ends are.
      const a = ux * (ay - xy[2 * k + 1]) - uy * (ax - xy[2 * k]);
      const b = ux * (by - xy[2 * k + 1]) - uy * (bx - xy[2 * k]);
      if (a <= 0 && b <= 0) return false;
      if (a < 0) low = Math.max(low, a / (a - b));
      else if (b < 0) high = Math.min(high, a / (a - b));
      if (low >= high) return false;
    }
    return count > 2;
  }

  /** In m2. */
  get area(): number {
    const { xy, count } = this;
    let twice = 0;
    for (let k = 1; k + 1 < count; k++) {
      const ux = xy[2 * k] - xy[0];
      const uy = xy[2 * k + 1] - xy[1];
      const vx = xy[2 * k + 2] - xy[0];
      const vy = xy[2 * k + 3] - xy[1];
      twice += ux * vy - uy * vx;
    }
    return twice / 2;
  }

  /** Square of the distance of the farthest corner from the origin. */
  get reach2(): number {
    const { xy, count } = this;
    let most = 0;
    for (let k = 0; k < count; k++) {
      most = Math.max(most, xy[2 * k] * xy[2 * k] + xy[2 * k + 1] * xy[2 * k + 1]);
    }
    return most;
  }

  /** The corners as x, y, x, y … */
  corners(): Float64Array {
    return this.xy.slice(0, 2 * this.count);
  }

  /** The corners in the plane, for an origin there. */
  ring(atX: number, atY: number): Point[] {
    const { xy } = this;
    return Array.from({ length: this.count }, (_, k): Point => [xy[2 * k] + atX, xy[2 * k + 1] + atY]);
  }
}

/** Corners on a circle, a power of two of them, by halving angles: square roots alone give the same bits everywhere. */
export function discCorners(sides: number, radius: number): Float64Array {
  let ring: Point[] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ];
  while (ring.length < sides) {
    ring = ring.flatMap((p, k): Point[] => {
      const q = ring[(k + 1) % ring.length];
      const [x, y] = [p[0] + q[0], p[1] + q[1]];
      const length = Math.sqrt(x * x + y * y);
      return [p, [x / length, y / length]];
    });
  }
  return Float64Array.from(ring.flatMap(([x, y]) => [radius * x, radius * y]));
}
