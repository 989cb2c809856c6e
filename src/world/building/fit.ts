/**
 * Rings that end where portals do: the border of a level gets the ends of its portals as corners, so that a portal is one
 * whole edge of it, whatever rounding put between the two.
 */
import {
  distance,
  distanceToSegment,
  nearestOnSegment,
  type Point,
  type Segment,
  samePoint,
} from "../../geometry/index.js";

/**
 * A ring, or a chain of walls, on which every segment that runs along it is an edge of its own.
 *
 * @param segments portals of the level; their ends stay where they are
 */
export function fitted(
  points: readonly Point[],
  isRing: boolean,
  segments: readonly Segment[],
  tolerance: number,
): Point[] {
  const ends = segments.flat();
  const isEnd = (p: Point): boolean => ends.some((end) => samePoint(p, end));
  let fit = [...points];
  for (const end of ends) fit = withCorner(fit, isRing, end, isEnd, tolerance);
  for (const segment of segments) fit = fit.filter((p) => isEnd(p) || !isInside(p, segment, tolerance));
  return fit;
}

/** Whether p lies on a segment, between its ends, to a tolerance. */
function isInside(p: Point, [a, b]: Segment, tolerance: number): boolean {
  return distanceToSegment(p, a, b) <= tolerance && Math.min(distance(p, a), distance(p, b)) > tolerance;
}

/** The ring with a corner at p, where p lies on the ring: a corner nearby moves there, or an edge is divided. */
function withCorner(
  points: readonly Point[],
  isRing: boolean,
  p: Point,
  isEnd: (q: Point) => boolean,
  tolerance: number,
): Point[] {
  if (points.some((q) => samePoint(p, q))) return [...points];
  let nearest = -1;
  points.forEach((q, i) => {
    if (distance(p, q) > tolerance || isEnd(q)) return;
    if (nearest < 0 || distance(p, q) < distance(p, points[nearest])) nearest = i;
  });
  if (nearest >= 0) return points.map((q, i) => (i === nearest ? p : q));
  const edge = edgeNear(points, isRing, p, tolerance);
  return edge < 0 ? [...points] : [...points.slice(0, edge + 1), p, ...points.slice(edge + 1)];
}

/** The edge nearest to p, within the tolerance; -1 for none. */
function edgeNear(points: readonly Point[], isRing: boolean, p: Point, tolerance: number): number {
  let best = -1;
  let least = tolerance;
  const edges = isRing ? points.length : points.length - 1;
  for (let i = 0; i < edges; i++) {
    const d = distance(p, nearestOnSegment(p, points[i], points[(i + 1) % points.length]));
    if (d <= least && (best < 0 || d < least)) {
      best = i;
      least = d;
    }
  }
  return best;
}
