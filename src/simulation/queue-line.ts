/** Where people of a queue stand: one behind another along a line, which goes on straight as far as the next wall. */
import { distance, nearestOnSegment, type Point } from "../geometry/index.js";
import type { World } from "../world/index.js";
import { clearPlace } from "./spawn.js";

/** Halvings in which the wall behind a line is found: to within a millionth of the plan. */
const HALVINGS = 30;

/** Metres between the places of a line that are looked at. */
const LOOK = 0.25;

/** A line from the counter backwards; places on it are metres from there. */
export class QueueLine {
  /** Metres that are drawn, and metres up to the wall behind. */
  readonly drawn: number;
  readonly end: number;
  private readonly points: readonly Point[];
  /** Metres to the points. */
  private readonly arcs: readonly number[];

  constructor(
    private readonly world: World,
    drawn: readonly Point[],
  ) {
    const points = drawn.filter((p, i) => i === 0 || distance(p, drawn[i - 1]) > 0);
    const arcs = [0];
    for (let i = 1; i < points.length; i++) arcs.push(arcs[i - 1] + distance(points[i - 1], points[i]));
    this.drawn = arcs[arcs.length - 1];
    const further =
      points.length > 1 ? roomBehind(world, points[points.length - 2], points[points.length - 1]) : 0;
    this.end = this.drawn + further;
    this.points = points;
    this.arcs = arcs;
  }

  /** The point s metres from the beginning; beyond what is drawn, straight on. */
  at(s: number): Point {
    const { points, arcs } = this;
    if (points.length < 2) return points[0];
    let k = 1;
    while (k < points.length - 1 && arcs[k] < s) k++;
    const share = (s - arcs[k - 1]) / (arcs[k] - arcs[k - 1]);
    const [a, b] = [points[k - 1], points[k]];
    return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
  }

  /** Where a body stands there: off walls that the line runs along. */
  standAt(s: number, radius: number): Point {
    const p = this.at(s);
    return clearPlace(this.world, p, radius) ?? p;
  }

  /** Metres to the place of the line, as far as it goes, that is nearest to p. */
  nearest(p: Point): number {
    const { points, arcs, end } = this;
    const ends = [...points.slice(0, -1), this.at(end)];
    let best = 0;
    let least = Infinity;
    for (let k = 1; k < ends.length; k++) {
      const q = nearestOnSegment(p, ends[k - 1], ends[k]);
      const apart = distance(p, q);
      if (apart >= least) continue;
      least = apart;
      best = arcs[k - 1] + distance(ends[k - 1], q);
    }
    return best;
  }

  /** A place of what is drawn at which nobody of a radius can stand; null for none. */
  tightPlace(radius: number): Point | null {
    const steps = Math.ceil(this.drawn / LOOK);
    for (let k = 0; k <= steps; k++) {
      const p = this.at((k / Math.max(1, steps)) * this.drawn);
      if (!clearPlace(this.world, p, radius)) return p;
    }
    return null;
  }
}

/** Metres from b, on from a, to the next wall. */
function roomBehind(world: World, a: Point, b: Point): number {
  const { minX, minY, maxX, maxY } = world.bounds;
  const length = distance(a, b);
  const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const isFree = (t: number): boolean => world.visible(b, [b[0] + t * ux, b[1] + t * uy]);
  let low = 0;
  let high = maxX - minX + (maxY - minY);
  for (let k = 0; k < HALVINGS; k++) {
    const middle = (low + high) / 2;
    if (isFree(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** Whether a disc at p gets straight to q: the lines along both its sides are free, but for a hair. */
export function isStraightWay(world: World, p: Point, q: Point, radius: number): boolean {
  const length = distance(p, q);
  if (length === 0) return true;
  if (!world.visible(p, q)) return false;
  const off = (0.9 * radius) / length;
  const [nx, ny] = [-(q[1] - p[1]) * off, (q[0] - p[0]) * off];
  return (
    world.visible([p[0] + nx, p[1] + ny], [q[0] + nx, q[1] + ny]) &&
    world.visible([p[0] - nx, p[1] - ny], [q[0] - nx, q[1] - ny])
  );
}
