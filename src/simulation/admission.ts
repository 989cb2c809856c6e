/** Lets a scene's people come: at their time, where there is room, with guides to their goals; and says beforehand who cannot. */

import type { Manner, Model } from "../crowd/index.js";
import type { DirectedCrowd } from "../crowd/internal.js";
import { InputError } from "../errors.js";
import { distanceToSegment, type Point } from "../geometry/index.js";
import { hasTracks, type TrackGuide } from "../guide.js";
import { Random } from "../numerics/index.js";
import type { Scene } from "../world/index.js";
import { draw } from "./distributions.js";
import type { PlannedGuide } from "./planners.js";
import { ClosedGuide, type Plans } from "./plans.js";
import { headsForGoal, mannerOf } from "./profile-manner.js";
import { clearPlace, Occupancy, type Profile, Spawner, type SpawnSpec } from "./spawn.js";

/** Where no profile is named. */
const PLAIN: Profile = Object.freeze({ radius: 0.25, speed: 1.34 });

/** A spawn may let people come at the beginnings of lanes that are within this many radii of it. */
const AT_SPAWN = 2;

/** Seconds that somebody waits for room before it is said. */
const PATIENCE = 1;

/** Where a scene has a flow but no spawns: its sources, through which people come whenever there is room. */
function flowSpawns({ flow, goals = {}, profiles = {} }: Scene): SpawnSpec[] {
  const [profile] = Object.keys(profiles);
  const [goal] = Object.keys(goals);
  if (!flow || goal === undefined) return [];
  return flow.source.map((segment) => ({
    segment,
    count: Infinity,
    goals: [Object.keys(goals)],
    ...(profile === undefined ? {} : { profile }),
  }));
}

/** The spawns of a scene; its flow's sources where it has none. */
export function spawnsOf(scene: Scene): readonly SpawnSpec[] {
  const given = scene.spawns ?? [];
  const spawns = given.length > 0 ? given : flowSpawns(scene);
  if (spawns.length === 0) throw new InputError("a simulation needs at least one spawn", "spawns");
  for (const name of spawns.flatMap(({ goals }) => goals.flat())) {
    if (Object.hasOwn(scene.goals ?? {}, name)) continue;
    throw new InputError(`there is no goal ${JSON.stringify(name)}`, "spawns");
  }
  return spawns;
}

/** What admission needs of a simulation. */
export interface AdmissionOptions {
  readonly scene: Scene;
  readonly spawns: readonly SpawnSpec[];
  readonly crowd: DirectedCrowd;
  readonly plans: Plans;
  readonly seed: number;
  /** The planner of those whose spawn names none. */
  readonly planner: string;
  /** The model that an option names for everybody; undefined where each walks by the profile's. */
  readonly model: Model | undefined;
  /** Seconds after which the run ends. */
  readonly duration: number;
  /** Told what a user should know. */
  readonly warn: (line: string) => void;
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

  constructor(private readonly options: AdmissionOptions) {
    const { spawns, seed, scene, crowd } = options;
    this.random = new Random(seed);
    this.spawners = spawns.map((spec, i) => new Spawner(spec, i));
    this.asked = spawns.reduce((sum, { count }) => sum + count, 0);
    for (const name of new Set(spawns.flatMap(({ profile }) => profile ?? []))) {
      const manner = mannerOf(this.profileNamed(name, "spawns"), name, scene.goals ?? {});
      if (!manner) continue;
      this.manners.set(name, manner);
      crowd.numberManner(manner);
    }
    this.checkSpawns();
  }

  /** The planner that guides a spawn's people. */
  plannerOf({ spec }: Spawner): string {
    return spec.planner ?? this.options.planner;
  }

  profileOf(spawner: Spawner): Profile {
    const { profile } = spawner.spec;
    return profile === undefined ? PLAIN : this.profileNamed(profile, `spawns[${spawner.number}].profile`);
  }

  /** The profiles of those who come, undefined for those without. */
  get profilesInUse(): (Profile | undefined)[] {
    return this.spawners.map((spawner) =>
      spawner.spec.profile === undefined ? undefined : this.profileOf(spawner),
    );
  }

  private profileNamed(name: string, where: string): Profile {
    const { profiles = {} } = this.options.scene;
    if (Object.hasOwn(profiles, name)) return profiles[name];
    throw new InputError(
      `there is no profile ${JSON.stringify(name)}; the scene has: ${Object.keys(profiles).join(", ") || "none"}`,
      where,
    );
  }

  /** Agents that have not found room yet, though their time has come. */
  waiting(time: number): number {
    return this.spawners.reduce((sum, spawner) => sum + Math.max(0, spawner.waiting(time)), 0);
  }

  /** Names a goal that nobody from a spawn can reach, before anything runs. */
  private checkSpawns(): void {
    const { crowd, seed } = this.options;
    const probe = new Random(seed);
    for (const spawner of this.spawners) {
      const { radius } = this.profileOf(spawner);
      const where = `spawns[${spawner.number}]`;
      let places: Point[] = [];
      const guides: PlannedGuide[] = [];
      const leads = (at: Point): boolean => {
        if (guides.length === 0)
          for (const guide of this.guidesFor(spawner, radius, where)) guides.push(guide);
        return guides[0].heading(at) !== null;
      };
      for (let k = 0; k < 200 && places.length < 50; k++) {
        const candidate = spawner.candidate(probe);
        const place = candidate && (this.settle(candidate, radius, leads) ?? this.settle(candidate, radius));
        if (place) places.push(place);
      }
      if (places.length === 0) throw new InputError(`nobody of radius ${radius} m fits here`, where);
      crowd.know(guides);
      // From one goal of the queue to the next, as far as anybody gets now.
      for (let leg = 0; leg < guides.length && places.length > 0; leg++) {
        places = this.checkLeg(spawner, leg, guides[leg], places);
      }
    }
  }

