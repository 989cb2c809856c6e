/** The experiments of the papers. */
export { EXPERIMENTS, experiment } from "./potential/index.js";
