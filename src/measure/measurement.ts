/** What is measured in areas and at lines, as plain data. */
import type { Ring, Segment } from "../geometry/index.js";
import type { Span } from "./steady.js";

/** One area or line to measure in, as in scenes: exactly one of polygon and segment. */
export interface Measurement {
  /** An area: density, speed and flow over time. */
  readonly polygon?: Ring;
  /** A line: passages, apart by direction. */
  readonly segment?: Segment;
  /** Of an area: where its stream goes. Speeds are then those along it, and the area has a width and a flow. */
  readonly direction?: readonly [x: number, y: number];
}

/** How measurements are taken. */
export interface MeasurementOptions {
  /** Areas and lines by name; default the scene's `measurements`. */
  readonly measurements?: Readonly<Record<string, Measurement>>;
  /** Farthest that a person's ground reaches, in metres, > 0; default 1. */
  readonly cutOff?: number;
  /** Seconds over which a speed is taken, half before and half after, > 0; default 1. */
  readonly window?: number;
  /** Seconds between samples in areas, >= 0, 0 for every frame; default 0.2. */
  readonly every?: number;
}

/** Samples of an area over time, one entry per moment. Who has not set out is in none of them. */
export interface AreaSeries {
  /** Seconds. */
  readonly time: Float64Array;
  /** People in the free part of the area. */
  readonly people: Float64Array;
  /** Voronoi density, per m2: the integral of 1 / A_i over the area, over its size. */
  readonly density: Float64Array;
  /** People over the size of the area, per m2. */
  readonly classicDensity: Float64Array;
  /** Voronoi speed, m/s: the mean over the ground of the area that is somebody's; NaN where none is. */
  readonly speed: Float64Array;
  /** Mean speed of the people in the area, m/s; NaN where nobody is. */
  readonly classicSpeed: Float64Array;
  /** Share of the area that is somebody's ground, from 0 to 1. */
  readonly covered: Float64Array;
}

/** Means of an area over a stretch of time. */
export interface AreaMeans extends Span {
  /** Per m2. */
  readonly density: number;
  readonly classicDensity: number;
  /** m/s; null where nobody was there. */
  readonly speed: number | null;
  /** Density times speed, per metre and second. */
  readonly specificFlow: number | null;
  /** Times the width, per second; null for an area without a direction. */
  readonly flow: number | null;
}

/** What was measured in an area. */
export interface AreaMeasured {
  readonly name: string;
  readonly kind: "area";
  readonly polygon: Ring;
  readonly direction: readonly [x: number, y: number] | null;
  /** Of its free part, in m2. */
  readonly size: number;
  /** Its free size over its length along the direction, in metres; null without one. */
  readonly width: number | null;
  readonly series: AreaSeries;
  /** The steady state by density and speed; null where there is none. */
  readonly steady: AreaMeans | null;
  /** From the first to the last moment with anybody in it; null where nobody ever was. */
  readonly whole: AreaMeans | null;
}

/** Somebody passed a line. */
export interface Passage {
  /** Seconds, between two frames by the straight way. */
  readonly time: number;
  readonly id: number;
  /** The side of the directed segment that the person went to. */
  readonly to: "left" | "right";
}

/** People across a line, in one direction or both. Flows are (n - 1) / (last - first), null for fewer than two. */
export interface Stream {
  readonly count: number;
  /** Per second, from the first passage to the last. */
  readonly flow: number | null;
  /** Per metre and second. */
  readonly specificFlow: number | null;
  /** The steady stretch of the passages and its flow; null where there is none. */
  readonly steady: (Span & { readonly flow: number; readonly specificFlow: number }) | null;
  /** Seconds between passages one after the other: mean, median and longest; null for fewer than two. */
  readonly gaps: { readonly mean: number; readonly median: number; readonly longest: number } | null;
}

/** What was measured at a line. */
export interface LineMeasured {
  readonly name: string;
  readonly kind: "line";
  readonly segment: Segment;
  /** Length of its free part, in metres. */
  readonly width: number;
  /** In the order of time. */
  readonly passages: readonly Passage[];
  readonly left: Stream;
  readonly right: Stream;
  readonly both: Stream;
}

/** Everything that was measured, in the order of the scene. */
export type MeasurementResult = AreaMeasured | LineMeasured;
