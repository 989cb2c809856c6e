/**
 * A lane as a string pulled taut around pegs: discs at corners of bodies.
 *
 * The string starts at a point and its end is moved in small steps, first along a curve that keeps clear of all discs, then
 * along an opening. Each step turns the last straight part a little: where it runs into a disc, the string bends around that
 * one; where it no longer bends around the last one, it leaves it. What it passes on either side thereby stays as it was, and
 * it is the shortest such curve at every step: straight lines and arcs that touch.
 */
import type { Point } from "../geometry/index.js";
import { pointAt, type Stretch } from "./stretch.js";

type Arc = Extract<Stretch, { kind: "arc" }>;

/** Discs that a string keeps out of. */
export interface Pegs {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Radius of each disc, in metres. */
  readonly reach: Float64Array;
  /** Finds the pegs whose discs may reach into a box: all of those, and perhaps others. */
  readonly index: PegIndex;
  /** Whether a straight way from a peg to a point leaves the plan: then the peg is none there. */
  readonly isHidden: ((peg: number, x: number, y: number) => boolean) | null;
}

/** Pegs by the cells of a grid. Positions alone count, so that strings with other reaches share it. */
export class PegIndex {
  /** Numbers that the last search found; as many as it returned. */
  readonly found: Int32Array;
  private readonly start: Int32Array;
  private readonly order: Int32Array;
  private readonly minX: number;
  private readonly minY: number;
  private readonly size: number;
  private readonly columns: number;
  private readonly rows: number;

  constructor(x: Float64Array, y: Float64Array) {
    const count = x.length;
    this.found = new Int32Array(count);
    this.minX = x.reduce((a, b) => Math.min(a, b), Infinity);
    this.minY = y.reduce((a, b) => Math.min(a, b), Infinity);
    const width = x.reduce((a, b) => Math.max(a, b), -Infinity) - this.minX;
    const height = y.reduce((a, b) => Math.max(a, b), -Infinity) - this.minY;
    // About two pegs a cell.
    this.size = Math.max(Math.sqrt((2 * width * height) / count), (width + height) / 1000, 1e-9);
    this.columns = Math.floor(width / this.size) + 1;
    this.rows = Math.floor(height / this.size) + 1;
    const cellOf = (i: number): number =>
      Math.floor((y[i] - this.minY) / this.size) * this.columns + Math.floor((x[i] - this.minX) / this.size);
    this.start = new Int32Array(this.columns * this.rows + 1);
    for (let i = 0; i < count; i++) this.start[cellOf(i) + 1]++;
    for (let c = 1; c < this.start.length; c++) this.start[c] += this.start[c - 1];
    this.order = new Int32Array(count);
    const next = this.start.slice();
    for (let i = 0; i < count; i++) this.order[next[cellOf(i)]++] = i;
  }

  /** Looks for the pegs in a box, and a few around it; returns how many were found. */
  search(x0: number, y0: number, x1: number, y1: number): number {
    const { minX, minY, size, columns, rows, start, order, found } = this;
    const last = (v: number, most: number): number => Math.min(most - 1, Math.floor(v / size));
    const [c0, c1] = [Math.max(0, Math.floor((x0 - minX) / size)), last(x1 - minX, columns)];
    const [r0, r1] = [Math.max(0, Math.floor((y0 - minY) / size)), last(y1 - minY, rows)];
    let count = 0;
    for (let row = r0; row <= r1; row++) {
      const end = start[row * columns + c1 + 1];
      if (c1 >= c0) for (let k = start[row * columns + c0]; k < end; k++) found[count++] = order[k];
    }
    return count;
  }
}

/** Discs may be entered by this share of their radius: rounding. */
const ROUNDING = 1e-9;
/** A disc whose middle comes nearer than this share of its radius is entered deeply. */
const DEEP = 0.9;
/** A step is halved no more often than this. */
const MOST_HALVINGS = 12;
/** Radians by which arcs at the ends are shorter: a chord of them cuts the arc by less than rounding. */
const HAIR = 1e-7;
/** One step of the end changes no more contacts than this, unless the string is lost. */
const MOST_CHANGES = 64;

