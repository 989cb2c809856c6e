/**
 * Who has reached a goal. They go on to their next one, or leave.
 *
 * By `cross`, centres cross the goal's line: see goal-lines.ts. By `touch`, and where a guide does not say where its goals are,
 * bodies touch the end of the way.
 */
import type { Point } from "../geometry/index.js";
import { type Guide, hasTracks } from "../guide.js";
import type { World } from "../world/index.js";
import type { Arrival } from "./agent.js";
import { apartFrom, contactWith, crossingOf, type GoalTable } from "./goal-lines.js";
import { HeadingGuide } from "./heading.js";
import { lengthOf, type People, STAY } from "./people.js";

/** When people have reached a goal. */
export type ArrivalRule = "cross" | "touch";

/** Names of these rules; the first is the default. */
export const ARRIVAL_RULES: readonly ArrivalRule[] = Object.freeze(["cross", "touch"]);

/** By `touch`, agents reach a goal when their disc is this near to it, in metres. */
const REACH = 0.05;

/** Metres after which the way left is asked for again, at most. */
const GREATEST_DUE = 5;

/** A lane's end that is this near to a goal, in metres, is at the goal. */
const LANE_END = 0.011;

/** Who has left walks on for so many metres, and for so many seconds at most: long enough not to matter to who follows. */
const WALKS_ON = 2;
const LONGEST_WALK = 6;

/** Where everybody was before a step. */
type Before = readonly [Float64Array, Float64Array];

/** Looks after a step who has come where. */
export class Arrivals {
  /** The way on of who has left, by slots, for those who walk on. */
  private readonly ways = new Map<number, Point>();

  constructor(
    private readonly people: People,
    private readonly rule: ArrivalRule,
    private readonly goals: GoalTable,
    /** The plan with what stands in it now. */
    private readonly ground: () => World,
  ) {}

  /** Sends those who are there on to their next goal; returns who has left, in the order in which they came. */
  settle(before: Before): Arrival[] {
    const { people } = this;
    const { engine, own, itineraries } = people;
    const leaving: number[] = [];
    this.ways.clear();
    for (let i = 0; i < engine.count; i++) {
      if (own.due[i] > 0 && own.stay[i] !== STAY.released) continue;
      const guide = people.guideOf(i);
      if (!guide) continue;
      const isFree = own.stay[i] === STAY.free;
      if (!(isFree ? this.hasCome(i, guide, before) : this.isReleased(i, guide))) continue;
      own.due[i] = 0;
      own.leg[i]++;
      own.fresh[i] = 1;
      own.from[i] = own.walked[i];
      own.track[i] = -1;
      if (own.leg[i] >= itineraries.at(own.itinerary[i]).length) leaving.push(i);
    }
    const arrivals = leaving.map((i): Arrival => {
      const travelTime = people.time - own.born[i];
      return {
        id: engine.agents.id[i],
        group: own.group[i],
        time: people.time,
        travelTime,
        preMovement: Math.min(own.reaction[i], travelTime),
        walked: own.walked[i],
        planned: own.planned[i],
      };
    });
    if (leaving.length > 0 || engine.gone > 0) this.takeAway(leaving);
    return arrivals;
  }

  /** Takes those away who leave, and those who have walked on for long enough. */
  private takeAway(leaving: readonly number[]): void {
    const { people } = this;
    const { count } = people.engine;
    const before = people.engine.total;
    for (const i of leaving) {
      const way = this.ways.get(i);
      if (way && (way[0] !== 0 || way[1] !== 0)) people.walkOn(i, way[0], way[1], WALKS_ON);
    }
    const { left, born } = people.own;
    let next = 0;
    people.leave((slot) => {
      if (slot >= count) return slot < before && (left[slot] <= 0 || people.time - born[slot] > LONGEST_WALK);
      if (leaving[next] !== slot) return false;
      next++;
      return true;
    });
  }

