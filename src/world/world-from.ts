/** The world of a scene, whichever it is. */
import { Building } from "./building/building.js";
import { type BuildingInput, isBuilding, type SceneInput } from "./scene.js";
import { World } from "./world.js";

/**
 * The world of a plan or of a building, for programs that take both.
 *
 * @throws InputError naming the first thing that makes the scene unusable; `diagnose` lists all
 */
export function worldFrom(scene: SceneInput | BuildingInput): World {
  return new World(isBuilding(scene) ? new Building(scene) : (scene as SceneInput));
}
