/**
 * Solves the grid equations by elimination without subtractions off the diagonal: nested dissection (George 1973) over
 * dense fronts (Duff and Reid 1983).
 *
 * A region is cut by a line of cells, each half is eliminated by itself, and what is left of both, a dense matrix over
 * the cells around them, meets in the front of the cut. All coefficients off the diagonal and right-hand sides are >= 0, and
 * eliminating only ever adds to them, so that even answers of 1e-240 keep their leading digits: that is what descending a
 * potential needs, and what a small residual norm does not give. Pivots are differences, and cancel a little where a region has
 * little to lose but at its rim: the more cells, the more digits, as `solve.test.ts` measures.
 *
 *        +-----+-+-----+        cut first, eliminated last
 *        |     | |     |        the front of a region holds its cut (pivots)
 *        |  A  |s|  B  |        and the cells around the region (rim),
 *        |     | |     |        which belong to cuts made before
 *        +-----+-+-----+
 *
 * Small regions are cut at places that depend on their size alone. Their equations depend on the kinds of cells alone, and on
 * what ground they are, so regions that look alike, such as all open ground, are eliminated once and used wherever they recur.
 */
import { firstCapacity, grown } from "../growth.js";
import { FREE } from "./grid.js";
import { LinkedFront } from "./linked-front.js";
import { Kernels, Room } from "./wasm.js";

/** Equations `diagonal x = west x_w + east x_e + south x_s + north x_n + right`, one per free cell, all entries >= 0. */
export interface GridSystem {
  /** Cells along a row, and rows; the outermost are not free. */
  readonly width: number;
  readonly height: number;
  /**
   * FREE or LINKED where a cell has an equation. The kinds of a cell and its four neighbours determine it, with the ground that they are,
   * unless one of them is HELD.
   */
  readonly kinds: Uint8Array;
  /** What ground each cell is, by number; null where all is the same. */
  readonly ground: Uint16Array | null;
  /** Whether two cells always have the same coefficient for each other. */
  readonly isSymmetric: boolean;
  /** The neighbour of a cell to the west, east, south or north: on the grid, unless the cell is LINKED. */
  neighbour(cell: number, side: number): number;
  /** Writes the diagonal, west, east, south, north and right of a free cell; 0 for neighbours that are not free. */
  equation(cell: number, to: Float64Array): void;
}

/** A cell with neighbours that are no neighbours on the grid, as across a portal: eliminated last, with all others of its kind. */
export const LINKED = 5;

/** A cell with a value of its own, that equations beside it depend on. */
export const HELD = 3;

/** Regions of at most this many cells are eliminated as they are. */
const LEAF_CELLS = 24;
/** Regions with longer sides are cut where there are fewest cells, shorter ones by their size. */
const LONG_SIDE = 127;
/** Cuts are sought within this share of a side around its middle. */
const CUT_BAND = 0.2;
/** What is left of regions is kept for others that look alike while it takes no more than this, in bytes. */
const MOST_SHARED = 16 * 2 ** 20;

/** A rectangle of cells. */
interface Region {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** An eliminated region. Cells are offsets from its lower left one, so that it may stand for another that looks alike. */
interface Part {
  /** Members of its front as offsets, pivots first, then the rim: their place among the kernels' whole numbers. */
  readonly members: number;
  readonly size: number;
  readonly pivots: number;
  /** The pivots' rows, in the kernels' memory. */
  readonly rows: number;
  /** What is left, a dense matrix over the rim: its place in the stack, or in the memory if it is lasting. */
  readonly remainder: number;
  readonly isLasting: boolean;
  /** The halves; the first begins at the same cell, the second so far from it. */
  readonly first: Part | null;
  readonly second: Part | null;
  readonly secondAt: number;
  /** Free cells within. */
  readonly cells: number;
}

/** A part that may be used again, and where it was seen first. */
interface Shared {
  readonly part: Part | null;
  readonly region: Region;
}

/**
 * Upper bound for the bytes that solving takes: 31/4 n log2 n coefficients for n unknowns (George 1973), and less where
 * walls make the fronts small.
 */
export function eliminationBytes(unknowns: number): number {
  return 8 * 7.75 * unknowns * Math.max(1, Math.log2(Math.max(2, unknowns)) / 2) + 80 * unknowns;
}

/** Solves the equations: one number per cell, 0 where there is none. `progress` hears the share of cells done. */
export function eliminate(system: GridSystem, progress?: (share: number) => void): Float64Array {
  return new Elimination(system, progress).solve();
}

class Elimination {
  private readonly kernels = new Kernels();
  /** Place of a cell among the members of the front at hand; -1 for all others. */
  private readonly place: Int32Array;
  /** Free cells before each cell in its column, and in its row. */
  private readonly columns: Int32Array;
  private readonly rows: Int32Array;
  private readonly shared = new Map<number, Shared[]>();
  private sharedBytes = 0;
  /** Members of the front at hand. */
  private members = new Int32Array(firstCapacity(256));
  private size = 0;
  /** In the kernels' memory: the front, where the halves' members are in it, and the stack of remainders. */
  private readonly front = new Room(this.kernels);
  private readonly places = new Room(this.kernels);
  private readonly stack = new Room(this.kernels);
  private top = 0;
  private readonly terms = new Float64Array(6);
  private finished = 0;

