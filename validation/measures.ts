/** What is read from trajectories: crossings, flows, densities, speeds. Nothing here knows what moved the people. */
import type { Point, Segment } from "../src/geometry/index.js";
import type { Track, Trajectories } from "./trajectories.js";

/** A box in metres. */
export interface Area {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** A span of time in seconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Square metres. */
function areaOf({ minX, minY, maxX, maxY }: Area): number {
  return (maxX - minX) * (maxY - minY);
}

/** Whether a place is in a box. */
function within({ minX, minY, maxX, maxY }: Area, [x, y]: Point): boolean {
  return x >= minX && x <= maxX && y >= minY && y <= maxY;
}

/** When somebody first crossed a line, in seconds, between two frames by the straight way between them; null for never. */
export function firstCrossing(
  { start, x, y }: Track,
  times: readonly number[],
  [[ax, ay], [bx, by]]: Segment,
): number | null {
  const [ux, uy] = [bx - ax, by - ay];
  const side = (k: number): number => ux * (y[k] - ay) - uy * (x[k] - ax);
  for (let k = 1; k < x.length; k++) {
    const [before, after] = [side(k - 1), side(k)];
    if (before === 0 ? after === 0 : before < 0 === after < 0) continue;
    const t = before / (before - after);
    const px = x[k - 1] + t * (x[k] - x[k - 1]) - ax;
    const py = y[k - 1] + t * (y[k] - y[k - 1]) - ay;
    const along = px * ux + py * uy;
    if (along < 0 || along > ux * ux + uy * uy) continue;
    return times[start + k - 1] + t * (times[start + k] - times[start + k - 1]);
  }
  return null;
}

/** First crossings of a line by everybody who crossed it, in seconds, in order. */
export function crossings({ tracks, times }: Trajectories, line: Segment): number[] {
  return tracks
    .map((track) => firstCrossing(track, times, line))
    .filter((time) => time !== null)
    .sort((a, b) => a - b);
}

/** The span between two shares of a list of events in order, such as the crossings from the 20th to the 80th of a hundred. */
export function middleOf(events: readonly number[], from = 0.2, to = 0.8): Span | null {
  const [first, last] = [Math.floor(from * (events.length - 1)), Math.ceil(to * (events.length - 1))];
  return events.length > 1 && last > first ? { from: events[first], to: events[last] } : null;
}

/** Events per second between two shares of them; null where there are too few. */
export function flowOf(events: readonly number[], from = 0.2, to = 0.8): number | null {
  const [first, last] = [Math.floor(from * (events.length - 1)), Math.ceil(to * (events.length - 1))];
  if (events.length < 2 || last <= first || events[last] <= events[first]) return null;
  return (last - first) / (events[last] - events[first]);
}

/** The longest time without an event between two shares of them; null where there are too few. */
export function longestGap(events: readonly number[], from = 0, to = 1): number | null {
  const [first, last] = [Math.floor(from * (events.length - 1)), Math.ceil(to * (events.length - 1))];
  let longest: number | null = null;
  for (let k = first + 1; k <= last; k++) longest = Math.max(longest ?? 0, events[k] - events[k - 1]);
  return longest;
}

/** Numbers of the frames of a span. */
export function framesOf({ times }: Trajectories, { from, to }: Span): number[] {
  const frames: number[] = [];
  for (let k = 0; k < times.length; k++) if (times[k] >= from && times[k] <= to) frames.push(k);
  return frames;
}

/** Persons per m2 in a box, mean over the frames of a span: heads over area. */
export function meanDensity(run: Trajectories, area: Area, span: Span): number | null {
  const frames = framesOf(run, span);
  if (frames.length === 0) return null;
  let heads = 0;
  for (const frame of frames) heads += headsIn(run, area, frame);
  return heads / frames.length / areaOf(area);
}

/** People in a box in one frame. */
export function headsIn({ tracks }: Trajectories, area: Area, frame: number): number {
  let heads = 0;
  for (const { start, x, y } of tracks) {
    const k = frame - start;
    if (k >= 0 && k < x.length && within(area, [x[k], y[k]])) heads++;
  }
  return heads;
}

/** Seconds over which speeds are taken: long enough that a step to the side does not count, short enough for stop and go. */
const SPEED_TIME = 0.5;

/**
 * Mean speed in m/s of those in a box over a span: how far each one came within half a second, as the crow flies.
 *
 * @param along a unit vector, for the part of the velocity along it; by default all of it
 */
export function meanSpeed(run: Trajectories, area: Area, span: Span, along?: Point): number | null {
  const { times, tracks } = run;
  if (times.length < 2) return null;
  const stride = Math.max(1, Math.round(SPEED_TIME / (times[1] - times[0])));
  let [sum, count] = [0, 0];
  for (const { start, x, y } of tracks) {
    for (let k = 0; k + stride < x.length; k++) {
      const middle = k + (stride >> 1);
      const time = times[start + middle];
      if (time < span.from || time > span.to || !within(area, [x[middle], y[middle]])) continue;
      const [dx, dy] = [x[k + stride] - x[k], y[k + stride] - y[k]];
      const way = along ? dx * along[0] + dy * along[1] : Math.sqrt(dx * dx + dy * dy);
      sum += way / (times[start + k + stride] - times[start + k]);
      count++;
    }
  }
  return count > 0 ? sum / count : null;
}

/** When somebody first was more than a distance away from the first place, in seconds; null for never. */
export function setOut({ start, x, y }: Track, times: readonly number[], distance = 0.05): number | null {
  for (let k = 1; k < x.length; k++) {
    const [dx, dy] = [x[k] - x[0], y[k] - y[0]];
    if (dx * dx + dy * dy > distance * distance) return times[start + k];
  }
  return null;
}

/** The ratio of two figures; null where one is missing or the second is 0. */
export function ratio(a: number | null, b: number | null): number | null {
  return a === null || b === null || b === 0 ? null : a / b;
}
