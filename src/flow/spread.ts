/**
 * Distances over the critical graph, in metres or in whole lanes (Farias 2020, 4.4.1).
 *
 * No list of gates is made: Dijkstra's algorithm looks for them as it goes. A body that is settled walks down the tree of
 * pieces and skips every box that is settled, or whose worst body even the nearest corner of the box cannot improve. Short
 * gates go first: they leave values with which the walk among the long ones, which must not be left out, ends soon.
 */
import { distance2ToSegment } from "../geometry/index.js";
import { MinHeap } from "../numerics/index.js";
import type { Enclosure } from "./enclosure.js";
import { type Link, lanesThrough, nearestPoints } from "./links.js";
import type { PieceTree } from "./tree.js";

/** Bodies of up to so many pieces walk down the tree as one. */
const SMALL = 16;

/** Distances from some bodies to all, with the gate over which each was reached. */
export interface Distances {
  /** Metres, or whole lanes; Infinity where there is no way. */
  readonly value: Float64Array;
  /** The pieces at both ends of the gate that led to each body: the near one first; -1 where it started itself. */
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** Straight pieces that start with a value but belong to no body. */
export interface Extra {
  /** x0, y0, x1, y1 per piece. */
  readonly ends: Float64Array;
  readonly values: readonly number[];
}

/** One search for distances. */
export class Spread implements Distances {
  readonly from: Int32Array;
  readonly to: Int32Array;
  private readonly queue: MinHeap;
  /** Greatest value under each box of the tree. */
  private readonly bounds: Float64Array;
  private readonly stack: number[] = [];
  private readonly link: Link = { distance2: 0, ax: 0, ay: 0, bx: 0, by: 0 };
  private readonly box = new Float64Array(4);

  /** @param value what the bodies start with, which the search lowers */
  constructor(
    private readonly tree: PieceTree,
    private readonly byBody: readonly Int32Array[],
    private readonly enclosure: Enclosure | null,
    /** Lanes of this width are counted; 0 for metres. */
    private readonly width: number,
    readonly value: Float64Array,
  ) {
    this.from = new Int32Array(value.length).fill(-1);
    this.to = new Int32Array(value.length).fill(-1);
    this.queue = new MinHeap(value.length);
    this.bounds = tree.extremes(value, -1);
  }

  /** Spreads from all bodies that start with a finite value. */
  fromBodies(): this {
    const { boxes } = this.tree;
    const size = Math.hypot(boxes[2] - boxes[0], boxes[3] - boxes[1]);
    for (const reach of [(2 * size) / Math.sqrt(this.tree.pieces.count + 1), Infinity]) {
      this.value.forEach((v, i) => {
        if (v < Infinity) this.queue.push(v, i);
      });
      this.settle(reach);
    }
    return this;
  }

  /** Spreads from further pieces into values that are right without them. */
  fromExtra({ ends, values }: Extra): this {
    const one = new Int32Array(1);
    values.forEach((value, i) => {
      one[0] = i;
      this.walk(ends, one, 0, 1, -1, value, Infinity);
    });
    this.settle(Infinity);
    return this;
  }

  /** Dijkstra's algorithm with gates up to a length. */
  private settle(reach: number): void {
    const { queue, value, byBody } = this;
    const { ends } = this.tree.pieces;
    while (queue.size > 0) {
      const key = queue.key;
      const i = queue.pop();
      if (key > value[i]) continue;
      this.tree.refresh(this.bounds, value, byBody[i]);
      const pieces = byBody[i];
      const step = pieces.length <= SMALL ? pieces.length : 1;
      for (let k = 0; k < pieces.length; k += step) this.walk(ends, pieces, k, k + step, i, key, reach);
    }
  }

  /** Offers a value, plus what the way costs, to everything near some of the pieces of a body. */
  private walk(
    ends: Float64Array,
    list: Int32Array,
    first: number,
    last: number,
    owner: number,
    start: number,
    reach: number,
  ): void {
    const { tree, stack, bounds, box: around } = this;
    this.setBox(ends, list, first, last);
    const [minX, minY, maxX, maxY] = around;
    const leaves = (tree.first.length - 1) >> 1;
    stack.push(0);
    while (stack.length > 0) {
      const box = stack.pop()!;
      if (!(start < bounds[box])) continue;
      const near = Math.sqrt(tree.distance2ToBox(box, minX, minY, maxX, maxY));
      if (near > reach || start + this.costOf(near) >= bounds[box]) continue;
      if (box < leaves) stack.push(2 * box + 1, 2 * box + 2);
      else this.look(box, ends, list, first, last, owner, start);
    }
  }

  private setBox(ends: Float64Array, list: Int32Array, first: number, last: number): void {
    const { box } = this;
    box[0] = box[1] = Infinity;
    box[2] = box[3] = -Infinity;
    for (let k = first; k < last; k++) {
      const p = 4 * list[k];
      box[0] = Math.min(box[0], ends[p], ends[p + 2]);
      box[1] = Math.min(box[1], ends[p + 1], ends[p + 3]);
      box[2] = Math.max(box[2], ends[p], ends[p + 2]);
      box[3] = Math.max(box[3], ends[p + 1], ends[p + 3]);
    }
  }

  /** Compares pieces of a body with the pieces in a leaf. */
  private look(
    leaf: number,
    ends: Float64Array,
    list: Int32Array,
    first: number,
    last: number,
    owner: number,
    start: number,
  ): void {
    const { tree, value, link } = this;
    const { body, ends: others } = tree.pieces;
    for (let k = tree.first[leaf]; k < tree.last[leaf]; k++) {
      const other = tree.order[k];
      const j = body[other];
      if (j === owner || start >= value[j]) continue;
      for (let m = first; m < last; m++) {
        const e = list[m];
        const cost = this.costOf(Math.sqrt(distance2Between(ends, 4 * e, others, 4 * other)));
        if (!(start + cost < value[j])) continue;
        if (this.enclosure) {
          nearestPoints(ends, e, others, other, link);
          if (link.distance2 > 0 && this.enclosure.isLeft(link.ax, link.ay, link.bx, link.by)) continue;
        }
        value[j] = start + cost;
        this.from[j] = e;
        this.to[j] = other;
        this.queue.push(start + cost, j);
      }
    }
  }

  private costOf(length: number): number {
    return this.width > 0 ? lanesThrough(length, this.width) : length;
  }
}

/** Squared distance between two segments that do not cross: from an end of one to the other. */
function distance2Between(a: Float64Array, p: number, b: Float64Array, q: number): number {
  const [ax, ay, bx, by] = [a[p], a[p + 1], a[p + 2], a[p + 3]];
  const [cx, cy, dx, dy] = [b[q], b[q + 1], b[q + 2], b[q + 3]];
  return Math.min(
    distance2ToSegment(ax, ay, cx, cy, dx, dy),
    distance2ToSegment(bx, by, cx, cy, dx, dy),
    distance2ToSegment(cx, cy, ax, ay, bx, by),
    distance2ToSegment(dx, dy, ax, ay, bx, by),
  );
}
