/** What is measured, as plain data. */
import type { Segment } from "../geometry/index.js";
import type { MeasureGrid } from "./density.js";
import type { GateCount, GatesState } from "./gates.js";
import type { MeasurementResult } from "./measurement.js";
import type { MeasurementsState } from "./measurements.js";

/** A line across which people are counted. */
export interface FlowLine {
  readonly name: string;
  readonly segment: Segment;
}

/** How much is measured. */
export interface MeasureOptions {
  /** Side of the density grid's cells in metres, > 0; default 0.25. */
  readonly cell?: number;
  /** Lines to count at; by default the segments of the goals that a scene's spawns lead to, but for those that move. */
  readonly lines?: readonly FlowLine[];
  /** Steps from one frame to the next of those that the scene's `measurements` are taken from, a whole number >= 1; default about 0.1 s. */
  readonly every?: number;
}

/** One moment of the series, a second apart. */
export interface Moment {
  readonly time: number;
  readonly inside: number;
  readonly arrived: number;
  /** Mean speed of those inside who have set out, m/s. */
  readonly speed: number;
  /** Mean density that these feel, per m2. */
  readonly density: number;
}

/** People across a line. */
export interface LineCount {
  readonly name: string;
  readonly segment: Segment;
  /** Times of crossings, in seconds, whichever way. */
  readonly times: readonly number[];
}

/** What can be looked at while a run goes on: views of what grows, to be read and not kept. */
export interface MeasuredSoFar {
  readonly moments: readonly Moment[];
  /** Density (Voronoi) and speed of single people, as `Measured` has them. */
  readonly samples: readonly { readonly density: number; readonly speed: number }[];
  readonly lines: readonly LineCount[];
}

/** Arrivals of a group. */
export interface GroupCount {
  readonly arrived: number;
  /** Sum of their travel times, in seconds. */
  readonly seconds: number;
}

/** Where people were, for pictures: frames of id, x, y and radius. */
export interface Frame {
  readonly time: number;
  readonly ids: Uint32Array;
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Half the width of each, in metres. */
  readonly radius: Float32Array;
  /** The discs behind the fronts of bodies that are longer than wide: whose each is, and its centre, from front to rear. */
  readonly parts: { readonly ids: Uint32Array; readonly x: Float32Array; readonly y: Float32Array };
}

/** Everything measured. */
export interface Measured {
  readonly moments: readonly Moment[];
  readonly arrivalTimes: readonly number[];
  readonly travelTimes: readonly number[];
  /** The part of each that passed before the first step. */
  readonly preMovements: readonly number[];
  /** Way walked over the way planned at the start, per arrival. */
  readonly detours: readonly number[];
  readonly lines: readonly LineCount[];
  /** Persons per m2, mean over time and greatest. */
  readonly meanDensity: MeasureGrid;
  readonly maxDensity: MeasureGrid;
  /** Share of the time with more than 4 persons per m2, 0 to 1: IMO's rule calls more than a tenth significant congestion. */
  readonly congestion: MeasureGrid;
  /** Mean seconds to the end of their way, from where people stood; NaN where nobody did. */
  readonly timeToExit: MeasureGrid;
  /** Mean speed in m/s of those who were at each place; NaN where nobody was. */
  readonly meanSpeed: MeasureGrid;
  /** Metres of the shortest way to the nearest goal that anybody ends at, from everywhere; NaN where there is none. */
  readonly distanceToExit: MeasureGrid;
  /** Narrow places with what they can take and what passed, narrowest first. */
  readonly gates: readonly GateCount[];
  /** Width of the plan's min cut in metres; null for a scene without a flow. */
  readonly minCut: number | null;
  /** Arrivals and their travel times by group, which is the number of the spawn. */
  readonly groups: ReadonlyMap<number, GroupCount>;
  /** Density (Voronoi) and speed of single people, at most some thousands of them. */
  readonly samples: readonly { readonly density: number; readonly speed: number }[];
  /** Share of the time that people spent at each level of service, A to F (Fruin 1971, walkways). */
  readonly levelOfService: Readonly<Record<Level, number>>;
  readonly frames: readonly Frame[];
  /** The scene's areas and lines with what was measured there, in its order. */
  readonly measurements: readonly MeasurementResult[];
  readonly radius: number;
  readonly overlaps: number;
  readonly deepestOverlap: number;
  readonly wallHits: number;
  readonly deepestWallHit: number;
}

/** What has been measured so far, as plain data: structured cloning keeps all of it. */
export interface MeasuresState {
  readonly moments: readonly Moment[];
  readonly arrivalTimes: Float64Array;
  readonly travelTimes: Float64Array;
  readonly preMovements: Float64Array;
  readonly detours: Float64Array;
  readonly lines: readonly { readonly times: Float64Array; readonly passed: Float64Array }[];
  readonly grids: readonly Float32Array[];
  readonly gates: GatesState;
  readonly groups: ReadonlyMap<number, GroupCount>;
  /** Of everybody inside: number, how many cells follow, and these, one list after the other. */
  readonly stays: { readonly ids: Float64Array; readonly lengths: Int32Array; readonly cells: Int32Array };
  readonly levels: Readonly<Record<Level, number>>;
  readonly samples: readonly { readonly density: number; readonly speed: number }[];
  readonly frames: readonly Frame[];
  /** Of everybody inside: number, x, y before the last step. */
  readonly before: Float64Array;
  readonly lookTimes: Float64Array;
  readonly measurements: MeasurementsState;
  readonly counters: Readonly<Record<string, number>>;
}

/** Fruin's levels for walkways, by greatest density per m2. */
export const LEVELS = Object.freeze({ A: 0.31, B: 0.43, C: 0.72, D: 1.08, E: 2.17, F: Infinity });
/** A level of service. */
export type Level = keyof typeof LEVELS;
