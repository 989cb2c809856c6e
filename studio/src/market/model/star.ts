/** The stars of the waypoints: how high they turn, how large they are, and whether somebody points at one. */
import type { Point } from "wayfield";
import { add, dot, type Vector } from "./space.js";

/** Metres from a star at which it is found. */
export const STAR_REACH = 0.8;
/** Height and radius of stars in metres. */
export const STAR_HEIGHT = 1.2;
export const STAR_RADIUS = 0.34;

/** How many times larger marks are drawn that are so many metres away, so that they are found. */
export const markScale = (metres: number): number => Math.max(1, metres / 12);

/** How far along a ray of length 1 it passes a star, as large as it is drawn; null where it does not. */
export function passesStar(origin: Vector, direction: Vector, [x, y]: Point): number | null {
  const away = add([x, y, STAR_HEIGHT], origin, -1);
  const along = dot(away, direction);
  if (along <= 0) return null;
  const off = add(away, direction, -along);
  const radius = STAR_RADIUS * markScale(Math.hypot(away[0], away[1]));
  return Math.hypot(...off) <= radius ? along : null;
}
