/**
 * A group: members, a formation and a group map (Silveira, Fischer and Nedel 2010, 3.2). Its middle walks as one agent of any
 * planner, no faster than its slowest member, and waits for those who lag; the members are drawn to their places around it.
 */
import { type People, STAY } from "../crowd/internal.js";
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import type { Guide } from "../guide.js";
import { leastAssignment } from "../numerics/index.js";
import type { Bend } from "../potential/index.js";
import type { World } from "../world/index.js";
import { Followers } from "./followers.js";
import { type Formation, formationPlaces, SPACING } from "./formation.js";
import { Ground } from "./ground.js";
import { GroupMap, type GroupMapOptions, type GroupMapView } from "./group-map.js";
import { Leader } from "./leader.js";
import { Rows, SPOT } from "./rows.js";
import { Spine } from "./spine.js";
import type { Reader, Writer } from "./state.js";

/** Metres beyond their bodies that neighbours keep who have closed up. */
const ELBOW = 0.15;

/** Seconds between two looks at the ground. */
const INTERVAL = 0.25;

/** Seconds between two assignments that only the ground has made. */
const SETTLED = 3;

/** Metres before its last goal, beyond the foremost place, at which a group lets its members go. */
const PARTING = 1;

/** Metres, and the widest body's radius, from a goal within which the middle is there. */
const AT_GOAL = 0.1;

/** How a group walks. */
export interface GroupOptions {
  /** A name, for reports and errors; default its number. */
  readonly name?: string;
  readonly formation: Formation;
  /** Metres between neighbours, > 0; default 1, and the drawn size for polygons, strokes and formulas. */
  readonly spacing?: number;
  readonly map?: GroupMapOptions;
  /** Whether members walk freely at first; default false. */
  readonly free?: boolean;
  /** At the last goal its members leave one by one, or it stays there in formation; default `leave`. */
  readonly atGoal?: "leave" | "stay";
  /** Members to come, before whose coming the group does not set out; default those that it has. */
  readonly expected?: number;
  /** How many of its guides, from the first on, its middle follows that are no goals of the members; default 0. */
  readonly before?: number;
  /** v and epsilon of a member, by its number; default none for anybody. */
  readonly bendOf?: (id: number) => Bend | null;
}

/** Whether a group walks in formation, its members walk freely, or it is at its end and has let them go. */
export type GroupMode = "formed" | "free" | "over";

const MODES: readonly GroupMode[] = ["formed", "free", "over"];

/** How far members are from their places, in metres. */
export interface GroupLag {
  readonly mean: number;
  readonly greatest: number;
}

/** People who walk together. */
export class Group {
  readonly name: string;
  /** Members that have ever joined. */
  private joined = 0;
  private now: GroupMode = "free";
  /** Formations that it has had or will have, by number, so that a snapshot can name one. */
  private readonly formations: Formation[] = [];
  private shape = 0;
  private gap: number | undefined;
  private places: readonly Point[] = [];
  private rows: Rows;
  private map: GroupMap | null = null;
  private readonly spine = new Spine();
  private readonly leader: Leader;
  private readonly followers: Followers;
  /** Where the places are: x and y per place. */
  private spots: Float64Array = new Float64Array(0);
  private due = 0;
  /** Greatest radius among the members. */
  private widest = 0;
  private isStale = false;
  /** The member to whom most is closed: the group goes where all may go. */
  private strict = -1;
  /** Whether all places are as drawn, and when they were last assigned. */
  private isDrawn = true;
  private assigned = 0;

  /** @internal */
  constructor(
    private readonly people: People,
    itinerary: number,
    private readonly options: GroupOptions,
    number: number,
  ) {
    this.name = options.name ?? String(number);
    this.gap = options.spacing;
    this.leader = new Leader(people, itinerary, options.before ?? 0);
    this.followers = new Followers(people, options.bendOf);
    this.rows = new Rows([], SPACING, SPACING);
    this.shape = this.know(options.formation);
    this.now = options.free ? "free" : "formed";
    // What is wrong with it is said now, and not when the first member has come.
    formationPlaces(options.formation, options.expected ?? 1, this.gap);
  }

  /** Whether it walks in formation now. */
  get mode(): GroupMode {
    return this.now;
  }

