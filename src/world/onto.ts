/**
 * Onto the ground: exits lie on walls, and on a slanted wall no pair of doubles lies exactly, let alone one of two
 * decimals. What misses the free ground by no more than a stated tolerance is put onto it, for everybody alike.
 */
import {
  type Box,
  distanceToSegment,
  faceOf,
  meet,
  nextEdge as next,
  type Point,
  type Segment,
  samePoint,
} from "../geometry/index.js";
import type { FreeSpace } from "./freespace.js";

/** Metres by which rounding to centimetres takes an exit and the wall it lies on apart, at most: twice half a diagonal. */
const CENTIMETRES = 0.015;
/** Small plans have a smaller tolerance: this share of their size, the diagonal of the boundary's box. */
const SHARE = 1 / 200;

/** Metres off the free ground within which a goal, a spawn or a flow piece is put onto it. */
export function groundTolerance({ minX, minY, maxX, maxY }: Box): number {
  return Math.min(CENTIMETRES, SHARE * Math.hypot(maxX - minX, maxY - minY));
}

/** The point itself where it is free, the free point nearest to it where that is within the tolerance, else null. */
export function ontoGround(space: FreeSpace, p: Point, tolerance: number): Point | null {
  const free = space.nearestFree(p);
  return free && Math.hypot(free[0] - p[0], free[1] - p[1]) <= tolerance ? free : null;
}

/**
 * A segment as it lies on the ground: itself where it is free, its parts along walls that it misses by no more than the
 * tolerance put onto them, and whatever else runs into obstacles as it was given. Empty where it is nowhere free.
 */
export function piecesOntoGround(space: FreeSpace, [a, b]: Segment, tolerance: number): Segment[] {
  const [first, last] = [ontoGround(space, a, tolerance), ontoGround(space, b, tolerance)];
  if (samePoint(a, b)) return first ? [[first, first]] : [];
  if (first && last && space.visible(first, last)) return [[first, last]];
  const pieces: Segment[] = [];
  const cuts = cutsAlong(space, a, b, tolerance);
  for (let i = 1; i < cuts.length; i++) {
    const piece = between(space, cuts[i - 1], cuts[i]);
    if (piece) pieces.push(piece);
  }
  // A corner may come near although nothing of the segment is free.
  const corner = cuts.find(({ free }) => free !== null)?.free;
  return pieces.length === 0 && corner ? [[corner, corner]] : pieces;
}

/** A place on a segment where a corner of a wall is near, or an end of it. */
interface Cut {
  readonly given: Point;
  /** The corner, or the end put onto the ground; null where it is too deep in an obstacle. */
  readonly free: Point | null;
}

/** The ends of a segment and the corners of walls within the tolerance of it, in order. */
function cutsAlong(space: FreeSpace, a: Point, b: Point, tolerance: number): Cut[] {
  const { coords, vertexCount, vertexEdge } = space.triangulation.mesh;
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length2 = dx * dx + dy * dy;
  const found: { readonly t: number; readonly corner: Point }[] = [];
  for (let v = 0; v < vertexCount; v++) {
    const corner: Point = [coords[2 * v], coords[2 * v + 1]];
    if (vertexEdge[v] < 0 || distanceToSegment(corner, a, b) > tolerance || !space.contains(corner)) continue;
    found.push({ t: ((corner[0] - a[0]) * dx + (corner[1] - a[1]) * dy) / length2, corner });
  }
  found.sort((p, q) => p.t - q.t);
  const inner = found.filter(({ t }) => t > 0 && t < 1);
  return [
    { given: a, free: ontoGround(space, a, tolerance) },
    ...inner.map(({ t, corner }): Cut => ({ given: [a[0] + t * dx, a[1] + t * dy], free: corner })),
    { given: b, free: ontoGround(space, b, tolerance) },
  ];
}

/** The part between two cuts: as given where it is free, put onto the wall where it is near, else as it is; null off the ground. */
function between(space: FreeSpace, from: Cut, to: Cut): Segment | null {
  if (space.visible(from.given, to.given)) return [from.given, to.given];
  if (from.free && to.free && space.visible(from.free, to.free)) return [from.free, to.free];
  return touchesGround(space, from.given, to.given) ? [from.given, to.given] : null;
}

/** Whether a segment meets the free ground anywhere. */
function touchesGround(space: FreeSpace, a: Point, b: Point): boolean {
  if (space.contains(a) || space.contains(b)) return true;
  const { triangles, twins, marks, coords, faceCount } = space.triangulation.mesh;
  const at = (e: number): Point => [coords[2 * triangles[e]], coords[2 * triangles[e] + 1]];
  for (let e = 0; e < 3 * faceCount; e++) {
    // A way in crosses a wall that has free ground behind it.
    if (triangles[e] < 0 || marks[e] === 0 || twins[e] < 0 || !space.isFree(faceOf(e))) continue;
    if (meet(a, b, at(e), at(next(e))) !== "apart") return true;
  }
  return false;
}
