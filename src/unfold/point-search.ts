/**
 * One shortest path: the engine over convex rooms, windows in the order of the least length that a path through them to the goal
 * can have (as Polyanya does: Cui, Harabor and Grastien 2017), until the goal is seen and nothing shorter waits.
 *
 * Borders run through vertices: what they meet is decided by exact orientations of given points. Only lengths are rounded, and
 * they are measured from the root, not from the origin: where the plan lies does not matter.
 */
import { orient } from "../geometry/index.js";
import { Columns } from "./columns.js";
import { NONE, Unfolding } from "./engine.js";
import type { Rooms } from "./rooms.js";
import { crossingAlong, STRAIGHT } from "./roots.js";

/** A point, the rooms that hold it, and the vertex it stands on; -1 for none. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly rooms: readonly number[];
  readonly vertex: number;
}

export class PointSearch extends Unfolding {
  /** Where legs begin, how far from the start, where the leg before comes from. */
  readonly roots = new Columns(["x", "y", "start", "fromX", "fromY"], ["parent"], 256);
  /** The root of the last leg of the best way found so far. */
  last = NONE;

  private readonly rooms: Rooms;
  /** Windows: root, the side they enter a room by, their two borders, their bars. */
  readonly windows = new Columns(
    ["leftBar", "rightBar"],
    ["root", "side", "left", "right"],
    1024,
    "a search",
  );
  private goalX = 0;
  private goalY = 0;
  /** Per room: 1 when it holds the goal. */
  private readonly holdsGoal: Uint8Array;
  /** Per node: which way paths bend there, and the nodes that have a distance. */
  private readonly bend: Int8Array;
  private readonly touched: number[] = [];

  /** @param size width or height of the plan, in metres */
  constructor(rooms: Rooms, nodeCount: number, size: number) {
    super(nodeCount, size);
    this.rooms = rooms;
    this.holdsGoal = new Uint8Array(rooms.first.length);
    this.bend = new Int8Array(nodeCount);
  }

  /** Looks for the shortest way; afterwards `known` is its length, and from `last` on the roots of its legs, last one first. */
  run(from: Place, goal: Place): void {
    const { holdsGoal } = this;
    this.reset();
    this.goalX = goal.x;
    this.goalY = goal.y;
    for (const room of goal.rooms) holdsGoal[room] = 1;
    this.begin(from);
    this.advance();
    for (const room of goal.rooms) holdsGoal[room] = 0;
  }

  /** Makes everything as new; costs what the last search touched. */
  private reset(): void {
    for (const node of this.touched) {
      this.distance[node] = Infinity;
      this.settled[node] = 0;
    }
    this.touched.length = 0;
    this.roots.size = 0;
    this.windows.size = 0;
    this.heap.clear();
    this.known = Infinity;
    this.last = NONE;
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
          this.shortens(node[side], 0, root, NONE);
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
    if (distance >= this.known) return;
    this.known = distance;
    this.last = root;
  }

  /**
   * A root sees the vertex that a side leaves, in the side's room, through a door (-1 for none). Returns 1 when the left of the
   * vertex is lost to it, -1 for the right, 0 for none.
   */
  private arrive(root: number, side: number, door: number): number {
    const { rooms, bend } = this;
    const { number } = this.roots;
    const v = rooms.vertex[side];
    const x = rooms.coords[2 * v];
    const y = rooms.coords[2 * v + 1];
    const dx = x - number.x[root];
    const dy = y - number.y[root];
    const distance = number.start[root] + Math.sqrt(dx * dx + dy * dy);
    const node = rooms.node[side];
    const isNew = this.distance[node] === Infinity;
    if (!this.shortens(node, distance, root, door)) {
      if (door < 0 || !this.loses(node, distance, door)) return 0;
      const winner = this.parent[node];
      return Math.sign(orient(number.x[root], number.y[root], x, y, number.x[winner], number.y[winner]));
    }
    if (isNew) this.touched.push(node);
    bend[node] = this.bendAt(root, side, node);
    if (bend[node] === 0) return 0;
    const gx = this.goalX - x;
    const gy = this.goalY - y;
    const key = distance + Math.sqrt(gx * gx + gy * gy);
    if (key < this.known) this.heap.push(key, -1 - node);
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
  protected override settle(node: number): void {
    if (this.settled[node]) return;
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
    const root = this.addRoot(x, y, this.distance[node], number.x[from], number.y[from], from);
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
  protected override land(w: number): void {
    const { index } = this.windows;
    const side = index.side[w];
    const { next, prev, room, node } = this.rooms;
    if (this.isBeaten(w, node[side], node[next[side]])) return;
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
    const start = number.start[root];
    const lx = px + from * ex;
    const ly = py + from * ey;
    const toLeft = Math.sqrt(lx * lx + ly * ly);
    const mx = px + to * ex;
    const my = py + to * ey;
    const toRight = Math.sqrt(mx * mx + my * my);
    this.setBars(start + toLeft, start + toRight, from * length[side], to * length[side], length[side]);
    if (this.isBarred(node[side], node[next[side]])) return;
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
    if (key >= this.known) return;
    const w = this.windows.add();
    const { index, number: bars } = this.windows;
    bars.leftBar[w] = this.leftBar;
    bars.rightBar[w] = this.rightBar;
    index.root[w] = root;
    index.side[w] = side;
    index.left[w] = left;
    index.right[w] = right;
    this.heap.push(key, w);
  }

  /** Where a root's border ray crosses the edge along e from p, a place relative to the root. */
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
    return crossingAlong(px, py, ex, ey, dx, dy, sense);
  }
}
