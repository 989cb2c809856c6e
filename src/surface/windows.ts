/** Windows of a geodesic map in columns: rays from one point through a piece of an edge into the face behind it. */
import { firstCapacity, grown } from "../growth.js";

/** How many windows fit before the columns first grow. */
const FIRST = 1024;

/** Growing columns of windows, and a list of them per half-edge. */
export class Windows {
  /** How many there are. */
  count = 0;
  /** The half-edge whose face the rays enter, laid on the x axis, and the piece of it that they cross, in metres. */
  edge: Int32Array;
  from: Float64Array;
  to: Float64Array;
  /** Where the rays come from, y < 0, and the metres already walked there. */
  x: Float64Array;
  y: Float64Array;
  start: Float64Array;
  /** The window that they came through before; -1 for none. */
  parent: Int32Array;
  /** The vertex that they come from; -1 for the goal itself. */
  root: Int32Array;
  /** The newest window of each half-edge, and the one before each window at the same half-edge; -1 for none. */
  readonly first: Int32Array;
  next: Int32Array;

  constructor(halfedges: number) {
    const capacity = firstCapacity(FIRST);
    this.edge = new Int32Array(capacity);
    this.from = new Float64Array(capacity);
    this.to = new Float64Array(capacity);
    this.x = new Float64Array(capacity);
    this.y = new Float64Array(capacity);
    this.start = new Float64Array(capacity);
    this.parent = new Int32Array(capacity);
    this.root = new Int32Array(capacity);
    this.next = new Int32Array(capacity);
    this.first = new Int32Array(halfedges).fill(-1);
  }

  /** Adds a window; returns its number. */
  add(
    edge: number,
    from: number,
    to: number,
    x: number,
    y: number,
    start: number,
    parent: number,
    root: number,
  ): number {
    if (this.count === this.edge.length) this.grow();
    const w = this.count++;
    this.edge[w] = edge;
    this.from[w] = from;
    this.to[w] = to;
    this.x[w] = x;
    this.y[w] = y;
    this.start[w] = start;
    this.parent[w] = parent;
    this.root[w] = root;
    this.next[w] = this.first[edge];
    this.first[edge] = w;
    return w;
  }

  private grow(): void {
    const room = 2 * this.edge.length;
    this.edge = grown(this.edge, room);
    this.from = grown(this.from, room);
    this.to = grown(this.to, room);
    this.x = grown(this.x, room);
    this.y = grown(this.y, room);
    this.start = grown(this.start, room);
    this.parent = grown(this.parent, room);
    this.root = grown(this.root, room);
    this.next = grown(this.next, room);
  }
}