  constructor(
    private readonly system: GridSystem,
    private readonly progress: ((share: number) => void) | undefined,
  ) {
    const { width, height, kinds } = system;
    this.place = new Int32Array(width * height).fill(-1);
    this.columns = new Int32Array(width * (height + 1));
    this.rows = new Int32Array(width * height + 1);
    for (let c = 0; c < width * height; c++) {
      const one = kinds[c] === FREE ? 1 : 0;
      this.columns[c + width] = this.columns[c] + one;
      this.rows[c + 1] = this.rows[c] + one;
    }
  }

  solve(): Float64Array {
    const { width, height } = this.system;
    const all = this.region({ x0: 1, y0: 1, x1: width - 1, y1: height - 1 });
    const { kernels } = this;
    const x = kernels.allocate(8 * width * height);
    const links = this.solveLinked(all);
    for (const [cell, value] of links) kernels.doubles[x / 8 + cell] = value;
    const scratch = this.front.reserve(8 * this.members.length);
    const walk = (part: Part, at: number): void => {
      const { members, size, pivots, rows, first, second, secondAt } = part;
      if (pivots > 0) kernels.run.substitute(rows, 4 * members, size, pivots, x + 8 * at, scratch);
      if (first) walk(first, at);
      if (second) walk(second, at + secondAt);
    };
    if (all) walk(all, width + 1);
    return kernels.doubles.slice(x / 8, x / 8 + width * height);
  }

  /** The values of linked cells, from what is left when all others are eliminated. */
  private solveLinked(rest: Part | null): Map<number, number> {
    const { kinds, isSymmetric } = this.system;
    const cells: number[] = [];
    for (let c = 0; c < kinds.length; c++) if (kinds[c] === LINKED) cells.push(c);
    const places = new Map(cells.map((cell, i) => [cell, i]));
    const front = new LinkedFront(cells.length);
    cells.forEach((cell, i) => {
      this.system.equation(cell, this.terms);
      front.add(i, i, -this.terms[0]);
      front.add(i, cells.length, this.terms[5]);
      for (let side = 0; side < 4; side++) {
        const j = places.get(this.system.neighbour(cell, side));
        if (j !== undefined) front.add(i, j, this.terms[1 + side]);
      }
    });
    if (rest) {
      const { ints, doubles } = this.kernels;
      const { width } = this.system;
      const count = rest.size - rest.pivots;
      const rim = Array.from(
        { length: count },
        (_, k) => places.get(width + 1 + ints[rest.members + rest.pivots + k])!,
      );
      let at = this.whereIs(rest) / 8;
      for (let i = 0; i < count; i++) {
        for (let j = isSymmetric ? i : 0; j < count; j++) {
          front.add(rim[i], rim[j], doubles[at]);
          if (isSymmetric && j > i) front.add(rim[j], rim[i], doubles[at]);
          at++;
        }
        front.add(rim[i], cells.length, doubles[at++]);
      }
    }
    const values = front.solve();
    return new Map(cells.map((cell, i) => [cell, values[i]]));
  }

  /** Eliminates the cells of a region, unless one that looks like it was; null where it holds no free cell. */
  private region(region: Region): Part | null {
    const { x0, y0, x1, y1 } = region;
    if (x1 <= x0 || y1 <= y0) return null;
    const look = Math.max(x1 - x0, y1 - y0) > LONG_SIDE ? null : this.lookOf(region);
    if (look === null) return this.divide(region, false);
    const alike = this.shared.get(look);
    const known = alike?.find((other) => this.isAlike(other.region, region));
    if (known) {
      this.finish(known.part?.cells ?? 0);
      return known.part;
    }
    const isLasting = this.sharedBytes < MOST_SHARED;
    const part = this.divide(region, isLasting);
    if (!isLasting) return part;
    if (alike) alike.push({ part, region });
    else this.shared.set(look, [{ part, region }]);
    return part;
  }

