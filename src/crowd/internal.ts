/** What the folders above need of a crowd and no user does: `index.ts` is the public door. */
export { DirectedCrowd } from "./directed.js";
export { Engine } from "./engine.js";
export type { Habit } from "./habits.js";
export { HeadingGuide } from "./heading.js";
export { scrambled } from "./manner.js";
export { DEFAULT, defaultModel, ModelValue } from "./models.js";
export {
  type AgentView,
  type ChooseVelocity,
  type OthersView,
  type OwnModel,
  type OwnModelOptions,
  ownModel,
  ownModelAt,
  type WallsView,
} from "./own-model.js";
export { type People, STAY } from "./people.js";
export {
  allModels,
  anticipation,
  BUILT_IN,
  centrifugal,
  ORCA,
  orca,
  socialForce,
  speed,
  steps,
} from "./published.js";
export { type WallList, wallsOf } from "./walls.js";