  /** Numbers of its members. */
  get members(): readonly number[] {
    return this.followers.list.map(({ id }) => id);
  }

  /** The middle of the formation, which walks along the way; null while nobody is in formation. */
  get middle(): Point | null {
    return this.now === "formed" && this.leader.isSet ? this.leader.position : null;
  }

  /** Whether it has come to its last goal and stays there in formation. */
  get isThere(): boolean {
    return (
      this.middle !== null &&
      this.options.atGoal === "stay" &&
      this.leader.isLast &&
      this.leader.isWithin(this.widest + AT_GOAL, this.widest)
    );
  }

  /** The shape that the group walks in, or goes back to when it is not free any more. */
  get formation(): Formation {
    return this.formations[this.shape];
  }

  /** How far members are from their places; null while they are in none. */
  get lag(): GroupLag | null {
    return this.middle ? this.followers.lag : null;
  }

  /** Where a member's place is now; null for others, and while they are in none. */
  placeOf(id: number): Point | null {
    const follower = this.middle && this.followers.list.find((one) => one.id === id);
    return follower ? [this.spots[SPOT * follower.place], this.spots[SPOT * follower.place + 1]] : null;
  }

  /** The group map as it was last made; null before. */
  get groupMap(): GroupMap | null {
    return this.middle && this.map?.isMade ? this.map : null;
  }

  /** The same with members and their places, as plain data for pictures; null before. */
  get mapView(): GroupMapView | null {
    const { groupMap } = this;
    // Who has come or gone since is on the next one.
    if (!groupMap || this.isStale) return null;
    const { members, ...view } = groupMap.view;
    const { list } = this.followers;
    const shown = list.map(({ id, place, weight }, k) => ({
      id,
      position: [members[k].x, members[k].y] as Point,
      radius: members[k].radius,
      place: [this.spots[SPOT * place], this.spots[SPOT * place + 1]] as Point,
      weight,
    }));
    return { ...view, members: shown };
  }

  /** Numbers a formation, before it is taken, so that snapshots of groups built alike agree. */
  know(formation: Formation): number {
    const text = JSON.stringify(formation);
    const known = this.formations.findIndex((one) => one === formation || JSON.stringify(one) === text);
    const isFunction =
      typeof formation === "object" && "formula" in formation && typeof formation.formula === "function";
    return known >= 0 && !isFunction ? known : this.formations.push(formation) - 1;
  }

  /**
   * Walks in another formation from the next step on.
   *
   * @param spacing metres between neighbours, as in `GroupOptions`
   * @throws InputError for a shape that cannot be used, and for fewer places than members
   */
  take(formation: Formation, spacing: number | undefined = this.gap): void {
    formationPlaces(formation, Math.max(1, this.followers.list.length), spacing);
    this.shape = this.know(formation);
    this.gap = spacing;
    this.isStale = true;
  }

  /** Lets its members walk freely, each along its own way. */
  setFree(): void {
    if (this.now !== "formed") return;
    this.now = "free";
    for (const { id } of this.followers.list) this.letGo(id);
    this.leader.unset();
  }

  /** Takes up its formation again, around where its members are. */
  form(): void {
    if (this.now === "formed") return;
    this.now = "formed";
    this.isStale = true;
  }

  /** Takes somebody in. @throws InputError for a number that is not inside, or a member already */
  join(id: number): void {
    const slot = this.people.slotOf(id);
    if (slot < 0) throw new InputError(`there is no agent ${id} inside`);
    if (this.followers.has(id)) throw new InputError(`agent ${id} is a member already`);
    this.followers.add(id);
    this.joined++;
    this.isStale = true;
  }

  /** Lets somebody go, who walks on alone; false for somebody who is no member. */
  leave(id: number): boolean {
    if (!this.followers.has(id)) return false;
    this.followers.remove((one) => one === id);
    if (this.now === "formed") this.letGo(id);
    this.isStale = true;
    return true;
  }

  private letGo(id: number): void {
    const slot = this.people.slotOf(id);
    const { own } = this.people;
    if (slot < 0 || own.stay[slot] !== STAY.led) return;
    own.stay[slot] = STAY.free;
    own.due[slot] = 0;
    own.left[slot] = Infinity;
    own.think[slot] = 0;
  }

