/** Pieces of a boundary: where a straight piece, such as a source of a flow, lies on a ring. */
import { distance, distanceToSegment, type Point, type Ring, type Segment } from "../geometry/index.js";

/** Spans shorter than this share of the ring's perimeter are none. */
const FINE = 1e-9;

/**
 * The parts of a ring that a straight piece covers, as arc lengths from the ring's first corner; a piece may run over several
 * collinear edges. What misses the ring by no more than the tolerance in metres is put onto it. Null where the piece, or a
 * part of it, lies farther off.
 */
export function spansOnRing(ring: Ring, [a, b]: Segment, tolerance: number): [number, number][] | null {
  const lengths = ring.map((p, i) => distance(p, ring[(i + 1) % ring.length]));
  const fine = FINE * lengths.reduce((sum, length) => sum + length, 0);
  const spans: [number, number][] = [];
  let arc = 0;
  ring.forEach((c, i) => {
    const span = overlap(a, b, c, ring[(i + 1) % ring.length], lengths[i], tolerance);
    if (span && span[1] - span[0] > fine) spans.push([arc + span[0], arc + span[1]]);
    arc += lengths[i];
  });
  const wanted = distance(a, b) - 4 * Math.max(tolerance, fine);
  const covered = (list: readonly [number, number][]): number =>
    list.reduce((sum, [from, to]) => sum + to - from, 0);
  // Beyond a corner, a piece that was rounded may touch the next edge by no more than the tolerance: that is not meant.
  const long = spans.filter(([from, to]) => to - from > tolerance);
  if (long.length > 0 && covered(long) >= wanted) return long;
  return spans.length > 0 && covered(spans) >= wanted ? spans : null;
}

/** The part of the edge cd, as lengths from c, along which ab runs within the tolerance. */
function overlap(
  a: Point,
  b: Point,
  c: Point,
  d: Point,
  edge: number,
  tolerance: number,
): [number, number] | null {
  if (edge === 0) return null;
  const [ux, uy] = [(d[0] - c[0]) / edge, (d[1] - c[1]) / edge];
  const along = (p: Point): number => (p[0] - c[0]) * ux + (p[1] - c[1]) * uy;
  const low = Math.max(0, Math.min(along(a), along(b)));
  const high = Math.min(edge, Math.max(along(a), along(b)));
  if (high <= low) return null;
  const at = (t: number): Point => [c[0] + ux * t, c[1] + uy * t];
  const isNear = [low, high].every((t) => distanceToSegment(at(t), a, b) <= tolerance);
  return isNear ? [low, high] : null;
}
