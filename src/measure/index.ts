/** What is measured of a run or of a recording: density, level of service, flow, travel times, gates. */
export { type AreaSample, areaMeans } from "./area.js";
export type { MeasureGrid } from "./density.js";
export type { KeptFrame, PeopleAt } from "./frames.js";
export { DOOR_FLOW, type GateCount, type GatesState, goalLines } from "./gates.js";
export { flowOf, streamOf, timeGaps } from "./line.js";
export {
  type FlowLine,
  type Frame,
  type GroupCount,
  LEVELS,
  type Level,
  type LineCount,
  type Measured,
  type MeasuredSoFar,
  type MeasureOptions,
  type MeasuresState,
  type Moment,
} from "./measured.js";
export type {
  AreaMeans,
  AreaMeasured,
  AreaSeries,
  LineMeasured,
  Measurement,
  MeasurementOptions,
  MeasurementResult,
  Passage,
  Stream,
} from "./measurement.js";
export { Measurements, type MeasurementsState, measureFrames } from "./measurements.js";
export { Measures } from "./measures.js";
export { type RecordedAgent, type RecordedFrame, Replay, type ReplayOptions } from "./replay.js";
export type { Run } from "./run.js";
export { type Span, STEADY, type SteadyOptions, steadyEvents, steadyState } from "./steady.js";
export { measurementFiles, measurementSummary, type ResultFile } from "./tables.js";
export { CUT_OFF, floorOf, PersonalGround, Zone } from "./voronoi.js";
