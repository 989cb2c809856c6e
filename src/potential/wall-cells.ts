/** Where the centre of a disc cannot be, as cells: a constant-time look-up for those who look around at every step. */
import { grownSpace, type World } from "../world/index.js";
import { type Grid, rasterise, WALL } from "./grid.js";

/** Walls of a world as those of one radius meet them. */
export class WallCells {
  private readonly cells: Grid;

  /** @param cell side of the cells in metres, > 0 */
  constructor(world: World, radius: number, cell: number) {
    this.cells = rasterise(grownSpace(world.plan, radius), [], world.bounds, cell);
  }

  /** Whether a centre cannot be in the cell of a point, or the point is outside. */
  isWall(x: number, y: number): boolean {
    const i = this.cells.at(x, y);
    return i < 0 || this.cells.kinds[i] === WALL;
  }
}
