/**
 * The border of one cell as a lower envelope: how far the ground belongs to an element before another is nearer.
 *
 * What bounds a cell is a function over the frame of its element (`frame.ts`), a line, a parabola, or linear in the direction, so
 * the lesser of two is decided by a quadratic equation, or by cutting a circle with a line; nothing is searched for
 * numerically. The envelope is a list of pieces, and "add one more function" is the only operation.
 *
 * A side and its own end meet smoothly: their functions touch where the side's interval ends, and rounding must not
 * decide there. Inside the interval the side wins, outside the end does.
 */
import { distance2ToSegment } from "../geometry/index.js";
import { pseudoAngle, SEGMENT, TURN } from "./elements.js";
import { Frame } from "./frame.js";
import { Pieces } from "./pieces.js";

/** Label of a piece that nothing bounds yet. */
export const UNBOUNDED = -1;

/** Pieces shorter than this share of their distance from the element are ties: they have no length. */
export const TIE = 1e-11;

/** Where circles differ more in size than this, each is looked at by itself. */
const WIDE = 4;

/** The envelope of one cell at a time; one object serves all cells. */
export class Envelope extends Frame {
  /** The circles at both ends of every piece (x, y, r each), their box, least and greatest radius. */
  private circles = new Float64Array(6 * 64);
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

  /** Intervals in which it wins over one piece. */
  private readonly win = new Float64Array(8);
  private winCount = 0;

  get count(): number {
    return this.pieces.count;
  }

  label(i: number): number {
    return this.pieces.label[i];
  }

  start(i: number): number {
    return this.pieces.start[i];
  }

  end(i: number): number {
    return i + 1 < this.pieces.count ? this.pieces.start[i + 1] : this.high;
  }

  /** Starts the cell of an element, or the part of it from `low` to `high`: nothing bounds it. */
  begin(element: number, low = 0, high = this.elements.length[element]): void {
    this.frame(element);
    this.high = high;
    this.setLastDirection();
    this.pieces.count = 0;
    this.pieces.push(UNBOUNDED, low, 0, 0, 0, 1);
    if (this.isPoint) this.pieces.direct();
    this.measure();
  }

  /** Puts the part that is finished aside. */
  keep(): void {
    const { pieces, kept } = this;
    for (let i = 0; i < pieces.count; i++) {
      if (kept.count === 0 || kept.label[kept.count - 1] !== pieces.label[i]) kept.copy(pieces, i);
    }
  }

  /** Makes all parts that were put aside, in order, the envelope. */
  gather(): void {
    const { pieces, kept } = this;
    this.pieces = kept;
    this.kept = pieces;
    this.kept.count = 0;
    this.high = this.length;
  }

  /** Starts from a known border that ends at `high`; `append` brings its pieces. */
  resume(element: number, high: number): void {
    this.frame(element);
    this.high = high;
    this.setLastDirection();
    this.pieces.count = 0;
  }

  private setLastDirection(): void {
    if (!this.isPoint) return;
    const t = this.high;
    const ex = t <= 2 ? 1 - t : t - 3;
    const ey = t <= 1 ? t : t <= 3 ? 2 - t : t - TURN;
    const scale = 1 / Math.sqrt(ex * ex + ey * ey);
    this.lastX = ex * scale;
    this.lastY = ey * scale;
  }

  /** The next piece of a known border. Unless it is open, it can change only by `add` with `everywhere`. */
  append(label: number, start: number, open: boolean): void {
    if (label >= 0 && this.bound(label))
      this.pieces.push(label, start, this.f0, this.f1, this.f2, open ? 1 : 0);
    else this.pieces.push(UNBOUNDED, start, 0, 0, 0, 1);
    if (this.isPoint) this.pieces.direct();
  }

  /**
   * Takes the minimum with the function of one more element; whether anything changed.
   *
   * @param everywhere whether pieces that are not open can change, too
   */
  add(other: number, everywhere = false): boolean {
    if (!this.bound(other)) return false;
    const { pieces, spare, win } = this;
    const { label, start, c0, c1, c2, open, count } = pieces;
    let changed = false;
    for (let i = 0; i < count; i++) {
      const from = start[i];
      const end = i + 1 < count ? start[i + 1] : this.high;
      if ((open[i] === 0 && !everywhere) || !this.wins(i, other, from, end)) {
        if (changed) this.keepPiece(i);
        continue;
      }
      if (!changed) {
        changed = true;
        spare.count = 0;
        for (let k = 0; k < i; k++) spare.copy(pieces, k);
      }
      let at = from;
      for (let k = 0; k < this.winCount; k++) {
        const low = win[2 * k];
        if (low > at) this.emit(label[i], at, c0[i], c1[i], c2[i], open[i]);
        this.emit(other, low, this.f0, this.f1, this.f2, open[i]);
        at = win[2 * k + 1];
      }
      if (at < end) this.emit(label[i], at, c0[i], c1[i], c2[i], open[i]);
    }
    if (!changed) return false;
    this.pieces = spare;
    this.spare = pieces;
    return true;
  }

