/** Who may stand and walk where: places and lines against the zones that somebody may not enter. */
import {
  boxOf,
  crossing,
  distance,
  distanceToSegment,
  meet,
  onSegment,
  type Point,
  type Ring,
  sideOfRing,
} from "../geometry/index.js";
import { mayEnter, type Zones } from "./zones.js";

/** Share of a zone's size by which rounding may take a way along its border inside. */
const ON_BORDER = 1e-9;

/**
 * The number of a zone that somebody with a profile would be in at p, though it may not; -1 where it may stand there.
 *
 * @param radius of the body, in metres, >= 0; default 0. Touching the border is allowed.
 */
export function enteredAt({ list }: Zones, p: Point, profile: string | null, radius = 0): number {
  return list.findIndex((zone) => {
    if (mayEnter(zone, profile)) return false;
    return sideOfRing(p, zone.polygon) > 0 || distanceToRing(p, zone.polygon) < radius;
  });
}

/**
 * The number of a zone that somebody with a profile would enter along a line of points, though it may not; -1 where it may walk
 * all of it.
 *
 * @param radius as for `enteredAt`
 */
export function enteredAlong(
  zones: Zones,
  line: readonly Point[],
  profile: string | null,
  radius = 0,
): number {
  if (line.length === 1) return enteredAt(zones, line[0], profile, radius);
  return zones.list.findIndex((zone) => {
    if (mayEnter(zone, profile)) return false;
    return line.some((a, k) => k > 0 && isEntered(zone.polygon, line[k - 1], a, radius));
  });
}

/** Whether somebody with a profile may stand at p; see `enteredAt`. */
export function mayStand(zones: Zones, p: Point, profile: string | null, radius = 0): boolean {
  return enteredAt(zones, p, profile, radius) < 0;
}

/** Whether somebody with a profile may walk along a line of points; see `enteredAlong`. */
export function mayWalk(zones: Zones, line: readonly Point[], profile: string | null, radius = 0): boolean {
  return enteredAlong(zones, line, profile, radius) < 0;
}

/** Whether a disc that moves from a to b comes into a ring. */
function isEntered(ring: Ring, a: Point, b: Point, radius: number): boolean {
  const isNear = (p: Point, k: number): boolean =>
    comesNear([a, b], [p, ring[(k + 1) % ring.length]], radius);
  return (radius > 0 && ring.some(isNear)) || partsInside(a, b, ring).length > 0;
}

/** The parts of a segment that lie inside a ring, deeper than rounding goes, by their ends as shares of its length. */
export function partsInside(a: Point, b: Point, ring: Ring): [number, number][] {
  const length = distance(a, b);
  const { minX, minY, maxX, maxY } = boxOf(ring);
  const tolerance = ON_BORDER * (maxX - minX + maxY - minY);
  const at = (t: number): Point => [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
  const cuts = length > 0 ? cutsOf(a, b, ring, length) : [0, 1];
  return cuts.flatMap((to, k): [number, number][] => {
    if (k === 0) return [];
    const middle = at((cuts[k - 1] + to) / 2);
    const isInside = sideOfRing(middle, ring) > 0 && distanceToRing(middle, ring) > tolerance;
    return isInside ? [[cuts[k - 1], to]] : [];
  });
}

/** Where a segment meets the edges of a ring, as shares of its length, with 0 and 1. */
function cutsOf(a: Point, b: Point, ring: Ring, length: number): number[] {
  const cuts = [0, 1];
  ring.forEach((c, k) => {
    const d = ring[(k + 1) % ring.length];
    if (meet(a, b, c, d) === "cross") cuts.push(distance(a, crossing(a, b, c, d)) / length);
    else if (onSegment(c, a, b)) cuts.push(distance(a, c) / length);
  });
  return cuts.sort((p, q) => p - q);
}

/** Whether two segments are nearer to each other than so many metres. */
function comesNear(
  [a, b]: readonly [Point, Point],
  [c, d]: readonly [Point, Point],
  metres: number,
): boolean {
  return (
    distanceToSegment(a, c, d) < metres ||
    distanceToSegment(b, c, d) < metres ||
    distanceToSegment(c, a, b) < metres ||
    distanceToSegment(d, a, b) < metres ||
    meet(a, b, c, d) === "cross"
  );
}

/** Metres from p to the outline of a ring. */
function distanceToRing(p: Point, ring: Ring): number {
  let least = Infinity;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    least = Math.min(least, distanceToSegment(p, ring[j], ring[i]));
  }
  return least;
}
