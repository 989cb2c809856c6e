/** Crowds: agents that follow guides, avoid each other, and are measured. */
export { type Bottleneck, type BottleneckOptions, Bottlenecks } from "./bottleneck.js";
export {
  type AgentOptions,
  type AgentState,
  type Arrival,
  type Avoidance,
  Crowd,
  type CrowdOptions,
  type CrowdSnapshot,
} from "./crowd.js";
export { type Barrier, type GuideOrder, type PlannedGuide, type Planner, PLANNERS } from "./planners.js";
export { Simulation, type SimulationOptions, type SimulationSnapshot } from "./simulation.js";
