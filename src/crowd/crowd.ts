/**
 * A crowd: agents that follow guides, keep clear of each other and of walls, and leave at their last goal.
 *
 * A step reads as a list: ask the guides, let the engine move everyone, notice who has arrived. It depends on the state
 * alone, so equal crowds stay equal to the bit, in Node and in browsers, with any number of threads.
 */
import { InputError } from "../errors.js";
import { distance, type Point } from "../geometry/index.js";
import { type Guide, hasTracks, type TrackGuide } from "../guide.js";
import type { World } from "../world/index.js";
import { Engine, type Habit, type Touches } from "./engine.js";
import { Crowding, type Manner, type Thinker } from "./manner.js";
import { nearestGoal } from "./planners.js";
import { Tracks } from "./tracks.js";
import { type WallList, wallsOf } from "./walls.js";

/** How a crowd runs. */
export interface CrowdOptions {
  /** Seed of the agents' individual choices, an integer; default 1. */
  readonly seed?: number;
  /** Threads for avoidance, 1 to 256; default 1. More than one needs worker threads and shared memory. */
  readonly threads?: number;
  /** Whether speed falls with density; `weidmann` is his curve (1993). Default `none`. */
  readonly speedDensity?: "none" | "weidmann";
}

/** How an agent avoids others. */
export interface Avoidance {
  /** `none` leaves walls and contacts only; default `orca`. */
  readonly method?: "orca" | "none";
  /** Seconds ahead for which agents avoid each other, > 0; default 2. */
  readonly horizon?: number;
  /** Seconds ahead for which they avoid walls, > 0; default 0.5. */
  readonly obstacleHorizon?: number;
  /** Neighbours avoided at most, 0 to 64; default 10. */
  readonly neighbours?: number;
  /** Metres within which neighbours are avoided, > 0; default 5. */
  readonly range?: number;
}

/** One agent to add. */
export interface AgentOptions {
  /** Where it starts; on free ground. */
  readonly position: Point;
  /** Metres, >= 0; default 0.25. */
  readonly radius?: number;
  /** Free walking speed in m/s, > 0; default 1.34. */
  readonly speed?: number;
  /** Where it goes: one guide, or several one after another. Without any it stands, and others avoid it. */
  readonly guide?: Guide | readonly Guide[];
  /** Seconds before the first step, >= 0; default 0. */
  readonly reaction?: number;
  /** Greatest change of velocity in m/s2, > 0; unlimited by default. */
  readonly acceleration?: number;
  readonly avoidance?: Avoidance;
  /** How it walks the way; by default straight along it. Others may share it. */
  readonly manner?: Manner;
  /** A number of the caller's choice, kept with the agent; default 0. */
  readonly group?: number;
}

/** One agent that comes in at the beginning of a track, such as a lane. */
export interface EntryOptions extends Omit<AgentOptions, "position" | "guide"> {
  /** A guide with tracks; further guides for what comes after it. */
  readonly guide: TrackGuide | readonly [TrackGuide, ...Guide[]];
  /** Numbers of the tracks that it may take; default all. */
  readonly tracks?: readonly number[];
}

/** What is known of one agent. */
export interface AgentState {
  readonly id: number;
  readonly position: Point;
  readonly velocity: Point;
  readonly radius: number;
  readonly speed: number;
  readonly group: number;
  /** Seconds since it was added. */
  readonly age: number;
}

/** An agent that reached its last goal. */
export interface Arrival {
  readonly id: number;
  readonly group: number;
  /** When it came, and how long it took. */
  readonly time: number;
  readonly travelTime: number;
  /** Metres walked, and the length of its path when it set out. */
  readonly walked: number;
  readonly planned: number;
}

/** The state of a crowd as plain data; guides are not part of it, only their numbers. */
export interface CrowdSnapshot {
  readonly format: "wayfield-crowd";
  readonly version: 1;
  readonly clock: number;
  readonly steps: number;
  readonly spawned: number;
  readonly arrived: number;
  readonly columns: Readonly<Record<string, Float64Array>>;
}

