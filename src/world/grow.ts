/** Room for people of some size: the places where the centre of a disc can be. */
import { InputError } from "../errors.js";
import {
  clipToAreas,
  isCounterclockwise,
  offset,
  outlined,
  type Point,
  type Ring,
} from "../geometry/index.js";
import { FreeSpace } from "./freespace.js";
import type { Scene } from "./scene.js";

/** Arcs around corners become chords that stay outside the true circle, by at most this share of the radius. */
export const ARC_TOLERANCE = 1 / 500;

/**
 * Up to so many corners are rounded with a dozen chords each. Beyond, two bends stand for an arc: they keep to the radius along walls
 * and at the middle of the corner, and lie outside it by at most 8 % at a right angle. A city of a million corners would otherwise
 * become one of fourteen million.
 */
const MOST_ROUND_CORNERS = 20_000;

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
  const corners = obstacles.reduce((sum, ring) => sum + ring.length, scene.boundary.length);
  const join = corners > MOST_ROUND_CORNERS ? "square" : "round";
  // One by one, so that obstacles of opposite orientation do not cancel each other.
  const blocked = obstacles.flatMap((ring) =>
    join === "square" && ring.length < 3
      ? [octagonAround(ring[0], ring[ring.length - 1], growth)]
      : offset(outlined(counterclockwise(ring)), growth, { tolerance, join }),
  );
  const room = offset([counterclockwise(scene.boundary)], -growth, { tolerance, join });
  return room.length > 0 ? clipToAreas(room, "non-zero", blocked).areas : [];
}

/** What is within a distance of a point or a segment, with four straight lines around each end for the half circle. */
function octagonAround(a: Point, b: Point, distance: number): Ring {
  const ahead = a[0] === b[0] && a[1] === b[1] ? 0 : Math.atan2(b[1] - a[1], b[0] - a[0]);
  const far = distance / Math.cos(Math.PI / 8);
  return Array.from({ length: 8 }, (_, k): Point => {
    const angle = ahead + ((2 * k - 3) * Math.PI) / 8;
    const [x, y] = k < 4 ? b : a;
    return [x + far * Math.cos(angle), y + far * Math.sin(angle)];
  });
}

function counterclockwise(ring: Ring): Ring {
  return ring.length < 3 || isCounterclockwise(ring) ? ring : [...ring].reverse();
}
