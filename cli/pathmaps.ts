/** The path map that a scene asks for: plain, or with its weights and barriers. */
import { InputError, PathMap, type Scene, sceneAt, WeightedPathMap, type World } from "../src/index.js";

/** The scene as it is at a time; as it is drawn where no time is given. */
export function atTime(scene: Scene, goal: string, time: number | undefined): Scene {
  if (time === undefined) return scene;
  const now = sceneAt(scene, time);
  if (scene.goals?.[goal] && !now.goals?.[goal]) {
    throw new InputError(`goal ${JSON.stringify(goal)} is closed at ${time} s`, "--time");
  }
  return now;
}

/** A map to a goal of the scene, for those of a radius. */
export function pathMapTo(world: World, goal: string, radius: number): PathMap | WeightedPathMap {
  const options = { goals: [goal], radius };
  return world.scene.weights?.length ? new WeightedPathMap(world, options) : new PathMap(world, options);
}

/** Whether the paths to a goal minimise something else than their length. */
export function hasCosts(world: World, goal: string): boolean {
  return isWeighted(world) || hasStart(world, goal);
}

/** Whether weights or barriers make a scene's paths cost something else than their length. */
function isWeighted({ scene }: World): boolean {
  return (scene.weights?.length ?? 0) > 0 || (scene.barriers?.length ?? 0) > 0;
}

/** Whether a goal has a distance that is already counted there. */
export function hasStart(world: World, goal: string): boolean {
  return (world.goal(goal).start ?? 0) > 0;
}
