/**
 * A scene that runs: its spawns, goal queues, timetables and bottlenecks over a crowd.
 *
 * Guides are shared by all who have the same goals and the same radius. Where an obstacle or a goal moves, guides are
 * made anew: when something appears, vanishes, opens or closes, and every second while something moves.
 */
import { InputError } from "../errors.js";
import { distanceToSegment, type Point } from "../geometry/index.js";
import { hasTracks, type TrackGuide } from "../guide.js";
import { Random } from "../numerics/index.js";
import { type Barrier, type Source, WeightedPathMap } from "../pathmap/index.js";
import {
  completeScene,
  type Obstacle,
  obstacleAt,
  type Scene,
  type SceneInput,
  World,
} from "../world/index.js";
import { type BottleneckOptions, type BottleneckState, Bottlenecks } from "./bottleneck.js";
import { Crowd, type CrowdSnapshot } from "./crowd.js";
import type { Manner } from "./manner.js";
import { MovingObstacles } from "./moving.js";
import {
  checkLaneOptions,
  type LaneKind,
  type LaneSpacing,
  type PlannedGuide,
  plannerNamed,
  rememberGoals,
} from "./planners.js";
import { headsForGoal, mannerOf } from "./profile-manner.js";
import { goalMoves, obstacleMoves, sourcesAt } from "./schedule.js";
import { clearPlace, drawSpeed, Occupancy, type Profile, Spawner, type SpawnSpec } from "./spawn.js";
import { type Ride, Transport } from "./transport.js";

/** How a scene is run; what is absent is taken from the scene's `simulation`. */
export interface SimulationOptions {
  /** Name of the planner that guides; default `pathmap`. */
  readonly planner?: string;
  /** Seconds per step, > 0 and at most 10; default 0.05. */
  readonly step?: number;
  /** Integer from 0 to 4294967295; default 1. */
  readonly seed?: number;
  /** Seconds after which the run ends, > 0; default 600. */
  readonly duration?: number;
  /** Threads for avoidance; default 1. */
  readonly threads?: number;
  /** Whether speed falls with density; default `none`. */
  readonly speedDensity?: "none" | "weidmann";
  /** Bottleneck detection: `false` leaves it out although the scene asks for it. */
  readonly bottleneck?: BottleneckOptions | false;
  /** For planner `flow`: lanes pulled taut, or as the flow runs; default the scene's, else `taut`. */
  readonly lanes?: LaneKind;
  /** For planner `flow`: people follow each other so that bodies never touch, or 2 radii along the lane; default `bodies`. */
  readonly spacing?: LaneSpacing;
}

/** A simulation as plain data. */
export interface SimulationSnapshot {
  readonly format: "wayfield-simulation";
  readonly version: 1;
  readonly steps: number;
  /** When plans were last made, in seconds. */
  readonly planned: number;
  readonly spawned: readonly number[];
  readonly random: readonly [number, number, number, number];
  readonly crowd: CrowdSnapshot;
  readonly bottlenecks: BottleneckState | null;
  /** Who has taken which faster way to travel. */
  readonly rides: readonly Ride[];
}

/** Longer steps are allowed, but warned about: in half a second people close a gap of 1.3 m unseen. */
const LONGEST_SENSIBLE_STEP = 0.25;

/** Seconds between plans while something moves. */
const REPLAN = 1;

/** Where no profile is named. */
const PLAIN: Profile = Object.freeze({ radius: 0.25, speed: 1.34 });

/** Goals that are all closed: people wait where they are. One object per guide that it stands for. */
class ClosedGuide implements PlannedGuide {
  heading(): Point {
    return [0, 0];
  }

  cost(): null {
    return null;
  }

  distance(): null {
    return null;
  }

  pathFrom(): null {
    return null;
  }
}

/** A spawn may let people come at the beginnings of lanes that are within this many radii of it. */
const AT_SPAWN = 2;

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

/** A guide with what it was made for. */
interface Entry {
  guide: PlannedGuide;
  readonly goals: readonly string[];
  readonly radius: number;
  readonly planner: string;
  /** How many times as fast as on foot those who follow it are. */
  readonly factor: number;
  sources: string;
}

/** A scene that runs. */
export class Simulation {
  readonly scene: Scene;
  readonly crowd: Crowd;
  /** Whether people come as long as it runs: through the sources of a flow, in a scene without spawns. */
  readonly endless: boolean;
  readonly planner: string;
  readonly step: number;
  readonly duration: number;
  readonly seed: number;
  /** What a user should know, one line each. */
  readonly warnings: string[] = [];
  readonly bottlenecks: Bottlenecks | null;

