/**
 * The pieces of an envelope in one flat array that serves many envelopes, eight numbers each.
 *
 * Calls on the way to a piece pass whole numbers only: an engine that does not inline a call puts every fraction it passes
 * into an object of its own, which took more time than the geometry.
 */
import { firstCapacity, grown } from "../growth.js";
import { TURN } from "./elements.js";

/** Numbers per piece, and where each of them is; its start comes first. */
export const STRIDE = 8;
/** Coefficients of the function: see `Frame.bound`. */
export const C0 = 1;
export const C1 = 2;
export const C2 = 3;
/** Around a point: the direction of the start, a unit vector. */
export const EX = 4;
export const EY = 5;
export const LABEL = 6;
/** 1 where further functions may change the piece. */
export const OPEN = 7;

/** A list of pieces. */
export class Pieces {
  count = 0;
  data = new Float64Array(STRIDE * firstCapacity(64));

  /** Makes room for one more piece and returns where it is in `data`. */
  take(): number {
    const at = STRIDE * this.count++;
    if (at === this.data.length) this.data = grown(this.data, 2 * at);
    return at;
  }

  /** Works out the direction of the start of the piece at `at`, a pseudo-angle. */
  direct(at: number): void {
    const { data } = this;
    const start = data[at];
    const ex = start <= 2 ? 1 - start : start - 3;
    const ey = start <= 1 ? start : start <= 3 ? 2 - start : start - TURN;
    const scale = 1 / Math.sqrt(ex * ex + ey * ey);
    data[at + EX] = ex * scale;
    data[at + EY] = ey * scale;
  }

  /** Appends the piece at `from` of another list. */
  copy(other: Pieces, from: number): void {
    const at = this.take();
    const { data } = this;
    const { data: source } = other;
    data[at] = source[from];
    data[at + C0] = source[from + C0];
    data[at + C1] = source[from + C1];
    data[at + C2] = source[from + C2];
    data[at + EX] = source[from + EX];
    data[at + EY] = source[from + EY];
    data[at + LABEL] = source[from + LABEL];
    data[at + OPEN] = source[from + OPEN];
  }
}