/** Agents reach a goal when their disc is this near to it, in metres. */
const REACH = 0.05;

/** Metres before a goal within which nobody shies away from the wall that it may be in. */
const CLOSING = 1.5;

/** Metres after which the way left is asked for again, at most. */
const GREATEST_DUE = 5;

/** Seconds without headway after which nobody insists on a manner, and seconds of walking straight along the way then. */
const INSISTS = 3;

/** Headway, as a share of what one's speed allows, that counts as none. */
const NO_HEADWAY = 0.1;

const DEFAULTS = Object.freeze({
  radius: 0.25,
  speed: 1.34,
  horizon: 2,
  obstacleHorizon: 0.5,
  neighbours: 10,
  range: 5,
});

/** Columns of an agent that only the crowd itself needs. */
const OWN = [
  "route",
  "leg",
  "born",
  "reaction",
  "due",
  "left",
  "headX",
  "headY",
  "group",
  "walked",
  "planned",
  "progress",
  "manner",
  "think",
  "aimX",
  "aimY",
  "faceX",
  "faceY",
  "lag",
  "track",
  "arc",
  "held",
] as const;
type Own = Record<(typeof OWN)[number], Float64Array>;

function ownColumns(room: number): Own {
  return Object.fromEntries(OWN.map((name) => [name, new Float64Array(room)])) as Own;
}

function checkKeys(given: object, known: readonly string[], where: string): void {
  for (const key of Object.keys(given)) {
    if (known.includes(key)) continue;
    throw new InputError(`unknown option ${JSON.stringify(key)}; known: ${known.join(", ")}`, where);
  }
}

function checkNumber(value: number, name: string, allowed: string, holds: boolean): number {
  if (holds && Number.isFinite(value)) return value;
  throw new InputError(`${allowed} is allowed; given: ${value}`, name);
}

/** Length of a path. */
function lengthOf(path: readonly Point[]): number {
  let sum = 0;
  for (let i = 1; i < path.length; i++) {
    const dx = path[i][0] - path[i - 1][0];
    const dy = path[i][1] - path[i - 1][1];
    sum += Math.sqrt(dx * dx + dy * dy);
  }
  return sum;
}

/** Agents in one world. */
export class Crowd {
  readonly world: World;
  /** Seconds since the start. */
  time = 0;
  /** Agents added so far, and those that have reached their last goal. */
  spawned = 0;
  arrived = 0;
  /** Who arrived in the last step. */
  readonly arrivals: Arrival[] = [];

  private readonly weidmann: boolean;
  private readonly engine: Engine;
  private readonly tracks: Tracks;
  /** Whether any guide has tracks. */
  private tracked = false;
  private own = ownColumns(0);
  private readonly routes: (readonly Guide[])[] = [];
  private readonly routeNumbers = new Map<string, number>();
  private readonly guideNumbers = new Map<Guide, number>();
  private steps = 0;
  private readonly leaving: number[] = [];
  private readonly seed: number;
  private readonly manners: Manner[] = [];
  /** Walls as those with manners see them: other than `world` while obstacles move. */
  private ground: World;

  constructor(world: World, options: CrowdOptions = {}) {
    checkKeys(options, ["seed", "threads", "speedDensity"], "");
    const { seed = 1, threads = 1, speedDensity = "none" } = options;
    if (!Number.isInteger(seed)) throw new InputError(`an integer is needed; given: ${seed}`, "seed");
    if (speedDensity !== "none" && speedDensity !== "weidmann") {
      throw new InputError(`none or weidmann is allowed; given: ${speedDensity}`, "speedDensity");
    }
    this.world = world;
    this.ground = world;
    this.seed = seed | 0;
    this.weidmann = speedDensity === "weidmann";
    this.engine = new Engine(threads, seed | 0);
    this.tracks = new Tracks(this.engine, world);
    const { minX, minY, maxX, maxY } = world.bounds;
    this.engine.setWalls(
      wallsOf(world.space),
      Math.max(Math.abs(minX), Math.abs(minY), Math.abs(maxX), Math.abs(maxY)),
    );
  }

