/**
 * Distances to many pieces, asked again and again in the same places. Those at the centres of a coarse grid are kept: since
 * distances change no faster than one walks, they mostly say whether a place nearby is too near, or far enough.
 */
import type { Box } from "../geometry/index.js";
import { Field, type Sample } from "./field.js";

/** Cells of the coarse grid, at most. */
const MOST_CELLS = 1 << 19;

export class NearField {
  private readonly field: Field;
  private readonly sample: Sample = { value: 0, piece: -1 };
  /** Values at the centres of cells; NaN where nobody has asked. */
  private readonly known: Float64Array;
  private readonly cell: number;
  private readonly width: number;
  private readonly height: number;

  /**
   * @param ends x0, y0, x1, y1 per piece
   * @param start what every piece starts with
   * @param box where it is asked
   * @param cell metres that a cell is wide, at least
   */
  constructor(
    ends: Float64Array,
    start: number,
    private readonly box: Box,
    cell: number,
  ) {
    this.field = new Field(ends, new Float64Array(ends.length >> 2).fill(start), null);
    const [width, height] = [box.maxX - box.minX, box.maxY - box.minY];
    this.cell = Math.max(
      cell,
      Math.sqrt((width * height) / MOST_CELLS),
      Math.max(width, height) / MOST_CELLS,
    );
    this.width = Math.floor(width / this.cell) + 1;
    this.height = Math.floor(height / this.cell) + 1;
    this.known = new Float64Array(this.width * this.height).fill(Number.NaN);
  }

  /** The value at a place. */
  at(x: number, y: number): number {
    return this.field.at(x, y, this.sample, this.sample.piece).value;
  }

  /** A number that is below `low` just where the value at a place is; and no greater than that where it is not. */
  roughly(x: number, y: number, low: number): number {
    const { cell, width, height, known, box } = this;
    const column = Math.floor((x - box.minX) / cell);
    const row = Math.floor((y - box.minY) / cell);
    if (!(column >= 0 && row >= 0 && column < width && row < height)) return this.at(x, y);
    const [cx, cy] = [box.minX + (column + 0.5) * cell, box.minY + (row + 0.5) * cell];
    const i = row * width + column;
    if (Number.isNaN(known[i])) known[i] = this.at(cx, cy);
    const [dx, dy] = [x - cx, y - cy];
    // A hair more: the value and the way are rounded.
    const off = Math.sqrt(dx * dx + dy * dy) + 1e-9 * cell;
    if (known[i] + off < low) return known[i] + off;
    return known[i] - off >= low ? known[i] - off : this.at(x, y);
  }
}
