/** Paths on a plan, or on the sheet of a building, where they leap from one side of a portal to the other. */
import { type Point, pathLength } from "../geometry/index.js";
import type { World } from "../world/index.js";

/** Metres along a path; in a building along floors and slopes. */
export function lengthIn(world: World, path: readonly Point[]): number {
  return world.building ? world.way(path).distance : pathLength(path);
}

/** A path without its first point where that is on a portal, and the next one is the same place beyond it. */
export function onward({ building }: World, path: Point[]): Point[] {
  return building && path.length > 1 && building.isJump(path[0], path[1]) ? path.slice(1) : path;
}
