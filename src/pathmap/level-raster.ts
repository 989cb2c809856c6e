/** The costs of a map in a building, in cells: one level or flight of its sheet at a time. */
import { type Box, boxOf, type Point } from "../geometry/index.js";
import type { FreeSpace, Patch, World } from "../world/index.js";
import { rasterFrame } from "./raster-frame.js";

/** What is baked: what a map costs, and where people can stand. */
export interface Baked {
  readonly world: World;
  readonly space: FreeSpace;
  /** What the way from p costs; null without one. */
  cost(p: Point): number | null;
}

/** A level or flight in cells. */
export interface PatchRaster {
  /** The level's name, or the connection's. */
  readonly name: string;
  readonly kind: "level" | "flight" | "car";
  readonly width: number;
  readonly height: number;
  /** Side of a cell, in metres. */
  readonly cell: number;
  /** Lower left corner of cell (0, 0), in the coordinates of the level; of a flight, on the sheet. */
  readonly origin: Point;
  readonly box: Box;
  /** From these coordinates to the sheet. */
  readonly offset: Point;
  /** Cost at each cell's centre, row by row, row 0 lowest: NaN where it is not free, Infinity where there is no way. */
  readonly distances: Float32Array;
  /** How many cells are free. */
  readonly free: number;
  /** Share of the free cells from which there is a way. */
  readonly reachable: number;
  /** The greatest finite cost; 0 when there is none. */
  readonly maxDistance: number;
}

/**
 * The levels of a building in cells, or with flights.
 *
 * @param size cells along the longer side of the largest of the levels that are baked
 * @param level one level alone
 */
export function levelRasters(
  map: Baked,
  size: number,
  { level, flights = false }: { readonly level?: string; readonly flights?: boolean } = {},
): PatchRaster[] {
  const building = map.world.building!;
  const levels =
    level === undefined
      ? building.sheet.patches.filter(({ kind }) => kind === "level")
      : [building.level(level)];
  const boxes = levels.map(({ outline }) => boxOf(outline));
  const sides = boxes.map(({ minX, minY, maxX, maxY }) => Math.max(maxX - minX, maxY - minY));
  const largest = boxes[sides.indexOf(sides.reduce((a, b) => Math.max(a, b), 0))];
  const { cell } = rasterFrame(largest, size);
  const others = flights ? building.sheet.patches.filter(({ kind }) => kind === "flight") : [];
  return [...levels, ...others].map((patch) => baked(map, patch, cell));
}

function baked(map: Baked, { name, kind, outline, offset: own }: Patch, cell: number): PatchRaster {
  const { minX, minY, maxX, maxY } = boxOf(outline);
  const offset: Point = kind === "level" ? own : [0, 0];
  const origin: Point = [minX - offset[0], minY - offset[1]];
  const width = Math.max(1, Math.ceil((maxX - minX) / cell - 1e-9));
  const height = Math.max(1, Math.ceil((maxY - minY) / cell - 1e-9));
  const distances = new Float32Array(width * height);
  let [free, reached, most] = [0, 0, 0];
  for (let i = 0; i < distances.length; i++) {
    const p: Point = [minX + ((i % width) + 0.5) * cell, minY + (Math.floor(i / width) + 0.5) * cell];
    const isFree = map.space.contains(p);
    const cost = isFree ? map.cost(p) : Number.NaN;
    distances[i] = cost ?? Infinity;
    if (!isFree) continue;
    free++;
    if (cost === null) continue;
    reached++;
    most = Math.max(most, cost);
  }
  const reachable = free > 0 ? reached / free : 0;
  const box = {
    minX: origin[0],
    minY: origin[1],
    maxX: origin[0] + width * cell,
    maxY: origin[1] + height * cell,
  };
  return {
    name,
    kind,
    width,
    height,
    cell,
    origin,
    box,
    offset,
    distances,
    free,
    reachable,
    maxDistance: most,
  };
}
