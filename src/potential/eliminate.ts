/**
 * Solves the grid equations by elimination without subtractions off the diagonal: nested dissection (George 1973) over
 * dense fronts (Duff and Reid 1983).
 *
 * A region is cut by a line of cells, each half is eliminated by itself, and what is left of both, a dense matrix over
 * the cells around them, meets in the front of the cut. All coefficients and right-hand sides are >= 0, and eliminating
 * only ever adds to them, so that even answers of 1e-240 keep their leading digits: that is what descending a potential
 * needs, and what a small residual norm does not give.
 *
 *        +-----+-+-----+        cut first, eliminated last
 *        |     | |     |        the front of a region holds its cut (pivots)
 *        |  A  |s|  B  |        and the cells around the region (rim),
 *        |     | |     |        which belong to cuts made before
 *        +-----+-+-----+
 */

import { Kernels } from "./wasm.js";

/** Equations `diagonal x = west x_w + east x_e + south x_s + north x_n + right`, one per unknown, all entries >= 0. */
export interface GridSystem {
  readonly width: number;
  readonly height: number;
  /** Unknown of each cell, row by row; -1 where there is none. */
  readonly unknowns: Int32Array;
  /** Cell of each unknown. */
  readonly cells: Int32Array;
  /** Coefficients of the neighbours; those of cells that are no unknowns must be 0. */
  readonly west: Float64Array;
  readonly east: Float64Array;
  readonly south: Float64Array;
  readonly north: Float64Array;
  readonly diagonal: Float64Array;
  readonly right: Float64Array;
}

/** Regions of at most this many cells are eliminated as they are. */
const LEAF_CELLS = 24;
/** Cuts are sought within this share of a side around its middle. */
const CUT_BAND = 0.2;
/** Pivots that are applied together. */
const PANEL = 4;
/** Numbers per piece of the store of eliminated rows. */
const PIECE = 1 << 20;

/** What is left of a region: the cells around it and the dense matrix among them, on top of the stack. */
interface Remainder {
  readonly rim: Int32Array;
  /** Where the matrix begins in the stack: rim.length rows of as many entries, then the right-hand sides. */
  readonly start: number;
}

/** Eliminated rows of one front, for substitution backwards. */
interface Eliminated {
  /** Pivots first, then the rim. */
  readonly members: Int32Array;
  readonly pivots: number;
  /** Per pivot: its diagonal, its right-hand side, then its coefficients for the members after it. */
  readonly rows: Float64Array;
  readonly start: number;
}

/**
 * Upper bound for the bytes that solving takes: 31/4 n log2 n coefficients for n unknowns (George 1973), and less where
 * walls make the fronts small.
 */
export function eliminationBytes(unknowns: number): number {
  return 8 * 7.75 * unknowns * Math.max(1, Math.log2(Math.max(2, unknowns)) / 2) + 80 * unknowns;
}

/**
 * Solves the equations; `progress` hears the share of cells done.
 *
 * @param isPlain whether to do without the vector kernel: the oracle of the tests
 */
export function eliminate(
  system: GridSystem,
  progress?: (share: number) => void,
  isPlain = false,
): Float64Array {
  return new Elimination(system, progress, isPlain).solve();
}

class Elimination {
  private readonly done: Uint8Array;
  /** Place of an unknown among the members of the front at hand; only those of that front are valid. */
  private readonly place: Int32Array;
  private readonly fronts: Eliminated[] = [];
  /** Unknowns before each cell in its column, and in its row; one more row and one more column than the grid. */
  private readonly columns: Int32Array;
  private readonly rows: Int32Array;
  private stack = new Float64Array(1 << 16);
  private top = 0;
  private front = new Float64Array(0);
  private readonly kernels: Kernels | null;
  private piece = new Float64Array(0);
  private used = 0;
  /** Scratch: where the members of a remainder are in the front. */
  private columnOf = new Int32Array(64);
  private finished = 0;

