/** How many people come, where a scene gives a density. */
import { areaOf } from "../geometry/index.js";
import { freePartOf } from "./check/goals.js";
import { shapesOf } from "./check/shapes.js";
import type { Scene } from "./scene.js";

type Spawn = NonNullable<Scene["spawns"]>[number];

/**
 * How many people a spawn lets come: its `count`, one for each of its `places`, or its `density` times the free area of its
 * polygon, rounded to the nearest whole number, half a person up. Obstacles that move take no area away.
 */
export function spawnCount(scene: Scene, spawn: Spawn): number {
  const { count, places, density, polygon } = spawn;
  if (count !== undefined) return count;
  if (places) return places.length;
  return Math.round(density! * areaOf(freePartOf(polygon!, shapesOf(scene))));
}