  private divide(region: Region, isLasting: boolean): Part | null {
    const { x0, y0, x1, y1 } = region;
    const { width } = this.system;
    const wide = x1 - x0;
    const high = y1 - y0;
    const bottom = this.top;
    if (wide * high <= LEAF_CELLS) {
      this.begin(region);
      return this.merge(region, null, null, 0, isLasting, bottom);
    }
    if (wide >= high) {
      const x = wide > LONG_SIDE ? this.leastCut(x0, x1, y0, y1, this.columns, 1, width) : x0 + cutOf(wide);
      const first = this.region({ x0, y0, x1: x, y1 });
      const second = this.region({ x0: x + 1, y0, x1, y1 });
      this.begin({ x0: x, y0, x1: x + 1, y1 });
      return this.merge(region, first, second, x + 1 - x0, isLasting, bottom);
    }
    const y = high > LONG_SIDE ? this.leastCut(y0, y1, x0, x1, this.rows, width, 1) : y0 + cutOf(high);
    const first = this.region({ x0, y0, x1, y1: y });
    const second = this.region({ x0, y0: y + 1, x1, y1 });
    this.begin({ x0, y0: y, x1, y1: y + 1 });
    return this.merge(region, first, second, (y + 1 - y0) * width, isLasting, bottom);
  }

  /** A number that regions with the same kinds of cells within and around them share; null where their equations differ. */
  private lookOf({ x0, y0, x1, y1 }: Region): number | null {
    const { width, kinds, ground } = this.system;
    let look = Math.imul(x1 - x0, 0x9e3779b1) ^ (y1 - y0);
    for (let y = y0 - 1; y <= y1; y++) {
      for (let c = y * width + x0 - 1, end = y * width + x1; c <= end; c++) {
        if (kinds[c] === HELD) return null;
        look = Math.imul(look ^ kinds[c], 0x01000193);
        if (ground) look = Math.imul(look ^ ground[c], 0x01000193);
      }
    }
    return look;
  }

  private isAlike(a: Region, b: Region): boolean {
    const { x0, y0, x1, y1 } = b;
    if (a.x1 - a.x0 !== x1 - x0 || a.y1 - a.y0 !== y1 - y0) return false;
    const { width, kinds, ground } = this.system;
    const shift = (a.y0 - y0) * width + a.x0 - x0;
    for (let y = y0 - 1; y <= y1; y++) {
      for (let c = y * width + x0 - 1, end = y * width + x1; c <= end; c++) {
        if (kinds[c] !== kinds[c + shift]) return false;
        if (ground && ground[c] !== ground[c + shift]) return false;
      }
    }
    return true;
  }

