/**
 * Doors that do not let everybody through at any time: with a greatest flow, for one direction, or closed.
 *
 * Such a door is a wall to all but those whom it lets in. With a greatest flow, the nearest who want through are let in, a few
 * at a time; they come up to the line, and their centres cross it one by one, no sooner after each other than the flow allows.
 */
import { InputError } from "../errors.js";
import { boxOf, type Point, type Segment } from "../geometry/index.js";
import { checkChoice, checkKeys, checkNumber, isPoint, shown } from "../options.js";
import { lengthOf, type People } from "./people.js";
import type { WallList } from "./walls.js";

/** A door to add to a crowd. */
export interface DoorOptions {
  /** Where it is: from jamb to jamb. */
  readonly segment: Segment;
  /** Persons per second through the whole door at most, > 0; unlimited by default. */
  readonly maxFlow?: number;
  /** The side of the directed segment that one may walk to; default both. */
  readonly oneWay?: "left" | "right";
  /** Whether anybody may pass; default true. */
  readonly open?: boolean;
}

/** A door as it stands. */
export interface DoorState {
  readonly id: number;
  readonly segment: Segment;
  readonly open: boolean;
  /** How many have passed it since it was put up; counted where there is a greatest flow or a direction. */
  readonly passed: number;
}

interface Door {
  readonly options: DoorOptions;
  readonly a: Point;
  readonly u: Point;
  readonly length: number;
  /** Seconds between two who pass, at least. */
  readonly interval: number;
  /** The side to walk to: 1 for left, -1 for right, 0 for both. */
  readonly way: number;
  open: boolean;
  /** When the next one may pass. */
  next: number;
  passed: number;
  /** From which side people come now, and how many of them have passed one after another. */
  side: number;
  streak: number;
}

/** Metres before a door within which people are let in, and beside it. */
const ZONE = 2.5;
const BESIDE = 1;

/** Metres before the line at which those wait who may not cross it yet, and beyond which one is out of the doorway. */
const HOLD = 1e-3;
const CLEAR = 0.05;

/** Those let in at a time: for so many seconds of the greatest flow, and in so many rows of bodies as wide as this, in metres. */
const QUEUE_TIME = 1.5;
const ABREAST = 0.5;
const ROWS = 2;

/** People of one side who pass one after another while others wait on the other. */
const FAIR = 5;

/** How many of the nearest are asked whether they want through, in a step. */
const ASKED = 12;

/** Metres of a cell by which doors near to somebody are found. */
const CELL = 4;

function cellKey(x: number, y: number): number {
  return x * 67_108_864 + y;
}

/** Where everybody was, by slots. */
type Places = readonly [x: Float64Array, y: Float64Array];

/** Where somebody is between the jambs after a step, or crossed there on the way; null for neither. */
function placeIn(door: Door, from: Point, to: Point): Point | null {
  const isBetween = ([x, y]: Point): boolean => {
    const t = along(door, x, y);
    return t >= 0 && t <= door.length;
  };
  if (isBetween(to)) return to;
  const [before, after] = [across(door, ...from), across(door, ...to)];
  if (before * after >= 0) return null;
  const share = before / (before - after);
  const crossed: Point = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
  return isBetween(crossed) ? crossed : null;
}

/**
 * Doors of a crowd, numbered from 0: `new Crowd(world, { doors: new Doors() })`. Agents have 1 more than the number of the one
 * that lets them through in `pass`.
 */
export class Doors {
  private readonly list: Door[] = [];
  /** Numbers of doors by the cells that their zones reach into. */
  private readonly cells = new Map<number, number[]>();
  /** Per door: those in its zone or with its pass, by slots. */
  private readonly near: number[][] = [];
  private isTaken = false;
  /**
   * Whether the walls that doors are have changed.
   *
   * @internal
   */
  changed = false;

  /**
   * Takes up work in a crowd; doors serve one.
   *
   * @internal
   */
  serve(): void {
    if (this.isTaken) throw new InputError("these serve another crowd; each needs its own", "doors");
    this.isTaken = true;
  }

