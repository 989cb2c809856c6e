/** What the folders above need of a crowd and no user does: `index.ts` is the public door. */
export { rememberGoals } from "./goals.js";
export { scrambled } from "./manner.js";
export { MovingObstacles } from "./moving.js";
export { wallsOf } from "./walls.js";