  constructor(
    private readonly system: GridSystem,
    private readonly progress: ((share: number) => void) | undefined,
    isPlain: boolean,
  ) {
    this.kernels = isPlain ? null : new Kernels();
    this.done = new Uint8Array(system.cells.length);
    this.place = new Int32Array(system.cells.length).fill(-1);
    const { width, height, unknowns } = system;
    this.columns = new Int32Array(width * (height + 1));
    this.rows = new Int32Array(width * height + 1);
    for (let c = 0; c < width * height; c++) {
      const one = unknowns[c] >= 0 ? 1 : 0;
      this.columns[c + width] = this.columns[c] + one;
      this.rows[c + 1] = this.rows[c] + one;
    }
  }

  solve(): Float64Array {
    const { width, height, cells } = this.system;
    this.region(0, 0, width, height);
    const x = new Float64Array(cells.length);
    for (let f = this.fronts.length - 1; f >= 0; f--) substitute(this.fronts[f], x);
    return x;
  }

  /** Eliminates the cells of a rectangle; null where it holds no unknown. */
  private region(x0: number, y0: number, x1: number, y1: number): Remainder | null {
    const wide = x1 - x0;
    const high = y1 - y0;
    if (wide <= 0 || high <= 0) return null;
    if (wide * high <= LEAF_CELLS) return this.merge(this.unknownsIn(x0, y0, x1, y1), null, null);
    const { width } = this.system;
    const bottom = this.top;
    let a: Remainder | null;
    let b: Remainder | null;
    let cut: number[];
    if (wide >= high) {
      const x = this.cutBetween(x0, x1, y0, y1, this.columns, 1, width);
      a = this.region(x0, y0, x, y1);
      b = this.region(x + 1, y0, x1, y1);
      cut = this.unknownsIn(x, y0, x + 1, y1);
    } else {
      const y = this.cutBetween(y0, y1, x0, x1, this.rows, width, 1);
      a = this.region(x0, y0, x1, y);
      b = this.region(x0, y + 1, x1, y1);
      cut = this.unknownsIn(x0, y, x1, y + 1);
    }
    if (cut.length === 0 && (a === null || b === null)) return a ?? b;
    const left = this.merge(cut, a, b, bottom);
    return left;
  }

  /**
   * The line with the fewest unknowns among those near the middle: through blocks rather than along streets. `ahead`
   * counts, for every cell, the unknowns before it on its line.
   */
  private cutBetween(
    from: number,
    to: number,
    start: number,
    end: number,
    ahead: Int32Array,
    step: number,
    along: number,
  ): number {
    const middle = (from + to) >> 1;
    const reach = Math.floor((to - from) * CUT_BAND);
    let best = middle;
    let least = Infinity;
    for (let i = 0; i <= 2 * reach; i++) {
      const line = middle + (i % 2 === 0 ? i >> 1 : -((i + 1) >> 1));
      const count = ahead[line * step + end * along] - ahead[line * step + start * along];
      if (count < least) {
        least = count;
        best = line;
      }
    }
    return best;
  }

  private unknownsIn(x0: number, y0: number, x1: number, y1: number): number[] {
    const { width, unknowns } = this.system;
    const found: number[] = [];
    for (let y = y0; y < y1; y++) {
      for (let c = y * width + x0, end = y * width + x1; c < end; c++) {
        if (unknowns[c] >= 0) found.push(unknowns[c]);
      }
    }
    return found;
  }

  /** Joins what is left of two halves with their cut, and eliminates the cut. */
  private merge(
    pivots: readonly number[],
    a: Remainder | null,
    b: Remainder | null,
    bottom = this.top,
  ): Remainder | null {
    if (pivots.length === 0 && a === null && b === null) return null;
    const members = this.membersOf(pivots, a, b);
    const size = members.length;
    // Right-hand sides are the last column.
    const stride = size + 1;
    if (this.front.length < size * stride) this.enlarge(2 * size * stride);
    const front = this.front.fill(0, 0, size * stride);
    for (let i = 0; i < pivots.length; i++) this.addOriginal(members, i, pivots.length, stride);
    if (a) this.addRemainder(a, stride);
    if (b) this.addRemainder(b, stride);
    const { place, done } = this;
    for (let i = 0; i < size; i++) place[members[i]] = -1;
    for (const k of pivots) done[k] = 1;
    factor(front, size, stride, pivots.length, this.kernels);
    if (pivots.length > 0) this.keep(members, pivots.length, stride);
    this.top = bottom;
    return this.push(members, pivots.length, stride);
  }

