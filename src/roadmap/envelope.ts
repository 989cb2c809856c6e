/**
 * The border of one cell as a lower envelope: how far the ground belongs to an element before another is nearer.
 *
 * What bounds a cell is a function over the frame of its element (`frame.ts`), a line, a parabola, or linear in the direction, so
 * the lesser of two is decided by a quadratic equation, or by cutting a circle with a line (`contest.ts`); nothing is
 * searched for numerically. The envelope is a list of pieces, and "add one more function" is the only operation.
 *
 * A side and its own end meet smoothly: their functions touch where the side's interval ends, and rounding must not
 * decide there. Inside the interval the side wins, outside the end does.
 */
import { distance2ToSegment } from "../geometry/index.js";
import { firstCapacity } from "../growth.js";
import { Contest } from "./contest.js";
import { type Elements, POINT, SEGMENT, TURN } from "./elements.js";
import type { Frame } from "./frame.js";
import { C0, C1, C2, EX, EY, LABEL, OPEN, Pieces, STRIDE } from "./pieces.js";

/** Label of a piece that nothing bounds yet. */
export const UNBOUNDED = -1;

/** Pieces shorter than this share of their distance from the element are ties: they have no length. */
export const TIE = 1e-11;

/** Where circles differ more in size than this, each is looked at by itself. */
const WIDE = 4;

/** The envelope of one cell at a time; one object serves all cells. */
export class Envelope {
  private readonly elements: Elements;
  /** The circles at both ends of every piece (x, y, r each), their box, least and greatest radius. */
  private circles = new Float64Array(6 * firstCapacity(64));
  private minX = 0;
  private minY = 0;
  private maxX = 0;
  private maxY = 0;
  private least = 0;
  private greatest = Infinity;
  private pieces = new Pieces();
  private spare = new Pieces();
  private kept = new Pieces();
  /** Where the part that is looked at ends, and in which direction that is. */
  private high = 0;
  private lastX = 1;
  private lastY = 0;

  /** Where a further function wins over one piece. */
  private readonly contest: Contest;

  /** @param frame in which cells are looked at; nobody else looks through it while a cell is worked on */
  constructor(
    elements: Elements,
    readonly frame: Frame,
  ) {
    this.elements = elements;
    this.contest = new Contest(frame);
  }

  get count(): number {
    return this.pieces.count;
  }

  label(i: number): number {
    return this.pieces.data[STRIDE * i + LABEL] | 0;
  }

  start(i: number): number {
    return this.pieces.data[STRIDE * i];
  }

  end(i: number): number {
    return i + 1 < this.pieces.count ? this.pieces.data[STRIDE * i + STRIDE] : this.high;
  }

  /** Starts the cell of an element, or the part of it from `low` to `high`: nothing bounds it. */
  begin(element: number, low = 0, high = this.elements.length[element]): void {
    this.frame.lookAt(element);
    this.high = high;
    this.setLastDirection();
    this.pieces.count = 0;
    const at = this.pieces.take();
    this.pieces.data[at] = low;
    this.leaveOpen(at);
    this.measure();
  }

  /** Makes the piece at `at`, whose start is known, one that nothing bounds. */
  private leaveOpen(at: number): void {
    const { pieces } = this;
    const { data } = pieces;
    data[at + C0] = data[at + C1] = data[at + C2] = 0;
    data[at + LABEL] = UNBOUNDED;
    data[at + OPEN] = 1;
    if (this.frame.isPoint) pieces.direct(at);
  }

  /** Puts the part that is finished aside. */
  keep(): void {
    const { pieces, kept } = this;
    for (let at = 0; at < STRIDE * pieces.count; at += STRIDE) {
      if (kept.count === 0 || kept.data[STRIDE * (kept.count - 1) + LABEL] !== pieces.data[at + LABEL])
        kept.copy(pieces, at);
    }
  }

  /** Makes all parts that were put aside, in order, the envelope. */
  gather(): void {
    const { pieces, kept } = this;
    this.pieces = kept;
    this.kept = pieces;
    this.kept.count = 0;
    this.high = this.frame.length;
  }

  /** Starts from a known border that ends at `high`; `append` brings its pieces. */
  resume(element: number, high: number): void {
    this.frame.lookAt(element);
    this.high = high;
    this.setLastDirection();
    this.pieces.count = 0;
  }

