/** Where the cells of a raster lie. */
import { InputError } from "../errors.js";
import type { Box, Point } from "../geometry/index.js";

/** Cells are a `Float32` and two `Int32`: 12 bytes each. */
const BYTES_PER_CELL = 12;
const MOST_BYTES = 2 ** 31;

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
  const bytes = BYTES_PER_CELL * width * height;
  if (bytes > MOST_BYTES) {
    const need = (bytes / 2 ** 30).toPrecision(3);
    throw new InputError(`${width} x ${height} cells need ${need} GiB; at most 2 GiB are used`, "size");
  }
  const box = { minX, minY, maxX: minX + width * cell, maxY: minY + height * cell };
  return { width, height, cell, origin: [minX, minY], box };
}
