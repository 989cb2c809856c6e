/**
 * The car of a lift: where it is, where it goes, and whether its doors are open. It knows calls, and nothing of people.
 *
 *      standing --call here--> opening --> open --nobody left, dwell over--> closing --> standing
 *         |                                                                                |
 *         +---call elsewhere---> moving ---at the door---> opening                         +--> …
 *
 * A collective lift goes on in its direction as long as somebody aboard or on the way wants to go there, and picks up those
 * who go the same way; an express lift answers one call after the other as they came.
 */

/** Somebody before a door. */
interface HallCall {
  readonly door: number;
  readonly isUp: boolean;
}

/** Who wants to be taken where, the first to have called first. */
export interface Calls {
  /** Doors that those aboard go to. */
  readonly aboard: readonly number[];
  /** None while the car is full. */
  readonly halls: readonly HallCall[];
}

/** A car as plain data. */
export interface CarState {
  readonly phase: "standing" | "opening" | "open" | "closing" | "moving";
  /** Metres: elevation of its floor. */
  readonly height: number;
  /** The door that it stands at, or goes to. */
  readonly door: number;
  /** 1 up, -1 down, 0 for none. */
  readonly direction: number;
  /** Seconds: when the phase began. */
  readonly since: number;
}

/** How a car runs. */
export interface CarOptions {
  /** Elevation of each door, rising, in metres. */
  readonly heights: readonly number[];
  /** The door where it waits at first. */
  readonly start: number;
  /** Metres per second. */
  readonly speed: number;
  /** Seconds that doors stay open at least, and that they take to open, and to close. */
  readonly dwell: number;
  readonly doors: number;
  readonly calls: "collective" | "express";
}

export class LiftCar {
  state: CarState;

  constructor(private readonly options: CarOptions) {
    const { heights, start } = options;
    this.state = { phase: "standing", height: heights[start], door: start, direction: 0, since: 0 };
  }

  /** The door at which people can step in and out; -1 while there is none. */
  get openAt(): number {
    return this.state.phase === "open" ? this.state.door : -1;
  }

  /** Where it goes on to from an open door, as far as that is settled: up, down, or either. */
  bound(aboard: readonly number[]): number {
    const { door } = this.state;
    const next = aboard.find((to) => to !== door);
    return next === undefined || this.options.calls === "express" ? 0 : Math.sign(next - door);
  }

  /**
   * Lets some seconds pass.
   *
   * @param now seconds at their end
   * @param isBusy whether somebody is stepping in or out
   */
  advance(now: number, seconds: number, calls: Calls, isBusy: boolean): void {
    const { phase, since } = this.state;
    const { doors, dwell } = this.options;
    if (phase === "moving") this.move(now, seconds, calls);
    else if (phase === "standing") this.answer(now, calls);
    else if (phase === "opening" && now >= since + doors) this.become("open", now);
    else if (phase === "open" && !isBusy && now >= since + dwell) this.become("closing", now);
    else if (phase === "closing" && now >= since + doors) this.become("standing", now);
  }

  private become(phase: CarState["phase"], since: number): void {
    this.state = { ...this.state, phase, since };
  }

  /** From a standstill: opens its doors, or sets out. */
  private answer(now: number, calls: Calls): void {
    const { door } = this.state;
    const bound = this.bound(calls.aboard);
    // Who goes the other way than those aboard waits for the way back.
    const waits = calls.halls.some((call) => call.door === door && (bound === 0 || call.isUp === bound > 0));
    if (waits || calls.aboard.includes(door)) {
      this.become("opening", now);
      return;
    }
    const next = this.next(calls);
    if (next === null) {
      this.state = { ...this.state, direction: 0 };
      return;
    }
    this.state = { ...this.state, ...next, phase: "moving", since: now };
  }

  private move(now: number, seconds: number, calls: Calls): void {
    // Who has called meanwhile, ahead and the same way, is picked up.
    const { direction } = this.next(calls) ?? this.state;
    if (direction === this.state.direction) this.state = { ...this.state, ...this.next(calls) };
    const { height, door } = this.state;
    const { heights, speed } = this.options;
    const left = heights[door] - height;
    const way = speed * seconds;
    if (Math.abs(left) > way) {
      this.state = { ...this.state, height: height + Math.sign(left) * way };
      return;
    }
    this.state = { ...this.state, height: heights[door], phase: "opening", since: now };
  }

  /** The door to go to next, and the direction; null without a call. */
  private next({ aboard, halls }: Calls): Pick<CarState, "door" | "direction"> | null {
    const { height, direction } = this.state;
    const { heights, calls } = this.options;
    const towards = (door: number): Pick<CarState, "door" | "direction"> => ({
      door,
      direction: Math.sign(heights[door] - height) || direction,
    });
    if (calls === "express") {
      const first = aboard[0] ?? halls[0]?.door;
      return first === undefined ? null : towards(first);
    }
    for (const way of direction === 0 ? [this.firstWay({ aboard, halls })] : [direction, -direction]) {
      const isAhead = (door: number): boolean => Math.sign(heights[door] - height) === way;
      const along = [
        ...aboard.filter(isAhead),
        ...halls.filter(({ door, isUp }) => isAhead(door) && isUp === way > 0).map(({ door }) => door),
      ];
      if (along.length > 0) return towards(nearest(along, way));
      const against = halls.filter(({ door }) => isAhead(door)).map(({ door }) => door);
      if (against.length > 0) return towards(nearest(against, -way));
    }
    return null;
  }

  /** Where the first to have called is. */
  private firstWay({ aboard, halls }: Calls): number {
    const { height } = this.state;
    const first = aboard[0] ?? halls[0]?.door;
    return first === undefined ? 0 : Math.sign(this.options.heights[first] - height);
  }
}

/** The first of some doors for who goes up (1) or down (-1). */
function nearest(doors: readonly number[], way: number): number {
  return doors.reduce((best, door) => ((door - best) * way < 0 ? door : best));
}
