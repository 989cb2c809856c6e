/**
 * A crowd: agents that follow guides, keep clear of each other and of walls, and leave at their last goal.
 *
 * A step reads as a list: those on tracks, wishes, the engine moves everyone, who has arrived. It depends on the state
 * alone, so equal crowds stay equal to the bit, in Node and in browsers, with any number of threads.
 */
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import { type Guide, type HeadingFunction, hasTracks } from "../guide.js";
import { checkChoice, checkKeys, checkLike, checkNumber, checkPoint } from "../options.js";
import { checkWorld, type Obstacle, type World } from "../world/index.js";
import { checkedStairs } from "../world/internal.js";
import {
  type AgentOptions,
  type AgentState,
  type Arrival,
  type CrowdManner,
  checkedAgent,
  type EntryOptions,
  refuseOrcas,
} from "./agent.js";
import { ARRIVAL_RULES, Arrivals } from "./arrivals.js";
import type { CrowdOptions, CrowdSnapshot } from "./crowd-options.js";
import type { Doors } from "./doors.js";
import { Engine, type Touches } from "./engine.js";
import { GoalTable } from "./goal-lines.js";
import { modelsIn } from "./habits.js";
import { HeadingGuide, HeadingGuides } from "./heading.js";
import { MODEL } from "./kernel/layout.js";
import type { MakeModel } from "./kernel/models.js";
import type { Leading } from "./leading.js";
import type { LongBodies } from "./long-bodies.js";
import { checkManner } from "./manner.js";
import { crowdModel, defaultModel, type ModelValue } from "./models.js";
import { Obstacles } from "./obstacles.js";
import { Openings } from "./openings.js";
import { lengthOf, People, STAY } from "./people.js";
import type { PeriodicPlan } from "./periodic.js";
import type { Storeys } from "./storeys.js";
import type { Terrain } from "./terrain.js";
import type { Tracks } from "./tracks.js";
import { wallsOf } from "./walls.js";
import { Wishes } from "./wishes.js";

const KEYS =
  "seed threads model speedDensity arrival doors tracks longBodies periodic groups terrain storeys".split(
    " ",
  );

/** A part that a crowd was given, known by one of its methods: their code comes with those who make them. */
function checkPart<T extends object>(
  part: T | undefined,
  where: string,
  method: keyof T,
  form: string,
): T | undefined {
  if (part === undefined || typeof part?.[method] === "function") return part;
  throw new InputError(`${form} is needed`, where);
}

/** Agents in one world. */
export class Crowd {
  readonly world: World;
  /** Agents added so far, whose numbers are those from 0 on, and those that have reached their last goal. */
  spawned = 0;
  arrived = 0;
  /** Who arrived in the last step. */
  readonly arrivals: Arrival[] = [];

  private readonly manner: CrowdManner;
  /** Models of the program, by their numbers from `MODEL.own` on; and the code of all that this crowd carries. */
  private readonly ownModels: ModelValue[] = [];
  private readonly models: MakeModel[] = [];
  private readonly tracks: Tracks | undefined;
  /** @internal */
  protected readonly terrain: Terrain | undefined;
  /** @internal */
  protected readonly glue: PeriodicPlan | undefined;
  private readonly storeys: Storeys | undefined;
  private readonly headings = new HeadingGuides();
  /** @internal */
  protected readonly engine: Engine;
  /** @internal */
  protected readonly people: People;
  /** @internal */
  protected readonly wishes: Wishes;
  /** @internal */
  protected readonly standing: Obstacles;
  /** Its doors, where it was given any. */
  readonly doors: Doors | undefined;
  private readonly groups: Leading | undefined;
  /** @internal */
  protected readonly long: LongBodies | undefined;
  private readonly settled: Arrivals;
  /** Goals on walls, and walls that are not everybody's; null where bodies touch their goals, and all walls are. */
  private readonly openings: Openings | null;
  private steps = 0;
  /** Whether a step waits for manners. */
  private isThinking = false;

