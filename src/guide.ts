/** What every planner offers and the crowd consumes. */
import type { Point, Segment } from "./geometry/index.js";

/** A place where ways end: a point or a segment. */
export type GuidePlace = { readonly point: Point } | { readonly segment: Segment };

/** The way to a goal from anywhere. Where there is no way, every answer is `null`. */
export interface Guide {
  /** The direction to walk at p, a unit vector; `[0, 0]` at a goal. */
  heading(p: Point): Point | null;
  /**
   * The direction for somebody who walks in steps and is pushed about: what crowds ask for; without it, `heading`. A way along
   * the lines of a roadmap would send them back to the line first, and a field knows its goal to within a cell only.
   */
  lead?(p: Point): Point | null;
  /** What the planner minimises, falling along `heading`: metres for a plain path map, seconds with weights. */
  cost(p: Point): number | null;
  /** The length of `pathFrom(p)` in metres. */
  distance(p: Point): number | null;
  /** Points from p to a goal, both included. */
  pathFrom(p: Point): Point[] | null;
  /**
   * The point of the goals nearest to p, as the crow flies; null where none is known. A crowd shows it to
   * manners that look at the goal itself, and looks at it where `isLoose`; without it, people know only the way.
   */
  nearestGoal?(p: Point): Point | null;
  /**
   * Where its ways end, another list whenever that has changed. A crowd lets people cross these lines, and opens walls that they
   * lie on; without it, people have come when their body touches the end of their way.
   */
  readonly places?: readonly GuidePlace[];
  /** Whether its ways may be longer than people who see their goal walk, as along a roadmap; default false. */
  readonly isLoose?: boolean;
  /** Why there is no way from p, in one line that names the place; null where there is one. */
  reason?(p: Point): string | null;
}

/** The direction in which a path begins: a unit vector, `[0, 0]` where it has arrived. */
export function headingOf(path: readonly Point[]): Point {
  if (path.length < 2) return [0, 0];
  const dx = path[1][0] - path[0][0];
  const dy = path[1][1] - path[0][1];
  const length = Math.hypot(dx, dy);
  return [dx / length, dy / length];
}

/**
 * The least that leads people somewhere: the direction to walk at p, `[0, 0]` where they have arrived, null where no way is
 * known. A crowd takes it wherever it takes a guide. Any length but 0 is as good as 1.
 */
export type HeadingFunction = (p: Point) => Point | null;

/** When people come in at the beginning of a track: the first, and from then on one per period at most, all at one speed. */
export interface TrackStarts {
  /** Seconds from the start of the run, >= 0. */
  readonly first: number;
  /** Seconds, > 0. */
  readonly period: number;
  /** Metres per second, > 0. */
  readonly speed: number;
}

/** A curve that people of one size follow behind each other. */
export interface Track {
  /** Length in metres. */
  readonly length: number;
  /** Metres along it between two who follow each other, at least. */
  readonly spacing: number;
  /** The point s metres from its beginning. */
  at(s: number): Point;
  /** Its part of a timetable, by which it may cross other tracks that have one; absent where people come in as there is room. */
  readonly starts?: TrackStarts;
}

/** A place on a track: its number, and metres from its beginning. */
export interface TrackPlace {
  readonly track: number;
  readonly s: number;
}

/**
 * A guide with tracks. Bodies up to `trackRadius` on different tracks never touch, nor do they touch walls: whoever walks on
 * one has to mind only those before it, and whoever is on no track. On tracks of one timetable they never touch as long as
 * everybody is on time.
 */
export interface TrackGuide extends Guide {
  readonly tracks: readonly Track[];
  /** In metres. */
  readonly trackRadius: number;
  /** The place on a track nearest to p, within so many metres; null where none is as near. */
  nearestOnTrack(p: Point, within: number): TrackPlace | null;
  /** Metres left to walk from a place on a track. */
  leftFrom(place: TrackPlace): number;
}

/** Whether a guide has tracks. */
export function hasTracks(guide: Guide): guide is TrackGuide {
  return "tracks" in guide;
}
