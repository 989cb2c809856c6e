/**
 * A queue: people join the end of its line, stand one behind another, move up, are served at a counter and go on.
 *
 * First come, first served. Whoever gets within a metre of the end of the line joins it, the nearest first. The first in line is
 * called to the first counter that is free, is served from when its body covers the counter's point, for the time drawn for
 * it, and goes on at the end of a step. So at a single counter, called = max(joined, left of who was called before).
 */
import { distance, type Point } from "../geometry/index.js";
import type { Scene, World } from "../world/index.js";
import { draw } from "./distributions.js";
import { isStraightWay, QueueLine } from "./queue-line.js";
import { clearPlace } from "./spawn.js";
import type { Coming, Floor, StayPlace } from "./stay-place.js";

/** One entry of a scene's `queues`. */
export type QueueSpec = NonNullable<Scene["queues"]>[string];

/** Metres between bodies in line, where a scene does not say it. */
const GAP = 0.3;

/** Metres from the end of a line, or from others who wait where it is full, at which somebody joins. */
const JOINS = 1;

/** Metres from the end of a line within which people who see it walk straight there. */
const SEES = 10;

/** Metres from the drawn end of a line at which people begin to follow it, and from the line at which they lose it. */
const FOLLOWS = 1;
const LOSES = 3;

/** Metres along a line that somebody who follows it looks ahead. */
const AHEAD = 1.5;

/** Somebody in line or at a counter, as plain data; times in seconds. */
export interface Member {
  readonly id: number;
  readonly radius: number;
  /** Seconds that it is served for. */
  readonly service: number;
  readonly joined: number;
  /** Where it stood then, and waits while the line is full. */
  readonly stood: Point;
  readonly called: number;
  /** Since when it is served; -1 before. */
  readonly started: number;
}

/** A queue as plain data. */
export interface QueueState {
  /** Those who stand in line, the first first, and those at the counters. */
  readonly line: readonly Member[];
  readonly served: readonly (Member | null)[];
  /** Those at a counter who go on at the end of the step. */
  readonly released: readonly number[];
  /** Those who follow the line to its end. */
  readonly following: readonly number[];
  /** Most who stood in line at a time, and most of them beyond what is drawn. */
  readonly longest: number;
  readonly beyond: number;
}

export class Queue implements StayPlace {
  readonly kind = "queue";
  private readonly way: QueueLine;
  private readonly counters: readonly Point[];
  private line: Member[] = [];
  private served: (Member | null)[];
  private released = new Set<number>();
  private following = new Set<number>();
  /** Metres along the line to the place of each member, which may be beyond its end, and to the room behind the last one. */
  private arcs: number[] = [];
  private behind = 0;
  private longest = 0;
  private beyond = 0;

  constructor(
    readonly name: string,
    private readonly spec: QueueSpec,
    private readonly floor: Floor,
  ) {
    this.way = new QueueLine(floor.world, spec.line);
    this.counters = spec.counters ?? [spec.line[0]];
    this.served = this.counters.map(() => null);
  }

  private get gap(): number {
    return this.spec.gap ?? GAP;
  }

  has(id: number): boolean {
    return this.line.some((one) => one.id === id) || this.served.some((one) => one?.id === id);
  }

  get inside(): number {
    return this.line.length + this.served.filter((one) => one !== null).length;
  }

  /** How many stand in line, and how many counters there are. */
  get length(): number {
    return this.line.length;
  }

  get servers(): number {
    return this.counters.length;
  }

  settle(now: number): void {
    const { floor, released, name } = this;
    const isHere = (id: number): boolean => floor.where(id) !== null;
    this.served.forEach((one, k) => {
      if (!one) return;
      if (released.has(one.id)) {
        const { id, joined, called, started, service } = one;
        floor.note({ place: name, kind: "queue", id, joined, called, started, left: now, seconds: service });
      } else if (isHere(one.id)) return;
      this.served[k] = null;
    });
    released.clear();
    this.line = this.line.filter(({ id }) => isHere(id));
    this.moveUp();
    for (const id of this.following) if (!isHere(id)) this.following.delete(id);
  }

  receive(coming: readonly Coming[], now: number): void {
    let left = [...coming];
    for (;;) {
      const next = this.nearest(left);
      if (!next) break;
      left = left.filter((one) => one !== next);
      this.join(next, now);
    }
    for (const one of left) this.lead(one);
  }

  /** Of those who come, the one who joins next; null for none. */
  private nearest(coming: readonly Coming[]): Coming | null {
    let best: Coming | null = null;
    let least = JOINS;
    for (const one of coming) {
      const apart = this.fromEnd(one);
      if (apart > least || (best && apart === least)) continue;
      least = apart;
      best = one;
    }
    return best;
  }

  /** Metres from somebody to the end of the line, or to the nearest who waits beyond it; Infinity behind a wall. */
  private fromEnd({ position, radius, world }: Coming): number {
    const arc = this.endArc(radius);
    const ends = [this.way.standAt(Math.min(arc, this.lastArc(radius)), radius)];
    if (arc > this.lastArc(radius)) {
      for (const [k, one] of this.line.entries()) if (!this.hasPlace(k)) ends.push(one.stood);
    }
    const inSight = ends.filter((end) => distance(position, end) <= JOINS && world.visible(position, end));
    return inSight.reduce((least, end) => Math.min(least, distance(position, end)), Infinity);
  }

