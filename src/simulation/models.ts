/** Who of a scene walks by which movement model: an option's for all, else the profile's, else the scene's, else the default. */

import type { ModelValue } from "../crowd/index.js";
import { InputError } from "../errors.js";
import { defaultModel, orca } from "../models/index.js";
import { modelOf } from "../models/internal.js";
import type { Scene } from "../world/index.js";
import type { Profile } from "./specs.js";

/** What decides on models besides profiles. */
export interface ModelChoice {
  readonly scene: Scene;
  /** The model that an option names, for everybody whatever the scene says. */
  readonly model: ModelValue | undefined;
  /** Whether speed falls with density, which is for `orca` alone. */
  readonly weidmann: boolean;
}

/** Parameters of models by their names. */
export type ModelParameters = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The model of those who have no profile. */
export function mainModel(choice: ModelChoice): ModelValue {
  return profileModel({}, choice);
}

/** The model of those with a profile. */
export function profileModel(profile: Pick<Profile, "model" | "avoidance">, choice: ModelChoice): ModelValue {
  const { scene, model, weidmann } = choice;
  const named = profile.model ?? scene.simulation?.model;
  if (model || named === undefined) {
    return model ?? (profile.avoidance || weidmann ? orca : defaultModel);
  }
  return modelOf(named, "model");
}

/** Profiles with parameters of a model that is not theirs, with where. */
export function modelFaults(choice: ModelChoice): { readonly where: string; readonly message: string }[] {
  return Object.entries(choice.scene.profiles ?? {}).flatMap(([name, profile]) => {
    const model = profileModel(profile, choice);
    if (model === orca || !profile.avoidance) return [];
    const message = `belongs to model orca; the model here is ${model.name}`;
    return [{ where: `profiles.${name}.avoidance`, message }];
  });
}

/** The models that somebody walks by, with their parameters; `profiles` are those in use, undefined for none. */
export function modelsInUse(
  choice: ModelChoice,
  profiles: readonly (Profile | undefined)[],
): ModelParameters {
  const models = profiles.map((profile) => (profile ? profileModel(profile, choice) : mainModel(choice)));
  const wrong = choice.weidmann ? models.find((model) => model !== orca) : undefined;
  if (wrong) {
    throw new InputError(`belongs to model orca; the model here is ${wrong.name}`, "speedDensity");
  }
  return Object.fromEntries(models.map((model) => [model.name, model.parameters]));
}
