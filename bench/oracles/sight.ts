/**
 * Sight between points of a plan, from its walls alone: an exact test of one pair over a grid, and a quick
 * conservative choice of the vertices that a point may see at all.
 */
import { orient, type Point } from "../../src/geometry/index.js";
import type { Plan } from "./plan.js";

/** Grid cells reach this share of a cell beyond themselves, so that rounding loses no edge. */
const CELL_SLACK = 1e-6;

/** Walls in the cells of a uniform grid. */
export class WallGrid {
  private readonly minX: number;
  private readonly minY: number;
  private readonly cell: number;
  private readonly columns: number;
  private readonly rows: number;
  /** Edges of cell c: `items` from `starts[c]` to `starts[c + 1]`. */
  private readonly starts: Int32Array;
  private readonly items: Int32Array;

  constructor(private readonly plan: Plan) {
    const { coords, ends } = plan;
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < coords.length; i += 2) {
      minX = Math.min(minX, coords[i]);
      maxX = Math.max(maxX, coords[i]);
      minY = Math.min(minY, coords[i + 1]);
      maxY = Math.max(maxY, coords[i + 1]);
    }
    this.minX = minX;
    this.minY = minY;
    this.cell = Math.sqrt(((maxX - minX) * (maxY - minY)) / (ends.length / 2));
    this.columns = Math.floor((maxX - minX) / this.cell) + 1;
    this.rows = Math.floor((maxY - minY) / this.cell) + 1;

    const counts = new Int32Array(this.columns * this.rows + 1);
    const eachCell = (visit: (c: number, e: number) => boolean): void => {
      for (let e = 0; e < ends.length / 2; e++) {
        const [a, b] = [2 * ends[2 * e], 2 * ends[2 * e + 1]];
        this.walk(coords[a], coords[a + 1], coords[b], coords[b + 1], (c) => visit(c, e));
      }
    };
    eachCell((c) => ++counts[c + 1] < 0);
    for (let c = 1; c < counts.length; c++) counts[c] += counts[c - 1];
    this.starts = counts.slice();
    this.items = new Int32Array(counts[counts.length - 1]);
    eachCell((c, e) => {
      this.items[counts[c]++] = e;
      return false;
    });
  }

  /** Visits the cells along a segment from its start, row by row; ends early when the visitor says so. */
  private walk(ax: number, ay: number, bx: number, by: number, visit: (c: number) => boolean): boolean {
    const { minX, minY, cell, columns, rows } = this;
    const [x0, y0, x1, y1] = [(ax - minX) / cell, (ay - minY) / cell, (bx - minX) / cell, (by - minY) / cell];
    const slope = (x1 - x0) / (y1 - y0);
    const up = y1 >= y0;
    const [lowY, highY] = up ? [y0, y1] : [y1, y0];
    const [lowX, highX] = x0 < x1 ? [x0, x1] : [x1, x0];
    const bottom = Math.max(0, Math.floor(lowY - CELL_SLACK));
    const top = Math.min(rows - 1, Math.floor(highY + CELL_SLACK));
    for (let row = up ? bottom : top; up ? row <= top : row >= bottom; row += up ? 1 : -1) {
      // Where the segment enters and leaves this row; the whole of it where it is level.
      let [left, right] = [lowX, highX];
      if (highY - lowY > CELL_SLACK) {
        const enter = x0 + slope * (row - CELL_SLACK - y0);
        const leave = x0 + slope * (row + 1 + CELL_SLACK - y0);
        left = Math.max(lowX, Math.min(enter, leave));
        right = Math.min(highX, Math.max(enter, leave));
      }
      const from = Math.max(0, Math.floor(left - CELL_SLACK));
      const to = Math.min(columns - 1, Math.floor(right + CELL_SLACK));
      if (x0 <= x1) {
        for (let column = from; column <= to; column++) if (visit(row * columns + column)) return true;
      } else {
        for (let column = to; column >= from; column--) if (visit(row * columns + column)) return true;
      }
    }
    return false;
  }

  /**
   * Whether the open segment ab crosses no wall and meets no vertex. What passes a vertex counts as two segments,
   * from vertex to vertex, and what the vertex itself allows is decided there.
   */
  isClear(ax: number, ay: number, bx: number, by: number): boolean {
    const { starts, items } = this;
    return !this.walk(ax, ay, bx, by, (c) => {
      for (let i = starts[c]; i < starts[c + 1]; i++) if (this.blocks(items[i], ax, ay, bx, by)) return true;
      return false;
    });
  }

  private blocks(e: number, ax: number, ay: number, bx: number, by: number): boolean {
    const { coords, ends } = this.plan;
    const [c, d] = [2 * ends[2 * e], 2 * ends[2 * e + 1]];
    const [cx, cy, dx, dy] = [coords[c], coords[c + 1], coords[d], coords[d + 1]];
    const sideC = orient(ax, ay, bx, by, cx, cy);
    const sideD = orient(ax, ay, bx, by, dx, dy);
    if ((sideC > 0 && sideD > 0) || (sideC < 0 && sideD < 0)) return false;
    if (sideC === 0 && isBetween(ax, ay, bx, by, cx, cy)) return true;
    if (sideD === 0 && isBetween(ax, ay, bx, by, dx, dy)) return true;
    if (sideC === 0 || sideD === 0) return false;
    const sideA = orient(cx, cy, dx, dy, ax, ay);
    const sideB = orient(cx, cy, dx, dy, bx, by);
    return (sideA > 0 && sideB < 0) || (sideA < 0 && sideB > 0);
  }
}

