/** Movement models by name, for scene files, simulations and the command line: they know all of them. */
import type { ModelName } from "../crowd/index.js";
import { BUILT_IN, ModelValue, type OwnModel, ownModelAt } from "../crowd/internal.js";
import { InputError } from "../errors.js";
import { didYouMean, shown } from "../options.js";

/** A movement model: a built-in one by name or as a value, or one of your own. */
export type Model = ModelName | ModelValue | OwnModel;

/** All built-in models. */
export const ALL_MODELS = BUILT_IN;

/** Names of the built-in movement models. */
export const MODEL_NAMES = Object.freeze(ALL_MODELS.map(({ name }) => name)) as readonly ModelName[];

/** The model where none is named. */
export const DEFAULT_MODEL: ModelName = "default";

/**
 * The model that somebody means.
 *
 * @throws InputError where there is none
 */
export function modelOf(model: unknown, where: string): ModelValue {
  if (model instanceof ModelValue) return model;
  if (typeof model === "function" || (typeof model === "object" && model !== null)) {
    return ownModelAt(model as OwnModel, where);
  }
  const found = ALL_MODELS.find(({ name }) => name === model);
  if (found) return found;
  const meant = typeof model === "string" ? didYouMean(model, MODEL_NAMES) : "";
  throw new InputError(
    `there is no model ${shown(model)}; ${meant}there are: ${MODEL_NAMES.join(", ")}, and your own`,
    where,
  );
}