  private steps = 0;
  /** Manners by the names of profiles. */
  private readonly manners = new Map<string, Manner>();
  private readonly asked: number;
  private readonly walking: { readonly lanes?: LaneKind; readonly spacing?: LaneSpacing };
  private readonly random: Random;
  private readonly spawners: readonly Spawner[];
  private readonly entries = new Map<string, Entry>();
  private readonly moving: MovingObstacles | null;
  private readonly transport: Transport | null;
  /** The world as planners see it now. */
  private world: World;
  private planned = 0;

  constructor(input: SceneInput | World, options: SimulationOptions = {}) {
    const known = [
      "planner",
      "step",
      "seed",
      "duration",
      "threads",
      "speedDensity",
      "bottleneck",
      "lanes",
      "spacing",
    ];
    for (const key of Object.keys(options)) {
      if (!known.includes(key)) {
        throw new InputError(`unknown option ${JSON.stringify(key)}; known: ${known.join(", ")}`);
      }
    }
    this.scene = input instanceof World ? input.scene : completeScene(input);
    const { simulation = {}, goals = {} } = this.scene;
    const given = this.scene.spawns ?? [];
    const spawns = given.length > 0 ? given : flowSpawns(this.scene);
    this.planner = options.planner ?? simulation.planner ?? "pathmap";
    this.step = options.step ?? simulation.step ?? 0.05;
    this.duration = options.duration ?? simulation.duration ?? 600;
    this.seed = options.seed ?? simulation.seed ?? 1;
    if (!(this.step > 0 && this.step <= 10)) {
      throw new InputError(`a number of seconds > 0 and at most 10 is allowed; given: ${this.step}`, "step");
    }
    if (!(this.duration > 0 && Number.isFinite(this.duration))) {
      throw new InputError(`a number of seconds > 0 is allowed; given: ${this.duration}`, "duration");
    }
    if (this.step > LONGEST_SENSIBLE_STEP) {
      this.warnings.push(
        `step: ${this.step} s is long; beyond ${LONGEST_SENSIBLE_STEP} s people hardly see each other coming`,
      );
    }
    plannerNamed(this.planner);
    this.walking = checkLaneOptions(
      spawns.map(({ planner }) => planner ?? this.planner),
      options,
    );
    if (spawns.length === 0) throw new InputError("a simulation needs at least one spawn", "spawns");
    const still = (this.scene.obstacles ?? []).filter(({ schedule }) => !schedule);
    const base =
      input instanceof World && still.length === (this.scene.obstacles?.length ?? 0)
        ? input
        : new World({ ...this.scene, obstacles: still });
    const moved = (this.scene.obstacles ?? []).filter(({ schedule }) => schedule);
    this.moving = moved.length > 0 ? new MovingObstacles(base, moved) : null;
    this.crowd = new Crowd(base, {
      seed: this.seed | 0,
      threads: options.threads ?? 1,
      speedDensity: options.speedDensity ?? "none",
    });
    this.world = this.worldAt(0);
    this.random = new Random(this.seed);
    this.transport = this.scene.weights?.length ? new Transport(this.scene.weights) : null;
    this.spawners = spawns.map((spec, i) => new Spawner(spec, i));
    this.asked = spawns.reduce((sum, { count }) => sum + count, 0);
    this.endless = this.asked === Infinity;
    for (const spawn of spawns) {
      for (const name of spawn.goals.flat()) {
        if (Object.hasOwn(goals, name)) continue;
        throw new InputError(`there is no goal ${JSON.stringify(name)}`, "spawns");
      }
    }
    const wanted = options.bottleneck ?? this.scene.bottleneck;
    this.bottlenecks = wanted
      ? new Bottlenecks(base, wanted, () => {
          for (const { guide } of this.entries.values()) guide.setBarriers?.(this.barriers);
          this.crowd.askAnew();
        })
      : null;
    for (const name of new Set(spawns.flatMap(({ profile }) => profile ?? []))) {
      const manner = mannerOf(this.profileNamed(name, "spawns"), name, goals);
      if (!manner) continue;
      this.manners.set(name, manner);
      this.crowd.mannerNumber(manner);
    }
    this.crowd.setGround(this.world);
    this.checkSpawns();
  }

