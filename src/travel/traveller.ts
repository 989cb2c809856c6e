/**
 * A camera that walks: along a planner's way to where somebody clicked, or as keys and sticks say (Fischer et al. 2011, V).
 *
 * The camera has a velocity, and nothing changes it faster than the pace allows; gaze is no part of it. It never leaves the free
 * space of its body: a new velocity is taken only if the place where braking from it would end is in sight. What braking alone
 * leads to was in sight the step before, so there is always a velocity to take, and another click may come at any time.
 */
import { InputError } from "../errors.js";
import { distance, type Point } from "../geometry/index.js";
import type { Guide } from "../guide.js";
import { checkFlag, checkFunction, checkKeys, checkNumber, checkPoint } from "../options.js";
import { PotentialField } from "../potential/index.js";
import { checkWorld, type FreeSpace, grownSpace, type World } from "../world/index.js";
import { brakingDistance, checkPace, type Pace, speedToStop } from "./pace.js";
import { STEP } from "./ride.js";
import { CameraWay } from "./way.js";

/** Who walks, and how. */
export interface TravellerOptions {
  /** Where the camera begins; the nearest free place where its body does not fit. */
  readonly at: Point;
  /** Radius of the body in metres, >= 0; default 0.25. It keeps it from every wall. */
  readonly radius?: number;
  /** Limits of its motion. */
  readonly pace?: Partial<Pace>;
  /** Plans the way to a point; default: a potential field, which leads through the middle of aisles. */
  readonly guideTo?: (goal: Point) => Guide;
  /** Whether to go straight to what can be gone to straight, and ask no planner; default true. */
  readonly straight?: boolean;
}

/** What a camera does. */
export type TravelState = "standing" | "travelling" | "steered";

/** Metres that the default guide's ways keep from walls besides the radius: room for momentum in bends. */
const MARGIN = 0.05;
/** Cells of the default guide: metres, and along the longer side at most. */
const CELL = 0.2;
const MOST_CELLS = 400;
/** Metres, and seconds of its way, that the camera looks ahead on its way. */
const AHEAD = { metres: 0.25, seconds: 0.3 };
/** Metres from the target at which a camera that hardly moves is there. */
const THERE = 2e-3;
/** Metres that are kept from what braking ends at; exact decisions about rounded places need some room. */
const SPARE = 1e-4;
/** Metres off a wall that is slid along, the first that will do: rounded feet may lie behind it, and steps around corners cut them. */
const OFF_WALL = [0, 1e-6, 1e-4, 1e-3, 5e-3];

/** A camera on the ground of a world. */
export class Traveller {
  readonly world: World;
  readonly radius: number;
  readonly pace: Pace;
  private readonly space: FreeSpace;
  /** The same with the margin: where one goes straight. */
  private readonly wide: FreeSpace | null;
  private readonly guideTo: (goal: Point) => Guide;
  private at: Point;
  private motion: Point = [0, 0];
  /** Where it goes, and who leads there if somebody had to be asked; null for a way that was planned elsewhere. */
  private aim: { readonly goal: Point; guide: Guide | null } | null = null;
  private way: CameraWay | null = null;
  private arc = 0;
  private wish: Point | null = null;

  /** @throws InputError for values out of range, and for a body that fits nowhere */
  constructor(world: World, options: TravellerOptions) {
    checkWorld(world);
    checkKeys(options, ["at", "radius", "pace", "guideTo", "straight"]);
    const { at, radius = 0.25, pace, guideTo, straight = true } = options;
    this.world = world;
    this.radius = checkNumber(radius, "radius", { of: "metres", least: 0 });
    this.pace = checkPace(pace);
    if (guideTo !== undefined) checkFunction(guideTo, "guideTo");
    this.guideTo = guideTo ?? potentialGuides(world, radius);
    this.space = grownSpace(world.plan, radius);
    this.wide = checkFlag(straight, "straight") ? grownSpace(world.plan, radius + MARGIN) : null;
    this.at = this.free(checkPoint(at, "at"));
  }

  /** Where the camera is, on the ground. */
  get position(): Point {
    return this.at;
  }

  /** Metres per second along x and y. */
  get velocity(): Point {
    return this.motion;
  }

  /** Whether it is under way by itself, is steered, or stands. */
  get state(): TravelState {
    if (this.way) return "travelling";
    return this.wish || this.motion[0] !== 0 || this.motion[1] !== 0 ? "steered" : "standing";
  }

  /** Where it is going; null where it is not travelling. */
  get target(): Point | null {
    return this.way ? point(this.way.at(this.way.length)) : null;
  }

  /** The way that it follows. */
  get path(): readonly Point[] {
    return this.way ? this.way.points.map(point) : [];
  }

