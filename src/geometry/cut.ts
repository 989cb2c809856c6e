/**
 * Cutting an area with holes into simple polygons that share edges, without computing any new point.
 *
 * From the leftmost and the rightmost vertex of every hole a cut runs to the next visible vertex on that side.
 * Such a cut lies in the trapezoid beside its vertex, so no two cross; leftward cuts lead to the outline, and
 * rightward ones too, so every hole hangs on two of them and no face goes around a hole. The faces are then read
 * off by always taking the next edge clockwise, which also separates parts that only share a vertex.
 */
import { sameWay } from "./cone.js";
import { EdgeIndex } from "./edge-index.js";
import { meet, samePoint, turn } from "./predicates.js";
import { before, isCounterclockwise } from "./rings.js";
import type { Point, Ring } from "./types.js";

/** A directed edge with the area on its left. */
interface HalfEdge {
  readonly from: Point;
  readonly to: Point;
  used: boolean;
}

/** Outer rings counterclockwise, holes clockwise, none crossing: as simple polygons without holes. */
export function cutIntoSimple(region: readonly Ring[]): Ring[] {
  const rings = splitAtVertices(region);
  const holes = rings.filter((ring) => !isCounterclockwise(ring));
  if (holes.length === 0) return rings;
  const halfEdges = halfEdgesOf(rings);
  for (const [from, to] of cutsOf(rings, holes)) {
    halfEdges.push({ from, to, used: false }, { from: to, to: from, used: false });
  }
  return facesOf(halfEdges);
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

/** The cuts that tie every hole to what lies left and right of it. */
function cutsOf(region: readonly Ring[], holes: readonly Ring[]): [Point, Point][] {
  const starts = region.flat();
  const ends = region.flatMap((ring) => [...ring.slice(1), ring[0]]);
  const index = new EdgeIndex(starts, ends);
  const sorted = [...starts].sort((a, b) => (before(a, b) ? -1 : before(b, a) ? 1 : 0));
  const cuts = new Map<string, [Point, Point]>();
  for (const hole of holes) {
    const leftmost = hole.reduce((a, b) => (before(b, a) ? b : a));
    const rightmost = hole.reduce((a, b) => (before(a, b) ? b : a));
    for (const [vertex, step] of [
      [leftmost, -1],
      [rightmost, 1],
    ] as const) {
      const partner = leadsIntoArea(vertex, step, index) ? nextVisible(vertex, step, sorted, index) : null;
      if (!partner) continue;
      const [a, b] = before(vertex, partner) ? [vertex, partner] : [partner, vertex];
      cuts.set(`${a} ${b}`, [a, b]);
    }
  }
  return [...cuts.values()];
}

/** The next vertex in the sorted order that sees this one. */
function nextVisible(vertex: Point, step: 1 | -1, sorted: readonly Point[], index: EdgeIndex): Point | null {
  // What blocked one view blocks most others: the walls of the room around the hole are soon known.
  const blockers: number[] = [];
  for (let i = firstAtOrAfter(sorted, vertex) + step; i >= 0 && i < sorted.length; i += step) {
    const other = sorted[i];
    if (samePoint(other, vertex) || blockers.some((edge) => blocks(edge, vertex, other, index))) continue;
    const blocker = firstBlocker(vertex, other, index);
    if (blocker < 0) return other;
    blockers.push(blocker);
  }
  return null;
}

/**
 * Whether the area lies directly left (step -1) or right of a vertex that several rings may share. The order by
 * x, then y, is that of a plane turned a little, so "directly" means just counterclockwise of the horizontal.
 */
function leadsIntoArea(vertex: Point, step: 1 | -1, index: EdgeIndex): boolean {
  const base: Point = [vertex[0] + step * Math.max(1, Math.abs(vertex[0])), vertex[1]];
  let nearest: Point | null = null;
  let isLeaving = false;
  index.inBox(vertex[0], vertex[1], vertex[0], vertex[1], (edge) => {
    const a = index.start(edge);
    const b = index.end(edge);
    if (!samePoint(a, vertex) && !samePoint(b, vertex)) return;
    const other = samePoint(a, vertex) ? b : a;
    const isFirst = isAhead(vertex, base, other);
    if (
      !nearest ||
      isFirst ||
      (!isAhead(vertex, base, nearest) && isClockwiseBefore(vertex, base, other, nearest))
    ) {
      nearest = other;
      isLeaving = samePoint(a, vertex);
    }
  });
  // Edges have the area on their left, so turning clockwise out of it one meets an edge that leaves.
  return isLeaving;
}

function isAhead(vertex: Point, base: Point, p: Point): boolean {
  return turn(vertex, base, p) === 0 && sameWay(vertex, base, p);
}

function firstAtOrAfter(sorted: readonly Point[], p: Point): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (before(sorted[middle], p)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** An edge that meets the segment ab elsewhere than in a common end; -1 when there is none. */
function firstBlocker(a: Point, b: Point, index: EdgeIndex): number {
  let blocker = -1;
  index.along(a, b, (edge) => {
    if (blocker < 0 && blocks(edge, a, b, index)) blocker = edge;
  });
  return blocker;
}

function blocks(edge: number, a: Point, b: Point, index: EdgeIndex): boolean {
  const c = index.start(edge);
  const d = index.end(edge);
  const how = meet(a, b, c, d);
  if (how === "apart") return false;
  const isShared = samePoint(a, c) || samePoint(a, d) || samePoint(b, c) || samePoint(b, d);
  return how !== "touch" || !isShared;
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
