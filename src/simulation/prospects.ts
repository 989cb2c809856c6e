/** Who of a spawn can get where: says before anything runs who cannot, and sends those to refuges where there are some. */
import { HeadingGuide } from "../crowd/internal.js";
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import type { World } from "../world/index.js";
import type { Itinerary, Stops, Walking } from "./destinations.js";
import { OwnPlannerError } from "./own-guide.js";
import type { PlannedGuide } from "./planners.js";
import { ClosedGuide, type Plans } from "./plans.js";
import type { Kind } from "./roster.js";
import type { RouteSpec, SketchedRoutes } from "./sketched-routes.js";
import { clearPlace, type Spawner } from "./spawn.js";
import type { Stays } from "./stays.js";

/** What prospects need of those who let people in. */
export interface ProspectsOptions {
  readonly plans: Plans;
  readonly stays: Stays;
  readonly routes: SketchedRoutes;
  readonly seed: number;
  /** Seconds after which the run ends. */
  readonly duration: number;
  readonly itinerary: (plan: Itinerary) => PlannedGuide[];
  /** How those of a kind walk, for a class of radius. */
  readonly walkingOf: (spawner: Spawner, kind: Kind, radius: number) => Walking;
  readonly warn: (line: string) => void;
}

export class Prospects {
  /** Where those go who have no way to their goals, by how they walk: to refuges. */
  private readonly instead = new Map<string, Stops>();
  private readonly told = new Set<string>();

  constructor(private readonly options: ProspectsOptions) {}

  /** Names a goal that nobody from a spawn can reach, before anything runs; for every radius that ways are planned for. */
  check(spawner: Spawner): void {
    const { kinds } = spawner.roster;
    for (const kind of kinds) {
      const route = this.options.routes.routeOf(spawner.number, kind.name);
      if (!route) continue;
      for (const radius of kind.classes)
        this.checkRoute(spawner, this.options.walkingOf(spawner, kind, radius), route);
    }
    const others = kinds.filter(
      ({ name }) => this.options.routes.routeOf(spawner.number, name)?.end !== "leave",
    );
    // Groups of a population that walk alike are looked at once.
    const ways = others.flatMap((kind) =>
      kind.classes.map((radius) => this.options.walkingOf(spawner, kind, radius)),
    );
    const different = new Map(ways.map((walking) => [JSON.stringify(walking), walking]));
    for (const walking of different.values())
      for (const stops of spawner.destinations.queues) this.checkStops(spawner, walking, stops);
  }

  /** The same for one queue of goals; who has no way there goes to a refuge, where there is one. */
  private checkStops(spawner: Spawner, walking: Walking, stops: Stops): void {
    try {
      this.checkQueue(spawner, walking, stops);
    } catch (error) {
      const refuges = this.options.stays.refugesFor(walking);
      if (!(error instanceof NoWayError) || refuges.length === 0) throw error;
      try {
        this.checkQueue(spawner, walking, [refuges]);
      } catch (second) {
        if (!(second instanceof NoWayError)) throw second;
        throw new InputError(`${error.message}; nor to a refuge (${refuges.join(", ")})`, error.where);
      }
      this.instead.set(insteadKey(spawner, walking, stops), [refuges]);
      const who = walking.profile === null ? "people" : `those with profile ${walking.profile}`;
      const line = `spawns[${spawner.number}]: ${who} cannot get to ${namesOf(stops)}, and wait in a refuge (${refuges.join(", ")})`;
      if (this.told.has(line)) return;
      this.told.add(line);
      this.options.warn(line);
    }
  }

  /** Where somebody goes: to their goals, or to a refuge where there is no way there. */
  stopsOf(spawner: Spawner, walking: Walking, stops: Stops): Stops {
    const { instead } = this;
    if (instead.size === 0) return stops;
    const at = (some: Stops): Stops | undefined => instead.get(insteadKey(spawner, walking, some));
    return at(stops) ?? at(spawner.destinations.stops) ?? stops;
  }

  /** Names a route that nobody from a spawn may walk, or gets to, and a goal that nobody gets to from its end. */
  private checkRoute(spawner: Spawner, walking: Walking, { name, end }: RouteSpec): void {
    const where = `spawns[${spawner.number}]`;
    const { radius, profile } = walking;
    for (const stops of spawner.destinations.queues) {
      const plan = { ...walking, stops, factor: 1 };
      for (const itinerary of this.options.routes.expect(name, { radius, profile, plan }, where)) {
        const guides = this.options.itinerary(itinerary);
        const places = this.samplePlaces(spawner, walking, (at) => guides[0].pathFrom(at) !== null);
        if (!places.some((place) => guides[0].pathFrom(place))) {
          throw new InputError(`nobody of radius ${radius} m can get from here to route ${name}`, where);
        }
        if (end === "leave") continue;
        const { points } = itinerary.way!;
        const last = guides[points.length];
        this.checkLeg(
          { spawner, walking, stops, leg: 0, from: `the end of route ${name}` },
          last,
          points.slice(-1),
        );
      }
    }
  }

