/** Which planner guides a scene's crowd: the one table to extend when a planner is to be chosen by name. */
import { InputError } from "../errors.js";
import type { Guide } from "../guide.js";
import { type Barrier, PathMap, type Source } from "../pathmap/index.js";
import type { World } from "../world/index.js";

/** What a guide is to do. */
export interface GuideOrder {
  /** Points and segments; the nearest counts. */
  readonly goals: readonly Source[];
  /** Radius of those who follow it, in metres. */
  readonly radius: number;
  /** Segments beyond which the way costs more (Farias 2020, 5.5). */
  readonly barriers: readonly Barrier[];
}

/** A guide that may follow goals that move, and may take barriers. */
export interface PlannedGuide extends Guide {
  /** Goals that have moved; a guide without it is built anew. */
  update?(goals: readonly Source[]): void;
  /** Barriers that replace those before; a guide without it knows none. */
  setBarriers?(barriers: readonly Barrier[]): void;
}

/** Builds a guide. */
export type Planner = (world: World, order: GuideOrder) => PlannedGuide;

/** Planners by the names that `simulation.planner` takes. */
export const PLANNERS: Readonly<Record<string, Planner>> = Object.freeze({
  pathmap: (world: World, order: GuideOrder) => new PathMap(world, order),
});

/** The planner of a name. */
export function plannerNamed(name: string): Planner {
  if (Object.hasOwn(PLANNERS, name)) return PLANNERS[name];
  throw new InputError(
    `no crowd can be guided by ${JSON.stringify(name)}; there are: ${Object.keys(PLANNERS).join(", ")}`,
    "simulation.planner",
  );
}
