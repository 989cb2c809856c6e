/** What an obstacle that moves does to someone in its way: geometry alone. */
import { type Box, distance2ToSegment, type Point, type Ring, sideOfRing } from "../geometry/index.js";
import type { Obstacle } from "../world/index.js";

/** The corners of an obstacle. */
export function cornersOf({ polygon, segment, point }: Obstacle): Ring {
  return polygon ?? segment ?? [point!];
}

/** Metres that no two corners of an obstacle are more apart than. */
export function extentOf(obstacle: Obstacle): number {
  const corners = cornersOf(obstacle);
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const span = (values: readonly number[]): number =>
    values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
  return span(xs) + span(ys);
}

/** Whether an edge or a corner of an obstacle is nearer to p than `near`. */
export function nearlyTouches(obstacle: Obstacle, [x, y]: Point, near: number): boolean {
  const ring = cornersOf(obstacle);
  const n = ring.length;
  return ring.some(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % n];
    return distance2ToSegment(x, y, ax, ay, bx, by) < near * near;
  });
}

/** An obstacle moved by a vector. */
export function shifted({ polygon, segment, point }: Obstacle, [dx, dy]: Point): Obstacle {
  const by = ([x, y]: Point): [number, number] => [x + dx, y + dy];
  if (polygon) return { polygon: polygon.map(by) };
  return segment ? { segment: [by(segment[0]), by(segment[1])] } : { point: by(point!) };
}

/** The part of an obstacle in a box; null where nothing of it is. What a polygon has outside is cut off along the box. */
export function clipped(obstacle: Obstacle, { minX, minY, maxX, maxY }: Box): Obstacle | null {
  const isInside = ([x, y]: Point): boolean => x >= minX && x <= maxX && y >= minY && y <= maxY;
  const corners = cornersOf(obstacle);
  if (corners.every(isInside)) return obstacle;
  const limits = [
    { axis: 0, sign: 1, limit: minX },
    { axis: 0, sign: -1, limit: -maxX },
    { axis: 1, sign: 1, limit: minY },
    { axis: 1, sign: -1, limit: -maxY },
  ] as const;
  let rest: Ring = corners;
  for (const { axis, sign, limit } of limits) {
    const beyond = (p: Point): number => sign * p[axis] - limit;
    const from = obstacle.polygon ? 0 : 1;
    rest = rest.flatMap((p, i): Point[] => {
      const before = rest[(i + rest.length - 1) % rest.length];
      const [a, b] = [beyond(before), beyond(p)];
      const t = a / (a - b);
      const cut: Point = [before[0] + t * (p[0] - before[0]), before[1] + t * (p[1] - before[1])];
      const crosses = a >= 0 !== b >= 0 && i >= from;
      return [...(crosses ? [cut] : []), ...(b >= 0 ? [p] : [])];
    });
  }
  if (rest.length < corners.length && rest.length < (obstacle.polygon ? 3 : 2)) return null;
  const inside = rest.map(([x, y]): [number, number] => [x, y]);
  return obstacle.polygon ? { polygon: inside } : { segment: [inside[0], inside[1]] };
}

/** Whether an obstacle that moves by a vector passes over p: p's way relative to it crosses an edge. */
export function sweptOver(obstacle: Obstacle, p: Point, [dx, dy]: Point): boolean {
  const ring = cornersOf(obstacle);
  const q: Point = [p[0] - dx, p[1] - dy];
  if (obstacle.polygon && sideOfRing(q, obstacle.polygon) >= 0) return true;
  const n = ring.length;
  for (let i = 0; i < (n > 2 ? n : n - 1); i++) if (crossing(p, q, ring[i], ring[(i + 1) % n])) return true;
  return false;
}

function side(a: Point, b: Point, p: Point): number {
  return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

function crossing(p: Point, q: Point, a: Point, b: Point): boolean {
  return side(a, b, p) * side(a, b, q) <= 0 && side(p, q, a) * side(p, q, b) <= 0;
}

/**
 * Where p ends up when every corner of an obstacle moves straight to its new place, as when a door swings: beside the edge that
 * met it first, on the side on which it was, `off` metres away. Null where no edge meets it, or the corners differ in number.
 */
export function carriedBy(was: Obstacle, is: Obstacle, p: Point, off: number): Point | null {
  const [before, after] = [cornersOf(was), cornersOf(is)];
  const n = before.length;
  if (after.length !== n) return null;
  let first: { readonly time: number; readonly point: Point } | null = null;
  for (let i = 0; i < (n > 2 ? n : n - 1); i++) {
    const j = (i + 1) % n;
    const meeting = meet([before[i], before[j]], [after[i], after[j]], p, off);
    if (meeting && meeting.time < (first?.time ?? Infinity)) first = meeting;
  }
  return first?.point ?? null;
}

/**
 * When an edge first meets p while its ends move from `ab` to `cd` in one unit of time, and where p is put. With a + s u and b + s v
 * the ends at time s, p is on the edge's line where (b - a + s (v - u)) x (p - a - s u) = 0.
 */
function meet(
  [a, b]: readonly [Point, Point],
  [c, d]: readonly [Point, Point],
  p: Point,
  off: number,
): { readonly time: number; readonly point: Point } | null {
  const cross = (x: Point, y: Point): number => x[0] * y[1] - x[1] * y[0];
  const minus = (x: Point, y: Point): Point => [x[0] - y[0], x[1] - y[1]];
  const [along, q] = [minus(b, a), minus(p, a)];
  const u = minus(c, a);
  const w = minus(minus(d, b), u);
  const [c0, c1, c2] = [cross(along, q), cross(w, q) - cross(along, u), -cross(w, u)];
  for (const time of rootsWithin(c2, c1, c0)) {
    const from: Point = [a[0] + time * u[0], a[1] + time * u[1]];
    const edge: Point = [along[0] + time * w[0], along[1] + time * w[1]];
    const length2 = edge[0] * edge[0] + edge[1] * edge[1];
    const share = length2 > 0 ? ((p[0] - from[0]) * edge[0] + (p[1] - from[1]) * edge[1]) / length2 : 0;
    if (share < 0 || share > 1) continue;
    const [ex, ey] = minus(d, c);
    const length = Math.sqrt(ex * ex + ey * ey);
    if (length === 0) continue;
    // Whoever touched the edge at first is on the side that it moves to.
    const left = c0 > 0 || (c0 === 0 && c1 < 0) ? 1 : -1;
    const [nx, ny] = [(-ey / length) * left * off, (ex / length) * left * off];
    return { time, point: [c[0] + share * ex + nx, c[1] + share * ey + ny] };
  }
  return null;
}

/** Where c2 s2 + c1 s + c0 is 0 for s from 0 to 1, in rising order. */
function rootsWithin(c2: number, c1: number, c0: number): number[] {
  if (c2 === 0 && c1 === 0) return [];
  if (c2 === 0) return [-c0 / c1].filter((s) => s >= 0 && s <= 1);
  const under = c1 * c1 - 4 * c2 * c0;
  if (under < 0) return [];
  const sum = -(c1 + (c1 < 0 ? -1 : 1) * Math.sqrt(under)) / 2;
  const roots = sum === 0 ? [0] : [sum / c2, c0 / sum];
  return roots.filter((s) => s >= 0 && s <= 1).sort((x, y) => x - y);
}
