/** Portals as they are seen from their sides, with the walls around them. */
import {
  type DrawnPortal,
  nextEdge,
  openPairs,
  type Point,
  type Segment,
  type Triangulation,
} from "../geometry/index.js";
import type { FreeSpace } from "../world/index.js";

/** Places on a line that is not along an axis are rounded: in metres, so far off it they are surely on its side. */
const ASIDE = 1e-8;
/** Walls along a portal are on its line within this, in metres. */
const ON_LINE = 1e-9;

/** A portal as it is seen from one of its sides. */
export class Seam {
  private readonly origin: Point;
  /** The unit vector out of the patch, across the line. */
  private readonly out: Point;
  private readonly along: Point;
  private readonly length: number;

  /** @param shift what is added to a place where the line is crossed */
  constructor(
    line: Segment,
    isLeft: boolean,
    readonly shift: Point,
  ) {
    const [[ax, ay], [bx, by]] = line;
    this.length = Math.hypot(bx - ax, by - ay);
    const [x, y] = [(bx - ax) / this.length, (by - ay) / this.length];
    this.origin = line[0];
    this.along = [x, y];
    // The ground is on the left of it, or on the right.
    this.out = isLeft ? [y, -x] : [-y, x];
  }

  /** Metres beyond the line; less than 0 on the near side. */
  beyond([x, y]: Point): number {
    return (x - this.origin[0]) * this.out[0] + (y - this.origin[1]) * this.out[1];
  }

  /** Where the leg from p to q, which lies beyond, crosses the line: a trifle before it, and a trifle past its other side. */
  crossing(p: Point, q: Point): [Point, Point] {
    const [x, y] = this.onLine(p, q);
    const [dx, dy] = [ASIDE * this.out[0], ASIDE * this.out[1]];
    return [[x - dx, y - dy], this.across([x + dx, y + dy])];
  }

  private onLine(p: Point, q: Point): Point {
    const [from, to] = [this.beyond(p), this.beyond(q)];
    const t = to > from ? Math.min(Math.max(-from / (to - from), 0), 1) : 1;
    const { origin, along, length } = this;
    const x = p[0] + t * (q[0] - p[0]) - origin[0];
    const y = p[1] + t * (q[1] - p[1]) - origin[1];
    const s = Math.min(Math.max(x * along[0] + y * along[1], 0), length);
    return [origin[0] + s * along[0], origin[1] + s * along[1]];
  }

  /** A place beyond the line, where it truly is. */
  across([x, y]: Point): Point {
    return [x + this.shift[0], y + this.shift[1]];
  }

  /** The box around the line, so many metres larger. */
  boxWith(margin: number): readonly [x0: number, y0: number, x1: number, y1: number] {
    const { origin, along, length } = this;
    const [ex, ey] = [origin[0] + length * along[0], origin[1] + length * along[1]];
    return [
      Math.min(origin[0], ex) - margin,
      Math.min(origin[1], ey) - margin,
      Math.max(origin[0], ex) + margin,
      Math.max(origin[1], ey) + margin,
    ];
  }
}

/** All sides of portals by which people may leave, with the walls on the near side of each, and those beyond, where they are seen. */
export function seamsOf(
  space: FreeSpace,
  posts: readonly Point[],
  margin: number,
): { seam: Seam; near: Segment[]; far: Segment[] }[] {
  return space.portals.flatMap((portal) => {
    const { a, b, entry } = portal;
    const shift: Point = [b[0][0] - a[0][0], b[0][1] - a[0][1]];
    const back: Point = [-shift[0], -shift[1]];
    const [level, flight] = [new Seam(a, true, shift), new Seam(b, false, back)];
    const walls = wallsOf(space.triangulation, portal, posts);
    const made = [];
    if (entry !== "b") made.push(sidesOf(level, flight, walls, margin));
    if (entry !== "a") made.push(sidesOf(flight, level, walls, margin));
    return made;
  });
}

function sidesOf(
  seam: Seam,
  other: Seam,
  walls: readonly Segment[],
  margin: number,
): { seam: Seam; near: Segment[]; far: Segment[] } {
  const near = walls.flatMap((wall) => partWithin(wall, seam, 2 * margin));
  const far = walls.flatMap((wall) =>
    partWithin(wall, other, 2 * margin).map(([p, q]): Segment => [other.across(p), other.across(q)]),
  );
  return { seam, near, far };
}

/** All walls, posts included, but for the open part of a portal. */
function wallsOf(triangulation: Triangulation, portal: DrawnPortal, posts: readonly Point[]): Segment[] {
  const { triangles, twins, marks, coords, faceCount } = triangulation.mesh;
  const open = new Set(
    openPairs(triangulation, portal).flatMap((pair) => pair.flatMap((e) => [e, twins[e]])),
  );
  const walls: Segment[] = posts.map((p) => [p, p]);
  for (let e = 0; e < 3 * faceCount; e++) {
    if (triangles[e] < 0 || marks[e] === 0 || (twins[e] >= 0 && e > twins[e]) || open.has(e)) continue;
    const a = 2 * triangles[e];
    const b = 2 * triangles[nextEdge(e)];
    walls.push([
      [coords[a], coords[a + 1]],
      [coords[b], coords[b + 1]],
    ]);
  }
  return walls;
}

/** The part of a wall on the near side of a seam, if it is in its surroundings. */
function partWithin(wall: Segment, seam: Seam, margin: number): Segment[] {
  const [[px, py], [qx, qy]] = wall;
  const [x0, y0, x1, y1] = seam.boxWith(margin);
  if (Math.max(px, qx) < x0 || Math.min(px, qx) > x1 || Math.max(py, qy) < y0 || Math.min(py, qy) > y1)
    return [];
  const [p, q] = [seam.beyond(wall[0]), seam.beyond(wall[1])];
  if (p > ON_LINE && q > ON_LINE) return [];
  if (p <= ON_LINE && q <= ON_LINE) return [wall];
  const t = p / (p - q);
  const cut: Point = [px + t * (qx - px), py + t * (qy - py)];
  return p > q ? [[cut, wall[1]]] : [[wall[0], cut]];
}

/** Whether a segment passes the inside of a square, by clipping it (Liang and Barsky 1984). */
export function passes([[px, py], [qx, qy]]: Segment, [cx, cy]: Point, half: number): boolean {
  let from = 0;
  let to = 1;
  for (const [p, q, c] of [
    [px, qx, cx],
    [py, qy, cy],
  ]) {
    const [low, high] = [c - half, c + half];
    if (p === q) {
      if (p <= low || p >= high) return false;
      continue;
    }
    const [t0, t1] = [(low - p) / (q - p), (high - p) / (q - p)];
    from = Math.max(from, Math.min(t0, t1));
    to = Math.min(to, Math.max(t0, t1));
  }
  return from < to;
}
