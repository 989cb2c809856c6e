/** Narrow places over many runs: the same exit, or queues at the same spot, gathered and ranked by delay. */
import type { Segment } from "../geometry/index.js";
import { averagedRows, type StudyRow } from "./gather.js";
import { meanOf, quantileOf } from "./statistics.js";

/** A narrow place of a variant. Means are over the runs that emptied, or were cut off where none did; a run without it counts with 0. */
export interface NarrowPlace {
  readonly kind: string;
  readonly name: string;
  readonly segment: Segment;
  /** In a building: the level, or the connection, that it is on. */
  readonly level?: string;
  readonly width: number;
  readonly capacity: number;
  /** Runs in which somebody was delayed there, or passed. */
  readonly runs: number;
  /** Person-seconds lost on the way to it: mean and 95th percentile. */
  readonly delay: number;
  readonly delay95: number;
  readonly people: number;
  readonly meanFlow: number;
  readonly peakFlow: number;
}

/** Queues whose middles round to the same metre are one place. */
const keyOf = ({ kind, name, level = "", segment: [a, b] }: StudyRow["bottlenecks"][number]): string => {
  const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2].map((v) => (name === "" ? Math.round(v) : v));
  return JSON.stringify([kind, name, level, ...middle]);
};

/** The narrow places of some runs, most delay first. */
export function narrowPlaces(rows: readonly StudyRow[]): NarrowPlace[] {
  const counted = averagedRows(rows);
  const places = new Map<string, StudyRow["bottlenecks"][number][]>();
  for (const { bottlenecks } of counted) {
    for (const place of bottlenecks) {
      const key = keyOf(place);
      places.set(key, [...(places.get(key) ?? []), place]);
    }
  }
  const ranked = [...places.values()].map((mine): NarrowPlace => {
    const absent = new Array<number>(Math.max(0, counted.length - mine.length)).fill(0);
    const delays = [...mine.map(({ delay }) => delay), ...absent];
    const { kind, name, segment, level, width, capacity } = mine[0];
    return {
      ...{ kind, name, segment, width, capacity },
      ...(level !== undefined && { level }),
      runs: mine.length,
      delay: meanOf(delays) ?? 0,
      delay95: quantileOf(delays, 0.95) ?? 0,
      people: meanOf(mine.map(({ people }) => people)) ?? 0,
      meanFlow: meanOf(mine.map(({ meanFlow }) => meanFlow)) ?? 0,
      peakFlow: meanOf(mine.map(({ peakFlow }) => peakFlow)) ?? 0,
    };
  });
  return ranked.sort((a, b) => b.delay - a.delay);
}
