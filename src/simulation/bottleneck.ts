/**
 * Bottlenecks and the barriers against them (Farias 2020, chapter 5).
 *
 * An agent that makes too little headway in a step is slowed; one that was slowed more often than `threshold` steps is
 * bottlenecked (5.4; the headway is the way left before the step minus the way left after it, where the text has them
 * the other way round). A chain of bottlenecked neighbours from one side of a corridor to the other makes a candidate
 * segment. Every `interval` seconds the candidates of a corridor become one more barrier, down the middle of the box around
 * them. Those that stand there already stay: their weights multiply, and the jam gets dearer the longer it lasts. They go
 * when an interval has passed without a candidate.
 *
 * With `adaptive`, the future work of its section 6.2: a corridor has one barrier, which moves with the jam, and whose weight is
 * solved from how many have to be diverted. It stays, lighter, while more would come than the corridor takes, and then goes.
 */

import type { Crowd } from "../crowd/index.js";
import { InputError } from "../errors.js";
import type { Segment } from "../geometry/index.js";
import { checkFlag, checkKeys, checkNumber } from "../options.js";
import type { Barrier } from "../pathmap/index.js";
import type { World } from "../world/index.js";
import { leastWeight, Meters } from "./adaptive-barriers.js";
import { type Candidate, Corridors } from "./corridors.js";

/** How bottlenecks are found, and what is done about them. */
export interface BottleneckOptions {
  /** Weight of a barrier, >= 1; default 1.5. Those that adapt have a weight of their own. */
  readonly weight?: number;
  /** Slowed steps after which an agent counts as bottlenecked, a whole number >= 1; default 30. */
  readonly threshold?: number;
  /** Seconds between updates of the barriers, > 0; default 10. */
  readonly interval?: number;
  /** Whether barriers move with jams, each with the weight that diverts just as many as necessary; default false. */
  readonly adaptive?: boolean;
  /** A step with less than this share of its free headway counts as slowed, > 0 and at most 1; default 1. */
  readonly headway?: number;
  /** Whether a barrier makes everything behind it dearer, or only as far as the next bend of a path; default true. */
  readonly carries?: boolean;
  /** Whether a new barrier takes the place of the one before it in its corridor, instead of adding to it; default false. */
  readonly replaces?: boolean;
}

/** What is looked at of a crowd. */
export type Watched = Pick<Crowd, "columns" | "size" | "time">;

/** A place where people queue, as far as known. */
export interface Bottleneck {
  /** Where its newest barrier stands, from wall to wall. */
  readonly segment: Segment;
  /** What a metre costs behind all of its barriers. */
  readonly weight: number;
  /** Agents in the queue when it was last seen. */
  readonly queue: number;
  /** When it was first seen, in seconds. */
  readonly since: number;
}

/** Headway that falls short by no more than this share is free: steps are rounded, and bodies slide along corners. */
const FREE = 1e-3;

/** Seconds between looks for chains. */
const LOOK = 0.5;

/** Nobody who has another way takes one that is this many times as dear: no further barrier is needed. */
const DEAREST = 100;

/** At most so many barriers stand in one corridor. */
const MOST_BARRIERS = 64;

/** Barriers that adapt and weigh no more than this divert nobody worth a barrier. */
const LIGHTEST = 1.001;

/** How many of those inside would pass a segment if these barriers stood. It may leave them standing: `install` follows. */
export type Passing = (barriers: readonly Barrier[], segment: Segment) => number;

/** The barriers of one corridor, with their history. */
export interface Standing {
  /** Names the corridor. */
  readonly key: string;
  /** Where they stand, the newest last. */
  readonly segments: readonly Segment[];
  /** Weight of each. */
  readonly weight: number;
  /** Agents in the queue when it was last seen. */
  readonly queue: number;
  /** When it was first seen, in seconds. */
  readonly since: number;
}

/** What is known of bottlenecks, as plain data. */
export interface BottleneckState {
  /** Slowed steps by agent number. */
  readonly slowed: readonly (readonly [number, number])[];
  readonly candidates: readonly Candidate[];
  readonly standing: readonly Standing[];
  /** Who passes corridors, for barriers that adapt. */
  readonly meters: ReturnType<Meters["snapshot"]>;
  readonly lookAt: number;
  readonly updateAt: number;
}

