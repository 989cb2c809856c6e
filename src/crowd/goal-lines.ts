/**
 * Goals as people meet them: lines that their centres cross, and points that their bodies cover.
 *
 * ```text
 *      inside        n                       a +---[------------]---+ b    the goal's line; jambs or free ends at a and b
 *    -----------+    ^    +-----------            ^ where a centre fits: the radius away from walls at the ends
 *               a====q====b
 *    -----------+    |    +-----------       q: the nearest place of that part, n: away from whoever comes
 *                    o
 * ```
 */
import { nearestOnSegment, type Point } from "../geometry/index.js";
import type { GuidePlace } from "../guide.js";
import type { World } from "../world/index.js";
import { lengthOf } from "./people.js";

/** A goal's line, from a along the unit vector u. */
export interface GoalLine {
  readonly a: Point;
  readonly u: Point;
  readonly length: number;
  /** Metres from its ends to the nearest wall. */
  readonly room: readonly [number, number];
  /** Parts of it, as metres from a, along which the wall that it lies on is open to those who leave there. */
  readonly openings: [number, number][];
}

/** A goal that is a point. */
interface GoalPoint {
  readonly at: Point;
  /** Metres to the nearest wall. */
  readonly room: number;
}

/** Where the ways of one guide end. */
export interface GoalLines {
  readonly lines: readonly GoalLine[];
  readonly points: readonly GoalPoint[];
}

/** A body nearer to a line than this, in metres, touches it: models keep up to 0.1 m more than the body from walls. */
const TOUCH = 0.12;

/** In a corner, the centre of a disc comes no nearer than 1.42 radii. */
const IN_CORNER = 1.5;

/** Metres from a free end of a line that people keep, so that they do not walk past it. */
const OFF_END = 0.1;

/** Metres behind a wall that is open, where the ground of its other side is looked for. */
const BEHIND = 0.02;

/** Goals of guides as lines; equal lists of places share theirs. */
export class GoalTable {
  private readonly known = new WeakMap<readonly GuidePlace[], GoalLines>();

  constructor(private readonly world: World) {}

  of(places: readonly GuidePlace[]): GoalLines {
    let found = this.known.get(places);
    if (!found) {
      found = this.made(places);
      this.known.set(places, found);
    }
    return found;
  }

  private made(places: readonly GuidePlace[]): GoalLines {
    const { world } = this;
    const lines: GoalLine[] = [];
    const points: GoalPoint[] = [];
    for (const place of places) {
      const [a, b] = "point" in place ? [place.point, place.point] : place.segment;
      const length = lengthOf([a, b]);
      if (length === 0) points.push({ at: a, room: world.clearance(a) });
      else {
        const u: Point = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
        lines.push({ a, u, length, room: [world.clearance(a), world.clearance(b)], openings: [] });
      }
    }
    return { lines, points };
  }
}

/** Metres by which p is left of a line. */
function across({ a, u }: GoalLine, x: number, y: number): number {
  return u[0] * (y - a[1]) - u[1] * (x - a[0]);
}

/** Metres along a line, from a, to the foot of (x, y). */
function along({ a, u }: GoalLine, x: number, y: number): number {
  return (x - a[0]) * u[0] + (y - a[1]) * u[1];
}

/** The way on of who has come: a unit vector; [0, 0] where none is known. */
const NOWHERE: Point = [0, 0];

/**
 * Where a motion from p to q leads across one of the lines: the unit normal on the side that it leads to, [0, 0] along the line
 * itself; null where it crosses none.
 */
export function crossingOf({ lines }: GoalLines, [px, py]: Point, [qx, qy]: Point): Point | null {
  for (const line of lines) {
    const [from, to] = [across(line, px, py), across(line, qx, qy)];
    if ((from > 0 && to > 0) || (from < 0 && to < 0)) continue;
    const share = from === to ? 1 : from / (from - to);
    const at = along(line, px + share * (qx - px), py + share * (qy - py));
    if (at < 0 || at > line.length) continue;
    const side = to === 0 ? -Math.sign(from) : Math.sign(to);
    // Adding 0 makes no zero negative.
    return [-line.u[1] * side + 0, line.u[0] * side + 0];
  }
  return null;
}

