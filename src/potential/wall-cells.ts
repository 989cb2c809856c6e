/** Where the centre of a disc cannot be, as cells: a constant-time look-up for those who look around at every step. */
import { grownSpace, type World } from "../world/index.js";
import { type Grid, rasterise, WALL } from "./grid.js";

/** Walls of a world as those of one radius meet them. */
export class WallCells {
  /** The cells, with a ring of walls around them. */
  readonly grid: Grid;

  /** @param cell side of the cells in metres, > 0 */
  constructor(world: World, radius: number, cell: number) {
    this.grid = rasterise(grownSpace(world.plan, radius), [], world.bounds, cell);
  }

  /** Whether a centre cannot be in the cell of a point, or the point is outside. */
  isWall(x: number, y: number): boolean {
    const i = this.grid.at(x, y);
    return i < 0 || this.grid.kinds[i] === WALL;
  }
}

/** Side of the cells of a static map in metres; larger in very large worlds. */
const GROUND_CELL = 0.1;
const MOST_CELLS = 4_000_000;

/** Static maps of worlds, per radius. */
const grounds = new WeakMap<World, Map<number, WallCells>>();

/** The static map of a world for a radius in metres, in cells that are the same for all radii; made once. */
export function staticMap(world: World, radius: number): WallCells {
  const known = grounds.get(world) ?? new Map<number, WallCells>();
  grounds.set(world, known);
  let cells = known.get(radius);
  if (!cells) {
    const { minX, minY, maxX, maxY } = world.bounds;
    const cell = Math.max(GROUND_CELL, Math.sqrt(((maxX - minX) * (maxY - minY)) / MOST_CELLS));
    cells = new WallCells(world, radius, cell);
    known.set(radius, cells);
  }
  return cells;
}
