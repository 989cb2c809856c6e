/**
 * One shortest path over convex rooms, exact: windows as in `windows.ts`, taken in the order of the least length that a
 * path through them can have (as Polyanya does: Cui, Harabor and Grastien 2017).
 *
 * A *root* is where a straight leg begins: the start, or a corner that the path bends around. A *window* is what one
 * root sees through one door, between two rays that run through vertices: what they meet is decided by exact orientations
 * of given points. Only lengths are rounded, and they are measured from the root, not from the origin: where the plan lies
 * does not matter. They decide which windows are hopeless, with a margin above their rounding.
 */
import { orient } from "../geometry/index.js";
import { MinHeap } from "../numerics/index.js";
import { Columns } from "./columns.js";
import type { Rooms } from "./rooms.js";

/** A border that is the straight continuation of the leg into its root. */
const STRAIGHT = -1;

/**
 * A window must be worse by this share, of its path and of its door, to be dropped: some thousand times what the rounding of
 * one leg can amount to, so that a path of some thousand legs is not lost to it.
 */
const CLEARLY = 1e-12;

/** Relative error of a sum of two products of differences, generously. */
const ROUNDING = 1e-15;

/** A point, the rooms that hold it, and the vertex it stands on; -1 for none. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly rooms: readonly number[];
  readonly vertex: number;
}

export class PointSearch {
  /** Where legs begin, how far from the start, where the leg before comes from. */
  readonly roots = new Columns(["x", "y", "start", "fromX", "fromY"], ["parent"], 256);
  /** Length of the best way found so far, and the root of its last leg. */
  distance = Infinity;
  last = -1;

  private readonly rooms: Rooms;
  /**
   * Windows: root, the side they enter a room by, their two borders. A window is beaten as soon as the left or the right
   * end of its side turns out to be nearer than `leftBar` or `rightBar`.
   */
  private readonly windows = new Columns(["leftBar", "rightBar"], ["root", "side", "left", "right"], 1024);
  private readonly heap = new MinHeap(1024);
  private goalX = 0;
  private goalY = 0;
  /** Per room: 1 when it holds the goal. */
  private readonly holdsGoal: Uint8Array;
  /**
   * Per node: the least distance known, the root that gave it, the door through which it looked into the room (-1 for
   * none), 1 when all that is final, which way paths bend there.
   */
  private readonly nearest: Float64Array;
  private readonly parent: Int32Array;
  private readonly door: Int32Array;
  private readonly settled: Uint8Array;
  private readonly bend: Int8Array;
  private readonly touched: number[] = [];

  constructor(rooms: Rooms, nodeCount: number) {
    this.rooms = rooms;
    this.holdsGoal = new Uint8Array(rooms.first.length);
    this.nearest = new Float64Array(nodeCount).fill(Infinity);
    this.parent = new Int32Array(nodeCount);
    this.door = new Int32Array(nodeCount);
    this.settled = new Uint8Array(nodeCount);
    this.bend = new Int8Array(nodeCount);
  }

  /** Looks for the shortest way; afterwards `distance`, and from `last` on the roots of its legs, last one first. */
  run(from: Place, goal: Place): void {
    const { heap, holdsGoal } = this;
    this.reset();
    this.goalX = goal.x;
    this.goalY = goal.y;
    for (const room of goal.rooms) holdsGoal[room] = 1;
    this.begin(from);
    while (heap.key < this.distance) {
      const event = heap.pop();
      if (event >= 0) this.land(event);
      else if (!this.settled[-1 - event]) this.settle(-1 - event);
    }
    for (const room of goal.rooms) holdsGoal[room] = 0;
  }

  /** Makes everything as new; costs what the last search touched. */
  private reset(): void {
    for (const node of this.touched) {
      this.nearest[node] = Infinity;
      this.settled[node] = 0;
    }
    this.touched.length = 0;
    this.roots.size = 0;
    this.windows.size = 0;
    this.heap.clear();
    this.distance = Infinity;
    this.last = -1;
  }

  /** The start looks all around. */
  private begin({ x, y, rooms, vertex }: Place): void {
    const { first, vertex: vertices, node, next, prev, coords } = this.rooms;
    const root = this.addRoot(x, y, 0, x, y, -1);
    for (const room of rooms) {
      if (this.holdsGoal[room]) this.see(root);
      for (let side = first[room]; side < first[room + 1]; side++) {
        const p = vertices[side];
        const q = vertices[next[side]];
        if (p === vertex) {
          this.nearest[node[side]] = 0;
          this.settled[node[side]] = 1;
          this.touched.push(node[side]);
          this.arrive(root, next[side], -1);
          this.arrive(root, prev[side], -1);
        } else if (q !== vertex) {
          this.arrive(root, side, -1);
          // Through the edge it lies on, a point sees nothing that the room beyond does not see itself.
          const inside = orient(coords[2 * p], coords[2 * p + 1], coords[2 * q], coords[2 * q + 1], x, y);
          if (inside > 0) this.pass(root, side, q, p);
        }
      }
    }
  }

  private addRoot(x: number, y: number, start: number, fromX: number, fromY: number, parent: number): number {
    const root = this.roots.add();
    const { number, index } = this.roots;
    number.x[root] = x;
    number.y[root] = y;
    number.start[root] = start;
    number.fromX[root] = fromX;
    number.fromY[root] = fromY;
    index.parent[root] = parent;
    return root;
  }

  /** > 0 when (x, y) lies to the left of a root's ray through vertex `limit`, or of its straight continuation. */
  private side(root: number, limit: number, x: number, y: number): number {
    const { number } = this.roots;
    const { coords } = this.rooms;
    const rx = number.x[root];
    const ry = number.y[root];
    if (limit === STRAIGHT) return orient(number.fromX[root], number.fromY[root], rx, ry, x, y);
    return orient(rx, ry, coords[2 * limit], coords[2 * limit + 1], x, y);
  }

  /** A root sees the goal. */
  private see(root: number): void {
    const { number } = this.roots;
    const dx = this.goalX - number.x[root];
    const dy = this.goalY - number.y[root];
    const distance = number.start[root] + Math.sqrt(dx * dx + dy * dy);
    if (distance >= this.distance) return;
    this.distance = distance;
    this.last = root;
  }

  /**
   * A root sees the vertex that a side leaves, in the side's room, through a door (-1 for none). Of two cones through one
   * door, the one that loses at a vertex can win on its own side of it only, else two shortest paths would cross
   * (Chen and Han 1990): returns 1 when the left of the vertex is lost, -1 for the right, 0 for none.
   */
  private arrive(root: number, side: number, door: number): number {
    const { rooms, nearest, parent, bend } = this;
    const { number } = this.roots;
    const v = rooms.vertex[side];
    const x = rooms.coords[2 * v];
    const y = rooms.coords[2 * v + 1];
    const dx = x - number.x[root];
    const dy = y - number.y[root];
    const distance = number.start[root] + Math.sqrt(dx * dx + dy * dy);
    const node = rooms.node[side];
    if (distance >= nearest[node]) {
      if (door < 0 || door !== this.door[node] || nearest[node] >= distance * (1 - CLEARLY)) return 0;
      const winner = parent[node];
      return Math.sign(orient(number.x[root], number.y[root], x, y, number.x[winner], number.y[winner]));
    }
    if (nearest[node] === Infinity) this.touched.push(node);
    nearest[node] = distance;
    parent[node] = root;
    this.door[node] = door;
    bend[node] = this.bendAt(root, side, node);
    if (bend[node] === 0) return 0;
    const gx = this.goalX - x;
    const gy = this.goalY - y;
    const key = distance + Math.sqrt(gx * gx + gy * gy);
    if (key < this.distance) this.heap.push(key, -1 - node);
    return 0;
  }

  /** Whether a leg that arrives at a node in the room of a side may bend there: 1 to the left, -1 to the right, 0 for no. */
  private bendAt(root: number, side: number, node: number): number {
    const { firstSide, lastSide, vertex, next, prev, coords } = this.rooms;
    const first = firstSide[node];
    if (first < 0) return 0;
    const { number } = this.roots;
    const rx = number.x[root];
    const ry = number.y[root];
    const v = 2 * vertex[side];
    const vx = coords[v];
    const vy = coords[v + 1];
    const last = lastSide[node];
    const l = 2 * vertex[prev[last]];
    const toLast = orient(rx, ry, vx, vy, coords[l], coords[l + 1]);
    if (toLast > 0) return 1;
    const f = 2 * vertex[next[first]];
    const toFirst = orient(rx, ry, vx, vy, coords[f], coords[f + 1]);
    if (toFirst < 0) return -1;
    // Along a wall to its end, with free ground all around: on to its other face.
    if (toLast !== 0 || toFirst !== 0) return 0;
    return side === first ? 1 : side === last ? -1 : 0;
  }

  /** The distance of a node is final: it becomes a root for the directions that the leg into it does not see. */
  private settle(node: number): void {
    this.settled[node] = 1;
    const { bend, parent, rooms } = this;
    const { vertex, next, prev, twin, coords } = rooms;
    if (bend[node] === 0) return;
    const { number } = this.roots;
    const from = parent[node];
    let side = bend[node] > 0 ? rooms.lastSide[node] : rooms.firstSide[node];
    const v = vertex[side];
    const x = coords[2 * v];
    const y = coords[2 * v + 1];
    const root = this.addRoot(x, y, this.nearest[node], number.x[from], number.y[from], from);
    // From the wall that the path bends to, back to straight on.
    for (;;) {
      const right = vertex[next[side]];
      const left = vertex[prev[side]];
      if (bend[node] > 0) {
        const beyond = this.side(root, STRAIGHT, coords[2 * right], coords[2 * right + 1]);
        this.open(root, side, left, beyond < 0 ? STRAIGHT : right);
        if (beyond <= 0) return;
        side = next[twin[side]];
      } else {
        const beyond = this.side(root, STRAIGHT, coords[2 * left], coords[2 * left + 1]);
        this.open(root, side, beyond > 0 ? STRAIGHT : left, right);
        if (beyond >= 0) return;
        side = twin[prev[side]];
      }
    }
  }

  /** A root looks into a room from the corner that a side leaves. */
  private open(root: number, side: number, left: number, right: number): void {
    const { next, prev, room } = this.rooms;
    // A border that is straight on leaves one of the two neighbours outside.
    if (right !== STRAIGHT) this.arrive(root, next[side], -1);
    if (left !== STRAIGHT) this.arrive(root, prev[side], -1);
    if (this.holdsGoal[room[side]]) this.look(root, left, right);
    this.spread(root, -1, next[side], prev[prev[side]], left, right);
  }

  /** If the goal lies in a root's cone, in a room that the cone fills, notes the way. */
  private look(root: number, left: number, right: number): void {
    if (this.side(root, left, this.goalX, this.goalY) > 0) return;
    if (this.side(root, right, this.goalX, this.goalY) < 0) return;
    this.see(root);
  }

  /** A window enters its room. */
  private land(w: number): void {
    const { index } = this.windows;
    const side = index.side[w];
    if (this.isBeaten(w, side)) return;
    const { next, prev, room } = this.rooms;
    const root = index.root[w];
    const left = index.left[w];
    const right = index.right[w];
    if (this.holdsGoal[room[side]]) this.look(root, left, right);
    this.spread(root, side, next[side], prev[side], left, right);
  }

  /** Sends a cone, come through a door (-1 for none), through the sides from `side` to `end`, from the right to the left. */
  private spread(root: number, door: number, side: number, end: number, left: number, right: number): void {
    const { vertex, next, coords } = this.rooms;
    // Sides to the right of the cone.
    for (; side !== end; side = next[side]) {
      const v = vertex[next[side]];
      const beyond = this.side(root, right, coords[2 * v], coords[2 * v + 1]);
      if (beyond > 0) break;
      if (beyond < 0) continue;
      right = v;
      side = next[side];
      this.arrive(root, side, door);
      break;
    }
    for (; side !== end; side = next[side]) {
      const v = vertex[next[side]];
      const beyond = this.side(root, left, coords[2 * v], coords[2 * v + 1]);
      if (beyond > 0) break;
      const lost = this.arrive(root, next[side], door);
      if (lost >= 0) this.pass(root, side, v, right);
      if (beyond === 0 || lost > 0) return;
      right = v;
    }
    this.pass(root, side, left, right);
  }

  /** Queues what a root sees through a side between two borders, unless that is a wall or hopeless. */
  private pass(root: number, exit: number, left: number, right: number): void {
    const side = this.rooms.twin[exit];
    if (side < 0) return;
    const { coords, vertex, next, length, node } = this.rooms;
    const { number } = this.roots;
    const rx = number.x[root];
    const ry = number.y[root];
    const p = vertex[side];
    const q = vertex[next[side]];
    // All places are taken from the root.
    const px = coords[2 * p] - rx;
    const py = coords[2 * p + 1] - ry;
    const ex = coords[2 * q] - coords[2 * p];
    const ey = coords[2 * q + 1] - coords[2 * p + 1];
    const from = left === p ? 0 : this.crossing(root, left, px, py, ex, ey, -1);
    const to = right === q ? 1 : this.crossing(root, right, px, py, ex, ey, 1);
    // From an end that is nearer than its bar, everything in the interval is reached sooner (Xin and Wang 2009, 3.2).
    const start = number.start[root];
    const lx = px + from * ex;
    const ly = py + from * ey;
    const toLeft = Math.sqrt(lx * lx + ly * ly);
    const mx = px + to * ex;
    const my = py + to * ey;
    const toRight = Math.sqrt(mx * mx + my * my);
    const leftBar = (start + toRight) * (1 - CLEARLY) - (to + CLEARLY) * length[side];
    const rightBar = (start + toLeft) * (1 - CLEARLY) - (1 - from + CLEARLY) * length[side];
    if (this.nearest[node[side]] < leftBar || this.nearest[node[next[side]]] < rightBar) return;
    // Least length to the goal were everything beyond free; a goal on the root's side is seen as in a mirror.
    const goalX = this.goalX - rx;
    const goalY = this.goalY - ry;
    const away = ex * (this.goalY - coords[2 * p + 1]) - ey * (this.goalX - coords[2 * p]);
    const turn = away < 0 ? (2 * away) / (length[side] * length[side]) : 0;
    const gx = goalX + turn * ey;
    const gy = goalY - turn * ex;
    const across = ex * gy - ey * gx;
    const t = (py * gx - px * gy) / across;
    let key = start;
    if (t < from) key += toLeft + Math.sqrt((gx - lx) * (gx - lx) + (gy - ly) * (gy - ly));
    else if (t > to) key += toRight + Math.sqrt((gx - mx) * (gx - mx) + (gy - my) * (gy - my));
    else key += Math.sqrt(gx * gx + gy * gy);
    if (key >= this.distance) return;
    const w = this.windows.add();
    const { index, number: bars } = this.windows;
    bars.leftBar[w] = leftBar;
    bars.rightBar[w] = rightBar;
    index.root[w] = root;
    index.side[w] = side;
    index.left[w] = left;
    index.right[w] = right;
    this.heap.push(key, w);
  }

  /**
   * Where a root's border ray crosses the edge along e from p, a place relative to the root: from 0 at its origin to 1 at its
   * end, rounded outward, to the left (`sense` -1) or to the right (1), by what the quotient can be off.
   */
  private crossing(
    root: number,
    limit: number,
    px: number,
    py: number,
    ex: number,
    ey: number,
    sense: 1 | -1,
  ): number {
    const { number } = this.roots;
    const { coords } = this.rooms;
    const rx = number.x[root];
    const ry = number.y[root];
    const dx = limit === STRAIGHT ? rx - number.fromX[root] : coords[2 * limit] - rx;
    const dy = limit === STRAIGHT ? ry - number.fromY[root] : coords[2 * limit + 1] - ry;
    const plus = ex * dy;
    const minus = ey * dx;
    const across = plus - minus;
    const at = (py * dx - px * dy) / across;
    const size = Math.abs(py * dx) + Math.abs(px * dy) + Math.abs(at) * (Math.abs(plus) + Math.abs(minus));
    const t = at + (sense * ROUNDING * size) / Math.abs(across);
    // A ray along the edge says nothing: then all of it is taken.
    if (sense < 0) return t > 0 ? (t < 1 ? t : 1) : 0;
    return t < 1 ? (t > 0 ? t : 0) : 1;
  }

  /** Whether a window through a side cannot be part of a shortest path. */
  private isBeaten(w: number, side: number): boolean {
    const { number } = this.windows;
    const { node, next } = this.rooms;
    return (
      this.nearest[node[side]] < number.leftBar[w] || this.nearest[node[next[side]]] < number.rightBar[w]
    );
  }
}
