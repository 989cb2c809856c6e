/**
 * Movement models by name: what each looks at, what bodies it has, and its parameters. The models themselves are in the kernel;
 * those of a program are plain objects or functions.
 */
import { InputError } from "../errors.js";
import { didYouMean, shown } from "../options.js";
import { HARD_DISCS, type Habit, type ModelTraits } from "./habits.js";
import { CONSTANTS } from "./kernel/default.js";
import { MODEL } from "./kernel/layout.js";
import { checkOwnModel, type OwnModel, ownTraits } from "./own-model.js";

/** ORCA's people where nothing is said. */
export const ORCA: Habit = Object.freeze({
  ...HARD_DISCS,
  model: MODEL.orca,
  neighbours: 10,
  range: 5,
  wallRange: 0,
  horizon: 2,
  obstacleHorizon: 0.5,
});

/** The model of ORCA's people who avoid nobody. */
export const STRAIGHT = MODEL.straight;

/** People of the default model where nothing is said. */
export const DEFAULT: Habit = {
  ...HARD_DISCS,
  model: MODEL.default,
  neighbours: 20,
  range: CONSTANTS.sight,
  wallRange: CONSTANTS.sight,
  ahead: 1,
  wallBody: 0.85,
  contactTime: 0.2,
  contactSpeed: 0.5,
  turned: CONSTANTS.turned,
};

/** The built-in models. */
const TRAITS = Object.freeze({
  default: { habit: DEFAULT, parameters: CONSTANTS },
  orca: {
    habit: ORCA,
    parameters: {
      horizon: ORCA.horizon,
      obstacleHorizon: ORCA.obstacleHorizon,
      neighbours: ORCA.neighbours,
      range: ORCA.range,
    },
  },
}) satisfies Readonly<Record<string, ModelTraits>>;

/** The name of a built-in movement model. */
export type ModelName = keyof typeof TRAITS;

/** A movement model: a built-in one by name, or one of your own. */
export type Model = ModelName | OwnModel;

/** Names of the built-in movement models. */
export const MODEL_NAMES = Object.freeze(Object.keys(TRAITS)) as readonly ModelName[];

/** The model where none is named. */
export const DEFAULT_MODEL: ModelName = "default";

/** A model, if it is one. */
export function checkModel(model: unknown, where: string): Model {
  if (typeof model === "function" || (typeof model === "object" && model !== null)) {
    return checkOwnModel(model, where);
  }
  if (MODEL_NAMES.includes(model as ModelName)) return model as ModelName;
  const meant = typeof model === "string" ? didYouMean(model, MODEL_NAMES) : "";
  throw new InputError(
    `there is no model ${shown(model)}; ${meant}there are: ${MODEL_NAMES.join(", ")}, and your own`,
    where,
  );
}

/** What a model is called in results. */
export function modelName(model: Model): string {
  return typeof model === "string" ? model : model.name || "own model";
}

/** What a model looks at, its bodies and its parameters. */
export function traitsOf(model: Model): ModelTraits {
  return typeof model === "string" ? TRAITS[model] : ownTraits(model);
}
