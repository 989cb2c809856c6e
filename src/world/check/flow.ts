/** The pieces of the boundary through which a flow enters and leaves. */
import { distanceToSegment, type Point, type Ring, type Segment, samePoint } from "../../geometry/index.js";
import type { Scene } from "../scene.js";
import { type Findings, shownPoint } from "./finding.js";
import { ON_BORDER, type Shapes } from "./shapes.js";

/** A piece as an interval of arc length along the boundary; `to` may exceed the perimeter. */
interface Interval {
  readonly where: string;
  readonly kind: "source" | "sink";
  readonly from: number;
  readonly to: number;
  readonly at: Point;
}

/** Checks that flow pieces lie on the boundary, have a length, and that no source overlaps a sink. */
export function checkFlow(scene: Scene, shapes: Shapes, findings: Findings): void {
  if (!scene.flow) return;
  const boundary = shapes.list[0].points;
  const intervals: Interval[] = [];
  for (const kind of ["source", "sink"] as const) {
    scene.flow[kind].forEach((piece, i) => {
      const where = `flow.${kind}[${i}]`;
      const interval = checkPiece(where, kind, piece, boundary, shapes.size, findings);
      for (const part of interval ?? []) intervals.push(part);
    });
  }
  reportOverlaps(intervals, ON_BORDER * shapes.size, findings);
}

function checkPiece(
  where: string,
  kind: "source" | "sink",
  [a, b]: Segment,
  boundary: Ring,
  size: number,
  findings: Findings,
): Interval[] | null {
  if (samePoint(a, b)) {
    findings.error(
      "flow-zero-length",
      where,
      `both ends are ${shownPoint(a)}; a piece must have a length`,
      a,
    );
    return null;
  }
  const tolerance = ON_BORDER * size;
  const intervals: Interval[] = [];
  let length = 0;
  for (let i = 0, arc = 0; i < boundary.length; i++) {
    const c = boundary[i];
    const d = boundary[(i + 1) % boundary.length];
    const edge = Math.hypot(d[0] - c[0], d[1] - c[1]);
    const span = overlapOnEdge(a, b, c, d, edge, tolerance);
    if (span) {
      intervals.push({ where, kind, from: arc + span[0], to: arc + span[1], at: a });
      length += span[1] - span[0];
    }
    arc += edge;
  }
  // A straight piece may run over several collinear edges; together they must hold all of it.
  if (length >= Math.hypot(b[0] - a[0], b[1] - a[1]) - 4 * tolerance) return intervals;
  const message = `from ${shownPoint(a)} to ${shownPoint(b)} does not lie on the boundary (to ${ON_BORDER} of the plan's size)`;
  findings.error("flow-off-boundary", where, message, a);
  return null;
}

/** The part of the edge cd, as lengths from c, along which ab runs within the tolerance. */
function overlapOnEdge(
  a: Point,
  b: Point,
  c: Point,
  d: Point,
  edge: number,
  tolerance: number,
): [number, number] | null {
  const ux = (d[0] - c[0]) / edge;
  const uy = (d[1] - c[1]) / edge;
  const along = (p: Point): number => (p[0] - c[0]) * ux + (p[1] - c[1]) * uy;
  const low = Math.max(0, Math.min(along(a), along(b)));
  const high = Math.min(edge, Math.max(along(a), along(b)));
  if (high - low <= tolerance) return null;
  const at = (t: number): Point => [c[0] + ux * t, c[1] + uy * t];
  const isNear =
    distanceToSegment(at(low), a, b) <= tolerance && distanceToSegment(at(high), a, b) <= tolerance;
  return isNear ? [low, high] : null;
}

function reportOverlaps(intervals: readonly Interval[], tolerance: number, findings: Findings): void {
  const sorted = [...intervals].sort((p, q) => p.from - q.from);
  const reported = new Set<string>();
  let source: Interval | null = null;
  let sink: Interval | null = null;
  // Only the piece of the other kind that reaches farthest can overlap the next one.
  for (const piece of sorted) {
    const other: Interval | null = piece.kind === "source" ? sink : source;
    const key = `${other?.where} ${piece.where}`;
    if (other && other.to - piece.from > tolerance && !reported.has(key)) {
      reported.add(key);
      const message = `overlaps ${other.where}; sources and sinks may share ends only`;
      findings.error("flow-overlap", piece.where, message, piece.at);
    }
    if (piece.kind === "source" && (!source || piece.to > source.to)) source = piece;
    if (piece.kind === "sink" && (!sink || piece.to > sink.to)) sink = piece;
  }
}
