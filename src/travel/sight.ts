/**
 * Whether somebody sees a place in space, in a world whose obstacles have heights.
 *
 * An obstacle is a prism from the ground up: a line of sight passes over it, but not through it. Without a height it has no
 * end, as a wall up to the ceiling has none, and the world's boundary never has one.
 */
import { type Box, boxOf, type Point, sideOfRing } from "../geometry/index.js";
import type { Point3 } from "../surface/index.js";
import type { World } from "../world/index.js";

/** Whether a place is seen from eyes at another one; made for one place, and asked for many eyes. */
export type SightOf = (place: Point3) => (eye: Point3) => boolean;

/** Metres before the place at which lines of sight end: what is looked at does not hide itself. */
const SKIN = 2e-3;

/** What may be in the way: a ring of points, closed where it has an inside, and where lines of sight are over it. */
interface Screen {
  readonly ring: readonly Point[];
  readonly box: Box;
  readonly height: number;
  /** Whether the inside is free, and what is outside hides. */
  readonly isOutline: boolean;
}

/**
 * Sight over a world's obstacles.
 *
 * @param heights in metres, per obstacle of the world, in their order; Infinity where absent
 * @param within metres from the place in the plan at which eyes are, at most
 */
export function sightOver(world: World, heights: readonly number[], within: number): SightOf {
  const screens = world.obstacles.flatMap(({ polygon, segment }, i): Screen[] => {
    const ring = polygon ?? segment;
    return ring ? [{ ring, box: boxOf(ring), height: heights[i] ?? Infinity, isOutline: false }] : [];
  });
  const { boundary } = world;
  screens.push({ ring: boundary, box: world.bounds, height: Infinity, isOutline: true });
  return (place) => {
    const near = screens.filter(({ box, isOutline }) => isOutline || isNear(box, place, within));
    return (eye) => !near.some((screen) => hides(screen, eye, place));
  };
}

function isNear({ minX, minY, maxX, maxY }: Box, [x, y]: Point3, within: number): boolean {
  return x >= minX - within && x <= maxX + within && y >= minY - within && y <= maxY + within;
}

/** Whether a screen is between an eye and a place. */
function hides({ ring, height, isOutline }: Screen, eye: Point3, place: Point3): boolean {
  const length = Math.hypot(place[0] - eye[0], place[1] - eye[1], place[2] - eye[2]);
  const end = 1 - SKIN / length;
  if (!(end > 0)) return false;
  const at = (t: number): Point => [eye[0] + (place[0] - eye[0]) * t, eye[1] + (place[1] - eye[1]) * t];
  const level = (t: number): number => eye[2] + (place[2] - eye[2]) * t;
  const cuts = crossings(ring, eye, place).filter((t) => t > 0 && t < end);
  if (ring.length === 2) return cuts.some((t) => level(t) < height);
  // Between two crossings the line is all inside or all outside, and lowest at an end.
  const stops = [0, ...cuts.sort((a, b) => a - b), end];
  for (let i = 1; i < stops.length; i++) {
    const [from, to] = [stops[i - 1], stops[i]];
    if (Math.min(level(from), level(to)) >= height) continue;
    const [x, y] = at((from + to) / 2);
    const side = sideOfRing([x, y], ring);
    if (to - from > 1e-9 && (isOutline ? side < 0 : side > 0)) return true;
  }
  return false;
}

/** Where the line from a to b, in shares of it, crosses the sides of a ring. */
function crossings(ring: readonly Point[], a: Point3, b: Point3): number[] {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const found: number[] = [];
  const sides = ring.length === 2 ? 1 : ring.length;
  for (let i = 0; i < sides; i++) {
    const [p, q] = [ring[i], ring[(i + 1) % ring.length]];
    const [ex, ey] = [q[0] - p[0], q[1] - p[1]];
    const area = dx * ey - dy * ex;
    if (area === 0) continue;
    const t = ((p[0] - a[0]) * ey - (p[1] - a[1]) * ex) / area;
    const s = ((p[0] - a[0]) * dy - (p[1] - a[1]) * dx) / area;
    if (s >= 0 && s <= 1) found.push(t);
  }
  return found;
}
