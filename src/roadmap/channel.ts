/**
 * The free channel of a route: the empty circles along it (Hartmann 2010, figure 4.9), and the shortest path within it for
 * a disc of a given radius.
 *
 * Beside each point of an edge stand the two sites that its circle touches. The segments between the touching points are
 * gates that follow each other along the edge; moved inwards by the radius, they bound where the centre of a disc can go.
 * The shortest path through them is a pulled string (the funnel algorithm, Lee and Preparata 1984).
 */
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import { POINT } from "./elements.js";
import type { HalfEdges } from "./halfedges.js";
import type { Roadmap } from "./roadmap.js";
import type { Route, RouteEdge } from "./route.js";

/** An empty circle. */
export interface Circle {
  readonly centre: Point;
  readonly radius: number;
}

/** Greatest turn around a corner between two gates. */
const TURN_STEP = Math.PI / 24;
const STEEPEST = Math.tan(TURN_STEP);
const MOST_PARTS = 1024;

/** A place on an edge, with the points of the two sites that its circle touches. */
interface Sample {
  readonly centre: Point;
  readonly radius: number;
  readonly left: Point;
  readonly right: Point;
}

/** The point of an element nearest to another. */
function touchOf({ elements }: HalfEdges, s: number, [x, y]: Point): Point {
  const { ax, ay, ux, uy, length, kind } = elements;
  if (kind[s] === POINT) return [ax[s], ay[s]];
  const t = Math.min(Math.max((x - ax[s]) * ux[s] + (y - ay[s]) * uy[s], 0), length[s]);
  return [ax[s] + t * ux[s], ay[s] + t * uy[s]];
}

/** Places along an edge, its ends included, so dense that no gate turns by more than the step. */
function samplesOf(halfEdges: HalfEdges, { piece, from, to, forward }: RouteEdge): Sample[] {
  const { elements, cell, other } = halfEdges;
  const [s, t] = [cell[piece], other[piece]];
  const isGentle = (e: number, places: readonly Point[]): boolean => {
    if (elements.kind[e] !== POINT) return true;
    const [x, y] = [elements.ax[e], elements.ay[e]];
    return places.every(([bx, by], i) => {
      if (i === 0) return true;
      const [ax, ay] = places[i - 1];
      const cross = (ax - x) * (by - y) - (ay - y) * (bx - x);
      return Math.abs(cross) <= STEEPEST * ((ax - x) * (bx - x) + (ay - y) * (by - y));
    });
  };
  let parts = 1;
  let places = placesAlong(halfEdges, piece, from, to, parts);
  while (parts < MOST_PARTS && !(isGentle(s, places) && isGentle(t, places))) {
    parts *= 2;
    places = placesAlong(halfEdges, piece, from, to, parts);
  }
  return places.map((centre) => {
    const [a, b] = [touchOf(halfEdges, s, centre), touchOf(halfEdges, t, centre)];
    const radius = Math.hypot(a[0] - centre[0], a[1] - centre[1]);
    return forward ? { centre, radius, left: b, right: a } : { centre, radius, left: a, right: b };
  });
}

function placesAlong(
  { elements, cell, other }: HalfEdges,
  piece: number,
  from: RouteEdge["from"],
  to: RouteEdge["to"],
  parts: number,
): Point[] {
  const { ax, ay, ux, uy, kind } = elements;
  const [s, t] = [cell[piece], other[piece]];
  const places: Point[] = [[from.x, from.y]];
  const [side, focus] = kind[s] === POINT ? [t, s] : [s, t];
  for (let i = 1; i < parts; i++) {
    const f = i / parts;
    if (kind[s] === kind[t]) {
      places.push([from.x + f * (to.x - from.x), from.y + f * (to.y - from.y)]);
      continue;
    }
    const along = (x: number, y: number): number => (x - ax[side]) * ux[side] + (y - ay[side]) * uy[side];
    const [t0, t1] = [along(from.x, from.y), along(to.x, to.y)];
    const a = along(ax[focus], ay[focus]);
    const b = (ay[focus] - ay[side]) * ux[side] - (ax[focus] - ax[side]) * uy[side];
    const at = t0 + f * (t1 - t0);
    const r = ((at - a) ** 2 + b * b) / (2 * b);
    places.push([ax[side] + at * ux[side] - r * uy[side], ay[side] + at * uy[side] + r * ux[side]]);
  }
  places.push([to.x, to.y]);
  return places;
}