  private enlarge(count: number): void {
    const { kernels } = this;
    this.front = kernels
      ? new Float64Array(kernels.reserve(8 * count), kernels.base, count)
      : new Float64Array(count);
  }

  /** Pivots, then everything around the region: both halves' rims and the neighbours of the pivots. */
  private membersOf(pivots: readonly number[], a: Remainder | null, b: Remainder | null): Int32Array {
    const { place, done } = this;
    const { width, unknowns, cells } = this.system;
    const list: number[] = [];
    const add = (k: number): void => {
      if (k < 0 || done[k] !== 0 || place[k] >= 0) return;
      place[k] = list.length;
      list.push(k);
    };
    for (const k of pivots) add(k);
    if (a) for (let i = 0; i < a.rim.length; i++) add(a.rim[i]);
    if (b) for (let i = 0; i < b.rim.length; i++) add(b.rim[i]);
    for (const k of pivots) {
      const c = cells[k];
      const x = c % width;
      if (x > 0) add(unknowns[c - 1]);
      if (x < width - 1) add(unknowns[c + 1]);
      if (c >= width) add(unknowns[c - width]);
      if (c + width < unknowns.length) add(unknowns[c + width]);
    }
    return Int32Array.from(list);
  }

  /** The equation of pivot i, and what the rim's equations say about it. The diagonal is kept negative. */
  private addOriginal(members: Int32Array, i: number, pivots: number, stride: number): void {
    const { width, unknowns, cells, west, east, south, north, diagonal, right } = this.system;
    const { front, place, done } = this;
    const k = members[i];
    const c = cells[k];
    const row = i * stride;
    front[row + i] -= diagonal[k];
    front[row + stride - 1] += right[k];
    const x = c % width;
    const join = (j: number, mine: number, theirs: Float64Array): void => {
      if (j < 0 || done[j] !== 0) return;
      const p = place[j];
      front[row + p] += mine;
      if (p >= pivots) front[p * stride + i] += theirs[j];
    };
    if (x > 0) join(unknowns[c - 1], west[k], east);
    if (x < width - 1) join(unknowns[c + 1], east[k], west);
    if (c >= width) join(unknowns[c - width], south[k], north);
    if (c + width < unknowns.length) join(unknowns[c + width], north[k], south);
  }

  private addRemainder({ rim, start }: Remainder, stride: number): void {
    const { front, stack, place } = this;
    const size = rim.length;
    if (this.columnOf.length < size) this.columnOf = new Int32Array(2 * size);
    const { columnOf } = this;
    for (let j = 0; j < size; j++) columnOf[j] = place[rim[j]];
    let from = start;
    for (let i = 0; i < size; i++) {
      const row = columnOf[i] * stride;
      for (let j = 0; j < size; j++) front[row + columnOf[j]] += stack[from + j];
      front[row + stride - 1] += stack[from + size];
      from += size + 1;
    }
  }

  /** Stores the pivots' rows, with which the answer is found at the end. */
  private keep(members: Int32Array, pivots: number, stride: number): void {
    const { front } = this;
    const size = members.length;
    const room = pivots * (size + 1) - (pivots * (pivots - 1)) / 2;
    if (this.used + room > this.piece.length) {
      this.piece = new Float64Array(Math.max(PIECE, room));
      this.used = 0;
    }
    const rows = this.piece;
    const start = this.used;
    let to = start;
    for (let p = 0; p < pivots; p++) {
      const row = p * stride;
      rows[to++] = -front[row + p];
      rows[to++] = front[row + size];
      rows.set(front.subarray(row + p + 1, row + size), to);
      to += size - p - 1;
    }
    this.used = to;
    this.fronts.push({ members, pivots, rows, start });
    this.finished += pivots;
    this.progress?.(this.finished / this.system.cells.length);
  }