  private join({ id, radius, position, random }: Coming, now: number): void {
    const service = draw(this.spec.service, random(0));
    this.line.push({ id, radius, service, joined: now, stood: position, called: -1, started: -1 });
    this.following.delete(id);
    this.moveUp();
    // Who is called at once has not stood in line.
    if (this.served.includes(null) && this.line.length === 1) this.call(now);
    this.longest = Math.max(this.longest, this.line.length);
    this.noteBeyond(now);
  }

  /** Says once that the line is longer than it is drawn. */
  private noteBeyond(now: number): void {
    const { drawn } = this.way;
    const beyond = this.arcs.filter((arc) => arc > drawn + 1e-9).length;
    if (beyond > 0 && this.beyond === 0) {
      const metres = Number(drawn.toFixed(2));
      this.floor.warn(
        `queue ${this.name}: the line is longer than the ${metres} m drawn, from ${now.toFixed(0)} s on`,
      );
    }
    this.beyond = Math.max(this.beyond, beyond);
  }

  /** The greatest place of the line, in metres, at which a body fits before the wall behind. */
  private lastArc(radius: number): number {
    return Math.max(this.way.drawn, this.way.end - radius);
  }

  /** Gives everybody in line a place: a gap between bodies, the first at the beginning or behind who is served there. */
  private moveUp(): void {
    const { gap, line } = this;
    // A counter at the beginning of the line is part of it.
    const head = this.spec.counters ? null : this.served[0];
    let behind = head ? head.radius + gap : 0;
    this.arcs = line.map(({ radius }, k) => {
      const arc = k === 0 && !head ? 0 : behind + radius;
      behind = arc + radius + gap;
      return arc;
    });
    this.behind = behind;
  }

  /** Metres along the line to where a body would stand behind all. */
  private endArc(radius: number): number {
    return this.behind === 0 ? 0 : this.behind + radius;
  }

  private hasPlace(k: number): boolean {
    return this.arcs[k] <= this.lastArc(this.line[k].radius);
  }

  /** Shows somebody who has not joined yet the way to the end of the line. */
  private lead({ id, radius, position, world }: Coming): void {
    const { floor, way, following } = this;
    const arc = Math.min(this.endArc(radius), this.lastArc(radius));
    const end = way.standAt(arc, radius);
    if (distance(position, end) <= SEES && isStraightWay(world, position, end, radius)) {
      following.delete(id);
      floor.post(id, end);
      return;
    }
    if (distance(position, way.at(way.drawn)) <= FOLLOWS) following.add(id);
    const at = way.nearest(position);
    if (following.has(id) && distance(position, way.at(at)) <= LOSES) {
      const ahead = at + Math.max(-AHEAD, Math.min(AHEAD, arc - at));
      floor.post(id, way.standAt(ahead, radius));
      return;
    }
    following.delete(id);
    floor.keep(id);
  }

  /** Calls the first in line to the first counter that is free. */
  private call(now: number): void {
    const k = this.served.indexOf(null);
    const [first, ...rest] = this.line;
    this.served[k] = { ...first, called: now };
    this.line = rest;
    this.moveUp();
  }

  attend(now: number, step: number): void {
    const { floor, counters } = this;
    while (this.line.length > 0 && this.served.includes(null)) this.call(now);
    this.line.forEach((one, k) => {
      floor.post(one.id, this.hasPlace(k) ? this.way.standAt(this.arcs[k], one.radius) : one.stood);
    });
    this.served.forEach((one, k) => {
      if (!one) return;
      const counter = clearPlace(floor.world, counters[k], one.radius) ?? counters[k];
      floor.post(one.id, counter);
      let { started } = one;
      if (started < 0 && distance(floor.where(one.id)!, counter) <= one.radius) {
        started = now;
        this.served[k] = { ...one, started };
      }
      if (started < 0 || started + one.service > now + step + 1e-9) return;
      floor.release(one.id);
      this.released.add(one.id);
    });
  }

  tightFor(radius: number, world: World): string | null {
    const tight = this.way.tightPlace(radius);
    if (tight) return `nobody of radius ${radius} m can stand in the line at ${shownPlace(tight)}`;
    const counter = this.counters.find((p) => !clearPlace(world, p, radius));
    return counter ? `nobody of radius ${radius} m can stand at the counter ${shownPlace(counter)}` : null;
  }

  /** Most who stood in line at a time, and most of them beyond what is drawn. */
  get most(): { readonly longest: number; readonly beyond: number } {
    return { longest: this.longest, beyond: this.beyond };
  }

  get state(): QueueState {
    const { line, served, released, following, longest, beyond } = this;
    return { line, served: [...served], released: [...released], following: [...following], longest, beyond };
  }

  set state({ line, served, released, following, longest, beyond }: QueueState) {
    this.line = [...line];
    this.served = [...served];
    this.moveUp();
    this.released = new Set(released);
    this.following = new Set(following);
    this.longest = longest;
    this.beyond = beyond;
  }
}

/** A point as messages show it, to the centimetre. */
export function shownPlace([x, y]: Point): string {
  return `(${Number(x.toFixed(2))}, ${Number(y.toFixed(2))})`;
}