  private checkQueue(spawner: Spawner, walking: Walking, stops: Stops): void {
    const { radius } = walking;
    const where = `spawns[${spawner.number}]`;
    this.options.stays.check(stops, walking);
    const guides: PlannedGuide[] = [];
    const leads = (at: Point): boolean => {
      if (guides.length === 0) for (const guide of this.guidesFor(walking, stops, where)) guides.push(guide);
      return guides[0].heading(at) !== null;
    };
    let places = this.samplePlaces(spawner, walking, leads);
    if (places.length === 0) throw new InputError(`nobody of radius ${radius} m fits here`, where);
    // From one goal of the queue to the next, as far as anybody gets now.
    for (let leg = 0; leg < guides.length && places.length > 0; leg++) {
      places = this.checkLeg({ spawner, walking, stops, leg }, guides[leg], places);
    }
  }

  /** Some places where people of a radius may start, where a way leads on if there is one. */
  private samplePlaces(spawner: Spawner, walking: Walking, leads: (at: Point) => boolean): Point[] {
    const { radius } = walking;
    const settled = (p: Point): Point | null => this.settled(p, walking, leads) ?? this.settled(p, walking);
    const { places: given } = spawner.spec;
    if (given) {
      return given.map((p, i) => {
        const place = settled(p);
        if (place) return place;
        throw new InputError(
          `nobody of radius ${radius} m fits at ${p.join(",")}`,
          `spawns[${spawner.number}].places[${i}]`,
        );
      });
    }
    const probe = new Random(this.options.seed);
    const places: Point[] = [];
    for (let k = 0; k < 200 && places.length < 50; k++) {
      const candidate = spawner.candidate(probe);
      const place = candidate && settled(candidate);
      if (place) places.push(place);
    }
    return places;
  }

  /** Whether somebody at these places gets to a stop of the queue; returns where they stand then, nowhere if that depends on what moves. */
  private checkLeg(
    {
      spawner,
      walking,
      stops,
      leg,
      from: given,
    }: { spawner: Spawner; walking: Walking; stops: Stops; leg: number; from?: string },
    guide: PlannedGuide,
    places: readonly Point[],
  ): Point[] {
    const { plans, duration } = this.options;
    if (guide instanceof ClosedGuide) return [];
    // A function of headings knows no ways, and where it ends only those who get there.
    if (guide instanceof HeadingGuide && places.some((place) => guide.heading(place))) return [];
    const paths = places.map((place) => guide.pathFrom(place)).filter((path) => path !== null);
    if (paths.length > 0) {
      const ends = paths.slice(0, 5).map((path) => this.settled(path[path.length - 1], walking));
      return ends.filter((end) => end !== null);
    }
    const stop = stops[leg];
    if (plans.opensAt(stop, walking, places, duration) !== null) return [];
    const from = given ?? (leg === 0 ? "here" : namesOf([stops[leg - 1]]));
    throw new NoWayError(
      `nobody of radius ${walking.radius} m can get from ${from} to ${namesOf([stop])}${whyNot(guide, places[0])}`,
      `spawns[${spawner.number}]`,
    );
  }

  /** The guides of a spawn's queue of goals; what is wrong with one is said with the goal's name. */
  private guidesFor(walking: Walking, stops: Stops, where: string): PlannedGuide[] {
    const { radius } = walking;
    for (const stop of stops) {
      try {
        this.options.plans.guideTo(stop, walking);
      } catch (error) {
        if (!(error instanceof InputError) || error instanceof OwnPlannerError) throw error;
        const goal = [stop].flat().join(" or ");
        throw new NoWayError(`nobody of radius ${radius} m can reach ${goal}: ${error.message}`, where);
      }
    }
    return this.options.itinerary({ ...walking, stops, factor: 1 });
  }

  private settled(p: Point, walking: Walking, accepts?: (place: Point) => boolean): Point | null {
    return settledAt(this.options.plans.world, p, walking, accepts);
  }
}

/** A place near p where somebody can stand; null for none. */
export function settledAt(
  world: World,
  p: Point,
  { radius, profile }: Walking,
  accepts?: (place: Point) => boolean,
): Point | null {
  return clearPlace(world.for(profile), p, radius, accepts);
}

/** Nobody gets to a goal. */
class NoWayError extends InputError {}

function insteadKey({ number }: Spawner, walking: Walking, stops: Stops): string {
  return JSON.stringify([number, walking, stops]);
}

/** A queue of goals in words. */
function namesOf(stops: Stops): string {
  return stops.map((stop) => [stop].flat().join(" or ")).join(", then ");
}

/** What a guide says of zones in the way; empty where it is something else that is. */
function whyNot(guide: PlannedGuide, from: Point): string {
  const reason = guide.reason?.(from) ?? "";
  const at = reason.lastIndexOf(": ");
  return reason.includes(" may not enter zones[") && at >= 0 ? reason.slice(at) : "";
}