  /** The planners that guide somebody, without repeats. */
  get planners(): readonly string[] {
    return [...new Set(this.spawners.map((spawner) => this.plannerOf(spawner)))];
  }

  private plannerOf({ spec }: Spawner): string {
    return spec.planner ?? this.planner;
  }

  /** Seconds since the start. */
  get time(): number {
    return this.steps * this.step;
  }

  /** Agents that the scene asks for; those that have come, where people come as long as it runs. */
  get total(): number {
    return this.endless ? this.crowd.spawned : this.asked;
  }

  /** Agents that have not found room yet, though their time has come; 0 where people come as long as it runs. */
  get waiting(): number {
    if (this.endless) return 0;
    return this.spawners.reduce((sum, spawner) => sum + Math.max(0, spawner.waiting(this.time)), 0);
  }

  /** Whether everyone has arrived, or the time is over. */
  get done(): boolean {
    return this.crowd.arrived >= this.asked || this.time >= this.duration - 1e-9;
  }

  /** The obstacles that move, where they are now. */
  get movingObstacles(): readonly Obstacle[] {
    return this.moving?.current ?? [];
  }

  private profileOf(spawner: Spawner): Profile {
    const { profile } = spawner.spec;
    return profile === undefined ? PLAIN : this.profileNamed(profile, `spawns[${spawner.number}].profile`);
  }

  private profileNamed(name: string, where: string): Profile {
    const { profiles = {} } = this.scene;
    if (Object.hasOwn(profiles, name)) return profiles[name];
    throw new InputError(
      `there is no profile ${JSON.stringify(name)}; the scene has: ${Object.keys(profiles).join(", ") || "none"}`,
      where,
    );
  }

  /** The world with every obstacle where it is at a time. */
  private worldAt(time: number): World {
    if (!this.moving) return this.crowd.world;
    const obstacles = (this.scene.obstacles ?? []).flatMap((obstacle) => obstacleAt(obstacle, time) ?? []);
    return new World({ ...this.scene, obstacles });
  }

  /** The guide to one stop of a goal queue, for a radius, by a planner, for those who are so many times as fast as on foot. */
  private guideTo(
    stop: string | readonly string[],
    radius: number,
    planner: string,
    factor = 1,
  ): PlannedGuide {
    const goals = typeof stop === "string" ? [stop] : stop;
    const key = `${planner} ${radius} ${factor} ${JSON.stringify(goals)}`;
    let entry = this.entries.get(key);
    if (!entry) {
      const sources = this.sources(goals, this.time);
      const guide = this.build(sources, radius, planner, factor);
      entry = { guide, goals, radius, planner, factor, sources: JSON.stringify(sources) };
      this.entries.set(key, entry);
    }
    return entry.guide;
  }

  private sources(goals: readonly string[], time: number): Source[] {
    return goals.flatMap((name) => sourcesAt(this.scene.goals![name], time));
  }

  private build(goals: readonly Source[], radius: number, planner: string, factor: number): PlannedGuide {
    if (goals.length === 0) return new ClosedGuide();
    const order = { goals, radius, barriers: this.barriers };
    const weights = planner === "pathmap" ? (this.transport?.worthFor(factor) ?? []) : [];
    const guide =
      weights.length > 0
        ? new WeightedPathMap(this.world, { ...order, weights })
        : plannerNamed(planner)(this.world, { ...order, ...this.walking });
    rememberGoals(guide, goals);
    return guide;
  }

  /** The scene's own barriers, and those against bottlenecks. */
  private get barriers(): readonly Barrier[] {
    return [...(this.scene.barriers ?? []), ...(this.bottlenecks?.barriers ?? [])];
  }

  /** Names a goal that nobody from a spawn can reach, before anything runs. */
  private checkSpawns(): void {
    const probe = new Random(this.seed);
    for (const spawner of this.spawners) {
      const { radius } = this.profileOf(spawner);
      const where = `spawns[${spawner.number}]`;
      const places: Point[] = [];
      for (let k = 0; k < 200 && places.length < 50; k++) {
        const candidate = spawner.candidate(probe);
        const place = candidate && this.settle(candidate, radius);
        if (place) places.push(place);
      }
      if (places.length === 0) throw new InputError(`nobody of radius ${radius} m fits here`, where);
      const guides = this.guidesFor(spawner, radius, where);
      this.crowd.know(guides);
      const [first] = guides;
      if (first instanceof ClosedGuide || places.some((place) => first.pathFrom(place))) continue;
      // A way may open later; until then these stand before what closes it.
      if (this.moving && headsForGoal(this.profileOf(spawner))) continue;
      const goal = [spawner.spec.goals[0]].flat().join(" or ");
      throw new InputError(`nobody of radius ${radius} m can get from here to ${goal}`, where);
    }
  }

