/** Weights of vertices (Farias 2020, 3.5), as they are given and as those who walk meet them. */
import { InputError } from "../errors.js";
import { distance, type Point } from "../geometry/index.js";
import { checkKeys, checkList, checkNumber, checkPoint } from "../options.js";
import type { World } from "../world/index.js";

/** A vertex from which the traveller is faster. */
export interface Weight {
  readonly vertex: Point;
  /** Speed factor from here on, >= 1. Less would be dodged, so it is refused. */
  readonly speed: number;
}

/** Speed of those who have passed no weighted vertex. */
export const WALK = 1;

/**
 * The weights that make somebody faster, where the centre of a disc can be.
 *
 * @throws InputError for a weight that is none, off the free ground, between parted places or out of the disc's reach
 */
export function fasterVertices(world: World, weights: readonly Weight[], radius: number): readonly Weight[] {
  checkList(weights, "weights", "weights").forEach((weight, i) => {
    checkKeys(weight, ["vertex", "speed"], `weights[${i}]`, "key");
    const { vertex, speed } = weight;
    checkPoint(vertex, `weights[${i}].vertex`);
    checkNumber(speed, `weights[${i}].speed`, { least: WALK });
    const sectors = world.space.sectorsAt(vertex);
    if (sectors === 0) throw new InputError(`[${vertex}] is not on free ground`, `weights[${i}].vertex`);
    // Changing speed there must not be a way through.
    if (sectors > 1) {
      const what = `[${vertex}] lies between ${sectors} places that walls part; on which side is not clear`;
      throw new InputError(what, `weights[${i}].vertex`);
    }
  });
  const faster = weights.filter(({ speed }) => speed > WALK);
  if (radius === 0 || faster.length === 0) return faster;
  const space = world.spaceFor(radius);
  return faster.map(({ vertex, speed }) => {
    const place = space.nearestFree(vertex);
    // In the corner of a room, a disc is farthest from it.
    if (!place || distance(place, vertex) > 1.5 * radius) {
      const i = weights.findIndex((weight) => weight.vertex === vertex);
      throw new InputError(`no disc of radius ${radius} m comes near [${vertex}]`, `weights[${i}].vertex`);
    }
    return { vertex: place, speed };
  });
}
