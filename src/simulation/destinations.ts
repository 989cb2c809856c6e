/** Where the people of a spawn go: its queue of goals, by shares or by what they know, where a stop of it names several. */
import { scrambled } from "../crowd/internal.js";
import type { Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import type { Scene, WalkingPace } from "../world/index.js";
import type { Person } from "./roster.js";
import { Deal } from "./shares.js";
import type { SpawnSpec } from "./specs.js";

/** A queue of goals; a list means the nearest of these. */
export type Stops = SpawnSpec["goals"];

/** A sketched route, or what is left of it, as somebody walks it. */
export interface RouteStretch {
  readonly route: string;
  /** Whose way it is; null for people without a profile. */
  readonly profile: string | null;
  readonly points: readonly Point[];
  /** Metres along the route, as it was drawn, to each of the points; and to where the stretch begins, -1 for all of it. */
  readonly arcs: readonly number[];
  readonly from: number;
  /** Metres from a point within which it is passed. */
  readonly width: number;
}

/** For whom and how a way is planned. */
export interface Walking {
  /** Metres. */
  readonly radius: number;
  readonly planner: string;
  /** Whose zones and lifts count: a profile of the scene, or null for people without one. */
  readonly profile: string | null;
  /** How many times as fast as on foot; default 1. */
  readonly factor?: number;
  /** In a building: how fast they are on the flat and on stairs. */
  readonly pace?: WalkingPace;
  /** In a building: whether they take no lift; default false. */
  readonly onFoot?: boolean;
}

/** A list of guides that people follow, as it can be made again. */
export interface Itinerary extends Walking {
  /** A route that comes before the stops. */
  readonly way?: RouteStretch;
  readonly stops: Stops;
  readonly factor: number;
}

/** Goals that somebody knows: some, or how likely each. */
type Known = NonNullable<SpawnSpec["known"]>;

/** The stream of random numbers that shares out exits, beside those of a roster. */
const ROUND = 2;

/** The stop of a queue that shares divide: its place; -1 for none. */
function dividedStop(goals: Stops, shares: Readonly<Record<string, number>>): number {
  const names = Object.keys(shares);
  return goals.findIndex((stop) => typeof stop !== "string" && names.every((name) => stop.includes(name)));
}

/** A queue that names each of some goals once, where shares say who goes to which: one stop of all. */
function asOneStop({ goals, shares }: SpawnSpec): Stops {
  if (!shares || goals.some((stop) => typeof stop !== "string")) return goals;
  const names = Object.keys(shares);
  const isSame = goals.length === names.length && names.every((name) => goals.includes(name));
  return isSame ? [goals as string[]] : goals;
}

/** What is wrong with who goes where in a scene, with where. */
export function destinationFaults({
  spawns = [],
  goals: exits = {},
  queues = {},
  waiting = {},
}: Scene): { readonly where: string; readonly message: string }[] {
  const all = { ...exits, ...queues, ...waiting };
  return spawns.flatMap((spawn, i) => {
    const { shares, choice } = spawn;
    const goals = asOneStop(spawn);
    const faults: { where: string; message: string }[] = [];
    // A name that is no goal at all is the scene check's to report.
    const areGoals = Object.keys(shares ?? {}).every((name) => Object.hasOwn(all, name));
    if (shares && areGoals && dividedStop(goals, shares) < 0) {
      const names = JSON.stringify(Object.keys(shares));
      const message = `no list of goals has all of ${names}; write "goals": [${names}]`;
      faults.push({ where: `spawns[${i}].shares`, message });
    }
    if (choice && !goals.some((stop) => typeof stop !== "string")) {
      const message = "there is nothing to choose: no stop of goals is a list";
      faults.push({ where: `spawns[${i}].choice`, message });
    }
    if (shares && choice) {
      const message = "shares say where people go, so there is nothing to choose; one of the two is needed";
      faults.push({ where: `spawns[${i}].choice`, message });
    }
    return faults;
  });
}

/** The goals that one person knows. */
function drawKnown(known: Known, random: Random): readonly string[] {
  if (Array.isArray(known)) return known;
  return Object.entries(known).flatMap(([name, chance]) => (random.unit() < chance ? [name] : []));
}

/** What destinations are made of. */
export interface DestinationOptions {
  readonly spawn: SpawnSpec;
  readonly number: number;
  readonly people: number;
  readonly seed: number;
}

/** Where the people of one spawn go, by number. */
export class Destinations {
  /** The whole queue. */
  readonly stops: Stops;
  private readonly divided: number;
  private readonly names: readonly string[];
  private readonly deal: Deal | null;
  private readonly known: Known | undefined;

  constructor({ spawn, number, people, seed }: DestinationOptions) {
    const { shares } = spawn;
    this.stops = asOneStop(spawn);
    this.known = spawn.known;
    this.divided = shares ? dividedStop(this.stops, shares) : -1;
    this.names = Object.keys(shares ?? {});
    const order = new Random(scrambled(seed, number, ROUND));
    this.deal = shares ? new Deal(Object.values(shares), people, order) : null;
  }

  /** Queues of which each one has to be open to somebody. */
  get queues(): readonly Stops[] {
    if (!this.deal) return [this.stops];
    return this.names.map((name) => this.stops.map((stop, k) => (k === this.divided ? name : stop)));
  }

  /** The queue of the person of a number. */
  of(index: number, { kind, random }: Person): Stops {
    const { deal, divided, names } = this;
    if (deal) {
      const name = names[deal.of(index, random)];
      return this.stops.map((stop, k) => (k === divided ? name : stop));
    }
    const known = kind.profile.known ?? this.known;
    if (known === undefined) return this.stops;
    const own = drawKnown(known, random);
    return this.stops.map((stop) => {
      if (typeof stop === "string") return stop;
      const some = stop.filter((name) => own.includes(name));
      // Who knows none of them follows the signs to any.
      return some.length === 0 ? stop : some;
    });
  }
}
