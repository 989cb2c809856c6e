/** Where the centre of a body can be, and what it can walk to in a straight line: looked up in cells, many times a second. */
import { staticMap, type WallCells } from "../potential/index.js";
import type { World } from "../world/index.js";

/** Metres between two looks along a line. */
const STEP = 0.1;

/** Who is squeezed against a wall stands in a cell of it: so many metres from the start do not count. */
const SQUEEZED = 0.4;

/** Metres of the radius that do not count on the way: cells are this wide, and ways lead past corners at just the radius. */
const GRAZES = 0.1;

export class Ground {
  private readonly cells: WallCells;
  private readonly room: WallCells;

  /** @param radius of the widest who walks, in metres */
  constructor(world: World, radius: number) {
    this.cells = staticMap(world, Math.max(0, radius - GRAZES));
    this.room = staticMap(world, radius);
  }

  /** Whether somebody can pass a place. */
  isFree(x: number, y: number): boolean {
    return !this.cells.isWall(x, y);
  }

  /** Whether somebody can stand at a place. */
  hasRoom(x: number, y: number): boolean {
    return !this.room.isWall(x, y);
  }

  /** Metres from a place along a unit vector at which somebody can stand, up to some. */
  reach(x: number, y: number, ux: number, uy: number, most: number): number {
    for (let s = STEP; s < most; s += STEP) if (!this.hasRoom(x + s * ux, y + s * uy)) return s - STEP;
    return most;
  }

  /** Whether a body can walk straight from one place to another. */
  sees(ax: number, ay: number, bx: number, by: number): boolean {
    const dx = bx - ax;
    const dy = by - ay;
    const length = Math.sqrt(dx * dx + dy * dy);
    if (length === 0) return true;
    const ux = dx / length;
    const uy = dy / length;
    let isOff = this.isFree(ax, ay);
    for (let s = STEP; s < length; s += STEP) {
      if (this.isFree(ax + s * ux, ay + s * uy)) isOff = true;
      else if (isOff || s > SQUEEZED) return false;
    }
    return this.isFree(bx, by);
  }
}
