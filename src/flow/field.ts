/**
 * The field behind every flow map: the cost of the last body left on the way to a point, plus the distance from it,
 *
 *   c(p) = min_i ( d_i + dist(p, O_i) )
 *
 * With obstacles at cost 0 (SPM0, Farias 2020, 4.4) this is the whole map: visibility plays no role, since crossing
 * another obstacle only makes the way cheaper. Inside a boundary that is not convex, straight ways that leave it do not
 * count. The field is 1-Lipschitz, and its contours are straight lines along pieces and arcs around their ends.
 */
import type { Enclosure } from "./enclosure.js";
import { PieceTree } from "./tree.js";

/** A value at a point, and the piece that gives it; -1 where none does. */
export interface Sample {
  value: number;
  piece: number;
}

/** Straight pieces that each start with a value, in coordinates relative to the plan's middle. */
export class Field {
  readonly tree: PieceTree;
  /** Least value under every box of the tree. */
  readonly least: Float64Array;

  constructor(
    /** x0, y0, x1, y1 per piece. */
    readonly ends: Float64Array,
    /** What each piece starts with; pieces with Infinity do not count. */
    readonly values: Float64Array,
    readonly enclosure: Enclosure | null,
    /** Pieces below this number are walls of the boundary: only their left side is inside. */
    readonly oneSided = 0,
  ) {
    const count = values.length;
    this.tree = new PieceTree({ count, ends, body: Int32Array.from({ length: count }, (_, i) => i) });
    this.least = this.tree.extremes(values, 1);
  }

  /**
   * The field at a point.
   *
   * @param hint a piece that is likely to give the value, such as the one of a point nearby
   * @param ceiling only pieces that start with less count
   */
  at(
    x: number,
    y: number,
    sample: Sample = { value: 0, piece: -1 },
    hint = -1,
    ceiling = Infinity,
  ): Sample {
    sample.value = Infinity;
    sample.piece = -1;
    if (hint >= 0 && this.values[hint] < ceiling) this.offer(hint, x, y, sample);
    this.descend(0, x, y, sample, ceiling);
    return sample;
  }

  private descend(box: number, x: number, y: number, sample: Sample, ceiling: number): void {
    const { tree, least } = this;
    if (!(least[box] < ceiling)) return;
    if (tree.isLeaf(box)) {
      for (let k = tree.first[box]; k < tree.last[box]; k++) {
        if (this.values[tree.order[k]] < ceiling) this.offer(tree.order[k], x, y, sample);
      }
      return;
    }
    const [a, b] = [2 * box + 1, 2 * box + 2];
    const toA = least[a] + Math.sqrt(tree.distance2ToBox(a, x, y, x, y));
    const toB = least[b] + Math.sqrt(tree.distance2ToBox(b, x, y, x, y));
    const [near, far, nearest, farthest] = toA <= toB ? [a, b, toA, toB] : [b, a, toB, toA];
    if (nearest < sample.value) this.descend(near, x, y, sample, ceiling);
    if (farthest < sample.value) this.descend(far, x, y, sample, ceiling);
  }

  private offer(piece: number, x: number, y: number, sample: Sample): void {
    const value = this.values[piece] + Math.sqrt(this.tree.distance2(piece, x, y));
    if (!(value < sample.value)) return;
    if (this.enclosure && piece !== sample.piece) {
      const [fx, fy] = this.foot(piece, x, y);
      if (this.enclosure.isLeft(x, y, fx, fy)) return;
    }
    sample.value = value;
    sample.piece = piece;
  }

  /** The point of a piece that is nearest to (x, y). */
  foot(piece: number, x: number, y: number): [number, number] {
    const { ends } = this;
    const p = 4 * piece;
    const [ax, ay, bx, by] = [ends[p], ends[p + 1], ends[p + 2], ends[p + 3]];
    const [ux, uy] = [bx - ax, by - ay];
    const length2 = ux * ux + uy * uy;
    const t = length2 > 0 ? ((x - ax) * ux + (y - ay) * uy) / length2 : 0;
    if (t <= 0) return [ax, ay];
    return t >= 1 ? [bx, by] : [ax + t * ux, ay + t * uy];
  }
}
