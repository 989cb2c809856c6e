/** Crowds: agents that follow guides and avoid each other. */
export type { AgentOptions, AgentState, Arrival, Avoidance, EntryOptions } from "./agent.js";
export { Crowd, type CrowdOptions, type CrowdSnapshot } from "./crowd.js";
export { type Body, Engine, type Habit, type Touches } from "./engine.js";
export type { AgentColumns, WallColumns } from "./kernel/memory.js";
export { Crowding, type Manner, type Scenery, type Thinker, type Thought } from "./manner.js";
export type { WallList } from "./walls.js";
