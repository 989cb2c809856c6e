/**
 * The diagram as a graph: how points join it, and how paths through it become polylines (Hartmann 2010, 4.2.1 and 4.2.2).
 *
 * The empty circle that embeds a point best lies straight ahead of it, away from its nearest site: there the circle's rim
 * is exactly as far from the point as that site, and no empty circle can do better, since each has the site outside. So
 * the connection needs no search; and on the way there the clearance only grows.
 */
import type { Point } from "../geometry/index.js";
import type { Diagram } from "./diagram.js";
import { type EdgeMeasure, measureEdge, traceEdge } from "./edges.js";

/** How a point joins the diagram: straight to (x, y) on a piece. */
export interface Join {
  readonly point: Point;
  /** Its clearance. */
  readonly clearance: number;
  readonly piece: number;
  /** The centre of its best empty circle, and that circle's radius. */
  readonly x: number;
  readonly y: number;
  readonly r: number;
  /** Length of the straight way there. */
  readonly length: number;
  /** From there to the start and to the end of the piece: length and least clearance. */
  readonly back: EdgeMeasure;
  readonly ahead: EdgeMeasure;
}

/** Joins a point to the diagram; null where it is not free, or where its cell has no border. */
export function join(diagram: Diagram, point: Point): Join | null {
  const [px, py] = point;
  const { element, distance, free } = diagram.nearest(px, py);
  if (!free || element < 0) return null;
  const h = diagram.pieceAt(element, px, py);
  if (h < 0) return null;
  const t = diagram.parameterOf(element, px, py);
  let [x, y, r] = diagram.pointAt(h, t);
  const k = diagram.twin[h];
  // At the end of a piece, rounding may leave it.
  if (!(Number.isFinite(r) && r >= distance * (1 - 1e-9))) {
    const apart = (v: number): number => Math.hypot(diagram.x[v] - px, diagram.y[v] - py);
    const end = apart(h) <= apart(k) ? h : k;
    [x, y, r] = [diagram.x[end], diagram.y[end], diagram.r[end]];
  }
  const { elements, cell, other } = diagram;
  const back: EdgeMeasure = { length: 0, clearance: 0 };
  const ahead: EdgeMeasure = { length: 0, clearance: 0 };
  measureEdge(elements, cell[h], other[h], diagram.x[h], diagram.y[h], diagram.r[h], x, y, r, back);
  measureEdge(elements, cell[h], other[h], x, y, r, diagram.x[k], diagram.y[k], diagram.r[k], ahead);
  return { point, clearance: distance, piece: h, x, y, r, length: Math.hypot(x - px, y - py), back, ahead };
}

/** How two joins on one edge reach each other along it; null where they are not on one edge. */
export function alongOneEdge(diagram: Diagram, a: Join, b: Join): EdgeMeasure | null {
  if (a.piece !== b.piece && diagram.twin[a.piece] !== b.piece) return null;
  const into: EdgeMeasure = { length: 0, clearance: 0 };
  const { cell, other, elements } = diagram;
  measureEdge(elements, cell[a.piece], other[a.piece], a.x, a.y, a.r, b.x, b.y, b.r, into);
  return into;
}

/** How far chords may leave the curve of an edge: less where the passage is hardly wide enough. */
function chordTolerance(clearance: number, radius: number): number {
  return Math.min(0.02, Math.max(1e-7, (clearance - radius) / 4)) * Math.min(1, Math.max(clearance, 1e-3));
}

/** Appends the way along the edge of a piece, from one of its points to another, to a list of coordinates. */
export function traceAlong(
  diagram: Diagram,
  h: number,
  from: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
  radius: number,
  points: number[],
): void {
  const tolerance = chordTolerance(diagram.clearance[h], radius);
  traceEdge(
    diagram.elements,
    diagram.cell[h],
    diagram.other[h],
    from.x,
    from.y,
    to.x,
    to.y,
    tolerance,
    points,
  );
}

/** A list of coordinates as points, without repetitions. */
export function toPoints(coordinates: readonly number[]): Point[] {
  const points: Point[] = [];
  for (let i = 0; i < coordinates.length; i += 2) {
    const last = points[points.length - 1];
    if (last && last[0] === coordinates[i] && last[1] === coordinates[i + 1]) continue;
    points.push([coordinates[i], coordinates[i + 1]]);
  }
  return points;
}