  /** Agents inside now. */
  get size(): number {
    return this.engine.count;
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
  } {
    const { id, x, y, vx, vy, radius, top } = this.engine.agents;
    const { group, progress } = this.own;
    return { id, x, y, vx, vy, radius, speed: top, group, progress };
  }

  /**
   * Adds an agent and returns its number.
   *
   * @throws InputError when it would stand in a wall, or an option is out of range
   */
  add(options: AgentOptions): number {
    checkKeys(
      options,
      ["position", "radius", "speed", "guide", "reaction", "acceleration", "avoidance", "manner", "group"],
      "agent",
    );
    const { position, radius = DEFAULTS.radius, speed = DEFAULTS.speed, guide = [] } = options;
    const { reaction = 0, acceleration, avoidance = {}, group = 0 } = options;
    checkNumber(radius, "radius", "a finite number of metres >= 0", radius >= 0);
    checkNumber(speed, "speed", "a finite number of m/s > 0", speed > 0);
    checkNumber(reaction, "reaction", "a finite number of seconds >= 0", reaction >= 0);
    if (acceleration !== undefined) {
      checkNumber(acceleration, "acceleration", "a finite number of m/s2 > 0", acceleration > 0);
    }
    const [x, y] = position;
    if (!(Number.isFinite(x) && Number.isFinite(y) && this.world.contains(position))) {
      throw new InputError(`free ground is needed; given: ${x},${y}`, "position");
    }
    const habit = this.habitOf(avoidance, acceleration);
    const guides = Array.isArray(guide) ? (guide as readonly Guide[]) : [guide as Guide];
    const id = this.spawned++;
    this.engine.add(id, { x, y, radius, top: speed, habit });
    const i = this.engine.count - 1;
    this.grow();
    const { own } = this;
    own.route[i] = this.routeOf(guides);
    for (const name of OWN) if (name !== "route") own[name][i] = 0;
    own.manner[i] = options.manner ? this.mannerNumber(options.manner) : -1;
    own.track[i] = -1;
    own.born[i] = this.time;
    own.reaction[i] = reaction;
    own.group[i] = group;
    own.planned[i] = lengthOf(guides[0]?.pathFrom(position) ?? []);
    own.left[i] = own.planned[i];
    return id;
  }

  /**
   * Lets an agent come in at the beginning of the shortest track that has room, and walk on it behind the others; returns its
   * number, or null where no track has room.
   *
   * @param seconds for which it has walked already, at most; with the length of a step, a track takes in as many as it can hold
   * @throws InputError when an option is out of range, or the agent is wider than the tracks allow
   */
  enter(options: EntryOptions, seconds = 0): number | null {
    const { guide, tracks, ...rest } = options;
    checkNumber(seconds, "seconds", "a finite number of seconds >= 0", seconds >= 0);
    const guides = (Array.isArray(guide) ? guide : [guide]) as readonly [TrackGuide, ...Guide[]];
    const [first] = guides;
    if (!hasTracks(first)) throw new InputError("the first guide needs tracks, as a LaneGuide has", "guide");
    const { radius = DEFAULTS.radius, speed = DEFAULTS.speed } = rest;
    if (radius > first.trackRadius)
      throw new InputError(`at most ${first.trackRadius} m fit on these tracks; given: ${radius}`, "radius");
    const lanes = tracks ?? first.tracks.map((_, k) => k);
    const unknown = lanes.find((k) => !Object.hasOwn(first.tracks, k));
    if (unknown !== undefined)
      throw new InputError(`there are tracks 0 to ${first.tracks.length - 1}; given: ${unknown}`, "tracks");
    const order = { radius, walked: speed * seconds, lanes };
    const place = this.tracks.entry(this.own, first, order, (slot) => this.guideOf(slot));
    if (!place) return null;
    const id = this.add({ ...rest, position: place.position, guide: guides });
    const i = this.engine.count - 1;
    this.own.track[i] = place.track;
    this.own.arc[i] = place.arc;
    return id;
  }

