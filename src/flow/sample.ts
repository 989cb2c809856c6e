/**
 * A field at the centres of all cells of a raster.
 *
 * Between two points of a tile the field, and what a single piece gives, change by no more than their distance: a tile of
 * reach h needs only the pieces that give at most 2 h more than the best one at its middle. Tiles are quartered, each from
 * the pieces of the one around it, until few pieces or cells are left. Inside a boundary that is not convex this holds
 * where the tile keeps clear of the boundary.
 */
import type { Field, Sample } from "./field.js";
import type { Frame } from "./free-cells.js";

/** Tiles are not quartered below so many cells, or for so few pieces. */
const SMALL = 4;
const FEW = 2;

/** Called with every cell, row * width + column, and the sample at its centre. */
export type Sink = (cell: number, sample: Sample, x: number, y: number) => void;

/** Samples a field, whose coordinates are relative to (ox, oy), at the centres of cells. */
export function sampleCells(field: Field, frame: Frame, ox: number, oy: number, sink: Sink): void {
  const size = Math.max(frame.width, frame.height);
  let side = SMALL;
  while (side < size) side *= 2;
  new Sampler(field, frame, frame.origin[0] - ox, frame.origin[1] - oy, sink).tile(0, 0, side, null);
}

class Sampler {
  private readonly sample: Sample = { value: 0, piece: -1 };

  constructor(
    private readonly field: Field,
    private readonly frame: Frame,
    /** The lower left corner of the raster in the field's coordinates. */
    private readonly left: number,
    private readonly bottom: number,
    private readonly sink: Sink,
  ) {}

  /** Samples a tile of `side` cells given the pieces that count in it; null where these are not known. */
  tile(column: number, row: number, side: number, known: readonly number[] | null): void {
    const { width, height, cell } = this.frame;
    if (column >= width || row >= height) return;
    const half = (side / 2) * cell;
    const pieces = this.field.around(
      this.left + column * cell + half,
      this.bottom + row * cell + half,
      half * Math.SQRT2,
      known,
    );
    if (side <= SMALL || (pieces !== null && pieces.length <= FEW)) {
      this.fill(column, row, side, pieces);
      return;
    }
    const next = side / 2;
    this.tile(column, row, next, pieces);
    this.tile(column + next, row, next, pieces);
    this.tile(column, row + next, next, pieces);
    this.tile(column + next, row + next, next, pieces);
  }

  private fill(firstColumn: number, firstRow: number, side: number, pieces: readonly number[] | null): void {
    const { width, height, cell } = this.frame;
    const { field, sample, sink } = this;
    const [columns, rows] = [Math.min(width, firstColumn + side), Math.min(height, firstRow + side)];
    for (let row = firstRow; row < rows; row++) {
      const y = this.bottom + (row + 0.5) * cell;
      for (let column = firstColumn; column < columns; column++) {
        const x = this.left + (column + 0.5) * cell;
        if (pieces) field.atOf(pieces, x, y, sample);
        else field.at(x, y, sample, sample.piece);
        sink(row * width + column, sample, x, y);
      }
    }
  }
}
