/**
 * Movement models by name: what each looks at, what bodies it has, and its parameters. The models themselves are in the kernel;
 * those of a program are plain objects or functions.
 */
import { InputError } from "../errors.js";
import { didYouMean, shown } from "../options.js";
import { HARD_DISCS, type Habit, type ModelTraits } from "./habits.js";
import { ANTICIPATION } from "./kernel/anticipation.js";
import { CENTRIFUGAL } from "./kernel/centrifugal.js";
import { COLLISION_FREE } from "./kernel/collision-free.js";
import { CONSTANTS } from "./kernel/default.js";
import { MODEL } from "./kernel/layout.js";
import { OPTIMAL_STEPS } from "./kernel/optimal-steps.js";
import { SOCIAL_FORCE } from "./kernel/social-force.js";
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
export const DEFAULT: Habit = Object.freeze({
  ...HARD_DISCS,
  model: MODEL.default,
  neighbours: 20,
  range: CONSTANTS.sight,
  wallRange: CONSTANTS.sight,
  ahead: 1,
  // Shoulders turn and give way: what may not overlap is as wide as a person is deep.
  body: CONSTANTS.turned,
  wallBody: 0.85,
  contactTime: 0.2,
  contactSpeed: 0.5,
  turned: CONSTANTS.turned,
});

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
  speed: {
    habit: { ...HARD_DISCS, model: MODEL.speed, neighbours: 32, range: COLLISION_FREE.range, wallRange: 1 },
    parameters: COLLISION_FREE,
    headway: 1,
  },
  anticipation: {
    habit: {
      ...HARD_DISCS,
      model: MODEL.anticipation,
      neighbours: 32,
      range: ANTICIPATION.range,
      wallRange: 1,
    },
    parameters: ANTICIPATION,
    headway: 1.06,
  },
  "social-force": {
    // Bodies have forces of their own: the kernel keeps only their cores apart.
    habit: {
      ...HARD_DISCS,
      model: MODEL.socialForce,
      neighbours: 32,
      range: SOCIAL_FORCE.range,
      wallRange: SOCIAL_FORCE.range,
      core: 0.5,
      wallBody: 0.5,
      longestStep: SOCIAL_FORCE.longestStep,
    },
    parameters: SOCIAL_FORCE,
  },
  centrifugal: {
    habit: {
      ...HARD_DISCS,
      model: MODEL.centrifugal,
      neighbours: 32,
      range: 4,
      wallRange: 3,
      core: CENTRIFUGAL.narrowest / CENTRIFUGAL.width,
      body: CENTRIFUGAL.narrowest / CENTRIFUGAL.width,
      longestStep: CENTRIFUGAL.longestStep,
    },
    parameters: CENTRIFUGAL,
  },
  steps: {
    habit: { ...HARD_DISCS, model: MODEL.steps, neighbours: 24, range: 2.5, wallRange: 2 },
    parameters: OPTIMAL_STEPS,
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
