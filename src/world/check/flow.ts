/** The pieces of the boundary through which a flow enters and leaves. */
import { boxOf, type Point, type Ring, type Segment, samePoint } from "../../geometry/index.js";
import { groundTolerance } from "../onto.js";
import type { Scene } from "../scene.js";
import { spansOnRing } from "../spans.js";
import { type Findings, shownPoint } from "./finding.js";
import type { Shapes } from "./shapes.js";

/** A piece as an interval of arc length along the boundary; `to` may exceed the perimeter. */
interface Interval {
  readonly where: string;
  readonly kind: "source" | "sink";
  readonly from: number;
  readonly to: number;
  readonly at: Point;
}

/** Pieces of one flow. */
type Pieces = Pick<NonNullable<Scene["flow"]>, "source" | "sink">;

/** Checks that flow pieces lie on the boundary, have a length, and that no source overlaps a sink of its own flow. */
export function checkFlow(scene: Scene, shapes: Shapes, findings: Findings): void {
  const { flow, flows, timetable, spawns = [] } = scene;
  const boundary = shapes.list[0].points;
  if (flow) checkPieces("flow", flow, boundary, findings);
  const named = Object.entries(flows ?? {});
  for (const [name, pieces] of named) checkPieces(`flows.${name}`, pieces, boundary, findings);
  if (named.length > 0 && (flow || spawns.length > 0)) {
    const given = flow ? "flow" : "spawns";
    const message = `people of flows come through their sources: a scene with flows has no ${given}`;
    findings.error("flows-alone", given, message);
  }
  if (timetable && named.length === 0) {
    findings.error("flows-alone", "timetable", "a timetable is for flows, and the scene has none");
  }
}

function checkPieces(of: string, flow: Pieces, boundary: Ring, findings: Findings): void {
  const tolerance = groundTolerance(boxOf(boundary));
  const intervals: Interval[] = [];
  for (const kind of ["source", "sink"] as const) {
    flow[kind].forEach((piece, i) => {
      const where = `${of}.${kind}[${i}]`;
      const interval = checkPiece(where, kind, piece, boundary, tolerance, findings);
      for (const part of interval ?? []) intervals.push(part);
    });
  }
  reportOverlaps(intervals, tolerance, findings);
}

function checkPiece(
  where: string,
  kind: "source" | "sink",
  [a, b]: Segment,
  boundary: Ring,
  tolerance: number,
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
  const spans = spansOnRing(boundary, [a, b], tolerance);
  if (spans) return spans.map(([from, to]) => ({ where, kind, from, to, at: a }));
  const message = `from ${shownPoint(a)} to ${shownPoint(b)} does not lie on the boundary (to ${tolerance.toPrecision(2)} m)`;
  findings.error("flow-off-boundary", where, message, a);
  return null;
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
