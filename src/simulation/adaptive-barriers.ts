/**
 * Barriers whose weight is "precisely chosen to divert just as many agents as necessary" (Farias 2020, section 6.2).
 *
 * How many a corridor takes is measured where its first candidate stood: who passes there, person by person. Who would pass at a
 * weight is read off the ways themselves, with the barrier at that weight. The more it weighs, the fewer they are; the least
 * weight is taken at which no more are left than the corridor takes until the next update.
 */
import { meet, type Point, type Segment } from "../geometry/index.js";

/** Who has passed a corridor since when, as plain data. */
export interface MeterState {
  readonly key: string;
  readonly segment: Segment;
  /** Seconds. */
  readonly since: number;
  /** Numbers of those who have passed. */
  readonly passed: readonly number[];
  /** People per second until then; null before the first update. */
  readonly rate: number | null;
}

/** What is counted of a corridor. */
interface Meter extends Omit<MeterState, "passed"> {
  readonly passed: Set<number>;
}

/** What is seen of a crowd. */
interface Places {
  readonly size: number;
  readonly columns: { readonly id: Float64Array; readonly x: Float64Array; readonly y: Float64Array };
}

/** Counts who passes corridors. */
export class Meters {
  private meters = new Map<string, Meter>();
  /** Where everybody was, by number, while something is counted. */
  private places = new Map<number, Point>();

  /** Begins to count at a corridor, unless that is done already. */
  watch(key: string, segment: () => Segment, time: number): void {
    if (this.meters.has(key)) return;
    this.meters.set(key, { key, segment: segment(), since: time, passed: new Set(), rate: null });
  }

  /** Looks where everybody is after a step. */
  observe({ size, columns: { id, x, y } }: Places): void {
    if (this.meters.size === 0) return;
    const now = new Map<number, Point>();
    for (let i = 0; i < size; i++) {
      const here: Point = [x[i], y[i]];
      const before = this.places.get(id[i]);
      now.set(id[i], here);
      if (!before) continue;
      for (const { segment, passed } of this.meters.values()) {
        if (meet(before, here, ...segment) === "cross") passed.add(id[i]);
      }
    }
    this.places = now;
  }

  /**
   * People per second that have passed a corridor since the last time that this was asked for, or since it was watched; at least
   * one for all of that time, since nobody at all would be a corridor that is shut.
   */
  take(key: string, time: number): number {
    const meter = this.meters.get(key);
    if (!meter) return 0;
    const seconds = time - meter.since;
    // Too short a time to count in: what was known before.
    if (seconds < 1 && meter.rate !== null) return meter.rate;
    const rate = Math.max(1, meter.passed.size) / Math.max(1, seconds);
    this.meters.set(key, { ...meter, since: time, passed: new Set(), rate });
    return rate;
  }

  /** Counts no longer at corridors other than these. */
  keep(keys: ReadonlySet<string>): void {
    for (const key of [...this.meters.keys()]) if (!keys.has(key)) this.meters.delete(key);
    if (this.meters.size === 0) this.places = new Map();
  }

  /** The state as plain data. */
  snapshot(): {
    readonly meters: readonly MeterState[];
    readonly places: readonly (readonly [number, Point])[];
  } {
    return {
      meters: [...this.meters.values()].map(({ passed, ...rest }) => ({ ...rest, passed: [...passed] })),
      places: [...this.places],
    };
  }

  /** Goes back to a state. */
  restore({ meters, places }: ReturnType<Meters["snapshot"]>): void {
    this.meters = new Map(meters.map((meter) => [meter.key, { ...meter, passed: new Set(meter.passed) }]));
    this.places = new Map(places.map(([id, place]) => [id, place]));
  }
}

/** Halvings of the range of weights, by ratio: 100 to the 4096th part is 0.1 %. */
const HALVINGS = 12;

/**
 * The least weight, from 1 on, at which no more than `most` pass; where a greater weight diverts nobody any more, the least that
 * diverts as many. Exact to 0.1 %, from above.
 *
 * @param passing how many pass at a weight; it does not rise
 */
export function leastWeight(passing: (weight: number) => number, most: number, dearest: number): number {
  if (passing(1) <= most) return 1;
  const left = Math.max(most, passing(dearest));
  let [low, high] = [1, dearest];
  for (let turn = 0; turn < HALVINGS; turn++) {
    const middle = Math.sqrt(low * high);
    if (passing(middle) <= left) high = middle;
    else low = middle;
  }
  return high;
}
