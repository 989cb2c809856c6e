/** Density on a grid, by a bell around every person. */
import type { Box, Point } from "../geometry/index.js";

/** Values on the cells of a grid, row 0 lowest. */
export interface MeasureGrid {
  readonly width: number;
  readonly height: number;
  /** Lower left corner of cell (0, 0). */
  readonly origin: Point;
  /** Side of a cell in metres. */
  readonly cell: number;
  readonly box: Box;
  readonly values: Float32Array;
}

/** Reach of a person's bell, in metres: its ground is 3.1 m2, about what one sees as crowded or not. */
const BELL = 1;

/** Cells that a grid may have. */
const MOST_CELLS = 1_000_000;

/** A grid of zeros over a box. */
export function gridOver(box: Box, wanted: number): MeasureGrid {
  const area = (box.maxX - box.minX) * (box.maxY - box.minY);
  const cell = Math.max(wanted, Math.sqrt(area / MOST_CELLS));
  const width = Math.max(1, Math.ceil((box.maxX - box.minX) / cell - 1e-9));
  const height = Math.max(1, Math.ceil((box.maxY - box.minY) / cell - 1e-9));
  return {
    width,
    height,
    cell,
    origin: [box.minX, box.minY],
    box: { minX: box.minX, minY: box.minY, maxX: box.minX + width * cell, maxY: box.minY + height * cell },
    values: new Float32Array(width * height),
  };
}

/** The cell of a point; -1 outside. */
export function cellAt({ width, height, origin, cell }: MeasureGrid, x: number, y: number): number {
  const column = Math.floor((x - origin[0]) / cell);
  const row = Math.floor((y - origin[1]) / cell);
  return column < 0 || row < 0 || column >= width || row >= height ? -1 : row * width + column;
}

/** Adds a person's bell, 3 (1 - d2)^2 / pi, whose sum over the plane is one person. */
export function addBell(grid: MeasureGrid, x: number, y: number): void {
  const { width, height, origin, cell, values } = grid;
  const clamp = (v: number, most: number): number => Math.max(0, Math.min(most, v));
  const left = clamp(Math.floor((x - BELL - origin[0]) / cell), width - 1);
  const right = clamp(Math.floor((x + BELL - origin[0]) / cell), width - 1);
  const low = clamp(Math.floor((y - BELL - origin[1]) / cell), height - 1);
  const high = clamp(Math.floor((y + BELL - origin[1]) / cell), height - 1);
  for (let row = low; row <= high; row++) {
    const dy = origin[1] + (row + 0.5) * cell - y;
    for (let column = left; column <= right; column++) {
      const dx = origin[0] + (column + 0.5) * cell - x;
      const d2 = (dx * dx + dy * dy) / (BELL * BELL);
      if (d2 < 1) values[row * width + column] += (3 * (1 - d2) * (1 - d2)) / (Math.PI * BELL * BELL);
    }
  }
}
