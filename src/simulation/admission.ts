/** Lets a scene's people come: at their time, where there is room, with guides to their goals; and says beforehand who cannot. */

import type { AgentOptions, Manner, ModelValue } from "../crowd/index.js";
import { type DirectedCrowd, HeadingGuide } from "../crowd/internal.js";
import { InputError } from "../errors.js";
import { distanceToSegment, type Point } from "../geometry/index.js";
import type { Groups } from "../groups/index.js";
import { hasTracks, type TrackGuide } from "../guide.js";
import { Random } from "../numerics/index.js";
import type { GpuLocalMaps } from "../potential/index.js";
import { type Building, type Scene, spawnCount } from "../world/index.js";
import { Destinations, type Itinerary, type Stops, type Walking } from "./destinations.js";
import { ExitChoice } from "./exit-choice.js";
import { Grouping } from "./grouping.js";
import { Lifts } from "./lifts.js";
import { LocalMapWalking } from "./local-maps.js";
import { OwnPlannerError } from "./own-guide.js";
import type { PlannedGuide } from "./planners.js";
import { ClosedGuide, type Plans } from "./plans.js";
import { type Population, populationNamed } from "./populations.js";
import { headsForGoal, mannerOf } from "./profile-manner.js";
import { drawSpeed, type Kind, type Person, Roster } from "./roster.js";
import { type RouteFollower, type RouteSpec, SketchedRoutes } from "./sketched-routes.js";
import { clearPlace, Occupancy, Spawner } from "./spawn.js";
import type { Profile, SpawnSpec } from "./specs.js";
import { Stays } from "./stays.js";

/** A spawn may let people come at the beginnings of lanes that are within this many radii of it. */
const AT_SPAWN = 2;

/** Seconds that somebody waits for room before it is said. */
const PATIENCE = 1;

/** What admission needs of a simulation. */
export interface AdmissionOptions {
  readonly scene: Scene;
  readonly spawns: readonly SpawnSpec[];
  readonly crowd: DirectedCrowd;
  readonly groups: Groups;
  readonly plans: Plans;
  readonly seed: number;
  /** The planner of those whose spawn names none. */
  readonly planner: string;
  /** Who people are whose spawn names no population; null for nobody in particular. */
  readonly population: Population | null;
  /** The model of those with a profile. */
  readonly modelOf: (profile: Profile) => ModelValue;
  /** Seconds after which the run ends. */
  readonly duration: number;
  /** Where local maps are made, if not on the CPU. */
  readonly gpu: GpuLocalMaps | undefined;
  /** Where planners lead those who go to queues and waiting places. */
  readonly anchors: ReadonlyMap<string, readonly Point[]>;
  /** Told what a user should know. */
  readonly warn: (line: string) => void;
  /** Told who has come, where people are sites of the roadmap: they have no manners then. */
  readonly sites: { welcome(id: number, profile: Profile): void } | null;
}

export class Admission {
  readonly random: Random;
  readonly spawners: readonly Spawner[];
  /** Agents asked for; infinite where people come as long as it runs. */
  readonly asked: number;
  /** Manners by the names of profiles. */
  private readonly manners = new Map<string, Manner>();
  /** Numbers of spawns of which it was said that they have no room. */
  told: readonly number[] = [];
  /** The lists of guides that people follow, in the order in which they came up. */
  readonly itineraries: Itinerary[] = [];
  private readonly itineraryKeys = new Set<string>();
  /** Those who choose their exit by time. */
  readonly choice: ExitChoice;
  /** Queues and waiting places. */
  readonly stays: Stays;
  /** Where those go who have no way to their goals, by how they walk: to refuges. */
  private readonly toldOfRefuges = new Set<string>();
  private readonly instead = new Map<string, Stops>();
  /** People who walk together. */
  readonly grouping: Grouping;
  /** Sketched routes. */
  readonly routes: SketchedRoutes;