  /** Of somebody who stays: whether it is to go on. Notes how far the place is, and when to look again. */
  private isReleased(i: number, guide: Guide): boolean {
    const { people } = this;
    const { own } = people;
    if (own.stay[i] === STAY.released) {
      // To its own spot it walked as it was to.
      if (own.fresh[i]) own.planned[i] += own.walked[i] - own.from[i];
      own.stay[i] = STAY.free;
      return true;
    }
    const left = own.stay[i] === STAY.kept ? leftOf(people, i, guide) : 0;
    if (left !== null) own.left[i] = left;
    own.due[i] = Math.min(Math.max(REACH, (left ?? 0) / 2), GREATEST_DUE);
    return false;
  }

  /** Whether somebody is at a guide's goal; notes how far it is, and when to look again. */
  private hasCome(i: number, guide: Guide, before: Before): boolean {
    if (this.rule === "touch" || !guide.places) return this.hasTouched(i, guide);
    const { engine, own, itineraries } = this.people;
    const { x, y, radius } = engine.agents;
    const here: Point = [x[i], y[i]];
    const goals = this.goals.of(guide.places);
    if (own.track[i] >= 0 && hasTracks(guide)) {
      const left = this.note(i, guide) ?? Infinity;
      own.due[i] = Math.min(Math.max(0, left - LANE_END), GREATEST_DUE);
      return left <= LANE_END;
    }
    const leaves = own.leg[i] === itineraries.at(own.itinerary[i]).length - 1;
    const way =
      crossingOf(goals, [before[0][i], before[1][i]], here) ??
      contactWith(goals, here, radius[i], this.ground(), leaves);
    this.note(i, guide);
    if (way) {
      const isKnown = way[0] !== 0 || way[1] !== 0;
      this.ways.set(i, isKnown ? way : [own.headX[i], own.headY[i]]);
      return true;
    }
    own.due[i] = Math.min(Math.max(0, apartFrom(goals, here) - 2 * radius[i] - 3 * REACH), GREATEST_DUE);
    return false;
  }

  /** By `touch`: the way left is no longer than the radius and a hair. */
  private hasTouched(i: number, guide: Guide): boolean {
    const { people } = this;
    const { engine, own } = people;
    const left = this.note(i, guide);
    if (left === null) return false;
    const reach = engine.agents.radius[i] + REACH;
    if (left <= reach) return true;
    const apart = leastWay(people, i, guide, left);
    own.due[i] = Math.min(Math.max(0, Math.min(left, apart) - reach), GREATEST_DUE);
    return false;
  }

  /** Notes how many metres somebody has to walk still; null where no way is known. */
  private note(i: number, guide: Guide): number | null {
    const { people } = this;
    const { own } = people;
    const left = leftOf(people, i, guide);
    if (left === null) {
      // Whoever follows headings alone is never known to be near the end.
      if (guide instanceof HeadingGuide) own.left[i] = Infinity;
      return null;
    }
    own.left[i] = left;
    if (own.fresh[i]) {
      own.fresh[i] = 0;
      own.planned[i] += left + own.walked[i] - own.from[i];
    }
    return left;
  }
}

/** Metres that an agent has to walk still. */
function leftOf(people: People, i: number, guide: Guide): number | null {
  const { track, arc } = people.own;
  if (track[i] >= 0 && hasTracks(guide)) return guide.leftFrom({ track: track[i], s: arc[i] });
  return people.ask(i, (at) => people.wayFrom(guide, at));
}

/** Metres that someone has to walk at least: a loose way may be longer than it has to be, and the goal at hand before. */
function leastWay({ engine }: People, i: number, guide: Guide, left: number): number {
  const { x, y } = engine.agents;
  const here: Point = [x[i], y[i]];
  const goal = guide.isLoose ? guide.nearestGoal?.(here) : null;
  return goal ? lengthOf([goal, here]) : left;
}
