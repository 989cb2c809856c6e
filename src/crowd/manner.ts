/**
 * Manners: how people walk the way that their guide knows. A guide says where the way leads; a manner looks at the walls and
 * at the people around and says which way to turn now, and how fast. Without one, people walk straight along the way.
 *
 * People think a few times a second, each at moments of their own, and keep to what they thought until the next time. All
 * see the same frozen generation, and what they think depends on it, the seed and their own number alone: equal crowds stay
 * equal to the bit.
 */
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import type { Guide } from "../guide.js";
import { checkNumber, shown } from "../options.js";
import type { World } from "../world/index.js";

/** One who thinks, as a manner sees it. */
export interface Thinker {
  /** Its number, never used twice; with the crowd's seed it makes whatever is random about it. */
  readonly id: number;
  /** Its slot, for `Crowding.each`. */
  readonly slot: number;
  readonly position: Point;
  /** Direction that it faced when it last thought, of length 1; [0, 0] at first. */
  readonly facing: Point;
  readonly radius: number;
  /** Seconds since it came. */
  readonly age: number;
  /** Walls as they stand now, with zones that it may not enter. */
  readonly world: World;
  readonly guide: Guide;
  /** Direction of the way here, of length 1; null where there is none. */
  readonly way: Point | null;
  /** The nearest point of its goal, where that is known. */
  readonly goal: Point | null;
}

/** What everyone who thinks in a step can look at. */
export interface Scenery {
  /** Walls as they stand now, but for zones that not all may enter: see `Thinker.world`. */
  readonly world: World;
  readonly seed: number;
  readonly people: Crowding;
}

/** What someone makes of it. */
export interface Thought {
  /** Direction to face, of length 1, or [0, 0] to keep the last one. */
  readonly facing: Point;
  /** Where to walk: a vector of length 0 (stand) to 1 (full speed). */
  readonly aim: Point;
}

/** A way of walking; any number of people may share one, so it keeps nothing about any of them. */
export interface Manner {
  /** Seconds between thoughts, > 0. */
  readonly interval: number;
  /** Thinks for all whose time has come. */
  think(people: readonly Thinker[], scenery: Scenery): Thought[];
  /** The same on something that answers later, such as a graphics adapter; `Crowd.stepAsync` asks this instead where it is. */
  thinkAsync?(people: readonly Thinker[], scenery: Scenery): Promise<Thought[]>;
}

/** Refuses what is no manner. */
export function checkManner(manner: Manner): void {
  if (typeof manner?.think !== "function")
    throw new InputError(
      `an object with interval and think(people, scenery) is needed; given: ${shown(manner)}`,
      "manner",
    );
  checkNumber(manner.interval, "manner.interval", { of: "seconds", above: 0 });
}

/** An unsigned 32-bit number that looks random, the same on every engine for the same three. */
export function scrambled(seed: number, id: number, round: number): number {
  let h =
    Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^
    Math.imul(id + 1, 0xc2b2ae35) ^
    Math.imul(round + 1, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return (h ^ (h >>> 16)) >>> 0;
}

/** People sorted into square cells, to find those around a place. Made once per step in which somebody thinks. */
export class Crowding {
  private readonly columns: number;
  private readonly rows: number;
  private readonly minX: number = 0;
  private readonly minY: number = 0;
  private readonly cell: number;
  private readonly start: Int32Array;
  private readonly slots: Int32Array;

  constructor(
    readonly count: number,
    readonly x: Float64Array,
    readonly y: Float64Array,
    readonly radius: Float64Array,
  ) {
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < count; i++) {
      minX = Math.min(minX, x[i]);
      maxX = Math.max(maxX, x[i]);
      minY = Math.min(minY, y[i]);
      maxY = Math.max(maxY, y[i]);
    }
    if (count === 0) [minX, minY, maxX, maxY] = [0, 0, 0, 0];
    // Cells of 2 m, or larger ones where few people are far apart.
    this.cell = Math.max(2, Math.sqrt(((maxX - minX + 1) * (maxY - minY + 1)) / (4 * count + 64)));
    this.minX = minX;
    this.minY = minY;
    this.columns = Math.floor((maxX - minX) / this.cell) + 1;
    this.rows = Math.floor((maxY - minY) / this.cell) + 1;
    this.start = new Int32Array(this.columns * this.rows + 1);
    this.slots = new Int32Array(count);
    const cells = new Int32Array(count);
    for (let i = 0; i < count; i++) {
      cells[i] = this.row(y[i]) * this.columns + this.column(x[i]);
      this.start[cells[i] + 1]++;
    }
    for (let c = 1; c < this.start.length; c++) this.start[c] += this.start[c - 1];
    const next = this.start.slice();
    for (let i = 0; i < count; i++) this.slots[next[cells[i]]++] = i;
  }

  private column(x: number): number {
    return Math.max(0, Math.min(this.columns - 1, Math.floor((x - this.minX) / this.cell)));
  }

  private row(y: number): number {
    return Math.max(0, Math.min(this.rows - 1, Math.floor((y - this.minY) / this.cell)));
  }

  /** Visits everyone whose centre is within some metres of a place, `but` for one slot. */
  each([px, py]: Point, within: number, but: number, visit: (slot: number, distance2: number) => void): void {
    const { x, y } = this;
    for (let row = this.row(py - within); row <= this.row(py + within); row++) {
      const first = this.start[row * this.columns + this.column(px - within)];
      const last = this.start[row * this.columns + this.column(px + within) + 1];
      for (let k = first; k < last; k++) {
        const i = this.slots[k];
        const dx = x[i] - px;
        const dy = y[i] - py;
        const distance2 = dx * dx + dy * dy;
        if (distance2 <= within * within && i !== but) visit(i, distance2);
      }
    }
  }
}