  /** Puts what is left of the front onto the stack. */
  private push(members: Int32Array, pivots: number, stride: number): Remainder | null {
    const size = members.length - pivots;
    if (size === 0) return null;
    const start = this.top;
    const end = start + size * (size + 1);
    if (this.stack.length < end) {
      const larger = new Float64Array(2 * end);
      larger.set(this.stack.subarray(0, start));
      this.stack = larger;
    }
    const { stack, front } = this;
    for (let i = 0; i < size; i++) {
      const row = (pivots + i) * stride + pivots;
      stack.set(front.subarray(row, row + size + 1), start + i * (size + 1));
    }
    this.top = end;
    return { rim: members.subarray(pivots), start };
  }
}

/** Eliminates the first `pivots` members of a front whose diagonal is stored negative. */
function factor(
  front: Float64Array,
  size: number,
  stride: number,
  pivots: number,
  kernels: Kernels | null,
): void {
  let p = 0;
  for (; p + PANEL <= pivots; p += PANEL) {
    for (let q = p; q < p + PANEL; q++) eliminateWithin(front, stride, q, p + PANEL);
    if (kernels) kernels.run.eliminatePanel(kernels.base, p + PANEL, size, stride, p);
    else eliminatePanel(front, size, stride, p);
  }
  for (; p < pivots; p++) eliminateWithin(front, stride, p, size);
}

/** Applies pivot p to the rows after it, up to `end`. */
function eliminateWithin(front: Float64Array, stride: number, p: number, end: number): void {
  const row = p * stride;
  const inverse = -1 / front[row + p];
  for (let i = p + 1; i < end; i++) {
    const target = i * stride;
    const factor = front[target + p] * inverse;
    if (factor === 0) continue;
    for (let j = p + 1; j < stride; j++) front[target + j] += factor * front[row + j];
  }
}

/** Applies the four pivots from p on to all rows after them: one pass over memory instead of four. */
function eliminatePanel(front: Float64Array, size: number, stride: number, p: number): void {
  const r0 = p * stride;
  const r1 = r0 + stride;
  const r2 = r1 + stride;
  const r3 = r2 + stride;
  const i0 = -1 / front[r0 + p];
  const i1 = -1 / front[r1 + p + 1];
  const i2 = -1 / front[r2 + p + 2];
  const i3 = -1 / front[r3 + p + 3];
  const u01 = front[r0 + p + 1];
  const u02 = front[r0 + p + 2];
  const u03 = front[r0 + p + 3];
  const u12 = front[r1 + p + 2];
  const u13 = front[r1 + p + 3];
  const u23 = front[r2 + p + 3];
  for (let i = p + PANEL; i < size; i++) {
    const t = i * stride;
    const a = front[t + p] * i0;
    const b = (front[t + p + 1] + a * u01) * i1;
    const c = (front[t + p + 2] + a * u02 + b * u12) * i2;
    const d = (front[t + p + 3] + a * u03 + b * u13 + c * u23) * i3;
    if (a + b + c + d === 0) continue;
    for (let j = p + PANEL; j < stride; j++) {
      front[t + j] += a * front[r0 + j] + b * front[r1 + j] + c * front[r2 + j] + d * front[r3 + j];
    }
  }
}

/** The pivots of one front from the members after them. */
function substitute({ members, pivots, rows, start }: Eliminated, x: Float64Array): void {
  const size = members.length;
  let end = start + pivots * (size + 1) - (pivots * (pivots - 1)) / 2;
  for (let p = pivots - 1; p >= 0; p--) {
    const from = end - (size - p + 1);
    let sum = rows[from + 1];
    for (let j = p + 1, at = from + 2; j < size; j++, at++) sum += rows[at] * x[members[j]];
    x[members[p]] = sum / rows[from];
    end = from;
  }
}
