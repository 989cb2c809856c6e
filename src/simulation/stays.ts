/** Queues and waiting places of a scene that runs: who is on the way to which, who is there, and whose stay is over. */
import { type DirectedCrowd, scrambled } from "../crowd/internal.js";
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { enteredAlong, enteredAt, keyed, mayNotEnter, type Scene, type World } from "../world/index.js";
import type { Itinerary } from "./destinations.js";
import { massFault, meanOf } from "./distributions.js";
import type { PlannedGuide } from "./planners.js";
import type { Plans } from "./plans.js";
import { Queue, type QueueState } from "./queue.js";
import { clearPlace } from "./spawn.js";
import type { Coming, Floor, Visit } from "./stay-place.js";
import { anchorsIn, WaitingPlace, type WaitingState } from "./waiting-place.js";

/** The stream of random numbers of a spawn from which stays are drawn, beside those of its roster and destinations. */
const ROUND = 3;

/** Radii for which the place that planners lead to is moved off walls: the first that fits. */
const ROOMS = Object.freeze([0.4, 0.25, 0.1]);

/** Whether a name is a queue or a waiting place of a scene. */
export function isStay({ queues = {}, waiting = {} }: Scene, name: string): boolean {
  return Object.hasOwn(queues, name) || Object.hasOwn(waiting, name);
}

/** What is wrong with the stays of a scene, with where: distributions without mass, lists of what cannot be chosen among. */
export function stayFaults(scene: Scene): { readonly where: string; readonly message: string }[] {
  const { queues = {}, waiting = {}, spawns = [] } = scene;
  const timed = [
    ...Object.entries(queues).map(
      ([name, { service }]) => [`${keyed("queues", name)}.service`, service] as const,
    ),
    ...Object.entries(waiting).map(
      ([name, { seconds }]) => [`${keyed("waiting", name)}.seconds`, seconds] as const,
    ),
  ];
  const massless = timed.flatMap(([where, given]) => {
    const message = given === undefined ? null : massFault(given);
    return message === null ? [] : [{ where, message }];
  });
  const mixed = spawns.flatMap(({ goals }, i) =>
    goals.flatMap((stop, k) => {
      const staying = [stop].flat().filter((name) => isStay(scene, name)).length;
      if (staying === 0 || staying === [stop].flat().length) return [];
      const message = "a list is of goals alone, or of queues and waiting places alone";
      return [{ where: `spawns[${i}].goals[${k}]`, message }];
    }),
  );
  const isRefuge = (name: string): boolean => Object.hasOwn(waiting, name) && waiting[name].refuge === true;
  const passing = spawns.flatMap(({ goals }, i) =>
    goals.slice(0, -1).flatMap((stop, k) => {
      const message = "people stay in a refuge for good: it can only be the last of their goals";
      return [stop].flat().some(isRefuge) ? [{ where: `spawns[${i}].goals[${k}]`, message }] : [];
    }),
  );
  return [...massless, ...mixed, ...passing];
}

/** Where planners lead those who go to a queue or a waiting place, by name: the drawn end of a line, places of an area. */
export function anchorsOf({ queues = {}, waiting = {} }: Scene, world: World): Map<string, readonly Point[]> {
  const offWalls = (p: Point): Point => {
    for (const room of ROOMS) {
      const clear = clearPlace(world, p, room);
      if (clear) return clear;
    }
    return p;
  };
  return new Map<string, readonly Point[]>([
    ...Object.entries(queues).map(([name, { line }]) => [name, [offWalls(line[line.length - 1])]] as const),
    ...Object.entries(waiting).map(([name, { polygon, points }]) => {
      return [name, polygon ? anchorsIn(world, polygon) : points!.map(offWalls)] as const;
    }),
  ]);
}

/** Somebody whose goals have stays among them, as plain data. */
export interface Visitor {
  readonly id: number;
  /** Its spawn, and its number there. */
  readonly spawn: number;
  readonly index: number;
  /** The stop at hand, and the queue or waiting place that it is; null for none. */
  readonly leg: number;
  readonly place: string | null;
}

/** Stays as plain data. */
export interface StaysState {
  readonly visitors: readonly Visitor[];
  readonly visits: readonly Visit[];
  readonly queues: readonly QueueState[];
  readonly waiting: readonly WaitingState[];
}

/** A queue or a waiting place in numbers. Times in seconds. */
export interface StaySummary {
  readonly name: string;
  readonly kind: Visit["kind"] | "refuge";
  /** Those whose stay is over, and those who are there. */
  readonly served: number;
  readonly inside: number;
  /** From joining the line until one's turn, of those whose stay is over; null without any. Of waiting places: the stay itself. */
  readonly meanWait: number | null;
  readonly longestWait: number | null;
  /** Most at a time: in line, or waiting. */
  readonly longest: number;
  /** Most at a time beyond the drawn line; those who found no spot to wait at. */
  readonly beyond: number;
}

