/** Crowds: agents that follow guides and avoid each other, among obstacles that move. */
export type {
  AgentOptions,
  AgentState,
  Arrival,
  EntryOptions,
} from "./agent.js";
export { ARRIVAL_RULES, type ArrivalRule } from "./arrivals.js";
export { Crowd } from "./crowd.js";
export type { CrowdOptions, CrowdSnapshot } from "./crowd-options.js";
export { type DoorOptions, type DoorState, Doors } from "./doors.js";
export type { Touches } from "./engine.js";
export type { Avoidance } from "./habits.js";
export type { Leading } from "./leading.js";
export { type BodyShape, LongBodies } from "./long-bodies.js";
export { Crowding, type Manner, type Scenery, type Thinker, type Thought } from "./manner.js";
export type { CrowdModel, ModelName, ModelValue } from "./models.js";
export { type Periodic, PeriodicPlan } from "./periodic.js";
export { Storeys } from "./storeys.js";
export { Terrain } from "./terrain.js";
export type { CrowdWorker } from "./thread.js";
export { type ThreadOptions, Threads } from "./threads.js";
export { Tracks } from "./tracks.js";
