/** The experiments of the papers: the one list, by name. */
import { InputError } from "../src/errors.js";
import { BARRIER_FIGURES } from "./crowd/barrier-figures.js";
import { BOTTLENECKS } from "./crowd/bottleneck.js";
import { GOALS } from "./crowd/goals.js";
import { POCKETS } from "./crowd/pockets.js";
import { sketches } from "./crowd/sketches.js";
import { terrain } from "./crowd/terrain.js";
import { transport } from "./crowd/transport.js";
import type { Experiment } from "./experiment.js";
import { crossing } from "./flow/crossing.js";
import { FLOW_FIGURES } from "./flow/figures.js";
import { TABLE_41 } from "./flow/table-4-1.js";
import { armies } from "./groups/armies.js";
import { formations } from "./groups/formations.js";
import { groupMap } from "./groups/group-map.js";
import { MAPS } from "./pathmap/figures.js";
import { ALONE } from "./potential/alone.js";
import { FLATNESS } from "./potential/flatness.js";
import { LOCAL_MAPS } from "./potential/local-maps.js";
import { parkHundred } from "./potential/park-100.js";
import { TOGETHER } from "./potential/together.js";
import { types } from "./potential/types.js";
import { deadEnds } from "./roadmap/dead-ends.js";
import { SIMULATIONS } from "./roadmap/simulations.js";

import { accuracy } from "./surface/accuracy.js";
import { FIGURES } from "./surface/figures.js";
import { OVERLAYS } from "./surface/overlay.js";
import { relaxation } from "./surface/relaxation.js";
import { inputs } from "./travel/inputs.js";

export { sourceOf } from "./experiment.js";

/** All experiments, paper by paper. */
export const EXPERIMENTS: readonly Experiment[] = Object.freeze([
  ...MAPS,
  ...GOALS,
  transport,
  ...POCKETS,
  ...FLOW_FIGURES,
  ...TABLE_41,
  crossing,
  ...BARRIER_FIGURES,
  ...BOTTLENECKS,
  ...FLATNESS,
  ...LOCAL_MAPS,
  types,
  ...ALONE,
  ...TOGETHER,
  parkHundred,
  ...FIGURES,
  ...OVERLAYS,
  accuracy,
  relaxation,
  sketches,
  deadEnds,
  ...SIMULATIONS,
  formations,
  groupMap,
  armies,
  terrain,
  inputs,
]);

/** An experiment by name. @throws InputError where there is none */
export function experimentNamed(name: string): Experiment {
  const found = EXPERIMENTS.find((experiment) => experiment.name === name);
  if (found) return found;
  const names = EXPERIMENTS.map((experiment) => experiment.name).join(", ");
  throw new InputError(`is no experiment; there are ${names}`, name);
}