/** What stays need of a simulation. */
export interface StaysOptions {
  readonly scene: Scene;
  readonly crowd: DirectedCrowd;
  readonly plans: Plans;
  readonly seed: number;
  readonly anchors: ReadonlyMap<string, readonly Point[]>;
  readonly warn: (line: string) => void;
  /** Makes the guides of a way. */
  readonly itinerary: (plan: Itinerary) => PlannedGuide[];
}

export class Stays {
  /** Stays that are over, in the order in which they ended. */
  readonly visits: Visit[] = [];
  private readonly queues: readonly Queue[];
  private readonly waiting: readonly WaitingPlace[];
  private readonly places: ReadonlyMap<string, Queue | WaitingPlace>;
  private readonly visitors = new Map<number, Visitor>();

  constructor(private readonly options: StaysOptions) {
    const { scene, anchors } = options;
    const floor = this.floor();
    this.queues = Object.entries(scene.queues ?? {}).map(([name, spec]) => new Queue(name, spec, floor));
    this.waiting = Object.entries(scene.waiting ?? {}).map(
      ([name, spec]) => new WaitingPlace(name, spec, floor, anchors.get(name)!),
    );
    this.places = new Map([...this.queues, ...this.waiting].map((place) => [place.name, place]));
  }

  private floor(): Floor {
    const { crowd, plans, warn } = this.options;
    return {
      get world() {
        return plans.world;
      },
      where: (id) => crowd.agent(id)?.position ?? null,
      keep: (id) => crowd.keep(id),
      post: (id, spot) => crowd.post(id, spot),
      release: (id) => crowd.release(id),
      note: (visit) => {
        this.visits.push(visit);
      },
      warn,
    };
  }

  /** @throws InputError where those of a radius cannot stay at one of some stops */
  check(stops: Itinerary["stops"], { radius, profile }: Pick<Itinerary, "radius" | "profile">): void {
    const world = this.options.plans.world.for(profile);
    for (const name of stops.flat()) {
      const place = this.places.get(name);
      const tight = place?.tightFor(radius, world) ?? this.forbidden(name, radius, profile);
      if (tight) throw new InputError(tight, keyed(place?.kind === "queue" ? "queues" : "waiting", name));
    }
  }

  /** Why those with a profile cannot stand in a line or be served: a zone that they may not enter is in it; null where none is. */
  private forbidden(name: string, radius: number, profile: string | null): string | null {
    const queue = this.options.scene.queues?.[name];
    if (!queue) return null;
    const { zones } = this.options.plans.world;
    const { line, counters = [] } = queue;
    const along = enteredAlong(zones, line, profile, radius);
    const found = [along, ...counters.map((p) => enteredAt(zones, p, profile, radius))].find(
      (zone) => zone >= 0,
    );
    return found === undefined ? null : mayNotEnter([profile], found);
  }

  /** The refuges that those of a radius fit into. */
  refugesFor({ radius, profile }: Pick<Itinerary, "radius" | "profile">): string[] {
    const world = this.options.plans.world.for(profile);
    const fitting = this.waiting.filter((place) => place.isRefuge && place.tightFor(radius, world) === null);
    return fitting.map(({ name }) => name);
  }

  /** When those came who are in refuges, in seconds, in no order. */
  get sheltered(): number[] {
    return this.waiting.flatMap((place) => (place.isRefuge ? place.standing : []));
  }

  /** Somebody comes: of a spawn, with a number there. */
  welcome(
    id: number,
    { stops, spawn, index }: { stops: Itinerary["stops"]; spawn: number; index: number },
  ): void {
    if (stops.flat().some((name) => this.places.has(name)))
      this.visitors.set(id, { id, spawn, index, leg: -1, place: null });
  }

  /** Somebody goes elsewhere. */
  forget(id: number): void {
    this.visitors.delete(id);
  }

  /** The number of somebody in their spawn, where stays are among their goals. */
  indexOf(id: number): number | null {
    return this.visitors.get(id)?.index ?? null;
  }

  /** Whether somebody stands in line or has a spot, and does not choose any more. */
  isBound(id: number): boolean {
    const place = this.visitors.get(id)?.place;
    return place != null && this.places.get(place)!.has(id);
  }

  /** People per second that a stay takes, and how many stand in line; null for a goal. */
  queueAt(name: string): { readonly capacity: number; readonly length: number } | null {
    const place = this.places.get(name);
    if (!place) return null;
    if (place.kind === "waiting") return { capacity: Infinity, length: 0 };
    const mean = meanOf(this.options.scene.queues![name].service);
    return { capacity: place.servers / mean, length: place.length };
  }

