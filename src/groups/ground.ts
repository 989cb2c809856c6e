/** Where the centre of a body can be, and what it can walk to in a straight line: looked up in cells, many times a second. */
import { staticMap, type WallCells } from "../potential/index.js";
import type { World } from "../world/index.js";

/** Metres between two looks along a line. */
const STEP = 0.1;

/** Who is squeezed against a wall stands in a cell of it: so many metres from the start do not count. */
const SQUEEZED = 0.4;

/** Share of the radius that counts here: models let bodies come a little nearer to walls than their radius. */
const SHARE = 0.8;

export class Ground {
  private readonly cells: WallCells;

  /** @param radius of the widest who walks, in metres */
  constructor(world: World, radius: number) {
    this.cells = staticMap(world, SHARE * radius);
  }

  isFree(x: number, y: number): boolean {
    return !this.cells.isWall(x, y);
  }

  /** Metres that are free from a place along a unit vector, up to some. */
  reach(x: number, y: number, ux: number, uy: number, most: number): number {
    for (let s = STEP; s < most; s += STEP) if (!this.isFree(x + s * ux, y + s * uy)) return s - STEP;
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
