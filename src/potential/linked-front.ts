/**
 * The last front: cells whose neighbours are no neighbours on the grid. Row i says `sum_j a_ij x_j + right_i = 0`, with all
 * coefficients >= 0 but the diagonal's; eliminating only ever adds to them, as in `eliminate.ts`.
 */
import { needMemory } from "../limits.js";

/** Dense equations in no particular order. */
export class LinkedFront {
  private readonly rows: Float64Array;
  private readonly stride: number;

  constructor(private readonly size: number) {
    this.stride = size + 1;
    needMemory(`${size} cells beside portals`, 8 * size * this.stride, "cell");
    this.rows = new Float64Array(size * this.stride);
  }

  /** Adds to a coefficient; column `size` is the right-hand side. */
  add(row: number, column: number, value: number): void {
    this.rows[row * this.stride + column] += value;
  }

  /** The unknowns. */
  solve(): Float64Array {
    const { rows, size, stride } = this;
    for (let k = 0; k < size; k++) {
      const pivot = k * stride;
      for (let i = k + 1; i < size; i++) {
        const row = i * stride;
        const share = rows[row + k] / -rows[pivot + k];
        if (share === 0) continue;
        for (let j = k + 1; j <= size; j++) rows[row + j] += share * rows[pivot + j];
      }
    }
    const x = new Float64Array(size);
    for (let k = size; k-- > 0; ) {
      const row = k * stride;
      let sum = rows[row + size];
      for (let j = k + 1; j < size; j++) sum += rows[row + j] * x[j];
      x[k] = sum / -rows[row + k];
    }
    return x;
  }
}
