/**
 * Bottlenecks and the barriers against them (Farias 2020, chapter 5).
 *
 * An agent that makes too little headway in a step is slowed; one that was slowed more often than `threshold` steps is
 * bottlenecked (5.4; the headway is the way left before the step minus the way left after it, where the text has them
 * the other way round). A chain of bottlenecked neighbours from one side of a corridor to the other makes a candidate
 * segment. Every `interval` seconds the candidates of a corridor become one barrier, down their middle.
 *
 * The sides of a corridor are two obstacles, as in the text, or two parts of one wall that face each other: the jambs of
 * a door belong to one outline.
 *
 * With `adaptive`, the future work of its section 6.2: a barrier's weight follows the queue measured at it, and fades
 * when the queue is gone.
 */
import { InputError } from "../errors.js";
import { EdgeIndex, nearestOnSegment, type Point, type Segment } from "../geometry/index.js";
import type { Barrier } from "../pathmap/index.js";
import type { World } from "../world/index.js";
import type { Crowd } from "./crowd.js";
import { wallsOf } from "./walls.js";

/** How bottlenecks are found, and what is done about them. */
export interface BottleneckOptions {
  /** Weight of a barrier, >= 1; default 1.5. */
  readonly weight?: number;
  /** Slowed steps after which an agent counts as bottlenecked, a whole number >= 1; default 30. */
  readonly threshold?: number;
  /** Seconds between updates of the barriers, > 0; default 10. */
  readonly interval?: number;
  /** Whether weights follow the queues; default false. */
  readonly adaptive?: boolean;
}

/** What is looked at of a crowd. */
export type Watched = Pick<Crowd, "columns" | "size" | "time">;

/** A place where people queue, as far as known. */
export interface Bottleneck {
  readonly segment: Segment;
  readonly weight: number;
  /** Agents in the queue when it was last seen. */
  readonly queue: number;
  /** When it was first seen, in seconds. */
  readonly since: number;
}

/** Headway below this share of the free speed counts as slowed. */
const SLOWED = 0.5;

/** Agents are neighbours when the gap between them is at most this, in metres. */
const GAP = 0.35;

/** They touch a wall when the gap to it is at most this, in metres. */
const WALL_GAP = 0.35;

/** Seconds between looks for chains. */
const LOOK = 0.5;

/** Walls of one outline are two sides of a corridor when their normals oppose each other this much. */
const OPPOSED = -0.5;

/** Corridors narrower than this, in metres, are cracks. */
const NARROWEST = 0.3;

/** Cosine of the angle within which a wall faces the other side of a corridor. */
const FACING = 0.4;

/** Adaptive weights: gain per agent queued beyond the ease, and the bounds. */
const ADAPT = Object.freeze({ gain: 0.02, ease: 8, most: 4, fade: 0.6, least: 1.05 });

/** A contact of a bottlenecked agent with a wall. */
interface Contact {
  readonly loop: number;
  readonly foot: Point;
  readonly normal: Point;
}

/** A chain from one side of a corridor to the other. */
export interface Candidate {
  /** Names the corridor. */
  readonly key: string;
  readonly segment: Segment;
  readonly queue: number;
}

/** A barrier that stands, with its history. */
export interface StandingBarrier extends Candidate {
  readonly weight: number;
  readonly since: number;
}

/** What is known of bottlenecks, as plain data. */
export interface BottleneckState {
  /** Slowed steps by agent number. */
  readonly slowed: readonly (readonly [number, number])[];
  readonly candidates: readonly Candidate[];
  readonly standing: readonly StandingBarrier[];
  readonly lookAt: number;
  readonly updateAt: number;
}

/** Finds bottlenecks in a crowd, and puts up barriers. */
export class Bottlenecks {
  private readonly options: Required<BottleneckOptions>;
  private readonly index: EdgeIndex;
  /** Outline of each wall. */
  private readonly loops: Int32Array;
  /** Slowed steps by agent number. */
  private slowed = new Map<number, number>();
  private candidates: Candidate[] = [];
  private standing: StandingBarrier[] = [];
  private lookAt = LOOK;
  private updateAt: number;

  /** @param install takes the barriers that stand from now on */
  constructor(
    private readonly world: World,
    options: BottleneckOptions,
    private readonly install: (barriers: readonly Barrier[]) => void,
  ) {
    const { weight = 1.5, threshold = 30, interval = 10, adaptive = false } = options;
    const known = ["weight", "threshold", "interval", "adaptive"];
    const unknown = Object.keys(options).find((key) => !known.includes(key));
    if (unknown)
      throw new InputError(
        `unknown option ${JSON.stringify(unknown)}; known: ${known.join(", ")}`,
        "bottleneck",
      );
    if (!(weight >= 1))
      throw new InputError(`a number >= 1 is allowed; given: ${weight}`, "bottleneck.weight");
    if (!(threshold >= 1))
      throw new InputError(`a number >= 1 is allowed; given: ${threshold}`, "bottleneck.threshold");
    if (!(interval > 0))
      throw new InputError(`a number > 0 is allowed; given: ${interval}`, "bottleneck.interval");
    this.options = { weight, threshold, interval, adaptive };
    this.updateAt = interval;
    const walls = wallsOf(world.space);
    this.index = new EdgeIndex(walls.a, walls.b);
    this.loops = new Int32Array(walls.a.length).fill(-1);
    for (let w = 0, loop = 0; w < walls.a.length; w++) {
      if (this.loops[w] >= 0) continue;
      for (let e = w; this.loops[e] < 0; e = walls.next[e]) this.loops[e] = loop;
      loop++;
    }
  }

