/** A run in numbers: what `summary.json` holds and the report shows first. */

import { type Segment, samePoint } from "../geometry/index.js";
import { DOOR_FLOW, type Measured, type Run } from "../measure/index.js";
import type {
  FlowTimes,
  RouteSummary,
  SideSummary,
  SiteFigures,
  StaySummary,
  TimetableSummary,
} from "../simulation/index.js";
import { type Building, profileLabel, type Scene, spawnProfiles } from "../world/index.js";
import { type FlightSummary, flightSummary } from "./flight-counts.js";
import { meanFlow, peakFlow } from "./rates.js";
import { type StoreySummary, storeySummary } from "./storey-counts.js";

type SpawnSpec = NonNullable<Scene["spawns"]>[number];

/** The numbers of a run. Times in seconds, lengths in metres. */
export interface Summary {
  /** Names the run: equal for equal scene, options and version; recordings and the report carry it too. */
  readonly run: string;
  readonly scene: string;
  readonly planner: string;
  /** Who the people are whose spawn names no population; `none` for radius 0.25 m and 1.34 m/s. */
  readonly population: Run["population"];
  /** Persons per second and metre that its rules let through doors and exits at most, where these say nothing else; null for no rule. */
  readonly doorFlow: number | null;
  /** The movement model of those whose profile names none, and the parameters of all that somebody walked by. */
  readonly model: string;
  readonly models: Run["models"];
  /** Where local maps were made: only on the CPU are the same bits promised. With `gpu`, `adapter` says which. */
  readonly backend: "cpu" | "gpu";
  readonly adapter?: string;
  /** Where people are sites of the roadmap: what the diagram came to, but for times; else null. */
  readonly sites: Omit<SiteFigures, "msPerStep"> | null;
  readonly seed: number;
  readonly step: number;
  /** Agents that the scene asks for; those that came, where they come as long as it runs. */
  readonly agents: number;
  /** Those that came, those that reached their last goal, those still inside, those that found no room. */
  readonly spawned: number;
  readonly arrived: number;
  readonly inside: number;
  readonly waiting: number;
  /** Those of `inside` that wait in a refuge. */
  readonly inRefuge: number;
  /** Those that were taken away: the fallen of a battle, and whom a program removed. */
  readonly removed: number;
  /** Sides that fight, and how many of each have fallen; none where nobody fights, and of recordings. */
  readonly sides: readonly SideSummary[];
  /** When the last one arrived or came to a refuge; when the run ended, if not everyone did. */
  readonly time: number;
  /** Whether everyone arrived, or waits in a refuge. */
  readonly complete: boolean;
  /** Whether the run was stopped before its end. */
  readonly interrupted: boolean;
  readonly meanTravelTime: number | null;
  readonly medianTravelTime: number | null;
  readonly maxTravelTime: number | null;
  /** The two parts of the mean travel time: before the first step, and on the way. */
  readonly meanPreMovement: number | null;
  readonly meanWalkingTime: number | null;
  /** Mean of the way walked over the way planned. */
  readonly meanDetour: number | null;
  /** Arrivals per second in the busiest ten seconds. */
  readonly peakFlow: number;
  /** Persons per m2 at the densest place and moment. */
  readonly maxDensity: number;
  /** Pairs nearer than 0.9 of the sum of their radii, summed over steps, and the deepest overlap. */
  readonly overlaps: number;
  readonly deepestOverlap: number;
  /** Agents nearer to a wall than 0.9 of their radius, summed over steps, and the deepest. */
  readonly wallHits: number;
  readonly deepestWallHit: number;
  readonly levelOfService: Measured["levelOfService"];
  /** Lines at which people were counted. */
  readonly lines: readonly { readonly name: string; readonly count: number; readonly peakFlow: number }[];
  /** Width of the plan's min cut in metres, and the persons per second that it takes; null for a scene without a flow. */
  readonly minCut: { readonly length: number; readonly capacity: number } | null;
  /** Narrow places by falling delay: exits, gates of the min cut, and where people queued. */
  readonly bottlenecks: readonly BottleneckSummary[];
  /** Queues, and then waiting places; none where the scene has none, and of recordings. */
  readonly stays: readonly StaySummary[];
  /** Sketched routes, and how many were sent to each of their ends; none where the scene has none, and of recordings. */
  readonly routes: readonly RouteSummary[];
  /** The timetable by which the people of the scene's `flows` came, and how many of each have arrived; null for none. */
  readonly timetable: TimetableFigures | null;
  /** Groups of people, one per spawn. */
  readonly groups: readonly GroupSummary[];
  /** In a building: people by level. */
  readonly storeys?: readonly StoreySummary[];
  /** In a building: people on stairs, ramps and escalators. */
  readonly flights?: readonly FlightSummary[];
  readonly warnings: readonly string[];
}

