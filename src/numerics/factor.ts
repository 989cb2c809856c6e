/**
 * Direct solution of diagonally dominant M-matrices, without a single subtraction.
 *
 * Such a matrix is given by what it is made of: couplings `w_ij >= 0` between unknowns and a loss `e_i >= 0` at
 * each; row i reads `(e_i + sum_j w_ij) x_i - sum_j w_ij x_j = b_i`. Elimination of an unknown adds to couplings and
 * losses, and each pivot is recomputed as loss + couplings instead of by subtracting (Grassmann, Taksar and Heyman
 * 1985; Alfa, Xue and Ye 2002). So every x_i, be it 1e-200, is right to nearly all its digits, which is what a
 * potential needs: it is followed by its ratios.
 *
 * The elimination is multifrontal (Duff and Reid 1983) over the tree of a nested dissection: each node gathers
 * its couplings into a small dense block, eliminates its own unknowns and hands the rest to its parent.
 */
import { InputError } from "../errors.js";
import { maxMemory } from "../limits.js";
import { type Dissection, dissect, type Graph } from "./dissection.js";

/** A matrix in terms of couplings and losses. The pattern must be symmetric and without the diagonal. */
export interface Couplings extends Graph {
  /** `value[k]` couples row i to `index[k]`; >= 0. */
  readonly value: Float64Array;
  /** >= 0, one per row. */
  readonly loss: Float64Array;
  /** Whether `w_ij = w_ji`; then half the work is enough. */
  readonly symmetric: boolean;
}

/** How a factorisation is limited. */
export interface FactorOptions {
  /** Refuse what would need more than this many bytes; by default half of what is allowed (`setMaxMemory`): 2 GiB. */
  readonly memory?: number;
}

/** What the elimination will touch, known before a number is computed. */
interface Plan {
  readonly tree: Dissection;
  /** Position of each vertex in the order of elimination. */
  readonly place: Int32Array;
  /** Node k's border: positions eliminated later that it is coupled to, `borders[borderStart[k] ..)`, ascending. */
  readonly borderStart: Int32Array;
  readonly borders: Int32Array;
  /** Where node k's rows begin in the factor; a row is as long as the whole front. */
  readonly panelStart: Float64Array;
  /** Numbers on the stack of blocks handed upward, at most. */
  readonly stack: number;
  readonly largestFront: number;
}

function plan(graph: Graph, tree: Dissection): Plan {
  const { order, nodes, parent } = tree;
  const place = new Int32Array(order.length);
  for (let i = 0; i < order.length; i++) place[order[i]] = i;
  const nodeCount = parent.length;
  const seen = new Int32Array(order.length).fill(-1);
  const borderStart = new Int32Array(nodeCount + 1);
  const children: number[][] = Array.from({ length: nodeCount }, () => []);
  const lists: Int32Array[] = [];
  const panelStart = new Float64Array(nodeCount + 1);
  let stack = 0;
  let stackNow = 0;
  let largestFront = 0;
  for (let node = 0; node < nodeCount; node++) {
    const end = nodes[node + 1];
    const border: number[] = [];
    const add = (position: number): void => {
      if (position < end || seen[position] === node) return;
      seen[position] = node;
      border.push(position);
    };
    for (let i = nodes[node]; i < end; i++) {
      const vertex = order[i];
      for (let k = graph.start[vertex]; k < graph.start[vertex + 1]; k++) add(place[graph.index[k]]);
    }
    for (const child of children[node]) for (const position of lists[child]) add(position);
    if (parent[node] >= 0) children[parent[node]].push(node);
    const list = Int32Array.from(border).sort();
    lists.push(list);
    const own = end - nodes[node];
    const front = own + list.length;
    for (const child of children[node]) stackNow -= lists[child].length ** 2;
    stackNow += list.length ** 2;
    // While a node is at work its children's blocks and its own exist together.
    stack = Math.max(
      stack,
      stackNow + children[node].reduce((sum, child) => sum + lists[child].length ** 2, 0),
    );
    largestFront = Math.max(largestFront, front);
    borderStart[node + 1] = borderStart[node] + list.length;
    panelStart[node + 1] = panelStart[node] + own * front;
  }
  const borders = new Int32Array(borderStart[nodeCount]);
  lists.forEach((list, node) => {
    borders.set(list, borderStart[node]);
  });
  return { tree, place, borderStart, borders, panelStart, stack, largestFront };
}

