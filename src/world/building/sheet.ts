/**
 * The sheet: a building unfolded onto one plane.
 *
 * A building is a flat surface glued by translations. Every level is a *patch* of the sheet: its own coordinates plus an
 * offset. Every flight (a stair, a ramp, an escalator) is a patch too: the rectangle between its foot and its head,
 * stretched along the flight to its length on the slope, sqrt(l^2 + h^2). Its width stays, so foot and head stay
 * parallel to where they were, and to cross one is a translation, never a turn. The car of a lift is a patch as well.
 *
 *      y |  +-----------+        +---+        +-----------+
 *        |  |  ground   |        | A |        |   first   |
 *        |  |        a==|  foot  |b==|  head  |==         |         a + shift = b
 *        |  +-----------+        +---+        +-----------+
 *        +---------------------------------------------------- x
 *
 * A *portal* is a pair of equal segments, one on the border of each of two patches. Patches stand in a row, far enough
 * apart for nobody to look from one to the next, in the order of the scene: levels first, and the first level where it is
 * drawn. All coordinates of the sheet are whole multiples of a `QUANTUM`, a nanometre, so that shifts are exact.
 */
import { InputError } from "../../errors.js";
import type { Box, Point, Ring, Segment } from "../../geometry/index.js";

/** Coordinates of a sheet are multiples of this, in metres: differences and shifts of them are exact. */
export const QUANTUM = 2 ** -30;

/** How far a sheet may reach from its origin, in metres: with the quantum, 52 bits. */
const FARTHEST = 2 ** 22;

/** Free metres around every patch: between two patches there are twice as many. */
export const MARGIN = 16;

/** What all patches have. */
interface PatchBase {
  /** The level's or the connection's name, as messages and pictures show it. */
  readonly name: string;
  /** The border of the patch on the sheet, counterclockwise. */
  readonly outline: Ring;
  /** The part of the sheet that the patch has for itself: cells stand side by side, with common lower and upper ends. */
  readonly cell: Box;
  /** Numbers of its obstacles in the scene on the sheet: from the first, up to the second without it. */
  readonly obstacles: readonly [number, number];
}

/** A level on the sheet: its own coordinates plus the offset, rounded to the quantum. */
export interface LevelPatch extends PatchBase {
  readonly kind: "level";
  /** Its number in `levels`. */
  readonly level: number;
  readonly offset: Point;
  /** Metres. */
  readonly elevation: number;
}

/** A flight on the sheet. */
export interface FlightPatch extends PatchBase {
  readonly kind: "flight";
  /** Its number in `connections`. */
  readonly connection: number;
  /** Sheet = plan + offset at its foot; above it the plan is stretched. */
  readonly offset: Point;
  /** Its lower end on the sheet, the flight on its right. */
  readonly foot: Segment;
  /** From its foot to its head, on the sheet and in the plan. */
  readonly climb: Point;
  readonly run: Point;
  /** The unit vector uphill, at right angles to the foot. */
  readonly uphill: Point;
  /** Metres along the slope from foot to head, at right angles to both. */
  readonly length: number;
  /** Elevation of its foot, and metres from there up to its head. */
  readonly elevation: number;
  readonly rise: number;
}

/** The car of a lift on the sheet, which no portal leads to. */
export interface CarPatch extends PatchBase {
  readonly kind: "car";
  /** Its number in `connections`. */
  readonly connection: number;
  /** Sheet = plan + offset. */
  readonly offset: Point;
  /** Elevation of its lowest door. */
  readonly elevation: number;
}

/** A part of the sheet that is one level, one flight or the car of one lift. */
export type Patch = LevelPatch | FlightPatch | CarPatch;

/** Where a level and a flight are one: crossing it is a translation. */
export interface Portal {
  /** On the border of the level, whose free ground is on its left. */
  readonly a: Segment;
  /** On the border of the flight, which is on its right: `a` plus the shift, exactly. */
  readonly b: Segment;
  readonly shift: Point;
  /** Numbers of the two patches: the level, then the flight. */
  readonly patches: readonly [number, number];
  /** The number of the connection in the scene. */
  readonly connection: number;
  readonly end: "foot" | "head";
  /** The side by which people go in, the other being where they come out: at the ends of an escalator that is on. */
  readonly entry?: "a" | "b";
}

/** A lift: its doors on the sheet, from the lowest level up. */
export interface Lift {
  readonly connection: number;
  readonly name: string;
  readonly doors: readonly LiftDoor[];
}

/** A door of a lift. */
export interface LiftDoor {
  /** The number of the level's patch. */
  readonly patch: number;
  /** On the border of the level. */
  readonly segment: Segment;
  readonly middle: Point;
  readonly elevation: number;
}

/** A building unfolded onto one plane. */
export interface Sheet {
  /** Levels in the order of the scene, then flights, then cars, in theirs; their cells follow each other along x. */
  readonly patches: readonly Patch[];
  readonly portals: readonly Portal[];
  readonly lifts: readonly Lift[];
  /** The rectangle around all cells. */
  readonly frame: Box;
}

/** Refuses a sheet on which coordinates would have too few digits. */
export function checkReach({ minX, minY, maxX, maxY }: Box): void {
  const reach = Math.max(-minX, maxX, -minY, maxY);
  if (reach <= FARTHEST) return;
  const what = `the levels and flights side by side take ${Math.round(reach / 1000)} km; at most ${Math.round(FARTHEST / 1000)} km are allowed`;
  throw new InputError(what, "levels");
}

/** A coordinate on the grid of the sheet. */
export function quantised(x: number): number {
  return Math.round(x / QUANTUM) * QUANTUM;
}

/** A point on the grid of the sheet, moved by an offset on it. */
export function placed([x, y]: Point, [dx, dy]: Point): [number, number] {
  return [quantised(x) + dx, quantised(y) + dy];
}

/** The number of the patch whose cell holds a place of the sheet; the nearest one beyond the frame. */
export function patchAt({ patches }: Sheet, x: number): number {
  let low = 0;
  let high = patches.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (patches[middle].cell.minX <= x) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** How far up a flight a place of its sheet is: 0 at the foot, 1 at the head. */
export function shareOf({ foot, uphill, length }: FlightPatch, [x, y]: Point): number {
  return ((x - foot[0][0]) * uphill[0] + (y - foot[0][1]) * uphill[1]) / length;
}
