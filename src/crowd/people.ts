/**
 * The state that the systems of a crowd share: the engine's columns, those that only the crowd needs, itineraries and the clock.
 * Nothing in here decides anything.
 */
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import type { Guide } from "../guide.js";
import type { Engine } from "./engine.js";
import { Itineraries } from "./itineraries.js";

/** Columns of an agent that the engine does not need. */
const OWN = [
  "itinerary",
  "leg",
  "born",
  "reaction",
  "spare",
  "due",
  "left",
  "headX",
  "headY",
  "group",
  "walked",
  "planned",
  "fresh",
  "from",
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
  // Of who was let in by a door: the side that they came from, twice that once they are through.
  "entered",
  // Of who stays somewhere or is led, see `STAY`: where to.
  "stay",
  "spotX",
  "spotY",
  // The free speed on plain ground, and the number of the profile for whom zones are what they are.
  "pace",
  "profile",
  // The part of the free speed that is left on stairs, up and down.
  "stairUp",
  "stairDown",
] as const;
type Own = Record<(typeof OWN)[number], Float64Array>;

/**
 * Whether somebody goes on by itself: freely; not before it is told to; not before, and it has a spot of its own to stand at; or
 * it was told to, and does at the end of the next step. Who is led walks as its group says, and goes on when that does.
 */
export const STAY = Object.freeze({ free: 0, kept: 1, posted: 2, released: 3, led: 4 });

function ownColumns(room: number): Own {
  return Object.fromEntries(OWN.map((name) => [name, new Float64Array(room)])) as Own;
}

/** Length of a path, by square roots alone: engines may round `Math.hypot` differently. */
export function lengthOf(path: readonly Point[]): number {
  let sum = 0;
  for (let i = 1; i < path.length; i++) {
    const dx = path[i][0] - path[i - 1][0];
    const dy = path[i][1] - path[i - 1][1];
    sum += Math.sqrt(dx * dx + dy * dy);
  }
  return sum;
}

/** How much wider than a body the place may be at which a guide is asked, where it has no answer before. */
const FURTHER = 1.15;

export class People {
  own = ownColumns(0);
  readonly itineraries = new Itineraries();
  /** Seconds since the start. */
  time = 0;

  constructor(readonly engine: Engine) {}

  /** Metres of a guide's way from a place; in a building, what is between two patches of the sheet is no way. */
  wayFrom: (guide: Guide, at: Point) => number | null = (guide, at) => {
    // The path itself: a goal may have metres counted from the start, which nobody walks.
    const path = guide.pathFrom(at);
    return path && lengthOf(path);
  };

  /** Makes the columns of the last one added: zeros, and what is given. */
  welcome(given: Partial<Record<keyof Own, number>>): void {
    this.grow();
    const { count, total, gone } = this.engine;
    const i = count - 1;
    for (const name of OWN) {
      const column = this.own[name];
      // Who has left and stood in this slot was moved to the end.
      if (gone > 0) column[total - 1] = column[i];
      column[i] = given[name] ?? 0;
    }
  }

  private grow(): void {
    const room = this.engine.agents.x.length;
    if (this.own.itinerary.length >= room) return;
    const grown = ownColumns(room);
    for (const name of OWN) grown[name].set(this.own[name]);
    this.own = grown;
  }

  /** Lets somebody walk on who has left, for so many metres along (x, y): a body for those behind. The old slot is still to be left. */
  walkOn(slot: number, x: number, y: number, metres: number): void {
    this.engine.walkOn(slot, x, y);
    this.grow();
    const i = this.engine.total - 1;
    for (const name of OWN) this.own[name][i] = this.own[name][slot];
    this.own.left[i] = metres;
    this.own.born[i] = this.time;
  }

  /** Takes away those for whom `gone` holds. */
  leave(gone: (slot: number) => boolean): void {
    const columns = OWN.map((name) => this.own[name]);
    this.engine.compact(gone, (from, to) => {
      for (const column of columns) column[to] = column[from];
    });
  }

  /** Where somebody is in the columns, -1 for a number that is not inside. Numbers rise with slots, so bisection finds it. */
  slotOf(id: number): number {
    const { id: ids } = this.engine.agents;
    let low = 0;
    let high = this.engine.count - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (ids[middle] === id) return middle;
      if (ids[middle] < id) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** The guide that an agent follows now; null for one that stands. */
  guideOf(slot: number): Guide | null {
    return this.itineraries.at(this.own.itinerary[slot])[this.own.leg[slot]] ?? null;
  }

  /** Whether an agent has not started to walk yet. */
  waits(slot: number): boolean {
    return this.time - this.own.born[slot] < this.own.reaction[slot];
  }

  /** Asks a guide at an agent's place; where it knows no way there, a little further from the walls. */
  ask<T>(i: number, question: (at: Point) => T | null): T | null {
    const { x, y, radius } = this.engine.agents;
    const here: Point = [x[i], y[i]];
    const answer = question(here);
    if (answer !== null) return answer;
    const wide = radius[i] + this.own.spare[i];
    const kind = this.engine.kindOf(i);
    const aside = this.engine.standOff(here, wide, { kind });
    const there = aside && question(aside);
    if (there !== null) return there;
    // A guide may ask for more room than the body has: one step more.
    const further = this.engine.standOff(here, FURTHER * wide, { kind });
    return further && question(further);
  }

  /** All columns as plain data, by name. */
  save(): Record<string, Float64Array> {
    const { engine, own } = this;
    const columns: Record<string, Float64Array> = { habits: engine.habits.save() };
    for (const [name, column] of Object.entries(engine.agents)) {
      columns[`agent.${name}`] = Float64Array.from(column.subarray(0, engine.total));
    }
    for (const name of OWN) columns[`own.${name}`] = own[name].slice(0, engine.total);
    return columns;
  }

  /** Takes such columns back. */
  load(columns: Readonly<Record<string, Float64Array>>): void {
    const needed = [
      ...Object.keys(this.engine.agents).map((name) => `agent.${name}`),
      ...OWN.map((name) => `own.${name}`),
    ];
    const missing = needed.find((name) => !Object.hasOwn(columns, name));
    if (missing) throw new InputError(`the snapshot has no ${missing}: it is of another version`);
    const count = columns["agent.id"].length;
    const uneven = needed.find((name) => columns[name].length !== count);
    if (uneven)
      throw new InputError(
        `${count} numbers are needed; given: ${columns[uneven].length}`,
        `columns.${uneven}`,
      );
    this.engine.habits.load(columns.habits);
    const gone = columns["agent.gone"].reduce((sum, one) => sum + one, 0);
    this.engine.resize(count - gone, gone);
    this.grow();
    for (const [name, column] of Object.entries(this.engine.agents)) {
      (column as Float64Array).set(columns[`agent.${name}`]);
    }
    for (const name of OWN) this.own[name].set(columns[`own.${name}`]);
  }
}
