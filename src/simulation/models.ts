/** Who of a scene walks by which movement model: an option's for all, else the profile's, else the scene's, else the default. */
import { DEFAULT_MODEL, type Model } from "../crowd/index.js";
import { modelName, traitsOf } from "../crowd/internal.js";
import { InputError } from "../errors.js";
import type { Scene } from "../world/index.js";
import type { Profile } from "./specs.js";

/** What decides on models besides profiles. */
export interface ModelChoice {
  readonly scene: Scene;
  /** The model that an option names, for everybody whatever the scene says. */
  readonly model: Model | undefined;
  /** Whether speed falls with density, which is for `orca` alone. */
  readonly weidmann: boolean;
}

/** Parameters of models by their names. */
export type ModelParameters = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The model of those who have no profile. */
export function mainModel({ scene, model, weidmann }: ModelChoice): Model {
  return model ?? scene.simulation?.model ?? (weidmann ? "orca" : DEFAULT_MODEL);
}

/** The model of those with a profile. */
function profileModel(profile: Profile, choice: ModelChoice): Model {
  const { scene, model, weidmann } = choice;
  const named = model ?? profile.model ?? scene.simulation?.model;
  return named ?? (profile.avoidance || weidmann ? "orca" : DEFAULT_MODEL);
}

/** Profiles with parameters of a model that is not theirs, with where. */
export function modelFaults(choice: ModelChoice): { readonly where: string; readonly message: string }[] {
  return Object.entries(choice.scene.profiles ?? {}).flatMap(([name, profile]) => {
    const model = profileModel(profile, choice);
    if (model === "orca" || !profile.avoidance) return [];
    const message = `belongs to model orca; the model here is ${modelName(model)}`;
    return [{ where: `profiles.${name}.avoidance`, message }];
  });
}

/** The models that somebody walks by, with their parameters; `profiles` are those in use, undefined for none. */
export function modelsInUse(
  choice: ModelChoice,
  profiles: readonly (Profile | undefined)[],
): ModelParameters {
  const models = profiles.map((profile) => (profile ? profileModel(profile, choice) : mainModel(choice)));
  const wrong = choice.weidmann ? models.find((model) => model !== "orca") : undefined;
  if (wrong) {
    throw new InputError(`belongs to model orca; the model here is ${modelName(wrong)}`, "speedDensity");
  }
  return Object.fromEntries(models.map((model) => [modelName(model), traitsOf(model).parameters]));
}