  constructor(private readonly options: AdmissionOptions) {
    const { spawns, seed, scene, crowd, gpu } = options;
    this.random = new Random(seed);
    const itinerary = (plan: Itinerary): PlannedGuide[] => this.itinerary(plan);
    this.stays = new Stays({ ...options, itinerary });
    this.choice = new ExitChoice({ ...options, itinerary, stays: this.stays });
    this.routes = new SketchedRoutes({
      ...options,
      itinerary,
      goOn: (follower) => this.goOn(follower),
      describe: (id) => this.describe(id),
      take: (id) => {
        this.stays.forget(id);
        this.choice.forget(id);
      },
    });
    this.spawners = spawns.map((spec, i) => this.spawner(spec, i));
    this.asked = this.spawners.reduce((sum, { people }) => sum + people, 0);
    for (const { name, profile } of this.spawners.flatMap(({ roster }) => roster.kinds)) {
      if (name === null || this.manners.has(name) || options.sites) continue;
      const manner = mannerOf(profile, name, scene.goals ?? {}, gpu);
      if (!manner) continue;
      this.manners.set(name, manner);
      crowd.numberManner(manner);
    }
    if (gpu && ![...this.manners.values()].some((manner) => manner instanceof LocalMapWalking)) {
      throw new InputError(
        "nobody in this scene walks by a local map, which is what a graphics adapter computes; a profile with behaviour, localMap or motion does",
        "gpu",
      );
    }
    for (const spawner of this.spawners) this.checkSpawn(spawner);
    this.grouping = new Grouping({
      ...options,
      spawners: this.spawners,
      routes: this.routes,
      itinerary,
      plannerOf: (spawner) => this.plannerOf(spawner),
    });
  }

  private spawner(spawn: SpawnSpec, number: number): Spawner {
    const { scene, seed, population } = this.options;
    const people = spawn.count ?? spawnCount(scene, spawn);
    if (people === 0) {
      throw new InputError(
        "its density gives nobody: less than half a person fits",
        `spawns[${number}].density`,
      );
    }
    const who = spawn.population === undefined ? population : populationNamed(spawn.population);
    const roster = new Roster({ scene, spawn, number, people, seed, population: who });
    return new Spawner(spawn, number, people, roster, new Destinations({ spawn, number, people, seed }));
  }

  /** The planner that guides a spawn's people. */
  plannerOf({ spec }: Spawner): string {
    return spec.planner ?? this.options.planner;
  }

  /** The profiles of those who come, undefined for those without. */
  get profilesInUse(): (Profile | undefined)[] {
    const kinds = this.spawners.flatMap(({ roster }) => roster.kinds);
    return kinds.map(({ name, profile }) => (name === null ? undefined : profile));
  }

  /** Who comes, by planner and profile. */
  get travellers(): { readonly planner: string; readonly profile: string | null }[] {
    return this.spawners.flatMap((spawner) =>
      spawner.roster.kinds.map(({ name }) => ({ planner: this.plannerOf(spawner), profile: name })),
    );
  }

  /** Agents that have not found room yet, though their time has come. */
  waiting(time: number): number {
    return this.spawners.reduce((sum, spawner) => sum + Math.max(0, spawner.waiting(time)), 0);
  }

  /** The guides of a queue of goals, which the crowd then knows by number. */
  itinerary(plan: Itinerary): PlannedGuide[] {
    const { plans, crowd } = this.options;
    const { stops, radius, way } = plan;
    const first: readonly PlannedGuide[] = way ? this.routes.guides.of(way, radius) : [];
    const guides = [...first, ...stops.map((stop) => plans.guideTo(stop, plan))];
    const key = JSON.stringify(plan);
    if (!this.itineraryKeys.has(key)) {
      this.itineraryKeys.add(key);
      this.itineraries.push(plan);
      crowd.know(guides);
    }
    return guides;
  }

  /** Names a goal that nobody from a spawn can reach, before anything runs; for every radius that ways are planned for. */
  private checkSpawn(spawner: Spawner): void {
    const { kinds } = spawner.roster;
    for (const kind of kinds) {
      const route = this.routes.routeOf(spawner.number, kind.name);
      if (!route) continue;
      for (const radius of kind.classes)
        this.checkRoute(spawner, this.walkingOf(spawner, kind, radius), route);
    }
    const others = kinds.filter(({ name }) => this.routes.routeOf(spawner.number, name)?.end !== "leave");
    // Groups of a population that walk alike are looked at once.
    const ways = others.flatMap((kind) =>
      kind.classes.map((radius) => this.walkingOf(spawner, kind, radius)),
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
      const refuges = this.stays.refugesFor(walking);
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
      if (this.toldOfRefuges.has(line)) return;
      this.toldOfRefuges.add(line);
      this.options.warn(line);
    }
  }

  /** Where somebody goes: to their goals, or to a refuge where there is no way there. */
  private stopsOf(spawner: Spawner, walking: Walking, stops: Stops): Stops {
    const { instead } = this;
    if (instead.size === 0) return stops;
    const at = (some: Stops): Stops | undefined => instead.get(insteadKey(spawner, walking, some));
    return at(stops) ?? at(spawner.destinations.stops) ?? stops;
  }

  /** How those of a kind walk; where there are stairs, their pace counts. */
  private walkingOf(spawner: Spawner, { name, pace }: Kind, radius: number): Walking {
    const walking = { radius, planner: this.plannerOf(spawner), profile: name };
    return this.options.crowd.world.building ? { ...walking, pace } : walking;
  }

