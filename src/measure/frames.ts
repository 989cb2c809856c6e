/** The last moments of a run or a recording: whose speeds are taken over a window of time, half before and half after. */

/** People at one moment. */
export interface PeopleAt {
  /** Seconds. */
  readonly time: number;
  /** How many; the first so many entries of the columns count. */
  readonly size: number;
  readonly id: ArrayLike<number>;
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  /** Not 0 for those who have not set out; all have where absent. */
  readonly waits?: ArrayLike<number>;
}

/** Metres per second beyond which nobody walked: somebody was put elsewhere, as at the end of a corridor that begins anew. */
const LEAP = 12;

/** A moment that is kept. */
export interface KeptFrame {
  readonly time: number;
  readonly id: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly waits: Uint8Array;
}

/** A copy of those whom a filter lets through. */
export function keptFrame(people: PeopleAt, keep: (x: number, y: number) => boolean): KeptFrame {
  const { time, size, id, x, y, waits } = people;
  const chosen = new Int32Array(size);
  let count = 0;
  for (let i = 0; i < size; i++) if (keep(x[i], y[i])) chosen[count++] = i;
  const column = (from: ArrayLike<number>): Float64Array =>
    Float64Array.from({ length: count }, (_, k) => from[chosen[k]]);
  return {
    time,
    id: column(id),
    x: column(x),
    y: column(y),
    waits: Uint8Array.from({ length: count }, (_, k) => (waits?.[chosen[k]] ? 1 : 0)),
  };
}

/** Frames one after the other, with where everybody is in each. */
export class FrameWindow {
  readonly frames: KeptFrame[] = [];
  private readonly slots: Map<number, number>[] = [];

  /** Adds the newest. */
  push(frame: KeptFrame): void {
    const slots = new Map<number, number>();
    frame.id.forEach((id, k) => {
      slots.set(id, k);
    });
    this.frames.push(frame);
    this.slots.push(slots);
  }

  /** Forgets the oldest. */
  shift(): void {
    this.frames.shift();
    this.slots.shift();
  }

  /** Where somebody is in a frame, -1 for not there. */
  slotIn(frame: number, id: number): number {
    return this.slots[frame].get(id) ?? -1;
  }

  /** Where somebody is in a frame who walked there from its place in the frame before; -1 where it did not. */
  private walkedTo(frame: number, id: number): number {
    const [from, to] = [this.slotIn(frame - 1, id), this.slotIn(frame, id)];
    if (from < 0 || to < 0) return -1;
    const [before, after] = [this.frames[frame - 1], this.frames[frame]];
    const [dx, dy] = [after.x[to] - before.x[from], after.y[to] - before.y[from]];
    const most = LEAP * (after.time - before.time);
    return dx * dx + dy * dy <= most * most ? to : -1;
  }

  /** The same for the newest frame; -2 for somebody who is not there any more. */
  newSlot(id: number): number {
    const now = this.frames.length - 1;
    return this.slotIn(now, id) < 0 ? -2 : this.walkedTo(now, id);
  }

  /**
   * Mean velocity of somebody around a frame: from the earliest to the latest frame, at most half the window away, between
   * which it walked. False where there is none but this frame.
   */
  velocity(frame: number, id: number, half: number, into: [vx: number, vy: number]): boolean {
    const { frames } = this;
    const { time } = frames[frame];
    let first = frame;
    while (first > 0 && time - frames[first - 1].time <= half && this.walkedTo(first, id) >= 0) first--;
    let last = frame;
    while (
      last + 1 < frames.length &&
      frames[last + 1].time - time <= half &&
      this.walkedTo(last + 1, id) >= 0
    ) {
      last++;
    }
    if (first === last) return false;
    const [a, b] = [this.slotIn(first, id), this.slotIn(last, id)];
    const seconds = frames[last].time - frames[first].time;
    into[0] = (frames[last].x[b] - frames[first].x[a]) / seconds;
    into[1] = (frames[last].y[b] - frames[first].y[a]) / seconds;
    return true;
  }
}
