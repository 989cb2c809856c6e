/** Crowds: agents that follow guides, avoid each other, and are measured. */
export {
  type Bottleneck,
  type BottleneckOptions,
  type BottleneckState,
  Bottlenecks,
  type Candidate,
  type StandingBarrier,
} from "./bottleneck.js";
export {
  type AgentOptions,
  type AgentState,
  type Arrival,
  type Avoidance,
  Crowd,
  type CrowdOptions,
  type CrowdSnapshot,
  type EntryOptions,
} from "./crowd.js";
export type { Grid } from "./density.js";
export { type Body, Engine, type Habit, type Touches } from "./engine.js";
export {
  type FlowLine,
  type Frame,
  LEVELS,
  type Level,
  type LineCount,
  type Measured,
  type MeasureOptions,
  Measures,
  type Moment,
  type Run,
} from "./measures.js";
export type { AgentColumns, WallColumns } from "./memory.js";
export {
  type GuideOrder,
  LANE_KINDS,
  LANE_SPACINGS,
  type LaneKind,
  type LaneSpacing,
  PLANNERS,
  type PlannedGuide,
  type Planner,
} from "./planners.js";
export { type RecordedAgent, type RecordedFrame, Replay, type ReplayOptions } from "./replay.js";
export { Simulation, type SimulationOptions, type SimulationSnapshot } from "./simulation.js";
export type { WallList } from "./walls.js";