  private setLastDirection(): void {
    if (!this.frame.isPoint) return;
    const t = this.high;
    const ex = t <= 2 ? 1 - t : t - 3;
    const ey = t <= 1 ? t : t <= 3 ? 2 - t : t - TURN;
    const scale = 1 / Math.sqrt(ex * ex + ey * ey);
    this.lastX = ex * scale;
    this.lastY = ey * scale;
  }

  /**
   * The next piece of a known border; it begins at starts[h]. Unless it is open, it can change only by `add` with
   * `everywhere`.
   */
  append(label: number, starts: Float64Array, h: number, open: boolean): void {
    const at = this.pieces.take();
    const { data } = this.pieces;
    data[at] = starts[h];
    if (label < 0 || !this.frame.bound(label)) {
      this.leaveOpen(at);
      return;
    }
    this.enter(this.pieces, at, label);
    data[at + OPEN] = open ? 1 : 0;
  }

  /** Makes the piece at `at`, whose start is known, one of the function that was worked out last. */
  private enter(pieces: Pieces, at: number, label: number): void {
    const { frame } = this;
    const { data } = pieces;
    data[at + C0] = frame.f0;
    data[at + C1] = frame.f1;
    data[at + C2] = frame.f2;
    data[at + LABEL] = label;
    if (frame.isPoint) pieces.direct(at);
  }

  /**
   * Takes the minimum with the function of one more element; whether anything changed.
   *
   * @param everywhere whether pieces that are not open can change, too
   */
  add(other: number, everywhere = false): boolean {
    if (!this.frame.bound(other)) return false;
    const { pieces, contest } = this;
    const { ends: win } = contest;
    const { count } = pieces;
    let changed = false;
    const first = this.frame.isPoint && this.elements.kind[other] === POINT ? this.firstRival(everywhere) : 0;
    for (let i = first; i < count; i++) {
      if ((pieces.data[STRIDE * i + OPEN] === 0 && !everywhere) || !this.wins(i, other)) {
        if (changed) this.keepPiece(i);
        continue;
      }
      if (!changed) {
        changed = true;
        this.spare.count = 0;
        for (let k = 0; k < i; k++) this.spare.copy(pieces, STRIDE * k);
      }
      // What is left of the piece begins where it did, or where the last interval ends.
      let rest = -1;
      for (let k = 0; k < 2 * contest.count; k += 2) {
        if (win[k] > (rest < 0 ? this.start(i) : win[rest])) this.emitRest(i, rest);
        this.emit(i, other, k);
        rest = k + 1;
      }
      if (win[rest] < this.end(i)) this.emitRest(i, rest);
    }
    if (!changed) return false;
    this.pieces = this.spare;
    this.spare = pieces;
    return true;
  }

  /** Around a point, for the function of another: the first piece that it does not clearly lose to. */
  private firstRival(everywhere: boolean): number {
    const { count } = this.pieces;
    for (let i = 0; i < count; i++) {
      if ((everywhere || this.pieces.data[STRIDE * i + OPEN] !== 0) && !this.losesAround(i)) return i;
    }
    return count;
  }

  /**
   * Whether the difference of 1/r, a + b.e, is negative all along piece i: over less than half a turn, who loses at both ends
   * can win only if the best direction lies between.
   */
  private losesAround(i: number): boolean {
    const { frame } = this;
    const { data, count } = this.pieces;
    const at = STRIDE * i;
    const a = frame.f0 - data[at + C0];
    const bx = frame.f1 - data[at + C1];
    const by = frame.f2 - data[at + C2];
    const x0 = data[at + EX];
    const y0 = data[at + EY];
    if (!(a + bx * x0 + by * y0 < 0)) return false;
    const isLast = i + 1 === count;
    const x1 = isLast ? this.lastX : data[at + STRIDE + EX];
    const y1 = isLast ? this.lastY : data[at + STRIDE + EY];
    if (!(a + bx * x1 + by * y1 < 0)) return false;
    const end = isLast ? this.high : data[at + STRIDE];
    return end - data[at] < 2 && (x0 * by - y0 * bx <= 0 || bx * y1 - by * x1 <= 0);
  }

