/**
 * The field behind every flow map: the cost of the last body left on the way to a point, plus the distance from it,
 *
 *   c(p) = min_i ( d_i + dist(p, O_i) )
 *
 * With obstacles at cost 0 (SPM0, Farias 2020, 4.4) this is the whole map: visibility plays no role, since crossing
 * another obstacle only makes the way cheaper. Inside a boundary that is not convex, straight ways that leave it do not
 * count. The field is 1-Lipschitz, and its contours are straight lines along pieces and arcs around their ends.
 */
import { PieceTree } from "./tree.js";

/** What a field asks of a boundary that is not convex. */
export interface Inside {
  /** Distance of a point from the boundary. */
  clearance(x: number, y: number): number;
  /** Whether the straight way from a to b leaves the inside. */
  isLeft(ax: number, ay: number, bx: number, by: number): boolean;
  /** The same for a point a that may lie outside, beyond an opening. */
  isHidden(ax: number, ay: number, bx: number, by: number): boolean;
}

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

  private readonly stack = new Int32Array(128);
  private readonly bounds = new Float64Array(128);
  private readonly own: Sample = { value: 0, piece: -1 };
  /** Distance of the point at hand from the boundary; < 0 before it is known. */
  private clear = -1;

  constructor(
    /** x0, y0, x1, y1 per piece. */
    readonly ends: Float64Array,
    /** What each piece starts with; pieces with Infinity do not count. */
    readonly values: Float64Array,
    readonly enclosure: Inside | null,
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
  at(x: number, y: number, sample: Sample = { value: 0, piece: -1 }, hint = -1, ceiling = Infinity): Sample {
    sample.value = Infinity;
    sample.piece = -1;
    this.clear = -1;
    if (hint >= 0 && this.values[hint] < ceiling) this.offer(hint, x, y, sample);
    const { stack, bounds, least, values } = this;
    const { boxes, first, last, order } = this.tree;
    const leaves = (first.length - 1) >> 1;
    let depth = 0;
    stack[depth] = 0;
    bounds[depth++] = least[0];
    while (depth > 0) {
      const box = stack[--depth];
      if (bounds[depth] >= sample.value || !(least[box] < ceiling)) continue;
      if (box >= leaves) {
        for (let k = first[box]; k < last[box]; k++) {
          const piece = order[k];
          if (values[piece] < ceiling) this.offer(piece, x, y, sample);
        }
        continue;
      }
      // The nearer child is looked at first: it lies on top of the stack.
      const a = 2 * box + 1;
      const toA = least[a] + distanceToBox(boxes, 4 * a, x, y);
      const toB = least[a + 1] + distanceToBox(boxes, 4 * a + 4, x, y);
      const nearer = toA <= toB ? a : a + 1;
      stack[depth] = nearer === a ? a + 1 : a;
      bounds[depth++] = nearer === a ? toB : toA;
      stack[depth] = nearer;
      bounds[depth++] = nearer === a ? toA : toB;
    }
    return sample;
  }

  /**
   * The pieces that can give the value somewhere within `reach` of a point; null where the boundary is nearer than that
   * and not convex, so that what counts at the point may be hidden beside it.
   *
   * @param known all pieces that can, and perhaps others, where these are known
   */
  around(x: number, y: number, reach: number, known: readonly number[] | null): number[] | null {
    if (this.enclosure && !known && this.enclosure.clearance(x, y) < reach) return null;
    const { tree, least, stack } = this;
    const { boxes, first, last, order } = tree;
    const found: number[] = [];
    const most = (known ? this.atOf(known, x, y, this.own) : this.at(x, y, this.own)).value + 2 * reach;
    if (known) {
      for (const piece of known) if (this.given(piece, x, y) <= most) found.push(piece);
      return found;
    }
    let depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
      const box = stack[--depth];
      if (least[box] + distanceToBox(boxes, 4 * box, x, y) > most) continue;
      if (!tree.isLeaf(box)) {
        stack[depth++] = 2 * box + 1;
        stack[depth++] = 2 * box + 2;
        continue;
      }
      for (let k = first[box]; k < last[box]; k++)
        if (this.given(order[k], x, y) <= most) found.push(order[k]);
    }
    return found;
  }

  /** What a piece gives at a point, in sight or not. */
  private given(piece: number, x: number, y: number): number {
    return this.values[piece] + Math.sqrt(this.tree.distance2(piece, x, y));
  }

  /** The field at a point as some pieces give it. */
  atOf(pieces: readonly number[], x: number, y: number, sample: Sample): Sample {
    sample.value = Infinity;
    sample.piece = -1;
    this.clear = -1;
    for (const piece of pieces) this.offer(piece, x, y, sample);
    return sample;
  }

  private offer(piece: number, x: number, y: number, sample: Sample): void {
    const value = this.given(piece, x, y);
    if (!(value < sample.value)) return;
    if (this.enclosure && piece !== sample.piece && this.isHidden(this.enclosure, piece, x, y)) return;
    sample.value = value;
    sample.piece = piece;
  }

  /** Whether the straight way from a point to a piece leaves the boundary; no way does that ends before the boundary. */
  private isHidden(enclosure: Inside, piece: number, x: number, y: number): boolean {
    if (this.clear < 0) this.clear = enclosure.clearance(x, y);
    const [fx, fy] = this.foot(piece, x, y);
    const [dx, dy] = [x - fx, y - fy];
    return dx * dx + dy * dy > this.clear * this.clear && enclosure.isLeft(x, y, fx, fy);
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

/** Distance from a point to the box at a place in a list of boxes. */
function distanceToBox(boxes: Float64Array, at: number, x: number, y: number): number {
  const dx = x < boxes[at] ? boxes[at] - x : x > boxes[at + 2] ? x - boxes[at + 2] : 0;
  const dy = y < boxes[at + 1] ? boxes[at + 1] - y : y > boxes[at + 3] ? y - boxes[at + 3] : 0;
  return dx === 0 ? dy : dy === 0 ? dx : Math.sqrt(dx * dx + dy * dy);
}
