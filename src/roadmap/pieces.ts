/** The pieces of an envelope in flat arrays that serve many envelopes. */
import { TURN } from "./elements.js";

/** A list of pieces in flat arrays. */
export class Pieces {
  count = 0;
  label = new Int32Array(64);
  start = new Float64Array(64);
  /** Coefficients of the function: see `Frame.bound`. */
  c0 = new Float64Array(64);
  c1 = new Float64Array(64);
  c2 = new Float64Array(64);
  /** Around a point: the direction of the start, a unit vector. */
  ex = new Float64Array(64);
  ey = new Float64Array(64);
  /** Whether further functions may change the piece. */
  open = new Uint8Array(64);

  push(label: number, start: number, c0: number, c1: number, c2: number, open: number): void {
    const i = this.count++;
    if (i === this.label.length) this.grow();
    this.label[i] = label;
    this.start[i] = start;
    this.c0[i] = c0;
    this.c1[i] = c1;
    this.c2[i] = c2;
    this.open[i] = open;
  }

  /** Works out the direction of the last piece's start, a pseudo-angle. */
  direct(): void {
    const i = this.count - 1;
    const start = this.start[i];
    const ex = start <= 2 ? 1 - start : start - 3;
    const ey = start <= 1 ? start : start <= 3 ? 2 - start : start - TURN;
    const scale = 1 / Math.sqrt(ex * ex + ey * ey);
    this.ex[i] = ex * scale;
    this.ey[i] = ey * scale;
  }

  /** Appends piece i of another list. */
  copy(from: Pieces, i: number): void {
    const k = this.count++;
    if (k === this.label.length) this.grow();
    this.label[k] = from.label[i];
    this.start[k] = from.start[i];
    this.c0[k] = from.c0[i];
    this.c1[k] = from.c1[i];
    this.c2[k] = from.c2[i];
    this.open[k] = from.open[i];
    this.ex[k] = from.ex[i];
    this.ey[k] = from.ey[i];
  }

  private grow(): void {
    const doubled = (from: Float64Array): Float64Array<ArrayBuffer> => {
      const to = new Float64Array(2 * from.length);
      to.set(from);
      return to;
    };
    const label = new Int32Array(2 * this.label.length);
    label.set(this.label);
    this.label = label;
    const open = new Uint8Array(2 * this.open.length);
    open.set(this.open);
    this.open = open;
    this.start = doubled(this.start);
    this.c0 = doubled(this.c0);
    this.c1 = doubled(this.c1);
    this.c2 = doubled(this.c2);
    this.ex = doubled(this.ex);
    this.ey = doubled(this.ey);
  }
}
