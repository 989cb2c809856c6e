/** A run as it is watched: frames in memory, from which any moment can be had. */
import { type CrowdFrame, type CrowdResult, STRIDE } from "./protocol.js";

/** Bytes of frames that are kept; a run that needs more is stopped, and says so. */
export const MOST_BYTES = 1_000_000_000;

/** People at a moment between two frames: x, y, vx, vy, radius, group and number, side by side. */
export interface People {
  count: number;
  data: Float32Array;
  /** In a building: everybody's level and height. */
  levels?: Uint16Array | undefined;
  heights?: Float32Array | undefined;
}

/** Those on one level; everybody where there is one floor. */
export function peopleOn(people: People, level: number): People {
  const { count, data, levels } = people;
  if (!levels) return people;
  const some: People = { count: 0, data: new Float32Array(STRIDE * count) };
  for (let i = 0; i < count; i++)
    if (levels[i] === level)
      some.data.set(data.subarray(STRIDE * i, STRIDE * (i + 1)), STRIDE * some.count++);
  return some;
}

/** How many are on each of so many levels. */
export function countsByLevel({ count, levels }: People, levelCount: number): number[] {
  const counts = new Array<number>(levelCount).fill(0);
  for (let i = 0; levels && i < count; i++) counts[levels[i]]++;
  return counts;
}

/** Frames of one run, in order of time. */
export class CrowdRecording {
  readonly frames: CrowdFrame[] = [];
  bytes = 0;
  result: CrowdResult | null = null;
  /** Those that should come. */
  total = 0;
  private readonly moment: People = { count: 0, data: new Float32Array(0) };
  private readonly places = new Map<number, number>();
  private placesOf: CrowdFrame | null = null;

  get end(): number {
    return this.frames.at(-1)?.time ?? 0;
  }

  add(frames: readonly CrowdFrame[]): void {
    for (const frame of frames) {
      this.frames.push(frame);
      const { people, storeys } = frame;
      this.bytes += people.byteLength;
      if (storeys) this.bytes += storeys.levels.byteLength + storeys.heights.byteLength;
    }
  }

  /** The last frame at or before a time; -1 before the first. */
  indexAt(time: number): number {
    let [low, high] = [0, this.frames.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.frames[middle].time <= time) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Where everybody is at a time: on the straight way from one frame to the next. Valid until the next call. */
  at(time: number): People {
    const { moment } = this;
    const i = Math.max(0, this.indexAt(time));
    const frame = this.frames[i];
    if (!frame) return Object.assign(moment, { count: 0 });
    const next = this.frames[i + 1];
    const { people } = frame;
    if (moment.data.length < people.length) moment.data = new Float32Array(people.length);
    moment.data.set(people);
    moment.count = people.length / STRIDE;
    moment.levels = frame.storeys?.levels;
    moment.heights = frame.storeys && Float32Array.from(frame.storeys.heights);
    if (!next) return moment;
    const t = Math.min(1, Math.max(0, (time - frame.time) / (next.time - frame.time)));
    if (this.placesOf !== next) {
      this.placesOf = next;
      this.places.clear();
      for (let k = 0; k < next.people.length; k += STRIDE) this.places.set(next.people[k], k);
    }
    for (let k = 0; k < people.length; k += STRIDE) {
      const there = this.places.get(people[k]);
      if (there === undefined) continue;
      for (let c = 1; c < 5; c++) moment.data[k + c] += t * (next.people[there + c] - people[k + c]);
      if (moment.heights && next.storeys)
        moment.heights[k / STRIDE] += t * (next.storeys.heights[there / STRIDE] - moment.heights[k / STRIDE]);
    }
    return moment;
  }
}