  /** The guides of a spawn's queue of goals; what is wrong with one is said with the goal's name. */
  private guidesFor(spawner: Spawner, radius: number, where: string): PlannedGuide[] {
    return spawner.spec.goals.map((stop) => {
      try {
        return this.guideTo(stop, radius, this.plannerOf(spawner));
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        const goal = [stop].flat().join(" or ");
        throw new InputError(`nobody of radius ${radius} m can reach ${goal}: ${error.message}`, where);
      }
    });
  }

  private settle(p: Point, radius: number): Point | null {
    return clearPlace(this.world, p, radius);
  }

  /** One step: people come, plans change, everyone moves, bottlenecks are looked for. */
  advance(): void {
    const { crowd, step } = this;
    const from = this.time;
    this.spawn();
    this.replan(from);
    this.moving?.advance(crowd, from, from + step);
    crowd.step(step);
    this.takeRides();
    this.steps++;
    this.bottlenecks?.observe(crowd, step);
  }

  /** Faster ways to travel that were taken, in that order: who, and which of the scene's weights. */
  get rides(): readonly Ride[] {
    return this.transport?.rides ?? [];
  }

  /** Whoever passes a weighted corner takes what stands there. */
  private takeRides(): void {
    const { transport, crowd } = this;
    if (!transport) return;
    const rides = transport.passing(crowd, (group) => this.plannerOf(this.spawners[group]) === "pathmap");
    for (const ride of rides) {
      const { speed } = crowd.agent(ride[0])!;
      const faster = transport.take(ride);
      crowd.change(ride[0], { speed: speed * faster, guide: this.guidesAfter(ride) });
    }
  }

  /** Path maps made anew: what stands at corners has changed. */
  private rebuildMaps(): void {
    for (const entry of this.entries.values()) {
      if (entry.planner !== "pathmap") continue;
      const before = entry.guide;
      const sources = this.sources(entry.goals, this.planned);
      entry.guide = this.build(sources, entry.radius, entry.planner, entry.factor);
      this.crowd.replaceGuide(before, entry.guide);
    }
  }

  /** Everybody's plans after a ride was taken; returns those of the rider. */
  private guidesAfter([agent, , group]: Ride): PlannedGuide[] {
    this.rebuildMaps();
    const spawner = this.spawners[group];
    const { radius } = this.profileOf(spawner);
    const factor = this.transport!.factorOf(agent);
    const guides = spawner.spec.goals.map((stop) => this.guideTo(stop, radius, "pathmap", factor));
    this.crowd.know(guides);
    return guides;
  }

  /** Lets agents come whose time has come, as long as there is room. */
  private spawn(): void {
    const { time, crowd } = this;
    if (this.spawners.every((spawner) => spawner.waiting(time) <= 0)) return;
    const occupancy = new Occupancy();
    const { x, y, radius } = crowd.columns;
    for (let i = 0; i < crowd.size; i++) occupancy.add(x[i], y[i], radius[i]);
    for (const spawner of this.spawners) {
      while (spawner.waiting(time) > 0 && this.spawnOne(spawner, occupancy));
    }
  }

  /** Tracks that begin at a spawn. */
  private tracksAt(spawner: Spawner, guide: TrackGuide): readonly number[] {
    const { segment } = spawner.spec;
    if (!segment) return [];
    return guide.tracks.flatMap((track, k) => {
      return distanceToSegment(track.at(0), ...segment) <= AT_SPAWN * guide.trackRadius ? [k] : [];
    });
  }

