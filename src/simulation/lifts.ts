/**
 * Lifts in a run: people who come to one wait before its door, step in as far as there is room, ride, and step out.
 *
 * Whose way leads into a lift stops some steps before the door and calls it. When the doors are open, those who have arrived step
 * out first, one after the other; then those who wait and go the same way step in, in the order in which they came. Aboard,
 * everybody has a spot of the car, which is a patch of the sheet by itself. Who finds so many before them that the stairs
 * would be quicker takes the stairs, if there are any that they may use.
 */
import type { DirectedCrowd } from "../crowd/internal.js";
import { distance, type Point, type Segment, samePoint } from "../geometry/index.js";
import type { Building, CarPatch, Lift, World } from "../world/index.js";
import { type LiftInput, liftOf, meanRide, spotInCar } from "../world/internal.js";
import { type CarState, LiftCar } from "./lift-car.js";
import type { PlannedGuide } from "./planners.js";

/** Seconds between two looks at who comes to a lift. */
const LOOK = 0.25;

/** Metres from a door within which somebody whose way leads into it has come to it. */
const NEAR = 4;

/** Metres before a door that those who wait leave free for those who step out. */
const FREE = 1.2;

/** Metres between rows of those who wait, and between two of a row, besides their bodies. */
const ROW = 0.7;
const GAP = 0.15;

/** Metres to each side of a door's middle that rows reach, and between two of their places at least: bodies may be points. */
const WIDE = 2.5;
const LEAST_APART = 0.1;

/** Rows of those who wait; who finds no place in one waits where they are. */
const ROWS = 5;

/** Seconds between two who step through the door. */
const TRANSFER = 1;

/** Metres from their place at the door within which somebody has come to it; seconds for which others wait for them. */
const THERE = 0.35;
const PATIENCE = 10;

/** Somebody before a door; times in seconds. */
interface Waiting {
  readonly id: number;
  readonly from: number;
  readonly to: number;
  readonly since: number;
  /** When they were let in, and began to walk to the door; null before. */
  readonly called: number | null;
}

/** Somebody aboard. */
interface Rider {
  readonly id: number;
  readonly to: number;
  readonly spot: number;
}

/** A lift as plain data. */
interface LiftState {
  readonly car: CarState;
  readonly waiting: readonly Waiting[];
  readonly riders: readonly Rider[];
  /** When the last one stepped through a door. */
  readonly stepped: number;
  readonly carried: number;
  readonly waited: number;
  readonly longest: number;
  readonly most: number;
}

/** All lifts as plain data. */
export interface LiftsState {
  /** When somebody was last looked for who comes to one; null for never. */
  readonly looked: number | null;
  readonly lifts: readonly LiftState[];
}

/** What a lift has done. */
export interface LiftSummary {
  readonly name: string;
  /** Persons who have got in, and those who are aboard now. */
  readonly carried: number;
  readonly aboard: number;
  /** Seconds from the call until they got in. */
  readonly meanWait: number | null;
  readonly longestWait: number | null;
  /** Most who waited at a time, at all its doors. */
  readonly mostWaiting: number;
}

/** What lifts need of a simulation. */
export interface LiftsOptions {
  readonly building: Building;
  readonly crowd: DirectedCrowd;
  /** The world as somebody finds it, for places to stand. */
  readonly worldOf: (id: number) => World;
  /** Somebody's guides without lifts, from the stop that they are at. */
  readonly onFoot: (id: number) => readonly PlannedGuide[];
}

/** All lifts of a run. */
export class Lifts {
  private readonly list: readonly OneLift[];
  private looked = -Infinity;

  constructor(private readonly options: LiftsOptions) {
    this.list = options.building.sheet.lifts.map((lift) => new OneLift(lift, options));
  }

  /** Before a step: who has come to a lift, who steps in and out, and where cars are at the end of it. */
  follow(now: number, step: number): void {
    if (this.list.length === 0) return;
    if (now >= this.looked + LOOK - 1e-9) {
      this.looked = now;
      this.look(now);
    }
    for (const lift of this.list) lift.advance(now, step);
  }