  constructor(world: World, options: CrowdOptions = {}) {
    checkKeys(options, KEYS);
    const { seed = 1, speedDensity = "none", arrival = "cross" } = options;
    checkNumber(seed, "seed", { whole: true });
    checkChoice(arrival, "arrival", ARRIVAL_RULES);
    checkChoice(speedDensity, "speedDensity", ["none", "weidmann"]);
    checkWorld(world);
    this.world = world;
    const weidmann = speedDensity === "weidmann";
    const model = options.model === undefined ? undefined : crowdModel(options.model, "model");
    refuseOrcas(model, weidmann ? "speedDensity" : undefined);
    this.long = checkPart(options.longBodies, "longBodies", "serve", "new LongBodies() of wayfield/crowd");
    this.manner = { weidmann, model, long: this.long };
    const threads = checkPart(options.threads, "threads", "serve", "new Threads(2) of wayfield/crowd");
    this.engine = new Engine({ threads, seed: seed | 0 });
    this.carry(defaultModel);
    if (model) this.carry(model);
    this.people = new People(this.engine);
    this.long?.serve(this.people);
    this.tracks = checkPart(options.tracks, "tracks", "serve", "new Tracks() of wayfield/crowd");
    this.tracks?.serve(this.engine, world);
    this.terrain = checkPart(options.terrain, "terrain", "serve", "new Terrain() of wayfield/crowd");
    if (!this.terrain && world.zones.list.length > 0)
      throw new InputError("a world with zones needs it: new Terrain() of wayfield/crowd", "terrain");
    this.doors = checkPart(options.doors, "doors", "serve", "new Doors() of wayfield/crowd");
    this.doors?.serve();
    this.standing = new Obstacles(world, this.doors);
    this.glue = checkPart(
      options.periodic,
      "periodic",
      "wrap",
      "new PeriodicPlan(world, { from, to }) of wayfield/crowd",
    );
    this.storeys = checkPart(options.storeys, "storeys", "open", "new Storeys() of wayfield/crowd");
    if (!this.storeys && world.building)
      throw new InputError("a building needs them: new Storeys() of wayfield/crowd", "storeys");
    this.storeys?.serve(world, this.people);
    this.groups = checkPart(options.groups, "groups", "serve", "new Groups() of wayfield/groups");
    this.groups?.serve(this.people);
    if (this.groups && this.glue)
      throw new InputError("groups do not walk across the lines of a periodic plan", "groups");
    const goals = new GoalTable(world);
    const planned = (): World => this.standing.planned;
    const crossed = arrival === "cross" ? { goals, ground: planned } : null;
    const worldFor = (slot: number, ground: World): World => this.worldFor(slot, ground);
    this.wishes = new Wishes(this.people, seed | 0, {
      ground: () => this.standing.ground,
      worldFor,
      crossed,
    });
    this.settled = new Arrivals(this.people, arrival, goals, planned);
    const { minX, minY, maxX, maxY } = world.bounds;
    const closed = this.terrain?.serve(world) ?? wallsOf(world.space);
    const walls = this.storeys?.open(closed) ?? closed;
    const { size: kinds = 1 } = this.terrain ?? {};
    this.openings = crossed || kinds > 1 ? new Openings(world, walls, crossed && goals, kinds) : null;
    this.engine.setWalls(walls, Math.max(Math.abs(minX), Math.abs(minY), Math.abs(maxX), Math.abs(maxY)));
  }

  /** Seconds since the start. */
  get time(): number {
    return this.people.time;
  }

  /** Agents inside now. */
  get size(): number {
    return this.engine.count;
  }

  /** Threads at work, this one included: fewer than were asked for where a worker could not be loaded, or has died. */
  get threads(): number {
    return this.engine.threads;
  }

  /** Why threads were lost, one line each. Their work is done by those that are left, to the same bits. */
  get threadFaults(): readonly string[] {
    return this.engine.threadFaults;
  }

  /** Overlaps and wall contacts at the end of the last step. */
  get touches(): Readonly<Touches> {
    return this.engine.touches;
  }

