/** The ends of a field's pieces as numbered corners: around each of them a contour is an arc, up to the strips that leave it. */
import type { Field } from "./field.js";

/** A piece this near to a corner, as a share of the plan's size, passes through it. */
const TOUCHING = 1e-12;

/** Corners of a field, each with the pieces that leave it; ends at one place with one value are one corner. */
export class Corners {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** What the pieces at each corner start with. */
  readonly value: Float64Array;
  /** The corners at both ends of each piece. */
  readonly startOf: Int32Array;
  readonly endOf: Int32Array;
  /** Length and direction of each piece, from its start to its end. */
  readonly length: Float64Array;
  readonly ux: Float64Array;
  readonly uy: Float64Array;
  /** Pieces that leave corner c are those from first[c] to first[c + 1]: number, and 1 along the piece or -1 against it. */
  readonly first: Int32Array;
  readonly leaving: Int32Array;
  readonly sense: Int8Array;

  constructor(private readonly field: Field) {
    const { ends, values, oneSided } = field;
    const n = values.length;
    this.startOf = new Int32Array(n);
    this.endOf = new Int32Array(n);
    this.length = new Float64Array(n);
    this.ux = new Float64Array(n);
    this.uy = new Float64Array(n);
    const [x, y, value] = this.number(ends, values);
    this.x = Float64Array.from(x);
    this.y = Float64Array.from(y);
    this.value = Float64Array.from(value);
    const lists: number[][] = x.map(() => []);
    for (let i = 0; i < n; i++) {
      const [a, b] = [this.startOf[i], this.endOf[i]];
      const length = Math.hypot(x[b] - x[a], y[b] - y[a]);
      this.length[i] = length;
      if (length === 0) continue;
      this.ux[i] = (x[b] - x[a]) / length;
      this.uy[i] = (y[b] - y[a]) / length;
      lists[a].push(i);
      // Pieces against their direction are noted as ~i.
      if (i >= oneSided) lists[b].push(~i);
    }
    lists.forEach((list, corner) => {
      this.addThrough(corner, list);
    });
    this.first = new Int32Array(x.length + 1);
    lists.forEach((list, corner) => {
      this.first[corner + 1] = this.first[corner] + list.length;
    });
    const all = lists.flat();
    this.leaving = Int32Array.from(all, (i) => (i < 0 ? ~i : i));
    this.sense = Int8Array.from(all, (i) => (i < 0 ? -1 : 1));
  }

  /** Numbers the ends of all pieces; returns coordinates and values of the corners. */
  private number(ends: Float64Array, values: Float64Array): [number[], number[], number[]] {
    const [x, y, value]: [number[], number[], number[]] = [[], [], []];
    // Pieces of an outline mostly follow each other: the x coordinate alone finds the few corners to compare with.
    const byX = new Map<number, number[]>();
    const find = (px: number, py: number, v: number): number => {
      const list = byX.get(px);
      const known = list?.find((c) => y[c] === py && value[c] === v);
      if (known !== undefined) return known;
      const corner = x.length;
      x.push(px);
      y.push(py);
      value.push(v);
      if (list) list.push(corner);
      else byX.set(px, [corner]);
      return corner;
    };
    for (let i = 0; i < values.length; i++) {
      this.startOf[i] = find(ends[4 * i], ends[4 * i + 1], values[i]);
      this.endOf[i] = find(ends[4 * i + 2], ends[4 * i + 3], values[i]);
    }
    return [x, y, value];
  }

  /** Pieces of the same value that pass through a corner, such as a wall that another one stands on, leave it both ways. */
  private addThrough(corner: number, list: number[]): void {
    const { tree, values, oneSided } = this.field;
    const [x, y] = [this.x[corner], this.y[corner]];
    const near = TOUCHING * (Math.abs(tree.boxes[0]) + Math.abs(tree.boxes[1]));
    const stack = [0];
    while (stack.length > 0) {
      const box = stack.pop()!;
      if (tree.distance2ToBox(box, x, y, x, y) > near * near) continue;
      if (!tree.isLeaf(box)) {
        stack.push(2 * box + 1, 2 * box + 2);
        continue;
      }
      for (let k = tree.first[box]; k < tree.last[box]; k++) {
        const piece = tree.order[k];
        const [a, b] = [this.startOf[piece], this.endOf[piece]];
        if (values[piece] !== this.value[corner] || a === corner || b === corner) continue;
        if (!(tree.distance2(piece, x, y) <= near * near)) continue;
        const along = (x - this.x[a]) * this.ux[piece] + (y - this.y[a]) * this.uy[piece];
        if (!(along > near && along < this.length[piece] - near)) continue;
        list.push(piece);
        if (piece >= oneSided) list.push(~piece);
      }
    }
  }
}