  /** Names a route that nobody from a spawn may walk, or gets to, and a goal that nobody gets to from its end. */
  private checkRoute(spawner: Spawner, walking: Walking, { name, end }: RouteSpec): void {
    const where = `spawns[${spawner.number}]`;
    const { radius, profile } = walking;
    for (const stops of spawner.destinations.queues) {
      const plan = { ...walking, stops, factor: 1 };
      for (const itinerary of this.routes.expect(name, { radius, profile, plan }, where)) {
        const guides = this.itinerary(itinerary);
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
    this.stays.check(stops, walking);
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
    const settled = (p: Point): Point | null => this.settle(p, walking, leads) ?? this.settle(p, walking);
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
      const ends = paths.slice(0, 5).map((path) => this.settle(path[path.length - 1], walking));
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
    return this.itinerary({ ...walking, stops, factor: 1 });
  }

  private settle(p: Point, { radius, profile }: Walking, accepts?: (place: Point) => boolean): Point | null {
    return clearPlace(this.options.plans.world.for(profile), p, radius, accepts);
  }

  /** Lets agents come whose time has come, as long as there is room. */
  admit(time: number, step: number): void {
    const { crowd } = this.options;
    if (this.spawners.every((spawner) => spawner.waiting(time) <= 0)) return;
    const occupancy = new Occupancy();
    const { x, y, radius } = crowd.columns;
    for (let i = 0; i < crowd.size; i++) this.occupy(occupancy, x[i], y[i], radius[i]);
    this.occupyBodies(occupancy);
    for (const spawner of this.spawners) {
      const since = Math.min(step, time - (spawner.spec.start ?? 0));
      while (spawner.waiting(time) > 0 && this.admitOne(spawner, occupancy, since)) spawner.done++;
      this.noteLate(spawner, time);
    }
  }

  /** Takes somebody's room, beyond the lines of a periodic plan too. */
  private occupy(occupancy: Occupancy, x: number, y: number, radius: number): void {
    occupancy.add(x, y, radius);
    this.options.crowd.images(x, y, 4 * radius, (atX, atY) => occupancy.add(atX, atY, radius));
  }

  /** Takes the room of bodies that are longer than wide, behind their fronts. */
  private occupyBodies(occupancy: Occupancy): void {
    for (const { x, y, radius } of this.options.crowd.allFollowers()) this.occupy(occupancy, x, y, radius);
  }

  /** Says once of a spawn that people wait for room there. */
  private noteLate(spawner: Spawner, time: number): void {
    const late = spawner.waiting(time);
    if (late <= 0) spawner.lateSince = null;
    else spawner.lateSince ??= time;
    const { lateSince, people, number } = spawner;
    if (lateSince === null || time - lateSince < PATIENCE || people === Infinity) return;
    if (this.told.includes(number)) return;
    this.told = [...this.told, number];
    this.options.warn(
      `spawns[${number}]: ${late} of ${people} people wait for room at ${time.toFixed(0)} s; they come when there is some`,
    );
  }

  /** Tracks that begin at a spawn. */
  private tracksAt(spawner: Spawner, guide: TrackGuide): readonly number[] {
    const { segment } = spawner.spec;
    if (!segment) return [];
    return guide.tracks.flatMap((track, k) => {
      return distanceToSegment(track.at(0), ...segment) <= AT_SPAWN * guide.trackRadius ? [k] : [];
    });
  }

  /** Lets one come; false where there is no room. */
  private admitOne(spawner: Spawner, occupancy: Occupancy, since: number): boolean {
    const { plans, crowd } = this.options;
    const { person, stops: wanted } = spawner.coming;
    const { radius, wayRadius, kind, speed } = person;
    const { name: profile } = kind;
    const walking = this.walkingOf(spawner, kind, wayRadius);
    const stops = this.stopsOf(spawner, walking, wanted);
    const plain = { ...walking, stops, factor: 1 };
    const route = this.routes.routeOf(spawner.number, profile);
    const way = route && this.routes.next(route.name, { radius: wayRadius, profile, plan: plain });
    const guides = this.itinerary(way?.plan ?? plain);
    const body = this.bodyOf(spawner, person);
    const [first, ...then] = guides;
    const tracks = hasTracks(first) ? this.tracksAt(spawner, first) : [];
    if (hasTracks(first) && tracks.length > 0) {
      const top = drawSpeed(speed, this.random);
      const id = crowd.enter({ ...body, speed: top, guide: [first, ...then], tracks }, since);
      if (id === null) return false;
      this.stays.welcome(id, { stops, spawn: spawner.number, index: spawner.done });
      this.grouping.welcome(id, spawner.number, spawner.done);
      const [x, y] = crowd.agent(id)!.position;
      this.occupy(occupancy, x, y, radius);
      return true;
    }
    const needsNoWay = first instanceof ClosedGuide || headsForGoal(kind.profile);
    const [stop] = stops;
    const accepts = (at: Point): boolean =>
      needsNoWay || first.heading(at) !== null || plans.mayOpen(stop, walking, at);
    const place = spawner.findPlace(this.random, radius, occupancy, (p) => this.settle(p, walking, accepts));
    if (!place) return false;
    const id = crowd.add({ ...body, position: place, speed: drawSpeed(speed, this.random), guide: guides });
    this.options.sites?.welcome(id, kind.profile);
    if (wayRadius > radius) crowd.setSpare(id, wayRadius - radius);
    const who = { id, spawn: spawner.number, index: spawner.done };
    if (route && way) this.routes.welcome({ ...who, ...way, route: route.name, radius: wayRadius, profile });
    else this.setOut(who, plain);
    this.grouping.welcome(id, spawner.number, spawner.done);
    this.occupy(occupancy, place[0], place[1], radius);
    for (const [x, y] of crowd.followers(id)) this.occupy(occupancy, x, y, radius);
    return true;
  }

  /** Somebody sets out for their goals. */
  private setOut({ id, spawn, index }: Pick<RouteFollower, "id" | "spawn" | "index">, plan: Itinerary): void {
    this.stays.welcome(id, { stops: plan.stops, spawn, index });
    if (this.spawners[spawn].spec.choice === "time") this.choice.welcome(id, plan);
  }

  /** Somebody has come to the end of a route and goes on to their goals. */
  private goOn(follower: RouteFollower): void {
    const { way: _, ...plan } = follower.plan;
    this.options.crowd.redirect(follower.id, this.itinerary(plan));
    this.setOut(follower, plan);
  }

  /** The lifts of a building, for those who come. */
  lifts(building: Building): Lifts {
    const { crowd, plans } = this.options;
    return new Lifts({
      building,
      crowd,
      worldOf: (id) => plans.world.for(plans.orderOf(crowd.guidesOf(id)[crowd.legOf(id)])!.profile),
      onFoot: (id) => this.onFoot(id),
    });
  }

  /** The guides of somebody's goals that are left, for ways without lifts. */
  private onFoot(id: number): PlannedGuide[] {
    const { crowd, plans } = this.options;
    const orders = crowd
      .guidesOf(id)
      .slice(crowd.legOf(id))
      .map((guide) => plans.orderOf(guide)!);
    const [{ goals: _, ...walking }] = orders;
    return this.itinerary({ ...walking, onFoot: true, stops: orders.map(({ goals }) => [...goals]) });
  }

  /** Who somebody is who is on no route, and what they have to do still. */
  private describe(id: number): Omit<RouteFollower, "id" | "route" | "end"> {
    const { crowd, plans } = this.options;
    if (this.stays.isBound(id)) throw new InputError(`agent ${id} stands in a queue or waits`, "ids");
    const group = this.options.groups.groupOf(id);
    if (group)
      throw new InputError(`agent ${id} walks in group ${group.name}, and where its middle leads`, "ids");
    const orders = crowd
      .guidesOf(id)
      .slice(crowd.legOf(id))
      .map((guide) => plans.orderOf(guide)!);
    // One with whom they share all that zones mean.
    const [{ goals: _, ...walking }] = orders;
    const { radius, profile } = walking;
    const stops = orders.map(({ goals }) => [...goals]);
    const { group: spawn } = crowd.agent(id)!;
    const index = this.stays.indexOf(id) ?? id;
    return { radius, profile, spawn, index, plan: { ...walking, stops } };
  }

  /** What a crowd is told of a person besides place, speed and way. */
  private bodyOf(spawner: Spawner, person: Person): Omit<AgentOptions, "position"> {
    const { kind, radius, depth, reaction, headway, stairs } = person;
    const { acceleration, avoidance } = kind.profile;
    const manner = this.manners.get(kind.name ?? "");
    return {
      ...(depth === undefined ? { radius } : { shape: { width: 2 * radius, depth } }),
      stairs,
      reaction,
      group: spawner.number,
      model: this.options.modelOf(kind.profile),
      ...(acceleration === undefined ? {} : { acceleration }),
      ...(avoidance === undefined ? {} : { avoidance }),
      ...(headway === undefined ? {} : { headway }),
      ...(manner === undefined ? {} : { manner }),
      ...(kind.name === null || !this.options.scene.zones ? {} : { profile: kind.name }),
    };
  }
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
