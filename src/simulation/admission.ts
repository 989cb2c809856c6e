/** Lets a scene's people come: at their time, where there is room, with guides to their goals; and says beforehand who cannot. */

import type { AgentOptions, Manner, ModelValue } from "../crowd/index.js";
import type { DirectedCrowd } from "../crowd/internal.js";
import { InputError } from "../errors.js";
import { distanceToSegment, type Point } from "../geometry/index.js";
import type { Groups } from "../groups/index.js";
import { hasTracks, type TrackGuide } from "../guide.js";
import { Random } from "../numerics/index.js";
import type { GpuLocalMaps } from "../potential/index.js";
import { type Building, type Scene, spawnCount } from "../world/index.js";
import { Destinations, type Itinerary, type Walking } from "./destinations.js";
import { ExitChoice } from "./exit-choice.js";
import { Grouping } from "./grouping.js";
import { Lifts } from "./lifts.js";
import { LocalMapWalking } from "./local-maps.js";
import type { PlannedGuide } from "./planners.js";
import { ClosedGuide, type Plans } from "./plans.js";
import { type Population, populationNamed } from "./populations.js";
import { headsForGoal, mannerOf } from "./profile-manner.js";
import { Prospects, settledAt } from "./prospects.js";
import { drawSpeed, type Kind, type Person, Roster } from "./roster.js";
import { type RouteFollower, SketchedRoutes } from "./sketched-routes.js";
import { Occupancy, Spawner } from "./spawn.js";
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
  /** People who walk together. */
  readonly grouping: Grouping;
  /** Who can get where. */
  private readonly prospects: Prospects;
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
    const walkingOf = (spawner: Spawner, kind: Kind, radius: number): Walking =>
      this.walkingOf(spawner, kind, radius);
    this.prospects = new Prospects({
      ...options,
      itinerary,
      walkingOf,
      stays: this.stays,
      routes: this.routes,
    });
    for (const spawner of this.spawners) this.prospects.check(spawner);
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

  /** How those of a kind walk; where there are stairs, their pace counts. */
  private walkingOf(spawner: Spawner, { name, pace }: Kind, radius: number): Walking {
    const walking = { radius, planner: this.plannerOf(spawner), profile: name };
    return this.options.crowd.world.building ? { ...walking, pace } : walking;
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
    const stops = this.prospects.stopsOf(spawner, walking, wanted);
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
    const place = spawner.findPlace(this.random, radius, occupancy, (p) =>
      settledAt(plans.world, p, walking, accepts),
    );
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