  /** Whether the function wins over piece i somewhere, and where: `win`. */
  private wins(i: number, other: number, from: number, end: number): boolean {
    this.winCount = 0;
    if (!this.isDefinedIn(from, end) || !this.compare(i, other)) return false;
    this.clip(from, end);
    return this.winCount > 0;
  }

  /** Whether the function is defined somewhere in an interval. */
  private isDefinedIn(from: number, end: number): boolean {
    const { domain } = this;
    if (domain[0] < end && from < domain[1]) return true;
    return this.domains > 1 && domain[2] < end && from < domain[3];
  }

  /** Whether a piece goes on from the last one of `spare`. */
  private continues(label: number, open: number): boolean {
    const { spare } = this;
    const last = spare.count - 1;
    return last >= 0 && spare.label[last] === label && spare.open[last] === open && label !== UNBOUNDED;
  }

  private keepPiece(i: number): void {
    const { pieces, spare } = this;
    if (!this.continues(pieces.label[i], pieces.open[i])) spare.copy(pieces, i);
  }

  private emit(label: number, start: number, c0: number, c1: number, c2: number, open: number): void {
    if (this.continues(label, open)) return;
    this.spare.push(label, start, c0, c1, c2, open);
    if (this.isPoint) this.spare.direct();
  }

  /** Leaves of `win` what lies within the domain and [from, end], in order. */
  private clip(from: number, end: number): void {
    const { win, domain } = this;
    let count = 0;
    const given = this.winCount;
    const w0 = win[0];
    const w1 = win[1];
    const w2 = win[2];
    const w3 = win[3];
    for (let d = 0; d < this.domains; d++) {
      const low = Math.max(from, domain[2 * d]);
      const high = Math.min(end, domain[2 * d + 1]);
      for (let k = 0; k < given; k++) {
        const a = Math.max(low, k === 0 ? w0 : w2);
        const b = Math.min(high, k === 0 ? w1 : w3);
        if (!(a < b)) continue;
        win[2 * count] = a;
        win[2 * count + 1] = b;
        count++;
      }
    }
    this.winCount = count;
  }

  private setWin(a: number, b: number): boolean {
    this.win[0] = a;
    this.win[1] = b;
    this.winCount = 1;
    return true;
  }

  /** Where the function wins over piece i, at most two intervals in order, not yet clipped; false for nowhere. */
  private compare(i: number, other: number): boolean {
    const { pieces, elements } = this;
    const rival = pieces.label[i];
    if (rival === UNBOUNDED) {
      if (!this.isPoint) return this.setWin(0, this.length);
    } else if (elements.kind[rival] !== elements.kind[other]) {
      // A side and its own end: the side wins wherever it is defined.
      if (elements.kind[other] === SEGMENT) {
        if (elements.endsAt(other, elements.ax[rival], elements.ay[rival]))
          return this.setWin(0, this.length);
      } else if (elements.endsAt(rival, elements.ax[other], elements.ay[other])) return false;
    } else if (rival === other) return false;
    else if (elements.kind[other] === SEGMENT) {
      const order = this.inOrder(rival, other);
      if (order !== 0) return order > 0 && this.setWin(0, this.length);
    }
    if (!this.isPoint) {
      this.compareOver(pieces.c0[i], pieces.c1[i], pieces.c2[i]);
      return this.winCount > 0;
    }
    const a = this.f0 - pieces.c0[i];
    const bx = this.f1 - pieces.c1[i];
    const by = this.f2 - pieces.c2[i];
    const x0 = pieces.ex[i];
    const y0 = pieces.ey[i];
    const isLast = i + 1 === pieces.count;
    const x1 = isLast ? this.lastX : pieces.ex[i + 1];
    const y1 = isLast ? this.lastY : pieces.ey[i + 1];
    // Over less than half a turn, who loses at both ends can win only if the best direction lies between.
    if (
      a + bx * x0 + by * y0 < 0 &&
      a + bx * x1 + by * y1 < 0 &&
      this.end(i) - pieces.start[i] < 2 &&
      (x0 * by - y0 * bx <= 0 || bx * y1 - by * x1 <= 0)
    ) {
      return false;
    }
    return this.compareAround(a, bx, by);
  }

