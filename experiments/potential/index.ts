/** The experiments of the pedestrian planner. */
import { builtinScene } from "../../src/scenes/index.js";
import { type Experiment, runExperiment } from "./pedestrians.js";

export { EXPERIMENTS, type Experiment, type Run, type Trail } from "./pedestrians.js";

/** Runs an experiment of the pedestrian planner by name; `EXPERIMENTS` lists them. */
export function experiment(name: string): Experiment {
  return runExperiment(name, builtinScene("park"));
}