  /** Finds those whose way leads into a lift nearby. */
  private look(now: number): void {
    const { crowd } = this.options;
    const { id, x, y } = crowd.columns;
    for (let i = 0; i < crowd.size; i++) {
      const at: Point = [x[i], y[i]];
      if (!this.list.some((lift) => lift.isNear(at)) || !crowd.isOnWay(id[i])) continue;
      const path = crowd.guidesOf(id[i])[crowd.legOf(id[i])]?.pathFrom(at);
      const leap = path ? this.firstLeap(path) : null;
      if (!leap) continue;
      for (const lift of this.list) lift.receive(id[i], leap, now);
    }
  }

  /** The two places between which a way first leaves its patch; null where it does not. */
  private firstLeap(path: readonly Point[]): Segment | null {
    const { building } = this.options;
    for (let k = 1; k < path.length; k++) {
      if (building.isJump(path[k - 1], path[k])) return [path[k - 1], path[k]];
    }
    return null;
  }

  /** Elevation of the floor of a car now, by the number of its connection. */
  heightOf(connection: number): number | null {
    return this.list.find((lift) => lift.connection === connection)?.height ?? null;
  }

  get summary(): LiftSummary[] {
    return this.list.map((lift) => lift.summary);
  }

  get state(): LiftsState {
    const looked = Number.isFinite(this.looked) ? this.looked : null;
    return { looked, lifts: this.list.map((lift) => lift.state) };
  }

  set state({ looked, lifts }: LiftsState) {
    this.looked = looked ?? -Infinity;
    this.list.forEach((lift, i) => {
      lift.state = lifts[i];
    });
  }
}

class OneLift {
  readonly connection: number;
  private readonly car: LiftCar;
  private readonly input: LiftInput;
  private readonly capacity: number;
  private readonly patch: CarPatch;
  private waiting: Waiting[] = [];
  private riders: Rider[] = [];
  private stepped = -Infinity;
  private carried = 0;
  private waited = 0;
  private longest = 0;
  private most = 0;

  constructor(
    private readonly lift: Lift,
    private readonly options: LiftsOptions,
  ) {
    const { scene, sheet } = options.building;
    this.connection = lift.connection;
    this.input = scene.connections![lift.connection] as LiftInput;
    const { capacity, ...runs } = liftOf(this.input);
    this.capacity = capacity;
    const { start } = this.input;
    const first = lift.doors.findIndex(({ patch }) => scene.levels[patch].name === start);
    this.patch = sheet.patches.find(
      (patch): patch is CarPatch => patch.kind === "car" && patch.connection === lift.connection,
    )!;
    this.car = new LiftCar({
      ...runs,
      heights: lift.doors.map(({ elevation }) => elevation),
      start: Math.max(0, first),
    });
  }

  get height(): number {
    return this.car.state.height;
  }

  get summary(): LiftSummary {
    const { carried, waited, longest, most, riders, lift } = this;
    return {
      name: lift.name,
      carried,
      aboard: riders.length,
      meanWait: carried > 0 ? waited / carried : null,
      longestWait: carried > 0 ? longest : null,
      mostWaiting: most,
    };
  }

  get state(): LiftState {
    const { waiting, riders, carried, waited, longest, most } = this;
    const stepped = Number.isFinite(this.stepped) ? this.stepped : -1e9;
    return { car: this.car.state, waiting, riders, stepped, carried, waited, longest, most };
  }

  set state(given: LiftState) {
    this.car.state = given.car;
    this.waiting = [...given.waiting];
    this.riders = [...given.riders];
    this.stepped = given.stepped;
    this.carried = given.carried;
    this.waited = given.waited;
    this.longest = given.longest;
    this.most = given.most;
  }

  /** Whether a place is near one of its doors. */
  isNear(p: Point): boolean {
    return this.lift.doors.some(({ middle }) => distance(p, middle) <= NEAR);
  }

