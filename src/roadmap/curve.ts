/**
 * A route as one smooth curve (Hartmann 2010, section 4.3, for those who want the whole path at once).
 *
 * Edges are lines and parabolas, and both are Bézier curves without loss. Where two of them meet at an angle, the empty
 * circle there has room to spare: R - r. The corner is cut at most half of that from the vertex and closed by a cubic
 * whose control points lie within the circle of radius R - r; a Bézier curve stays in the hull of these, so no point
 * comes nearer than r to an obstacle, and the tangent is continuous.
 */
import type { Point } from "../geometry/index.js";
import { checkNumber } from "../options.js";
import { POINT } from "./elements.js";
import type { HalfEdges } from "./halfedges.js";
import type { Roadmap } from "./roadmap.js";
import type { Route, RouteEdge } from "./route.js";

/** A cubic Bézier curve: four control points. */
type Cubic = readonly [Point, Point, Point, Point];

function mix(a: Point, b: Point, t: number): Point {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
}

function gap(a: Point, b: Point): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

function line(a: Point, b: Point): Cubic {
  return [a, mix(a, b, 1 / 3), mix(a, b, 2 / 3), b];
}

/** The part of a curve before or after t (de Casteljau). */
function split([a, b, c, d]: Cubic, t: number): [Cubic, Cubic] {
  const [ab, bc, cd] = [mix(a, b, t), mix(b, c, t), mix(c, d, t)];
  const [abc, bcd] = [mix(ab, bc, t), mix(bc, cd, t)];
  const p = mix(abc, bcd, t);
  return [
    [a, ab, abc, p],
    [p, bcd, cd, d],
  ];
}

function at([a, b, c, d]: Cubic, t: number): Point {
  const u = 1 - t;
  const [wa, wb, wc, wd] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
  return [wa * a[0] + wb * b[0] + wc * c[0] + wd * d[0], wa * a[1] + wb * b[1] + wc * c[1] + wd * d[1]];
}