  /**
   * Puts up a door in a gap between walls, or on a wall where people leave, and returns its number. While it is open, those
   * pass whom its direction and its greatest flow allow; to others it is a wall. Guides do not know of it.
   *
   * @throws InputError for a segment without length, or an option out of range
   */
  add(options: DoorOptions): number {
    checkKeys(options, ["segment", "maxFlow", "oneWay", "open"], "door");
    const { segment, maxFlow, oneWay, open = true } = options;
    const isSegment = Array.isArray(segment) && segment.length === 2 && segment.every(isPoint);
    if (!isSegment)
      throw new InputError(`two points of finite numbers are needed; given: ${shown(segment)}`, "segment");
    const [a, b] = segment;
    const length = lengthOf([a, b]);
    if (length === 0) throw new InputError("a door needs a length above 0", "segment");
    if (maxFlow !== undefined) checkNumber(maxFlow, "maxFlow", { of: "persons per second", above: 0 });
    if (oneWay !== undefined) checkChoice(oneWay, "oneWay", ["left", "right"]);
    this.list.push({
      options: { ...options, segment: [a, b] },
      a,
      u: [(b[0] - a[0]) / length, (b[1] - a[1]) / length],
      length,
      interval: maxFlow === undefined ? 0 : 1 / maxFlow,
      way: oneWay === undefined ? 0 : oneWay === "left" ? 1 : -1,
      open,
      next: 0,
      passed: 0,
      side: 0,
      streak: 0,
    });
    this.changed = true;
    this.near.push([]);
    this.enter(this.list.length - 1);
    return this.list.length - 1;
  }

  /** Notes the cells that the zone of a door reaches into. */
  private enter(k: number): void {
    const { a, u, length } = this.list[k];
    const corners = [-BESIDE, length + BESIDE].flatMap((t) =>
      [-ZONE, ZONE].map((s): Point => [a[0] + t * u[0] - s * u[1], a[1] + t * u[1] + s * u[0]]),
    );
    const { minX, minY, maxX, maxY } = boxOf(corners);
    // A hair more: whether somebody is in the zone is computed in another way.
    const cellOf = (metres: number): number => Math.floor(metres / CELL);
    for (let x = cellOf(minX - HOLD); x <= cellOf(maxX + HOLD); x++) {
      for (let y = cellOf(minY - HOLD); y <= cellOf(maxY + HOLD); y++) {
        const key = cellKey(x, y);
        this.cells.set(key, [...(this.cells.get(key) ?? []), k]);
      }
    }
  }

  /** Sorts people to the doors that they are near to, or have a pass of. */
  private gather({ engine }: People): void {
    const { x, y, pass } = engine.agents;
    const { near, cells } = this;
    for (const some of near) some.length = 0;
    for (let i = 0; i < engine.count; i++) {
      const doors = cells.get(cellKey(Math.floor(x[i] / CELL), Math.floor(y[i] / CELL)));
      if (doors) for (const k of doors) near[k].push(i);
      if (pass[i] > 0 && !doors?.includes(pass[i] - 1)) near[pass[i] - 1].push(i);
    }
  }

  /**
   * Opens or closes a door. Who stands in it when it closes may get out.
   *
   * @throws InputError for a number that is not there
   */
  set(id: number, open: boolean): void {
    const door = this.list[id];
    if (!door) throw new InputError(`there are ${this.list.length} doors, from 0 on; given: ${id}`, "door");
    if (door.open === open) return;
    door.open = open;
    this.changed = true;
  }

  /** The doors that were added, by their numbers. */
  get states(): readonly DoorState[] {
    return this.list.map(({ options, open, passed }, id) => ({ id, segment: options.segment, open, passed }));
  }

  /**
   * Adds the walls that doors are.
   *
   * @internal
   */
  addTo(walls: WallList): WallList {
    this.changed = false;
    const { a, b, next, prev } = walls;
    const door = a.map(() => 0);
    this.list.forEach((one, k) => {
      if (!isGate(one)) return;
      const [from, to] = one.options.segment;
      const w = a.length;
      a.push(from, to);
      b.push(to, from);
      next.push(w + 1, w);
      prev.push(w + 1, w);
      door.push(k + 1, k + 1);
    });
    return { ...walls, door };
  }

