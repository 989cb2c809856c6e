/**
 * Agents with local maps, step by step (Dapper 2007, 5.2): each looks around, bends its map as it pleases, relaxes it, and
 * takes a step down its gradient.
 */
import { InputError } from "../../src/errors.js";
import { distance, type Point } from "../../src/geometry/index.js";
import type { Guide } from "../../src/guide.js";
import {
  type Around,
  BatchRelaxer,
  type Behaviour,
  type Bend,
  checkBend,
  type Disc,
  gradientOf,
  harmonic,
  LocalMap,
  type LocalMapOptions,
  type Motion,
  mapBatch,
  setBend,
  type Target,
  WallCells,
  weightedMotion,
} from "../../src/potential/index.js";
import { type FreeSpace, grownSpace, type World } from "../../src/world/index.js";

/** One goal of a queue: who knows the way (any planner), and where it ends. */
export interface Errand {
  readonly guide: Guide;
  /** Where it counts as done: a place, or the place for someone at p. */
  readonly goal: Target | ((p: Point) => Point);
}

/** How a walker begins. */
export interface WalkerOptions {
  readonly position: Point;
  /** Goals one after the other. */
  readonly errands: readonly Errand[];
  /** Metres, > 0; default 0.25. */
  readonly radius?: number;
  /** Metres per step, > 0; default 0.25. */
  readonly stride?: number;
  /** Default: harmonic. */
  readonly behaviour?: Behaviour;
  /** Default: the weighted mean with mass 4 and the speed table. */
  readonly motion?: Motion;
  readonly localMap?: LocalMapOptions;
  /** Metres within which others ahead are noticed; default 5. */
  readonly sight?: number;
  /** Metres from a goal at which it counts as reached; default the larger of stride and radius. */
  readonly reach?: number;
  /** What happens at the last goal; default `leave`. */
  readonly atEnd?: "stop" | "leave";
  /** Direction at the start; by default the way's. */
  readonly direction?: Point;
  /** Whether behaviours may bend beyond the limit (6.1.2); default false. */
  readonly unsafe?: boolean;
}

/** Someone who walks. */
export class Walker implements Disc {
  position: Point;
  direction: Point;
  readonly radius: number;
  stride: number;
  behaviour: Behaviour;
  motion: Motion;
  sight: number;
  readonly map: LocalMap;
  readonly atEnd: "stop" | "leave";
  readonly reach: number;
  readonly unsafe: boolean;
  /** `walking`, `stopped` at the last goal but in the way of others, or `gone`. */
  state: "walking" | "stopped" | "gone" = "walking";
  /** Errands done so far. */
  done = 0;
  /** All positions so far. */
  readonly trail: Point[];
  /** Share of the full step that was taken last. */
  share = 0;
  /** Steps without a gradient: boxed in on all sides. */
  waits = 0;
  /** Steps that a wall, or another walker, would not let through. */
  wallHits = 0;
  bumps = 0;

  constructor(readonly options: WalkerOptions) {
    const {
      position,
      radius = 0.25,
      stride = 0.25,
      behaviour = harmonic(),
      motion = weightedMotion(),
    } = options;
    const { sight = 5, reach = Math.max(stride, radius), atEnd = "leave", direction = [0, 0] } = options;
    const needPositive = { radius, stride, sight, reach };
    for (const [name, value] of Object.entries(needPositive)) {
      if (value > 0 && Number.isFinite(value)) continue;
      throw new InputError(`a finite number of metres > 0 is needed; given: ${value}`, name);
    }
    if (!position.every(Number.isFinite)) {
      throw new InputError(`two finite numbers are needed; given: ${position}`, "position");
    }
    this.position = position;
    this.radius = radius;
    this.stride = stride;
    this.behaviour = behaviour;
    this.motion = motion;
    this.sight = sight;
    this.reach = reach;
    this.atEnd = atEnd;
    this.direction = direction;
    this.unsafe = options.unsafe ?? false;
    this.map = new LocalMap(options.localMap);
    this.trail = [position];
  }

  /** What it is on the way to; undefined at the end. */
  get errand(): Errand | undefined {
    return this.options.errands[this.done];
  }
}

/** Room for one radius: exact, and as cells for looking around. */
interface Room {
  readonly space: FreeSpace;
  readonly cells: WallCells;
}

/** How walkers take their turns. */
export interface WalkersOptions {
  /** `in-turn`: each sees where those before it have gone (thesis). `together`: all see the same, in one batch. */
  readonly order?: "in-turn" | "together";
  /** Side of the cells in which walls are looked up, in metres; default 0.25. */
  readonly cell?: number;
}

/** A small simulation of walkers in a world. */
export class Walkers {
  readonly all: Walker[] = [];
  /** Other things that move; the caller moves them. */
  readonly obstacles: Disc[] = [];
  /** Steps so far. */
  time = 0;

  private readonly rooms = new Map<number, Room>();
  private readonly relaxer = new BatchRelaxer();
  private readonly order: "in-turn" | "together";
  private readonly cell: number;

  constructor(
    readonly world: World,
    { order = "in-turn", cell = 0.25 }: WalkersOptions = {},
  ) {
    this.order = order;
    this.cell = cell;
  }

  /** Adds a walker. */
  add(options: WalkerOptions): Walker {
    const walker = new Walker(options);
    if (!this.world.contains(walker.position)) {
      throw new InputError(`[${walker.position.join(", ")}] is not on free ground`, "position");
    }
    this.all.push(walker);
    return walker;
  }

  /** Those who have not arrived yet. */
  get walking(): Walker[] {
    return this.all.filter(({ state }) => state === "walking");
  }

