/**
 * Nested dissection of a graph whose vertices have positions (George 1973; Miller, Teng, Thurston and Vavasis 1997 on
 * why cutting by position works for meshes): cut along the longest side at the median, put the vertices on the
 * cut last, and do the same with both halves. The tree of cuts is also the tree of fronts of the factorisation.
 */

/** A graph as rows of neighbours: those of vertex i are `index[start[i] .. start[i + 1])`. */
export interface Graph {
  readonly start: Int32Array;
  readonly index: Int32Array;
}

/** An order of elimination, cut into the nodes of a tree. */
export interface Dissection {
  /** Vertices in the order of elimination. */
  readonly order: Int32Array;
  /** Node k owns `order[nodes[k] .. nodes[k + 1])`; children come before their parents. */
  readonly nodes: Int32Array;
  /** The parent of each node; -1 for roots. */
  readonly parent: Int32Array;
}

/** Parts no larger than this are not cut again: below, a small dense block is cheaper than more structure. */
const LEAF = 16;

/**
 * Dissects a graph.
 *
 * @param coords positions, `dimension` numbers for each vertex
 */
export function dissect(graph: Graph, coords: Float64Array, dimension: number): Dissection {
  return new Dissector(graph, coords, dimension).run();
}

class Dissector {
  private readonly count: number;
  /** Vertices, so permuted that every part is a range. */
  private readonly ids: Int32Array;
  /** Which part a vertex is in at the moment; parts are numbered as they are made. */
  private readonly part: Int32Array;
  private parts = 0;
  private readonly order: Int32Array;
  private filled = 0;
  private readonly nodes: number[] = [0];
  private readonly parent: number[] = [];
  private readonly keys: Float64Array;

  constructor(
    private readonly graph: Graph,
    private readonly coords: Float64Array,
    private readonly dimension: number,
  ) {
    this.count = graph.start.length - 1;
    this.ids = Int32Array.from({ length: this.count }, (_, i) => i);
    this.part = new Int32Array(this.count);
    this.order = new Int32Array(this.count);
    this.keys = new Float64Array(this.count);
  }

  run(): Dissection {
    if (this.count > 0) this.cut(0, this.count);
    return {
      order: this.order,
      nodes: Int32Array.from(this.nodes),
      parent: Int32Array.from(this.parent),
    };
  }

  /** Orders the part `ids[from .. to)` and returns its topmost node, or -1 where the part is empty. */
  private cut(from: number, to: number): number {
    if (from === to) return -1;
    const axis = to - from > LEAF ? this.longestSide(from, to) : -1;
    if (axis < 0) return this.close(from, to, []);
    const middle = this.splitAtMedian(from, to, axis);
    const rest = this.moveSeparator(from, middle, to);
    const left = this.cut(from, rest.middle);
    const right = this.cut(rest.middle, rest.end);
    const children = [left, right].filter((node) => node >= 0);
    // Parts that do not touch have no separator: their trees stand side by side, under an empty node.
    return this.close(rest.end, to, children);
  }

  /** Makes a node of `ids[from .. to)`. */
  private close(from: number, to: number, children: readonly number[]): number {
    this.order.set(this.ids.subarray(from, to), this.filled);
    this.filled += to - from;
    const node = this.parent.length;
    this.parent.push(-1);
    this.nodes.push(this.filled);
    for (const child of children) this.parent[child] = node;
    return node;
  }

  /** The axis along which a part is longest; -1 where all its points coincide. */
  private longestSide(from: number, to: number): number {
    const { ids, coords, dimension } = this;
    let best = -1;
    let longest = 0;
    for (let axis = 0; axis < dimension; axis++) {
      let low = Infinity;
      let high = -Infinity;
      for (let i = from; i < to; i++) {
        const x = coords[ids[i] * dimension + axis];
        if (x < low) low = x;
        if (x > high) high = x;
      }
      if (high - low > longest) {
        longest = high - low;
        best = axis;
      }
    }
    return best;
  }

  /** Quickselect: the lower half by one coordinate comes first. */
  private splitAtMedian(from: number, to: number, axis: number): number {
    const { ids, coords, dimension, keys } = this;
    for (let i = from; i < to; i++) keys[i] = coords[ids[i] * dimension + axis];
    const middle = (from + to) >> 1;
    let low = from;
    let high = to - 1;
    while (low < high) {
      const pivot = keys[(low + high) >> 1];
      let i = low;
      let j = high;
      while (i <= j) {
        while (keys[i] < pivot) i++;
        while (keys[j] > pivot) j--;
        if (i <= j) {
          const key = keys[i];
          keys[i] = keys[j];
          keys[j] = key;
          const id = ids[i];
          ids[i++] = ids[j];
          ids[j--] = id;
        }
      }
      if (middle <= j) high = j;
      else if (middle >= i) low = i;
      else break;
    }
    return middle;
  }

  /** Moves the smaller of the two rims along the cut to the end of the range. */
  private moveSeparator(from: number, middle: number, to: number): { middle: number; end: number } {
    const { ids, part } = this;
    const left = ++this.parts;
    const right = ++this.parts;
    for (let i = from; i < middle; i++) part[ids[i]] = left;
    for (let i = middle; i < to; i++) part[ids[i]] = right;
    let leftRim = 0;
    let rightRim = 0;
    for (let i = from; i < middle; i++) if (this.touches(ids[i], right)) leftRim++;
    for (let i = middle; i < to; i++) if (this.touches(ids[i], left)) rightRim++;
    const fromLeft = leftRim <= rightRim;
    const rim: number[] = [];
    const rest: number[] = [];
    const [a, b, other] = fromLeft ? [from, middle, right] : [middle, to, left];
    for (let i = a; i < b; i++) (this.touches(ids[i], other) ? rim : rest).push(ids[i]);
    const kept = fromLeft ? [...rest, ...ids.subarray(middle, to)] : rest;
    ids.set(kept, a);
    ids.set(rim, to - rim.length);
    return { middle: fromLeft ? from + rest.length : middle, end: to - rim.length };
  }

  private touches(vertex: number, other: number): boolean {
    const { start, index } = this.graph;
    for (let k = start[vertex]; k < start[vertex + 1]; k++) if (this.part[index[k]] === other) return true;
    return false;
  }
}