  /**
   * Whether the straight way between two places leads through a door that is a wall to some, or up to a hair of it: nobody is
   * pushed there, with a pass or without.
   *
   * @internal
   */
  bars(from: Point, to: Point, hair: number): boolean {
    return this.list.some((door) => {
      if (!isGate(door)) return false;
      const [before, after] = [across(door, ...from), across(door, ...to)];
      if (before * after > 0 && (Math.abs(after) > hair || Math.abs(before) <= hair)) return false;
      const share = before === after ? 1 : Math.min(1, Math.abs(before) / Math.abs(before - after));
      const t = along(door, from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1]));
      return t >= -hair && t <= door.length + hair;
    });
  }

  /**
   * Before a step: who may go through which door.
   *
   * @internal
   */
  letIn(people: People): void {
    if (this.list.length === 0) return;
    this.gather(people);
    this.list.forEach((door, k) => {
      if (!isGate(door)) return;
      const waiting = this.sift(door, k + 1, people);
      const { x, y, stuck } = people.engine.agents;
      const isFirst = (i: number): boolean =>
        across(door, x[i], y[i]) * across(door, x[waiting[0]], y[waiting[0]]) > 0;
      // Who waits for the door is in no jam, unless others come from the other side, and need not try to get out of one.
      if (door.interval > 0 && waiting.every(isFirst)) for (const i of waiting) stuck[i] = 0;
      if (door.open && door.interval === 0) for (const i of waiting) this.give(door, k + 1, people, i);
      else if (door.open) this.chooseFrom(waiting, door, k + 1, people);
    });
  }

  /** Takes passes away from those who are through or gone; returns who is before the door without one, nearest first. */
  private sift(door: Door, number: number, { engine, own }: People): number[] {
    const { x, y, radius, pass } = engine.agents;
    const found: { readonly i: number; readonly apart: number }[] = [];
    for (const i of this.near[number - 1]) {
      const side = across(door, x[i], y[i]);
      const apart = Math.abs(side);
      const t = along(door, x[i], y[i]);
      const isNear = apart <= ZONE && t >= -BESIDE && t <= door.length + BESIDE;
      if (pass[i] === number) {
        const isOut = apart > radius[i] + CLEAR;
        const isThrough = Math.abs(own.entered[i]) > 1;
        // With a greatest flow, who comes first is seen anew in every step, but for those who stand in the door.
        const isChosen = door.interval > 0 && !isThrough;
        if (isChosen ? apart >= radius[i] : isOut && (isThrough || !isNear || !door.open)) pass[i] = 0;
      }
      if (isNear && pass[i] === 0 && side * door.way <= 0 && apart > 0) {
        // From where the body fits through: who stands beside the jamb comes later.
        const r = Math.min(radius[i], door.length / 2);
        const beside = Math.max(0, r - t, t - door.length + r);
        found.push({ i, apart: Math.sqrt(apart * apart + beside * beside) });
      }
    }
    return found.sort((p, q) => p.apart - q.apart || p.i - q.i).map(({ i }) => i);
  }

  private give(door: Door, number: number, { engine, own }: People, i: number): void {
    const { x, y, pass } = engine.agents;
    pass[i] = number;
    own.entered[i] = Math.sign(across(door, x[i], y[i]));
  }

  /** Lets the nearest in who want through, as many as the flow has use for, from one side at a time. */
  private chooseFrom(waiting: readonly number[], door: Door, number: number, people: People): void {
    const { x, y, pass } = people.engine.agents;
    const flow = door.options.maxFlow!;
    const abreast = Math.max(1, Math.floor(door.length / ABREAST));
    const most = Math.min(Math.ceil(QUEUE_TIME * flow), ROWS * abreast);
    let inside = 0;
    for (const i of this.near[number - 1]) {
      if (pass[i] === number && Math.abs(people.own.entered[i]) === 1) {
        inside++;
        door.side = people.own.entered[i];
      }
    }
    if (inside >= most || waiting.length === 0) return;
    const sideOf = (i: number): number => Math.sign(across(door, x[i], y[i]));
    const willing = waiting.slice(0, ASKED).filter((i) => wantsThrough(people, i, door));
    if (willing.length === 0) return;
    if (inside === 0) {
      const others = willing.filter((i) => sideOf(i) !== door.side);
      const isTurn = others.length > 0 && (door.streak >= FAIR || others[0] === willing[0]);
      if (isTurn) door.streak = 0;
      if (isTurn || door.side === 0) door.side = sideOf(isTurn ? others[0] : willing[0]);
    }
    for (const i of willing) {
      if (inside >= most) break;
      if (sideOf(i) !== door.side) continue;
      this.give(door, number, people, i);
      inside++;
    }
  }

  /**
   * After a step of some seconds from where everybody was before: nobody has crossed before their time, or back.
   *
   * @internal
   */
  hold(people: People, time: number, seconds: number, before: Places): void {
    const { engine, own } = people;
    if (this.list.length === 0) return;
    const { x, y, pass } = engine.agents;
    for (let i = 0; i < engine.count; i++) {
      if (pass[i] === 0) continue;
      const door = this.list[pass[i] - 1];
      const from = own.entered[i];
      const place = placeIn(door, [before[0][i], before[1][i]], [x[i], y[i]]);
      if (!place) continue;
      const side = across(door, x[i], y[i]);
      const isThrough = Math.abs(from) > 1;
      const hasCrossed = side * from <= 0;
      if (hasCrossed === isThrough) continue;
      const isAllowed = !isThrough && time >= door.next - 1e-9;
      if (isAllowed) {
        own.entered[i] = 2 * from;
        door.streak++;
        // A door so wide that several pass in a step counts from the step's beginning.
        const last = door.interval < seconds ? Math.max(door.next, time - seconds) : time;
        door.next = last + door.interval;
        door.passed++;
        continue;
      }
      const back = across(door, ...place) - Math.sign(isThrough ? -from : from) * HOLD;
      x[i] = place[0] + door.u[1] * back;
      y[i] = place[1] - door.u[0] * back;
    }
  }

  /**
   * What doors remember, as plain numbers.
   *
   * @internal
   */
  save(): Float64Array {
    return Float64Array.from(
      this.list.flatMap(({ open, next, passed, side, streak }) => [open ? 1 : 0, next, passed, side, streak]),
    );
  }

  /**
   * Takes it back.
   *
   * @internal
   */
  load(numbers: Float64Array): void {
    if (numbers.length !== 5 * this.list.length) {
      throw new InputError("the snapshot knows other doors than this crowd does");
    }
    this.list.forEach((door, k) => {
      const [open, next, passed, side, streak] = numbers.subarray(5 * k, 5 * k + 5);
      Object.assign(door, { open: open === 1, next, passed, side, streak });
    });
    this.changed = true;
  }
}