function refuse(size: number, needed: number, allowed: number): never {
  const megabytes = (bytes: number): string => Math.ceil(bytes / 2 ** 20).toLocaleString("en");
  throw new InputError(
    `factorising ${size.toLocaleString("en")} unknowns needs ${megabytes(needed)} MB; allowed are ${megabytes(allowed)} MB`,
  );
}

/** A factorised matrix: solves for any number of right-hand sides. */
export class Factor {
  /** Number of unknowns. */
  readonly size: number;
  private readonly plan: Plan;
  private readonly symmetric: boolean;
  /** Row r of a node: `w_rj / d_r` for the columns of its front. */
  private readonly upper: Float64Array;
  /** For a matrix that is not symmetric: `w_jr / d_r`, laid out like `upper`. */
  private readonly lower: Float64Array;
  /** Pivots in the order of elimination; 0 where nothing is coupled or lost, which leaves x free, and it is 0. */
  private readonly pivots: Float64Array;

  /**
   * @param coords positions of the unknowns, `dimension` numbers each; they decide the order only
   * @throws InputError where more memory is needed than allowed.
   */
  constructor(matrix: Couplings, coords: Float64Array, dimension: number, options: FactorOptions = {}) {
    const { memory = maxMemory() / 2 } = options;
    this.size = matrix.start.length - 1;
    this.symmetric = matrix.symmetric;
    // Of a mesh, the factor has about 4 n log n numbers; far beyond the limit even planning it would be too much.
    const guess = 32 * this.size * Math.log2(this.size + 2) * (this.symmetric ? 1 : 2);
    if (guess > 1.2 * memory) refuse(this.size, guess, memory);
    this.plan = plan(matrix, dissect(matrix, coords, dimension));
    const needed = this.bytes;
    if (needed > memory) refuse(this.size, needed, memory);
    const numbers = this.plan.panelStart[this.plan.panelStart.length - 1];
    this.upper = new Float64Array(numbers);
    this.lower = this.symmetric ? this.upper : new Float64Array(numbers);
    this.pivots = new Float64Array(this.size);
    this.eliminate(matrix);
  }

  /** Bytes that the factorisation takes at its peak. */
  get bytes(): number {
    const { panelStart, stack, largestFront } = this.plan;
    const panels = panelStart[panelStart.length - 1] * (this.symmetric ? 1 : 2);
    return 8 * (panels + stack + largestFront ** 2 + this.size);
  }

  private eliminate(matrix: Couplings): void {
    const { tree, place, borderStart, borders, panelStart, stack, largestFront } = this.plan;
    const { order, nodes, parent } = tree;
    const loss = new Float64Array(this.size);
    for (let i = 0; i < this.size; i++) loss[i] = matrix.loss[order[i]];
    const blocks = new Float64Array(stack);
    const work = new Float64Array(largestFront ** 2);
    const local = new Int32Array(this.size);
    // The stack: nodes whose blocks wait for their parent, which is never far away.
    const waiting: number[] = [];
    let top = 0;
    for (let node = 0; node < parent.length; node++) {
      const first = nodes[node];
      const own = nodes[node + 1] - first;
      const border = borders.subarray(borderStart[node], borderStart[node + 1]);
      const size = own + border.length;
      const front = work.subarray(0, size * size).fill(0);
      for (let i = 0; i < own; i++) local[first + i] = i;
      for (let i = 0; i < border.length; i++) local[border[i]] = own + i;
      this.gather(matrix, front, size, first, own, local, place, order);
      while (waiting.length > 0 && parent[waiting[waiting.length - 1]] === node) {
        const child = waiting.pop()!;
        const inner = borders.subarray(borderStart[child], borderStart[child + 1]);
        top -= inner.length ** 2;
        extendAdd(front, size, blocks.subarray(top, top + inner.length ** 2), inner, local, this.symmetric);
      }
      const rows = this.upper.subarray(panelStart[node], panelStart[node + 1]);
      if (this.symmetric) eliminateSymmetric(front, size, own, first, border, loss, this.pivots, rows);
      else {
        const columns = this.lower.subarray(panelStart[node], panelStart[node + 1]);
        eliminateGeneral(front, size, own, first, border, loss, this.pivots, rows, columns);
      }
      if (parent[node] < 0) continue;
      for (let i = own; i < size; i++) {
        blocks.set(front.subarray(i * size + own, (i + 1) * size), top);
        top += border.length;
      }
      waiting.push(node);
    }
  }

