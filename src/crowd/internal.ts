/** What the folders above need of a crowd and no user does: `index.ts` is the public door. */
export { DirectedCrowd } from "./directed.js";
export { Engine, type Habit } from "./engine.js";
export { scrambled } from "./manner.js";
export { type WallList, wallsOf } from "./walls.js";
