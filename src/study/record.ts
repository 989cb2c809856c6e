/** One run of a study, from a scene and a seed to what is kept of it. */
import { version } from "../../package.json" with { type: "json" };
import type { Measured, MeasureGrid } from "../measure/index.js";
import type { BottleneckSummary, Summary } from "../report/index.js";
import { type RunOptions, type RunResult, runScene } from "../run/index.js";
import type { AnyScene } from "../world/index.js";
import { measuresOf } from "./measures.js";

/** How a run ended. Only `emptied` has a time. */
export const OUTCOMES = ["emptied", "not emptied", "stalled", "failed"] as const;

/**
 * How a run ended: everyone arrived; its time was over with people inside; these had stopped moving; or it broke down.
 */
export type RunOutcome = (typeof OUTCOMES)[number];

/** Values on a grid, as plain data. */
type MapGrid = MeasureGrid;

/** Maps of one run. */
export interface RunMaps {
  /** Persons per m2, mean over the run. */
  readonly density: MapGrid;
  /** Share of the time with more than 4 persons per m2. */
  readonly congestion: MapGrid;
  /** Mean seconds that people still needed from each place; NaN where nobody was. */
  readonly timeToExit: MapGrid;
}

/** A narrow place of one run. */
export type RunBottleneck = Pick<
  BottleneckSummary,
  "kind" | "name" | "delay" | "segment" | "level" | "width" | "capacity" | "people" | "meanFlow" | "peakFlow"
>;

/** What is kept of a run. */
export interface RunRecord {
  readonly format: "wayfield-result";
  readonly version: 1;
  /** Names the run by what decides it: version, scene, options, seed. */
  readonly id: string;
  /** The version of Wayfield. */
  readonly engine: string;
  readonly seed: number;
  readonly outcome: RunOutcome;
  /** Why it failed; empty where it did not. */
  readonly error: string;
  /** When the last one arrived, in seconds; null where not everyone did. */
  readonly time: number | null;
  readonly agents: number;
  readonly arrived: number;
  readonly measures: Readonly<Record<string, number | null>>;
  /** When people arrived, in seconds, rising. */
  readonly arrivals: readonly number[];
  readonly bottlenecks: readonly RunBottleneck[];
  /** How it was run; null where it failed. */
  readonly how: Pick<Summary, "planner" | "population" | "model" | "models" | "step" | "doorFlow"> | null;
  readonly warnings: readonly string[];
  /** Null where it failed. */
  readonly maps: RunMaps | null;
}

/** Seconds at the end of a run in which nobody arrives where it has stalled, and how far people get in them in the mean, in metres. */
const STALLED_SECONDS = 20;
const STALLED_WAY = 0.25;

/** Whether those who are left had stopped for good: by their places, since who is held at a door may still want to go. */
function hasStalled({ frames, moments }: Measured): boolean {
  const last = frames[frames.length - 1];
  const before = frames.findLast(({ time }) => time <= (last?.time ?? 0) - STALLED_SECONDS);
  if (!last || !before || last.ids.length === 0) return false;
  const tail = moments.filter(({ time }) => time >= before.time);
  // Around people who have not set out there is no density: they wait, and do not stand.
  if (tail.some(({ arrived, density }) => arrived !== tail[0].arrived || density === 0)) return false;
  const places = new Map(Array.from(before.ids, (id, i) => [id, i]));
  let way = 0;
  for (const [i, id] of last.ids.entries()) {
    const k = places.get(id);
    if (k === undefined) return false;
    const [dx, dy] = [last.x[i] - before.x[k], last.y[i] - before.y[k]];
    way += Math.sqrt(dx * dx + dy * dy);
  }
  return way / last.ids.length < STALLED_WAY;
}

const toMillis = (seconds: number): number => Math.round(1000 * seconds) / 1000;

/** A run's result as a record. */
function recordOf(id: string, { summary, measured }: RunResult): RunRecord {
  const { seed, complete, agents, arrived, planner, population, model, models, step, doorFlow } = summary;
  return {
    format: "wayfield-result",
    version: 1,
    id,
    engine: version,
    seed,
    outcome: complete ? "emptied" : hasStalled(measured) ? "stalled" : "not emptied",
    error: "",
    time: complete ? summary.time : null,
    agents,
    arrived,
    measures: measuresOf(summary, measured),
    arrivals: measured.arrivalTimes.map(toMillis),
    bottlenecks: summary.bottlenecks.map(
      ({ kind, name, delay, segment, level, width, capacity, people, meanFlow, peakFlow }) => ({
        ...{ kind, name, delay, segment, width, capacity, people, meanFlow, peakFlow },
        ...(level !== undefined && { level }),
      }),
    ),
    how: { planner, population, model, models, step, doorFlow },
    warnings: summary.warnings,
    maps: {
      density: measured.meanDensity,
      congestion: measured.congestion,
      timeToExit: measured.timeToExit,
    },
  };
}

/** The record of a run that broke down. */
export function failedRecord(id: string, seed: number, error: unknown): RunRecord {
  const message = error instanceof Error ? error.message : String(error);
  return {
    format: "wayfield-result",
    version: 1,
    id,
    engine: version,
    seed,
    outcome: "failed",
    error: message.replace(/\s*\n\s*/g, " ") || "it broke down",
    time: null,
    agents: 0,
    arrived: 0,
    measures: {},
    arrivals: [],
    bottlenecks: [],
    how: null,
    warnings: [],
    maps: null,
  };
}

/**
 * Runs a scene with a seed and keeps what a study needs of it. A run that breaks down is a record too; one that the signal stops is null.
 *
 * @param id names the run in its record
 */
export async function recordRun(
  id: string,
  scene: AnyScene,
  seed: number,
  options: Omit<RunOptions, "seed"> = {},
): Promise<RunRecord | null> {
  try {
    const result = await runScene(scene, { ...options, seed });
    return result.interrupted ? null : recordOf(id, result);
  } catch (error) {
    return failedRecord(id, seed, error);
  }
}
