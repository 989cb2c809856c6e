/** Room for people of some size: the places where the centre of a disc can be. */
import { InputError } from "../errors.js";
import { clipToAreas, isCounterclockwise, offset, type Ring } from "../geometry/index.js";
import { FreeSpace } from "./freespace.js";
import type { Scene } from "./scene.js";

/** Arcs around corners become chords that stay outside the true circle, by at most this share of the radius. */
export const ARC_TOLERANCE = 1 / 500;

/**
 * The free space for the centres of discs of a radius in metres: every obstacle and wall grown by it. Where it is
 * empty, nobody of that size fits anywhere.
 */
export function grownSpace(scene: Pick<Scene, "boundary" | "obstacles">, radius: number): FreeSpace {
  if (!(radius >= 0 && Number.isFinite(radius))) {
    throw new InputError(`a finite number of metres >= 0 is needed; given: ${radius}`, "radius");
  }
  if (radius === 0) return FreeSpace.of(scene);
  const tolerance = radius * ARC_TOLERANCE;
  const growth = radius + tolerance;
  const obstacles = (scene.obstacles ?? []).map(
    ({ polygon, segment, point }): Ring => polygon ?? segment ?? [point!],
  );
  // One by one, so that obstacles of opposite orientation do not cancel each other.
  const blocked = obstacles.flatMap((ring) => offset([counterclockwise(ring)], growth, { tolerance }));
  const room = offset([counterclockwise(scene.boundary)], -growth, { tolerance });
  const { areas } = room.length > 0 ? clipToAreas(room, "non-zero", blocked) : { areas: [] };
  return FreeSpace.ofAreas(areas, scene.boundary);
}

function counterclockwise(ring: Ring): Ring {
  return ring.length < 3 || isCounterclockwise(ring) ? ring : [...ring].reverse();
}
