/** How a scene is run, and a run as plain data. */
import type { ArrivalRule, CrowdSnapshot, ThreadOptions } from "../crowd/index.js";
import { InputError } from "../errors.js";
import type { Model } from "../models/index.js";
import { checkKeys, shown } from "../options.js";
import type { GpuLocalMaps } from "../potential/index.js";
import type { Fall } from "./battle.js";
import type { BottleneckOptions, BottleneckState } from "./bottleneck.js";
import type { Itinerary } from "./destinations.js";
import type { Chooser } from "./exit-choice.js";
import type { LiftsState } from "./lifts.js";
import type { LaneKind, LaneSpacing, Planner } from "./planners.js";
import type { PopulationName } from "./populations.js";
import type { SiteOptions } from "./sites.js";
import type { RoutesState } from "./sketched-routes.js";
import type { StaysState } from "./stays.js";
import type { Ride } from "./transport.js";

/** How a scene is run; what is absent is taken from the scene's `simulation`. */
export interface SimulationOptions {
  /**
   * What guides those whose spawn names no planner: a name, or a function of your own that makes guides, which the report calls by
   * its name. Default `pathmap`.
   */
  readonly planner?: string | Planner;
  /** Planners of your own by names of your own, for `planner` here, in the scene and in its spawns. */
  readonly planners?: Readonly<Record<string, Planner>>;
  /**
   * How people choose their velocities, whatever the scene and its profiles say: a movement model by name or as a value, or one of your own.
   * Default the profile's, else the scene's, else `orca`.
   */
  readonly model?: Model;
  /**
   * Who people are, whatever the scene says: their speed, radius, headway and reaction where their profile does not say it.
   * Default the spawn's, else the scene's, else `adults`; with model `orca`, radius 0.25 m and 1.34 m/s.
   */
  readonly population?: PopulationName;
  /** Seconds per step, 0.0001 to 10; default 0.05. */
  readonly step?: number;
  /** Integer from 0 to 4294967295; default 1. */
  readonly seed?: number;
  /** Seconds after which the run ends, > 0; default 600. */
  readonly duration?: number;
  /** Threads for avoidance, 1 to 256; default 1. */
  readonly threads?: number;
  /** Makes a worker for a further thread, as `createWorker` of `Threads` does. */
  readonly createWorker?: ThreadOptions["createWorker"];
  /** Whether speed falls with density; default `none`. For model `orca`, which it means where no model is named. */
  readonly speedDensity?: "none" | "weidmann";
  /** When people have reached a goal, as in a crowd; default `cross`. */
  readonly arrival?: ArrivalRule;
  /** Bottleneck detection: `false` leaves it out although the scene asks for it. */
  readonly bottleneck?: BottleneckOptions | false;
  /** For planner `flow`: optimized lanes, or lanes as the flow runs; default the scene's, else `optimized`. */
  readonly lanes?: LaneKind;
  /** For planner `flow`: people follow each other so that bodies never touch, or 2 radii along the lane; default `bodies`. */
  readonly spacing?: LaneSpacing;
  /**
   * Where the local maps of those who walk by them are made; default on the CPU. Steps are then taken by `advanceAsync`, and the
   * same bits are not promised: a device rounds as it likes.
   */
  readonly gpu?: GpuLocalMaps;
  /**
   * For planner `roadmap`: everybody is a site of the diagram and walks as in the thesis (Hartmann 2010), instead of by a model.
   * `false` leaves it out although the scene asks for it. Then `arrival` is `touch`.
   */
  readonly sites?: SiteOptions | false;
}

/** A simulation as plain data. */
export interface SimulationSnapshot {
  readonly format: "wayfield-simulation";
  readonly version: 1;
  readonly steps: number;
  /** When plans were last made, in seconds. */
  readonly planned: number;
  readonly spawned: readonly number[];
  /** Since when, in seconds, each spawn has had no room, null while it has; and those of which that was said. */
  readonly late: readonly (number | null)[];
  readonly told: readonly number[];
  readonly warnings: readonly string[];
  readonly random: readonly [number, number, number, number];
  readonly crowd: CrowdSnapshot;
  readonly bottlenecks: BottleneckState | null;
  /** Who has taken which faster way to travel. */
  readonly rides: readonly Ride[];
  /** The lists of guides that people follow, in the order in which they came up. */
  readonly itineraries: readonly Itinerary[];
  /** Who chooses an exit by time, and the last round of decisions. */
  readonly choice: { readonly round: number; readonly choosers: readonly Chooser[] };
  /** Who is at queues and waiting places, or was. */
  readonly stays: StaysState;
  /** Those who have fallen in a battle. */
  readonly falls: readonly Fall[];
  /** Sketched routes, and who follows them. */
  readonly routes: RoutesState;
  /**
   * Lifts of a building: their cars, and who waits or rides; null for a plan.
   *
   * @internal
   */
  readonly lifts: LiftsState | null;
}

/** Names of all options. */
export const SIMULATION_OPTIONS: readonly string[] = [
  "planner",
  "planners",
  "population",
  "model",
  "step",
  "seed",
  "duration",
  "threads",
  "createWorker",
  "speedDensity",
  "arrival",
  "bottleneck",
  "lanes",
  "spacing",
  "gpu",
  "sites",
] satisfies (keyof SimulationOptions)[];

/** Refuses options that are unknown, null, or no object where one is needed; values are checked where they are used. */
export function checkSimulationOptions(given: SimulationOptions): void {
  checkKeys(given, SIMULATION_OPTIONS);
  const none = Object.entries(given).find(([, value]) => value === null);
  if (none) throw new InputError("null is no value; leave the option out for what the scene says", none[0]);
  for (const where of ["bottleneck", "sites", "gpu"] as const) {
    const value: unknown = given[where];
    const isAllowed =
      value === undefined || typeof value === "object" || (value === false && where !== "gpu");
    if (isAllowed) continue;
    const needed = where === "gpu" ? "GpuLocalMaps are" : "false or an object of options is";
    throw new InputError(`${needed} needed; given: ${shown(value)}`, where);
  }
}