  /** Positions, velocities and radii as columns; the first `size` entries count, valid until the next change. */
  get columns(): {
    readonly id: Float64Array;
    readonly x: Float64Array;
    readonly y: Float64Array;
    readonly vx: Float64Array;
    readonly vy: Float64Array;
    readonly radius: Float64Array;
    readonly speed: Float64Array;
    readonly group: Float64Array;
    /** Metres of headway along its guide in the last step. */
    readonly progress: Float64Array;
    /** When it came, and how long it waits before its first step, in seconds. */
    readonly born: Float64Array;
    readonly reaction: Float64Array;
  } {
    const { id, x, y, vx, vy, radius, top } = this.engine.agents;
    const { group, progress, born, reaction } = this.people.own;
    return { id, x, y, vx, vy, radius, speed: top, group, progress, born, reaction };
  }

  /**
   * Adds an agent and returns its number.
   *
   * @throws InputError when it would stand in a wall, or an option is out of range
   */
  add(options: AgentOptions): number {
    const { radius, speed, headway, reaction, model, habit, shape } = checkedAgent(options, this.manner);
    const { position, guide = [], group = 0, manner } = options;
    const profile = this.profileNumber(options.profile);
    if (shape && this.glue) throw new InputError("is not seen across the lines of a periodic plan", "shape");
    checkNumber(group, "group", { whole: true, least: 0 });
    if (manner !== undefined) checkManner(manner);
    const [x, y] = this.free(position, profile);
    const guides = this.followed(guide);
    const stairs = checkedStairs(options.stairs);
    const left = this.leftFrom(position, guides[0]);
    const id = this.spawned++;
    this.carry(model);
    const own = habit.model === MODEL.own ? this.ownModels.indexOf(model) : 0;
    const numbered = { ...habit, model: habit.model + own };
    this.engine.add(id, { x, y, radius, top: speed, headway, habit: numbered });
    this.people.welcome({
      itinerary: this.people.itineraries.numberOf(guides),
      manner: manner ? this.wishes.numberOf(manner) : -1,
      track: -1,
      born: this.time,
      reaction,
      group,
      fresh: 1,
      left,
      pace: speed,
      profile,
      stairUp: stairs.up,
      stairDown: stairs.down,
    });
    if (shape) {
      const heading = guides[0]?.heading([x, y]) ?? null;
      const ground = this.groundOf(profile);
      this.long?.add(id, shape, [x, y], heading, (p) => (ground.contains(p) ? ground.clearance(p) : 0));
    }
    return id;
  }

  /**
   * Takes a model in, unless it is there.
   *
   * @internal
   */
  protected carry(model: ModelValue): void {
    const { models, ownModels } = this;
    const { traits, makers } = model;
    const isOwn = traits.habit.model === MODEL.own;
    if (isOwn ? ownModels.includes(model) : traits.habit.model in models) return;
    if (isOwn) models[MODEL.own + ownModels.push(model) - 1] = makers[MODEL.own];
    else Object.assign(models, makers);
    this.engine.setModels(models);
  }

  /** Metres that somebody has to walk, at least; the way itself is asked for after the first step. */
  private leftFrom(position: Point, guide: Guide | undefined): number {
    // Straight lines across the sheet of a building say nothing of ways.
    if (!guide || this.storeys) return 0;
    const goal = guide.nearestGoal?.(position);
    if (goal) return lengthOf([position, goal]);
    const path = guide.pathFrom(position);
    return path || !(guide instanceof HeadingGuide) ? lengthOf(path ?? []) : Infinity;
  }

  /**
   * Lets an agent come in at the beginning of the shortest track that has room, and walk on it behind the others; returns its
   * number, or null where no track has room.
   *
   * @param seconds for which it has walked already, at most; with the length of a step, a track takes in as many as it can hold
   * @throws InputError when an option is out of range, or the agent is wider than the tracks allow
   */
  enter(options: EntryOptions, seconds = 0): number | null {
    const { guide, tracks: lanes, ...rest } = options;
    checkNumber(seconds, "seconds", { of: "seconds", least: 0 });
    const guides = this.followed(guide);
    const [first] = guides;
    if (!this.tracks || !hasTracks(first))
      throw new InputError("the first guide needs tracks, as a LaneGuide has", "guide");
    const { radius, speed } = checkedAgent(rest, this.manner);
    const { people } = this;
    const there = { own: people.own, guideOf: (slot: number) => people.guideOf(slot) };
    const place = this.tracks.entry(there, first, { radius, speed, seconds, now: people.time, lanes });
    if (!place) return null;
    const id = this.add({ ...rest, position: place.position, guide: guides });
    const i = this.engine.count - 1;
    people.own.track[i] = place.track;
    people.own.arc[i] = place.arc;
    return id;
  }