  /** The guide that an agent follows now; null for one that stands. */
  private guideOf(slot: number): Guide | null {
    return this.routes[this.own.route[slot]][this.own.leg[slot]] ?? null;
  }

  private habitOf(avoidance: Avoidance, acceleration = 0): Habit {
    checkKeys(avoidance, ["method", "horizon", "obstacleHorizon", "neighbours", "range"], "avoidance");
    const {
      method = "orca",
      horizon = DEFAULTS.horizon,
      obstacleHorizon = DEFAULTS.obstacleHorizon,
    } = avoidance;
    const { neighbours = DEFAULTS.neighbours, range = DEFAULTS.range } = avoidance;
    if (method !== "orca" && method !== "none") {
      throw new InputError(`orca or none is allowed; given: ${method}`, "avoidance.method");
    }
    checkNumber(horizon, "avoidance.horizon", "a finite number of seconds > 0", horizon > 0);
    checkNumber(
      obstacleHorizon,
      "avoidance.obstacleHorizon",
      "a finite number of seconds > 0",
      obstacleHorizon > 0,
    );
    checkNumber(range, "avoidance.range", "a finite number of metres > 0", range > 0);
    const countable = Number.isInteger(neighbours) && neighbours >= 0 && neighbours <= 64;
    checkNumber(neighbours, "avoidance.neighbours", "a whole number from 0 to 64", countable);
    return {
      horizon,
      wallHorizon: obstacleHorizon,
      neighbours,
      range,
      avoids: method === "orca",
      acceleration,
      weidmann: this.weidmann,
    };
  }

  /** Numbers a manner, before anyone walks by it or then, so that snapshots of crowds built alike agree. */
  mannerNumber(manner: Manner): number {
    const known = this.manners.indexOf(manner);
    return known >= 0 ? known : this.manners.push(manner) - 1;
  }

  /** The walls that those with manners see from now on, where obstacles have moved. */
  setGround(world: World): void {
    this.ground = world;
  }

  /** Numbers a list of guides before anyone follows it, so that snapshots of crowds built alike agree. */
  know(guides: readonly Guide[]): void {
    this.routeOf(guides);
  }

  /** The number of a list of guides; equal lists share one. */
  private routeOf(guides: readonly Guide[]): number {
    const key = guides
      .map((guide) => {
        if (!this.guideNumbers.has(guide)) this.guideNumbers.set(guide, this.guideNumbers.size);
        return this.guideNumbers.get(guide);
      })
      .join(" ");
    let route = this.routeNumbers.get(key);
    if (route === undefined) {
      route = this.routes.length;
      if (guides.some(hasTracks)) this.tracked = true;
      this.routes.push([...guides]);
      this.routeNumbers.set(key, route);
    }
    return route;
  }

  /** Puts another guide in the place of one, for all who follow it: plans change while people walk. */
  replaceGuide(before: Guide, after: Guide): void {
    const number = this.guideNumbers.get(before);
    if (number === undefined || before === after) return;
    this.guideNumbers.delete(before);
    this.guideNumbers.set(after, number);
    if (hasTracks(after)) this.tracked = true;
    for (let i = 0; i < this.engine.count; i++) if (this.guideOf(i) === before) this.own.track[i] = -1;
    this.routes.forEach((route, i) => {
      this.routes[i] = route.map((guide) => (guide === before ? after : guide));
    });
    this.askAnew();
  }

  /** Lets every agent ask for its way again: a guide has changed. */
  askAnew(): void {
    this.own.due.fill(0);
  }

  private grow(): void {
    const room = this.engine.agents.x.length;
    if (this.own.route.length >= room) return;
    const grown = ownColumns(room);
    for (const name of OWN) grown[name].set(this.own[name]);
    this.own = grown;
  }

  /** Walls of obstacles that move, as they stand at the end of the next step. */
  setMovingWalls(walls: WallList): void {
    this.engine.setMovingWalls(walls);
  }

