/** Built-in scenes by name: drawn ones from `scenes/*.json`, generated ones such as `profiling-20`. */

import { InputError } from "../errors.js";
import type { Scene } from "../world/index.js";

/** Whether a name is a built-in scene's. */
export function isBuiltinName(_name: string): boolean {
  return false;
}

/** A built-in scene. */
export function builtinScene(name: string): Scene {
  throw new InputError("is no built-in scene", name);
}
