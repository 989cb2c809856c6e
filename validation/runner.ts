/** Runs one case with one model and one seed. */
import { InputError } from "../src/errors.js";
import type { Bench, Case, CaseFigure, Values } from "./case.js";
import { simulate } from "./simulate.js";

/** What a run is of. */
export interface Job {
  /** The case's id. */
  readonly case: string;
  readonly model: string;
  readonly seed: number;
  /** Whether figures are wanted. */
  readonly figures: boolean;
}

/** What came of it. */
export interface Outcome {
  readonly values: Values;
  readonly figures: readonly CaseFigure[];
}

/**
 * Runs a case.
 *
 * @throws InputError where it lacks something
 */
export function runCase(of: Case, { model, seed, figures: wanted }: Omit<Job, "case">): Outcome {
  if (!of.run) throw new InputError(`cannot run yet: ${of.lacks}`, of.id);
  const figures: CaseFigure[] = [];
  const bench: Bench = {
    model,
    seed,
    simulate: (scene, options = {}) => simulate(scene, { ...options, model, seed }),
    show: (draw) => {
      if (wanted) figures.push(draw());
    },
  };
  return { values: of.run(bench), figures };
}
