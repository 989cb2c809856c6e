/**
 * The critical graph (Farias 2020, 4.4.1): bodies as nodes, the shortest straight ways between them, called gates, as
 * edges; and distances over it, in metres or in whole lanes.
 *
 * A gate that crosses a third body is never needed: the two parts are together no longer than the whole, nor do they hold
 * more lanes. Every other pair can matter (thinning the graph to neighbours breaks it), so all are looked at: a search
 * skips a region only when even its nearest box cannot lower the worst distance known there.
 */
import { distance2ToSegment, type Point } from "../geometry/index.js";
import { MinHeap } from "../numerics/index.js";
import type { Enclosure } from "./enclosure.js";
import type { Pieces } from "./pieces.js";
import { PieceTree } from "./tree.js";

/** The floor of a number of lanes forgives this share: 1.2 / 0.4 is 2.9999999999999996 in doubles. */
const FLOOR_GUARD = 1e-9;

/** How many lanes of a width fit through a gate. */
export function lanesThrough(length: number, width: number): number {
  return Math.floor((length / width) * (1 + FLOOR_GUARD));
}

/** The nearest points of two pieces, and how far they are from each other. */
export interface Link {
  distance2: number;
  /** On the first piece. */
  ax: number;
  ay: number;
  /** On the second piece. */
  bx: number;
  by: number;
}

/** Distances from some bodies to all, with the gate over which each was reached. */
export interface Distances {
  /** Metres, or whole lanes; Infinity where there is no way. */
  readonly value: Float64Array;
  /** The pieces at both ends of the gate that led to each body: the near one first; -1 where it started itself. */
  readonly from: Int32Array;
  readonly to: Int32Array;
}

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

  /** The nearest points of two segments of a list, given as x0, y0, x1, y1. */
  static nearest(ends: Float64Array, i: number, j: number): Link {
    return nearestPoints(ends, i, j, { distance2: 0, ax: 0, ay: 0, bx: 0, by: 0 });
  }

  /** The nearest points of two pieces. */
  between(i: number, j: number, link: Link = this.link): Link {
    return nearestPoints(this.pieces.ends, i, j, link);
  }

  /**
   * Distances from bodies that start with the given values (Infinity elsewhere).
   *
   * @param width lanes of this width are counted; 0 for metres
   * @param fixed bodies from this number on keep what they start with
   */
  spread(start: Float64Array, width: number, fixed = Infinity): Distances {
    const { bodies } = this.pieces;
    const value = start.slice();
    const from = new Int32Array(bodies).fill(-1);
    const to = new Int32Array(bodies).fill(-1);
    const distances = { value, from, to };
    const { boxes } = this.tree;
    const size = Math.hypot(boxes[2] - boxes[0], boxes[3] - boxes[1]);
    // Short gates first: they give bounds that make the search among the long ones cheap.
    for (let reach = (2 * size) / Math.sqrt(this.pieces.count + 1); ; reach *= 4) {
      this.relax(distances, width, reach < size ? reach : Infinity, fixed);
      if (!(reach < size)) return distances;
    }
  }

  /** One round of Dijkstra's algorithm with gates up to a length. */
  private relax({ value, from, to }: Distances, width: number, reach: number, fixed: number): void {
    const { tree } = this;
    const { body } = this.pieces;
    const bounds = tree.extremes(value, -1);
    const queue = new MinHeap(value.length);
    value.forEach((v, i) => {
      if (v < Infinity) queue.push(v, i);
    });
    const stack: number[] = [];
    while (queue.size > 0) {
      const key = queue.key;
      const i = queue.pop();
      const start = value[i];
      if (key > start) continue;
      for (const e of this.byBody[i]) {
        const p = 4 * e;
        const { ends } = this.pieces;
        const minX = Math.min(ends[p], ends[p + 2]);
        const maxX = Math.max(ends[p], ends[p + 2]);
        const minY = Math.min(ends[p + 1], ends[p + 3]);
        const maxY = Math.max(ends[p + 1], ends[p + 3]);
        stack.push(0);
        while (stack.length > 0) {
          const box = stack.pop()!;
          const near = Math.sqrt(tree.distance2ToBox(box, minX, minY, maxX, maxY));
          if (near > reach || start + costOf(near, width) >= bounds[box]) continue;
          if (!tree.isLeaf(box)) {
            stack.push(2 * box + 1, 2 * box + 2);
            continue;
          }
          for (let k = tree.first[box]; k < tree.last[box]; k++) {
            const other = tree.order[k];
            const j = body[other];
            if (j === i || start >= value[j] || j >= fixed) continue;
            const link = this.between(e, other);
            const reached = start + costOf(Math.sqrt(link.distance2), width);
            if (!(reached < value[j])) continue;
            if (link.distance2 > 0 && this.enclosure?.isLeft(link.ax, link.ay, link.bx, link.by)) continue;
            value[j] = reached;
            from[j] = e;
            to[j] = other;
            queue.push(reached, j);
          }
        }
      }
    }
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

  /** All gates up to a length that no third body crosses, one per pair of bodies. */
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
      .filter(({ i, j, distance2 }) => distance2 > 0 && !this.isCrossed(i, j))
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

function costOf(length: number, width: number): number {
  return width > 0 ? lanesThrough(length, width) : length;
}

/** The nearest points of two pieces that do not cross: an end of one and its nearest point on the other. */
function nearestPoints(ends: Float64Array, i: number, j: number, link: Link): Link {
  const [p, q] = [4 * i, 4 * j];
  link.distance2 = Infinity;
  for (let k = 0; k < 4; k += 2) {
    toSegment(ends[p + k], ends[p + k + 1], ends, q, link, false);
    toSegment(ends[q + k], ends[q + k + 1], ends, p, link, true);
  }
  return link;
}

/** Notes the way from a point to a segment in the link where it is shorter. */
function toSegment(x: number, y: number, ends: Float64Array, q: number, link: Link, swap: boolean): void {
  const [cx, cy, dx, dy] = [ends[q], ends[q + 1], ends[q + 2], ends[q + 3]];
  const d2 = distance2ToSegment(x, y, cx, cy, dx, dy);
  if (d2 >= link.distance2) return;
  const ux = dx - cx;
  const uy = dy - cy;
  const length2 = ux * ux + uy * uy;
  const t = length2 > 0 ? Math.min(1, Math.max(0, ((x - cx) * ux + (y - cy) * uy) / length2)) : 0;
  const fx = t === 1 ? dx : cx + t * ux;
  const fy = t === 1 ? dy : cy + t * uy;
  link.distance2 = d2;
  if (swap) {
    link.ax = fx;
    link.ay = fy;
    link.bx = x;
    link.by = y;
  } else {
    link.ax = x;
    link.ay = y;
    link.bx = fx;
    link.by = fy;
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
