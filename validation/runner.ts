/** Runs one case with one model and one seed. */

import { InputError } from "../src/errors.js";
import type { Model } from "../src/models/index.js";
import type { Bench, Case, CaseFigure, Values } from "./case.js";
import { simulate } from "./simulate.js";

/** How a case is run. */
export interface RunOptions {
  /** The movement model, and what it is called. */
  readonly model: Model;
  readonly name: string;
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
export function runCase(of: Case, { model, name, seed, figures: wanted }: RunOptions): Outcome {
  if (!of.run) throw new InputError(`cannot run yet: ${of.lacks}`, of.id);
  const figures: CaseFigure[] = [];
  const bench: Bench = {
    model: name,
    seed,
    simulate: (scene, options = {}) => simulate(scene, { ...options, model, seed }),
    show: (draw) => {
      if (wanted) figures.push(draw());
    },
  };
  return { values: of.run(bench), figures };
}