/** A timetable, and what came of it. */
export interface TimetableFigures extends Omit<TimetableSummary, "flows"> {
  readonly flows: readonly (Omit<FlowTimes, "spawns"> & { readonly arrived: number })[];
}

/** A narrow place: what it can take beside what passed. Flows in persons per second. */
export interface BottleneckSummary {
  readonly kind: "exit" | "min cut" | "queue";
  /** An exit's name; empty for others. */
  readonly name: string;
  /** Person-seconds lost on the way to it. */
  readonly delay: number;
  readonly segment: Segment;
  /** In a building: the level, or the connection, that it is on. */
  readonly level?: string;
  readonly width: number;
  /** What was measured at doors of this width at most, for the run's population. */
  readonly capacity: number;
  /** People who passed; mean flow from the first to the last of them, and in the busiest ten seconds. */
  readonly people: number;
  readonly meanFlow: number;
  readonly peakFlow: number;
  /** Most people in the queue, since when, and the weight of the barrier that stood there at the end, 1 for none. */
  readonly queue: number;
  readonly since: number;
  readonly weight: number;
}

/** One group. */
export interface GroupSummary {
  readonly spawn: number;
  readonly profile: string | null;
  readonly planner: string;
  /** The profile's behaviour, null for none. */
  readonly behaviour: string | null;
  readonly agents: number;
  readonly arrived: number;
  readonly meanTravelTime: number | null;
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Flow over capacity beyond which a run is warned of: ten seconds count a few people more or less. */
const OVERLOAD = 1.1;

const sameSegment = (a: Segment, b: Segment): boolean => samePoint(a[0], b[0]) && samePoint(a[1], b[1]);

/** A narrow place as it is in the building: on its level, in the coordinates of the plan. */
function placeOf(segment: Segment, building: Building | null): Pick<BottleneckSummary, "segment" | "level"> {
  const [a, b] = segment.map((p) => building?.where(p));
  if (!a || !b) return { segment };
  return { segment: [a.point, b.point], level: a.kind === "level" ? a.level : a.name };
}

function bottlenecksOf({ gates }: Measured, { bottlenecks, crowd }: Run): BottleneckSummary[] {
  return gates.map(({ kind, name, segment, width, capacity, delay, times, queue, since }) => {
    const standing = bottlenecks?.list.find((other) => sameSegment(other.segment, segment));
    return {
      kind,
      name,
      delay: rounded(delay)!,
      ...placeOf(segment, crowd.world.building),
      width: rounded(width)!,
      capacity: rounded(capacity)!,
      people: times.length,
      meanFlow: rounded(meanFlow(times))!,
      peakFlow: peakFlow(times),
      queue,
      since: rounded(since)!,
      weight: rounded(standing?.weight ?? 1)!,
    };
  });
}

/** The behaviours of a spawn's profiles, without repeats; null for none. */
export function behavioursOf({ profiles = {} }: Scene, spawn: SpawnSpec): string | null {
  const types = spawnProfiles(spawn).flatMap((name) => profiles[name]?.behaviour?.type ?? []);
  return [...new Set(types)].join(", ") || null;
}

function groupsOf({ groups }: Measured, { scene, planner, asked }: Run): GroupSummary[] {
  return (scene.spawns ?? []).map((spawn, i) => {
    const { arrived, seconds } = groups.get(i) ?? { arrived: 0, seconds: 0 };
    return {
      spawn: i,
      profile: profileLabel(spawn),
      planner: planner === "recording" ? planner : (spawn.planner ?? planner),
      behaviour: behavioursOf(scene, spawn),
      agents: asked?.[i] ?? spawn.count ?? spawn.places?.length ?? arrived,
      arrived,
      meanTravelTime: arrived > 0 ? rounded(seconds / arrived) : null,
    };
  });
}

const rounded = (value: number | null): number | null => (value === null ? null : Number(value.toFixed(4)));

function timetableOf({ groups }: Measured, { timetable }: Run): TimetableFigures | null {
  if (!timetable) return null;
  const { speed, period, flows } = timetable;
  return {
    speed,
    period: rounded(period)!,
    flows: flows.map(({ name, spawns, lanes, perSecond, alone }) => ({
      name,
      lanes,
      perSecond: rounded(perSecond)!,
      alone: rounded(alone)!,
      arrived: spawns.reduce((sum, spawn) => sum + (groups.get(spawn)?.arrived ?? 0), 0),
    })),
  };
}

/** The diagram of people without what the machine decides. */
function sitesOf({ sites }: Run): Summary["sites"] {
  if (!sites) return null;
  const { msPerStep: _, ...figures } = sites;
  return {
    ...figures,
    iterations: rounded(figures.iterations)!,
    iterationsPerSearch: rounded(figures.iterationsPerSearch)!,
    longestPath: rounded(figures.longestPath)!,
  };
}

/** What a reader should know: what came up while it ran, who did not arrive, and flows that nobody has measured. */
function warningsOf(
  simulation: Run,
  bottlenecks: readonly BottleneckSummary[],
  removed: number,
  interrupted: boolean,
): string[] {
  const { crowd, waiting, total } = simulation;
  const warnings = [...simulation.warnings];
  if (waiting > 0) warnings.push(`${waiting} agents found no room where they should have appeared`);
  if (!interrupted && !simulation.endless) {
    const missing =
      total -
      crowd.arrived -
      removed -
      (simulation.groups?.staying ?? 0) -
      (simulation.sheltered?.length ?? 0);
    if (missing > 0)
      warnings.push(`${missing} of ${total} agents had not arrived after ${simulation.duration} s`);
  }
  for (const [i, place] of bottlenecks.entries()) {
    if (place.peakFlow <= OVERLOAD * place.capacity) continue;
    const what = place.name === "" ? `narrow place ${i + 1}` : `exit ${place.name} (narrow place ${i + 1})`;
    warnings.push(
      `${what}: ${place.peakFlow.toFixed(2)} people per second in its busiest ten seconds; measured at this width: ${place.capacity.toFixed(2)} at most`,
    );
  }
  return warnings;
}

/**
 * Sums up a run.
 *
 * @param interrupted whether it was stopped before its end
 * @param run names it
 */
export function summarize(simulation: Run, measured: Measured, interrupted = false, run = ""): Summary {
  const { crowd, scene, waiting } = simulation;
  const { travelTimes, arrivalTimes } = measured;
  const { sheltered = [] } = simulation;
  const complete = crowd.arrived + sheltered.length === simulation.total;
  const removed = crowd.spawned - crowd.arrived - crowd.size;
  const last = sheltered.reduce(
    (latest: number | undefined, time) => Math.max(latest ?? 0, time),
    arrivalTimes[arrivalTimes.length - 1],
  );
  const bottlenecks = bottlenecksOf(measured, simulation);
  const warnings = warningsOf(simulation, bottlenecks, removed, interrupted);
  return {
    run,
    scene: scene.name ?? "",
    planner: simulation.planner,
    population: simulation.population,
    doorFlow: simulation.doorFlow,
    model: simulation.model,
    models: simulation.models,
    ...(simulation.adapter === null
      ? { backend: "cpu" as const }
      : { backend: "gpu" as const, adapter: simulation.adapter }),
    sites: sitesOf(simulation),
    seed: simulation.seed,
    step: simulation.step,
    agents: simulation.total,
    spawned: crowd.spawned,
    arrived: crowd.arrived,
    inside: crowd.size,
    waiting,
    inRefuge: sheltered.length,
    removed,
    sides: simulation.sides ?? [],
    time: rounded((complete ? last : undefined) ?? simulation.time)!,
    complete,
    interrupted,
    meanTravelTime: rounded(mean(travelTimes)),
    medianTravelTime: rounded(median(travelTimes)),
    maxTravelTime: rounded(
      travelTimes.reduce((most: number | null, time) => Math.max(most ?? 0, time), null),
    ),
    meanPreMovement: rounded(mean(measured.preMovements)),
    meanWalkingTime: rounded(mean(travelTimes.map((time, k) => time - measured.preMovements[k]))),
    meanDetour: rounded(mean(measured.detours)),
    peakFlow: peakFlow(arrivalTimes),
    ...(crowd.world.building && {
      storeys: storeySummary(crowd.world.building, measured),
      flights: flightSummary(crowd.world.building, measured),
    }),
    maxDensity: rounded(measured.maxDensity.values.reduce((most, value) => Math.max(most, value), 0))!,
    overlaps: measured.overlaps,
    deepestOverlap: rounded(measured.deepestOverlap)!,
    wallHits: measured.wallHits,
    deepestWallHit: rounded(measured.deepestWallHit)!,
    levelOfService: measured.levelOfService,
    lines: measured.lines.map(({ name, times }) => ({
      name,
      count: times.length,
      peakFlow: peakFlow(times),
    })),
    minCut:
      measured.minCut === null
        ? null
        : {
            length: rounded(measured.minCut)!,
            capacity: rounded(DOOR_FLOW[simulation.population] * measured.minCut)!,
          },
    bottlenecks,
    stays: (simulation.stays ?? []).map((stay) => ({
      ...stay,
      meanWait: rounded(stay.meanWait),
      longestWait: rounded(stay.longestWait),
    })),
    routes: simulation.routes?.summary ?? [],
    timetable: timetableOf(measured, simulation),
    groups: groupsOf(measured, simulation),
    warnings,
  };
}
