/**
 * A waiting place: everybody takes a free spot of its own, stays for the time drawn for it once it stands there, and goes on.
 *
 * In a refuge people stay for good.
 *
 * A spot of an area is drawn at random among those that are free and in sight; of given points, it is the nearest. Who finds
 * none stays where it is, and it is said that there is no room.
 */
import { boxOf, distance, type Point, sideOfRing } from "../geometry/index.js";
import type { Random } from "../numerics/index.js";
import type { Scene, World } from "../world/index.js";
import { draw } from "./distributions.js";
import { shownPlace } from "./queue.js";
import { isStraightWay } from "./queue-line.js";
import { clearPlace } from "./spawn.js";
import type { Coming, Floor, StayPlace } from "./stay-place.js";

/** One entry of a scene's `waiting`. */
export type WaitingSpec = NonNullable<Scene["waiting"]>[string];

/** Metres between the bodies of two who wait. */
const GAP = 0.2;

/** Metres from an area, or from a given spot, within which people look for a spot. */
const LOOKS = 5;

/** Seconds between two looks for a spot, spots looked at each time, and looks after which somebody gives up. */
const AGAIN = 1;
const TRIES = 40;
const LOOKS_AT_MOST = 6;

/** Seconds on the way to a spot, besides those of the walk, after which others are in the way for good. */
const PATIENCE = 15;
const SLOW = 0.5;

/** Cells across an area in which places to walk to are looked for, finer until there are some; metres that they leave to walls. */
const CELLS = Object.freeze([5, 25, 125]);
const ROOM = 0.4;

/** Somebody who has a spot, as plain data; times in seconds. */
export interface Guest {
  readonly id: number;
  readonly radius: number;
  readonly spot: Point;
  /** Seconds that it stays at least. */
  readonly seconds: number;
  /** When it takes its spot for reached at the latest. */
  readonly patience: number;
  /** Since when it stands there; -1 before. */
  readonly since: number;
  /** Whether it found no spot, and stays where it was. */
  readonly isBeside: boolean;
}

/** A waiting place as plain data. */
export interface WaitingState {
  readonly guests: readonly Guest[];
  readonly released: readonly number[];
  /** Those who look for a spot: how often they have, and when they do again. */
  readonly looking: readonly (readonly [id: number, looks: number, next: number])[];
  /** Most who had a spot at a time, and those who found none. */
  readonly most: number;
  readonly without: number;
}

export class WaitingPlace implements StayPlace {
  readonly kind = "waiting";
  private guests: Guest[] = [];
  private released = new Set<number>();
  private looking = new Map<number, { readonly looks: number; readonly next: number }>();
  private crowding = 0;
  private without = 0;

  constructor(
    readonly name: string,
    private readonly spec: WaitingSpec,
    private readonly floor: Floor,
    /** Where planners lead to. */
    private readonly anchors: readonly Point[],
  ) {}

  has(id: number): boolean {
    return this.guests.some((guest) => guest.id === id);
  }

  get inside(): number {
    return this.guests.length;
  }

  get isRefuge(): boolean {
    return this.spec.refuge === true;
  }

  /** Since when those who have a spot have stood there, in seconds. */
  get standing(): number[] {
    return this.guests.flatMap(({ since, isBeside }) => (since >= 0 && !isBeside ? [since] : []));
  }

  settle(now: number): void {
    const { floor, released, name } = this;
    this.guests = this.guests.filter(({ id, since, seconds }) => {
      if (!released.has(id)) return floor.where(id) !== null;
      floor.note({
        place: name,
        kind: "waiting",
        id,
        joined: since,
        called: since,
        started: since,
        left: now,
        seconds,
      });
      return false;
    });
    released.clear();
    for (const id of this.looking.keys()) if (floor.where(id) === null) this.looking.delete(id);
  }

  receive(coming: readonly Coming[], now: number): void {
    for (const one of coming) {
      this.floor.keep(one.id);
      const { looks, next } = this.looking.get(one.id) ?? { looks: 0, next: 0 };
      if (now < next || !this.isNear(one.position)) continue;
      const spot = this.freeSpot(one, looks);
      if (!spot && looks + 1 < LOOKS_AT_MOST) {
        this.looking.set(one.id, { looks: looks + 1, next: now + AGAIN });
        continue;
      }
      this.take(one, spot, now);
    }
  }

  private take({ id, radius, position, random }: Coming, spot: Point | null, now: number): void {
    this.looking.delete(id);
    if (!spot) {
      if (this.without === 0) {
        this.floor.warn(
          `waiting place ${this.name}: there is no free spot in sight at ${now.toFixed(0)} s; people stay where they are`,
        );
      }
      this.without++;
    }
    const seconds = this.spec.seconds === undefined ? 0 : draw(this.spec.seconds, random(0));
    const patience = now + (spot ? PATIENCE + distance(position, spot) / SLOW : 0);
    const isBeside = spot === null;
    this.guests.push({ id, radius, spot: spot ?? position, seconds, patience, since: -1, isBeside });
    this.crowding = Math.max(this.crowding, this.guests.length);
  }

