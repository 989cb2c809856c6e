/** Movement models as values: a crowd carries the default one, and takes in those that it is given. */
export {
  type AgentView,
  anticipation,
  type ChooseVelocity,
  centrifugal,
  defaultModel,
  type OthersView,
  type OwnModel,
  type OwnModelOptions,
  orca,
  ownModel,
  socialForce,
  speed,
  steps,
  type WallsView,
} from "../crowd/internal.js";
export { DEFAULT_MODEL, MODEL_NAMES, type Model } from "./names.js";