  /** Whether somebody at these places gets to a stop of the queue; returns where they stand then, nowhere if that depends on what moves. */
  private checkLeg(spawner: Spawner, leg: number, guide: PlannedGuide, places: readonly Point[]): Point[] {
    const { plans, duration } = this.options;
    const { radius } = this.profileOf(spawner);
    if (guide instanceof ClosedGuide) return [];
    const paths = places.map((place) => guide.pathFrom(place)).filter((path) => path !== null);
    if (paths.length > 0) {
      const ends = paths.slice(0, 5).map((path) => this.settle(path[path.length - 1], radius));
      return ends.filter((end) => end !== null);
    }
    const stop = spawner.spec.goals[leg];
    if (plans.opensAt(stop, radius, places, duration) !== null) return [];
    const name = (some: string | readonly string[]): string => [some].flat().join(" or ");
    const from = leg === 0 ? "here" : name(spawner.spec.goals[leg - 1]);
    throw new InputError(
      `nobody of radius ${radius} m can get from ${from} to ${name(stop)}`,
      `spawns[${spawner.number}]`,
    );
  }

  /** The guides of a spawn's queue of goals; what is wrong with one is said with the goal's name. */
  private guidesFor(spawner: Spawner, radius: number, where: string): PlannedGuide[] {
    return spawner.spec.goals.map((stop) => {
      try {
        return this.options.plans.guideTo(stop, radius, this.plannerOf(spawner));
      } catch (error) {
        if (!(error instanceof InputError) || error.where.startsWith("planners.")) throw error;
        const goal = [stop].flat().join(" or ");
        throw new InputError(`nobody of radius ${radius} m can reach ${goal}: ${error.message}`, where);
      }
    });
  }

  private settle(p: Point, radius: number, accepts?: (place: Point) => boolean): Point | null {
    return clearPlace(this.options.plans.world, p, radius, accepts);
  }

  /** Lets agents come whose time has come, as long as there is room. */
  admit(time: number, step: number): void {
    const { crowd } = this.options;
    if (this.spawners.every((spawner) => spawner.waiting(time) <= 0)) return;
    const occupancy = new Occupancy();
    const { x, y, radius } = crowd.columns;
    for (let i = 0; i < crowd.size; i++) occupancy.add(x[i], y[i], radius[i]);
    for (const spawner of this.spawners) {
      const since = Math.min(step, time - (spawner.spec.start ?? 0));
      while (spawner.waiting(time) > 0 && this.admitOne(spawner, occupancy, since)) spawner.done++;
      this.noteLate(spawner, time);
    }
  }

  /** Says once of a spawn that people wait for room there. */
  private noteLate(spawner: Spawner, time: number): void {
    const late = spawner.waiting(time);
    if (late <= 0) spawner.lateSince = null;
    else spawner.lateSince ??= time;
    const { lateSince, spec, number } = spawner;
    if (lateSince === null || time - lateSince < PATIENCE || spec.count === Infinity) return;
    if (this.told.includes(number)) return;
    this.told = [...this.told, number];
    this.options.warn(
      `spawns[${number}]: ${late} of ${spec.count} people wait for room at ${time.toFixed(0)} s; they come when there is some`,
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
    const profile = this.profileOf(spawner);
    const { radius, acceleration, avoidance, reaction, headway } = profile;
    const model = this.options.model === undefined ? profile.model : undefined;
    const guides = spawner.spec.goals.map((stop) => plans.guideTo(stop, radius, this.plannerOf(spawner)));
    const manner = this.manners.get(spawner.spec.profile ?? "");
    const body = {
      radius,
      group: spawner.number,
      ...(acceleration === undefined ? {} : { acceleration }),
      ...(avoidance === undefined ? {} : { avoidance }),
      ...(reaction === undefined ? {} : { reaction }),
      ...(headway === undefined ? {} : { headway }),
      ...(model === undefined ? {} : { model }),
      ...(manner === undefined ? {} : { manner }),
    };
    const [first, ...then] = guides;
    const tracks = hasTracks(first) ? this.tracksAt(spawner, first) : [];
    if (hasTracks(first) && tracks.length > 0) {
      const speed = draw(profile.speed, this.random);
      const id = crowd.enter({ ...body, speed, guide: [first, ...then], tracks }, since);
      if (id === null) return false;
      const [x, y] = crowd.agent(id)!.position;
      occupancy.add(x, y, radius);
      return true;
    }
    const needsNoWay = first instanceof ClosedGuide || headsForGoal(profile);
    const [stop] = spawner.spec.goals;
    const accepts = (at: Point): boolean =>
      needsNoWay || first.heading(at) !== null || plans.mayOpen(stop, radius, at);
    const place = spawner.findPlace(this.random, radius, occupancy, (p) => this.settle(p, radius, accepts));
    if (!place) return false;
    crowd.add({ ...body, position: place, speed: draw(profile.speed, this.random), guide: guides });
    occupancy.add(place[0], place[1], radius);
    return true;
  }
}
