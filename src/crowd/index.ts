/** Crowds: agents that follow guides and avoid each other, among obstacles that move. */
export type { AgentOptions, AgentState, Arrival, Avoidance, EntryOptions } from "./agent.js";
export { ARRIVAL_RULES, type ArrivalRule } from "./arrivals.js";
export { Crowd } from "./crowd.js";
export type { CrowdOptions, CrowdSnapshot } from "./crowd-options.js";
export type { DoorOptions, DoorState } from "./doors.js";
export type { Touches } from "./engine.js";
export { Crowding, type Manner, type Scenery, type Thinker, type Thought } from "./manner.js";
export { DEFAULT_MODEL, MODEL_NAMES, type Model, type ModelName } from "./models.js";
export type {
  AgentView,
  ChooseVelocity,
  OthersView,
  OwnModel,
  OwnModelOptions,
  WallsView,
} from "./own-model.js";
export type { Periodic } from "./periodic.js";
export type { CrowdWorker } from "./threads.js";
