/**
 * The boundary as a flow sees it: openings (sources and sinks) and the walls between them, in counterclockwise order
 * (Farias 2020, section 4.3: P_src, P_bot, P_snk, P_top).
 */
import { InputError } from "../errors.js";
import {
  boxOf,
  distance,
  isCounterclockwise,
  type Point,
  type Ring,
  type Segment,
  turn,
} from "../geometry/index.js";
import { checkList, checkPoint } from "../options.js";
import { groundTolerance, spansOnRing } from "../world/index.js";

/** Places along the boundary nearer than this share of the plan's size are one. */
const SAME = 1e-9;

/** Pieces of the boundary through which a flow enters and leaves. */
export interface FlowPieces {
  /** Where the flow comes in: segments on the boundary. */
  readonly source: readonly Segment[];
  /** Where it leaves. */
  readonly sink: readonly Segment[];
}

/** One opening: pieces of one kind that follow each other. */
export interface Opening {
  readonly kind: "source" | "sink";
  /** Its corners, counterclockwise along the boundary. */
  readonly points: readonly Point[];
}

/** A boundary cut into openings and walls: wall k lies between opening k and opening k + 1. */
export interface Outline {
  /** Counterclockwise. */
  readonly ring: Ring;
  readonly openings: readonly Opening[];
  /** The corners of each wall, in order; a single point where two openings meet. */
  readonly walls: readonly (readonly Point[])[];
  /** Inward corners inside an opening: ways inside the boundary bend there, so each counts as a post. */
  readonly hinges: readonly Point[];
}

/** An interval of arc length along the ring. */
interface Span {
  readonly kind: "source" | "sink";
  readonly where: string;
  from: number;
  to: number;
}

/** Cuts a boundary at the pieces of a flow. */
export function outlineOf(boundary: Ring, { source, sink }: FlowPieces): Outline {
  const ring = isCounterclockwise(boundary) ? boundary : [...boundary].reverse();
  const { minX, minY, maxX, maxY } = boxOf(ring);
  const tolerance = SAME * Math.hypot(maxX - minX, maxY - minY);
  const off = groundTolerance({ minX, minY, maxX, maxY });
  const arcs = [0];
  ring.forEach((p, i) => {
    arcs.push(arcs[i] + distance(p, ring[(i + 1) % ring.length]));
  });
  const spans: Span[] = [];
  for (const [kind, pieces] of [
    ["source", source],
    ["sink", sink],
  ] as const) {
    checkList(pieces, kind, "segments");
    if (pieces.length === 0) throw new InputError(`at least one segment of the boundary is needed`, kind);
    pieces.forEach((piece, i) => {
      checkList(piece, `${kind}[${i}]`, "two points");
      for (const end of [0, 1]) checkPoint(piece[end], `${kind}[${i}][${end}]`);
      for (const span of spansOf(piece, kind, `${kind}[${i}]`, ring, off)) spans.push(span);
    });
  }
  const merged = mergeSpans(spans, arcs[ring.length], tolerance, off);
  const cut = (from: number, to: number): Point[] => chain(ring, arcs, from, to, tolerance);
  const openings = merged.map(({ kind, from, to }) => ({ kind, points: cut(from, to) }));
  const perimeter = arcs[ring.length];
  const walls = merged.map((span, k) => {
    const next = merged[(k + 1) % merged.length];
    const from = span.to;
    let to = next.from;
    while (to < from - tolerance) to += perimeter;
    return cut(from, Math.max(from, to));
  });
  const hinges = openings.flatMap(({ points }) =>
    points.slice(1, -1).filter((p, i) => turn(points[i], p, points[i + 2]) < 0),
  );
  return { ring, openings, walls, hinges };
}

/** The parts of the ring that a piece covers. */
function spansOf(
  piece: Segment,
  kind: "source" | "sink",
  where: string,
  ring: Ring,
  tolerance: number,
): Span[] {
  const [a, b] = piece;
  if (!(distance(a, b) > 0)) {
    throw new InputError(`a piece must have a length; given: both ends at ${a[0]}, ${a[1]}`, where);
  }
  const spans = spansOnRing(ring, piece, tolerance);
  if (spans) return spans.map(([from, to]) => ({ kind, where, from, to }));
  throw new InputError(
    `from ${a[0]}, ${a[1]} to ${b[0]}, ${b[1]} does not lie on the boundary (to ${tolerance.toPrecision(2)} m)`,
    where,
  );
}

/** Spans in order, those of one kind that touch made one, also across the ring's first corner. */
function mergeSpans(spans: readonly Span[], perimeter: number, tolerance: number, off: number): Span[] {
  const sorted = spans.map((span) => ({ ...span })).sort((p, q) => p.from - q.from);
  const merged: Span[] = [];
  for (const span of sorted) {
    const last = merged.at(-1);
    if (!last || span.from > last.to + tolerance) {
      merged.push(span);
      continue;
    }
    if (last.kind === span.kind) last.to = Math.max(last.to, span.to);
    else if (last.to - span.from > off) throw overlap(span, last);
    else if (span.to > last.to) merged.push({ ...span, from: last.to });
  }
  const [first, last] = [merged[0], merged[merged.length - 1]];
  if (merged.length > 1 && first.from + perimeter <= last.to + tolerance && first.kind === last.kind) {
    last.to = first.to + perimeter;
    merged.shift();
  }
  return merged;
}

function overlap(span: Span, other: Span): InputError {
  return new InputError(`overlaps ${other.where}; sources and sinks may share ends only`, span.where);
}

/** The corners of the ring from one arc length to another, with both ends; one point where they coincide. */
function chain(ring: Ring, arcs: readonly number[], from: number, to: number, tolerance: number): Point[] {
  const n = ring.length;
  const perimeter = arcs[n];
  const at = (arc: number): Point => {
    const s = arc >= perimeter ? arc - perimeter : arc;
    let i = 0;
    while (i < n - 1 && arcs[i + 1] < s) i++;
    const [c, d] = [ring[i], ring[(i + 1) % n]];
    const t = (s - arcs[i]) / (arcs[i + 1] - arcs[i]);
    if (s - arcs[i] <= tolerance) return c;
    if (arcs[i + 1] - s <= tolerance) return d;
    return [c[0] + (d[0] - c[0]) * t, c[1] + (d[1] - c[1]) * t];
  };
  const points: Point[] = [at(from)];
  for (let k = 1; k <= 2 * n; k++) {
    const arc = arcs[k % n] + perimeter * Math.floor(k / n);
    if (arc > from + tolerance && arc < to - tolerance) points.push(ring[k % n]);
  }
  if (to > from + tolerance) points.push(at(to));
  return points;
}

/** Whether a counterclockwise ring has no inward corner. */
export function isConvex(ring: Ring): boolean {
  const n = ring.length;
  return ring.every((p, i) => turn(p, ring[(i + 1) % n], ring[(i + 2) % n]) >= 0);
}