  /** @internal */
  lead(seconds: number, worldFor: (slot: number) => World): void {
    const { followers, people, leader } = this;
    if (followers.dropGone()) this.isStale = true;
    followers.noteHeadway(seconds);
    const { list } = followers;
    if (list.length === 0 && leader.isSet) leader.unset();
    if (this.now !== "formed" || list.length === 0) return;
    if (!leader.isSet) leader.setAmong(list);
    if (this.isStale) this.strict = strictest(list, (id) => worldFor(people.slotOf(id)));
    const world = worldFor(people.slotOf(this.strict));
    if (this.isStale) this.reform(world);
    if (this.leadOn(world)) return;
    this.due -= seconds;
    if (this.due <= 1e-9) {
      if (leader.isLast && this.options.atGoal !== "stay") this.partAtGoal();
      if (list.length === 0) return;
      this.due += INTERVAL;
      if (this.due <= 0) this.due = INTERVAL;
      this.look(world);
    }
    const isWaiting =
      this.joined < (this.options.expected ?? 0) || list.some((one) => people.waits(people.slotOf(one.id)));
    leader.walk(seconds, isWaiting ? 0 : followers.pace(this.gap ?? SPACING), this.widest);
    followers.aim(leader, INTERVAL - this.due);
  }

  /** Goes on to the next goal where the middle is at one; true at the last, where members are let go. */
  private leadOn(world: World): boolean {
    const { leader, rows, options, people } = this;
    if (!leader.hasGuide) return false;
    const isLast = leader.isLast;
    if (isLast && options.atGoal === "stay") return false;
    const before = isLast
      ? Math.min(rows.front, leader.roomAhead(world, rows.front)) + PARTING
      : this.widest + AT_GOAL;
    if (!leader.isWithin(before, this.widest)) return false;
    if (!isLast) {
      leader.goOn();
      for (const { id } of this.followers.list) {
        const slot = people.slotOf(id);
        people.own.leg[slot] = Math.max(people.own.leg[slot], leader.leg - (options.before ?? 0));
      }
      return false;
    }
    for (const { id } of this.followers.list) this.letGo(id);
    this.now = "over";
    leader.unset();
    return true;
  }

  /** Lets those go who are at the last goal before the others: in formation nobody arrives. */
  private partAtGoal(): void {
    for (const id of this.followers.atGoal(2 * INTERVAL)) this.leave(id);
  }

  /** Takes up the formation for those who are there. */
  private reform(world: World): void {
    this.isStale = false;
    this.due = 0;
    this.measure();
    this.isDrawn = this.layOut(new Ground(world, this.widest));
    this.assign();
    const { own } = this.people;
    for (const { id } of this.followers.list) {
      const slot = this.people.slotOf(id);
      own.stay[slot] = STAY.led;
      own.track[slot] = -1;
    }
  }

  /** One place per member, those that make all together walk least. */
  private assign(): void {
    const { people, spots } = this;
    const { list } = this.followers;
    const { x, y } = people.engine.agents;
    const n = list.length;
    const costs = new Float64Array(n * n);
    list.forEach(({ id }, row) => {
      const slot = people.slotOf(id);
      for (let k = 0; k < n; k++) {
        const dx = spots[SPOT * k] - x[slot];
        const dy = spots[SPOT * k + 1] - y[slot];
        costs[row * n + k] = dx * dx + dy * dy;
      }
    });
    const { columns } = leastAssignment(costs, n, n);
    list.forEach((one, k) => {
      one.place = columns[k];
    });
    this.assigned = people.time;
  }

  /** Places, rows and a map that fits them, for the members that there are. */
  private measure(): void {
    const { people, followers, options } = this;
    const { radius } = people.engine.agents;
    const n = followers.list.length;
    this.widest = followers.list.reduce((most, { id }) => Math.max(most, radius[people.slotOf(id)]), 0);
    const places = formationPlaces(this.formation, n, this.gap);
    checkRoom(places, this.widest, this.name);
    this.places = places;
    this.rows = new Rows(places, this.gap ?? SPACING, 2 * this.widest + ELBOW);
    this.spots = new Float64Array(SPOT * n);
    const { front, rear, side } = this.rows;
    const reach = Math.max(front, rear, side);
    if (!this.map || this.map.reach !== reach) this.map = new GroupMap(options.map ?? {}, reach);
  }

