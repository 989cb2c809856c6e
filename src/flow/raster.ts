/**
 * A flow map baked into cells: the field, the direction of the flow, and which part of it is useful (Farias 2020,
 * definitions 1 and 2, figure 4.2).
 *
 * The flow through a place is useful where its contour is the frontier of the higher places that hold a wall; everywhere
 * else contours run in circles or back to where they came from. Such a place has no way to a wall on which the field stays
 * above its own level: a flood from the walls that always goes on from its highest cell finds them all.
 */
import { InputError } from "../errors.js";
import type { Box, Point } from "../geometry/index.js";
import { BYTES, needMemory } from "../limits.js";
import { cellsInside, freeCells } from "./free-cells.js";
import type { FlowPlan } from "./plan.js";
import { sampleCells } from "./sample.js";

/** What a cell is. */
export const CELL = Object.freeze({ outside: 0, blocked: 1, rest: 2, useful: 3 });

/** A max-flow map as arrays, row by row, row 0 lowest. */
export interface FlowRaster {
  readonly width: number;
  readonly height: number;
  /** Side of a cell, in metres. */
  readonly cell: number;
  /** Lower left corner of the first cell. */
  readonly origin: Point;
  readonly box: Box;
  /** What flows between the lowest wall and the cell's centre, in metres; NaN outside the boundary and in obstacles. */
  readonly values: Float32Array;
  /** Unit vectors, x and y in turns: along the flow where it is useful, elsewhere the way to there; 0 where there is none. */
  readonly directions: Float32Array;
  /** `CELL` numbers: outside, blocked, rest, useful. */
  readonly kinds: Uint8Array;
  /** Share of the free cells whose flow is useful. */
  readonly usefulShare: number;
}

/** Bakes a map, `size` cells along the longer side. */
export function bakeFlow(map: FlowPlan, size: number, progress?: (share: number) => void): FlowRaster {
  if (!(Number.isInteger(size) && size > 0)) {
    throw new InputError(`a whole number of cells > 0 is needed; given: ${size}`, "size");
  }
  const { minX, minY, maxX, maxY } = map.world.bounds;
  const cell = Math.max(maxX - minX, maxY - minY) / size;
  const width = Math.max(1, Math.round((maxX - minX) / cell));
  const height = Math.max(1, Math.round((maxY - minY) / cell));
  needMemory(`${width} x ${height} cells`, BYTES.flowMapCell * width * height, "size");
  const raster = {
    width,
    height,
    cell,
    origin: [minX, minY] as Point,
    box: { minX, minY, maxX: minX + width * cell, maxY: minY + height * cell },
    values: new Float32Array(width * height),
    directions: new Float32Array(2 * width * height),
    kinds: new Uint8Array(width * height),
    usefulShare: 0,
  };
  sampleField(map, raster, progress);
  progress?.(1);
  markUseful(map, raster);
  leadIn(raster);
  let [free, useful] = [0, 0];
  const { highest } = map;
  for (let i = 0; i < raster.kinds.length; i++) {
    if (raster.kinds[i] >= CELL.rest) free++;
    else raster.values[i] = Number.NaN;
    if (raster.values[i] > highest) raster.values[i] = highest;
    if (raster.kinds[i] === CELL.useful) useful++;
  }
  return { ...raster, usefulShare: free > 0 ? useful / free : 0 };
}

function sampleField(map: FlowPlan, raster: FlowRaster, progress?: (share: number) => void): void {
  const { values, directions, kinds } = raster;
  const { field } = map;
  const [ox, oy] = map.gates.pieces.origin;
  const free = freeCells(map.world, raster);
  const inside = cellsInside(map.outline.ring, raster);
  for (let i = 0; i < kinds.length; i++)
    kinds[i] = free[i] ? CELL.rest : inside[i] ? CELL.blocked : CELL.outside;
  let done = 0;
  sampleCells(field, raster, ox, oy, (i, { value, piece }, x, y) => {
    if ((++done & 0xffff) === 0) progress?.(done / kinds.length);
    values[i] = value;
    if (piece < 0 || !free[i]) return;
    const [fx, fy] = field.foot(piece, x, y);
    const [gx, gy] = [x - fx, y - fy];
    const length = Math.sqrt(gx * gx + gy * gy);
    if (length === 0) return;
    // The flow keeps the lower side on its right.
    directions[2 * i] = gy / length;
    directions[2 * i + 1] = -gx / length;
  });
}

