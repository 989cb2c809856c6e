/**
 * A spatial index over segments, for finding all pairs that may meet.
 *
 * The box of a long slanted segment is mostly empty, and a comb of such segments would make every box meet every
 * other. Long slanted segments are therefore filed under several smaller boxes.
 */
import Flatbush from "flatbush";
import { boxOf } from "./measure.js";
import { windingOf } from "./rings.js";
import type { Point } from "./types.js";

/** At most this many boxes per segment. */
const MOST_BOXES = 64;

/** Segments by number, with exact ends and boxes that never miss a meeting. */
export class EdgeIndex {
  readonly size: number;
  private readonly tree: Flatbush | null;
  /** The segment of each filed box. */
  private readonly owner: number[] = [];
  /** The last query that saw a segment, so that each is reported once. */
  private readonly seen: Uint32Array;
  private query = 0;
  private readonly long: number;

  constructor(
    private readonly starts: readonly Point[],
    private readonly ends: readonly Point[],
  ) {
    this.size = starts.length;
    this.seen = new Uint32Array(this.size);
    const boxes: number[] = [];
    this.long = this.longReach();
    for (let i = 0; i < this.size; i++) this.fileUnder(i, boxes);
    this.tree = this.size > 0 ? new Flatbush(boxes.length / 4) : null;
    for (let b = 0; b < boxes.length; b += 4) {
      this.tree?.add(boxes[b], boxes[b + 1], boxes[b + 2], boxes[b + 3]);
    }
    this.tree?.finish();
  }

  /** Where a segment starts. */
  start(edge: number): Point {
    return this.starts[edge];
  }

  /** Where a segment ends. */
  end(edge: number): Point {
    return this.ends[edge];
  }

  /** Calls back once per segment that may meet the closed box. */
  inBox(minX: number, minY: number, maxX: number, maxY: number, visit: (edge: number) => void): void {
    const mark = ++this.query;
    const { seen, owner } = this;
    for (const box of this.tree?.search(minX, minY, maxX, maxY) ?? []) {
      const edge = owner[box];
      if (seen[edge] === mark) continue;
      seen[edge] = mark;
      visit(edge);
    }
  }

  /** Calls back once per segment that may meet the closed segment ab. */
  along(a: Point, b: Point, visit: (edge: number) => void): void {
    const count = boxCount(a, b, this.long);
    if (count === 1) {
      const [x0, x1] = a[0] < b[0] ? [a[0], b[0]] : [b[0], a[0]];
      const [y0, y1] = a[1] < b[1] ? [a[1], b[1]] : [b[1], a[1]];
      this.inBox(x0, y0, x1, y1, visit);
      return;
    }
    const boxes: number[] = [];
    boxesOf(a, b, count, boxes);
    const mark = ++this.query;
    const { seen, owner } = this;
    for (let k = 0; k < boxes.length; k += 4) {
      for (const box of this.tree?.search(boxes[k], boxes[k + 1], boxes[k + 2], boxes[k + 3]) ?? []) {
        const edge = owner[box];
        if (seen[edge] === mark) continue;
        seen[edge] = mark;
        visit(edge);
      }
    }
  }

  /** Calls back once per unordered pair of segments that may meet, the lower number first. */
  pairs(visit: (edge: number, other: number) => void): void {
    const frame = this.mainDirection();
    if (frame) {
      this.turnedPairs(frame, visit);
      return;
    }
    for (let edge = 0; edge < this.size; edge++) {
      this.along(this.starts[edge], this.ends[edge], (other) => {
        if (other > edge) visit(edge, other);
      });
    }
  }

  /**
   * The direction that most of the length runs along or across, where that is neither axis: turned plans and
   * combs of slanted edges. `null` where there is none.
   */
  private mainDirection(): Point | null {
    let x = 0;
    let y = 0;
    let total = 0;
    for (let i = 0; i < this.size; i++) {
      const dx = this.ends[i][0] - this.starts[i][0];
      const dy = this.ends[i][1] - this.starts[i][1];
      const length = Math.hypot(dx, dy);
      const angle = 4 * Math.atan2(dy, dx);
      x += length * Math.cos(angle);
      y += length * Math.sin(angle);
      total += length;
    }
    const angle = Math.atan2(y, x) / 4;
    if (Math.hypot(x, y) < 0.7 * total || Math.abs(angle) < 1e-3) return null;
    return [Math.cos(angle), Math.sin(angle)];
  }

