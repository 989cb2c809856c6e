/**
 * Rings that visit a vertex more than once, split there: boolean operations hand out such rings where areas touch.
 *
 * The faces are read off the directed edges by always taking the next edge clockwise, which separates parts that only
 * share a vertex.
 */
import { sameWay } from "./cone.js";
import { turn } from "./predicates.js";
import type { Point, Ring } from "./types.js";

/** A directed edge with the area on its left. */
interface HalfEdge {
  readonly from: Point;
  readonly to: Point;
  used: boolean;
}

/** The same area with rings that visit no vertex twice. */
export function splitAtVertices(region: readonly Ring[]): Ring[] {
  return facesOf(halfEdgesOf(region)).flatMap(splitRing);
}

function halfEdgesOf(region: readonly Ring[]): HalfEdge[] {
  return region.flatMap((ring) =>
    ring.map((from, i) => ({ from, to: ring[(i + 1) % ring.length], used: false })),
  );
}

/** Loops of a ring between two visits of one vertex, each as a ring of its own. */
function splitRing(ring: Ring): Ring[] {
  const loops: Ring[] = [];
  const path: Point[] = [];
  const placeOf = new Map<string, number>();
  for (const p of ring) {
    const place = placeOf.get(String(p));
    if (place !== undefined) {
      const loop = path.splice(place);
      for (const q of loop) placeOf.delete(String(q));
      if (loop.length > 2) loops.push(loop);
    }
    placeOf.set(String(p), path.length);
    path.push(p);
  }
  if (path.length > 2) loops.push(path);
  return loops;
}

/** The faces on the left of the half-edges, as rings. */
function facesOf(halfEdges: readonly HalfEdge[]): Ring[] {
  const leaving = new Map<string, HalfEdge[]>();
  for (const half of halfEdges) {
    const key = String(half.from);
    const list = leaving.get(key);
    if (list) list.push(half);
    else leaving.set(key, [half]);
  }
  const rings: Ring[] = [];
  for (const first of halfEdges) {
    if (first.used) continue;
    const ring: Point[] = [];
    let half: HalfEdge | null = first;
    while (half && !half.used) {
      half.used = true;
      ring.push(half.from);
      half = nextClockwise(half, leaving.get(String(half.to)) ?? []);
    }
    if (ring.length > 2) rings.push(ring);
  }
  return rings;
}

/** Of the edges that leave where `half` arrives, the first clockwise from the way back. */
function nextClockwise(half: HalfEdge, candidates: readonly HalfEdge[]): HalfEdge | null {
  let best: HalfEdge | null = null;
  for (const candidate of candidates) {
    if (!best || isClockwiseBefore(half.to, half.from, candidate.to, best.to)) best = candidate;
  }
  return best;
}

/** Whether, turning clockwise around `apex` from the ray to `base`, x comes before y. */
function isClockwiseBefore(apex: Point, base: Point, x: Point, y: Point): boolean {
  const sx = turn(apex, base, x);
  const sy = turn(apex, base, y);
  // Clockwise means: first the right side, then straight on, then the left side, and the way back itself last.
  const rank = (side: number, p: Point): number =>
    side < 0 ? 0 : side > 0 ? 2 : sameWay(apex, base, p) ? 3 : 1;
  const rx = rank(sx, x);
  const ry = rank(sy, y);
  return rx === ry ? turn(apex, x, y) < 0 : rx < ry;
}
