/** Fields and paths of a building, from its sheet onto a page with its levels side by side. */
import { boxOf, distance, type Point } from "../geometry/index.js";
import type { BuildingPage } from "./building.js";
import type { FieldRaster } from "./field.js";

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

/** Paths where they are on the page, in pieces: they end on a flight, and begin anew on the next level. */
export function pathsOnPage({ fold }: BuildingPage, paths: readonly (readonly Point[])[]): Point[][] {
  return paths.flatMap((path) => {
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