  private spawnOne(spawner: Spawner, occupancy: Occupancy): boolean {
    const profile = this.profileOf(spawner);
    const { radius, acceleration, avoidance, reaction } = profile;
    const guides = spawner.spec.goals.map((stop) => this.guideTo(stop, radius, this.plannerOf(spawner)));
    const needsNoWay = guides[0] instanceof ClosedGuide || headsForGoal(profile);
    const manner = this.manners.get(spawner.spec.profile ?? "");
    const body = {
      radius,
      group: spawner.number,
      ...(acceleration === undefined ? {} : { acceleration }),
      ...(avoidance === undefined ? {} : { avoidance }),
      ...(reaction === undefined ? {} : { reaction }),
      ...(manner === undefined ? {} : { manner }),
    };
    const [first, ...then] = guides;
    const tracks = hasTracks(first) ? this.tracksAt(spawner, first) : [];
    if (hasTracks(first) && tracks.length > 0) {
      const speed = drawSpeed(profile.speed, this.random);
      const since = Math.min(this.step, this.time - (spawner.spec.start ?? 0));
      const id = this.crowd.enter({ ...body, speed, guide: [first, ...then], tracks }, since);
      if (id === null) return false;
      const [x, y] = this.crowd.agent(id)!.position;
      occupancy.add(x, y, radius);
      spawner.done++;
      return true;
    }
    const place = spawner.findPlace(this.random, radius, occupancy, (p) => {
      const settled = this.settle(p, radius);
      return settled && (needsNoWay || guides[0].pathFrom(settled)) ? settled : null;
    });
    if (!place) return false;
    this.crowd.add({
      ...body,
      position: place,
      speed: drawSpeed(profile.speed, this.random),
      guide: guides,
    });
    occupancy.add(place[0], place[1], radius);
    spawner.done++;
    return true;
  }

  /** Makes guides fit what has moved. */
  private replan(now: number): void {
    const { obstacles = [], goals = {} } = this.scene;
    const worldMoves =
      this.moving && obstacles.some((obstacle) => obstacleMoves(obstacle, this.planned, now));
    const goalsMove = Object.values(goals).some((goal) => goalMoves(goal, this.planned, now));
    if (!worldMoves && !goalsMove) return;
    const event = [...obstacles, ...Object.values(goals)].some(({ schedule }) =>
      schedule?.some(({ time }) => time > this.planned && time <= now),
    );
    if (!event && now - this.planned < REPLAN - 1e-9) return;
    this.planned = now;
    if (worldMoves) this.world = this.worldAt(now);
    this.crowd.setGround(this.world);
    for (const entry of this.entries.values()) this.refresh(entry, Boolean(worldMoves));
  }

  private refresh(entry: Entry, worldMoved: boolean): void {
    const sources = this.sources(entry.goals, this.planned);
    const text = JSON.stringify(sources);
    if (!worldMoved && text === entry.sources) return;
    entry.sources = text;
    const before = entry.guide;
    if (!worldMoved && sources.length > 0 && before.update) {
      before.update(sources);
      rememberGoals(before, sources);
      this.crowd.askAnew();
      return;
    }
    entry.guide = this.build(sources, entry.radius, entry.planner, entry.factor);
    this.crowd.replaceGuide(before, entry.guide);
  }

  /** The state as plain data. */
  snapshot(): SimulationSnapshot {
    return {
      format: "wayfield-simulation",
      version: 1,
      steps: this.steps,
      planned: this.planned,
      spawned: this.spawners.map(({ done }) => done),
      random: this.random.state,
      crowd: this.crowd.snapshot(),
      bottlenecks: this.bottlenecks?.snapshot() ?? null,
      rides: this.rides.map(([agent, weight, group]): Ride => [agent, weight, group]),
    };
  }

  /** Goes back to a snapshot of a simulation of the same scene and options. */
  restore(snapshot: SimulationSnapshot): void {
    if (snapshot?.format !== "wayfield-simulation" || snapshot.version !== 1) {
      throw new InputError("a snapshot of a simulation, version 1, is needed");
    }
    if (snapshot.spawned.length !== this.spawners.length) {
      throw new InputError("the snapshot is of another scene: its spawns differ");
    }
    this.steps = snapshot.steps;
    this.spawners.forEach((spawner, i) => {
      spawner.done = snapshot.spawned[i];
    });
    this.random.state = snapshot.random;
    // Plans are those that were made last, not those that would be made now.
    this.planned = snapshot.planned;
    this.world = this.worldAt(this.planned);
    this.crowd.setGround(this.world);
    for (const entry of this.entries.values()) this.refresh(entry, this.moving !== null);
    if (this.bottlenecks && snapshot.bottlenecks) this.bottlenecks.restore(snapshot.bottlenecks);
    if (this.transport) {
      this.transport.reset();
      this.rebuildMaps();
      for (const ride of snapshot.rides) {
        this.transport.take(ride);
        this.guidesAfter(ride);
      }
    }
    // Last: new plans make everyone ask for the way again, but the snapshot knows when each one would.
    this.crowd.restore(snapshot.crowd);
  }

  /** Ends the threads, where there are several. */
  close(): void {
    this.crowd.close();
  }
}
