/** A crowd as a simulation directs it: plans that change, and obstacles that follow a timetable. */
import type { Point } from "../geometry/index.js";
import type { Guide } from "../guide.js";
import type { Obstacle, World } from "../world/index.js";
import { Crowd } from "./crowd.js";
import type { Manner } from "./manner.js";
import type { ModelValue } from "./models.js";
import { STAY } from "./people.js";
import type { Sight } from "./wishes.js";

/** A crowd whose guides and obstacles are somebody else's to change. */
export class DirectedCrowd extends Crowd {
  /** Numbers a manner, before anyone walks by it, so that snapshots of crowds built alike agree. */
  numberManner(manner: Manner): void {
    this.wishes.numberOf(manner);
  }

  /** What somebody who has a manner sees now, and that manner; null for others, and for a number that is not inside. */
  sightOf(id: number): Sight | null {
    const slot = this.people.slotOf(id);
    return slot < 0 ? null : this.wishes.sightOf(slot);
  }

  /** Takes models in before anyone walks by them, for snapshots that know them. */
  carryAll(models: readonly ModelValue[]): void {
    for (const model of models) this.carry(model);
  }

  /** Numbers a list of guides before anyone follows it, so that snapshots of crowds built alike agree. */
  know(guides: readonly Guide[]): void {
    this.people.itineraries.numberOf(guides);
  }

  /** Calls back with the places, besides its own, at which a body at a place is felt within some metres of the plan's lines. */
  images(x: number, y: number, reach: number, image: (x: number, y: number) => void): void {
    this.glue?.images(x, y, reach, image);
  }

  /** The discs of all bodies behind their fronts. */
  allFollowers(): readonly { readonly x: number; readonly y: number; readonly radius: number }[] {
    return this.long?.all() ?? [];
  }

  /** The guides that an agent follows one after another; none for a number that is not inside. */
  guidesOf(id: number): readonly Guide[] {
    const slot = this.people.slotOf(id);
    return slot < 0 ? [] : this.people.itineraries.at(this.people.own.itinerary[slot]);
  }

  /** Says that an agent's ways are planned for a radius this much greater than its own, in metres. */
  setSpare(id: number, spare: number): void {
    this.people.own.spare[this.people.slotOf(id)] = spare;
  }

  /** The place in its queue of guides that an agent is at; 0 for a number that is not inside. */
  legOf(id: number): number {
    const slot = this.people.slotOf(id);
    return slot < 0 ? 0 : this.people.own.leg[slot];
  }

  /** Somebody has passed what its guide leads to, and follows the next one. */
  goOn(id: number): void {
    const slot = this.people.slotOf(id);
    const { own } = this.people;
    own.leg[slot]++;
    own.due[slot] = 0;
  }

  /** Sends somebody along other guides, from the first of them on. */
  redirect(id: number, guides: readonly Guide[]): void {
    const i = this.people.slotOf(id);
    const { own, itineraries } = this.people;
    // What is not walked any more was not planned.
    if (!own.fresh[i]) own.planned[i] -= Math.max(0, own.left[i]);
    own.itinerary[i] = itineraries.numberOf(guides);
    own.leg[i] = 0;
    own.due[i] = 0;
    own.fresh[i] = 1;
    own.from[i] = own.walked[i];
    own.track[i] = -1;
    own.stay[i] = STAY.free;
  }

  /** Somebody does not go on at the end of this way by itself, and follows its guide as far as that leads. */
  keep(id: number): void {
    this.setStay(id, STAY.kept);
  }

  /** Somebody walks straight to a spot of its own and stands there until it is released. */
  post(id: number, [x, y]: Point): void {
    const i = this.setStay(id, STAY.posted);
    const { own } = this.people;
    own.spotX[i] = x;
    own.spotY[i] = y;
    own.track[i] = -1;
  }

  /** The spot that somebody stands at or goes to; null for who has none. */
  spotOf(id: number): Point | null {
    const i = this.people.slotOf(id);
    const { stay, spotX, spotY } = this.people.own;
    return i >= 0 && stay[i] === STAY.posted ? [spotX[i], spotY[i]] : null;
  }

  /** Somebody who had a spot follows its guide again, from where it is. */
  resume(id: number): void {
    const i = this.setStay(id, STAY.free);
    this.people.own.due[i] = 0;
  }

  /** Whether somebody follows its guide, and has no spot to go to or stand at. */
  isOnWay(id: number): boolean {
    const i = this.people.slotOf(id);
    return i >= 0 && this.people.own.stay[i] === STAY.free && !this.people.waits(i);
  }

  /** At the end of the next step, somebody who stays goes on to its next goal, or leaves if that was the last. */
  release(id: number): void {
    this.setStay(id, STAY.released);
  }

  private setStay(id: number, stay: number): number {
    const i = this.people.slotOf(id);
    this.people.own.stay[i] = stay;
    return i;
  }

  /** Takes somebody away who has come and does not arrive. */
  fell(id: number): void {
    const i = this.people.slotOf(id);
    this.people.leave((slot) => slot === i);
    this.long?.forget();
  }

  /** Whether somebody has not started to walk yet. */
  isReacting(id: number): boolean {
    return this.people.waits(this.people.slotOf(id));
  }

  /** Calls back with everybody's guide and the metres left to its end; those who stand at spots of their own are on no way. */
  eachWay(way: (guide: Guide, left: number) => void): void {
    const { people } = this;
    for (let i = 0; i < this.engine.count; i++) {
      if (people.own.stay[i] >= STAY.posted) continue;
      const guide = people.guideOf(i);
      if (guide) way(guide, people.own.left[i]);
    }
  }

  /** Makes everybody's speed that of the ground they stand on, before a step that somebody else decides on. */
  keepPace(): void {
    this.terrain?.pace(this.people);
  }

  /** The walls that those with manners see from now on, where obstacles have moved. */
  setGround(world: World): void {
    this.standing.setBase(world);
  }

  /** Puts another guide in the place of one, for all who follow it: plans change while people walk. */
  replaceGuide(before: Guide, after: Guide): void {
    const { people } = this;
    if (before === after) return;
    for (let i = 0; i < this.engine.count; i++) if (people.guideOf(i) === before) people.own.track[i] = -1;
    if (people.itineraries.replace(before, after)) this.askAnew();
  }

  /** Lets every agent ask for its way again: a guide has changed. */
  askAnew(): void {
    this.people.own.due.fill(0);
  }

  /** Obstacles of a timetable: where they are, and where they will be at the end of the next step; null while one is away. */
  moveTimed(before: readonly (Obstacle | null)[], after: readonly (Obstacle | null)[]): void {
    this.standing.setTimed(before, after);
  }
}
