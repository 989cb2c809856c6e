/** Where and when agents come into being: in a region or on a segment, at a rate or at once, whenever there is room. */
import { boxOf, type Point, type Ring, type Segment, sideOfRing } from "../geometry/index.js";
import type { Random } from "../numerics/index.js";
import { groundTolerance, ontoGround, type World } from "../world/index.js";
import type { Destinations, Stops } from "./destinations.js";
import type { Person, Roster } from "./roster.js";
import type { SpawnSpec } from "./specs.js";

/** Places tried per agent and step before it waits for the next one. */
const TRIES = 24;

/** Metres left between an agent and its neighbours when it appears. */
const GAP = 0.02;

/** Directions to step away from a wall in. */
const COMPASS: readonly Point[] = [
  [1, 0],
  [2, 1],
  [1, 1],
  [1, 2],
].flatMap(([x, y]): Point[] => {
  const length = Math.sqrt(x * x + y * y);
  const [u, v] = [x / length, y / length];
  return [
    [u, v],
    [-v, u],
    [-u, -v],
    [v, -u],
  ];
});

/**
 * The place at p, or within its own width of it, where a disc is clear of walls; null where there is none, and where p is in an
 * obstacle or outside. On a wall that is free on both sides, the side counts from which a way leads on.
 *
 * @param accepts whether a place will do; by default all do
 */
export function clearPlace(
  world: World,
  p: Point,
  radius: number,
  accepts: (place: Point) => boolean = () => true,
): Point | null {
  const wide = radius * 1.005 + 1e-6;
  const free = ontoGround(world.space, p, groundTolerance(world.bounds));
  if (!free) return null;
  if (world.clearance(free) >= wide) return accepts(free) ? free : null;
  for (const [u, v] of COMPASS) {
    const aside: Point = [free[0] + 1.15 * wide * u, free[1] + 1.15 * wide * v];
    const isClear = world.contains(aside) && world.clearance(aside) >= wide && world.visible(free, aside);
    if (isClear && accepts(aside)) return aside;
  }
  return null;
}

/** Discs by cells, to see whether there is room for another one. */
export class Occupancy {
  private readonly cells = new Map<number, number[]>();
  private readonly discs: number[] = [];
  private widest = 0;

  constructor(private readonly cell = 1) {}

  private key(x: number, y: number): number {
    return Math.floor(x / this.cell) * 67_108_864 + Math.floor(y / this.cell);
  }

  /** Takes a disc in. */
  add(x: number, y: number, radius: number): void {
    const key = this.key(x, y);
    const list = this.cells.get(key);
    if (list) list.push(this.discs.length);
    else this.cells.set(key, [this.discs.length]);
    this.discs.push(x, y, radius);
    this.widest = Math.max(this.widest, radius);
  }

  /** Whether a disc fits between the others; `squeezed` is the share of the usual room that it needs. */
  fits(x: number, y: number, radius: number, squeezed = 1): boolean {
    const reach = radius + this.widest + GAP;
    const { cell, discs } = this;
    for (let cx = Math.floor((x - reach) / cell); cx <= Math.floor((x + reach) / cell); cx++) {
      for (let cy = Math.floor((y - reach) / cell); cy <= Math.floor((y + reach) / cell); cy++) {
        for (const k of this.cells.get(cx * 67_108_864 + cy) ?? []) {
          const dx = discs[k] - x;
          const dy = discs[k + 1] - y;
          const apart = squeezed * (discs[k + 2] + radius + GAP);
          if (dx * dx + dy * dy < apart * apart) return false;
        }
      }
    }
    return true;
  }
}

/** Given places may be so near to each other: people who overlap a little are pushed apart at once. */
const SQUEEZED = 0.5;

/** A spawn while it runs. */
export class Spawner {
  /** Agents that have come. */
  done = 0;
  /** Seconds since which somebody has been late without a break; null while nobody is. */
  lateSince: number | null = null;
  private next: { readonly index: number; readonly person: Person; readonly stops: Stops } | null = null;

  constructor(
    readonly spec: SpawnSpec,
    readonly number: number,
    /** How many should come in all; Infinity where people never end. */
    readonly people: number,
    readonly roster: Roster,
    readonly destinations: Destinations,
  ) {}

  /** Agents that should have come by a time. */
  due(time: number): number {
    const { people } = this;
    const { rate, start = 0 } = this.spec;
    if (time < start) return 0;
    return rate === undefined ? people : Math.min(people, 1 + Math.floor((time - start) * rate));
  }

  /** Those that are late because there is no room. */
  waiting(time: number): number {
    return this.due(time) - this.done;
  }

  /** Who comes next, and where to; the same one until there is room. */
  get coming(): { readonly person: Person; readonly stops: Stops } {
    const index = this.done;
    if (this.next?.index !== index) {
      const person = this.roster.person(index);
      this.next = { index, person, stops: this.destinations.of(index, person) };
    }
    return this.next;
  }

  /** A place for one more, or null: `settle` moves a candidate to where a disc fits, or refuses it. */
  findPlace(
    random: Random,
    radius: number,
    occupancy: Occupancy,
    settle: (p: Point) => Point | null,
  ): Point | null {
    const { places } = this.spec;
    if (places) {
      const place = settle(places[this.done]);
      return place && occupancy.fits(place[0], place[1], radius, SQUEEZED) ? place : null;
    }
    for (let k = 0; k < TRIES; k++) {
      const candidate = this.candidate(random);
      const place = candidate && settle(candidate);
      if (place && occupancy.fits(place[0], place[1], radius)) return place;
    }
    return null;
  }

  /** A random point of the region; null when the box around a thin one was missed. */
  candidate(random: Random): Point | null {
    const { segment, polygon } = this.spec;
    if (segment) return onSegment(segment, random.unit());
    return inRing(polygon!, random);
  }
}

function onSegment([a, b]: Segment, t: number): Point {
  return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
}

function inRing(ring: Ring, random: Random): Point | null {
  const { minX, minY, maxX, maxY } = boxOf(ring);
  for (let k = 0; k < 50; k++) {
    const p: Point = [random.between(minX, maxX), random.between(minY, maxY)];
    if (sideOfRing(p, ring) >= 0) return p;
  }
  return null;
}
