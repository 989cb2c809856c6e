/**
 * What lanes cost at least because they are nested: the i-th lane of an opening, counted from the wall at one end of it, has
 * i - 1 lanes between itself and that wall, and so keeps (2 i - 1) r from it, all the way. Its length is no less than that of the shortest
 * curve from the opening to one of the other kind that does; this is what lanes that turn back to an opening beside their own
 * cost.
 *
 * Discs around the wall's corners are replaced by polygons inside them, which makes no curve longer. The shortest curve then
 * bends at corners of these and of bodies. Ways that leave a boundary which is not convex count for nothing: across the
 * outside a lane may be as near to a wall as it likes.
 */
import { distance, nearestOnSegment, type Point } from "../geometry/index.js";
import { MinHeap } from "../numerics/index.js";
import { nearestPoints } from "./links.js";
import type { FlowPlan } from "./plan.js";
import type { ShortestWays } from "./shortest-ways.js";

/** Corners of a polygon that stands for a disc. */
const SIDES = 16;
/** How far a polygon's edges are from its middle, as a share of its corners' distance; less a little for rounding. */
const ROUNDING = 1e-9;
const INNER = Math.cos(Math.PI / SIDES) * (1 - ROUNDING);
/** With more places to bend at than this, nested lanes are not looked at. */
const MOST_PLACES = 500;
/** Distances from walls that are looked at per plan; where there are more lanes, some take the number of a lane nearer to the wall. */
const MOST_LOOKS = 64;

/** What 0, 1, 2 and more lanes through an opening cost at least, up to a number of lanes. */
export function nestedCosts(
  map: FlowPlan,
  radius: number,
  opening: number,
  most: number,
  ways: ShortestWays,
): number[] {
  const { length } = map.sills;
  const stride = Math.max(1, Math.ceil((2 * length * most) / MOST_LOOKS));
  const [after, before] = [opening, (opening + length - 1) % length].map((wall) => {
    const least: number[] = [0];
    for (let i = 1; i <= most; i++) {
      const isLooked = (i - 1) % stride === 0;
      // Between two openings that touch there is no wall, and the first lane may come as near as it likes.
      const reach = (map.outline.walls[wall].length > 1 ? 2 * i - 1 : 2 * i - 2) * radius;
      least.push(isLooked ? shortestAround(map, opening, wall, reach, ways) : least[i - 1]);
    }
    return least;
  });
  return Array.from({ length: most + 1 }, (_, count) => {
    let sum = 0;
    for (let i = 1; i <= count; i++) sum += Math.max(after[i], before[count + 1 - i]);
    return sum;
  });
}

/** The shortest way from an opening to one of the other kind that keeps a distance from a wall; 0 where there is too much to look at. */
function shortestAround(
  map: FlowPlan,
  opening: number,
  wall: number,
  reach: number,
  ways: ShortestWays,
): number {
  const around = new Around(map, wall, reach, ways);
  const { openings } = map.outline;
  const { kind } = openings[opening];
  const starts = around.allowed(openings[opening].points);
  const ends = openings.filter((o) => o.kind !== kind).flatMap(({ points }) => around.allowed(points));
  const places = [...around.corners(), ...[...starts, ...ends].flat()].filter((p) => around.isFree(p));
  return places.length > MOST_PLACES ? 0 : shortest(places, starts, ends, around);
}

/** Ways that keep a distance from a wall. */
class Around {
  private readonly pieces: Int32Array;
  private readonly ends: Float64Array;

  constructor(
    private readonly map: FlowPlan,
    private readonly wall: number,
    private readonly reach: number,
    private readonly ways: ShortestWays,
  ) {
    this.pieces = map.gates.piecesOf(wall);
    this.ends = map.gates.pieces.ends;
  }