  /** What somebody follows, as guides. */
  private followed(guide: AgentOptions["guide"] & {}): readonly Guide[] {
    const guides = this.headings.listOf(guide);
    if (!this.tracks && guides.some(hasTracks)) {
      throw new InputError(
        "one with tracks needs a crowd with tracks: new Tracks() of wayfield/crowd",
        "guide",
      );
    }
    return guides;
  }

  /**
   * Puts up an obstacle, and returns its number. From the next step on it is a wall, and whoever stands in it is put beside it.
   * Guides do not know of it: where it closes the way, people stop before it.
   *
   * @throws InputError for anything but one polygon, one segment or one point
   */
  addObstacle(obstacle: Obstacle): number {
    return this.standing.add(obstacle);
  }

  /**
   * Moves an obstacle in the next step: by an offset in metres, or to where another of the same kind stands, each corner straight
   * to its new place as when a door swings. Whoever is in its way is pushed along, and stays on the side on which they were.
   * A shape with another number of corners appears there at once.
   *
   * @throws InputError for a number that is not there
   */
  moveObstacle(id: number, to: Point | Obstacle): void {
    this.standing.move(id, to);
  }

  /**
   * Takes an obstacle away, from the next step on.
   *
   * @throws InputError for a number that is not there
   */
  removeObstacle(id: number): void {
    this.standing.remove(id);
  }

  /** The obstacles that were added and not removed, where they stand now. */
  get obstacles(): readonly { readonly id: number; readonly obstacle: Obstacle }[] {
    return this.standing.list;
  }

  /**
   * Where the body of an agent is that is longer than wide: the centres of the discs behind the one at its front, which is the
   * agent's own place, from front to rear; all have its radius. None for a body that is a disc, and a number that is not inside.
   */
  followers(id: number): readonly Point[] {
    return this.long?.of(id) ?? [];
  }

  /** What is known of an agent; null for a number that is not inside. */
  agent(id: number): AgentState | null {
    const i = this.people.slotOf(id);
    if (i < 0) return null;
    const { x, y, vx, vy, radius } = this.engine.agents;
    const { group, born, pace } = this.people.own;
    return {
      id,
      position: [x[i], y[i]],
      velocity: [vx[i], vy[i]],
      radius: radius[i],
      speed: pace[i],
      group: group[i],
      age: this.time - born[i],
    };
  }

  private slotInside(id: number): number {
    const i = this.people.slotOf(id);
    if (i < 0) throw new InputError(`there is no agent ${id} inside`);
    return i;
  }

  /** The number of a profile in a crowd with terrain. */
  private profileNumber(profile: string | undefined): number {
    if (this.terrain) return this.terrain.numberOf(profile);
    if (profile === undefined) return 0;
    throw new InputError("is for a crowd with terrain: new Terrain() of wayfield/crowd", "profile");
  }

  /** A world as the one in a slot finds it: with zones that it may not enter. */
  private worldFor(slot: number, ground: World): World {
    return this.terrain?.worldFor(this.people.own.profile[slot], ground) ?? ground;
  }

  /** The world as those with the profile of a number find it. */
  private groundOf(profile: number): World {
    return this.terrain?.worldFor(profile, this.world) ?? this.world;
  }

  /** A place on free ground, for those with the profile of a number. */
  private free(position: Point, profile: number): Point {
    const [x, y] = checkPoint(position, "position");
    if (!this.groundOf(profile).contains([x, y]))
      throw new InputError(`free ground is needed; given: ${x},${y}`, "position");
    return [x, y];
  }

  /**
   * Puts an agent somewhere else.
   *
   * @throws InputError for a number that is not inside, and off free ground
   */
  place(id: number, position: Point): void {
    const i = this.slotInside(id);
    const { own } = this.people;
    [this.engine.agents.x[i], this.engine.agents.y[i]] = this.free(position, own.profile[i]);
    own.track[i] = -1;
  }

