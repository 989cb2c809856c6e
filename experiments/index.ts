/** The experiments of the papers. */
export { CROWD_EXPERIMENTS, crowdExperiment } from "./crowd/runs.js";
export { EXPERIMENTS, experiment } from "./potential/index.js";