/** The empty circles along a route, at most `step` metres apart. */
export function channelOf(roadmap: Roadmap, route: Route, step = 0.25): Circle[] {
  if (!(step > 0)) throw new InputError(`step is a number of metres > 0; given: ${step}`);
  const { halfEdges } = roadmap.diagram;
  return route.edges.flatMap(({ piece, from, to }) => {
    const parts = Math.min(10_000, Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / step)));
    return placesAlong(halfEdges, piece, from, to, parts).map((centre) => {
      const point = touchOf(halfEdges, halfEdges.cell[piece], centre);
      return { centre, radius: Math.hypot(point[0] - centre[0], point[1] - centre[1]) };
    });
  });
}

/** The shortest path in a route's channel for a disc of the given radius: it keeps to the route's side of everything. */
export function shortestInChannel(roadmap: Roadmap, route: Route, radius = 0): Point[] {
  if (!(radius >= 0 && radius < Infinity)) throw new InputError(`radius is a number >= 0; given: ${radius}`);
  const start = route.points[0];
  const end = route.points[route.points.length - 1];
  const gates: [left: Point, right: Point][] = [];
  for (const edge of route.edges) {
    for (const sample of samplesOf(roadmap.diagram.halfEdges, edge)) {
      gates.push([moved(sample.left, sample, radius), moved(sample.right, sample, radius)]);
    }
  }
  // A circle's two touching points need not lie opposite each other: a start beside it may have passed the first gates
  // already, and a goal may lie before the last ones.
  let first = 0;
  let last = gates.length;
  while (first < last && area(gates[first][0], gates[first][1], start) >= 0) first++;
  while (last > first && area(gates[last - 1][0], gates[last - 1][1], end) <= 0) last--;
  return pull(start, [...gates.slice(first, last), [end, end]]);
}

/** A touching point moved towards the centre by the radius, and 1/500 of it more: chords cut the arcs around corners. */
function moved(point: Point, { centre }: Sample, radius: number): Point {
  const dx = centre[0] - point[0];
  const dy = centre[1] - point[1];
  const length = Math.hypot(dx, dy);
  const away = Math.min(radius / Math.cos(TURN_STEP / 2), length);
  return length === 0 ? point : [point[0] + (dx * away) / length, point[1] + (dy * away) / length];
}

function area(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
}

function same(a: Point, b: Point): boolean {
  return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) < 1e-12;
}

/** The string pulled tight through gates, the last of which is a point. */
function pull(start: Point, gates: readonly (readonly [Point, Point])[]): Point[] {
  const path: Point[] = [start];
  let apex = start;
  let left = start;
  let right = start;
  let leftAt = -1;
  let rightAt = -1;
  for (let i = 0; i < gates.length; i++) {
    const [l, r] = gates[i];
    if (area(apex, right, r) >= 0) {
      if (same(apex, right) || area(apex, left, r) < 0) [right, rightAt] = [r, i];
      else {
        // The right side crosses the left one: the string bends there.
        path.push(left);
        apex = right = left;
        i = rightAt = leftAt;
        continue;
      }
    }
    if (area(apex, left, l) <= 0) {
      if (same(apex, left) || area(apex, right, l) > 0) [left, leftAt] = [l, i];
      else {
        path.push(right);
        apex = left = right;
        i = leftAt = rightAt;
      }
    }
  }
  path.push(gates[gates.length - 1][0]);
  return path.filter((p, i) => i === 0 || !same(p, path[i - 1]));
}