/** A straight part, as it leaves one peg and arrives at the next. */
interface Line {
  ux: number;
  uy: number;
  length: number;
  /** Where it begins. */
  x: number;
  y: number;
}

/** A string from a fixed point to an end that moves. */
export class TautString {
  /** Pegs that the string bends around, in order, on which side of it they are (1 left, -1 right), and by how many radians. */
  private readonly contacts: number[] = [];
  private readonly sides: number[] = [];
  private readonly wraps: number[] = [];
  private readonly line: Line = { ux: 1, uy: 0, length: 0, x: 0, y: 0 };
  private readonly before: Line = { ux: 1, uy: 0, length: 0, x: 0, y: 0 };
  /** Side of the peg that `firstHit` found, and whether a disc was entered deeply. */
  private hitSide = 1;
  private isDeep = false;
  private endX: number;
  private endY: number;
  /** The greatest reach. */
  private readonly widest: number;

  constructor(
    private readonly pegs: Pegs,
    private readonly start: Point,
  ) {
    this.widest = pegs.reach.reduce((a, b) => Math.max(a, b), 0);
    [this.endX, this.endY] = start;
  }

  get end(): Point {
    return [this.endX, this.endY];
  }

  /** Whether a point lies in a disc. */
  isBlocked([x, y]: Point): boolean {
    const { x: px, y: py, reach, isHidden } = this.pegs;
    for (let i = 0; i < reach.length; i++) {
      const [dx, dy, most] = [x - px[i], y - py[i], reach[i] * (1 - ROUNDING)];
      if (dx * dx + dy * dy < most * most && !isHidden?.(i, x, y)) return true;
    }
    return false;
  }

  /**
   * Moves the end along a curve from one place of it to another; false where the string is lost. A step that would enter a
   * disc deeply is made in two, so that the side from which it is entered is never in doubt.
   */
  follow(at: (t: number) => Point, from: number, to: number, halvings = MOST_HALVINGS): boolean {
    const undo = this.save();
    this.isDeep = false;
    if (this.stepTo(at(to)) && !this.isDeep) return true;
    undo();
    if (halvings === 0) return false;
    const middle = (from + to) / 2;
    return this.follow(at, from, middle, halvings - 1) && this.follow(at, middle, to, halvings - 1);
  }

  private stepTo([x, y]: Point): boolean {
    this.endX = x;
    this.endY = y;
    const { line } = this;
    for (let change = 0; change < MOST_CHANGES; change++) {
      const last = this.contacts.length - 1;
      if (!this.lineTo(last, line)) return false;
      if (last >= 0 && this.leaves(last)) continue;
      let hit = this.firstHit(last, -1);
      if (hit < 0) return true;
      // What the string hits on its way to a peg comes before that peg.
      let side = this.hitSide;
      for (let closer = hit; closer >= 0; ) {
        [hit, side] = [closer, this.hitSide];
        if (!this.tangentTo(last, hit, side, line)) break;
        closer = this.firstHit(last, hit);
        if (++change > MOST_CHANGES) return false;
      }
      if (!this.tangentTo(last, hit, side, line)) {
        // The disc holds the whole of the last one.
        if (last < 0) return false;
        this.drop();
        continue;
      }
      this.contacts.push(hit);
      this.sides.push(side);
      this.wraps.push(0);
      if (last >= 0) this.settleWrap(last);
    }
    return false;
  }

  /** Drops the last contact where the string would bend away from it; else notes by how much it bends. */
  private leaves(last: number): boolean {
    this.settleWrap(last);
    if (this.wraps[last] >= -1e-12) return false;
    this.drop();
    return true;
  }

  private drop(): void {
    this.contacts.pop();
    this.sides.pop();
    this.wraps.pop();
  }

