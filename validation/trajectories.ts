/** Where people were over time: all that the cases know of a run, whatever moved them. */
import type { Point } from "../src/geometry/index.js";
import type { Building, Scene } from "../src/world/index.js";

/** The way of one person. */
export interface Track {
  readonly id: number;
  /** The number of the spawn that the person came from. */
  readonly group: number;
  /** The frame of the first place. */
  readonly start: number;
  /** Places, frame by frame. */
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** Half the shoulder width in metres, for pictures. */
  readonly radius: number;
  /** When the person reached the last goal, in seconds; null for somebody who never did. */
  readonly left: number | null;
}

/** Everybody's ways in one run. */
export interface Trajectories {
  /** The plan; of a building, its sheet. */
  readonly scene: Scene;
  /** Null for a plan. */
  readonly building: Building | null;
  /** Times of the frames, in seconds, evenly spaced. */
  readonly times: readonly number[];
  readonly tracks: readonly Track[];
  /** People that the scene asks for. */
  readonly people: number;
}

/** Whether everybody came and reached the last goal. */
export function everybodyLeft({ tracks, people }: Trajectories): boolean {
  return tracks.length === people && tracks.every(({ left }) => left !== null);
}

/** The share of all people who reached the last goal, in percent. */
export function percentLeft({ tracks, people }: Trajectories): number {
  return (100 * tracks.filter(({ left }) => left !== null).length) / people;
}

/** When the last one left, in seconds; null where somebody never did. */
export function timeToEmpty(run: Trajectories): number | null {
  if (!everybodyLeft(run)) return null;
  return run.tracks.reduce((last, { left }) => Math.max(last, left ?? 0), 0);
}

/** Where somebody was in a frame; null before and after. */
export function placeAt({ start, x, y }: Track, frame: number): Point | null {
  const k = frame - start;
  return k >= 0 && k < x.length ? [x[k], y[k]] : null;
}