  /** Whether the function wins over piece i somewhere, and where: the ends of `contest`. */
  private wins(i: number, other: number): boolean {
    const { contest } = this;
    contest.piece[0] = this.start(i);
    contest.piece[1] = this.end(i);
    if (!contest.isOn() || !this.compare(i, other)) return false;
    contest.clip();
    return contest.count > 0;
  }

  /** Whether a piece goes on from the last one of `spare`. */
  private continues(label: number, open: number): boolean {
    const { data, count } = this.spare;
    const last = STRIDE * (count - 1);
    return last >= 0 && data[last + LABEL] === label && data[last + OPEN] === open && label !== UNBOUNDED;
  }

  private keepPiece(i: number): void {
    const at = STRIDE * i;
    const { data } = this.pieces;
    if (!this.continues(data[at + LABEL] | 0, data[at + OPEN] | 0)) this.spare.copy(this.pieces, at);
  }

  /** What is left of piece i from where it begins (-1) or from win[rest] on. */
  private emitRest(i: number, rest: number): void {
    const { spare } = this;
    const { count } = spare;
    this.keepPiece(i);
    if (rest < 0 || spare.count === count) return;
    spare.data[STRIDE * count] = this.contest.ends[rest];
    if (this.frame.isPoint) spare.direct(STRIDE * count);
  }

  /** The new function instead of piece i, from win[k] on. */
  private emit(i: number, label: number, k: number): void {
    const open = this.pieces.data[STRIDE * i + OPEN] | 0;
    if (this.continues(label, open)) return;
    const at = this.spare.take();
    this.spare.data[at] = this.contest.ends[k];
    this.spare.data[at + OPEN] = open;
    this.enter(this.spare, at, label);
  }

  /** Where the function wins over piece i, at most two intervals in order, not yet clipped; false for nowhere. */
  private compare(i: number, other: number): boolean {
    const { elements } = this;
    const rival = this.label(i);
    if (rival === UNBOUNDED) {
      if (!this.frame.isPoint) return this.contest.all();
    } else if (elements.kind[rival] !== elements.kind[other]) {
      // A side and its own end: the side wins wherever it is defined.
      if (elements.kind[other] === SEGMENT) {
        if (this.isEnd(rival, other)) return this.contest.all();
      } else if (this.isEnd(other, rival)) return false;
    } else if (rival === other) return false;
    else if (elements.kind[other] === SEGMENT) {
      const order = this.frame.inOrder(rival, other);
      if (order !== 0) return order > 0 && this.contest.all();
    }
    const { data } = this.pieces;
    if (this.frame.isPoint) return !this.losesAround(i) && this.contest.around(data, STRIDE * i);
    return this.contest.over(data, STRIDE * i);
  }

  /** Whether a point is an end of a side. */
  private isEnd(point: number, side: number): boolean {
    const { ax, ay, bx, by } = this.elements;
    const x = ax[point];
    const y = ay[point];
    return (ax[side] === x && ay[side] === y) || (bx[side] === x && by[side] === y);
  }

  /** Puts the point of the border at the start of piece i into x, y, r of the frame. */
  locateStart(i: number): void {
    this.frame.t = this.start(i);
    this.frame.put(this.pieces.data, STRIDE * i);
  }

  /** Puts the point of the border at the end of piece i into x, y, r of the frame. */
  locateEnd(i: number): void {
    this.frame.t = this.end(i);
    this.frame.put(this.pieces.data, STRIDE * i);
  }

  /**
   * Measures the circles that touch the element and reach the border. Between the two ends of a piece no circle leaves
   * the hull of theirs: in every direction, centre plus radius is a convex function along the piece.
   */
  measure(): void {
    const { count } = this.pieces;
    if (this.circles.length < 6 * count) this.circles = new Float64Array(12 * count);
    const { circles } = this;
    const { kind } = this.elements;
    let isJoined = false;
    this.minX = this.minY = Infinity;
    this.maxX = this.maxY = -Infinity;
    this.least = Infinity;
    this.greatest = 0;
    for (let i = 0; i < count; i++) {
      const label = this.label(i);
      if (label === UNBOUNDED) {
        circles[6 * i + 2] = Infinity;
        this.greatest = Infinity;
        isJoined = false;
        continue;
      }
      const isPoint = kind[label] === POINT;
      if (isJoined && isPoint) {
        // Functions of points are defined everywhere, so this begins with the circle that the one before ends with.
        circles[6 * i] = circles[6 * i - 3];
        circles[6 * i + 1] = circles[6 * i - 2];
        circles[6 * i + 2] = circles[6 * i - 1];
      } else {
        this.locateStart(i);
        this.include(6 * i);
      }
      isJoined = isPoint;
      this.locateEnd(i);
      this.include(6 * i + 3);
    }
  }

