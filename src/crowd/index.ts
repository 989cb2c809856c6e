/** Crowds: agents that follow guides, avoid each other, and are measured. */
export type { AgentOptions, AgentState, Arrival, Avoidance, EntryOptions } from "./agent.js";
export {
  type Bottleneck,
  type BottleneckOptions,
  type BottleneckState,
  Bottlenecks,
  type Standing,
  type Watched,
} from "./bottleneck.js";
export type { Candidate } from "./corridors.js";
export { Crowd, type CrowdOptions, type CrowdSnapshot } from "./crowd.js";
export type { Grid } from "./density.js";
export { type EmptyCircleManner, EmptyCircleWalking } from "./empty-circles.js";
export { type Body, Engine, type Habit, type Touches } from "./engine.js";
export {
  CROWD_EXPERIMENTS,
  type CrowdExperiment,
  type CrowdOutcome,
  crowdExperiment,
} from "./experiments.js";
export { FLOW_PER_METRE, type GateCount } from "./gates.js";
export type { AgentColumns, WallColumns } from "./kernel/memory.js";
export {
  type CrowdBehaviour,
  type CrowdSelf,
  type LocalMapManner,
  LocalMapWalking,
} from "./local-maps.js";
export { Crowding, type Manner, type Scenery, type Thinker, type Thought } from "./manner.js";
export {
  type FlowLine,
  type Frame,
  type GroupCount,
  goalLines,
  LEVELS,
  type Level,
  type LineCount,
  type Measured,
  type MeasureOptions,
  Measures,
  type Moment,
  type Run,
} from "./measures.js";
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
export type { Ride } from "./transport.js";
export type { WallList } from "./walls.js";