  /** Barriers that stand now. */
  get barriers(): readonly Barrier[] {
    return this.standing.map(({ segment, weight }) => ({ segment, weight }));
  }

  /** Bottlenecks as they are known now. */
  get list(): readonly Bottleneck[] {
    return this.standing.map(({ segment, weight, queue, since }) => ({ segment, weight, queue, since }));
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
    if (crowd.time >= this.lookAt - 1e-9) {
      this.lookAt += LOOK;
      this.candidates.push(...this.findChains(crowd));
    }
    if (crowd.time >= this.updateAt - 1e-9) {
      this.updateAt += this.options.interval;
      this.update(crowd.time);
    }
  }

  private count(crowd: Watched, step: number): void {
    const { id, progress, speed } = crowd.columns;
    const counts = new Map<number, number>();
    for (let i = 0; i < crowd.size; i++) {
      const before = this.slowed.get(id[i]) ?? 0;
      const isSlowed = progress[i] < SLOWED * speed[i] * step;
      counts.set(id[i], isSlowed ? before + 1 : Math.max(0, before - 1));
    }
    this.slowed = counts;
  }

  /** Chains of bottlenecked neighbours across corridors. */
  private findChains(crowd: Watched): Candidate[] {
    const { id, x, y, radius } = crowd.columns;
    const slots: number[] = [];
    for (let i = 0; i < crowd.size; i++) if (this.slowed.get(id[i])! > this.options.threshold) slots.push(i);
    if (slots.length === 0) return [];
    const contacts = slots.map((i) => this.contactsOf([x[i], y[i]], radius[i]));
    const found: Candidate[] = [];
    for (const queue of queuesOf(neighboursOf(slots, x, y, radius))) {
      // A chain joins any two of a queue. Each that touches a wall gives a candidate, to the nearest one opposite.
      const touching = queue.flatMap((k) => contacts[k]);
      for (const from of touching) {
        let nearest: Candidate | null = null;
        for (const to of touching) {
          if (!isCorridor(from, to) || !this.isOpen(from.foot, to.foot)) continue;
          const [a, b] = inOrder(from, to);
          const segment: Segment = [a.foot, b.foot];
          if (nearest && lengthOf(nearest.segment) <= lengthOf(segment)) continue;
          nearest = { key: keyOf(a, b), segment, queue: queue.length };
        }
        if (nearest) found.push(nearest);
      }
    }
    return found;
  }

  /** Whether a segment spans a corridor: its middle is about as far from every wall as its ends are from each other. */
  private isOpen(a: Point, b: Point): boolean {
    const middle: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    return this.world.clearance(middle) > 0.35 * lengthOf([a, b]);
  }

  /** The walls that an agent touches, one per outline and direction. */
  private contactsOf(p: Point, radius: number): Contact[] {
    const reach = radius + WALL_GAP;
    const found: Contact[] = [];
    const near: { d: number; contact: Contact }[] = [];
    this.index.inBox(p[0] - reach, p[1] - reach, p[0] + reach, p[1] + reach, (w) => {
      const foot = nearestOnSegment(p, this.index.start(w), this.index.end(w));
      const dx = p[0] - foot[0];
      const dy = p[1] - foot[1];
      const d = Math.sqrt(dx * dx + dy * dy);
      if (d > reach || d === 0) return;
      near.push({ d, contact: { loop: this.loops[w], foot, normal: [dx / d, dy / d] } });
    });
    near.sort((a, b) => a.d - b.d);
    for (const { contact } of near) {
      const known = found.some((c) => c.loop === contact.loop && dot(c.normal, contact.normal) > 0.5);
      if (!known) found.push(contact);
    }
    return found;
  }

