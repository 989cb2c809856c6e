/** Passages across a line, apart by direction: counts over time, flows, and the gaps between people. */
import {
  distance,
  distanceToSegment,
  nearestOnSegment,
  type Point,
  type Segment,
} from "../geometry/index.js";
import type { FrameWindow } from "./frames.js";
import { AT_HAND } from "./gates.js";
import type { LineMeasured, Passage, Stream } from "./measurement.js";
import { type Span, steadyEvents } from "./steady.js";

/** > 0 left of the line from a to b. */
function side([a, b]: Segment, x: number, y: number): number {
  return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
}

/** Metres beyond a line up to which whoever turns back has not passed it: heads sway. */
const SWAY = 0.3;

/** Counts at one line. */
export class LineMeter {
  passages: Passage[] = [];
  /** Those who have passed and not gone on yet, with their passage. */
  private fresh = new Map<number, Passage>();

  /** @param width length of its free part, in metres */
  constructor(
    readonly name: string,
    readonly segment: Segment,
    private readonly width: number,
  ) {}

  /** Compares the newest two frames. */
  observe(window: FrameWindow): void {
    const now = window.frames.length - 1;
    if (now < 1) return;
    const [before, after] = [window.frames[now - 1], window.frames[now]];
    const found: Passage[] = [];
    before.id.forEach((id, k) => {
      const slot = window.newSlot(id);
      if (slot === -1) return;
      const passage =
        slot === -2
          ? this.vanished(window, k)
          : this.crossed(before.time, before.x[k], before.y[k], after.time, after.x[slot], after.y[slot]);
      if (passage) found.push({ ...passage, id });
      else if (slot >= 0) this.goesOn(id, after.x[slot], after.y[slot]);
    });
    // People of one step pass in the order of time, whatever their numbers.
    found.sort((p, q) => p.time - q.time || p.id - q.id);
    for (const passage of found) this.note(passage);
    for (const id of this.fresh.keys()) if (window.slotIn(now, id) < 0) this.fresh.delete(id);
  }

  /** Takes a passage in; one that undoes another takes it away. */
  private note(passage: Passage): void {
    const { fresh, passages } = this;
    const before = fresh.get(passage.id);
    if (before && before.to !== passage.to) {
      passages.splice(passages.lastIndexOf(before), 1);
      fresh.delete(passage.id);
      return;
    }
    passages.push(passage);
    fresh.set(passage.id, passage);
  }

  /** Whoever is far enough beyond the line has passed it for good. */
  private goesOn(id: number, x: number, y: number): void {
    if (this.fresh.has(id) && distanceToSegment([x, y], ...this.segment) > SWAY) this.fresh.delete(id);
  }

  /** Goes back to passages that were counted before. */
  restore(passages: readonly Passage[], fresh: readonly number[]): void {
    this.passages = [...passages];
    const ids = new Set(fresh);
    this.fresh = new Map();
    for (const passage of this.passages) if (ids.has(passage.id)) this.fresh.set(passage.id, passage);
  }

  /** Those who may still turn back. */
  get turning(): readonly number[] {
    return [...this.fresh.keys()];
  }

  /** Whether and when a straight way crosses the line. Who comes to stand on it is still on the side that it came from. */
  private crossed(
    from: number,
    px: number,
    py: number,
    to: number,
    qx: number,
    qy: number,
  ): Omit<Passage, "id"> | null {
    const { segment } = this;
    const [p, q] = [side(segment, px, py), side(segment, qx, qy)];
    if (p > 0 === q > 0) return null;
    const t = p / (p - q);
    if (!isBeside(segment, px + t * (qx - px), py + t * (qy - py))) return null;
    return { time: from + t * (to - from), to: q > 0 ? "left" : "right" };
  }

  /** Who has left since the frame before the newest passed the line if it was close to it and going there. */
  private vanished(window: FrameWindow, k: number): Omit<Passage, "id"> | null {
    const now = window.frames.length - 1;
    const { time, id, x, y } = window.frames[now - 1];
    const at: Point = [x[k], y[k]];
    const until = window.frames[now].time;
    const foot = nearestOnSegment(at, ...this.segment);
    const velocity: [number, number] = [0, 0];
    // From the frame before, which is as far away but for rounding: there is nothing after.
    if (!window.velocity(now - 1, id[k], 1.5 * (until - time), velocity)) return null;
    const [vx, vy] = velocity;
    const speed = Math.sqrt(vx * vx + vy * vy);
    const apart = distance(at, foot);
    if (apart > AT_HAND + speed * (until - time)) return null;
    const closing = vx * (foot[0] - at[0]) + vy * (foot[1] - at[1]);
    if (closing <= 0) return null;
    const arrival = time + (apart * apart) / closing;
    return { time: Math.min(until, arrival), to: side(this.segment, ...at) > 0 ? "right" : "left" };
  }

  /** What was counted. */
  result(): LineMeasured {
    const { name, segment, width, passages } = this;
    const times = (to?: Passage["to"]): number[] =>
      passages.filter((passage) => to === undefined || passage.to === to).map(({ time }) => time);
    return {
      name,
      kind: "line",
      segment,
      width,
      passages: [...passages],
      left: streamOf(times("left"), width),
      right: streamOf(times("right"), width),
      both: streamOf(times(), width),
    };
  }
}

/** Whether the foot of a point of the line lies between its ends. */
function isBeside([a, b]: Segment, x: number, y: number): boolean {
  const [ux, uy] = [b[0] - a[0], b[1] - a[1]];
  const along = ux * (x - a[0]) + uy * (y - a[1]);
  return along >= 0 && along <= ux * ux + uy * uy;
}

/**
 * People per second over passages: (n - 1) / (last - first); null for fewer than two.
 *
 * @param times in seconds, rising
 * @param span only those within it count, its ends included
 */
export function flowOf(
  times: readonly number[],
  span: Span = { from: -Infinity, to: Infinity },
): number | null {
  const inside = times.filter((time) => time >= span.from && time <= span.to);
  const seconds = inside.length > 1 ? inside[inside.length - 1] - inside[0] : 0;
  return seconds > 0 ? (inside.length - 1) / seconds : null;
}

/** Seconds between passages one after the other. */
export function timeGaps(times: readonly number[]): number[] {
  return times.slice(1).map((time, k) => time - times[k]);
}

/** What passages come to, for a line of a width in metres. */
export function streamOf(times: readonly number[], width: number): Stream {
  const flow = flowOf(times);
  const steady = steadyEvents(times);
  const steadily = steady && flowOf(times, steady);
  const gaps = timeGaps(times).sort((a, b) => a - b);
  const middle = gaps.length >> 1;
  return {
    count: times.length,
    flow,
    specificFlow: flow === null ? null : flow / width,
    steady:
      steady && steadily !== null ? { ...steady, flow: steadily, specificFlow: steadily / width } : null,
    gaps:
      gaps.length === 0
        ? null
        : {
            mean: gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length,
            median: gaps.length % 2 === 1 ? gaps[middle] : (gaps[middle - 1] + gaps[middle]) / 2,
            longest: gaps[gaps.length - 1],
          },
  };
}
