/**
 * Movement models: how an agent chooses its velocity. This is the place to begin with a new one: a class with `choose`, a number
 * in `MODEL` of layout.ts, and a value with its name and traits in crowd/published.ts.
 *
 * A model reads the frozen generation and writes one velocity, from + - * / and square roots alone, so that every engine and
 * any number of threads agree to the bit. It may keep a vector and a time for its next choice, which snapshots hold. What a
 * step promises of walls and contacts holds with any model: motions are clipped and pushed apart after it.
 */
import type { MovementModel, Surroundings } from "./surroundings.js";

/** Makes a model over some surroundings. */
export type MakeModel = (around: Surroundings) => MovementModel;

/** How models are made, by their numbers; there are gaps where a crowd does not carry one. */
export type ModelTable = readonly MakeModel[];