  /** Puts the camera somewhere else, standing. */
  place(at: Point): void {
    this.at = this.free(checkPoint(at, "at"));
    this.halt();
  }

  private free(at: Point): Point {
    const free = this.space.nearestFree(at);
    if (!free) throw new InputError(`nobody with a radius of ${this.radius} m fits here`, "radius");
    return this.space.contains(free) ? free : beyond(at, free, OFF_WALL[1]);
  }

  /**
   * Sets out for a place; the camera keeps its velocity, and turns.
   *
   * @returns whether there is a way; without one, it goes on with what it did
   */
  goTo(target: Point): boolean {
    const goal = this.space.nearestFree(checkPoint(target, "target"));
    if (!goal) return false;
    const aim = { goal, guide: null };
    const path = this.wayTo(aim);
    if (!path) return false;
    this.follow(path);
    this.aim = aim;
    return true;
  }

  /** Whether a place can be gone to straight, so that no planner is needed. */
  isStraightTo(target: Point): boolean {
    return this.wide?.visible(this.at, checkPoint(target, "target")) ?? false;
  }

  /** The way from here: straight where it can be, else the planner's. */
  private wayTo(aim: { readonly goal: Point; guide: Guide | null }): readonly Point[] | null {
    if (this.isStraightTo(aim.goal)) return [this.at, aim.goal];
    aim.guide ??= this.guideTo(aim.goal);
    return aim.guide.pathFrom(this.at);
  }

  /** Follows a way that was planned elsewhere, as in a worker, from near where the camera is. */
  follow(path: readonly Point[]): void {
    this.way = new CameraWay(path, this.pace);
    this.arc = this.way.nearest(this.at, 0, Math.min(this.way.length, this.lookAhead));
    this.aim = null;
    this.wish = null;
  }

  /**
   * Steers by hand, and gives up travelling.
   *
   * @param wish the direction to go, with the share of full speed as its length, 1 at most; null lets the camera come to a stop
   */
  steer(wish: Point | null): void {
    if (wish === null) {
      this.wish = null;
      return;
    }
    const [x, y] = checkPoint(wish, "wish");
    const length = Math.max(1, Math.hypot(x, y));
    this.stop();
    this.wish = [x / length, y / length];
  }

  /** Gives up travelling, and comes to a stop. */
  stop(): void {
    this.way = null;
    this.aim = null;
    this.wish = null;
  }

  /** Goes on for some seconds, >= 0. */
  advance(seconds: number): void {
    checkNumber(seconds, "seconds", { of: "seconds", least: 0 });
    const steps = Math.ceil(seconds / STEP);
    for (let i = 0; i < steps; i++) {
      if (this.way) this.travelStep(seconds / steps);
      else this.steerStep(seconds / steps);
    }
  }

  private get speed(): number {
    return Math.hypot(this.motion[0], this.motion[1]);
  }

  private get lookAhead(): number {
    return AHEAD.metres + AHEAD.seconds * this.speed;
  }

  private halt(): void {
    this.stop();
    this.motion = [0, 0];
  }

  private travelStep(h: number): void {
    const way = this.way!;
    this.arc = way.nearest(this.at, this.arc, Math.min(way.length, this.arc + 2 * this.lookAhead));
    const end = point(way.at(way.length));
    const left = Math.max(way.length - this.arc, distance(this.at, end));
    if (left <= THERE && this.speed <= this.pace.deceleration * h) {
      if (this.space.visible(this.at, end)) this.at = end;
      this.halt();
      return;
    }
    const ahead = this.placeAhead(way) ?? this.refound();
    if (!ahead) {
      // Nothing of the way is in sight: somebody who has lost it stops.
      if (this.speed === 0) this.stop();
      this.move(this.braked(h), h);
      return;
    }
    // With the end straight ahead, what counts is how far it is, also for who is beside the way.
    const allowed = distance(ahead, end) === 0 ? this.pace.speed : way.speedAt(this.arc);
    const speed = Math.min(allowed, speedToStop(this.pace, left, h), left / h);
    const away = distance(this.at, ahead);
    const share = away > 0 ? speed / away : 0;
    this.turnTowards([(ahead[0] - this.at[0]) * share, (ahead[1] - this.at[1]) * share], h);
  }

  /** A place of the way that is ahead and in sight, the farther the better; null where none is. */
  private placeAhead(way: CameraWay): Point | null {
    for (let metres = this.lookAhead, tries = 0; tries < 5; tries++, metres /= 2) {
      const place = point(way.at(Math.min(way.length, this.arc + metres)));
      if (this.space.visible(this.at, place)) return place;
    }
    const here = point(way.at(this.arc));
    return distance(this.at, here) > 0 && this.space.visible(this.at, here) ? here : null;
  }

