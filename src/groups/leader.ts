/** The middle of a group, which walks along guides as one agent would. */
import type { People } from "../crowd/internal.js";
import type { Point } from "../geometry/index.js";
import type { Guide } from "../guide.js";
import type { World } from "../world/index.js";
import { Ground } from "./ground.js";
import type { Reader, Writer } from "./state.js";

/** Metres between two points of the trail, and how long it is at most. */
const STRIDE = 0.25;
const LONGEST = 120;

/** Seconds in which the direction follows that of the way. */
const TURNING = 0.6;

/** A guide to a point of a sketched route, which says by itself whether it is passed. */
interface PassableGuide extends Guide {
  isPassed(p: Point): boolean;
}

const isPassable = (guide: Guide): guide is PassableGuide => "isPassed" in guide;

/** Whether a guide's goal is within so many metres of a place, along the way. */
export function isNear(guide: Guide, [x, y]: Point, metres: number, left: () => number | null): boolean {
  const goal = guide.nearestGoal?.([x, y]);
  // The way is no shorter than the straight line, and dearer to ask for.
  if (goal && (goal[0] - x) ** 2 + (goal[1] - y) ** 2 > metres * metres) return false;
  const way = left();
  return way !== null && way <= metres;
}

export class Leader {
  isSet = false;
  leg = 0;
  private x = 0;
  private y = 0;
  private ux = 1;
  private uy = 0;
  /** Metres per second now. */
  speed = 0;
  /** Where it came from, x and y in turn, the last one first. */
  readonly trail: number[] = [];

  constructor(
    private readonly people: People,
    private readonly itinerary: number,
    /** How many guides come before the members' own goals. */
    private readonly before: number,
  ) {}

  get position(): Point {
    return [this.x, this.y];
  }

  get direction(): Point {
    return [this.ux, this.uy];
  }

  get guide(): Guide | null {
    return this.people.itineraries.at(this.itinerary)[this.leg] ?? null;
  }

  get hasGuide(): boolean {
    return this.guide !== null;
  }

  get isLast(): boolean {
    return this.leg === this.people.itineraries.at(this.itinerary).length - 1;
  }

  /** Sets it down among some people: at their mean, or where somebody stands who is nearest to it and knows the way. */
  setAmong(some: readonly { readonly id: number }[]): void {
    const { people } = this;
    const { x, y, radius } = people.engine.agents;
    const slots = some.map(({ id }) => people.slotOf(id));
    const mean: Point = [
      slots.reduce((sum, i) => sum + x[i], 0) / slots.length,
      slots.reduce((sum, i) => sum + y[i], 0) / slots.length,
    ];
    // Nobody skips a goal.
    const least = slots.reduce((leg, i) => Math.min(leg, people.own.leg[i]), Infinity);
    const last = people.itineraries.at(this.itinerary).length - 1;
    this.leg = Math.min(last, Math.max(Math.min(this.leg, this.before), least > 0 ? least + this.before : 0));
    const widest = slots.reduce((most, i) => Math.max(most, radius[i]), 0);
    const apart = (i: number): number => (x[i] - mean[0]) ** 2 + (y[i] - mean[1]) ** 2;
    const candidates = [
      mean,
      ...slots.sort((i, k) => apart(i) - apart(k) || i - k).map((i): Point => [x[i], y[i]]),
    ];
    const place = candidates.find((p) => this.headingAt(p, widest)) ?? candidates[1];
    [this.x, this.y] = place;
    const heading = this.headingAt(place, widest);
    if (heading && (heading[0] !== 0 || heading[1] !== 0)) [this.ux, this.uy] = heading;
    this.isSet = true;
    this.speed = 0;
    this.trail.length = 0;
  }

  unset(): void {
    this.isSet = false;
    this.speed = 0;
    this.trail.length = 0;
  }

  goOn(): void {
    this.leg++;
  }

  /** The direction of the way at a place, or a little off the walls beside it; null where none is known. */
  headingAt(p: Point, radius: number): Point | null {
    const { guide } = this;
    if (!guide) return null;
    return this.ask(p, radius, (at) => (guide.lead ? guide.lead(at) : guide.heading(at)));
  }

  private ask<T>(p: Point, radius: number, question: (at: Point) => T | null): T | null {
    const answer = question(p);
    if (answer !== null) return answer;
    const { engine } = this.people;
    for (const wide of [radius, 1.15 * radius]) {
      const aside = engine.standOff(p, wide);
      const there = aside && question(aside);
      if (there !== null) return there;
    }
    return null;
  }

  /** Whether the goal is within so many metres of the way. */
  isWithin(metres: number, radius: number): boolean {
    const { guide } = this;
    if (!guide) return false;
    if (isPassable(guide) && guide.isPassed([this.x, this.y])) return true;
    const here: Point = [this.x, this.y];
    return isNear(guide, here, metres, () => this.ask(here, radius, (at) => guide.distance(at)));
  }

  /** Metres that are free straight ahead, up to some. */
  roomAhead(world: World, most: number): number {
    return new Ground(world, 0).reach(this.x, this.y, this.ux, this.uy, most);
  }

  /** Walks on for some seconds at a speed. */
  walk(seconds: number, speed: number, radius: number): void {
    const heading = this.headingAt([this.x, this.y], radius);
    const isMoving = heading !== null && (heading[0] !== 0 || heading[1] !== 0);
    this.speed = isMoving ? speed : 0;
    if (!isMoving || speed === 0) return;
    const step = Math.min(seconds * speed, this.apart());
    const x = this.x + step * heading[0];
    const y = this.y + step * heading[1];
    this.turn(heading, seconds);
    this.x = x;
    this.y = y;
    const { trail } = this;
    const dx = trail.length > 0 ? x - trail[0] : Infinity;
    const dy = trail.length > 0 ? y - trail[1] : Infinity;
    if (dx * dx + dy * dy < STRIDE * STRIDE) return;
    trail.unshift(x, y);
    if (trail.length > (2 * LONGEST) / STRIDE) trail.length -= 2;
  }

  /** Metres to the goal as the crow flies; Infinity where that is not known. */
  private apart(): number {
    const goal = this.guide?.nearestGoal?.([this.x, this.y]);
    return goal ? Math.sqrt((goal[0] - this.x) ** 2 + (goal[1] - this.y) ** 2) : Infinity;
  }

  /** The direction follows that of the way, smoothly. */
  private turn([hx, hy]: Point, seconds: number): void {
    const share = Math.min(1, seconds / TURNING);
    const ux = this.ux + share * (hx - this.ux);
    const uy = this.uy + share * (hy - this.uy);
    const length = Math.sqrt(ux * ux + uy * uy);
    // About face: to the side first.
    [this.ux, this.uy] = length > 1e-3 ? [ux / length, uy / length] : [-hy, hx];
  }

  save(to: Writer): void {
    to.numbers(this.isSet ? 1 : 0, this.leg, this.x, this.y, this.ux, this.uy, this.speed);
    to.list(this.trail);
  }

  load(from: Reader): void {
    this.isSet = from.number() === 1;
    this.leg = from.number();
    this.x = from.number();
    this.y = from.number();
    this.ux = from.number();
    this.uy = from.number();
    this.speed = from.number();
    this.trail.length = 0;
    for (const one of from.list()) this.trail.push(one);
  }
}
