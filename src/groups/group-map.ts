/**
 * The group map (Silveira, Fischer and Nedel 2010, 3.2): a local map around the middle of a group, without a cone of view, in
 * which walls and all members are obstacles and whose goal is on its border, where the way leaves it.
 *
 * It is relaxed once for all. A member asks at its own place, where it is an obstacle itself: so a few cells around it are relaxed
 * again for it alone, without its own body and with its own v and epsilon, on the values of the whole map around them.
 */
import type { Point } from "../geometry/index.js";
import {
  type Bend,
  FREE,
  HARMONIC,
  LocalMap,
  type LocalMapOptions,
  staticMap,
  WALL,
} from "../potential/index.js";
import { relaxScalar } from "../potential/internal.js";
import type { World } from "../world/index.js";

/** How a group map is laid out. */
export interface GroupMapOptions {
  /** Cells along a side, 7 to 129; default as many as the formation and 2 m around it need. */
  readonly size?: number;
  /** Side of a cell in metres, > 0; default 0.5, and larger where 129 cells would not do. */
  readonly cell?: number;
  /** Relaxations, 1 to 10,000; default twice the size, so that every cell hears of the goal. */
  readonly relaxations?: number;
}

/** Default side of a cell, and metres around the formation that the map shows. */
const CELL = 0.5;
const MARGIN = 2;
const MOST_CELLS = 129;
const LEAST_CELLS = 9;

/** Cells along a side of what is relaxed again for one member, with the border whose values are kept; and how often. */
const PATCH = 7;
const PATCH_RELAXATIONS = 12;

/** Metres from somebody's skin to a wall within which the map leads it, too. */
export const WALL_REGION = 0.6;

/** A member on the map. */
export interface Mapped {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** A group map at a moment, and who is on it. */
export interface GroupMapView {
  /** Cells along a side, and the side of one in metres. */
  readonly size: number;
  readonly cell: number;
  /** 0 free, 1 wall or member, 2 goal, and u = 1 - p, row by row, row 0 lowest. */
  readonly kinds: Uint8Array;
  readonly u: Float32Array;
  /** The group's middle, which is the map's, and the direction of the way there. */
  readonly position: Point;
  readonly way: Point;
  /** The members, where their places are, and how much the map counts for each against the formation, 0 to 1/2. */
  readonly members: readonly {
    readonly id: number;
    readonly position: Point;
    readonly radius: number;
    readonly place: Point;
    readonly weight: number;
  }[];
}

/** The map of a group: around its middle, with everything that stands and everybody in it, and a goal on its rim. */
export class GroupMap {
  readonly map: LocalMap;
  /** How many bodies cover each cell. */
  private cover = new Uint16Array(0);
  /** Where its middle was when it was last made, and the direction of the way there. */
  private middle: Point = [0, 0];
  private way: Point = [1, 0];
  private members: readonly Mapped[] = [];
  /** Whether it has been made at all. */
  isMade = false;
  private readonly patchKinds = new Uint8Array(PATCH * PATCH);
  private readonly patchValues = new Float32Array(PATCH * PATCH);

  /** @param reach metres from the middle to the outermost place */
  constructor(
    options: GroupMapOptions,
    readonly reach: number,
  ) {
    const least = options.cell ?? CELL;
    const needed = 2 * (reach + MARGIN);
    const cells = options.size ?? Math.min(MOST_CELLS, Math.max(LEAST_CELLS, Math.ceil(needed / least)));
    const size = options.size ?? (cells % 2 === 0 ? cells + 1 : cells);
    const cell = options.cell ?? Math.max(CELL, needed / size);
    const layout: LocalMapOptions = {
      size,
      cell,
      relaxations: options.relaxations ?? 2 * size,
      view: "full",
    };
    this.map = new LocalMap(layout);
    this.cover = new Uint16Array(size * size);
  }

  /** Maps what is around the middle and relaxes it. */
  look(world: World, middle: Point, way: Point, radius: number, members: readonly Mapped[]): void {
    const { map, cover } = this;
    const cells = staticMap(world, radius);
    this.middle = middle;
    this.way = way;
    this.members = members;
    this.isMade = true;
    map.look(middle, way, 0, { isWall: (x, y) => cells.isWall(x, y), others: [], way });
    cover.fill(0);
    for (const member of members) this.each(member, (i) => void cover[i]++);
    for (let i = 0; i < cover.length; i++) if (cover[i] > 0 && map.kinds[i] === FREE) map.kinds[i] = WALL;
    map.relax(HARMONIC);
  }