  /** What is known of an agent; null for a number that is not inside. */
  agent(id: number): AgentState | null {
    const i = this.slotOf(id);
    if (i < 0) return null;
    const { x, y, vx, vy, radius, top } = this.engine.agents;
    const { group, born } = this.own;
    return {
      id,
      position: [x[i], y[i]],
      velocity: [vx[i], vy[i]],
      radius: radius[i],
      speed: top[i],
      group: group[i],
      age: this.time - born[i],
    };
  }

  /** Numbers are given in the order of slots, so they are found by bisection. */
  private slotOf(id: number): number {
    const { count } = this.engine;
    const { id: ids } = this.engine.agents;
    let low = 0;
    let high = count - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (ids[middle] === id) return middle;
      if (ids[middle] < id) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** Puts an agent somewhere else. */
  place(id: number, position: Point): void {
    const i = this.slotOf(id);
    if (i < 0) throw new InputError(`there is no agent ${id} inside`);
    this.engine.agents.x[i] = position[0];
    this.engine.agents.y[i] = position[1];
    this.own.track[i] = -1;
  }

  /** Gives an agent another speed in m/s, > 0, and other guides for the same goals, while it walks. */
  change(id: number, { speed, guide }: { readonly speed: number; readonly guide: readonly Guide[] }): void {
    const i = this.slotOf(id);
    if (i < 0) throw new InputError(`there is no agent ${id} inside`);
    this.engine.agents.top[i] = checkNumber(speed, "speed", "a finite number of m/s > 0", speed > 0);
    this.own.route[i] = this.routeOf(guide);
    this.own.due[i] = 0;
  }

  /** Takes an agent away without counting it as arrived; false when it is not inside. */
  remove(id: number): boolean {
    const i = this.slotOf(id);
    if (i < 0) return false;
    this.spawned--;
    this.leave((slot) => slot === i);
    return true;
  }

  private leave(gone: (slot: number) => boolean): void {
    const columns = OWN.map((name) => this.own[name]);
    this.engine.compact(gone, (from, to) => {
      for (const column of columns) column[to] = column[from];
    });
  }

  /**
   * Moves everyone by some seconds.
   *
   * @param seconds > 0 and at most 10; beyond about 0.5 avoidance looks too seldom to mean much
   */
  step(seconds: number): void {
    if (!(seconds > 0 && seconds <= 10)) {
      throw new InputError(`a number of seconds > 0 and at most 10 is allowed; given: ${seconds}`, "step");
    }
    this.arrivals.length = 0;
    this.engine.ready(seconds);
    if (this.tracked) {
      this.tracks.plan(this.own, seconds, (slot) => (this.waits(slot) ? null : this.guideOf(slot)));
    }
    this.askGuides(seconds);
    const { engine, own } = this;
    const { count } = engine;
    const { x, y } = engine.agents;
    const [beforeX, beforeY] = [x.slice(0, count), y.slice(0, count)];
    engine.step(seconds, this.time);
    this.tracks.settle(own);
    this.steps++;
    this.time += seconds;
    for (let i = 0; i < count; i++) {
      const dx = x[i] - beforeX[i];
      const dy = y[i] - beforeY[i];
      const moved = Math.sqrt(dx * dx + dy * dy);
      own.walked[i] += moved;
      own.due[i] -= moved;
      own.left[i] -= moved;
      own.progress[i] = dx * own.headX[i] + dy * own.headY[i];
      if (own.manner[i] >= 0) this.noteHeadway(i, seconds);
    }
    this.arrive();
  }

  /** Preferred velocities: the guide's heading at full speed. */
  private askGuides(seconds: number): void {
    const { engine, own } = this;
    const { wishX, wishY, top, closing, onTrack } = engine.agents;
    if (this.manners.length > 0) this.letThink(seconds);
    for (let i = 0; i < engine.count; i++) {
      if (onTrack[i]) continue;
      const guide = this.guideOf(i);
      if (!guide || this.waits(i)) {
        wishX[i] = wishY[i] = own.headX[i] = own.headY[i] = 0;
        continue;
      }
      if (this.hasOwnMind(i)) {
        closing[i] = 0;
        wishX[i] = own.aimX[i] * top[i];
        wishY[i] = own.aimY[i] * top[i];
        continue;
      }
      const heading = this.ask(i, (at) => guide.heading(at));
      if (heading) {
        own.headX[i] = heading[0];
        own.headY[i] = heading[1];
      }
      // Without an answer here, on a wall or squeezed against it, the last heading holds.
      closing[i] = own.left[i] < CLOSING ? 1 : 0;
      wishX[i] = own.headX[i] * top[i];
      wishY[i] = own.headY[i] * top[i];
    }
  }

  /** Whether someone walks by a manner now: not at the very end, where the goal may be in a wall, nor after waiting in vain. */
  private hasOwnMind(i: number): boolean {
    const { own } = this;
    return own.manner[i] >= 0 && own.lag[i] >= 0 && (own.left[i] >= CLOSING || own.due[i] <= 0);
  }

  /** A local map may see a door as closed that is not: `lag` counts seconds without headway up, then time straight on down. */
  private noteHeadway(i: number, seconds: number): void {
    const { lag, progress, aimX, aimY } = this.own;
    if (lag[i] < 0) {
      lag[i] = Math.min(0, lag[i] + seconds);
      return;
    }
    const isLate =
      (aimX[i] !== 0 || aimY[i] !== 0) && progress[i] < NO_HEADWAY * this.engine.agents.top[i] * seconds;
    lag[i] = isLate ? lag[i] + seconds : Math.max(0, lag[i] - seconds);
    if (lag[i] >= INSISTS) lag[i] = -INSISTS;
  }

  /** Those whose time has come think anew, all of one manner together. */
  private letThink(seconds: number): void {
    const { engine, own, manners } = this;
    const thinking: Thinker[][] = manners.map(() => []);
    for (let i = 0; i < engine.count; i++) {
      const guide = this.guideOf(i);
      if (!guide || !this.hasOwnMind(i) || this.waits(i)) continue;
      own.think[i] -= seconds;
      if (own.think[i] > 1e-9) continue;
      const { interval } = manners[own.manner[i]];
      // The first time, everybody by a moment of their own, so that not all think in the same step.
      const first = own.faceX[i] === 0 && own.faceY[i] === 0;
      own.think[i] += first ? interval * ((engine.agents.id[i] % 8) / 8) : interval;
      if (own.think[i] <= 0) own.think[i] = first ? 0 : interval;
      thinking[own.manner[i]].push(this.thinker(i, guide));
    }
    if (thinking.every((people) => people.length === 0)) return;
    const { x, y, radius } = engine.agents;
    const scenery = {
      world: this.ground,
      seed: this.seed,
      people: new Crowding(engine.count, x, y, radius),
    };
    thinking.forEach((people, m) => {
      if (people.length === 0) return;
      manners[m].think(people, scenery).forEach(({ facing, aim }, k) => {
        const { slot, way } = people[k];
        [own.faceX[slot], own.faceY[slot]] = facing;
        [own.aimX[slot], own.aimY[slot]] = aim;
        if (way) [own.headX[slot], own.headY[slot]] = way;
      });
    });
  }

  private thinker(i: number, guide: Guide): Thinker {
    const { x, y, radius, id } = this.engine.agents;
    const { faceX, faceY, born } = this.own;
    const position: Point = [x[i], y[i]];
    return {
      id: id[i],
      slot: i,
      position,
      facing: [faceX[i], faceY[i]],
      radius: radius[i],
      age: this.time - born[i],
      guide,
      way: this.ask(i, (at) => guide.heading(at)),
      goal: nearestGoal(guide, position),
    };
  }

  /** Whether an agent has not started to walk yet. */
  private waits(slot: number): boolean {
    return this.time - this.own.born[slot] < this.own.reaction[slot];
  }

  /** Asks a guide at an agent's place; where it knows no way there, a little further from the walls. */
  private ask<T>(i: number, question: (at: Point) => T | null): T | null {
    const { x, y, radius } = this.engine.agents;
    const here: Point = [x[i], y[i]];
    const answer = question(here);
    if (answer !== null) return answer;
    const aside = this.engine.standOff(here, radius[i]);
    return aside && question(aside);
  }

  /** Metres that an agent has to walk still. */
  private leftOf(i: number, guide: Guide): number | null {
    const { track, arc } = this.own;
    if (track[i] >= 0 && hasTracks(guide)) return guide.leftFrom({ track: track[i], s: arc[i] });
    // The path itself: a goal may have metres counted from the start, which nobody walks.
    const path = this.ask(i, (at) => guide.pathFrom(at));
    return path && lengthOf(path);
  }

  /** Agents whose disc touches their goal go on to the next one, or leave. */
  private arrive(): void {
    const { engine, own, routes, leaving } = this;
    leaving.length = 0;
    for (let i = 0; i < engine.count; i++) {
      if (own.due[i] > 0) continue;
      const route = routes[own.route[i]];
      const guide = route[own.leg[i]];
      if (!guide) continue;
      const left = this.leftOf(i, guide);
      if (left === null) continue;
      own.left[i] = left;
      const reach = engine.agents.radius[i] + REACH;
      if (left > reach) {
        const apart = this.leastWay(i, guide, left);
        own.due[i] = Math.min(Math.max(0, Math.min(left, apart) - reach), GREATEST_DUE);
        continue;
      }
      own.due[i] = 0;
      own.leg[i]++;
      own.track[i] = -1;
      if (own.leg[i] >= route.length) leaving.push(i);
    }
    if (leaving.length === 0) return;
    for (const i of leaving) {
      this.arrivals.push({
        id: engine.agents.id[i],
        group: own.group[i],
        time: this.time,
        travelTime: this.time - own.born[i],
        walked: own.walked[i],
        planned: own.planned[i],
      });
    }
    this.arrived += leaving.length;
    let next = 0;
    this.leave((slot) => {
      if (leaving[next] !== slot) return false;
      next++;
      return true;
    });
  }

  /** Metres that someone has to walk at least: a loose way may be longer than it has to be, and the goal at hand before. */
  private leastWay(i: number, guide: Guide, left: number): number {
    const { x, y } = this.engine.agents;
    const here: Point = [x[i], y[i]];
    const goal = (guide as { isLoose?: boolean }).isLoose ? nearestGoal(guide, here) : null;
    return goal ? distance(goal, here) : left;
  }

  /** The state as plain data, to continue from later. */
  snapshot(): CrowdSnapshot {
    const { engine, own } = this;
    const columns: Record<string, Float64Array> = {
      habits: engine.saveHabits(),
    };
    for (const [name, column] of Object.entries(engine.agents)) {
      columns[`agent.${name}`] = Float64Array.from(column.subarray(0, engine.count));
    }
    for (const name of OWN) columns[`own.${name}`] = own[name].slice(0, engine.count);
    return {
      format: "wayfield-crowd",
      version: 1,
      clock: this.time,
      steps: this.steps,
      spawned: this.spawned,
      arrived: this.arrived,
      columns,
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
    const { columns } = snapshot;
    const count = columns["agent.id"].length;
    for (const route of columns["own.route"]) {
      if (route >= this.routes.length)
        throw new InputError("the snapshot knows guides that this crowd does not");
    }
    for (const manner of columns["own.manner"]) {
      if (manner >= this.manners.length)
        throw new InputError("the snapshot knows manners that this crowd does not");
    }
    this.engine.loadHabits(columns.habits);
    this.engine.resize(count);
    this.grow();
    for (const [name, column] of Object.entries(this.engine.agents)) {
      (column as Float64Array).set(columns[`agent.${name}`]);
    }
    for (const name of OWN) this.own[name].set(columns[`own.${name}`]);
    this.time = snapshot.clock;
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
