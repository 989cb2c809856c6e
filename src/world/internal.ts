/** What the folders above need of the scene file's machinery and no user does: `index.ts` is the public door. */
export type { Connection, FlightInput, Level } from "./building/flight.js";
export { levelPlan } from "./building/level-plan.js";
export { mapScene } from "./scale.js";
export { placeOf } from "./scene.js";
export { RULES, type RuleName } from "./scene-rules.js";
export { type Shape, validate } from "./validate.js";
