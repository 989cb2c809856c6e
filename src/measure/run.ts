import type { Crowd } from "../crowd/index.js";
import type { Barrier } from "../pathmap/index.js";
import type {
  Bottleneck,
  Fall,
  ModelParameters,
  PopulationName,
  RouteSummary,
  SideSummary,
  SiteFigures,
  StaySummary,
  TimetableSummary,
  Visit,
} from "../simulation/index.js";
import type { Scene } from "../world/index.js";

/** What is measured: a simulation, or a recording played back. */
export interface Run {
  readonly scene: Scene;
  readonly crowd: Pick<
    Crowd,
    "columns" | "size" | "arrivals" | "arrived" | "spawned" | "touches" | "world"
  > & {
    /** Where the rest of a long body is, as a crowd tells; a recording does not know. */
    readonly followers?: Crowd["followers"];
  };
  /** Seconds since the start. */
  readonly time: number;
  /** Agents that should come. */
  readonly total: number;
  /** Agents that should come from each spawn; by default what the scene says, and where it gives a density, those who arrived. */
  readonly asked?: readonly number[];
  /** Whether agents come as long as it runs; then `total` are those that have come. */
  readonly endless?: boolean;
  /** Agents that find no room. */
  readonly waiting: number;
  readonly planner: string;
  /** Who people are whose spawn names no population. */
  readonly population: PopulationName | "none";
  /** Persons per second and metre that its rules let through doors and exits at most; null for no rule. */
  readonly doorFlow: number | null;
  /** The movement model of those whose profile names none, and the parameters of all that somebody walks by. */
  readonly model: string;
  readonly models: ModelParameters;
  /** The graphics adapter that local maps were made on; null for the CPU, or where it is not known. */
  readonly adapter: string | null;
  /** What the diagram of people came to; null or absent where they are no sites of the roadmap. */
  readonly sites?: SiteFigures | null;
  readonly seed: number;
  readonly step: number;
  readonly duration: number;
  readonly warnings: readonly string[];
  /** What happened at queues and waiting places, and every stay that is over; a recording does not know. */
  readonly stays?: readonly StaySummary[];
  readonly visits?: readonly Visit[];
  /** When those who wait in refuges came there, in seconds; a recording does not know. */
  readonly sheltered?: readonly number[];
  /** Sides that fight and their losses, and how many have come to their goal and stay; a recording does not know. */
  readonly sides?: readonly SideSummary[];
  readonly falls?: readonly Fall[];
  readonly groups?: { readonly staying: number };
  /** Sketched routes in numbers; a recording does not know. */
  readonly routes?: { readonly summary: readonly RouteSummary[] };
  /** The timetable of flows that cross; absent or null for none, and of a recording. */
  readonly timetable?: TimetableSummary | null;
  readonly bottlenecks: {
    readonly list: readonly Bottleneck[];
    readonly barriers: readonly Barrier[];
  } | null;
}
