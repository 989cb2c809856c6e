/**
 * A tree of boxes over straight pieces, in which every box also knows the least or greatest value of its pieces' bodies:
 * what lets a search for "nearest, counting what the body starts with" skip whole regions.
 */
import { distance2ToSegment } from "../geometry/index.js";
import type { Pieces } from "./pieces.js";

/** Pieces per leaf. */
const LEAF = 4;

/** Boxes over pieces, as an implicit binary tree: the children of box i are 2 i + 1 and 2 i + 2. */
export class PieceTree {
  /** minX, minY, maxX, maxY per box. */
  readonly boxes: Float64Array;
  /** Pieces in the order of the leaves. */
  readonly order: Int32Array;
  /** First and last + 1 position in `order` of each box. */
  readonly first: Int32Array;
  readonly last: Int32Array;
  /** The leaf of each piece. */
  private readonly leafOf: Int32Array;

  constructor(readonly pieces: Pick<Pieces, "count" | "ends" | "body">) {
    const { count } = pieces;
    this.order = mortonOrder(pieces);
    let boxes = 1;
    while (Math.ceil(count / ((boxes + 1) / 2)) > LEAF) boxes = 2 * boxes + 1;
    this.boxes = new Float64Array(4 * boxes);
    this.first = new Int32Array(boxes);
    this.last = new Int32Array(boxes);
    this.last[0] = count;
    for (let i = 0; 2 * i + 2 < boxes; i++) {
      const middle = (this.first[i] + this.last[i]) >> 1;
      this.first[2 * i + 1] = this.first[i];
      this.last[2 * i + 1] = middle;
      this.first[2 * i + 2] = middle;
      this.last[2 * i + 2] = this.last[i];
    }
    for (let i = boxes - 1; i >= 0; i--) this.enclose(i);
    this.leafOf = new Int32Array(count);
    for (let i = boxes >> 1; i < boxes; i++) {
      for (let k = this.first[i]; k < this.last[i]; k++) this.leafOf[this.order[k]] = i;
    }
  }

  private enclose(i: number): void {
    const { boxes, order, first, last } = this;
    const { ends } = this.pieces;
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    if (this.isLeaf(i)) {
      for (let k = first[i]; k < last[i]; k++) {
        const p = 4 * order[k];
        minX = Math.min(minX, ends[p], ends[p + 2]);
        minY = Math.min(minY, ends[p + 1], ends[p + 3]);
        maxX = Math.max(maxX, ends[p], ends[p + 2]);
        maxY = Math.max(maxY, ends[p + 1], ends[p + 3]);
      }
    } else {
      for (const c of [4 * (2 * i + 1), 4 * (2 * i + 2)]) {
        minX = Math.min(minX, boxes[c]);
        minY = Math.min(minY, boxes[c + 1]);
        maxX = Math.max(maxX, boxes[c + 2]);
        maxY = Math.max(maxY, boxes[c + 3]);
      }
    }
    boxes.set([minX, minY, maxX, maxY], 4 * i);
  }

  /** Whether a box has pieces instead of children. */
  isLeaf(i: number): boolean {
    return 2 * i + 2 >= this.first.length;
  }

  /** Brings the greatest values of all boxes over some pieces up to date, after the values of these have fallen. */
  refresh(greatest: Float64Array, values: Float64Array, pieces: Int32Array): void {
    const { order, first, last, leafOf } = this;
    const { body } = this.pieces;
    for (let p = 0; p < pieces.length; p++) {
      let i = leafOf[pieces[p]];
      let most = -Infinity;
      for (let k = first[i]; k < last[i]; k++) most = Math.max(most, values[body[order[k]]]);
      while (most < greatest[i]) {
        greatest[i] = most;
        if (i === 0) break;
        i = (i - 1) >> 1;
        most = Math.max(greatest[2 * i + 1], greatest[2 * i + 2]);
      }
    }
  }

  /** The least (sign 1) or greatest (sign -1) value of the bodies under every box. */
  extremes(values: Float64Array, sign: 1 | -1, into = new Float64Array(this.first.length)): Float64Array {
    const { order, first, last } = this;
    const { body } = this.pieces;
    for (let i = first.length - 1; i >= 0; i--) {
      let best = sign * Infinity;
      if (this.isLeaf(i)) {
        for (let k = first[i]; k < last[i]; k++) {
          const value = values[body[order[k]]];
          if (sign * value < sign * best) best = value;
        }
      } else {
        const [a, b] = [into[2 * i + 1], into[2 * i + 2]];
        best = sign * a < sign * b ? a : b;
      }
      into[i] = best;
    }
    return into;
  }

  /** Squared distance from a box to an upright rectangle; 0 where they meet. */
  distance2ToBox(i: number, minX: number, minY: number, maxX: number, maxY: number): number {
    const { boxes } = this;
    const dx = Math.max(0, boxes[4 * i] - maxX, minX - boxes[4 * i + 2]);
    const dy = Math.max(0, boxes[4 * i + 1] - maxY, minY - boxes[4 * i + 3]);
    return dx * dx + dy * dy;
  }

  /** Squared distance from a point to a piece. */
  distance2(piece: number, x: number, y: number): number {
    const { ends } = this.pieces;
    const p = 4 * piece;
    return distance2ToSegment(x, y, ends[p], ends[p + 1], ends[p + 2], ends[p + 3]);
  }
}

/** The pieces by the Morton code of their middles: neighbours in the list are mostly neighbours in the plane. */
function mortonOrder({ count, ends }: Pick<Pieces, "count" | "ends">): Int32Array {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < count; i++) {
    const [x, y] = [ends[4 * i] + ends[4 * i + 2], ends[4 * i + 1] + ends[4 * i + 3]];
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
  }
  const scale = 65535 / Math.max(maxX - minX, maxY - minY, Number.MIN_VALUE);
  const codes = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const x = Math.round((ends[4 * i] + ends[4 * i + 2] - minX) * scale);
    const y = Math.round((ends[4 * i + 1] + ends[4 * i + 3] - minY) * scale);
    codes[i] = spread(x) + 2 * spread(y);
  }
  return Int32Array.from({ length: count }, (_, i) => i).sort((a, b) => codes[a] - codes[b] || a - b);
}

/** The 16 bits of a number at even places. */
function spread(v: number): number {
  let x = v & 0xffff;
  x = (x | (x << 8)) & 0x00ff00ff;
  x = (x | (x << 4)) & 0x0f0f0f0f;
  x = (x | (x << 2)) & 0x33333333;
  x = (x | (x << 1)) & 0x55555555;
  return x >>> 0;
}
