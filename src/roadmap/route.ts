/** Routes, and the narrowest places on them. */
import { type Point, pathLength } from "../geometry/index.js";
import { POINT, SEGMENT } from "./elements.js";
import { toPoints } from "./graph.js";
import type { HalfEdges } from "./halfedges.js";

/** A passage, by its narrowest place. */
export interface RouteGate {
  /** The middle of its narrowest place. */
  readonly point: Point;
  /** How wide it is, in metres: discs of half this radius pass. */
  readonly width: number;
}

/** An edge of a route, or the part of one that it uses. */
export interface RouteEdge {
  readonly piece: number;
  readonly from: { readonly x: number; readonly y: number; readonly r: number };
  readonly to: { readonly x: number; readonly y: number; readonly r: number };
  /** Whether it runs as the piece does, with the piece's own cell on its right. */
  readonly forward: boolean;
}

/** A path that was found, or as much of it as the limits allowed. */
export interface Route {
  /** From the start, along edges of the diagram, to the goal or as far as the search came. */
  readonly points: Point[];
  readonly length: number;
  /** Whether it reaches the goal. */
  readonly complete: boolean;
  /** Vertices that were expanded. */
  readonly iterations: number;
  /** The edges it follows. */
  readonly edges: readonly RouteEdge[];
  /** The narrowest place on these edges; null for a straight way. */
  readonly gate: RouteGate | null;
}

/** No path: why, and how narrow the best way is. */
export interface NoRoute {
  readonly points: null;
  readonly reason: string;
  readonly iterations: number;
  /** The narrowest place of the widest way; null where none leads there at all. */
  readonly gate: RouteGate | null;
}

/** The narrowest place on some edges; null for none. */
export function gateOf(halfEdges: HalfEdges, edges: readonly RouteEdge[]): RouteGate | null {
  let best: RouteGate | null = null;
  for (const { piece, from, to } of edges) {
    const gate = narrowest(halfEdges, piece, from, to);
    if (!best || gate.width < best.width) best = gate;
  }
  return best;
}

/** The narrowest place between two points of an edge. */
function narrowest(
  halfEdges: HalfEdges,
  piece: number,
  from: RouteEdge["from"],
  to: RouteEdge["to"],
): RouteGate {
  const ends = from.r <= to.r ? from : to;
  let best: RouteGate = { point: [ends.x, ends.y], width: 2 * ends.r };
  const [s, t] = [halfEdges.cell[piece], halfEdges.other[piece]];
  const { ax, ay, bx, by, kind } = halfEdges.elements;
  if (kind[s] === SEGMENT && kind[t] === SEGMENT) return best;
  // The middle between the point and the foot on the other element.
  const [p, q] = kind[s] === POINT ? [s, t] : [t, s];
  let [fx, fy] = [ax[q], ay[q]];
  if (kind[q] === SEGMENT) {
    const dx = bx[q] - fx;
    const dy = by[q] - fy;
    const along = ((ax[p] - fx) * dx + (ay[p] - fy) * dy) / (dx * dx + dy * dy);
    fx += along * dx;
    fy += along * dy;
  }
  const point: Point = [(ax[p] + fx) / 2, (ay[p] + fy) / 2];
  const width = Math.hypot(ax[p] - fx, ay[p] - fy);
  // It belongs to the part of the edge between the ends if it lies between them.
  const inside =
    (point[0] - from.x) * (to.x - from.x) + (point[1] - from.y) * (to.y - from.y) > 0 &&
    (point[0] - to.x) * (from.x - to.x) + (point[1] - to.y) * (from.y - to.y) > 0;
  if (inside && width < best.width) best = { point, width };
  return best;
}

/** No way, without a search. */
export function refused(reason: string): NoRoute {
  return { points: null, reason, iterations: 0, gate: null };
}

/** A way without edges. */
export function straight(points: Point[], iterations: number): Route {
  return {
    points: toPoints(points.flat()),
    length: pathLength(points),
    complete: true,
    iterations,
    edges: [],
    gate: null,
  };
}
