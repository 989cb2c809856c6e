/** The movement models that others have published, as values: what their people are like, and their code in the kernel. */
import { checkChoice, checkKeys, checkNumber } from "../options.js";
import { type Avoidance, HARD_DISCS, type Habit } from "./habits.js";
import { ANTICIPATION, Anticipation } from "./kernel/anticipation.js";
import { CENTRIFUGAL, Centrifugal } from "./kernel/centrifugal.js";
import { COLLISION_FREE, CollisionFree } from "./kernel/collision-free.js";
import { Impatience } from "./kernel/impatience.js";
import { MODEL } from "./kernel/layout.js";
import type { MakeModel, ModelTable } from "./kernel/models.js";
import { OPTIMAL_STEPS, OptimalSteps } from "./kernel/optimal-steps.js";
import { Orca } from "./kernel/orca.js";
import { SOCIAL_FORCE, SocialForce } from "./kernel/social-force.js";
import { defaultModel, ModelValue } from "./models.js";

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

/** What an agent's `avoidance` means. */
function habitOf(avoidance: Avoidance): Partial<Habit> {
  checkKeys(avoidance, ["method", "horizon", "obstacleHorizon", "neighbours", "range"], "avoidance");
  const { method = "orca", horizon = ORCA.horizon, obstacleHorizon = ORCA.obstacleHorizon } = avoidance;
  const { neighbours = ORCA.neighbours, range = ORCA.range } = avoidance;
  checkChoice(method, "avoidance.method", ["orca", "none"]);
  checkNumber(horizon, "avoidance.horizon", { of: "seconds", above: 0 });
  checkNumber(obstacleHorizon, "avoidance.obstacleHorizon", { of: "seconds", above: 0 });
  checkNumber(range, "avoidance.range", { of: "metres", above: 0 });
  checkNumber(neighbours, "avoidance.neighbours", { whole: true, least: 0, most: 64 });
  const model = method === "orca" ? MODEL.orca : MODEL.straight;
  return { model, horizon, obstacleHorizon, neighbours, range };
}

/** Optimal reciprocal collision avoidance (van den Berg and others 2011). */
export const orca: ModelValue = /* @__PURE__ */ new ModelValue(
  "orca",
  {
    habit: ORCA,
    radius: 0.25,
    parameters: {
      horizon: ORCA.horizon,
      obstacleHorizon: ORCA.obstacleHorizon,
      neighbours: ORCA.neighbours,
      range: ORCA.range,
    },
  },
  {
    [MODEL.straight]: (around) => new Impatience(around),
    [MODEL.orca]: (around) => new Orca(around),
  },
  habitOf,
);

/** The collision-free speed model (Tordeux, Chraibi and Seyfried 2016). */
export const speed: ModelValue = /* @__PURE__ */ new ModelValue(
  "speed",
  {
    habit: { ...HARD_DISCS, model: MODEL.speed, neighbours: 32, range: COLLISION_FREE.range, wallRange: 1 },
    parameters: COLLISION_FREE,
    headway: 1,
  },
  { [MODEL.speed]: (around) => new CollisionFree(around) },
);

/** The anticipation velocity model (Xu, Chraibi and Seyfried 2021). */
export const anticipation: ModelValue = /* @__PURE__ */ new ModelValue(
  "anticipation",
  {
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
  { [MODEL.anticipation]: (around) => new Anticipation(around) },
);

/** The social force model (Helbing, Farkas and Vicsek 2000). */
export const socialForce: ModelValue = /* @__PURE__ */ new ModelValue(
  "social-force",
  {
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
  { [MODEL.socialForce]: (around) => new SocialForce(around) },
);

/** The generalized centrifugal force model (Chraibi, Seyfried and Schadschneider 2010). */
export const centrifugal: ModelValue = /* @__PURE__ */ new ModelValue(
  "centrifugal",
  {
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
  { [MODEL.centrifugal]: (around) => new Centrifugal(around) },
);

/** The optimal steps model (Seitz and Köster 2012). */
export const steps: ModelValue = /* @__PURE__ */ new ModelValue(
  "steps",
  {
    habit: { ...HARD_DISCS, model: MODEL.steps, neighbours: 24, range: 2.5, wallRange: 2 },
    parameters: OPTIMAL_STEPS,
  },
  { [MODEL.steps]: (around) => new OptimalSteps(around) },
);

/** All built-in models. */
export const BUILT_IN: readonly ModelValue[] = Object.freeze([
  defaultModel,
  orca,
  speed,
  anticipation,
  socialForce,
  centrifugal,
  steps,
]);

/** The code of all built-in models, by their numbers. */
export function allModels(): ModelTable {
  const table: MakeModel[] = [];
  for (const { makers } of BUILT_IN) Object.assign(table, makers);
  return table;
}
