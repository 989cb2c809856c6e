/** Reading what a scene file may hold besides plans: buildings. */

import {
  type AnyScene,
  type BuildingInput,
  type BuildingScene,
  isBuilding,
  isObject,
  type Read,
  readAs,
  type SceneProblem,
  sceneOf,
} from "./scene.js";
import { BUILDING_SHAPE, SCENE_SHAPE } from "./scene-compiled.js";

function read(data: unknown): Read {
  return readAs(isObject(data) && isBuilding(data) ? BUILDING_SHAPE : SCENE_SHAPE, data);
}

/** Everything the schema finds wrong with `data`, at most 100 things; empty for a well-formed scene. */
export function sceneProblems(data: unknown): SceneProblem[] {
  return read(data).problems;
}

/**
 * Reads a plan or a building from parsed JSON; the result is a copy.
 *
 * @throws InputError naming the first thing that does not fit the schema.
 */
export function parseAnyScene(data: unknown): AnyScene {
  return sceneOf(read(data));
}

/** Reads a building written in code, where `format` and `version` may be left out. */
export function completeBuilding(input: BuildingInput): BuildingScene {
  const data = { format: "wayfield-scene", version: 1, ...input };
  return sceneOf(readAs(BUILDING_SHAPE, data)) as BuildingScene;
}