  /** The pairs by boxes along a direction, where slanted segments are slim. */
  private turnedPairs([c, s]: Point, visit: (edge: number, other: number) => void): void {
    const { minX, minY, maxX, maxY } = boxOf([...this.starts, ...this.ends]);
    const [ox, oy] = [minX + (maxX - minX) / 2, minY + (maxY - minY) / 2];
    // Turned coordinates are rounded: the margin keeps boxes from missing a meeting.
    const margin = 2 ** -48 * (maxX - minX + maxY - minY);
    const boxes = new Float64Array(4 * this.size);
    const tree = new Flatbush(this.size);
    for (let i = 0; i < this.size; i++) {
      const [ax, ay] = [this.starts[i][0] - ox, this.starts[i][1] - oy];
      const [bx, by] = [this.ends[i][0] - ox, this.ends[i][1] - oy];
      const [u0, u1] = [c * ax + s * ay, c * bx + s * by];
      const [v0, v1] = [c * ay - s * ax, c * by - s * bx];
      boxes[4 * i] = Math.min(u0, u1) - margin;
      boxes[4 * i + 1] = Math.min(v0, v1) - margin;
      boxes[4 * i + 2] = Math.max(u0, u1) + margin;
      boxes[4 * i + 3] = Math.max(v0, v1) + margin;
      tree.add(boxes[4 * i], boxes[4 * i + 1], boxes[4 * i + 2], boxes[4 * i + 3]);
    }
    tree.finish();
    for (let i = 0; i < this.size; i++) {
      const [u0, v0, u1, v1] = boxes.subarray(4 * i, 4 * i + 4);
      for (const other of tree.search(u0, v0, u1, v1)) if (other > i) visit(i, other);
    }
  }

  /**
   * Calls back with every segment that crosses the horizontal ray from p to the nearer side, and which way: 1
   * counterclockwise around p, -1 clockwise. Summed over a ring this is its winding number around p.
   */
  aroundPoint(p: Point, visit: (edge: number, winding: 1 | -1) => void): void {
    const { minX = 0, maxX = 0 } = this.tree ?? {};
    const right = p[0] > (minX + maxX) / 2;
    const count = (edge: number): void => {
      const winding = windingOf(p, this.starts[edge], this.ends[edge], right);
      if (winding !== 0) visit(edge, winding);
    };
    if (right) this.inBox(p[0], p[1], Infinity, p[1], count);
    else this.inBox(-Infinity, p[1], p[0], p[1], count);
  }

  /** Slanted segments that reach farther than this get several boxes: about the room a segment has for itself. */
  private longReach(): number {
    const { minX, minY, maxX, maxY } = boxOf([...this.starts, ...this.ends]);
    return Math.sqrt(((maxX - minX) * (maxY - minY)) / Math.max(1, this.size));
  }

  private fileUnder(edge: number, boxes: number[]): void {
    const a = this.starts[edge];
    const b = this.ends[edge];
    const count = boxCount(a, b, this.long);
    boxesOf(a, b, count, boxes);
    for (let k = 0; k < count; k++) this.owner.push(edge);
  }
}

/** The smaller side of a segment's box: 0 for axis-parallel ones, whose boxes hold nothing but themselves. */
function reach(a: Point, b: Point): number {
  return Math.min(Math.abs(b[0] - a[0]), Math.abs(b[1] - a[1]));
}

function boxCount(a: Point, b: Point, long: number): number {
  const ratio = reach(a, b) / long;
  return ratio > 1 ? Math.min(MOST_BOXES, Math.ceil(ratio)) : 1;
}

/** Appends `count` boxes that cover the segment ab. */
function boxesOf(a: Point, b: Point, count: number, boxes: number[]): void {
  if (count === 1) {
    boxes.push(Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1]));
    return;
  }
  // Division points are rounded: a margin of a few ulps keeps the true segment inside.
  const margin = 2 ** -50 * Math.max(Math.abs(a[0]), Math.abs(a[1]), Math.abs(b[0]), Math.abs(b[1]));
  for (let k = 0; k < count; k++) {
    const x0 = a[0] + ((b[0] - a[0]) * k) / count;
    const y0 = a[1] + ((b[1] - a[1]) * k) / count;
    const x1 = a[0] + ((b[0] - a[0]) * (k + 1)) / count;
    const y1 = a[1] + ((b[1] - a[1]) * (k + 1)) / count;
    boxes.push(
      Math.min(x0, x1) - margin,
      Math.min(y0, y1) - margin,
      Math.max(x0, x1) + margin,
      Math.max(y0, y1) + margin,
    );
  }
}