  /** The matrix's own couplings of a node's unknowns to each other and to later ones. */
  private gather(
    matrix: Couplings,
    front: Float64Array,
    size: number,
    first: number,
    own: number,
    local: Int32Array,
    place: Int32Array,
    order: Int32Array,
  ): void {
    const { start, index, value } = matrix;
    for (let i = 0; i < own; i++) {
      const vertex = order[first + i];
      for (let k = start[vertex]; k < start[vertex + 1]; k++) {
        const position = place[index[k]];
        if (position < first) continue;
        const j = local[position];
        if (j > i || !this.symmetric) front[i * size + j] += value[k];
        // A later unknown's coupling to this one is gathered here too, since its own front comes after.
        if (j >= own && !this.symmetric) front[j * size + i] += valueAt(matrix, index[k], vertex);
      }
    }
  }

  /** Solves in place; entries of b are >= 0, and so are those of the solution. */
  solve(b: Float64Array): Float64Array {
    const { tree, borderStart, borders, panelStart } = this.plan;
    const { order, nodes, parent } = tree;
    const { upper, lower, pivots } = this;
    const x = new Float64Array(this.size);
    for (let i = 0; i < this.size; i++) x[i] = b[order[i]];
    for (let node = 0; node < parent.length; node++) {
      const first = nodes[node];
      const own = nodes[node + 1] - first;
      const from = borderStart[node];
      const size = own + borderStart[node + 1] - from;
      for (let r = 0; r < own; r++) {
        const value = x[first + r];
        if (value === 0) continue;
        const row = panelStart[node] + r * size;
        for (let j = r + 1; j < own; j++) x[first + j] += lower[row + j] * value;
        for (let j = own; j < size; j++) x[borders[from + j - own]] += lower[row + j] * value;
      }
    }
    for (let node = parent.length - 1; node >= 0; node--) {
      const first = nodes[node];
      const own = nodes[node + 1] - first;
      const from = borderStart[node];
      const size = own + borderStart[node + 1] - from;
      for (let r = own - 1; r >= 0; r--) {
        const pivot = pivots[first + r];
        if (pivot === 0) {
          x[first + r] = 0;
          continue;
        }
        const row = panelStart[node] + r * size;
        let sum = x[first + r] / pivot;
        for (let j = r + 1; j < own; j++) sum += upper[row + j] * x[first + j];
        for (let j = own; j < size; j++) sum += upper[row + j] * x[borders[from + j - own]];
        x[first + r] = sum;
      }
    }
    for (let i = 0; i < this.size; i++) b[order[i]] = x[i];
    return b;
  }
}

function valueAt({ start, index, value }: Couplings, row: number, column: number): number {
  for (let k = start[row]; k < start[row + 1]; k++) if (index[k] === column) return value[k];
  return 0;
}

