/** Curves of straight lines and arcs of circles: lengths, points, distances, and the polyline view. */
import { distance, distanceToSegment, type Point } from "../geometry/index.js";

/** One part of a curve. An arc starts at the angle `from` and turns by `turn` radians, counterclockwise if > 0. */
export type Stretch =
  | { readonly kind: "line"; readonly a: Point; readonly b: Point }
  | {
      readonly kind: "arc";
      readonly centre: Point;
      readonly radius: number;
      readonly from: number;
      readonly turn: number;
    };

const WHOLE = 2 * Math.PI;

/** The point of a circle at an angle. */
export function onCircle([x, y]: Point, radius: number, angle: number): Point {
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
}

/** Length in metres. */
export function lengthOf(stretch: Stretch): number {
  return stretch.kind === "line" ? distance(stretch.a, stretch.b) : stretch.radius * Math.abs(stretch.turn);
}

/** The point at a share t of a stretch, 0 to 1. */
export function pointAt(stretch: Stretch, t: number): Point {
  if (stretch.kind === "arc")
    return onCircle(stretch.centre, stretch.radius, stretch.from + t * stretch.turn);
  const { a, b } = stretch;
  if (t <= 0) return a;
  return t >= 1 ? b : [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
}

/** The direction of travel at a share t, a unit vector. */
export function tangentAt(stretch: Stretch, t: number): Point {
  if (stretch.kind === "line") {
    const length = lengthOf(stretch) || 1;
    return [(stretch.b[0] - stretch.a[0]) / length, (stretch.b[1] - stretch.a[1]) / length];
  }
  const angle = stretch.from + t * stretch.turn;
  const sign = Math.sign(stretch.turn);
  return [-sign * Math.sin(angle), sign * Math.cos(angle)];
}

/** The part of a stretch between two shares. */
export function partOf(stretch: Stretch, t0: number, t1: number): Stretch {
  if (stretch.kind === "line") return { kind: "line", a: pointAt(stretch, t0), b: pointAt(stretch, t1) };
  const { centre, radius, from, turn } = stretch;
  return { kind: "arc", centre, radius, from: from + t0 * turn, turn: (t1 - t0) * turn };
}

/** A stretch walked the other way. */
export function reversed(stretch: Stretch): Stretch {
  if (stretch.kind === "line") return { kind: "line", a: stretch.b, b: stretch.a };
  const { centre, radius, from, turn } = stretch;
  return { kind: "arc", centre, radius, from: from + turn, turn: -turn };
}

/** Whether an angle lies within an arc. */
function spans(arc: Extract<Stretch, { kind: "arc" }>, angle: number): boolean {
  if (arc.turn === 0) return false;
  const along = Math.sign(arc.turn) * (angle - arc.from);
  return ((along % WHOLE) + WHOLE) % WHOLE <= Math.abs(arc.turn);
}

/** Distance from a point to a stretch. */
export function distanceTo(stretch: Stretch, p: Point): number {
  if (stretch.kind === "line") return distanceToSegment(p, stretch.a, stretch.b);
  const { centre, radius } = stretch;
  const ends = Math.min(distance(p, pointAt(stretch, 0)), distance(p, pointAt(stretch, 1)));
  const [dx, dy] = [p[0] - centre[0], p[1] - centre[1]];
  if (!spans(stretch, Math.atan2(dy, dx))) return ends;
  return Math.min(ends, Math.abs(Math.hypot(dx, dy) - radius));
}

/** Least distance between two stretches; 0 where they cross. */
export function distanceBetween(s: Stretch, t: Stretch): number {
  let least = Math.min(
    distanceTo(t, pointAt(s, 0)),
    distanceTo(t, pointAt(s, 1)),
    distanceTo(s, pointAt(t, 0)),
    distanceTo(s, pointAt(t, 1)),
  );
  if (least === 0 || meet(s, t)) return 0;
  // Where neither end is nearest, the shortest way lies on the line through a centre.
  if (s.kind === "arc") least = Math.min(least, fromArc(s, t));
  if (t.kind === "arc") least = Math.min(least, fromArc(t, s));
  return least;
}

/** Shortest way from the inside of an arc to a stretch that it does not meet. */
function fromArc(arc: Extract<Stretch, { kind: "arc" }>, other: Stretch): number {
  const { centre, radius } = arc;
  let foot: Point[];
  if (other.kind === "line") {
    const { a, b } = other;
    const length2 = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2;
    if (length2 === 0) return Infinity;
    const t = ((centre[0] - a[0]) * (b[0] - a[0]) + (centre[1] - a[1]) * (b[1] - a[1])) / length2;
    if (t < 0 || t > 1) return Infinity;
    foot = [pointAt(other, t)];
  } else {
    const angle = Math.atan2(other.centre[1] - centre[1], other.centre[0] - centre[0]);
    foot = [angle, angle + Math.PI]
      .filter((theta) => spans(other, theta))
      .map((theta) => onCircle(other.centre, other.radius, theta));
  }
  let least = Infinity;
  for (const p of foot) {
    const angle = Math.atan2(p[1] - centre[1], p[0] - centre[0]);
    const gap = Math.hypot(p[0] - centre[0], p[1] - centre[1]);
    if (spans(arc, angle)) least = Math.min(least, Math.abs(gap - radius));
    // The far side of the circle can only be nearest where the near side is missing.
    if (spans(arc, angle + Math.PI)) least = Math.min(least, gap + radius);
  }
  return least;
}

/** Whether two stretches cross or touch. */
function meet(s: Stretch, t: Stretch): boolean {
  if (s.kind === "line" && t.kind === "line") return linesMeet(s.a, s.b, t.a, t.b);
  const arc = s.kind === "arc" ? s : (t as Extract<Stretch, { kind: "arc" }>);
  const other = arc === s ? t : s;
  return meetsOnArc(arc, other).some((p) => distanceTo(other, p) < 1e-12 * (1 + arc.radius));
}

function linesMeet(a: Point, b: Point, c: Point, d: Point): boolean {
  const side = (p: Point, q: Point, r: Point): number =>
    (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

/** The points of an arc that lie on the line or the circle of another stretch. */
function meetsOnArc(arc: Extract<Stretch, { kind: "arc" }>, other: Stretch): Point[] {
  const { centre, radius } = arc;
  let middle: number;
  let cosine: number;
  if (other.kind === "line") {
    const length = lengthOf(other);
    if (length === 0) return [];
    const normal: Point = [(other.a[1] - other.b[1]) / length, (other.b[0] - other.a[0]) / length];
    middle = Math.atan2(normal[1], normal[0]);
    cosine = ((other.a[0] - centre[0]) * normal[0] + (other.a[1] - centre[1]) * normal[1]) / radius;
  } else {
    const [dx, dy] = [other.centre[0] - centre[0], other.centre[1] - centre[1]];
    const gap = Math.hypot(dx, dy);
    if (gap === 0) return [];
    middle = Math.atan2(dy, dx);
    cosine = (radius * radius + gap * gap - other.radius * other.radius) / (2 * radius * gap);
  }
  if (!(Math.abs(cosine) <= 1)) return [];
  const half = Math.acos(cosine);
  return [middle - half, middle + half]
    .filter((angle) => spans(arc, angle))
    .map((angle) => onCircle(centre, radius, angle));
}

/** A curve as points: ends of lines, and arcs as chords that stay within `tolerance` of them. */
export function polylineOf(curve: readonly Stretch[], tolerance: number): Point[] {
  const points: Point[] = [];
  for (const stretch of curve) {
    let pieces = 1;
    if (stretch.kind === "arc") {
      const step = 2 * Math.acos(Math.max(0, 1 - tolerance / stretch.radius));
      pieces = Math.max(1, Math.ceil(Math.abs(stretch.turn) / Math.max(step, 1e-4)));
    }
    if (points.length === 0) points.push(pointAt(stretch, 0));
    for (let i = 1; i <= pieces; i++) {
      const p = pointAt(stretch, i / pieces);
      const last = points[points.length - 1];
      if (p[0] !== last[0] || p[1] !== last[1]) points.push(p);
    }
  }
  return points;
}
