/** Curves as chains of points, within a stated distance of the true curve; all points lie on it. */
import type { Point } from "../geometry/index.js";

/** The greatest distance between a curve and the chain that stands for it, in metres. */
export const CURVE_TOLERANCE = 0.01;

/** Pieces per curve: enough for a circle of 2 km radius at the tolerance; larger ones are coarser. */
const MOST_PIECES = 1024;

/**
 * How many equal steps keep the chain within the tolerance: over a parameter step h, a chord leaves its curve by
 * at most h^2 / 8 times the greatest second derivative.
 */
function piecesFor(span: number, secondDerivative: number, least: number): number {
  const pieces = Math.ceil(span * Math.sqrt(secondDerivative / (8 * CURVE_TOLERANCE)));
  return Math.min(Math.max(pieces, least, 1), MOST_PIECES);
}

/**
 * The arc centre + u cos t + v sin t for t from `start` over `sweep` radians (negative: backwards), both ends
 * included. u and v are the half axes of an ellipse, or any affine image of them.
 */
export function arcPoints(centre: Point, u: Point, v: Point, start: number, sweep: number): Point[] {
  const size = Math.hypot(u[0], u[1], v[0], v[1]);
  const pieces = piecesFor(Math.abs(sweep), size, Math.ceil(Math.abs(sweep) / (Math.PI / 4)));
  return Array.from({ length: pieces + 1 }, (_, i): Point => {
    const t = start + (sweep * i) / pieces;
    const [c, s] = [Math.cos(t), Math.sin(t)];
    return [centre[0] + u[0] * c + v[0] * s, centre[1] + u[1] * c + v[1] * s];
  });
}

/** A full ellipse as a ring: the last point is not repeated. */
export function ellipseRing(centre: Point, u: Point, v: Point): Point[] {
  return arcPoints(centre, u, v, 0, 2 * Math.PI).slice(0, -1);
}

const mix = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];

/** A Bezier curve of degree 2 or 3 (three or four control points), both ends included. */
export function bezierPoints(control: readonly Point[]): Point[] {
  const degree = control.length - 1;
  let bend = 0;
  for (let i = 2; i < control.length; i++) {
    const [a, b, c] = [control[i - 2], control[i - 1], control[i]];
    bend = Math.max(bend, Math.hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1]));
  }
  const pieces = piecesFor(1, degree * (degree - 1) * bend, 1);
  const points: Point[] = [control[0]];
  for (let i = 1; i < pieces; i++) {
    // De Casteljau: stable, and the same for both degrees.
    let layer = [...control];
    while (layer.length > 1) layer = layer.slice(1).map((b, j) => mix(layer[j], b, i / pieces));
    points.push(layer[0]);
  }
  points.push(control[degree]);
  return points;
}

/** An arc of a circle by centre, radius and angles in radians. */
export interface Arc {
  readonly centre: Point;
  readonly radius: number;
  readonly start: number;
  readonly sweep: number;
}

/**
 * A polyline's arc from a to b with the given bulge: the tangent of a quarter of its angle, positive where it
 * turns counterclockwise, not 0.
 */
export function bulgeArc(a: Point, b: Point, bulge: number): Arc {
  // The centre lies on the chord's perpendicular, (1 - bulge^2) / (4 bulge) chord lengths to the left.
  const offset = (1 - bulge * bulge) / (4 * bulge);
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const centre: Point = [(a[0] + b[0]) / 2 - dy * offset, (a[1] + b[1]) / 2 + dx * offset];
  return {
    centre,
    radius: Math.hypot(a[0] - centre[0], a[1] - centre[1]),
    start: Math.atan2(a[1] - centre[1], a[0] - centre[0]),
    sweep: 4 * Math.atan(bulge),
  };
}
