/** For the layers above, and not for users. */
export { levelPlan } from "./building/level-plan.js";
export { mapScene } from "./scale.js";
