/**
 * Movement models: how an agent chooses its velocity. This is the place to add one: a class with `choose`, a number in
 * `MODEL` of layout.ts, a line in `makeModels`, and its name and traits in crowd/models.ts.
 *
 * A model reads the frozen generation and writes one velocity, from + - * / and square roots alone, so that every engine and
 * any number of threads agree to the bit. It may keep a vector and a time for its next choice, which snapshots hold. What a
 * step promises of walls and contacts holds with any model: motions are clipped and pushed apart after it.
 */
import { Anticipation } from "./anticipation.js";
import { Centrifugal } from "./centrifugal.js";
import { CollisionFree } from "./collision-free.js";
import { Default } from "./default.js";
import { Impatience } from "./impatience.js";
import { MODEL } from "./layout.js";
import { OptimalSteps } from "./optimal-steps.js";
import { Orca } from "./orca.js";
import { SocialForce } from "./social-force.js";
import type { MovementModel, Surroundings } from "./surroundings.js";

/** Makes the models of a program; they run where they were given, on the crowd's own thread. */
export type MakeModels = (around: Surroundings) => readonly MovementModel[];

/** All models over some surroundings, by their numbers. */
export function makeModels(around: Surroundings, own: MakeModels = () => []): readonly MovementModel[] {
  const models: MovementModel[] = [];
  models[MODEL.straight] = new Impatience(around);
  models[MODEL.orca] = new Orca(around);
  models[MODEL.speed] = new CollisionFree(around);
  models[MODEL.anticipation] = new Anticipation(around);
  models[MODEL.socialForce] = new SocialForce(around);
  models[MODEL.centrifugal] = new Centrifugal(around);
  models[MODEL.steps] = new OptimalSteps(around);
  models[MODEL.default] = new Default(around);
  own(around).forEach((model, k) => {
    models[MODEL.own + k] = model;
  });
  return models;
}
