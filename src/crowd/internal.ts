/** What the folders above need of a crowd and no user does: `index.ts` is the public door. */
export { DirectedCrowd } from "./directed.js";
export { Engine } from "./engine.js";
export type { Habit } from "./habits.js";
export { HeadingGuide } from "./heading.js";
export { scrambled } from "./manner.js";
export { checkModel, DEFAULT, modelName, ORCA, STRAIGHT, traitsOf } from "./models.js";
export { type WallList, wallsOf } from "./walls.js";
