/** Where everybody wants to go in a step: along the guide's heading, or as their manner says, at full speed. */
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import type { Guide } from "../guide.js";
import type { World } from "../world/index.js";
import { type GoalTable, isBlocked, targetOf } from "./goal-lines.js";
import { Crowding, type Manner, type Scenery, type Thinker, type Thought } from "./manner.js";
import { type People, STAY } from "./people.js";

/** Metres before a goal within which nobody shies away from the wall that it may be in. */
const CLOSING = 1.5;

/** Metres before a line that people are to cross, within which they walk straight to where they fit through. */
const APPROACH = 1;

/** Metres behind a line and the body of who crosses it, within which a wall would make them slow down. */
const SHY = 0.75;

/** Seconds without headway after which nobody insists on a manner, and seconds of walking straight along the way then. */
const INSISTS = 3;

/** Headway, as a share of what one's speed allows, that counts as none. */
const NO_HEADWAY = 0.1;

/** Metres from its own spot at which somebody stands, and seconds in which what is left of the way there is walked. */
const STANDS = 0.1;
const SETTLES = 0.4;
/** One who thinks, and what it looks at. */
export interface Sight {
  readonly manner: Manner;
  readonly thinker: Thinker;
  readonly scenery: Scenery;
}

/** What wishes know of the plan. */
interface Places {
  /** Walls as those with manners see them: other than the crowd's while obstacles move. */
  readonly ground: () => World;
  /** A world as the one in a slot finds it: with zones that it may not enter. */
  readonly worldFor: (slot: number, ground: World) => World;
  /** Lines that people are to cross, on the plan with what moves by a timetable; null where bodies touch their goals. */
  readonly crossed: { readonly goals: GoalTable; readonly ground: () => World } | null;
}

export class Wishes {
  private readonly manners: Manner[] = [];

  constructor(
    private readonly people: People,
    private readonly seed: number,
    private readonly places: Places,
  ) {}

  /** How many manners there are. */
  get size(): number {
    return this.manners.length;
  }

  /** The number of a manner. */
  numberOf(manner: Manner): number {
    const known = this.manners.indexOf(manner);
    return known >= 0 ? known : this.manners.push(manner) - 1;
  }

  /** Sets the preferred velocities of all who are not on a track; those with manners walk as they last thought. */
  ask(): void {
    const { people } = this;
    const { engine, own } = people;
    const { wishX, wishY, top, closing, onTrack } = engine.agents;
    for (let i = 0; i < engine.count; i++) {
      if (onTrack[i]) continue;
      const guide = people.guideOf(i);
      if (!guide || people.waits(i)) {
        wishX[i] = wishY[i] = own.headX[i] = own.headY[i] = 0;
        continue;
      }
      if (own.stay[i] >= STAY.posted && own.stay[i] !== STAY.led) {
        this.walkToSpot(i);
        continue;
      }
      if (own.stay[i] === STAY.led || this.hasOwnMind(i)) {
        closing[i] = 0;
        wishX[i] = own.aimX[i] * top[i];
        wishY[i] = own.aimY[i] * top[i];
        continue;
      }
      const heading = people.ask(i, (at) => (guide.lead ? guide.lead(at) : guide.heading(at)));
      if (heading) {
        own.headX[i] = heading[0];
        own.headY[i] = heading[1];
        if (!Number.isFinite(own.headX[i] + own.headY[i])) throw noHeading(heading);
      }
      // Without an answer here, on a wall or squeezed against it, the last heading holds.
      closing[i] = own.left[i] < CLOSING && !this.approach(i, guide) ? 1 : 0;
      wishX[i] = own.headX[i] * top[i];
      wishY[i] = own.headY[i] * top[i];
    }
  }

  /** Straight to somebody's own spot, slower at the end; who waits there is in no jam. */
  private walkToSpot(i: number): void {
    const { engine, own } = this.people;
    const { x, y, wishX, wishY, top, closing, stuck } = engine.agents;
    const dx = own.spotX[i] - x[i];
    const dy = own.spotY[i] - y[i];
    const distance = Math.sqrt(dx * dx + dy * dy);
    closing[i] = distance < CLOSING ? 1 : 0;
    if (distance <= STANDS) {
      wishX[i] = wishY[i] = own.headX[i] = own.headY[i] = stuck[i] = 0;
      return;
    }
    own.headX[i] = dx / distance;
    own.headY[i] = dy / distance;
    const speed = Math.min(top[i], distance / SETTLES);
    wishX[i] = own.headX[i] * speed;
    wishY[i] = own.headY[i] * speed;
  }

  /**
   * Near a line that is to be crossed: straight to where the body fits through, or across. Ways of guides end before a wall that
   * is open, and at a door's jamb. Returns whether there is room behind the line, so that nobody has to walk up to a wall.
   */
  private approach(i: number, { places }: Guide): boolean {
    const { crossed, worldFor } = this.places;
    if (!crossed || !places) return false;
    const { engine, own, itineraries } = this.people;
    const { x, y, radius } = engine.agents;
    const here: Point = [x[i], y[i]];
    const target = targetOf(crossed.goals.of(places), here, radius[i]);
    const ground = worldFor(i, crossed.ground());
    if (!target || target.distance === 0 || target.distance > APPROACH + radius[i]) return true;
    if (!ground.visible(here, target.point)) return true;
    const { point, distance, line } = target;
    own.headX[i] = (point[0] - x[i]) / distance;
    own.headY[i] = (point[1] - y[i]) / distance;
    if (!line) return false;
    const { a, u } = line;
    const side = u[0] * (y[i] - a[1]) - u[1] * (x[i] - a[0]) > 0 ? -1 : 1;
    const t = (point[0] - a[0]) * u[0] + (point[1] - a[1]) * u[1];
    const leaves = own.leg[i] === itineraries.at(own.itinerary[i]).length - 1;
    return !isBlocked(line, t, [-u[1] * side, u[0] * side], radius[i] + SHY, ground, leaves);
  }

