/** What is measured of a run or of a recording: density, level of service, flow, travel times, gates. */
export type { MeasureGrid } from "./density.js";
export { FLOW_PER_METRE, type GateCount, type GatesState } from "./gates.js";
export {
  type FlowLine,
  type Frame,
  type GroupCount,
  LEVELS,
  type Level,
  type LineCount,
  type Measured,
  type MeasureOptions,
  type MeasuresState,
  type Moment,
} from "./measured.js";
export { goalLines, Measures } from "./measures.js";
export { type RecordedAgent, type RecordedFrame, Replay, type ReplayOptions } from "./replay.js";
export type { Run } from "./run.js";
