/**
 * The engine of exact shortest paths: continuous Dijkstra over a complex of convex faces, with an isometry for every edge that
 * two of them share (Mitchell, Mount and Papadimitriou 1987). Inside a floor that is the identity, across the foot or the head
 * of a flight a shift, between two faces of a mesh a turn.
 *
 * A *root* is where straight paths begin: a source, or a node that paths bend around. A *window* is what one root sees through
 * one edge, its *door*: a cone between two borders. Windows wait in a queue, the least length first that a path through them can
 * have. One that is taken out *lands* in the face behind its door, reaches the corners that it sees, and goes on through the
 * other edges, unfolded by their isometries. A node that is taken out has its final distance: it *settles*, and becomes a root
 * where paths bend around it.
 *
 * Two filters keep windows few, and both hold in any complex:
 * - from an end of its door that is nearer than a *bar*, all that a window sees is reached sooner (Xin and Wang 2009, 3.2);
 * - of two windows through one door, the one that loses at a corner can win on its own side of it only, else two shortest paths
 *   would cross ("one angle, one split": Chen and Han 1990).
 *
 * Three uses know their ground, how they hold borders and what they stop at: maps (`windows.ts`) and single paths
 * (`point-search.ts`) have borders through vertices, decided by exact signs, since shifts leave them what they are; geodesics
 * (`surface/geodesic.ts`) have intervals, since turns are rounded anyway.
 */
import { MinHeap } from "../numerics/index.js";

/**
 * A window must be worse by this share, of its path and of the ground's size, to be dropped: some thousand times what the
 * rounding of one leg can amount to, so that a path of some thousand legs is not lost to it.
 */
export const CLEARLY = 1e-12;

/** What the engine reads of a table of windows. */
interface Bars {
  readonly number: { readonly leftBar: Float64Array; readonly rightBar: Float64Array };
}

/** No root, no door. */
export const NONE = -1;

export abstract class Unfolding {
  /** Length of the shortest way known to the place that is asked for: nothing that is longer is looked at. */
  known = Infinity;
  /** Per node: the least distance known, and the root that gave it; -1 for none. */
  readonly distance: Float64Array;
  readonly parent: Int32Array;
  /** Per node: the door through which that root saw it; -1 where it looked through none. */
  protected readonly door: Int32Array;
  /** Per node: 1 once its distance is final. */
  protected readonly settled: Uint8Array;
  /** What waits: a window, or a node v as -1 - v. */
  protected readonly heap = new MinHeap(1024);
  /** The bars of the window at hand. */
  protected leftBar = 0;
  protected rightBar = 0;
  /** What lengths may differ by rounding beyond their share, in metres. */
  private readonly slack: number;

  abstract readonly windows: Bars;

  /** @param size width or height of the ground, in metres, or the length of its longest edge */
  constructor(nodes: number, size: number) {
    this.distance = new Float64Array(nodes).fill(Infinity);
    this.parent = new Int32Array(nodes).fill(NONE);
    this.door = new Int32Array(nodes).fill(NONE);
    this.settled = new Uint8Array(nodes);
    this.slack = CLEARLY * size;
  }

  /** A window enters the face behind its door. */
  protected abstract land(w: number): void;

  /** The distance of a node is final. */
  protected abstract settle(node: number): void;

  /** Goes on until nothing is left that could be shorter than what is known. */
  protected advance(): void {
    const { heap } = this;
    while (heap.key < this.known) {
      const event = heap.pop();
      if (event >= 0) this.land(event);
      else this.settle(-1 - event);
    }
  }

  /** Notes a way to a node, over a root and through a door, if it is the shortest so far; returns whether it is. */
  protected shortens(node: number, distance: number, root: number, door: number): boolean {
    if (!(distance < this.distance[node])) return false;
    this.distance[node] = distance;
    this.parent[node] = root;
    this.door[node] = door;
    return true;
  }

  /** Whether a way to a node through a door is clearly longer than the one that is known through the same door. */
  protected loses(node: number, distance: number, door: number): boolean {
    return this.door[node] === door && distance > this.distance[node] * (1 + CLEARLY) + this.slack;
  }

  /**
   * Sets the bars of a window: its root is so far from the left and the right end of its interval, which begins and ends so many
   * metres from the left end of its door. The wider the interval, the lower the bars, so rounding it outward is safe.
   */
  protected setBars(toLeft: number, toRight: number, from: number, to: number, length: number): void {
    this.leftBar = toRight * (1 - CLEARLY) - to - this.slack;
    this.rightBar = toLeft * (1 - CLEARLY) - (length - from) - this.slack;
  }

  /** Whether the window with the bars at hand, through a door between two nodes, cannot be part of a shortest path. */
  protected isBarred(left: number, right: number): boolean {
    return this.distance[left] < this.leftBar || this.distance[right] < this.rightBar;
  }

  /** The same for a window of the table. */
  protected isBeaten(w: number, left: number, right: number): boolean {
    const { leftBar, rightBar } = this.windows.number;
    return this.distance[left] < leftBar[w] || this.distance[right] < rightBar[w];
  }
}
