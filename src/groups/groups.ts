/** The groups of a crowd: a part that it is given. */

import type { Leading } from "../crowd/index.js";
import { HeadingGuide, type People } from "../crowd/internal.js";
import { InputError } from "../errors.js";
import type { Guide, HeadingFunction } from "../guide.js";
import { checkChoice, checkFlag, checkKeys, checkList, checkNumber } from "../options.js";
import type { World } from "../world/index.js";
import { Group, type GroupOptions } from "./group.js";
import { Reader, Writer } from "./state.js";

/** A group to add. */
export interface NewGroup extends GroupOptions {
  /** Numbers of those who are in it from the beginning; default nobody. */
  readonly members?: readonly number[];
  /** What its middle follows: one guide or several one after another; default that of its first member. */
  readonly guide?: Guide | HeadingFunction | readonly (Guide | HeadingFunction)[];
}

const KEYS = [
  "name",
  "members",
  "guide",
  "formation",
  "spacing",
  "map",
  "free",
  "atGoal",
  "expected",
  "before",
  "bendOf",
];

/** People who walk together: `new Crowd(world, { groups })`. It serves one crowd. */
export class Groups implements Leading {
  private readonly groups: Group[] = [];
  /** The group that somebody joined last. */
  private readonly last = new Map<number, Group>();
  private people: People | null = null;

  /** All groups, in the order in which they were added. */
  get list(): readonly Group[] {
    return this.groups;
  }

  /** Members of groups that have come to their goal and stay there. */
  get staying(): number {
    return this.groups.reduce((sum, group) => sum + (group.isThere ? group.members.length : 0), 0);
  }

  /**
   * Puts a group together.
   *
   * @throws InputError when an option is out of range, a member is not inside or in a group already, or there is no guide
   */
  add(options: NewGroup): Group {
    const { people } = this;
    if (!people) throw new InputError("groups belong to a crowd: new Crowd(world, { groups })", "groups");
    checkKeys(options, KEYS, "group");
    const { members = [], guide, ...rest } = options;
    checkList(members, "members", "numbers of agents");
    if (rest.spacing !== undefined) checkNumber(rest.spacing, "spacing", { of: "metres", above: 0 });
    if (rest.free !== undefined) checkFlag(rest.free, "free");
    if (rest.atGoal !== undefined) checkChoice(rest.atGoal, "atGoal", ["leave", "stay"]);
    if (rest.expected !== undefined)
      checkNumber(rest.expected, "expected", { whole: true, least: members.length });
    if (rest.map !== undefined) checkKeys(rest.map, ["size", "cell", "relaxations"], "map");
    const group = new Group(people, this.itineraryOf(people, guide, members), rest, this.groups.length);
    for (const id of members) this.join(group, id);
    this.groups.push(group);
    return group;
  }

  /** Takes somebody into a group. @throws InputError for somebody who is in one already */
  join(group: Group, id: number): void {
    const other = this.groupOf(id);
    if (other && other !== group)
      throw new InputError(`agent ${id} is in group ${other.name} already`, "members");
    group.join(id);
    this.last.set(id, group);
  }

  /** The group that somebody is in; null for none. */
  groupOf(id: number): Group | null {
    const group = this.last.get(id);
    return group?.has(id) ? group : null;
  }

  private itineraryOf(people: People, guide: NewGroup["guide"], members: readonly number[]): number {
    if (guide === undefined) {
      const slot = members.length > 0 ? people.slotOf(members[0]) : -1;
      if (slot < 0) throw new InputError("a guide or a member who has one is needed", "guide");
      return people.own.itinerary[slot];
    }
    const guides = (Array.isArray(guide) ? guide : [guide]) as readonly (Guide | HeadingFunction)[];
    return people.itineraries.numberOf(
      guides.map((one) => (typeof one === "function" ? new HeadingGuide(one) : one)),
    );
  }

  /** @internal */
  serve(people: People): void {
    if (this.people) throw new InputError("serve one crowd; another needs new Groups()", "groups");
    this.people = people;
  }

  /** @internal */
  lead(seconds: number, worldFor: (slot: number) => World): void {
    for (const group of this.groups) group.lead(seconds, worldFor);
  }

  /** @internal */
  save(): Float64Array {
    const writer = new Writer();
    writer.numbers(this.groups.length);
    for (const group of this.groups) group.save(writer);
    return writer.state;
  }

  /** @internal */
  load(state: Float64Array): void {
    const reader = new Reader(state);
    if (reader.number() !== this.groups.length) {
      throw new InputError("the snapshot has other groups than this crowd", "groups");
    }
    for (const group of this.groups) group.load(reader);
    reader.end();
    this.last.clear();
    for (const group of this.groups) for (const id of group.members) this.last.set(id, group);
  }
}
