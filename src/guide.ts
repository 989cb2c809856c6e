/** What every planner offers and the crowd consumes. */
import type { Point } from "./geometry/index.js";

/** The way to a goal from anywhere. Where there is no way, every answer is `null`. */
export interface Guide {
  /** The direction to walk at p, a unit vector; `[0, 0]` at a goal. */
  heading(p: Point): Point | null;
  /** What the planner minimises, falling along `heading`: metres for a plain path map, seconds with weights. */
  cost(p: Point): number | null;
  /** The length of `pathFrom(p)` in metres. */
  distance(p: Point): number | null;
  /** Points from p to a goal, both included. */
  pathFrom(p: Point): Point[] | null;
}