  /** The map as it was last made, copied. */
  get view(): Omit<GroupMapView, "members"> & { readonly members: readonly Mapped[] } {
    const { map, middle, way, members } = this;
    const { size, cell } = map.options;
    return { size, cell, kinds: map.kinds.slice(), u: map.u.slice(), position: middle, way, members };
  }

  /** Calls back with the cells of the update zone that a body covers, one at least. */
  private each({ x, y, radius }: Mapped, visit: (cell: number) => void): void {
    const { size, cell } = this.map.options;
    const half = (size - 1) >> 1;
    const cx = (x - this.middle[0]) / cell + half;
    const cy = (y - this.middle[1]) / cell + half;
    const reach = radius / cell;
    const nearX = Math.round(cx);
    const nearY = Math.round(cy);
    for (let row = Math.max(2, Math.ceil(cy - reach)); row <= Math.min(size - 3, cy + reach); row++) {
      for (
        let column = Math.max(2, Math.ceil(cx - reach));
        column <= Math.min(size - 3, cx + reach);
        column++
      ) {
        const dx = column - cx;
        const dy = row - cy;
        if (row === nearY && column === nearX) continue;
        if (dx * dx + dy * dy <= reach * reach) visit(row * size + column);
      }
    }
    if (Math.min(nearX, nearY) >= 2 && Math.max(nearX, nearY) <= size - 3) visit(nearY * size + nearX);
  }

  /** The descent at a member's place, of any length; [0, 0] where the map does not reach, and for somebody boxed in. */
  gradientFor(member: Mapped, bend: Bend): Point {
    const { size, cell } = this.map.options;
    const { map, cover, patchKinds, patchValues } = this;
    const half = (size - 1) >> 1;
    const column = Math.round((member.x - this.middle[0]) / cell) + half;
    const row = Math.round((member.y - this.middle[1]) / cell) + half;
    const arm = (PATCH - 1) >> 1;
    if (Math.min(column, row) < 1 || Math.max(column, row) > size - 2) return [0, 0];
    const left = Math.max(0, Math.min(size - PATCH, column - arm));
    const bottom = Math.max(0, Math.min(size - PATCH, row - arm));
    for (let k = 0; k < PATCH; k++) {
      const from = (bottom + k) * size + left;
      patchKinds.set(map.kinds.subarray(from, from + PATCH), k * PATCH);
      patchValues.set(map.u.subarray(from, from + PATCH), k * PATCH);
    }
    this.each(member, (i) => {
      const r = Math.floor(i / size) - bottom;
      const c = (i % size) - left;
      if (cover[i] === 1 && r >= 0 && c >= 0 && r < PATCH && c < PATCH) patchKinds[r * PATCH + c] = FREE;
    });
    relaxScalar(patchValues, patchKinds, PATCH, bend, PATCH_RELAXATIONS);
    const own = (row - bottom) * PATCH + (column - left);
    return [
      (patchValues[own + 1] - patchValues[own - 1]) / 2,
      (patchValues[own + PATCH] - patchValues[own - PATCH]) / 2,
    ];
  }
}

/** The greatest weight: who touches an obstacle feels its place as much as the map, and gets there. */
const MOST_WEIGHT = 0.5;

/**
 * How much the map counts against the formation for somebody whose skin is so many metres from the nearest obstacle: 0 where
 * the region around it ends, and a half at the obstacle.
 */
export function weightAt(gap: number, region: number): number {
  return gap >= region ? 0 : MOST_WEIGHT * (gap <= 0 ? 1 : 1 - gap / region);
}

/**
 * F = (1 - w) F_formation + w |F_formation| g / |g|: as long as the formation's force, so that who stands in its place is not
 * driven on.
 */
export function joined([fx, fy]: Point, [gx, gy]: Point, w: number): Point {
  const g = Math.sqrt(gx * gx + gy * gy);
  if (!(g > 0) || w === 0) return [fx, fy];
  const f = Math.sqrt(fx * fx + fy * fy);
  return [(1 - w) * fx + (w * f * gx) / g, (1 - w) * fy + (w * f * gy) / g];
}
