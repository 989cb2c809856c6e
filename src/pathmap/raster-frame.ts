/** Where the cells of a raster lie. */
import { InputError } from "../errors.js";
import type { Box, Point } from "../geometry/index.js";
import { BYTES, needMemory } from "../limits.js";

/** The cells of a raster over a box: their number, their side in metres, the lower left corner of the first. */
export interface RasterFrame {
  readonly width: number;
  readonly height: number;
  readonly cell: number;
  readonly origin: Point;
  readonly box: Box;
}

/** The frame with `size` cells along the longer side of a box. */
export function rasterFrame({ minX, minY, maxX, maxY }: Box, size: number): RasterFrame {
  if (!(Number.isInteger(size) && size > 0)) {
    throw new InputError(`a whole number of cells > 0 is needed; given: ${size}`, "size");
  }
  const cell = Math.max(maxX - minX, maxY - minY) / size;
  // A side that is a whole number of cells must not get one more by rounding.
  const width = Math.max(1, Math.ceil((maxX - minX) / cell - 1e-9));
  const height = Math.max(1, Math.ceil((maxY - minY) / cell - 1e-9));
  needMemory(`${width} x ${height} cells`, BYTES.pathMapCell * width * height, "size");
  const box = { minX, minY, maxX: minX + width * cell, maxY: minY + height * cell };
  return { width, height, cell, origin: [minX, minY], box };
}