  /** Everybody's next step. */
  step(): void {
    if (this.order === "together") this.stepTogether();
    else {
      for (const walker of this.walking) {
        this.relaxAll([{ walker, bend: this.look(walker) }]);
      }
    }
    this.time++;
  }

  /** Runs until all have arrived, or for so many steps. */
  run(steps: number): this {
    for (let k = 0; k < steps && this.walking.length > 0; k++) this.step();
    return this;
  }

  /** All maps of one size in one batch. */
  private stepTogether(): void {
    const groups = new Map<string, { walker: Walker; bend: Bend }[]>();
    for (const walker of this.walking) {
      const bend = this.look(walker);
      const { size, relaxations } = walker.map.options;
      const key = `${size} ${relaxations}`;
      groups.set(key, [...(groups.get(key) ?? []), { walker, bend }]);
    }
    this.relaxAll(...groups.values());
  }

  /** Relaxes groups of walkers whose maps have one size each, then moves all of them. */
  private relaxAll(...groups: { walker: Walker; bend: Bend }[][]): void {
    const moves: { walker: Walker; gradient: Point }[] = [];
    for (const group of groups) {
      const { size, relaxations } = group[0].walker.map.options;
      const batch = mapBatch(size, group.length, relaxations);
      group.forEach(({ walker, bend }, k) => {
        checkBend(bend, walker.unsafe);
        batch.kinds.set(walker.map.kinds, k * size * size);
        setBend(batch, k, bend);
      });
      const gradients = this.relaxer.run(batch);
      group.forEach(({ walker }, k) => {
        moves.push({ walker, gradient: gradientOf(gradients, k) });
      });
    }
    for (const { walker, gradient } of moves) this.move(walker, gradient);
  }

  private roomFor(radius: number): Room {
    let room = this.rooms.get(radius);
    if (!room) {
      const space = grownSpace(this.world.scene, radius);
      room = { space, cells: new WallCells(this.world, radius, this.cell) };
      this.rooms.set(radius, room);
    }
    return room;
  }

  private othersOf(walker: Walker): Disc[] {
    const { size, cell } = walker.map.options;
    const most = (size * cell) / Math.SQRT2 + walker.sight + walker.radius;
    const near = (disc: Disc): boolean =>
      distance(disc.position, walker.position) <= most + disc.radius && disc !== walker;
    return [...this.all.filter(({ state }) => state !== "gone"), ...this.obstacles].filter(near);
  }

  /** Steps 1 to 4 of 5.2: maps what is around and asks the behaviour. */
  private look(walker: Walker): Bend {
    const { position, radius, map } = walker;
    const { guide } = walker.errand!;
    const way = guide.heading(position);
    const goal = this.goalOf(walker);
    const others = this.othersOf(walker);
    if (walker.direction[0] === 0 && walker.direction[1] === 0 && way) walker.direction = way;
    const { cells } = this.roomFor(radius);
    const isWall = (x: number, y: number): boolean => cells.isWall(x, y);
    map.look(position, walker.direction, radius, { isWall, others, way, goal, reach: walker.reach });
    return walker.behaviour(walker, this.aroundOf(walker, others, way, goal), this.time);
  }

  private aroundOf(walker: Walker, others: readonly Disc[], way: Point | null, goal: Point): Around {
    const [px, py] = walker.position;
    const ahead = ({ position: [x, y] }: Disc): boolean =>
      (x - px) * walker.direction[0] + (y - py) * walker.direction[1] > 0;
    const gap = (disc: Disc): number => distance(disc.position, walker.position) - disc.radius;
    const seen = others
      .filter((disc) => gap(disc) <= walker.sight && ahead(disc))
      .sort((a, b) => gap(a) - gap(b));
    return { seen, way, goal, clearance: (p) => this.world.clearance(p) };
  }

  private goalOf(walker: Walker): Point {
    const { goal } = walker.errand!;
    return typeof goal === "function" ? goal(walker.position) : goal;
  }

  /** Steps 7 and 8: a direction from the gradient, a step along it, and the next goal where this one is reached. */
  private move(walker: Walker, gradient: Point): void {
    const length = Math.hypot(gradient[0], gradient[1]);
    if (!(length > 0)) {
      walker.waits++;
      walker.share = 0;
    } else {
      const ahead: Point = [gradient[0] / length, gradient[1] / length];
      const { direction, share } = walker.motion(walker.direction, ahead, gradient);
      walker.direction = direction;
      walker.share = share;
      if (share > 0) this.go(walker, share * walker.stride);
    }
    walker.trail.push(walker.position);
    if (distance(walker.position, this.goalOf(walker)) > walker.reach) return;
    walker.done++;
    if (!walker.errand) walker.state = walker.atEnd === "leave" ? "gone" : "stopped";
  }

  /** Goes on if nothing is in the way; whoever would touch a wall or another stays. */
  private go(walker: Walker, length: number): void {
    const { position, direction, radius } = walker;
    const next: Point = [position[0] + length * direction[0], position[1] + length * direction[1]];
    const { space } = this.roomFor(radius);
    const isFree = space.contains(position)
      ? space.visible(position, next)
      : this.world.visible(position, next);
    // At exits the goal may lie nearer to the wall than the radius.
    const isLast = distance(next, this.goalOf(walker)) <= walker.reach && this.world.visible(position, next);
    if (!isFree && !isLast) {
      walker.wallHits++;
      return;
    }
    const touches = (disc: Disc): boolean => {
      const after = distance(disc.position, next);
      return after < disc.radius + radius && after < distance(disc.position, position);
    };
    if (this.othersOf(walker).some(touches)) walker.bumps++;
    else walker.position = next;
  }
}