/** Finds bottlenecks in a crowd, and puts up barriers. */
export class Bottlenecks {
  private readonly options: Required<BottleneckOptions>;
  private readonly corridors: Corridors;
  private readonly meters = new Meters();
  /** Slowed steps by agent number, of all who have set out. */
  private slowed = new Map<number, number>();
  private candidates: Candidate[] = [];
  private standing: readonly Standing[] = [];
  private known: readonly Bottleneck[] = [];
  private lookAt = LOOK;
  private updateAt: number;

  /**
   * @param install takes the barriers that stand from now on
   * @param passing needed for barriers that adapt
   */
  constructor(
    world: World,
    options: BottleneckOptions,
    private readonly install: (barriers: readonly Barrier[]) => void,
    private readonly passing?: Passing,
  ) {
    this.options = checkedOptions(options);
    if (this.options.adaptive && !passing) {
      throw new InputError("needs to be told how many would pass", "bottleneck.adaptive");
    }
    this.updateAt = this.options.interval;
    this.corridors = new Corridors(world);
  }

  /** Barriers that stand now. */
  get barriers(): readonly Barrier[] {
    const { carries } = this.options;
    return this.standing.flatMap(({ segments, weight }) =>
      segments.map((segment) => ({ segment, weight, carries })),
    );
  }

  /** Bottlenecks as they are known now, one per corridor. */
  get list(): readonly Bottleneck[] {
    return this.known;
  }

  /** Candidate segments since the last update, for pictures. */
  get candidateSegments(): readonly Segment[] {
    return this.candidates.map(({ segment }) => segment);
  }

  /** Numbers of the agents that are bottlenecked. */
  bottlenecked(): number[] {
    return [...this.slowed].filter(([, count]) => count > this.options.threshold).map(([id]) => id);
  }

  /** Looks at a crowd after a step of some seconds. */
  observe(crowd: Watched, step: number): void {
    this.count(crowd, step);
    if (this.options.adaptive) this.meters.observe(crowd);
    if (crowd.time >= this.lookAt - 1e-9) {
      this.lookAt += LOOK;
      this.look(crowd);
    }
    if (crowd.time >= this.updateAt - 1e-9) {
      this.updateAt += this.options.interval;
      this.update(crowd.time);
    }
  }

  private count(crowd: Watched, step: number): void {
    const { id, progress, speed } = crowd.columns;
    const enough = this.options.headway * (1 - FREE) * step;
    const counts = new Map<number, number>();
    for (let i = 0; i < crowd.size; i++) {
      const before = this.slowed.get(id[i]);
      // Who has not set out yet, as people do who take their time to react, is in nobody's way.
      if (before === undefined && progress[i] === 0) continue;
      const isSlowed = progress[i] < enough * speed[i];
      counts.set(id[i], Math.max(0, (before ?? 0) + (isSlowed ? 1 : -1)));
    }
    this.slowed = counts;
  }

  /** Looks for chains of bottlenecked neighbours across corridors. */
  private look({ columns, size, time }: Watched): void {
    const slots: number[] = [];
    for (let i = 0; i < size; i++) {
      if ((this.slowed.get(columns.id[i]) ?? 0) > this.options.threshold) slots.push(i);
    }
    for (const candidate of this.corridors.chains(slots, columns)) {
      this.candidates.push(candidate);
      if (this.options.adaptive)
        this.meters.watch(candidate.key, () => this.corridors.across([candidate]), time);
    }
  }

  /** Candidates become barriers, the old candidates are forgotten. */
  private update(time: number): void {
    const jams = new Map<string, Candidate[]>();
    for (const candidate of this.candidates) {
      const jam = jams.get(candidate.key);
      if (jam) jam.push(candidate);
      else jams.set(candidate.key, [candidate]);
    }
    this.candidates = [];
    const before = new Map(this.standing.map((standing) => [standing.key, standing]));
    const after = [...jams].map(([key, jam]): Standing => {
      const known = before.get(key);
      const queue = jam.reduce((most, candidate) => Math.max(most, candidate.queue), 0);
      const since = known?.since ?? time;
      const place = this.options.adaptive
        ? { segments: [this.corridors.across(jam)], weight: known?.weight ?? 1 }
        : this.add(jam, known);
      return { key, queue, since, ...place };
    });
    const barriers = JSON.stringify(this.barriers);
    if (!this.options.adaptive) {
      this.stand(after);
      if (JSON.stringify(this.barriers) !== barriers) this.install(this.barriers);
      return;
    }
    for (const [key, known] of before) if (!jams.has(key)) after.push({ ...known, queue: 0 });
    if (after.length > 0) this.adapt(after, time);
  }

