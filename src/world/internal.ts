/** What the folders above need of the scene file's machinery and no user does: `index.ts` is the public door. */
export { placeOf } from "./scene.js";
export { RULES, type RuleName } from "./scene-rules.js";
export { type Shape, validate } from "./validate.js";