  /** Lays the places out along the way; returns whether all are as drawn. */
  private layOut(ground: Ground): boolean {
    const { leader, rows, spine, widest } = this;
    const { tight, front, rear } = rows;
    // In file, everybody behind everybody else.
    const reach = { ahead: front, behind: rear + tight * this.places.length };
    spine.lay(ground, leader.position, leader.direction, reach, leader.trail, (p) =>
      leader.headingAt(p, widest),
    );
    return rows.layOut(spine, ground, this.spots);
  }

  /** Looks at the ground: where places are, what the map says, and who sees what. */
  private look(world: World): void {
    const { leader, followers, people, spots, spine } = this;
    const ground = new Ground(world, this.widest);
    const isDrawn = this.layOut(ground);
    // Behind a door it takes its shape again, and whoever came through first may be in front.
    if (isDrawn && !this.isDrawn && people.time - this.assigned > SETTLED) this.assign();
    this.isDrawn = isDrawn;
    const mapped = followers.mapped();
    const map = this.map!;
    map.look(world, leader.position, leader.direction, this.widest, mapped);
    const { region, widest } = this;
    followers.look({ world, ground, spots, spine, map, mapped, region, widest, isDrawn });
  }

  /** Metres around members within which others feel the map: half of what is free between two in their places. */
  private get region(): number {
    return Math.max(0, 0.5 * ((this.gap ?? SPACING) - 2 * this.widest));
  }

  /** @internal */
  save(to: Writer): void {
    to.numbers(
      MODES.indexOf(this.now),
      this.shape,
      this.gap ?? -1,
      this.due,
      this.joined,
      this.isStale ? 1 : 0,
      this.isDrawn ? 1 : 0,
      this.strict,
      this.assigned,
    );
    to.list(this.spots);
    this.leader.save(to);
    this.followers.save(to);
  }

  /** @internal */
  load(from: Reader): void {
    const mode = MODES[from.number()];
    const shape = from.number();
    if (mode === undefined || !(shape in this.formations)) {
      throw new InputError("the snapshot knows formations that this group does not", `groups.${this.name}`);
    }
    this.now = mode;
    this.shape = shape;
    const gap = from.number();
    this.gap = gap < 0 ? undefined : gap;
    this.due = from.number();
    this.joined = from.number();
    this.isStale = from.number() === 1;
    this.isDrawn = from.number() === 1;
    this.strict = from.number();
    this.assigned = from.number();
    const spots = from.list();
    this.leader.load(from);
    this.followers.load(from);
    if (this.now === "formed" && this.leader.isSet && !this.isStale) this.measure();
    this.spots = spots;
  }

  /** The guide that its middle follows now; null for none. */
  get guide(): Guide | null {
    return this.leader.guide;
  }

  /** Whether somebody is a member. */
  has(id: number): boolean {
    return this.followers.has(id);
  }
}

/** Of some people, the one whose world has the least free ground. */
function strictest(some: readonly { readonly id: number }[], worldOf: (id: number) => World): number {
  return some.reduce((best, { id }) => (worldOf(id).area < worldOf(best).area ? id : best), some[0].id);
}

/** Refuses places that are nearer to each other than bodies. */
function checkRoom(places: readonly Point[], radius: number, name: string): void {
  const least = (2 * radius) ** 2 * (1 - 1e-9);
  // Sorted from the front: only those that are near along the way can be near.
  for (let i = 0; i < places.length; i++) {
    for (let k = i + 1; k < places.length && places[i][0] - places[k][0] < 2 * radius; k++) {
      const dx = places[i][0] - places[k][0];
      const dy = places[i][1] - places[k][1];
      if (dx * dx + dy * dy >= least) continue;
      throw new InputError(
        `its formation has no room for ${places.length} members of radius ${radius} m; places are ${Math.sqrt(dx * dx + dy * dy).toFixed(2)} m apart`,
        `groups.${name}`,
      );
    }
  }
}