/** Levels of the flood per cell side: finer than the field changes from cell to cell. */
const LEVELS_PER_CELL = 4;

/** Marks cells that are reached from a wall over higher cells only. */
function markUseful(map: FlowPlan, { width, height, cell, values, kinds, origin }: FlowRaster): void {
  const count = width * height;
  const { highest } = map;
  const scale = LEVELS_PER_CELL / cell;
  const levels = Math.ceil(highest * scale) + 1;
  // The flood's front as one list of cells per level, taken from the highest; every cell enters once.
  const heads = new Int32Array(levels + 1).fill(-1);
  const next = new Int32Array(count).fill(-1);
  const bottleneck = new Float32Array(count).fill(-1);
  const offer = (i: number, level: number): void => {
    if (bottleneck[i] >= 0) return;
    const key = Math.max(0, Math.min(level, values[i]));
    bottleneck[i] = key;
    const bucket = Math.min(levels, Math.floor(key * scale));
    next[i] = heads[bucket];
    heads[bucket] = i;
  };
  // Seeds: the cells along every wall, which starts with its own value.
  map.outline.walls.forEach((points, wall) => {
    const level = map.wallValues[wall];
    if (level === 0) return;
    points.forEach((p, k) => {
      const q = points[Math.max(0, k - 1)];
      const steps = Math.max(1, Math.ceil((2 * Math.hypot(p[0] - q[0], p[1] - q[1])) / cell));
      for (let s = 0; s <= steps; s++) {
        const x = q[0] + ((p[0] - q[0]) * s) / steps;
        const y = q[1] + ((p[1] - q[1]) * s) / steps;
        const column = Math.min(width - 1, Math.max(0, Math.floor((x - origin[0]) / cell)));
        const row = Math.min(height - 1, Math.max(0, Math.floor((y - origin[1]) / cell)));
        offer(row * width + column, level);
      }
    });
  });
  for (let bucket = levels; bucket >= 0; bucket--) {
    while (heads[bucket] >= 0) {
      const i = heads[bucket];
      heads[bucket] = next[i];
      const key = bottleneck[i];
      const column = i % width;
      if (column > 0) offer(i - 1, key);
      if (column < width - 1) offer(i + 1, key);
      if (i >= width) offer(i - width, key);
      if (i < count - width) offer(i + width, key);
    }
  }
  // A cell's neighbours are up to a cell away, and the field changes as fast as one walks.
  for (let i = 0; i < count; i++) {
    if (!(values[i] < highest)) continue;
    if (kinds[i] === CELL.rest && bottleneck[i] > 0 && bottleneck[i] >= values[i] - 0.75 * cell)
      kinds[i] = CELL.useful;
  }
}

/** In the rest, directions lead to a nearest useful cell, counted in steps on the grid. */
function leadIn({ width, height, directions, kinds }: FlowRaster): void {
  const count = width * height;
  const next = new Int32Array(count).fill(-1);
  const queue = new Int32Array(count);
  let last = 0;
  const enter = (j: number, from: number): void => {
    if (kinds[j] !== CELL.rest || next[j] >= 0) return;
    next[j] = from;
    queue[last++] = j;
  };
  const spread = (i: number): void => {
    const column = i % width;
    if (column > 0) enter(i - 1, i);
    if (column < width - 1) enter(i + 1, i);
    if (i >= width) enter(i - width, i);
    if (i < count - width) enter(i + width, i);
  };
  for (let i = 0; i < count; i++) if (kinds[i] === CELL.useful) spread(i);
  for (let first = 0; first < last; first++) spread(queue[first]);
  for (let i = 0; i < kinds.length; i++) {
    if (kinds[i] !== CELL.rest) continue;
    let target = i;
    // A few steps ahead: single ones know four directions only.
    for (let hop = 0; hop < 4 && next[target] >= 0; hop++) target = next[target];
    const [dx, dy] = [(target % width) - (i % width), Math.floor(target / width) - Math.floor(i / width)];
    const length = Math.hypot(dx, dy) || 1;
    directions[2 * i] = dx / length;
    directions[2 * i + 1] = dy / length;
  }
}
