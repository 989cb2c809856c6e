/** A run in numbers: what `summary.json` holds and the report shows first. */
import type { Measured, Run } from "../crowd/index.js";
import type { Segment } from "../geometry/index.js";

/** The numbers of a run. Times in seconds, lengths in metres. */
export interface Summary {
  readonly scene: string;
  readonly planner: string;
  readonly seed: number;
  readonly step: number;
  /** Agents that the scene asks for; those that came, where they come as long as it runs. */
  readonly agents: number;
  /** Those that came, those that reached their last goal, those still inside, those that found no room. */
  readonly spawned: number;
  readonly arrived: number;
  readonly inside: number;
  readonly waiting: number;
  /** When the last one arrived; when the run ended, if not everyone did. */
  readonly time: number;
  /** Whether everyone arrived. */
  readonly complete: boolean;
  /** Whether the run was stopped before its end. */
  readonly interrupted: boolean;
  readonly meanTravelTime: number | null;
  readonly medianTravelTime: number | null;
  readonly maxTravelTime: number | null;
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
  /** Where people queued at the end, with barriers that stand there. */
  readonly bottlenecks: readonly {
    readonly segment: Segment;
    readonly width: number;
    readonly queue: number;
    readonly weight: number;
    readonly since: number;
  }[];
  readonly warnings: readonly string[];
}

/** The greatest number of events per second over any ten seconds. */
export function peakFlow(times: readonly number[], window = 10): number {
  let most = 0;
  for (let from = 0, to = 0; to < times.length; to++) {
    while (times[to] - times[from] >= window) from++;
    most = Math.max(most, to - from + 1);
  }
  return most / window;
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

const rounded = (value: number | null): number | null => (value === null ? null : Number(value.toFixed(4)));

/** Sums up a run. */
export function summarize(simulation: Run, measured: Measured, interrupted = false): Summary {
  const { crowd, scene, waiting } = simulation;
  const { travelTimes, arrivalTimes } = measured;
  const complete = crowd.arrived === simulation.total;
  const last = arrivalTimes[arrivalTimes.length - 1] ?? simulation.time;
  const warnings = [...simulation.warnings];
  if (waiting > 0) warnings.push(`${waiting} agents found no room where they should have appeared`);
  if (!complete && !interrupted && !simulation.endless) {
    const missing = simulation.total - crowd.arrived;
    warnings.push(`${missing} of ${simulation.total} agents had not arrived after ${simulation.duration} s`);
  }
  return {
    scene: scene.name ?? "",
    planner: simulation.planner,
    seed: simulation.seed,
    step: simulation.step,
    agents: simulation.total,
    spawned: crowd.spawned,
    arrived: crowd.arrived,
    inside: crowd.size,
    waiting,
    time: rounded(complete ? last : simulation.time)!,
    complete,
    interrupted,
    meanTravelTime: rounded(mean(travelTimes)),
    medianTravelTime: rounded(median(travelTimes)),
    maxTravelTime: rounded(
      travelTimes.reduce((most: number | null, time) => Math.max(most ?? 0, time), null),
    ),
    meanDetour: rounded(mean(measured.detours)),
    peakFlow: peakFlow(arrivalTimes),
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
    bottlenecks: (simulation.bottlenecks?.list ?? []).map(({ segment, queue, weight, since }) => ({
      segment,
      width: rounded(Math.hypot(segment[1][0] - segment[0][0], segment[1][1] - segment[0][1]))!,
      queue,
      weight: rounded(weight)!,
      since: rounded(since)!,
    })),
    warnings,
  };
}
