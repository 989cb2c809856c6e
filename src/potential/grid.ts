/**
 * The cells that potentials live on. Rasterisation is conservative: a cell is free only where its whole square is, so
 * whoever stays within free cells touches no wall (Dapper 2007, note 3 to table 5.1).
 */

import { InputError } from "../errors.js";
import { type Box, faceOf, nextEdge, type Point } from "../geometry/index.js";
import { BYTES, maxMemory, needMemory } from "../limits.js";
import { checkNumber } from "../options.js";
import type { FreeSpace } from "../world/index.js";
import type { Images } from "./images.js";

/** A cell whose whole square is free. */
export const FREE = 0;
/** Nobody can be here: a wall passes, or it is outside. */
export const WALL = 1;
/** A goal is a straight step away. */
export const GOAL = 2;

/** Beyond a portal of a building: an image of a cell on its other side. */
export const IMAGE = 4;

/** While rasterising: a wall runs along the cell's border. */
const BESIDE = 3;

/** Walls this share of a cell within its border only touch it: cells that fit a plan exactly stay free. */
const TOUCH = 1e-6;

/** Cells over a box, with a ring of walls around them: cell (column, row) is entry (row + 1) * stride + column + 1. */
export class Grid {
  /** Numbers of columns and rows without the ring; row 0 has the lowest y. */
  readonly width: number;
  readonly height: number;
  readonly stride: number;
  /** Side of a cell in metres. */
  readonly cell: number;
  /** Lower left corner of cell (0, 0). */
  readonly origin: Point;
  /** FREE, WALL, GOAL or IMAGE per entry, the ring included. */
  readonly kinds: Uint8Array;
  /**
   * Cells across the portals of a building; null on one floor.
   *
   * @internal
   */
  images: Images | null = null;

  constructor(width: number, height: number, cell: number, origin: Point, kinds?: Uint8Array) {
    this.width = width;
    this.height = height;
    this.stride = width + 2;
    this.cell = cell;
    this.origin = origin;
    this.kinds = kinds ?? new Uint8Array((width + 2) * (height + 2)).fill(WALL);
  }

  /** Entry of the cell that holds a point; -1 outside of all. A point between two cells belongs to the upper right one. */
  at(x: number, y: number): number {
    const column = Math.floor((x - this.origin[0]) / this.cell);
    const row = Math.floor((y - this.origin[1]) / this.cell);
    if (!(column >= -1 && row >= -1 && column <= this.width && row <= this.height)) return -1;
    return (row + 1) * this.stride + column + 1;
  }

  /** Centre of an entry's cell. */
  centre(entry: number): Point {
    const column = (entry % this.stride) - 1;
    const row = Math.floor(entry / this.stride) - 1;
    return [this.origin[0] + (column + 0.5) * this.cell, this.origin[1] + (row + 0.5) * this.cell];
  }

  /** The cell that a neighbour of an entry is, by its side: west, east, south, north; across portals too. */
  neighbour(entry: number, side: number): number {
    return this.meant(entry + (side < 2 ? 2 * side - 1 : (2 * side - 5) * this.stride));
  }

  /** The cell that an entry stands for: what it shows, where it is an image. */
  meant(entry: number): number {
    return this.images === null ? entry : (this.images.shown.get(entry) ?? entry);
  }

  /** All four of them. */
  neighbours(entry: number): number[] {
    return [0, 1, 2, 3].map((side) => this.neighbour(entry, side));
  }

  /** The box that the cells cover. */
  get box(): Box {
    const [minX, minY] = this.origin;
    return { minX, minY, maxX: minX + this.width * this.cell, maxY: minY + this.height * this.cell };
  }

  /** What pictures and files need to know about the cells. */
  get frame(): { width: number; height: number; cell: number; origin: Point; box: Box } {
    const { width, height, cell, origin, box } = this;
    return { width, height, cell, origin, box };
  }

  /** How many cells are of a kind, without the ring. */
  count(kind: number): number {
    let count = 0;
    for (let row = 1; row <= this.height; row++) {
      const start = row * this.stride + 1;
      for (let i = start; i < start + this.width; i++) if (this.kinds[i] === kind) count++;
    }
    return count;
  }

  /** Values of entries without the ring, row by row. */
  inner<T extends Float64Array | Uint8Array>(values: T): T {
    const out = values.slice(0, this.width * this.height) as T;
    for (let row = 0; row < this.height; row++) {
      const from = (row + 1) * this.stride + 1;
      out.set(values.subarray(from, from + this.width), row * this.width);
    }
    return out;
  }

  /** A grid of its own with the same content. */
  clone(): Grid {
    const copy = new Grid(this.width, this.height, this.cell, this.origin, this.kinds.slice());
    copy.images = this.images;
    return copy;
  }
}