/** Whether a point of the line ab lies strictly between a and b. */
function isBetween(ax: number, ay: number, bx: number, by: number, x: number, y: number): boolean {
  return ax !== bx ? (ax < x && x < bx) || (bx < x && x < ax) : (ay < y && y < by) || (by < y && y < ay);
}

/** Directions are counted in buckets; a share of a bucket near its ends is left to both neighbours. */
const BUCKETS = 1024;
const BUCKET_SLACK = 1e-5;
const LEAF = 4;

/** A full turn as 0 to BUCKETS, monotonous in the angle, without trigonometry. */
function bucketOf(dx: number, dy: number): number {
  const t = dy / (Math.abs(dx) + Math.abs(dy));
  return (dx >= 0 ? (dy >= 0 ? t : 4 + t) : 2 - t) * (BUCKETS / 4);
}

/**
 * Chooses vertices that a point may see. Walls are taken roughly from near to far out of a tree of boxes; in every
 * direction that a wall fills, the distance of its farther end hides all that lies behind. Rounding may only keep
 * a vertex that is hidden, never drop one that is not.
 */
export class SightTree {
  /** Edges in tree order; node i covers `order` from `from[i]` to `to[i]` and has the children left[i], left[i] + 1. */
  private readonly order: Int32Array;
  private readonly from: number[] = [];
  private readonly to: number[] = [];
  private readonly left: number[] = [];
  private readonly boxes: number[] = [];
  /** Squared distance beyond which nothing is seen, per bucket. */
  private readonly depth = new Float64Array(BUCKETS);
  private readonly seen: Int32Array;
  private query = 0;

  constructor(private readonly plan: Plan) {
    this.order = Int32Array.from({ length: plan.ends.length / 2 }, (_, e) => e);
    this.seen = new Int32Array(plan.vertexCount);
    this.addNode(0, this.order.length);
    for (let i = 0; i < this.from.length; i++) this.splitNode(i);
  }

