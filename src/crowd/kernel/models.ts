/**
 * Movement models: how an agent chooses its velocity. This is the place to add one: a class with `choose`, a number in
 * `MODEL` of layout.ts, a line in `makeModels`.
 *
 * A model reads the frozen generation and writes one velocity, from + - * / and square roots alone, so that every engine and
 * any number of threads agree to the bit. What a step promises of walls and contacts holds with any model: motions are
 * clipped and pushed apart after it.
 */
import { MODEL } from "./layout.js";
import { Orca } from "./orca.js";
import type { MovementModel, Surroundings } from "./surroundings.js";

/** Keeps the wish as it is: avoids nobody. */
const STRAIGHT_ON: MovementModel = { choose() {} };

/** All models over some surroundings, by their numbers. */
export function makeModels(around: Surroundings): readonly MovementModel[] {
  const models: MovementModel[] = [];
  models[MODEL.none] = STRAIGHT_ON;
  models[MODEL.orca] = new Orca(around);
  return models;
}