/** Whether a door is a wall to some. */
function isGate({ interval, way, open }: Door): boolean {
  return interval > 0 || way !== 0 || !open;
}

/** Metres by which a place is left of a door. */
function across({ a, u }: Door, x: number, y: number): number {
  return u[0] * (y - a[1]) - u[1] * (x - a[0]);
}

function along({ a, u }: Door, x: number, y: number): number {
  return (x - a[0]) * u[0] + (y - a[1]) * u[1];
}

/** Whether somebody's way leads through a door: its beginning meets the line, or ends on it. */
function wantsThrough(people: People, i: number, door: Door): boolean {
  const guide = people.guideOf(i);
  if (!guide || people.waits(i)) return false;
  const { x, y } = people.engine.agents;
  const path = people.ask(i, (at) => guide.pathFrom(at));
  const here: Point = [x[i], y[i]];
  const { headX, headY } = people.own;
  const way = path ?? [here, [x[i] + 2 * ZONE * headX[i], y[i] + 2 * ZONE * headY[i]] as Point];
  let left = 2 * ZONE;
  for (let k = 1; k < way.length && left > 0; k++) {
    const [p, q] = [way[k - 1], way[k]];
    const [from, to] = [across(door, ...p), across(door, ...q)];
    // Ways end at a goal that lies on the door, rounded or a hair before.
    const end = k === way.length - 1 ? CLEAR : 0;
    if (from * to <= 0 || Math.abs(to) <= end) {
      const share = from === to ? 1 : Math.min(1, Math.abs(from / (from - to)));
      const t = along(door, p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1]));
      if (t >= -CLEAR && t <= door.length + CLEAR) return true;
    }
    left -= lengthOf([p, q]);
  }
  return false;
}
