/**
 * The directions into a polygon at a point of its border, and how two such cones lie to each other.
 *
 * Two simple polygons whose edges do not cross share interior points exactly if, at some point where their
 * borders meet, their cones do (or one holds the other without any contact). So comparing cones decides between
 * touching and overlapping without ever computing a new point. Directions are given by points, never by
 * differences, and compared by orientation: all of it is exact.
 */
import { turn } from "./predicates.js";
import type { Point } from "./types.js";

/** All directions met when turning counterclockwise from the ray to `from` to the ray to `to`, around `apex`. */
export interface Cone {
  readonly apex: Point;
  readonly from: Point;
  readonly to: Point;
}

/** How the open cone A lies to the open cone B. */
export type ConeRelation = "apart" | "inside" | "around" | "equal" | "mixed";

/** Whether two directions that lie on one line point the same way. */
export function sameWay(apex: Point, x: Point, y: Point): boolean {
  return (
    Math.sign(x[0] - apex[0]) === Math.sign(y[0] - apex[0]) &&
    Math.sign(x[1] - apex[1]) === Math.sign(y[1] - apex[1])
  );
}

/** Which part of a full counterclockwise turn from `base` a direction lies in: 0 at it, then 1, 2 opposite, 3. */
function quarter(apex: Point, base: Point, x: Point): 0 | 1 | 2 | 3 {
  const side = turn(apex, base, x);
  if (side !== 0) return side > 0 ? 1 : 3;
  return sameWay(apex, base, x) ? 0 : 2;
}

/** Compares two directions by their angle counterclockwise from `base`, in [0, 360°). */
function compareAngles(apex: Point, base: Point, x: Point, y: Point): number {
  const qx = quarter(apex, base, x);
  const qy = quarter(apex, base, y);
  if (qx !== qy) return qx - qy;
  return qx === 0 || qx === 2 ? 0 : -turn(apex, x, y);
}

/** How cone `a` lies to cone `b`, both at one apex. */
export function relateCones(a: Cone, b: Cone): ConeRelation {
  const { apex } = a;
  // Angles are measured from a.from: A is (0, a1), B is (b0, b1), or wraps around when b1 <= b0.
  const angle = (x: Point, y: Point): number => compareAngles(apex, a.from, x, y);
  const b0AtStart = quarter(apex, a.from, b.from) === 0;
  const b1AtStart = quarter(apex, a.from, b.to) === 0;
  const endsOrder = angle(a.to, b.to);
  if (b0AtStart) return endsOrder === 0 ? "equal" : endsOrder < 0 ? "inside" : "around";
  const startsInside = angle(b.from, a.to) < 0;
  if (b1AtStart || angle(b.from, b.to) >= 0) {
    // B runs over the start of A, or ends there.
    if (b1AtStart) return startsInside ? "mixed" : "apart";
    if (endsOrder <= 0) return "inside";
    return "mixed";
  }
  if (!startsInside) return "apart";
  return endsOrder >= 0 ? "around" : "mixed";
}

/** Where a direction lies to an open cone: 1 inside, 0 along one of its sides, -1 outside. */
export function sideOfCone(direction: Point, cone: Cone): 1 | 0 | -1 {
  const { apex, from, to } = cone;
  if (quarter(apex, from, direction) === 0 || quarter(apex, to, direction) === 0) return 0;
  return compareAngles(apex, from, direction, to) < 0 ? 1 : -1;
}
