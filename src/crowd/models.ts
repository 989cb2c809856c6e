/**
 * Movement models as values: what each looks at, what bodies it has, its parameters and its code. A crowd carries the default
 * model, and others as they are given to it: so a page loads those that it uses.
 */
import { InputError } from "../errors.js";
import { didYouMean, shown } from "../options.js";
import { type Avoidance, HARD_DISCS, type Habit, type ModelTraits } from "./habits.js";
import { CONSTANTS, Default } from "./kernel/default.js";
import { MODEL } from "./kernel/layout.js";
import type { MakeModel } from "./kernel/models.js";

/** The name of a built-in movement model. */
export type ModelName =
  | "default"
  | "orca"
  | "speed"
  | "anticipation"
  | "social-force"
  | "centrifugal"
  | "steps";

/** A movement model as a value: `wayfield/models` has the built-in ones, and makes one of your own. */
export class ModelValue {
  /**
   * @param name what scene files and results call it
   * @param traits what holds of its people
   * @param makers its code, by numbers of `MODEL`
   * @param habitOf checks an agent's `avoidance`, and says what it means; for the one model that knows it
   * @param choose the program's function, where the model is its own
   * @internal
   */
  constructor(
    readonly name: string,
    /** @internal */
    readonly traits: ModelTraits,
    /** @internal */
    readonly makers: Readonly<Record<number, MakeModel>>,
    /** @internal */
    readonly habitOf?: (avoidance: Avoidance) => Partial<Habit>,
    /** @internal */
    readonly choose?: (...given: never[]) => void,
  ) {}

  /** Its parameters, in metres and seconds, as results show them. */
  get parameters(): Readonly<Record<string, number>> {
    return this.traits.parameters;
  }
}

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

/** The model of evacuation and everyday walking, which every crowd carries. */
export const defaultModel: ModelValue = new ModelValue(
  "default",
  { habit: DEFAULT, parameters: CONSTANTS },
  { [MODEL.default]: (around) => new Default(around) },
);

/** A movement model of a crowd: the default one by name, others as values of `wayfield/models`. */
export type CrowdModel = "default" | ModelValue;

/** The built-in models that a crowd does not know by name. */
const NAMES = ["orca", "speed", "anticipation", "social-force", "centrifugal", "steps"];

/** The value that a crowd was given, if it is one. */
export function crowdModel(model: unknown, where: string): ModelValue {
  if (model === defaultModel.name) return defaultModel;
  if (model instanceof ModelValue) return model;
  if (NAMES.includes(String(model))) {
    const value = String(model).replace("-f", "F");
    throw new InputError(`a crowd does not know it by name; ${importing(value)}`, where);
  }
  if (typeof model === "function" || (typeof model === "object" && model !== null)) {
    throw new InputError(
      `a model of your own is made a value first; ${importing("ownModel", "ownModel(yours)")}`,
      where,
    );
  }
  const meant = typeof model === "string" ? didYouMean(model, NAMES) : "";
  throw new InputError(
    `there is no model ${shown(model)}; ${meant}there are: default, and values of wayfield/models`,
    where,
  );
}

/** How a model is had that a crowd does not carry. */
export function importing(name: string, value = name): string {
  return `import { ${name} } from "wayfield/models" and give model: ${value}`;
}