/** A place of a goal to walk to. */
export interface Target {
  readonly point: Point;
  readonly distance: number;
  /** Whether it lies on a line, and on which. */
  readonly line: GoalLine | null;
}

/** The nearest place where the centre of a disc fits on a goal, or the nearest of it where none does; null without goals. */
export function targetOf({ lines, points }: GoalLines, [x, y]: Point, radius: number): Target | null {
  let best: Target | null = null;
  const offer = (qx: number, qy: number, line: GoalLine | null): void => {
    const distance = Math.sqrt((qx - x) * (qx - x) + (qy - y) * (qy - y));
    if (!best || distance < best.distance) best = { point: [qx, qy], distance, line };
  };
  for (const { at } of points) offer(at[0], at[1], null);
  for (const line of lines) {
    const low = Math.max(OFF_END, radius - line.room[0]);
    const high = line.length - Math.max(OFF_END, radius - line.room[1]);
    const t = low < high ? Math.max(low, Math.min(high, along(line, x, y))) : line.length / 2;
    offer(line.a[0] + t * line.u[0], line.a[1] + t * line.u[1], line);
  }
  return best;
}

/** Metres from p to the nearest goal, as the crow flies; Infinity without goals. */
export function apartFrom({ lines, points }: GoalLines, p: Point): number {
  let least = Infinity;
  const note = ([x, y]: Point): void => {
    least = Math.min(least, (x - p[0]) * (x - p[0]) + (y - p[1]) * (y - p[1]));
  };
  for (const { at } of points) note(at);
  for (const { a, u, length } of lines) {
    note(nearestOnSegment(p, a, [a[0] + length * u[0], a[1] + length * u[1]]));
  }
  return Math.sqrt(least);
}

/**
 * Whether somebody has come although their centre crossed nothing: their body covers a point, or touches a line that a wall
 * close behind it keeps the centre from. Returns the way on, as `crossingOf` does.
 *
 * @param leaves whether this is their last goal: openings are open to them
 */
export function contactWith(
  { lines, points }: GoalLines,
  [x, y]: Point,
  radius: number,
  ground: World,
  leaves: boolean,
): Point | null {
  for (const { at, room } of points) {
    const reach = room < radius ? IN_CORNER * radius + TOUCH : radius;
    const [dx, dy] = [at[0] - x, at[1] - y];
    const distance2 = dx * dx + dy * dy;
    if (distance2 > reach * reach) continue;
    const distance = Math.sqrt(distance2);
    return distance > 0 ? [dx / distance, dy / distance] : NOWHERE;
  }
  for (const line of lines) {
    const side = across(line, x, y);
    const t = along(line, x, y);
    if (t < 0 || t > line.length || Math.abs(side) > radius + TOUCH) continue;
    const sign = side > 0 ? -1 : 1;
    const n: Point = [-line.u[1] * sign + 0, line.u[0] * sign + 0];
    if (isBlocked(line, t, n, radius, ground, leaves)) return n;
  }
  return null;
}

/** Whether a wall less than a radius behind a line keeps centres from crossing it, t metres from its end a, along n. */
export function isBlocked(
  line: GoalLine,
  t: number,
  n: Point,
  radius: number,
  ground: World,
  leaves: boolean,
): boolean {
  const at = (off: number): Point => [
    line.a[0] + t * line.u[0] + off * n[0],
    line.a[1] + t * line.u[1] + off * n[1],
  ];
  const isOpen = leaves && line.openings.some(([from, to]) => t >= from && t <= to);
  if (!isOpen) return !ground.visible(at(0), at(radius));
  // Behind a wall that is open there may be nothing, or the free ground of its other side.
  return ground.contains(at(BEHIND)) && !ground.visible(at(BEHIND), at(Math.max(BEHIND, radius)));
}