  /** By how much the string bends around a contact: of all whole turns apart, what is nearest to what it was. */
  private settleWrap(k: number): void {
    const { before, line } = this;
    this.lineBetween(k - 1, k, before);
    if (k === this.contacts.length - 1) this.lineTo(k, line);
    else this.lineBetween(k, k + 1, line);
    const turn = Math.atan2(
      before.ux * line.uy - before.uy * line.ux,
      before.ux * line.ux + before.uy * line.uy,
    );
    const bend = turn * this.sides[k];
    const whole = 2 * Math.PI;
    this.wraps[k] = bend + whole * Math.round((this.wraps[k] - bend) / whole);
  }

  /** The straight part between two contacts; -1 is the start. */
  private lineBetween(i: number, j: number, line: Line): boolean {
    return this.tangentTo(i, this.contacts[j], this.sides[j], line);
  }

  /** The straight part from a contact to a peg on one of its sides. */
  private tangentTo(i: number, peg: number, side: number, line: Line): boolean {
    const { x, y, reach } = this.pegs;
    return this.tangent(i, x[peg], y[peg], side * reach[peg], line);
  }

  /** The straight part from a contact to the end. */
  private lineTo(i: number, line: Line): boolean {
    return this.tangent(i, this.endX, this.endY, 0, line);
  }

  /** The line that has a contact at its reach, and another centre at an offset, > 0 on the left. */
  private tangent(i: number, cx: number, cy: number, offset: number, line: Line): boolean {
    const { x, y, reach } = this.pegs;
    const peg = i < 0 ? -1 : this.contacts[i];
    const own = peg < 0 ? 0 : this.sides[i] * reach[peg];
    const [dx, dy] = peg < 0 ? [cx - this.start[0], cy - this.start[1]] : [cx - x[peg], cy - y[peg]];
    const distance2 = dx * dx + dy * dy;
    const off = offset - own;
    const rest = distance2 - off * off;
    if (rest < -1e-6 * off * off) return false;
    const length = Math.sqrt(Math.max(0, rest));
    if (distance2 > 0) {
      line.ux = (length * dx + off * dy) / distance2;
      line.uy = (length * dy - off * dx) / distance2;
      const size = Math.sqrt(line.ux * line.ux + line.uy * line.uy);
      line.ux /= size;
      line.uy /= size;
    }
    line.length = length;
    line.x = (peg < 0 ? this.start[0] : x[peg]) + own * line.uy;
    line.y = (peg < 0 ? this.start[1] : y[peg]) - own * line.ux;
    return true;
  }

  /** The peg whose disc the line from the last contact enters and that turns it most; -1 where there is none. */
  private firstHit(last: number, beside: number): number {
    const { x: px, y: py, reach, index, isHidden } = this.pegs;
    const { line, before, widest } = this;
    const { ux, uy, length, x, y } = line;
    const top = last < 0 ? -1 : this.contacts[last];
    const [x1, y1] = [x + length * ux, y + length * uy];
    const count = index.search(
      Math.min(x, x1) - widest,
      Math.min(y, y1) - widest,
      Math.max(x, x1) + widest,
      Math.max(y, y1) + widest,
    );
    let [found, most] = [-1, 0];
    for (let k = 0; k < count; k++) {
      const i = index.found[k];
      const [dx, dy] = [px[i] - x, py[i] - y];
      const off = ux * dy - uy * dx;
      const size = reach[i] * (1 - ROUNDING);
      if (off >= size || off <= -size || i === top || i === beside) continue;
      const along = ux * dx + uy * dy;
      const over = along - length;
      // Discs behind the end are entered only as far as they reach there.
      if (along <= 0 || (over > 0 && over * over + off * off >= size * size)) continue;
      if (isHidden?.(i, x + along * ux, y + along * uy)) continue;
      // Steps are small: a disc is entered from the side on which its middle is.
      const side = off > 0 ? 1 : -1;
      const turn = this.tangentTo(last, i, side, before)
        ? Math.atan2(before.ux * uy - before.uy * ux, before.ux * ux + before.uy * uy) * side
        : Math.PI;
      // Of several that turn it as much, the first: the order of the grid does not matter.
      if (turn < most || (turn === most && (found < 0 || i > found))) continue;
      [found, most] = [i, turn];
      this.hitSide = side;
      this.isDeep ||= off * side < DEEP * size;
    }
    return found;
  }