  private include(at: number): void {
    const { circles } = this;
    const { x, y } = this.frame;
    const r = this.frame.r * (1 + 1e-9);
    circles[at] = x;
    circles[at + 1] = y;
    if (!(r >= 0 && r < Infinity)) {
      circles[at + 2] = Infinity;
      this.greatest = Infinity;
      return;
    }
    circles[at + 2] = r;
    if (r < this.least) this.least = r;
    if (r > this.greatest) this.greatest = r;
    if (x - r < this.minX) this.minX = x - r;
    if (y - r < this.minY) this.minY = y - r;
    if (x + r > this.maxX) this.maxX = x + r;
    if (y + r > this.maxY) this.maxY = y + r;
  }

  /** Whether an element meets the box of all circles: a cheap no to most of those that do not matter. */
  reaches(other: number): boolean {
    const { ax, ay, bx, by } = this.elements;
    const x0 = ax[other];
    const x1 = bx[other];
    if ((x0 < this.minX && x1 < this.minX) || (x0 > this.maxX && x1 > this.maxX))
      return this.greatest === Infinity;
    const y0 = ay[other];
    const y1 = by[other];
    if ((y0 < this.minY && y1 < this.minY) || (y0 > this.maxY && y1 > this.maxY))
      return this.greatest === Infinity;
    return true;
  }

  /** Whether an element in this box (x, y, size) could change the border. */
  wants(box: Float64Array): boolean {
    const { greatest } = this;
    const x = box[0];
    const y = box[1];
    const size = box[2];
    if (
      greatest < Infinity &&
      (x > this.maxX || y > this.maxY || x + size < this.minX || y + size < this.minY)
    ) {
      return false;
    }
    // Where all circles are of a size, their common box says enough.
    if (greatest < WIDE * this.least) return true;
    const { pieces, circles } = this;
    const half = size / 2;
    for (let i = 0; i < pieces.count; i++) {
      const at = 6 * i;
      if (!(circles[at + 2] < Infinity && circles[at + 5] < Infinity)) {
        if (this.mayFace(i, box)) return true;
        continue;
      }
      // The box, as the circle around it, against the two circles with all between them.
      const reach = Math.max(circles[at + 2], circles[at + 5]) + half * Math.SQRT2;
      const from = distance2ToSegment(
        x + half,
        y + half,
        circles[at],
        circles[at + 1],
        circles[at + 3],
        circles[at + 4],
      );
      if (from <= reach * reach) return true;
    }
    return false;
  }

  /** Whether some point of the box lies in front of an unbounded piece. */
  private mayFace(i: number, box: Float64Array): boolean {
    const { ox, oy, ux, uy, isPoint } = this.frame;
    const x = box[0];
    const y = box[1];
    const size = box[2];
    if (!isPoint) {
      const h = (y - oy) * ux - (x - ox) * uy;
      return h + Math.max(0, ux * size) + Math.max(0, -uy * size) >= 0;
    }
    const low = this.start(i);
    const high = this.end(i);
    // A wide arc faces everything; of one up to a quarter turn, the ends face all that its middle does.
    if (high - low > 1) return true;
    for (let k = 0; k < 2; k++) {
      const t = k === 0 ? low : high;
      const ex = t <= 2 ? 1 - t : t - 3;
      const ey = t <= 1 ? t : t <= 3 ? 2 - t : t - TURN;
      const gx = ex * ux + ey * uy;
      const gy = ex * uy - ey * ux;
      const h = (x - ox) * gx + (y - oy) * gy + Math.max(0, gx * size) + Math.max(0, gy * size);
      if (h >= 0) return true;
    }
    return false;
  }
}
