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
import type { HalfEdges } from "./halfedges.js";

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
  const edges = diagram.halfEdges;
  let [x, y, r] = edges.pointAt(h, diagram.parameterOf(element, px, py));
  const k = edges.twin[h];
  // At the end of a piece, rounding may leave it.
  if (!(Number.isFinite(r) && r >= distance * (1 - 1e-9))) {
    const apart = (v: number): number => Math.hypot(edges.x[v] - px, edges.y[v] - py);
    const end = apart(h) <= apart(k) ? h : k;
    [x, y, r] = [edges.x[end], edges.y[end], edges.r[end]];
  }
  const { elements, cell, other } = edges;
  const back: EdgeMeasure = { length: 0, clearance: 0 };
  const ahead: EdgeMeasure = { length: 0, clearance: 0 };
  measureEdge(elements, cell[h], other[h], edges.x[h], edges.y[h], edges.r[h], x, y, r, back);
  measureEdge(elements, cell[h], other[h], x, y, r, edges.x[k], edges.y[k], edges.r[k], ahead);
  return { point, clearance: distance, piece: h, x, y, r, length: Math.hypot(x - px, y - py), back, ahead };
}

/** How two joins on one edge reach each other along it; null where they are not on one edge. */
export function alongOneEdge(edges: HalfEdges, a: Join, b: Join): EdgeMeasure | null {
  const { cell, other, twin, elements } = edges;
  if (a.piece !== b.piece && twin[a.piece] !== b.piece) return null;
  const into: EdgeMeasure = { length: 0, clearance: 0 };
  measureEdge(elements, cell[a.piece], other[a.piece], a.x, a.y, a.r, b.x, b.y, b.r, into);
  return into;
}

/** How far chords may leave the curve of an edge: less where the passage is hardly wide enough. */
function chordTolerance(clearance: number, radius: number): number {
  return Math.min(0.02, Math.max(1e-7, (clearance - radius) / 4)) * Math.min(1, Math.max(clearance, 1e-3));
}

/** Appends the way along the edge of a piece, from one of its points to another, to a list of coordinates. */
export function traceAlong(
  edges: HalfEdges,
  h: number,
  from: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
  radius: number,
  points: number[],
): void {
  const { elements, cell, other, clearance } = edges;
  const tolerance = chordTolerance(clearance[h], radius);
  traceEdge(elements, cell[h], other[h], from.x, from.y, to.x, to.y, tolerance, points);
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