  /** Over a side: lines and parabolas. */
  private compareOver(c0: number, c1: number, c2: number): void {
    const { f0, f1, f2, length } = this;
    if (f0 === 0 && c0 === 0) {
      const d = f1 - c1;
      const slope = f2 - c2;
      if (slope === 0) {
        if (d < 0) this.setWin(0, length);
      } else if (slope > 0) this.setWin(0, -d / slope);
      else this.setWin(-d / slope, length);
      return;
    }
    if (f0 === 1 && c0 === 1) {
      // c2 ((s)^2 + b^2) - b ((s + a - c1)^2 + c2^2) < 0, s = t - a
      const shift = f1 - c1;
      this.quadratic(c2 - f2, -f2 * shift, c2 * f2 * f2 - f2 * (shift * shift + c2 * c2), f1);
    } else if (f0 === 1) {
      // s^2 + b^2 - 2 b (c1 + c2 (a + s)) < 0
      this.quadratic(1, -f2 * c2, f2 * f2 - 2 * f2 * (c1 + c2 * f1), f1);
    } else {
      // The line is lower: 2 c2 (f1 + f2 (c1 + s)) - s^2 - c2^2 < 0, s = t - c1
      this.quadratic(-1, c2 * f2, 2 * c2 * (f1 + f2 * c1) - c2 * c2, c1);
    }
  }

  /** Where A s^2 + 2 B s + C < 0, with t = s + origin. */
  private quadratic(A: number, B: number, C: number, origin: number): void {
    const { win, length } = this;
    const discriminant = B * B - A * C;
    if (A === 0) {
      if (B === 0) {
        if (C < 0) this.setWin(0, length);
      } else if (B > 0) this.setWin(0, origin - C / (2 * B));
      else this.setWin(origin - C / (2 * B), length);
      return;
    }
    if (discriminant <= 0) {
      if (A < 0) this.setWin(0, length);
      return;
    }
    const q = -(B + (B >= 0 ? Math.sqrt(discriminant) : -Math.sqrt(discriminant)));
    const r0 = q / A;
    const r1 = C / q;
    const low = origin + Math.min(r0, r1);
    const high = origin + Math.max(r0, r1);
    if (A > 0) {
      this.setWin(low, high);
      return;
    }
    win[0] = 0;
    win[1] = low;
    win[2] = high;
    win[3] = length;
    this.winCount = 2;
  }

  /** Around a point: where the difference of 1/r, linear in the direction, is positive. */
  private compareAround(a: number, bx: number, by: number): boolean {
    const { win, length } = this;
    const rest = bx * bx + by * by - a * a;
    if (rest <= 0) return a > 0 && this.setWin(0, length);
    const root = Math.sqrt(rest);
    const low = pseudoAngle(-a * bx + by * root, -a * by - bx * root);
    const high = pseudoAngle(-a * bx - by * root, -a * by + bx * root);
    if (low <= high) return this.setWin(low, high);
    win[0] = 0;
    win[1] = high;
    win[2] = low;
    win[3] = length;
    this.winCount = 2;
    return true;
  }

  /** Puts the point of the border at parameter t of piece i into x, y, r. */
  locate(i: number, t: number): void {
    this.put(this.pieces.c0[i], this.pieces.c1[i], this.pieces.c2[i], t);
  }

  /**
   * Measures the circles that touch the element and reach the border. Between the two ends of a piece no circle leaves
   * the hull of theirs: in every direction, centre plus radius is a convex function along the piece.
   */
  measure(): void {
    const { pieces } = this;
    if (this.circles.length < 6 * pieces.count) this.circles = new Float64Array(12 * pieces.count);
    this.minX = this.minY = Infinity;
    this.maxX = this.maxY = -Infinity;
    this.least = Infinity;
    this.greatest = 0;
    for (let i = 0; i < pieces.count; i++) {
      if (pieces.label[i] === UNBOUNDED) {
        this.circles[6 * i + 2] = Infinity;
        this.greatest = Infinity;
        continue;
      }
      this.locate(i, pieces.start[i]);
      this.include(6 * i);
      this.locate(i, this.end(i));
      this.include(6 * i + 3);
    }
  }

  private include(at: number): void {
    const { x, y, circles } = this;
    const r = this.r * (1 + 1e-9);
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

  /** Whether an element in this box could change the border. */
  wants(x: number, y: number, size: number): boolean {
    const { greatest } = this;
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
        if (this.mayFace(i, x, y, size)) return true;
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
  private mayFace(i: number, x: number, y: number, size: number): boolean {
    const { ox, oy, ux, uy, pieces } = this;
    if (!this.isPoint) {
      const h = (y - oy) * ux - (x - ox) * uy;
      return h + Math.max(0, ux * size) + Math.max(0, -uy * size) >= 0;
    }
    const low = pieces.start[i];
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
