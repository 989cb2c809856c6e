/** Studies: many runs of a scene, what is varied between them, and statistics that hold. */
export {
  type Calibration,
  type CalibrationOptions,
  calibrateStudy,
  type Evaluation,
  type TargetFigures,
} from "./calibrate.js";
export { calibrationReport } from "./calibration-report.js";
export {
  CONVERGENCE_DEFAULTS,
  type Convergence,
  type ConvergenceMeasures,
  type ConvergenceRule,
  convergenceOf,
  curveMeasures,
} from "./convergence.js";
export {
  type Design,
  type DesignPoint,
  type DesignPoints,
  designPoints,
  type StudyFactor,
} from "./design.js";
export { type TwoLevelDesign, twoLevelDesign } from "./fractional.js";
export type { MeanMaps, StudyRow } from "./gather.js";
export { MEASURES, type MeasureSpec } from "./measures.js";
export type { Optimiser } from "./minimise.js";
export { type PairedDifference, pairedDifference } from "./pairs.js";
export {
  failedRecord,
  OUTCOMES,
  type RunBottleneck,
  type RunMaps,
  type RunOutcome,
  type RunRecord,
  recordRun,
} from "./record.js";
export { type StudyReport, studyReport } from "./report.js";
export type {
  RunFigures,
  SampleResults,
  StudyResults,
  VariantDifference,
  VariantResults,
} from "./results.js";
export {
  runStudy,
  type StudyJob,
  type StudyOptions,
  type StudyOutcome,
  type StudyProgress,
} from "./run-study.js";
export { type FactorValue, type LevelMean, type Sensitivity, sensitivityOf } from "./sensitivity.js";
export {
  type Interval,
  meanInterval,
  quantileInterval,
  quantileOf,
  quantileRanks,
  type Ranks,
  runsNeeded,
  type SampleFigures,
  sampleFigures,
} from "./statistics.js";
export {
  countRuns,
  parseStudy,
  planStudy,
  type StoppingRule,
  type StudyPlan,
  type StudySetting,
  type Variant,
} from "./study.js";
export type { StudyFile } from "./study-compiled.js";