  /** Whether someone walks by a manner now: not at the very end, where the goal may be in a wall, nor after waiting in vain. */
  private hasOwnMind(i: number): boolean {
    const { own } = this.people;
    if (own.stay[i] >= STAY.posted) return false;
    // Before the way is known; by `touch` it is whenever there is nothing due.
    const isNew = this.places.crossed ? own.fresh[i] > 0 : own.due[i] <= 0;
    return own.manner[i] >= 0 && own.lag[i] >= 0 && (own.left[i] >= CLOSING || isNew);
  }

  /** A local map may see a door as closed that is not: `lag` counts seconds without headway up, then time straight on down. */
  noteHeadway(i: number, seconds: number): void {
    const { engine, own } = this.people;
    const { lag, progress, aimX, aimY } = own;
    if (lag[i] < 0) {
      lag[i] = Math.min(0, lag[i] + seconds);
      return;
    }
    const isLate =
      (aimX[i] !== 0 || aimY[i] !== 0) && progress[i] < NO_HEADWAY * engine.agents.top[i] * seconds;
    lag[i] = isLate ? lag[i] + seconds : Math.max(0, lag[i] - seconds);
    if (lag[i] >= INSISTS) lag[i] = -INSISTS;
  }

  /** Those whose time has come think anew, all of one manner together. */
  think(seconds: number): void {
    for (const { manner, some, scenery } of this.thinking(seconds))
      this.keep(some, manner.think(some, scenery));
  }

  /** The same with manners that answer later, which are all asked before the first is waited for. */
  async thinkAsync(seconds: number): Promise<void> {
    const asked = this.thinking(seconds).map(async ({ manner, some, scenery }) => ({
      some,
      thoughts: await (manner.thinkAsync?.(some, scenery) ?? manner.think(some, scenery)),
    }));
    for (const { some, thoughts } of await Promise.all(asked)) this.keep(some, thoughts);
  }

  /** Those whose time has come, by manners, and what they see. */
  private thinking(seconds: number): { manner: Manner; some: Thinker[]; scenery: Scenery }[] {
    const { people, manners } = this;
    if (manners.length === 0) return [];
    const { engine, own } = people;
    const thinking: Thinker[][] = manners.map(() => []);
    for (let i = 0; i < engine.count; i++) {
      const guide = people.guideOf(i);
      if (!guide || !this.hasOwnMind(i) || people.waits(i)) continue;
      own.think[i] -= seconds;
      if (own.think[i] > 1e-9) continue;
      const { interval } = manners[own.manner[i]];
      // The first time, everybody by a moment of their own, so that not all think in the same step.
      const first = own.faceX[i] === 0 && own.faceY[i] === 0;
      own.think[i] += first ? interval * ((engine.agents.id[i] % 8) / 8) : interval;
      if (own.think[i] <= 0) own.think[i] = first ? 0 : interval;
      thinking[own.manner[i]].push(this.thinker(i, guide));
    }
    if (thinking.every((some) => some.length === 0)) return [];
    const { scenery } = this;
    return thinking
      .map((some, m) => ({ manner: manners[m], some, scenery }))
      .filter(({ some }) => some.length > 0);
  }

  /** Everybody keeps what they thought until the next time. */
  private keep(some: readonly Thinker[], thoughts: readonly Thought[]): void {
    const { own } = this.people;
    thoughts.forEach(({ facing, aim }, k) => {
      const { slot, way } = some[k];
      [own.faceX[slot], own.faceY[slot]] = facing;
      [own.aimX[slot], own.aimY[slot]] = aim;
      if (way) [own.headX[slot], own.headY[slot]] = way;
    });
  }

  /** What everyone can look at now. */
  private get scenery(): Scenery {
    const { engine } = this.people;
    const { x, y, radius } = engine.agents;
    return { world: this.places.ground(), seed: this.seed, people: new Crowding(engine.count, x, y, radius) };
  }

  /** What somebody would think about now; null for one without a manner, or without a way to go. */
  sightOf(i: number): Sight | null {
    const manner = this.manners[this.people.own.manner[i]];
    const guide = this.people.guideOf(i);
    return manner && guide ? { manner, thinker: this.thinker(i, guide), scenery: this.scenery } : null;
  }

  private thinker(i: number, guide: Guide): Thinker {
    const { people } = this;
    const { x, y, radius, id } = people.engine.agents;
    const { faceX, faceY, born } = people.own;
    const position: Point = [x[i], y[i]];
    return {
      id: id[i],
      slot: i,
      position,
      facing: [faceX[i], faceY[i]],
      radius: radius[i],
      age: people.time - born[i],
      world: this.places.worldFor(i, this.places.ground()),
      guide,
      way: people.ask(i, (at) => (guide.lead ? guide.lead(at) : guide.heading(at))),
      goal: guide.nearestGoal?.(position) ?? null,
    };
  }
}

/** What a guide of one's own may get wrong. */
function noHeading(given: unknown): InputError {
  return new InputError(
    `a heading is [x, y] with two finite numbers, or null; given: ${String(given)}`,
    "guide",
  );
}
