/** Entries of a scene file as a simulation reads them. */
import type { Scene } from "../world/index.js";

/** One entry of a scene's `spawns`. */
export type SpawnSpec = NonNullable<Scene["spawns"]>[number];

/** One entry of a scene's `profiles`. */
export type Profile = NonNullable<Scene["profiles"]>[string];