  /** Gives an agent another speed in m/s, > 0, and other guides for the same goals, while it walks. */
  change(
    id: number,
    options: { readonly speed: number; readonly guide: readonly (Guide | HeadingFunction)[] },
  ): void {
    const i = this.slotInside(id);
    checkKeys(options, ["speed", "guide"]);
    const { speed, guide } = options;
    const { itineraries, own } = this.people;
    own.pace[i] = this.engine.agents.top[i] = checkNumber(speed, "speed", { of: "m/s", above: 0 });
    own.itinerary[i] = itineraries.numberOf(this.followed(guide));
    own.due[i] = 0;
  }

  /** Those that were taken away: by `remove`, and the fallen of a battle. */
  get removed(): number {
    return this.spawned - this.arrived - this.size;
  }

  /** Takes an agent away without counting it as arrived; false when it is not inside. Nobody else gets its number. */
  remove(id: number): boolean {
    const i = this.people.slotOf(id);
    if (i < 0) return false;
    this.people.leave((slot) => slot === i);
    this.long?.forget();
    return true;
  }

  /**
   * Moves everyone by some seconds.
   *
   * @param seconds > 0 and at most 10; beyond about 0.5 avoidance looks too seldom to mean much
   */
  step(seconds: number): void {
    this.prepare(seconds);
    this.wishes.think(seconds);
    this.move(seconds);
  }

  /**
   * The same with manners that think elsewhere, as on a graphics adapter: those that can are asked by `thinkAsync`. Nothing in the
   * crowd may be changed before it is done.
   *
   * @param seconds as for `step`
   * @throws InputError while another such step is under way
   */
  async stepAsync(seconds: number): Promise<void> {
    this.prepare(seconds);
    this.isThinking = true;
    try {
      await this.wishes.thinkAsync(seconds);
    } finally {
      this.isThinking = false;
    }
    this.move(seconds);
  }

  /** Until everybody knows what is there. */
  private prepare(seconds: number): void {
    checkNumber(seconds, "step", { of: "seconds", above: 0, most: 10 });
    if (this.isThinking) throw new InputError("a step is under way; wait for what stepAsync returns", "step");
    const { engine, people, tracks, doors } = this;
    const { own } = people;
    // Who has left a flight is as fast as before.
    if (this.storeys) engine.agents.top.set(own.pace.subarray(0, engine.count));
    this.terrain?.pace(people);
    this.storeys?.pace(people);
    const moved = this.standing.settle(people, (slot) => this.groundOf(own.profile[slot]));
    const { walls } = this.standing;
    if (moved || doors?.changed) engine.setMovingWalls(doors?.addTo(walls) ?? walls);
    doors?.letIn(people);
    if (this.openings) this.openTo(this.openings);
    engine.ready(seconds);
    if (people.itineraries.tracked) {
      const isOnWay = (slot: number): boolean => !people.waits(slot) && own.stay[slot] < STAY.posted;
      tracks?.plan(own, seconds, (slot) => (isOnWay(slot) ? people.guideOf(slot) : null));
    }
    this.groups?.lead(seconds, (slot) => this.worldFor(slot, this.standing.ground));
  }

  /** From what everybody wants to where they are. */
  private move(seconds: number): void {
    const { engine, people, tracks, doors } = this;
    const { own } = people;
    this.wishes.ask();
    const { total } = engine;
    const { x, y } = engine.agents;
    const before = [x.slice(0, total), y.slice(0, total)] as const;
    this.long?.appear(engine);
    this.glue?.reflect(engine, engine.sight);
    this.storeys?.reflect(engine, engine.sight);
    engine.step(seconds, people.time);
    engine.dropImages();
    this.standing.countBuried(engine);
    tracks?.settle(own);
    doors?.hold(people, people.time + seconds, seconds, before);
    this.long?.follow();
    this.steps++;
    people.time += seconds;
    this.noteWays(before, seconds);
    this.arrivals.length = 0;
    for (const arrival of this.settled.settle(before)) this.arrivals.push(arrival);
    this.arrived += this.arrivals.length;
    this.long?.forget();
    // Last: who goes on elsewhere has not crossed what lies between.
    this.glue?.wrap(people);
    this.storeys?.wrap(people);
  }