  /** Where the shortest way can bend: corners of bodies, and of polygons around the wall's own. */
  corners(): Point[] {
    const { outline } = this.map;
    const found = [...this.ways.corners];
    for (const [x, y] of outline.walls[this.wall]) {
      for (let k = 0; k < SIDES; k++) {
        const angle = (2 * Math.PI * k) / SIDES;
        found.push([x + this.reach * Math.cos(angle), y + this.reach * Math.sin(angle)]);
      }
    }
    return found;
  }

  /** The parts of a chain that are far enough from the ends of the wall. */
  allowed(points: readonly Point[]): [Point, Point][] {
    const chain = this.map.outline.walls[this.wall];
    let parts: [Point, Point][] = points.slice(1).map((b, i) => [points[i], b]);
    for (const centre of [chain[0], chain[chain.length - 1]])
      parts = parts.flatMap((part) => outsideDisc(part, centre, this.reach * (1 - ROUNDING)));
    return parts;
  }

  isFree(p: Point): boolean {
    return this.map.world.contains(p) && this.keeps(p, p);
  }

  /** Whether nothing lies between two points, and the way between them keeps its distance. */
  isClear(p: Point, q: Point): boolean {
    return this.keeps(p, q) && this.ways.sees(p, q);
  }

  private keeps(p: Point, q: Point): boolean {
    const [ox, oy] = this.map.gates.pieces.origin;
    const own = Float64Array.of(p[0] - ox, p[1] - oy, q[0] - ox, q[1] - oy);
    const least = (this.reach * INNER) ** 2;
    const link = { distance2: 0, ax: 0, ay: 0, bx: 0, by: 0 };
    for (const piece of this.pieces) {
      const { distance2, ax, ay, bx, by } = nearestPoints(own, 0, this.ends, piece, link);
      if (distance2 >= least) continue;
      if (!this.map.enclosure?.isLeft(ax, ay, bx, by)) return false;
    }
    return true;
  }
}

/** The parts of a segment outside a disc. */
function outsideDisc([a, b]: [Point, Point], centre: Point, radius: number): [Point, Point][] {
  const length = distance(a, b);
  const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const along = ux * (centre[0] - a[0]) + uy * (centre[1] - a[1]);
  const off = ux * (centre[1] - a[1]) - uy * (centre[0] - a[0]);
  if (Math.abs(off) >= radius) return [[a, b]];
  const half = Math.sqrt(radius * radius - off * off);
  const at = (s: number): Point => [a[0] + s * ux, a[1] + s * uy];
  const parts: [Point, Point][] = [];
  if (along - half > 0) parts.push([a, at(Math.min(length, along - half))]);
  if (along + half < length) parts.push([at(Math.max(0, along + half)), b]);
  return parts;
}

/** The shortest way from one set of segments to another over places; Infinity where there is none. */
function shortest(
  places: readonly Point[],
  starts: readonly [Point, Point][],
  ends: readonly [Point, Point][],
  around: Around,
): number {
  const straight = (p: Point, segments: readonly [Point, Point][], asClear: boolean): number => {
    let least = Infinity;
    for (const [a, b] of segments) {
      const foot = nearestOnSegment(p, a, b);
      const length = distance(p, foot);
      if (length < least && (!asClear || around.isClear(p, foot))) least = length;
    }
    return least;
  };
  const rest = places.map((p) => straight(p, ends, false));
  const reached = places.map((p) => straight(p, starts, true));
  const heap = new MinHeap();
  reached.forEach((value, i) => {
    if (value < Infinity) heap.push(value + rest[i], i);
  });
  const isDone = new Uint8Array(places.length);
  let best = Infinity;
  while (heap.size > 0 && heap.key < best) {
    const i = heap.pop();
    if (isDone[i]) continue;
    isDone[i] = 1;
    best = Math.min(best, reached[i] + straight(places[i], ends, true));
    for (let j = 0; j < places.length; j++) {
      if (isDone[j]) continue;
      const value = reached[i] + distance(places[i], places[j]);
      if (value >= reached[j] || value + rest[j] >= best || !around.isClear(places[i], places[j])) continue;
      reached[j] = value;
      heap.push(value + rest[j], j);
    }
  }
  return best;
}
