/** What a crowd is told when it is made, and what it tells of itself as plain data. */
import type { ArrivalRule } from "./arrivals.js";
import type { Doors } from "./doors.js";
import type { Leading } from "./leading.js";
import type { LongBodies } from "./long-bodies.js";
import type { CrowdModel } from "./models.js";
import type { PeriodicPlan } from "./periodic.js";
import type { Storeys } from "./storeys.js";
import type { Terrain } from "./terrain.js";
import type { Threads } from "./threads.js";
import type { Tracks } from "./tracks.js";

/** How a crowd runs. */
export interface CrowdOptions {
  /** Seed of the agents' individual choices, an integer; default 1. */
  readonly seed?: number;
  /**
   * How agents that name no model choose their velocities: a value of `wayfield/models`, which also makes one of your
   * own. Default the default model, the one that a crowd carries by itself.
   */
  readonly model?: CrowdModel;
  /** Whether speed falls with density; `weidmann` is his curve (1993). Default `none`. For model `orca`. */
  readonly speedDensity?: "none" | "weidmann";
  /**
   * When an agent has reached a goal. `cross`, the default: its centre has crossed the goal's line, or its body covers the
   * goal's point; where a wall close behind leaves no room to cross, its body touches the line. `touch`: its body touches it.
   */
  readonly arrival?: ArrivalRule;
  /**
   * Two lines at which the plan is glued to itself: who crosses one goes on at the other, and those near either are seen across
   * it. The plan has to go on for 6 m beyond both. Default: none.
   */
  readonly periodic?: PeriodicPlan | undefined;
  /** Doors that do not let everybody through at any time. Default none. */
  readonly doors?: Doors;
  /** Lets people walk on the tracks of guides that have them, such as lanes. Default none: such guides are refused. */
  readonly tracks?: Tracks;
  /** Zones of the world's scene: who may enter, and how fast people are there. A world with zones needs it. Default none. */
  readonly terrain?: Terrain | undefined;
  /** Levels and flights of a building, which needs it. Default none. */
  readonly storeys?: Storeys | undefined;
  /** People who walk together: `new Groups()` of `wayfield/groups`. Default none. */
  readonly groups?: Leading;
  /** Further threads for avoidance; the bits are those of one. Default none. */
  readonly threads?: Threads | undefined;
  /** Takes in bodies that are longer than wide. Default none: `shape` of an agent is refused. */
  readonly longBodies?: LongBodies;
}

/** The state of a crowd as plain data; guides are not part of it, only their numbers. */
export interface CrowdSnapshot {
  readonly format: "wayfield-crowd";
  readonly version: 1;
  readonly clock: number;
  readonly steps: number;
  readonly spawned: number;
  readonly arrived: number;
  readonly columns: Readonly<Record<string, Float64Array>>;
  /** What doors remember; the doors themselves are the owner's to put up. */
  readonly doors: Float64Array;
  /** When the next one may step onto each stair of a building; empty for a plan. */
  readonly stairs: Float64Array;
  /** Bodies that are longer than wide. */
  readonly bodies: Float64Array;
  /** What groups remember; the groups themselves are the owner's to put together. */
  readonly groups: Float64Array;
}
