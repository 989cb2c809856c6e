/** Fields and paths of a building, from its sheet onto a page with its levels side by side. */
import { boxOf, distance, type Point } from "../geometry/index.js";
import type { BuildingPage } from "./building.js";
import type { FieldRaster } from "./field.js";
import type { DistanceRaster } from "./pathmap.js";

/** Legs that are longer on the page than on the sheet by more than this, in metres, lead from one level's plan to the next. */
const LEAP = 1;

/**
 * The cells of a field where they are on the page. Levels are moved by whole cells, so that walls and cells are apart by half a
 * cell at most; flights are as long as in the plan, where several of their cells are one.
 */
export function fieldOnPage({ scene, fold }: BuildingPage, raster: FieldRaster): FieldRaster {
  const { cell } = raster;
  const places: { readonly at: Point; readonly level: number }[] = [];
  raster.level.forEach((level, i) => {
    if (level === -Infinity) return;
    const [column, row] = [i % raster.width, Math.floor(i / raster.width)];
    const centre: Point = [raster.origin[0] + (column + 0.5) * cell, raster.origin[1] + (row + 0.5) * cell];
    places.push({ at: fold(centre), level });
  });
  // Flights may stand beyond the outline, which is that of the floors.
  const { minX, minY, maxX, maxY } = boxOf([...scene.boundary, ...places.map(({ at }) => at)]);
  const width = Math.floor((maxX - minX) / cell) + 1;
  const height = Math.floor((maxY - minY) / cell) + 1;
  const levels = new Float64Array(width * height).fill(-Infinity);
  for (const { at, level } of places) {
    const to = Math.floor((at[1] - minY) / cell) * width + Math.floor((at[0] - minX) / cell);
    levels[to] = Math.max(levels[to], level);
  }
  const box = { minX, minY, maxX: minX + width * cell, maxY: minY + height * cell };
  return { ...raster, width, height, origin: [minX, minY], box, level: levels };
}

/** Levels and flights in cells of one size, as `levelRasters` of `wayfield/pathmap` gives them. */
export interface DrawnPatch {
  readonly kind: string;
  readonly width: number;
  readonly cell: number;
  readonly origin: Point;
  readonly offset: Point;
  readonly distances: Float32Array;
  readonly maxDistance: number;
}

/** The cells of a map where they are on the page; flights beneath levels. */
export function distancesOnPage(
  { scene, fold }: BuildingPage,
  patches: readonly DrawnPatch[],
): DistanceRaster {
  const { cell } = patches[0];
  const places = patches.flatMap(({ kind, width, origin, offset, distances }) =>
    [...distances].flatMap((distance, i) => {
      if (Number.isNaN(distance)) return [];
      const x = origin[0] + offset[0] + ((i % width) + 0.5) * cell;
      const y = origin[1] + offset[1] + (Math.floor(i / width) + 0.5) * cell;
      return [{ at: fold([x, y]), distance, isLevel: kind === "level" }];
    }),
  );
  places.sort((p, q) => Number(p.isLevel) - Number(q.isLevel));
  const { minX, minY, maxX, maxY } = boxOf([...scene.boundary, ...places.map(({ at }) => at)]);
  const width = Math.floor((maxX - minX) / cell) + 1;
  const height = Math.floor((maxY - minY) / cell) + 1;
  const distances = new Float32Array(width * height).fill(Number.NaN);
  for (const { at, distance } of places)
    distances[Math.floor((at[1] - minY) / cell) * width + Math.floor((at[0] - minX) / cell)] = distance;
  const box = { minX, minY, maxX: minX + width * cell, maxY: minY + height * cell };
  const maxDistance = patches.reduce((most, patch) => Math.max(most, patch.maxDistance), 0);
  return {
    width,
    height,
    cell,
    origin: [minX, minY],
    box,
    distances,
    regions: new Int32Array(0),
    maxDistance,
  };
}

/** A flight is drawn half on the level below and half on the one above: legs are cut where that changes, to this many metres. */
const STEP = 0.05;

/** Paths where they are on the page, in pieces: they end on a flight, and begin anew on the next level. */
export function pathsOnPage({ fold, isJump }: BuildingPage, paths: readonly (readonly Point[])[]): Point[][] {
  const finer = (path: readonly Point[]): Point[] =>
    path.flatMap((p, i) => {
      const before = path[i - 1] ?? p;
      const length = distance(before, p);
      const isCut = !isJump(before, p) && distance(fold(before), fold(p)) > length + LEAP;
      const parts = isCut ? Math.ceil(length / STEP) : 1;
      return Array.from({ length: parts }, (_, k): Point => {
        const t = (k + 1) / parts;
        return [before[0] + t * (p[0] - before[0]), before[1] + t * (p[1] - before[1])];
      });
    });
  return paths.map(finer).flatMap((path) => {
    const pieces: Point[][] = [];
    path.forEach((p, i) => {
      const q = fold(p);
      const last = pieces.at(-1)?.at(-1);
      const isLeap = !last || distance(last, q) > distance(path[i - 1], p) + LEAP;
      if (isLeap) pieces.push([q]);
      else pieces.at(-1)!.push(q);
    });
    return pieces;
  });
}