  /** Candidates become barriers, the old candidates are forgotten. */
  private update(time: number): void {
    const { weight, adaptive } = this.options;
    const corridors = new Map<string, Candidate[]>();
    for (const candidate of this.candidates) {
      const list = corridors.get(candidate.key);
      if (list) list.push(candidate);
      else corridors.set(candidate.key, [candidate]);
    }
    this.candidates = [];
    const before = new Map(this.standing.map((barrier) => [barrier.key, barrier]));
    const after: StandingBarrier[] = [];
    for (const [key, list] of corridors) {
      const known = before.get(key);
      const queue = list.reduce((most, candidate) => Math.max(most, candidate.queue), 0);
      const segment =
        adaptive && known ? known.segment : middleOf(list.map((candidate) => candidate.segment));
      const grown = (known?.weight ?? 1) + ADAPT.gain * (queue - ADAPT.ease);
      after.push({
        key,
        segment,
        queue,
        since: known?.since ?? time,
        weight: adaptive
          ? Math.min(ADAPT.most, Math.max(ADAPT.least, known ? grown : Math.max(weight, grown)))
          : weight,
      });
    }
    for (const [key, barrier] of before) {
      if (corridors.has(key)) continue;
      // Without adapting, a corridor that has cleared keeps no barrier; with it, the weight fades.
      const faded = 1 + ADAPT.fade * (barrier.weight - 1);
      if (adaptive && faded >= ADAPT.least) after.push({ ...barrier, queue: 0, weight: faded });
    }
    const changed = JSON.stringify(after.map(({ segment, weight }) => [segment, weight]));
    const same = changed === JSON.stringify(this.standing.map(({ segment, weight }) => [segment, weight]));
    this.standing = after;
    if (!same) this.install(this.barriers);
  }

  /** The state as plain data. */
  snapshot(): BottleneckState {
    return structuredClone({
      slowed: [...this.slowed],
      candidates: this.candidates,
      standing: this.standing,
      lookAt: this.lookAt,
      updateAt: this.updateAt,
    });
  }

  /** Goes back to a state. */
  restore(state: BottleneckState): void {
    const { slowed, candidates, standing, lookAt, updateAt } = structuredClone(state);
    this.slowed = new Map(slowed);
    this.candidates = [...candidates];
    this.standing = [...standing];
    this.lookAt = lookAt;
    this.updateAt = updateAt;
    this.install(this.barriers);
  }
}

function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1];
}

function lengthOf([a, b]: Segment): number {
  return Math.sqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]));
}

/** Whether two contacts are with the two sides of a corridor: each faces the other. */
function isCorridor(a: Contact, b: Contact): boolean {
  if (a.loop === b.loop && dot(a.normal, b.normal) > OPPOSED) return false;
  const length = lengthOf([a.foot, b.foot]);
  if (length < NARROWEST) return false;
  const across: Point = [(b.foot[0] - a.foot[0]) / length, (b.foot[1] - a.foot[1]) / length];
  return dot(a.normal, across) > FACING && dot(b.normal, across) < -FACING;
}

/** The two sides in an order that does not depend on who found them. */
function inOrder(a: Contact, b: Contact): [Contact, Contact] {
  const less = a.loop - b.loop || a.foot[0] - b.foot[0] || a.foot[1] - b.foot[1];
  return less <= 0 ? [a, b] : [b, a];
}

/** Names a corridor by its outlines; one outline may have several, which are told apart by where they are, to 4 m. */
function keyOf(a: Contact, b: Contact): string {
  if (a.loop !== b.loop) return `${a.loop} ${b.loop}`;
  return `${a.loop} ${Math.round((a.foot[0] + b.foot[0]) / 8)} ${Math.round((a.foot[1] + b.foot[1]) / 8)}`;
}

/** Connected groups, as positions in the list. */
function queuesOf(neighbours: readonly number[][]): number[][] {
  const seen = new Set<number>();
  return neighbours.flatMap((_, start) => {
    if (seen.has(start)) return [];
    seen.add(start);
    const queue = [start];
    for (let k = 0; k < queue.length; k++) {
      for (const next of neighbours[queue[k]]) {
        if (seen.has(next)) continue;
        seen.add(next);
        queue.push(next);
      }
    }
    return [queue];
  });
}

/** Neighbours among some agents, as positions in the list. */
function neighboursOf(
  slots: readonly number[],
  x: Float64Array,
  y: Float64Array,
  radius: Float64Array,
): number[][] {
  const order = slots.map((_, k) => k).sort((a, b) => x[slots[a]] - x[slots[b]]);
  const widest = slots.reduce((most, i) => Math.max(most, radius[i]), 0);
  const neighbours = slots.map((): number[] => []);
  for (let a = 0; a < order.length; a++) {
    const i = slots[order[a]];
    for (let b = a + 1; b < order.length; b++) {
      const j = slots[order[b]];
      if (x[j] - x[i] > radius[i] + widest + GAP) break;
      const dx = x[j] - x[i];
      const dy = y[j] - y[i];
      const reach = radius[i] + radius[j] + GAP;
      if (dx * dx + dy * dy > reach * reach) continue;
      neighbours[order[a]].push(order[b]);
      neighbours[order[b]].push(order[a]);
    }
  }
  for (const list of neighbours) list.sort((a, b) => a - b);
  return neighbours;
}

/** The middle of candidate segments: the mean of their ends on each side. */
function middleOf(segments: readonly Segment[]): Segment {
  const mean = (end: 0 | 1, axis: 0 | 1): number =>
    segments.reduce((sum, segment) => sum + segment[end][axis], 0) / segments.length;
  return [
    [mean(0, 0), mean(0, 1)],
    [mean(1, 0), mean(1, 1)],
  ];
}