  /** After a step: takes note of those who have gone on. */
  settle(now: number): void {
    for (const place of this.places.values()) place.settle(now);
  }

  /** Before a step: those who have come join, those whose turn it is are called, those whose stay is over are sent on. */
  follow(now: number, step: number): void {
    if (this.places.size === 0) return;
    const coming = new Map<string, Coming[]>();
    for (const visitor of this.visitors.values()) {
      const place = this.placeOf(visitor);
      if (place === null || this.places.get(place)!.has(visitor.id)) continue;
      const one = this.comingOf(visitor.id);
      const list = coming.get(place);
      if (list) list.push(one);
      else coming.set(place, [one]);
    }
    for (const place of this.places.values()) {
      place.receive(coming.get(place.name) ?? [], now);
      place.attend(now, step);
    }
  }

  /** The queue or waiting place that somebody goes to or is at; null for none, and before it has set out. */
  private placeOf({ id, spawn, index, leg: before, place: last }: Visitor): string | null {
    const { crowd } = this.options;
    const agent = crowd.agent(id);
    if (!agent) {
      this.visitors.delete(id);
      return null;
    }
    const leg = crowd.legOf(id);
    const isBound = last !== null && leg === before && this.places.get(last)!.has(id);
    const place = isBound ? last : this.destination(id, leg, agent);
    if (leg !== before || place !== last) this.visitors.set(id, { id, spawn, index, leg, place });
    if (place === null) return null;
    if (!isBound && crowd.isReacting(id)) {
      crowd.keep(id);
      return null;
    }
    return place;
  }

  /** The stay that somebody's way leads to: of several, the nearest by its planner, which it goes to from then on. */
  private destination(
    id: number,
    leg: number,
    { position, speed }: { readonly position: Point; readonly speed: number },
  ): string | null {
    const { crowd, plans, itinerary } = this.options;
    const orders = crowd.guidesOf(id).map((guide) => plans.orderOf(guide)!);
    const { goals, ...walking } = orders[leg];
    if (!this.places.has(goals[0])) return null;
    if (goals.length === 1) return goals[0];
    let best = 0;
    let least = Infinity;
    goals.forEach((name, k) => {
      const left = plans.guideTo(name, walking).distance(position) ?? Infinity;
      if (left >= least) return;
      least = left;
      best = k;
    });
    const stops = orders.map((order, k) => (k === leg ? goals[best] : [...order.goals]));
    crowd.change(id, { speed, guide: itinerary({ ...walking, stops }) });
    return goals[best];
  }

  private comingOf(id: number): Coming {
    const { crowd, seed, plans } = this.options;
    const { position, radius } = crowd.agent(id)!;
    const profile = plans.orderOf(crowd.guidesOf(id)[crowd.legOf(id)])?.profile ?? null;
    const { spawn, index, leg } = this.visitors.get(id)!;
    const own = scrambled(scrambled(seed, spawn, ROUND), index, leg);
    return {
      id,
      position,
      radius,
      world: plans.world.for(profile),
      random: (round) => new Random(scrambled(own, round, 0)),
    };
  }

  /** What has happened at each queue and each waiting place. */
  get summary(): readonly StaySummary[] {
    return [...this.places.values()].map((place) => {
      const visits = this.visits.filter((visit) => visit.place === place.name);
      const waits = visits.map(
        ({ joined, called, left }) => (place.kind === "queue" ? called : left) - joined,
      );
      const { longest, beyond } = place.most;
      return {
        name: place.name,
        kind: place.kind === "waiting" && place.isRefuge ? "refuge" : place.kind,
        served: visits.length,
        inside: place.inside,
        meanWait: waits.length === 0 ? null : waits.reduce((sum, wait) => sum + wait, 0) / waits.length,
        longestWait: waits.reduce((most: number | null, wait) => Math.max(most ?? 0, wait), null),
        longest,
        beyond,
      };
    });
  }

  get state(): StaysState {
    return {
      visitors: [...this.visitors.values()],
      visits: [...this.visits],
      queues: this.queues.map(({ state }) => state),
      waiting: this.waiting.map(({ state }) => state),
    };
  }

  set state({ visitors, visits, queues, waiting }: StaysState) {
    this.visitors.clear();
    for (const visitor of visitors) this.visitors.set(visitor.id, visitor);
    this.visits.length = 0;
    for (const visit of visits) this.visits.push(visit);
    this.queues.forEach((queue, k) => {
      queue.state = queues[k];
    });
    this.waiting.forEach((place, k) => {
      place.state = waiting[k];
    });
  }
}
