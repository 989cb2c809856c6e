/**
 * The critical graph (Farias 2020, 4.4.1): bodies as nodes, the shortest straight ways between them, called gates, as
 * edges.
 *
 * A gate that crosses a third body is never needed: the two parts are together no longer than the whole, nor do they hold
 * more lanes. Every other pair can matter: thinning the graph to neighbours breaks it.
 */
import type { Point } from "../geometry/index.js";
import type { Enclosure } from "./enclosure.js";
import { type Link, nearestPoints } from "./links.js";
import type { Pieces } from "./pieces.js";
import { type Distances, type Extra, Spread } from "./spread.js";
import { PieceTree } from "./tree.js";

/** Gates between the bodies of a plan. */
export class Gates {
  readonly tree: PieceTree;
  private readonly byBody: Int32Array[];
  private readonly link: Link = { distance2: 0, ax: 0, ay: 0, bx: 0, by: 0 };

  constructor(
    readonly pieces: Pieces,
    /** Tells which straight ways leave the boundary; null where it is convex. */
    private readonly enclosure: Enclosure | null,
  ) {
    this.tree = new PieceTree(pieces);
    const lists: number[][] = Array.from({ length: pieces.bodies }, () => []);
    for (let i = 0; i < pieces.count; i++) lists[pieces.body[i]].push(i);
    this.byBody = lists.map((list) => Int32Array.from(list));
  }

  /** The pieces of a body. */
  piecesOf(body: number): Int32Array {
    return this.byBody[body];
  }

  /** The nearest points of two pieces. */
  between(i: number, j: number, link: Link = this.link): Link {
    return nearestPoints(this.pieces.ends, i, this.pieces.ends, j, link);
  }

  /**
   * Distances from bodies that start with the given values (Infinity elsewhere).
   *
   * @param width lanes of this width are counted; 0 for metres
   */
  spread(start: Float64Array, width: number): Distances {
    return this.searchFrom(start, width).fromBodies();
  }

  /** The same values when further pieces start with values of their own. */
  lowered(values: Float64Array, width: number, extra: Extra): Float64Array {
    return this.searchFrom(values, width).fromExtra(extra).value;
  }

  private searchFrom(start: Float64Array, width: number): Spread {
    return new Spread(this.tree, this.byBody, this.enclosure, width, start.slice());
  }

  /** The gates along the way to a body, the last one first, as pairs of pieces. */
  wayTo(target: number, { from, to }: Distances): [number, number][] {
    const way: [number, number][] = [];
    for (let i = target; from[i] >= 0; i = this.pieces.body[from[i]]) way.push([from[i], to[i]]);
    return way;
  }

  /** A gate as a segment in the world's coordinates. */
  segment(i: number, j: number): { a: Point; b: Point; length: number } {
    const { origin } = this.pieces;
    const { ax, ay, bx, by, distance2 } = this.between(i, j);
    return {
      a: [ax + origin[0], ay + origin[1]],
      b: [bx + origin[0], by + origin[1]],
      length: Math.sqrt(distance2),
    };
  }

  /** All gates up to a length that no third body crosses, one per pair of bodies; of length 0 between those that touch. */
  all(longest = Infinity): { bodies: [number, number]; a: Point; b: Point; length: number }[] {
    const { tree } = this;
    const { body, ends, bodies } = this.pieces;
    const best = new Map<number, { i: number; j: number; distance2: number }>();
    const stack: number[] = [];
    for (let e = 0; e < this.pieces.count; e++) {
      const p = 4 * e;
      stack.push(0);
      while (stack.length > 0) {
        const box = stack.pop()!;
        const near = tree.distance2ToBox(
          box,
          Math.min(ends[p], ends[p + 2]),
          Math.min(ends[p + 1], ends[p + 3]),
          Math.max(ends[p], ends[p + 2]),
          Math.max(ends[p + 1], ends[p + 3]),
        );
        if (near > longest * longest) continue;
        if (!tree.isLeaf(box)) {
          stack.push(2 * box + 1, 2 * box + 2);
          continue;
        }
        for (let k = tree.first[box]; k < tree.last[box]; k++) {
          const other = tree.order[k];
          if (body[other] <= body[e]) continue;
          const key = body[e] * bodies + body[other];
          const known = best.get(key);
          const link = this.between(e, other);
          if (link.distance2 > longest * longest || (known && known.distance2 <= link.distance2)) continue;
          if (link.distance2 > 0 && this.enclosure?.isLeft(link.ax, link.ay, link.bx, link.by)) continue;
          best.set(key, { i: e, j: other, distance2: link.distance2 });
        }
      }
    }
    return [...best.values()]
      .filter(({ i, j, distance2 }) => distance2 === 0 || !this.isCrossed(i, j))
      .map(({ i, j }) => ({ bodies: [body[i], body[j]], ...this.segment(i, j) }));
  }

  /** Whether a third body meets the gate between two pieces. */
  private isCrossed(i: number, j: number): boolean {
    const { tree } = this;
    const { body, ends } = this.pieces;
    const { ax, ay, bx, by } = this.between(i, j, { distance2: 0, ax: 0, ay: 0, bx: 0, by: 0 });
    const [minX, maxX] = ax < bx ? [ax, bx] : [bx, ax];
    const [minY, maxY] = ay < by ? [ay, by] : [by, ay];
    const stack = [0];
    while (stack.length > 0) {
      const box = stack.pop()!;
      if (tree.distance2ToBox(box, minX, minY, maxX, maxY) > 0) continue;
      if (!tree.isLeaf(box)) {
        stack.push(2 * box + 1, 2 * box + 2);
        continue;
      }
      for (let k = tree.first[box]; k < tree.last[box]; k++) {
        const p = 4 * tree.order[k];
        const owner = body[tree.order[k]];
        if (owner === body[i] || owner === body[j]) continue;
        if (segmentsMeet(ax, ay, bx, by, ends[p], ends[p + 1], ends[p + 2], ends[p + 3])) return true;
      }
    }
    return false;
  }
}

/** Whether two closed segments meet, up to rounding: only used to leave out gates that others make needless. */
function segmentsMeet(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean {
  const side = (px: number, py: number, qx: number, qy: number, rx: number, ry: number): number =>
    (qx - px) * (ry - py) - (qy - py) * (rx - px);
  return (
    side(ax, ay, bx, by, cx, cy) * side(ax, ay, bx, by, dx, dy) <= 0 &&
    side(cx, cy, dx, dy, ax, ay) * side(cx, cy, dx, dy, bx, by) <= 0 &&
    Math.max(Math.min(ax, bx), Math.min(cx, dx)) <= Math.min(Math.max(ax, bx), Math.max(cx, dx)) &&
    Math.max(Math.min(ay, by), Math.min(cy, dy)) <= Math.min(Math.max(ay, by), Math.max(cy, dy))
  );
}
