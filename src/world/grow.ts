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
  return FreeSpace.ofAreas(areasFor(scene, radius), scene.boundary);
}

type Areas = ReturnType<typeof clipToAreas>["areas"];

/** Radii per scene whose areas are kept. */
const KEPT = 4;

/** What a frozen scene leaves free, by radius: a guide, a report and a roadmap ask for the same. */
const known = new WeakMap<object, Map<number, Areas>>();

function areasFor(scene: Pick<Scene, "boundary" | "obstacles">, radius: number): Areas {
  const before = known.get(scene);
  const found = before?.get(radius) ?? grownAreas(scene, radius);
  if (!before && !Object.isFrozen(scene)) return found;
  // The last few: where everybody has a radius of their own, nobody asks again for one of long ago.
  const kept = [...(before ?? [])].filter(([r]) => r !== radius).slice(1 - KEPT);
  known.set(scene, new Map([...kept, [radius, found]]));
  return found;
}

function grownAreas(scene: Pick<Scene, "boundary" | "obstacles">, radius: number): Areas {
  const tolerance = radius * ARC_TOLERANCE;
  const growth = radius + tolerance;
  const obstacles = (scene.obstacles ?? []).map(
    ({ polygon, segment, point }): Ring => polygon ?? segment ?? [point!],
  );
  // One by one, so that obstacles of opposite orientation do not cancel each other.
  const blocked = obstacles.flatMap((ring) => offset([counterclockwise(ring)], growth, { tolerance }));
  const room = offset([counterclockwise(scene.boundary)], -growth, { tolerance });
  return room.length > 0 ? clipToAreas(room, "non-zero", blocked).areas : [];
}

function counterclockwise(ring: Ring): Ring {
  return ring.length < 3 || isCounterclockwise(ring) ? ring : [...ring].reverse();
}
