/**
 * The ways from all roots of a path map to its sources, as one tree of points: a path is its start and a walk up the tree
 * ("paths are constructed by simple concatenation of parent points", Farias 2020, 3.6.1).
 */
import type { PathMap } from "./pathmap.js";

/** Numbers per node: x, y, what a path costs from there on, and the node that comes next (-1 for none). */
const STRIDE = 4;

export class Chains {
  /**
   * STRIDE numbers per node, side by side, which saves misses in the cache. The first nodes are the map's roots; of those
   * that are segments, the way from there on depends on where one comes from, and they have no next node.
   */
  readonly nodes: Float64Array;
  /** Per node: how many points the way has from there on, its own included. */
  readonly counts: Uint32Array;

  constructor(map: PathMap) {
    const { regions } = map;
    const { rootCount, x, y, start, parents } = regions;
    const numbers: number[] = [];
    const counts: number[] = [];
    const write = (node: number, nx: number, ny: number, cost: number, next: number): void => {
      numbers[STRIDE * node] = nx;
      numbers[STRIDE * node + 1] = ny;
      numbers[STRIDE * node + 2] = cost;
      numbers[STRIDE * node + 3] = next;
      counts[node] = 1 + (next < 0 ? 0 : counts[next]);
    };
    let end = rootCount;
    // A root comes after the one that it hangs on.
    for (let root = 0; root < rootCount; root++) {
      const parent = parents[root];
      let next = -1;
      if (parent >= 0 && !regions.isSegment(parent)) {
        const isSame = x[parent] === x[root] && y[parent] === y[root];
        next = isSame ? numbers[STRIDE * parent + 3] : parent;
      } else if (!regions.isSegment(root)) {
        // A foot on a segment, and the last step of a disc: the map's own points, from the end on.
        const rest = map.pathVia([x[root], y[root]], root);
        for (let k = rest.length - 1; k > 0; k--) {
          write(end, rest[k][0], rest[k][1], 0, next);
          next = end++;
        }
      }
      write(root, x[root], y[root], start[root], next);
    }
    this.nodes = Float64Array.from(numbers);
    this.counts = Uint32Array.from(counts);
  }
}