/** Adds a child's block into its parent's front. */
function extendAdd(
  front: Float64Array,
  size: number,
  block: Float64Array,
  inner: Int32Array,
  local: Int32Array,
  symmetric: boolean,
): void {
  const count = inner.length;
  for (let i = 0; i < count; i++) {
    const row = local[inner[i]] * size;
    for (let j = symmetric ? i + 1 : 0; j < count; j++) front[row + local[inner[j]]] += block[i * count + j];
  }
}

/** Rows that are eliminated together, so that the rest of the front is read and written once for all of them. */
const BLOCK = 4;

/**
 * Eliminates the first `own` unknowns of a symmetric front, of which only what lies right of the diagonal is used.
 * Diagonals are never stored: a pivot is the loss plus all couplings that are left.
 */
function eliminateSymmetric(
  front: Float64Array,
  size: number,
  own: number,
  first: number,
  border: Int32Array,
  loss: Float64Array,
  pivots: Float64Array,
  rows: Float64Array,
): void {
  for (let from = 0; from < own; from += BLOCK) {
    const to = Math.min(from + BLOCK, own);
    for (let k = from; k < to; k++) {
      const row = k * size;
      let pivot = loss[first + k];
      for (let j = k + 1; j < size; j++) pivot += front[row + j];
      pivots[first + k] = pivot;
      if (pivot === 0) continue;
      const gain = loss[first + k];
      for (let j = k + 1; j < size; j++) rows[row + j] = front[row + j] / pivot;
      if (gain > 0) {
        for (let j = k + 1; j < own; j++) loss[first + j] += rows[row + j] * gain;
        for (let j = own; j < size; j++) loss[border[j - own]] += rows[row + j] * gain;
      }
      for (let i = k + 1; i < to; i++) {
        const factor = rows[row + i];
        const target = i * size;
        if (factor !== 0) for (let j = i + 1; j < size; j++) front[target + j] += factor * front[row + j];
      }
    }
    if (to - from === BLOCK) updateByFour(front, rows, size, from);
    else {
      for (let k = from; k < to; k++) {
        for (let i = to; i < size; i++) {
          const factor = rows[k * size + i];
          if (factor === 0) continue;
          for (let j = i + 1; j < size; j++) front[i * size + j] += factor * front[k * size + j];
        }
      }
    }
  }
}

/** The update of all later rows by four eliminated ones. */
function updateByFour(front: Float64Array, rows: Float64Array, size: number, from: number): void {
  const [a, b, c, d] = [from * size, (from + 1) * size, (from + 2) * size, (from + 3) * size];
  for (let i = from + BLOCK; i < size; i++) {
    const [fa, fb, fc, fd] = [rows[a + i], rows[b + i], rows[c + i], rows[d + i]];
    if (fa === 0 && fb === 0 && fc === 0 && fd === 0) continue;
    const target = i * size;
    for (let j = i + 1; j < size; j++) {
      front[target + j] += fa * front[a + j] + fb * front[b + j] + fc * front[c + j] + fd * front[d + j];
    }
  }
}

/** The same without symmetry: row sums still give the pivots. */
function eliminateGeneral(
  front: Float64Array,
  size: number,
  own: number,
  first: number,
  border: Int32Array,
  loss: Float64Array,
  pivots: Float64Array,
  rows: Float64Array,
  columns: Float64Array,
): void {
  for (let k = 0; k < own; k++) {
    const row = k * size;
    const gain = loss[first + k];
    let pivot = gain;
    for (let j = k + 1; j < size; j++) pivot += front[row + j];
    pivots[first + k] = pivot;
    if (pivot === 0) continue;
    for (let j = k + 1; j < size; j++) {
      rows[row + j] = front[row + j] / pivot;
      columns[row + j] = front[j * size + k] / pivot;
    }
    for (let i = k + 1; i < size; i++) {
      const factor = columns[row + i];
      if (factor === 0) continue;
      if (i < own) loss[first + i] += factor * gain;
      else loss[border[i - own]] += factor * gain;
      const target = i * size;
      for (let j = k + 1; j < size; j++) front[target + j] += factor * front[row + j];
    }
  }
}
