/** Which cells of a raster have their centres in free space: triangle by triangle, row by row. */
import type { Point, Ring } from "../geometry/index.js";
import type { World } from "../world/index.js";

/** Centres within this share of a cell of a triangle's edge are asked for one by one. */
const MARGIN = 1e-6;

/** A raster's frame: the centre of cell (0, 0) is half a cell inside the lower left corner. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly cell: number;
  readonly origin: Point;
}

/** 1 for every cell whose centre is free, walls included, row by row. */
export function freeCells(world: World, frame: Frame): Uint8Array {
  const { width, height, cell, origin } = frame;
  const { mesh } = world.space.triangulation;
  const free = new Uint8Array(width * height);
  const corner = new Float64Array(6);
  for (let f = 0; f < mesh.faceCount; f++) {
    if (mesh.triangles[3 * f] < 0 || !world.space.isFree(f)) continue;
    // In cells, with the centre of cell (c, r) at (c, r).
    for (let k = 0; k < 3; k++) {
      const v = mesh.triangles[3 * f + k];
      corner[2 * k] = (mesh.coords[2 * v] - origin[0]) / cell - 0.5;
      corner[2 * k + 1] = (mesh.coords[2 * v + 1] - origin[1]) / cell - 0.5;
    }
    const low = Math.min(corner[1], corner[3], corner[5]) - MARGIN;
    const high = Math.max(corner[1], corner[3], corner[5]) + MARGIN;
    const last = Math.min(height - 1, Math.floor(high));
    for (let row = Math.max(0, Math.ceil(low)); row <= last; row++) fillRow(world, frame, free, corner, row);
  }
  return free;
}

/** Fills what a triangle covers of a row: for certain between its two edges, by asking next to them. */
function fillRow(world: World, frame: Frame, free: Uint8Array, corner: Float64Array, row: number): void {
  const { width } = frame;
  // Where the edges pass the row, each within [low, high]; three do where a corner is on it.
  let edges = 0;
  let [leftLow, leftHigh] = [Infinity, -Infinity];
  let [rightLow, rightHigh] = [Infinity, -Infinity];
  for (let k = 0; k < 6; k += 2) {
    const m = (k + 2) % 6;
    const isRising = corner[k + 1] < corner[m + 1];
    const [p, q] = isRising ? [k, m] : [m, k];
    const [bottom, top] = [corner[p + 1], corner[q + 1]];
    if (row < bottom - MARGIN || row > top + MARGIN) continue;
    const slope = top > bottom ? (corner[q] - corner[p]) / (top - bottom) : 0;
    const one = top > bottom ? corner[p] + (Math.max(bottom, row - MARGIN) - bottom) * slope : corner[p];
    const two = top > bottom ? corner[q] - (top - Math.min(top, row + MARGIN)) * slope : corner[q];
    const [low, high] = one < two ? [one, two] : [two, one];
    edges++;
    if (low < leftLow) [leftLow, leftHigh] = [low, high];
    if (high > rightHigh) [rightLow, rightHigh] = [low, high];
  }
  const first = Math.max(0, Math.ceil(leftLow - MARGIN));
  const last = Math.min(width - 1, Math.floor(rightHigh + MARGIN));
  const isSplit = edges === 2 && leftHigh < rightLow;
  const from = isSplit ? Math.max(first, Math.floor(leftHigh + MARGIN) + 1) : last + 1;
  const to = isSplit ? Math.min(last, Math.ceil(rightLow - MARGIN) - 1) : last;
  for (let column = first; column < Math.min(from, last + 1); column++) ask(world, frame, free, column, row);
  if (from <= to) free.fill(1, row * width + from, row * width + to + 1);
  for (let column = Math.max(from, to + 1); column <= last; column++) ask(world, frame, free, column, row);
}

function ask(
  world: World,
  { width, cell, origin }: Frame,
  free: Uint8Array,
  column: number,
  row: number,
): void {
  const i = row * width + column;
  if (!free[i] && world.contains([origin[0] + (column + 0.5) * cell, origin[1] + (row + 0.5) * cell]))
    free[i] = 1;
}

/** 1 for every cell whose centre lies inside a ring, up to rounding. */
export function cellsInside(ring: Ring, { width, height, cell, origin }: Frame): Uint8Array {
  const inside = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const y = origin[1] + (row + 0.5) * cell;
    const crossings: number[] = [];
    ring.forEach(([x0, y0], i) => {
      const [x1, y1] = ring[(i + 1) % ring.length];
      if (y0 <= y !== y1 <= y)
        crossings.push((x0 + ((y - y0) / (y1 - y0)) * (x1 - x0) - origin[0]) / cell - 0.5);
    });
    crossings.sort((a, b) => a - b);
    for (let k = 0; k + 1 < crossings.length; k += 2) {
      const [from, to] = [
        Math.max(0, Math.ceil(crossings[k])),
        Math.min(width - 1, Math.floor(crossings[k + 1])),
      ];
      if (from <= to) inside.fill(1, row * width + from, row * width + to + 1);
    }
  }
  return inside;
}