  /** The way anew from where momentum has carried the camera. */
  private refound(): Point | null {
    const path = this.aim && this.wayTo(this.aim);
    if (!path) return null;
    this.way = new CameraWay(path, this.pace);
    this.arc = 0;
    return this.placeAhead(this.way);
  }

  /** Takes the velocity nearest to the one wanted that the pace allows and from which it could stop in time. */
  private turnTowards(wanted: Point, h: number): void {
    for (let share = 1; share > 0.05; share /= 2) {
      const next = this.towards([wanted[0] * share, wanted[1] * share], h);
      if (this.canStop(next, h)) {
        this.move(next, h);
        return;
      }
    }
    this.move(this.braked(h), h);
  }

  /** The velocity changed towards another, by no more than the pace allows in a step. */
  private towards(wanted: Point, h: number): Point {
    const [vx, vy] = this.motion;
    const [dx, dy] = [wanted[0] - vx, wanted[1] - vy];
    const change = Math.hypot(dx, dy);
    const most = (dx * vx + dy * vy < 0 ? this.pace.deceleration : this.pace.acceleration) * h;
    return change <= most ? wanted : [vx + (dx * most) / change, vy + (dy * most) / change];
  }

  private braked(h: number): Point {
    const { motion, speed } = this;
    const share = Math.max(0, 1 - (this.pace.deceleration * h) / speed);
    return speed > 0 ? [motion[0] * share, motion[1] * share] : [0, 0];
  }

  /** Whether a step with a velocity, and braking after it, stay in the free space. */
  private canStop(velocity: Point, h: number): boolean {
    const speed = Math.hypot(velocity[0], velocity[1]);
    if (speed === 0) return true;
    const metres = speed * h + brakingDistance(this.pace, speed) + SPARE;
    const share = metres / speed;
    return this.space.visible(this.at, [this.at[0] + velocity[0] * share, this.at[1] + velocity[1] * share]);
  }

  private steerStep(h: number): void {
    const { wish, pace } = this;
    if (!wish) this.move(this.braked(h), h);
    else this.move(this.towards([wish[0] * pace.speed, wish[1] * pace.speed], h), h);
  }

  /** Moves with a velocity; walls are slid along. */
  private move(velocity: Point, h: number): void {
    const { space, at } = this;
    this.motion = velocity;
    if (velocity[0] === 0 && velocity[1] === 0) return;
    const to: Point = [at[0] + velocity[0] * h, at[1] + velocity[1] * h];
    if (space.visible(at, to)) {
      this.at = to;
      return;
    }
    const slid = this.slide(to);
    this.motion = slid ? [(slid[0] - at[0]) / h, (slid[1] - at[1]) / h] : [0, 0];
    if (slid) this.at = slid;
  }

  /** The free place nearest to one behind a wall, if it can be gone to; around a corner, a little off it. */
  private slide(to: Point): Point | null {
    const { space, at } = this;
    const free = space.nearestFree(to);
    if (!free) return null;
    const most = distance(at, to);
    for (const off of OFF_WALL) {
      const place = beyond(to, free, off);
      if (distance(at, place) <= most + off && space.visible(at, place)) return place;
    }
    return null;
  }
}

/** The place some metres beyond a point of the border, for who comes from behind it. */
function beyond(from: Point, border: Point, metres: number): Point {
  const away = distance(from, border);
  if (!(away > 0)) return border;
  const share = 1 + metres / away;
  return [from[0] + (border[0] - from[0]) * share, from[1] + (border[1] - from[1]) * share];
}

const point = ([x, y]: readonly number[]): Point => [x, y];

/**
 * Ways to points by potential fields, as the article has them (after Silveira et al. 2009): what travellers ask by default, and
 * what a worker asks that plans for them.
 *
 * @param radius of the body in metres; ways keep 5 cm more from walls where there is room
 */
export function potentialGuides(world: World, radius: number): (goal: Point) => Guide {
  const { minX, minY, maxX, maxY } = world.bounds;
  const cell = Math.max(CELL, Math.max(maxX - minX, maxY - minY) / MOST_CELLS);
  return (goal) => {
    for (const wider of [radius + MARGIN, radius]) {
      try {
        return new PotentialField(world, { goals: [{ point: goal }], radius: wider, cell });
      } catch (error) {
        // A goal too near to a wall for the margin, or a passage that these cells close.
        if (!(error instanceof InputError)) throw error;
      }
    }
    return new PotentialField(world, { goals: [{ point: goal }], radius });
  };
}