function unit(a: Point, b: Point): Point {
  const length = gap(a, b) || 1;
  return [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
}

function edgeCurve({ elements, cell, other }: HalfEdges, { piece, from, to }: RouteEdge): Cubic {
  const { ax, ay, ux, uy, kind } = elements;
  const a: Point = [from.x, from.y];
  const b: Point = [to.x, to.y];
  const [s, t] = [cell[piece], other[piece]];
  if (kind[s] === kind[t]) return line(a, b);
  const [side, focus] = kind[s] === POINT ? [t, s] : [s, t];
  const along = ([x, y]: Point): number => (x - ax[side]) * ux[side] + (y - ay[side]) * uy[side];
  const height = (ay[focus] - ay[side]) * ux[side] - (ax[focus] - ax[side]) * uy[side];
  const centre = along([ax[focus], ay[focus]]);
  const [t0, t1] = [along(a), along(b)];
  // The tangents at both ends of a parabola meet half-way along its base.
  const z = (t0 - centre) / height;
  const y = (height / 2) * (1 + z * z) + (z * (t1 - t0)) / 2;
  const x = (t0 + t1) / 2;
  const control: Point = [ax[side] + x * ux[side] - y * uy[side], ay[side] + x * uy[side] + y * ux[side]];
  return [a, mix(a, control, 2 / 3), mix(b, control, 2 / 3), b];
}

/** Where the curve is a given distance from its end. */
function cutFromEnd(curve: Cubic, away: number): number {
  let [low, high] = [0, 1];
  for (let i = 0; i < 48; i++) {
    const middle = (low + high) / 2;
    if (gap(at(curve, middle), curve[3]) > away) low = middle;
    else high = middle;
  }
  return high;
}

function reversed([a, b, c, d]: Cubic): Cubic {
  return [d, c, b, a];
}

/** Steps per piece of the table of lengths. */
const STEPS = 16;

/** A smooth path, by arc length. */
export class SmoothCurve {
  readonly length: number;
  private readonly lengths: Float64Array;

  /** @internal */
  constructor(private readonly pieces: readonly Cubic[]) {
    this.lengths = new Float64Array(pieces.length * STEPS + 1);
    let before = pieces[0]?.[0] ?? [0, 0];
    pieces.forEach((piece, i) => {
      for (let k = 1; k <= STEPS; k++) {
        const p = at(piece, k / STEPS);
        this.lengths[i * STEPS + k] = this.lengths[i * STEPS + k - 1] + gap(before, p);
        before = p;
      }
    });
    this.length = this.lengths[this.lengths.length - 1];
  }

  private locate(s: number): [piece: Cubic, t: number] {
    const { lengths, pieces } = this;
    const target = Math.min(Math.max(s, 0), this.length);
    let [low, high] = [0, lengths.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (lengths[middle] <= target) low = middle;
      else high = middle;
    }
    const i = Math.min(Math.floor(low / STEPS), pieces.length - 1);
    const share = (target - lengths[low]) / (lengths[low + 1] - lengths[low] || 1);
    return [pieces[i], Math.min(1, (low - i * STEPS + share) / STEPS)];
  }

  /** The point at arc length s, 0 at the start. */
  pointAt(s: number): Point {
    const [piece, t] = this.locate(s);
    return at(piece, t);
  }

  /** The direction at arc length s, a unit vector. */
  tangentAt(s: number): Point {
    const [[a, b, c, d], t] = this.locate(s);
    const [ab, bc, cd] = [mix(a, b, t), mix(b, c, t), mix(c, d, t)];
    return unit(mix(ab, bc, t), mix(bc, cd, t));
  }

  /** Points along the curve, about `step` metres apart, both ends included. */
  points(step = 0.1): Point[] {
    checkNumber(step, "step", { of: "metres", above: 0 });
    const count = Math.max(1, Math.ceil(this.length / step));
    return Array.from({ length: count + 1 }, (_, i) => this.pointAt((this.length * i) / count));
  }
}

/** A route as a curve with a continuous tangent that keeps the radius from everything, as the route does. */
export function smoothPath(roadmap: Roadmap, route: Route, radius = 0): SmoothCurve {
  checkNumber(radius, "radius", { of: "metres", least: 0 });
  const { halfEdges } = roadmap.diagram;
  const [start, end] = [route.points[0], route.points[route.points.length - 1]];
  if (route.edges.length === 0) return new SmoothCurve([line(start, end)]);
  const first = route.edges[0].from;
  const last = route.edges[route.edges.length - 1].to;
  const curves: Cubic[] = [line(start, [first.x, first.y])];
  const room: number[] = [first.r - radius];
  for (const edge of route.edges) {
    curves.push(edgeCurve(halfEdges, edge));
    room.push(edge.to.r - radius);
  }
  curves.push(line([last.x, last.y], end));
  return new SmoothCurve(rounded(curves, room));
}

/** Closes corners; `room[i]` is how far a point may be from the end of curve i. */
function rounded(curves: readonly Cubic[], room: readonly number[]): Cubic[] {
  const done: Cubic[] = [];
  let current: Cubic | null = null;
  curves.forEach((curve, i) => {
    if (gap(curve[0], curve[3]) < 1e-9) return;
    if (!current) {
      current = curve;
      return;
    }
    const spare = Math.min(...room.slice(Math.max(0, i - 1), i));
    const [before, blend, after] = blended(current, curve, spare);
    done.push(before);
    if (blend) done.push(blend);
    current = after;
  });
  if (current) done.push(current);
  return done.length > 0 ? done : [line(curves[0][0], curves[0][0])];
}

function blended(one: Cubic, two: Cubic, room: number): [Cubic, Cubic | null, Cubic] {
  const into = unit(one[2], one[3]);
  const out = unit(two[0], two[1]);
  if (Math.hypot(into[0] - out[0], into[1] - out[1]) < 1e-9) return [one, null, two];
  const away = Math.min(room / 2, 0.4 * gap(one[0], one[3]), 0.4 * gap(two[0], two[3]));
  if (!(away > 1e-9)) return [one, null, two];
  const [before] = split(one, cutFromEnd(one, away));
  const [rest] = split(reversed(two), cutFromEnd(reversed(two), away));
  const after = reversed(rest);
  const [a, b] = [before[3], after[0]];
  const [ta, tb] = [unit(before[2], a), unit(b, after[1])];
  const reach = 0.55 * away;
  const blend: Cubic = [
    a,
    [a[0] + ta[0] * reach, a[1] + ta[1] * reach],
    [b[0] - tb[0] * reach, b[1] - tb[1] * reach],
    b,
  ];
  return [before, blend, after];
}