  /**
   * The line with the fewest free cells among those near the middle: through blocks rather than along streets. `ahead`
   * counts, for every cell, the free ones before it on its line.
   */
  private leastCut(
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

  /** Joins what is left of two halves with the pivots, which are the members so far, and eliminates those. */
  private merge(
    region: Region,
    first: Part | null,
    second: Part | null,
    secondAt: number,
    isLasting: boolean,
    bottom: number,
  ): Part | null {
    const pivots = this.size;
    if (pivots === 0 && !first && !second) return null;
    const { width, isSymmetric } = this.system;
    const at = region.y0 * width + region.x0;
    const firstRim = first ? first.size - first.pivots : 0;
    const secondRim = second ? second.size - second.pivots : 0;
    const firstPlaces = this.places.reserve(4 * (firstRim + secondRim));
    const secondPlaces = firstPlaces + 4 * firstRim;
    if (first) this.addRim(first, at, firstPlaces);
    if (second) this.addRim(second, at + secondAt, secondPlaces);
    this.addAround(region, pivots);
    const { size, members, place } = this;
    const { run } = this.kernels;
    const front = this.front.reserve(8 * size * (size + 1));
    run.clearFront(front, size);
    this.addEquations(front, pivots);
    if (first) run.addRemainder(front, size, this.whereIs(first), firstRim, firstPlaces, isSymmetric);
    if (second) run.addRemainder(front, size, this.whereIs(second), secondRim, secondPlaces, isSymmetric);
    for (let i = 0; i < size; i++) place[members[i]] = -1;
    run.factorFront(front, size, pivots, isSymmetric);
    // What was left of the halves is in the front now.
    this.top = bottom;
    this.finish(pivots);
    const { kernels } = this;
    const rows = kernels.allocate(8 * (pivots * (size + 1) - (pivots * (pivots - 1)) / 2));
    run.keepRows(front, size, pivots, rows);
    const offsets = kernels.allocate(4 * size) / 4;
    for (let i = 0; i < size; i++) kernels.ints[offsets + i] = members[i] - at;
    return {
      members: offsets,
      size,
      pivots,
      rows,
      remainder: this.leave(front, pivots, isLasting),
      isLasting,
      first,
      second,
      secondAt,
      cells: pivots + (first ? first.cells : 0) + (second ? second.cells : 0),
    };
  }

  private finish(cells: number): void {
    this.finished += cells;
    this.progress?.(this.finished / this.rows[this.rows.length - 1]);
  }

  private whereIs({ remainder, isLasting }: Part): number {
    return isLasting ? remainder : this.stack.at + remainder;
  }

  /** Makes the free cells of a region the first members of a new front. */
  private begin({ x0, y0, x1, y1 }: Region): void {
    const { width, kinds } = this.system;
    this.size = 0;
    for (let y = y0; y < y1; y++) {
      for (let c = y * width + x0, end = y * width + x1; c < end; c++) if (kinds[c] === FREE) this.add(c);
    }
  }

  private add(cell: number): void {
    if (this.size === this.members.length) this.members = grown(this.members, 2 * this.size);
    this.place[cell] = this.size;
    this.members[this.size++] = cell;
  }

  /** Adds the rim of a half, and writes where its cells are among the members. */
  private addRim({ members, pivots, size }: Part, at: number, places: number): void {
    const { place } = this;
    const { ints } = this.kernels;
    for (let j = members + pivots, end = members + size, to = places / 4; j < end; j++, to++) {
      const cell = at + ints[j];
      if (place[cell] < 0) this.add(cell);
      ints[to] = place[cell];
    }
  }

  /** Adds the cells that the pivots touch: free ones outside of the region, and linked ones. */
  private addAround({ x0, y0, x1, y1 }: Region, pivots: number): void {
    const { width } = this.system;
    for (let i = 0; i < pivots; i++) {
      const c = this.members[i];
      const y = Math.floor(c / width);
      const x = c - y * width;
      this.addBeside(c - 1, x === x0);
      this.addBeside(c + 1, x === x1 - 1);
      this.addBeside(c - width, y === y0);
      this.addBeside(c + width, y === y1 - 1);
    }
  }

  /** Adds a neighbour that is still to be eliminated: one outside of the region, or linked. */
  private addBeside(cell: number, isOutside: boolean): void {
    const kind = this.system.kinds[cell];
    if (this.place[cell] < 0 && (kind === LINKED || (isOutside && kind === FREE))) this.add(cell);
  }

  /** The equations of the pivots, and what the rim's equations say about them. */
  private addEquations(front: number, pivots: number): void {
    const { terms, members, place, size } = this;
    const { width, isSymmetric } = this.system;
    const { doubles } = this.kernels;
    const start = front / 8;
    const stride = size + 1;
    const sides = [-1, 1, -width, width];
    for (let i = 0; i < pivots; i++) {
      const c = members[i];
      const row = start + i * stride;
      this.system.equation(c, terms);
      doubles[row + i] -= terms[0];
      doubles[row + size] += terms[5];
      for (let side = 0; side < 4; side++) {
        const j = place[c + sides[side]];
        // Of two pivots, each speaks for itself; in a symmetric front, the first for both.
        if (j < 0 || (isSymmetric && j < i)) continue;
        doubles[row + j] += terms[1 + side];
      }
      if (isSymmetric) continue;
      for (let side = 0; side < 4; side++) {
        const j = place[c + sides[side]];
        if (j < pivots) continue;
        this.system.equation(c + sides[side], terms);
        doubles[start + j * stride + i] += terms[1 + (side ^ 1)];
      }
    }
  }

  /** Stores what is left of the front: on the stack, or for good. */
  private leave(front: number, pivots: number, isLasting: boolean): number {
    const { isSymmetric } = this.system;
    const count = this.size - pivots;
    const bytes = 8 * (isSymmetric ? (count * (count + 3)) / 2 : count * (count + 1));
    let to: number;
    if (isLasting) {
      to = this.kernels.allocate(bytes);
      this.sharedBytes += bytes;
    } else {
      to = this.stack.reserve(this.top + bytes, this.top) + this.top;
    }
    this.kernels.run.keepRemainder(front, this.size, pivots, to, isSymmetric);
    if (isLasting) return to;
    this.top += bytes;
    return to - this.stack.at;
  }
}

/** Where a short side is cut: into sides of 2^k - 1, so that many regions have the same size. */
function cutOf(side: number): number {
  let first = 1;
  while (2 * first + 1 <= 0.75 * side) first = 2 * first + 1;
  return first;
}