  /** One more barrier of the given weight. */
  private add(jam: readonly Candidate[], known?: Standing): Pick<Standing, "segments" | "weight"> {
    const { weight, replaces } = this.options;
    const segments = replaces ? [] : (known?.segments ?? []);
    const isEnough = segments.length >= MOST_BARRIERS || factorOf(segments.length, weight) * weight > DEAREST;
    if (segments.length > 0 && (isEnough || weight === 1)) return { segments, weight };
    return { segments: [...segments, this.corridors.across(jam)], weight };
  }

  /** Weighs the one barrier of each corridor, in turn, with those of the others as they are by then; those that are not needed go. */
  private adapt(places: readonly Standing[], time: number): void {
    const { interval, carries } = this.options;
    const found = [...places];
    const barrierOf = ({ segments: [segment], weight }: Standing): Barrier => ({ segment, weight, carries });
    found.forEach((place, k) => {
      const others = found.filter((_, other) => other !== k).map(barrierOf);
      const [segment] = place.segments;
      const most = this.meters.take(place.key, time) * interval;
      const passing = (weight: number): number =>
        this.passing!([...others, { segment, weight, carries }], segment);
      found[k] = { ...place, weight: leastWeight(passing, most, DEAREST) };
    });
    const needed = found.filter(({ weight }) => weight > LIGHTEST);
    this.meters.keep(new Set(needed.map(({ key }) => key)));
    this.stand(needed);
    // Even where nothing has changed: those who were asked for ways have others in mind.
    this.install(this.barriers);
  }

  private stand(standing: readonly Standing[]): void {
    this.standing = standing;
    this.known = standing.map(({ segments, weight, queue, since }) => ({
      segment: segments[segments.length - 1],
      weight: factorOf(segments.length, weight),
      queue,
      since,
    }));
  }

  /** The state as plain data. */
  snapshot(): BottleneckState {
    return structuredClone({
      slowed: [...this.slowed],
      candidates: this.candidates,
      standing: this.standing,
      meters: this.meters.snapshot(),
      lookAt: this.lookAt,
      updateAt: this.updateAt,
    });
  }

  /** Goes back to a state. */
  restore(state: BottleneckState): void {
    const { slowed, candidates, standing, meters, lookAt, updateAt } = structuredClone(state);
    this.meters.restore(meters);
    this.slowed = new Map(slowed);
    this.candidates = [...candidates];
    this.lookAt = lookAt;
    this.updateAt = updateAt;
    this.stand(standing);
    this.install(this.barriers);
  }
}

/** Several barriers of one weight multiply. */
function factorOf(count: number, weight: number): number {
  let factor = 1;
  for (let k = 0; k < count; k++) factor *= weight;
  return factor;
}

const OPTIONS = ["weight", "threshold", "interval", "adaptive", "headway", "carries", "replaces"];

function checkedOptions(options: BottleneckOptions): Required<BottleneckOptions> {
  checkKeys(options, OPTIONS, "bottleneck");
  const { weight = 1.5, threshold = 30, interval = 10, headway = 1 } = options;
  const { adaptive = false, carries = true, replaces = false } = options;
  checkNumber(weight, "bottleneck.weight", { least: 1 });
  checkNumber(threshold, "bottleneck.threshold", { least: 1, infinite: true });
  checkNumber(interval, "bottleneck.interval", { of: "seconds", above: 0, infinite: true });
  checkNumber(headway, "bottleneck.headway", { above: 0, most: 1 });
  for (const [name, given] of Object.entries({ adaptive, carries, replaces })) {
    checkFlag(given, `bottleneck.${name}`);
  }
  return { weight, threshold, interval, adaptive, headway, carries, replaces };
}