  /** The direction of the last straight part. */
  get heading(): Point {
    this.lineTo(this.contacts.length - 1, this.line);
    return [this.line.ux, this.line.uy];
  }

  /** Whether every peg that the string bends around is on the side that is asked for: 1 left, -1 right. */
  agreesWith(sideOf: (peg: number) => number): boolean {
    return this.contacts.every((peg, k) => this.sides[k] === sideOf(peg));
  }

  /** What is needed to come back to this shape. */
  save(): () => void {
    const [contacts, sides, wraps] = [[...this.contacts], [...this.sides], [...this.wraps]];
    const [x, y] = [this.endX, this.endY];
    return () => {
      refill(this.contacts, contacts);
      refill(this.sides, sides);
      refill(this.wraps, wraps);
      this.endX = x;
      this.endY = y;
    };
  }

  /** The same string from its end to its start. */
  reversed(): TautString {
    const other = new TautString(this.pegs, this.end);
    [other.endX, other.endY] = this.start;
    refill(other.contacts, [...this.contacts].reverse());
    refill(other.sides, this.sides.map((side) => -side).reverse());
    refill(other.wraps, [...this.wraps].reverse());
    return other;
  }

  /** Lines and arcs from the start to the end. */
  stretches(): Stretch[] {
    const { x, y, reach } = this.pegs;
    const { contacts, line } = this;
    const arcs = contacts.map((peg, k): Arc => {
      this.lineBetween(k - 1, k, line);
      const [tx, ty] = [line.x + line.length * line.ux, line.y + line.length * line.uy];
      const turn = this.sides[k] * Math.max(0, this.wraps[k]);
      const from = Math.atan2(ty - y[peg], tx - x[peg]);
      return { kind: "arc", centre: [x[peg], y[peg]], radius: reach[peg], from, turn };
    });
    // Ends lie on openings, exactly where they were put: an arc that ends there leaves a hair for a line to it.
    const hairOf = ({ turn }: Arc): number => Math.sign(turn) * Math.min(HAIR, Math.abs(turn));
    const [first] = arcs;
    if (first) {
      const hair = hairOf(first);
      arcs[0] = { ...first, from: first.from + hair, turn: first.turn - hair };
      const last = arcs[arcs.length - 1];
      arcs[arcs.length - 1] = { ...last, turn: last.turn - hairOf(last) };
    }
    const curve: Stretch[] = [];
    let at = this.start;
    const lineTo = (p: Point): void => {
      if (p[0] !== at[0] || p[1] !== at[1]) curve.push({ kind: "line", a: at, b: p });
      at = p;
    };
    for (const arc of arcs) {
      lineTo(pointAt(arc, 0));
      if (arc.turn !== 0) curve.push(arc);
      at = pointAt(arc, 1);
    }
    lineTo(this.end);
    return curve;
  }

  /** Length in metres. */
  get length(): number {
    const { contacts, wraps, line } = this;
    const { reach } = this.pegs;
    let sum = 0;
    for (let k = 0; k <= contacts.length; k++) {
      if (k === contacts.length) this.lineTo(k - 1, line);
      else this.lineBetween(k - 1, k, line);
      sum += line.length;
      if (k < contacts.length) sum += reach[contacts[k]] * Math.max(0, wraps[k]);
    }
    return sum;
  }
}

/** Puts other values into a list. */
function refill<T>(list: T[], values: readonly T[]): void {
  list.length = 0;
  for (const value of values) list.push(value);
}