/** Number of cells along the sides of a box; a side that is a whole number of cells gets no more by rounding. */
export function gridSize({ minX, minY, maxX, maxY }: Box, cell: number): [width: number, height: number] {
  const along = (length: number): number => Math.max(1, Math.ceil(length / cell - 1e-6));
  return [along(maxX - minX), along(maxY - minY)];
}

/** Checks a cell side and what it makes of a box. */
export function checkCell(box: Box, cell: number): void {
  checkNumber(cell, "cell", { of: "metres", above: 0 });
  const [width, height] = gridSize(box, cell);
  const bytes = width * height * BYTES.potentialCell;
  const area = (box.maxX - box.minX) * (box.maxY - box.minY);
  const least = Math.sqrt((area * BYTES.potentialCell) / maxMemory()).toPrecision(3);
  // Numbers that nobody counts to say nothing.
  if (bytes > Number.MAX_SAFE_INTEGER)
    throw new InputError(`too small for this plan: at least ${least} m is needed; given: ${cell}`, "cell");
  const advice = `; that is a cell of at least ${least} m`;
  needMemory(`${width} x ${height} cells of ${cell} m`, bytes, "cell", advice);
}

/** Turns free space into cells: free where no wall passes and the centre is free. */
export function rasterise(space: FreeSpace, posts: readonly Point[], box: Box, cell: number): Grid {
  const [width, height] = gridSize(box, cell);
  const grid = new Grid(width, height, cell, [box.minX, box.minY]);
  const { kinds, stride } = grid;
  for (let row = 1; row <= height; row++) {
    kinds.fill(FREE, row * stride + 1, row * stride + 1 + width);
  }
  markWalls(grid, space, BESIDE);
  markWalls(grid, space, WALL);
  for (const [x, y] of posts) markSegment(grid, x, y, x, y, -TOUCH, WALL);
  // Between walls, a run of cells is free as a whole or not at all.
  for (let row = 0; row < height; row++) {
    const y = box.minY + (row + 0.5) * cell;
    let inside = false;
    let isRun = false;
    for (let column = 0; column < width; column++) {
      const i = (row + 1) * stride + column + 1;
      if (kinds[i] === WALL) {
        isRun = false;
        continue;
      }
      if (!isRun || kinds[i] === BESIDE) inside = space.contains([box.minX + (column + 0.5) * cell, y]);
      isRun = kinds[i] === FREE;
      kinds[i] = inside ? FREE : WALL;
    }
  }
  return grid;
}

/**
 * Marks the cells that walls pass as WALL, or those that they touch as BESIDE. A wall that is free on both sides takes
 * the cells that it only touches as well.
 */
function markWalls(grid: Grid, space: FreeSpace, kind: typeof WALL | typeof BESIDE): void {
  const { triangles, twins, marks, coords, faceCount } = space.triangulation.mesh;
  for (let e = 0; e < 3 * faceCount; e++) {
    if (triangles[e] < 0 || marks[e] === 0 || (twins[e] >= 0 && e > twins[e])) continue;
    const isThin = twins[e] >= 0 && space.isFree(faceOf(e)) && space.isFree(faceOf(twins[e]));
    const a = 2 * triangles[e];
    const b = 2 * triangles[nextEdge(e)];
    const depth = isThin || kind === BESIDE ? -TOUCH : TOUCH;
    markSegment(grid, coords[a], coords[a + 1], coords[b], coords[b + 1], depth, kind);
  }
}

/** Marks every cell that a segment passes at least `depth` of a cell within its border. */
function markSegment(
  grid: Grid,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  depth: number,
  kind: number,
): void {
  const { width, height, stride, kinds, cell, origin } = grid;
  const x0 = (ax - origin[0]) / cell;
  const y0 = (ay - origin[1]) / cell;
  const x1 = (bx - origin[0]) / cell;
  const y1 = (by - origin[1]) / cell;
  const low = Math.min(y0, y1);
  const high = Math.max(y0, y1);
  const last = Math.min(height - 1, Math.ceil(high - depth) - 1 + (depth < 0 ? 1 : 0));
  for (let row = Math.max(0, Math.floor(low + depth)); row <= last; row++) {
    // The part of the segment within this row.
    const bottom = row + depth;
    const top = row + 1 - depth;
    if (low >= top || high <= bottom) continue;
    const t0 = high > low ? clamp((bottom - y0) / (y1 - y0)) : 0;
    const t1 = high > low ? clamp((top - y0) / (y1 - y0)) : 1;
    const xa = x0 + t0 * (x1 - x0);
    const xb = x0 + t1 * (x1 - x0);
    const left = Math.min(xa, xb);
    const right = Math.max(xa, xb);
    const end = Math.min(width - 1, Math.floor(right - depth));
    for (let column = Math.max(0, Math.ceil(left + depth) - 1); column <= end; column++) {
      if (left >= column + 1 - depth || right <= column + depth) continue;
      kinds[(row + 1) * stride + column + 1] = kind;
    }
  }
}

function clamp(t: number): number {
  return Math.min(1, Math.max(0, t));
}