  /** Opens walls to those whose last goal lies on them, and to whom they are none. */
  private openTo(openings: Openings): void {
    const { engine, people } = this;
    const { itineraries, own } = people;
    const changed = openings.refresh(itineraries);
    if (changed) engine.setOpenings(changed);
    const { exit } = engine.agents;
    const { terrain } = this;
    const kinds = terrain?.size ?? 1;
    for (let i = 0; i < engine.count; i++) {
      const itinerary = own.itinerary[i];
      const leaving = own.leg[i] === itineraries.at(itinerary).length - 1 ? openings.exits[itinerary] : 0;
      exit[i] = kinds > 1 ? leaving * kinds + terrain!.kindOf(own.profile[i]) : leaving;
    }
  }

  /** How far everybody has come in a step. */
  private noteWays([beforeX, beforeY]: readonly [Float64Array, Float64Array], seconds: number): void {
    const { own } = this.people;
    const { x, y, top } = this.engine.agents;
    for (let i = 0; i < beforeX.length; i++) {
      const dx = x[i] - beforeX[i];
      const dy = y[i] - beforeY[i];
      const moved = Math.sqrt(dx * dx + dy * dy);
      own.walked[i] += moved;
      own.due[i] -= moved;
      own.left[i] -= moved;
      // Who stands where it is to stand loses nothing.
      const isAtSpot = own.stay[i] >= STAY.posted && own.stay[i] !== STAY.led;
      own.progress[i] = isAtSpot ? top[i] * seconds : dx * own.headX[i] + dy * own.headY[i];
      if (own.manner[i] >= 0) this.wishes.noteHeadway(i, seconds);
    }
  }

  /** The state as plain data, to continue from later. */
  snapshot(): CrowdSnapshot {
    return {
      format: "wayfield-crowd",
      version: 1,
      clock: this.time,
      steps: this.steps,
      spawned: this.spawned,
      arrived: this.arrived,
      columns: this.people.save(),
      doors: this.doors?.save() ?? new Float64Array(0),
      stairs: this.storeys?.save() ?? new Float64Array(0),
      bodies: this.long?.save() ?? new Float64Array(0),
      groups: this.groups?.save() ?? new Float64Array(0),
    };
  }

  /**
   * Goes back to a snapshot of this crowd, or of one built alike: the same guides and habits, added in the same order.
   *
   * @throws InputError when it is no snapshot
   */
  restore(snapshot: CrowdSnapshot): void {
    if (snapshot?.format !== "wayfield-crowd" || snapshot.version !== 1) {
      throw new InputError("a snapshot of a crowd, version 1, is needed");
    }
    checkLike(snapshot, this.snapshot(), "snapshot");
    const { columns } = snapshot;
    for (const itinerary of columns["own.itinerary"]) {
      if (itinerary >= this.people.itineraries.size)
        throw new InputError("the snapshot knows guides that this crowd does not");
    }
    for (const manner of columns["own.manner"]) {
      if (manner >= this.wishes.size)
        throw new InputError("the snapshot knows manners that this crowd does not");
    }
    if (modelsIn(columns.habits).some((number) => !(number in this.models))) {
      throw new InputError("the snapshot knows models that this crowd does not");
    }
    if (!this.long && snapshot.bodies.length > 0)
      throw new InputError("the snapshot has long bodies, and this crowd no longBodies");
    if (this.doors) this.doors.load(snapshot.doors);
    else if (snapshot.doors.length > 0) throw new InputError("the snapshot has doors, and this crowd none");
    if (!this.groups && snapshot.groups.length > 0)
      throw new InputError("the snapshot has groups, and this crowd none");
    this.storeys?.load(snapshot.stairs);
    this.people.load(columns);
    this.groups?.load(snapshot.groups);
    this.long?.load(snapshot.bodies);
    this.people.time = snapshot.clock;
    this.steps = snapshot.steps;
    this.spawned = snapshot.spawned;
    this.arrived = snapshot.arrived;
    this.arrivals.length = 0;
  }

  /** Ends the threads, where there are several. */
  close(): void {
    this.engine.close();
  }
}
