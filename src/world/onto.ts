/**
 * Onto the ground: exits lie on walls, and on a slanted wall no pair of doubles lies exactly, let alone one of two
 * decimals. What misses the free ground by no more than a stated tolerance is put onto it, for everybody alike.
 */
import type { Box, Point } from "../geometry/index.js";
import type { FreeSpace } from "./freespace.js";

/** Metres by which rounding to centimetres takes an exit and the wall it lies on apart, at most: twice half a diagonal. */
const CENTIMETRES = 0.015;
/** Small plans have a smaller tolerance: this share of their size, the diagonal of the boundary's box. */
const SHARE = 1 / 200;

/** Metres off the free ground within which a goal, a spawn or a flow piece is put onto it. */
export function groundTolerance({ minX, minY, maxX, maxY }: Box): number {
  return Math.min(CENTIMETRES, SHARE * Math.hypot(maxX - minX, maxY - minY));
}

/** The point itself where it is free, the free point nearest to it where that is within the tolerance, else null. */
export function ontoGround(space: FreeSpace, p: Point, tolerance: number): Point | null {
  const free = space.nearestFree(p);
  return free && Math.hypot(free[0] - p[0], free[1] - p[1]) <= tolerance ? free : null;
}