  private isNear(p: Point): boolean {
    const { polygon } = this.spec;
    if (polygon && sideOfRing(p, polygon) >= 0) return true;
    return this.anchors.some((anchor) => distance(p, anchor) <= LOOKS);
  }

  /** A spot that nobody has, in sight. */
  private freeSpot({ position, radius, random, world }: Coming, looks: number): Point | null {
    const { spec } = this;
    const isFree = (p: Point): boolean =>
      this.guests.every((other) => distance(other.spot, p) >= other.radius + radius + GAP) &&
      isStraightWay(world, position, p, radius);
    if (spec.polygon) {
      const own = random(looks + 1);
      for (let k = 0; k < TRIES; k++) {
        const p = somewhereIn(spec.polygon, own);
        const isClear = p && world.contains(p) && world.clearance(p) >= radius;
        if (isClear && isFree(p)) return p;
      }
      return null;
    }
    const spots = spec.points!.map((p): Point => clearPlace(world, p, radius) ?? p);
    const byDistance = spots.sort((p, q) => distance(position, p) - distance(position, q));
    return byDistance.find((p) => this.isUntaken(p) && isStraightWay(world, position, p, radius)) ?? null;
  }

  /** Given points may be as near to each other as one likes: whoever has one has no other. */
  private isUntaken(p: Point): boolean {
    return this.guests.every(({ spot }) => spot[0] !== p[0] || spot[1] !== p[1]);
  }

  attend(now: number, step: number): void {
    const { floor, spec, isRefuge } = this;
    this.guests = this.guests.map((guest) => {
      const { id, spot, radius, seconds, patience } = guest;
      floor.post(id, spot);
      const isThere = guest.since >= 0 || distance(floor.where(id)!, spot) <= radius || now >= patience;
      if (!isThere) return guest;
      const since = guest.since >= 0 ? guest.since : now;
      if (!isRefuge && Math.max(since + seconds, spec.until ?? 0) <= now + step + 1e-9) {
        floor.release(id);
        this.released.add(id);
      }
      return { ...guest, since };
    });
  }

  tightFor(radius: number, world: World): string | null {
    const { points, polygon } = this.spec;
    const tight = points?.find((p) => !clearPlace(world, p, radius));
    if (tight) return `nobody of radius ${radius} m can stand at ${shownPlace(tight)}`;
    if (!polygon || this.anchors.some((p) => world.clearance(p) >= radius)) return null;
    return `nobody of radius ${radius} m fits into it`;
  }

  /** Most who had a spot at a time, and those who found none. */
  get most(): { readonly longest: number; readonly beyond: number } {
    return { longest: this.crowding, beyond: this.without };
  }

  get state(): WaitingState {
    const { guests, released, looking, crowding: most, without } = this;
    const rows = [...looking].map(([id, { looks, next }]) => [id, looks, next] as const);
    return { guests, released: [...released], looking: rows, most, without };
  }

  set state({ guests, released, looking, most, without }: WaitingState) {
    this.guests = [...guests];
    this.released = new Set(released);
    this.looking = new Map(looking.map(([id, looks, next]) => [id, { looks, next }]));
    this.crowding = most;
    this.without = without;
  }
}

function somewhereIn(ring: readonly Point[], random: Random): Point | null {
  const { minX, minY, maxX, maxY } = boxOf(ring);
  const p: Point = [random.between(minX, maxX), random.between(minY, maxY)];
  return sideOfRing(p, ring) >= 0 ? p : null;
}

/** Places of an area to walk to: a few, with room around them where there is some; none where the area has no free part. */
export function anchorsIn(world: World, ring: readonly Point[]): Point[] {
  const { minX, minY, maxX, maxY } = boxOf(ring);
  for (const cells of CELLS) {
    const found: { readonly p: Point; readonly room: number }[] = [];
    for (let k = 0; k < cells * cells; k++) {
      const [u, v] = [((k % cells) + 0.5) / cells, (Math.floor(k / cells) + 0.5) / cells];
      const p: Point = [minX + u * (maxX - minX), minY + v * (maxY - minY)];
      if (sideOfRing(p, ring) >= 0 && world.contains(p)) found.push({ p, room: world.clearance(p) });
    }
    const widest = found.reduce((most, { room }) => Math.max(most, room), 0);
    if (widest > 0) return found.filter(({ room }) => room >= Math.min(ROOM, widest)).map(({ p }) => p);
  }
  return [];
}