  /** Somebody's way leaps somewhere next: if that is from a door of this lift to another, they have come to it. */
  receive(id: number, [there, beyond]: Segment, now: number): void {
    const { doors } = this.lift;
    const from = doors.findIndex(({ middle }) => samePoint(middle, there));
    const to = doors.findIndex(({ middle }) => samePoint(middle, beyond));
    if (from < 0 || to < 0) return;
    const { crowd } = this.options;
    const { position } = crowd.agent(id)!;
    const world = this.options.worldOf(id);
    if (distance(position, doors[from].middle) > NEAR || !world.visible(position, doors[from].middle)) return;
    const stairs = this.stairsInstead(id, position, from, to);
    if (stairs) {
      crowd.redirect(id, stairs);
      return;
    }
    this.waiting.push({ id, from, to, since: now, called: null });
    this.most = Math.max(this.most, this.waiting.length);
    crowd.post(id, this.placeToWait(world, id, position, from));
  }

  /** The guides over stairs of somebody who would be quicker that way than after those who wait; null for others. */
  private stairsInstead(
    id: number,
    position: Point,
    from: number,
    to: number,
  ): readonly PlannedGuide[] | null {
    const { crowd, onFoot } = this.options;
    const before = this.waiting.length + this.riders.length;
    const trips = Math.floor(before / this.capacity);
    if (trips === 0) return null;
    const stairs = onFoot(id);
    const onStairs = stairs[0].cost(position);
    if (onStairs === null) return null;
    const byLift = crowd.guidesOf(id)[crowd.legOf(id)].cost(position)!;
    // There and back once for every full car.
    const again = 2 * meanRide(this.input, this.lift.doors, from, to);
    return trips * again + byLift > onStairs ? stairs : null;
  }

  /** A free place in the rows before a door; where there is none, their own. */
  private placeToWait(world: World, id: number, position: Point, door: number): Point {
    const { radius } = this.options.crowd.agent(id)!;
    for (let row = 0; row < ROWS; row++) {
      const places = this.rowBefore(world, door, FREE + radius + row * ROW, 2 * radius + GAP);
      places.sort((p, q) => distance(position, p) - distance(position, q));
      const free = places.find((p) => this.isFree(world, p, radius, id) && world.visible(position, p));
      if (free) return free;
    }
    return position;
  }

  /** Places in a row before a door, so many metres from it and from each other, which see the door; the middle one first. */
  private rowBefore(world: World, door: number, far: number, apart: number): Point[] {
    const { middle, segment } = this.lift.doors[door];
    const [nx, ny] = this.inward(world, segment);
    const places: Point[] = [];
    const between = Math.max(apart, LEAST_APART);
    for (let k = 0; k * between <= WIDE; k++) {
      for (const side of k === 0 ? [0] : [k * between, -k * between])
        places.push([middle[0] + far * nx + side * ny, middle[1] + far * ny - side * nx]);
    }
    return places.filter((p) => world.contains(p) && world.visible(p, middle));
  }

  /** The unit vector from a door to the ground before it. */
  private inward(world: World, [a, b]: Segment): Point {
    const length = distance(a, b);
    const [nx, ny] = [-(b[1] - a[1]) / length, (b[0] - a[0]) / length];
    const at: Point = [(a[0] + b[0]) / 2 + 0.05 * nx, (a[1] + b[1]) / 2 + 0.05 * ny];
    return world.contains(at) ? [nx, ny] : [-nx, -ny];
  }

  /** Whether a disc has room at a place: from walls, from others, and from the places of those who wait. */
  private isFree(world: World, p: Point, radius: number, self: number): boolean {
    if (!world.contains(p) || world.clearance(p) < radius) return false;
    const { crowd } = this.options;
    const { id, x, y, radius: radii } = crowd.columns;
    for (let i = 0; i < crowd.size; i++) {
      if (id[i] === self) continue;
      const room = radius + radii[i];
      if (distance(p, [x[i], y[i]]) < room) return false;
      const spot = crowd.spotOf(id[i]);
      if (spot && distance(p, spot) < room) return false;
    }
    return true;
  }

