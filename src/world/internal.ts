/** What the folders above need of the scene file's machinery and no user does: `index.ts` is the public door. */

export { spotInCar } from "./building/car.js";
export type { Connection, FlightInput, Level, LiftInput } from "./building/flight.js";
export { levelPlan } from "./building/level-plan.js";
export { carriesTo, checkedPace, checkedStairs, liftOf, meanRide, speedOn } from "./building/pace.js";
export { mapScene } from "./scale.js";
export { placeOf } from "./scene.js";
export { RULES, type RuleName } from "./scene-rules.js";
export { type Shape, validate } from "./validate.js";
export { takeBuildings } from "./world.js";
