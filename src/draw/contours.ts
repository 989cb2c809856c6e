/** Lines of equal value through a raster: marching squares between cell centres (Lorensen and Cline 1987, in 2D). */
import type { Point } from "../geometry/index.js";

/** A raster of samples at cell centres, row 0 lowest. */
export interface Field {
  readonly width: number;
  readonly height: number;
  readonly origin: Point;
  readonly cell: number;
}

/** Pieces of the line along which the values equal `level`; squares with a value that is not finite are left out. */
export function contour(field: Field, values: ArrayLike<number>, level: number): [Point, Point][] {
  const { width, height, origin, cell } = field;
  const pieces: [Point, Point][] = [];
  for (let row = 0; row + 1 < height; row++) {
    for (let column = 0; column + 1 < width; column++) {
      const i = row * width + column;
      // Counterclockwise from the lower left.
      const corners = [values[i], values[i + 1], values[i + width + 1], values[i + width]];
      if (!corners.every(Number.isFinite)) continue;
      const cuts = cutsOf(corners, level).map(
        ([x, y]): Point => [origin[0] + (column + 0.5 + x) * cell, origin[1] + (row + 0.5 + y) * cell],
      );
      for (let k = 0; k + 1 < cuts.length; k += 2) pieces.push([cuts[k], cuts[k + 1]]);
    }
  }
  return pieces;
}

const CORNERS: readonly Point[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

/** Where the level crosses the sides of the unit square, in order around it; two or four points, or none. */
function cutsOf(corners: readonly number[], level: number): Point[] {
  const cuts: Point[] = [];
  for (let k = 0; k < 4; k++) {
    const a = corners[k];
    const b = corners[(k + 1) % 4];
    if (a < level === b < level) continue;
    const t = (level - a) / (b - a);
    const [p, q] = [CORNERS[k], CORNERS[(k + 1) % 4]];
    cuts.push([p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])]);
  }
  return cuts;
}