  private addNode(from: number, to: number): void {
    const { coords, ends } = this.plan;
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = from; i < to; i++) {
      for (let k = 2 * this.order[i]; k < 2 * this.order[i] + 2; k++) {
        const [x, y] = [coords[2 * ends[k]], coords[2 * ends[k] + 1]];
        minX = Math.min(minX, x);
        maxX = Math.max(maxX, x);
        minY = Math.min(minY, y);
        maxY = Math.max(maxY, y);
      }
    }
    this.boxes.push(minX, minY, maxX, maxY);
    this.from.push(from);
    this.to.push(to);
    this.left.push(-1);
  }

  private splitNode(i: number): void {
    const { coords, ends } = this.plan;
    const [from, to, box] = [this.from[i], this.to[i], 4 * i];
    if (to - from <= LEAF) return;
    const axis = this.boxes[box + 2] - this.boxes[box] > this.boxes[box + 3] - this.boxes[box + 1] ? 0 : 1;
    const middle = (e: number): number => coords[2 * ends[2 * e] + axis] + coords[2 * ends[2 * e + 1] + axis];
    this.order.subarray(from, to).sort((e, f) => middle(e) - middle(f));
    const half = (from + to) >> 1;
    this.left[i] = this.from.length;
    this.addNode(from, half);
    this.addNode(half, to);
  }

  /** Calls back with every vertex that p may see, p itself left out. */
  visible([x, y]: Point, visit: (v: number) => void): void {
    this.depth.fill(Infinity);
    this.query++;
    this.descend(0, x, y, visit);
  }

  private descend(i: number, x: number, y: number, visit: (v: number) => void): void {
    if (this.isHidden(i, x, y)) return;
    const left = this.left[i];
    if (left >= 0) {
      const near = this.distance2(left, x, y) <= this.distance2(left + 1, x, y) ? left : left + 1;
      this.descend(near, x, y, visit);
      this.descend(2 * left + 1 - near, x, y, visit);
      return;
    }
    for (let k = this.from[i]; k < this.to[i]; k++) this.take(this.order[k], x, y, visit);
  }

  private take(e: number, x: number, y: number, visit: (v: number) => void): void {
    const { seen, query, depth } = this;
    const { coords, ends } = this.plan;
    let [a, b] = [ends[2 * e], ends[2 * e + 1]];
    for (const v of [a, b]) {
      if (seen[v] === query) continue;
      seen[v] = query;
      const [dx, dy] = [coords[2 * v] - x, coords[2 * v + 1] - y];
      if (dx === 0 && dy === 0) continue;
      const place = bucketOf(dx, dy);
      const distance2 = dx * dx + dy * dy;
      const [low, high] = [bucketAt(place - BUCKET_SLACK), bucketAt(place + BUCKET_SLACK)];
      if (depth[low] >= distance2 || depth[high] >= distance2) visit(v);
    }
    const side = orient(x, y, coords[2 * a], coords[2 * a + 1], coords[2 * b], coords[2 * b + 1]);
    if (side === 0) return;
    if (side < 0) [a, b] = [b, a];
    const [ax, ay, bx, by] = [
      coords[2 * a] - x,
      coords[2 * a + 1] - y,
      coords[2 * b] - x,
      coords[2 * b + 1] - y,
    ];
    // Slightly beyond the farther end: a vertex at the very same distance is not behind.
    const reach = Math.max(ax * ax + ay * ay, bx * bx + by * by) * (1 + 1e-12);
    const first = bucketOf(ax, ay);
    let last = bucketOf(bx, by);
    if (last < first) last += BUCKETS;
    const end = Math.floor(last - BUCKET_SLACK);
    for (let k = Math.ceil(first + BUCKET_SLACK); k < end; k++) {
      const bucket = k % BUCKETS;
      if (reach < depth[bucket]) depth[bucket] = reach;
    }
  }

  private distance2(i: number, x: number, y: number): number {
    const { boxes } = this;
    const dx = Math.max(boxes[4 * i] - x, 0, x - boxes[4 * i + 2]);
    const dy = Math.max(boxes[4 * i + 1] - y, 0, y - boxes[4 * i + 3]);
    return dx * dx + dy * dy;
  }

  /** Whether all of a box lies behind walls that were taken before. */
  private isHidden(i: number, x: number, y: number): boolean {
    const distance2 = this.distance2(i, x, y);
    if (distance2 === 0) return false;
    const { boxes, depth } = this;
    const [minX, minY, maxX, maxY] = [boxes[4 * i], boxes[4 * i + 1], boxes[4 * i + 2], boxes[4 * i + 3]];
    const middle = bucketOf((minX + maxX) / 2 - x, (minY + maxY) / 2 - y);
    let [low, high] = [0, 0];
    for (let corner = 0; corner < 4; corner++) {
      const place = bucketOf((corner & 1 ? maxX : minX) - x, (corner & 2 ? maxY : minY) - y);
      let turn = place - middle;
      if (turn > BUCKETS / 2) turn -= BUCKETS;
      else if (turn < -BUCKETS / 2) turn += BUCKETS;
      low = Math.min(low, turn);
      high = Math.max(high, turn);
    }
    const end = Math.floor(middle + high + BUCKET_SLACK);
    for (let k = Math.floor(middle + low - BUCKET_SLACK); k <= end; k++) {
      if (depth[(k + 2 * BUCKETS) % BUCKETS] >= distance2) return false;
    }
    return true;
  }
}

/** The bucket of a place that may lie just outside the turn. */
function bucketAt(place: number): number {
  return (Math.floor(place) + BUCKETS) % BUCKETS;
}
