/**
 * Along a sketched route, point by point (Silveira et al. 2010, 4.1): who has passed a point goes on to the next, each at their own
 * place in the list.
 *
 * ```text
 *              |  b  |           a point is passed where its line is crossed, at right angles to the way, within `width` metres
 *     p ------>|->o->|---->      of it: nobody has to squeeze through the point itself. People head for the nearest place of the
 *              |  b  |           band b, half as wide, so that they walk beside each other
 * ```
 *
 * Whoever does not see the point they head for is led to it by a path map.
 */
import type { Point } from "../geometry/index.js";
import type { GuidePlace } from "../guide.js";
import { arcsOf, directionsOf } from "../routes/index.js";
import { apart, lengthOf } from "../routes/internal.js";
import type { PlannedGuide } from "./planners.js";

/** Three who stand around a point touch each other 1.155 radii from it, and cover it never; models keep up to 10 cm between bodies. */
const CROWDED = 1.16;
const ELBOW = 0.06;

/** The ground as those who follow a route find it now; another one when something has moved. */
export interface RouteGround {
  /** Whether somebody can stand at a place. */
  contains(p: Point): boolean;
  /** Whether a body gets straight from one place to another. */
  sees(p: Point, q: Point): boolean;
  /** Whether no wall is between two places. */
  isOpen(p: Point, q: Point): boolean;
  /** A way to a point. */
  leadTo(p: Point): PlannedGuide;
  /** Whether there may be a way later where there is none now. */
  readonly mayOpen: boolean;
}

/** A route as those of one size walk it. */
export class RouteLine {
  /** Per point: the direction in which it is passed, and the metres left from it. */
  readonly directions: readonly Point[];
  readonly left: readonly number[];

  constructor(
    readonly points: readonly Point[],
    /** Metres from a point within which it is passed. */
    readonly width: number,
  ) {
    this.directions = directionsOf(points);
    const arcs = arcsOf(points);
    this.left = arcs.map((arc) => arcs[arcs.length - 1] - arc);
  }
}

/** The way to one point of a route, and from there along the rest of it. */
export class RouteGuide implements PlannedGuide {
  /** Of the last point alone: its line, which a crowd lets people cross. */
  readonly places?: readonly GuidePlace[];
  private readonly target: Point;
  private known: { readonly ground: RouteGround; readonly guide: PlannedGuide } | null = null;

  constructor(
    private readonly line: RouteLine,
    private readonly index: number,
    private readonly ground: () => RouteGround,
  ) {
    this.target = line.points[index];
    if (index === line.points.length - 1) this.places = [this.lastLine()];
  }

  /** The line of the point, as far as it is free; the point itself where it is no way. */
  private lastLine(): GuidePlace {
    const { target, line } = this;
    const [u, v] = line.directions[this.index];
    if (u === 0 && v === 0) return { point: target };
    const ground = this.ground();
    const { width } = line;
    const ends = [
      reachOf(ground, target, [v * width, -u * width]),
      reachOf(ground, target, [-v * width, u * width]),
    ];
    return { segment: [ends[0], ends[1]] };
  }

  /** Whether somebody at p has passed the point: beyond its line, within its width, and not behind a wall. */
  isPassed(p: Point): boolean {
    const { target, line } = this;
    const { width } = line;
    const [u, v] = line.directions[this.index];
    const [dx, dy] = [p[0] - target[0], p[1] - target[1]];
    if (dx * u + dy * v < 0 || dx * dx + dy * dy > width * width) return false;
    return this.ground().isOpen(p, target);
  }

  /** Whether somebody of a radius is at the end of a route that ends in a point, a click, or as near as others there let it come. */
  isAtClick(p: Point, radius: number): boolean {
    const { target, line } = this;
    const [u, v] = line.directions[this.index];
    const isLast = this.index === line.points.length - 1;
    return isLast && u === 0 && v === 0 && apart(p, target) <= CROWDED * radius + ELBOW;
  }

  heading(p: Point): Point | null {
    const ground = this.ground();
    if (!ground.contains(p)) return null;
    // Who sees the band but not the point would walk to and fro: from there a way around leads back.
    if (ground.sees(p, this.target)) {
      const aim = this.aimFrom(p);
      return towards(p, ground.sees(p, aim) ? aim : this.target);
    }
    // Where what moves closes the way, people wait.
    return this.led(ground).heading(p) ?? (ground.mayOpen ? [0, 0] : null);
  }

  /** The nearest place of the band. */
  private aimFrom(p: Point): Point {
    const { target, line } = this;
    const [u, v] = line.directions[this.index];
    const half = line.width / 2;
    const aside = Math.max(-half, Math.min(half, (p[1] - target[1]) * u - (p[0] - target[0]) * v));
    return [target[0] - aside * v, target[1] + aside * u];
  }

  private led(ground: RouteGround): PlannedGuide {
    if (this.known?.ground !== ground) this.known = { ground, guide: ground.leadTo(this.target) };
    return this.known.guide;
  }

  cost(p: Point): number | null {
    return this.distance(p);
  }

  distance(p: Point): number | null {
    const path = this.pathToPoint(p);
    return path && lengthOf(path) + this.line.left[this.index];
  }

  pathFrom(p: Point): Point[] | null {
    const path = this.pathToPoint(p);
    return path && [...path, ...this.line.points.slice(this.index + 1)];
  }

  private pathToPoint(p: Point): Point[] | null {
    const ground = this.ground();
    if (!ground.contains(p)) return null;
    return ground.sees(p, this.target) ? [p, this.target] : this.led(ground).pathFrom(p);
  }

  nearestGoal(): Point {
    const { points } = this.line;
    return points[points.length - 1];
  }

  reason(p: Point): string | null {
    if (this.pathToPoint(p)) return null;
    return this.led(this.ground()).reason?.(p) ?? "no way leads from here to the route";
  }
}

function towards(p: Point, q: Point): Point {
  const length = apart(p, q);
  return length > 0 ? [(q[0] - p[0]) / length, (q[1] - p[1]) / length] : [0, 0];
}

/** How far one gets from p along a vector, to within a hundredth of it. */
function reachOf(ground: RouteGround, p: Point, [x, y]: Point): Point {
  const at = (share: number): Point => [p[0] + share * x, p[1] + share * y];
  if (ground.sees(p, at(1))) return at(1);
  let [low, high] = [0, 1];
  while (high - low > 0.01) {
    const middle = (low + high) / 2;
    if (ground.sees(p, at(middle))) low = middle;
    else high = middle;
  }
  return at(low);
}
