/**
 * Wayfield plans where people go.
 *
 * The root holds what most programs need; every folder is also an export of its own, such as
 * `wayfield/geometry` and `wayfield/io`.
 */
export { InputError } from "./errors.js";
export type { Box, Point, Ring, Segment } from "./geometry/index.js";
export type { Goal, Obstacle, Scene, SceneInput } from "./world/index.js";