  /** Lets a step pass: people step out and in, and the car goes on. */
  advance(now: number, step: number): void {
    const { crowd } = this.options;
    this.waiting = this.waiting.filter(({ id }) => crowd.agent(id) !== null);
    this.riders = this.riders.filter(({ id }) => crowd.agent(id) !== null);
    const door = this.car.openAt;
    const isBusy = door >= 0 && this.transfer(door, now);
    const isFull = this.riders.length >= this.capacity;
    const aboard = this.riders.map(({ to }) => to);
    const halls = isFull ? [] : this.waiting.map(({ from, to }) => ({ door: from, isUp: to > from }));
    this.car.advance(now + step, step, { aboard, halls }, isBusy);
  }

  /** At an open door: one steps out, or in; returns whether somebody still does. */
  private transfer(door: number, now: number): boolean {
    const out = this.riders.find(({ to }) => to === door);
    const mayStep = now >= this.stepped + TRANSFER - 1e-9;
    if (out) {
      if (mayStep && this.stepOut(out, door)) this.stepped = now;
      return true;
    }
    this.callIn(door, now);
    const next = this.waiting.filter(({ from, called }) => from === door && called !== null);
    const there = next.find(({ id }) => this.isAtDoor(id, door));
    if (there && mayStep) {
      this.stepIn(there, now);
      this.stepped = now;
    }
    for (const one of next) if (one !== there && now >= one.called! + PATIENCE) this.giveUp(one);
    return next.length > 0;
  }

  /** Somebody who does not get to the door walks on by their guide, and calls anew. */
  private giveUp({ id }: Waiting): void {
    this.waiting = this.waiting.filter((one) => one.id !== id);
    this.options.crowd.resume(id);
  }

  /** Lets those in who have room and go the same way, the first to have come first. */
  private callIn(door: number, now: number): void {
    const { crowd, worldOf } = this.options;
    let room =
      this.capacity - this.riders.length - this.waiting.filter(({ called }) => called !== null).length;
    let bound = this.car.bound(this.riders.map(({ to }) => to));
    this.waiting = this.waiting.map((one) => {
      const { id, from, to, called } = one;
      if (from !== door || called !== null || room <= 0) return one;
      if (bound !== 0 && Math.sign(to - from) !== bound && this.input.calls !== "express") return one;
      bound ||= Math.sign(to - from);
      room--;
      crowd.post(id, this.placeAtDoor(worldOf(id), id, door));
      return { ...one, called: now };
    });
  }

  /** Where somebody stands right before a door. */
  private placeAtDoor(world: World, id: number, door: number): Point {
    const { middle, segment } = this.lift.doors[door];
    const { radius } = this.options.crowd.agent(id)!;
    const [nx, ny] = this.inward(world, segment);
    const away = radius + 0.02;
    return [middle[0] + away * nx, middle[1] + away * ny];
  }

  private isAtDoor(id: number, door: number): boolean {
    const { crowd, worldOf } = this.options;
    const { position } = crowd.agent(id)!;
    return distance(position, this.placeAtDoor(worldOf(id), id, door)) <= THERE;
  }

  private stepIn({ id, to, since }: Waiting, now: number): void {
    const { crowd } = this.options;
    const taken = new Set(this.riders.map(({ spot }) => spot));
    let spot = 0;
    while (taken.has(spot)) spot++;
    const place = spotInCar(this.patch, this.capacity, spot);
    crowd.place(id, place);
    crowd.post(id, place);
    this.waiting = this.waiting.filter((one) => one.id !== id);
    this.riders.push({ id, to, spot });
    this.carried++;
    this.waited += now - since;
    this.longest = Math.max(this.longest, now - since);
  }

  /** Puts somebody before a door, where there is room; false where there is none. */
  private stepOut({ id }: Rider, door: number): boolean {
    const { crowd, worldOf } = this.options;
    const world = worldOf(id);
    const { radius } = crowd.agent(id)!;
    const rows = [0.05, 0.4, 0.8, FREE].flatMap((far) => this.rowBefore(world, door, radius + far, radius));
    const place = rows.find((p) => this.isFree(world, p, radius, id));
    if (!place) return false;
    crowd.place(id, place);
    crowd.resume(id);
    this.riders = this.riders.filter((rider) => rider.id !== id);
    return true;
  }
}
