/**
 * Path maps: the engine over triangles, glued by shifts where the ground has seams, until all of it is known.
 *
 * A root may also be a source segment, whose paths leave at right angles. A corner whose distance is settled becomes a root for the
 * directions that its parent does not see: the paths that bend there.
 *
 * Rays run through vertices, so what they meet is decided by the exact signs of `orient` and `along` for given points. Only
 * lengths are rounded, and they are measured from the root, not from the origin: where the plan lies does not matter. They
 * decide which windows are hopeless, with a margin above their rounding.
 */
import { along, faceOf, nextEdge as next, orient, prevEdge as prev } from "../geometry/index.js";
import type { Carriers } from "./carriers.js";
import { Columns } from "./columns.js";
import { NONE, Unfolding } from "./engine.js";
import type { Ground, GroundSource } from "./ground.js";
import { addRoot, crossingOf, RootImages, type Roots, rootTable, STRAIGHT, sideOfRay } from "./roots.js";

export class Propagation extends Unfolding {
  readonly ground: Ground;
  /** Where straight paths begin. */
  readonly roots: Roots = rootTable();
  /**
   * Windows: root, the half-edge they enter a face by (or the face's own spoke at a corner), their two borders, their bars;
   * `landed` is 1 once they have reached their face.
   */
  readonly windows = new Columns(["leftBar", "rightBar"], ["root", "edge", "left", "right", "landed"], 1024);

  /** Roots as they are seen through seams; null for a plain ground. */
  private readonly images: RootImages | null;
  /** Per node: the half-edge (a corner of the sector) through which its best path arrives. */
  protected readonly arrival: Int32Array;
  /** The interval of the window at hand on its edge, from 0 (origin, left) to 1 (end, right). */
  private from = 0;
  private to = 0;

  /** @param carriers what takes people from door to door; null for nothing */
  constructor(
    ground: Ground,
    readonly carriers: Carriers | null = null,
  ) {
    const { minX, minY, maxX, maxY } = ground.mesh.box;
    super(ground.nodeCount, Math.max(maxX - minX, maxY - minY));
    this.ground = ground;
    this.arrival = new Int32Array(ground.nodeCount).fill(-1);
    this.images = ground.seams && new RootImages(ground, this.roots);
  }

  /** Puts in a source. */
  add({ source, start, vertex, edge }: GroundSource): void {
    const { ground } = this;
    if (vertex !== undefined) {
      const root = this.addRoot(vertex, start, -1, source);
      for (const e of ground.spokes(vertex)) {
        const node = ground.nodes[e];
        if (start < this.distance[node]) this.arrive(root, e, start);
      }
    }
    if (edge === undefined) return;
    // Both sides of the edge and, where it is a seam's, what lies beyond it.
    const sides = [edge, ground.mesh.twins[edge]].flatMap((e) => [e, ground.twins[e]]);
    for (const e of new Set(sides)) {
      if (!ground.isFree(faceOf(e))) continue;
      const left = ground.mesh.triangles[e];
      const right = ground.end(e);
      const root = this.addRoot(left, start, -1, source);
      this.roots.index.segment[root] = 1;
      this.roots.number.endX[root] = ground.x(right);
      this.roots.number.endY[root] = ground.y(right);
      this.push(root, e, left, right);
    }
  }

  /** Runs until nothing is left that could be shorter than what is known. */
  run(): void {
    this.advance();
  }

  /** Windows that reached their faces and, now that all distances are known, still have a chance to win there. */
  survivors(): Int32Array {
    const { index, size } = this.windows;
    const found = new Int32Array(size);
    let count = 0;
    for (let w = 0; w < size; w++) {
      if (index.landed[w] === 1 && this.mayWin(w, index.edge[w])) found[count++] = w;
    }
    return found.subarray(0, count);
  }

  /** Whether, now that all is known, a window may still be best somewhere in the face it enters by e. */
  protected mayWin(w: number, e: number): boolean {
    const { nodes } = this.ground;
    return !this.isBeaten(w, nodes[e], nodes[next(e)]);
  }

  /** A root at vertex v. */
  protected addRoot(v: number, start: number, parent: number, source: number): number {
    return addRoot(this.roots, this.ground, v, start, parent, source);
  }

  /** A root as those see it who look back at it through the edge of a half-edge that its rays leave by. */
  protected beyond(root: number, exit: number): number {
    const { seams } = this.ground;
    return seams === null || seams.of[exit] < 0 ? root : this.images!.of(root, seams.of[exit]);
  }

  /** A border as seen from beyond a seam. */
  private borderBeyond(limit: number, seam: number): number {
    return limit === STRAIGHT ? STRAIGHT : this.ground.image(limit, seam);
  }

  /** A window with the bars at hand. */
  private addWindow(root: number, edge: number, left: number, right: number): number {
    const w = this.windows.add();
    const { index, number } = this.windows;
    number.leftBar[w] = this.leftBar;
    number.rightBar[w] = this.rightBar;
    index.root[w] = root;
    index.edge[w] = edge;
    index.left[w] = left;
    index.right[w] = right;
    index.landed[w] = 0;
    return w;
  }

  /** > 0 when (x, y) lies to the left of a root's ray through vertex `limit`, or of its straight continuation. */
  private side(root: number, limit: number, x: number, y: number): number {
    return sideOfRay(this.roots, this.ground, root, limit, x, y);
  }

  /** What a root's straight path to (x, y) costs, without what it starts with: its length. */
  protected reach(root: number, x: number, y: number): number {
    return this.straight(root, x, y);
  }

  /** Length of a root's straight path to (x, y). */
  protected straight(root: number, x: number, y: number): number {
    const { number } = this.roots;
    return this.straightBy(root, x - number.x[root], y - number.y[root]);
  }

  /** Length of a root's straight path to the place (dx, dy) from it. */
  private straightBy(root: number, dx: number, dy: number): number {
    const { number, index } = this.roots;
    if (!index.segment[root]) return Math.sqrt(dx * dx + dy * dy);
    const ux = number.endX[root] - number.x[root];
    const uy = number.endY[root] - number.y[root];
    return Math.abs(ux * dy - uy * dx) / Math.sqrt(ux * ux + uy * uy);
  }

  /** Works out the interval of a window, and its bars. */
  private measure(root: number, e: number, left: number, right: number): void {
    const { ground } = this;
    const { number } = this.roots;
    const p = ground.mesh.triangles[e];
    const q = ground.end(e);
    this.from = crossingOf(this.roots, this.ground, root, left, e, -1);
    this.to = crossingOf(this.roots, this.ground, root, right, e, 1);
    const px = ground.x(p);
    const py = ground.y(p);
    const ex = ground.x(q) - px;
    const ey = ground.y(q) - py;
    const fromRootX = px - number.x[root];
    const fromRootY = py - number.y[root];
    const length = Math.sqrt(ex * ex + ey * ey);
    const start = number.start[root];
    const toRight = start + this.straightBy(root, fromRootX + this.to * ex, fromRootY + this.to * ey);
    const toLeft = start + this.straightBy(root, fromRootX + this.from * ex, fromRootY + this.from * ey);
    this.setBars(toLeft, toRight, this.from * length, this.to * length, length);
  }

  /** Whether a window need not be followed. */
  protected isHopeless(w: number, e: number): boolean {
    const { nodes } = this.ground;
    return this.isBeaten(w, nodes[e], nodes[next(e)]);
  }

  /** Queues a window that enters a free face by half-edge e, between two borders, unless it is hopeless. */
  private push(root: number, e: number, left: number, right: number): void {
    this.measure(root, e, left, right);
    const w = this.addWindow(root, e, left, right);
    if (this.isHopeless(w, e)) this.windows.size--;
    else this.heap.push(this.nearest(root, e), w);
  }

  /** Least length of a path through the interval [from, to] of e. */
  private nearest(root: number, e: number): number {
    const { ground } = this;
    const { number, index } = this.roots;
    const p = ground.mesh.triangles[e];
    const q = ground.end(e);
    const ex = ground.x(q) - ground.x(p);
    const ey = ground.y(q) - ground.y(p);
    const px = ground.x(p) - number.x[root];
    const py = ground.y(p) - number.y[root];
    if (!index.segment[root]) {
      let t = -(px * ex + py * ey) / (ex * ex + ey * ey);
      t = Math.min(Math.max(t, this.from), this.to);
      return number.start[root] + this.straightBy(root, px + t * ex, py + t * ey);
    }
    // From a segment, the distance is linear along the edge.
    const first = this.straightBy(root, px + this.from * ex, py + this.from * ey);
    const last = this.straightBy(root, px + this.to * ex, py + this.to * ey);
    return number.start[root] + Math.min(first, last);
  }

  /** Sends a window on through the edge of half-edge `exit` of its face. */
  private pass(root: number, exit: number, left: number, right: number): void {
    const { walls, twins, seams } = this.ground;
    const seam = seams === null ? -1 : seams.of[exit];
    if (seam < 0) {
      if (walls[exit]) return;
      this.push(root, twins[exit], left, right);
    } else {
      const image = this.beyond(root, exit);
      this.emerge(image, twins[exit], this.borderBeyond(left, seam), this.borderBeyond(right, seam));
    }
  }

  /**
   * The window of an image comes out of a seam by half-edge e. Images are rounded, so a cone that was thinner than that may
   * be none any more, or look along the seam: whatever it could see is seen from the corner beside it as well.
   */
  private emerge(root: number, e: number, left: number, right: number): void {
    const { ground } = this;
    const limit = left === STRAIGHT ? right : left;
    const other = left === STRAIGHT ? STRAIGHT : right;
    const open = this.side(root, other, ground.x(limit), ground.y(limit));
    if (left === STRAIGHT ? open >= 0 : open <= 0) return;
    const p = ground.mesh.triangles[e];
    const q = ground.end(e);
    const { x, y, endX, endY } = this.roots.number;
    const isBehind = this.roots.index.segment[root]
      ? along(ground.x(p), ground.y(p), ground.x(q), ground.y(q), endX[root], endY[root], x[root], y[root]) <
        0
      : orient(ground.x(p), ground.y(p), ground.x(q), ground.y(q), x[root], y[root]) < 0;
    if (isBehind) this.push(root, e, left, right);
  }

  /** A window enters its face: it may reach the apex, and goes on through one or both of the other edges. */
  protected override land(w: number): void {
    const { ground } = this;
    const { index } = this.windows;
    const e = index.edge[w];
    if (this.isHopeless(w, e)) return;
    const root = index.root[w];
    const left = index.left[w];
    const right = index.right[w];
    index.landed[w] = 1;
    // e runs p -> q; seen from the root p lies to the left, q to the right, and the apex beyond.
    const apex = ground.mesh.triangles[prev(e)];
    const x = ground.x(apex);
    const y = ground.y(apex);
    const beyondLeft = this.side(root, left, x, y);
    if (beyondLeft > 0) {
      this.pass(root, next(e), left, right);
      return;
    }
    const beyondRight = this.side(root, right, x, y);
    if (beyondRight < 0) {
      this.pass(root, prev(e), left, right);
      return;
    }
    const through = this.roots.number.start[root] + this.reach(root, x, y);
    this.arrive(root, prev(e), through, e);
    const lost = this.lostSide(root, e, apex, through);
    if (beyondLeft < 0 && lost >= 0) this.pass(root, prev(e), left, apex);
    if (beyondRight > 0 && lost <= 0) this.pass(root, next(e), apex, right);
  }

  /**
   * The side of its apex on which a window through e cannot win: -1 for the left, 1 for the right, 0 for none. The rays of a
   * segment have no common point, so nothing follows for them.
   */
  protected lostSide(root: number, e: number, apex: number, through: number): number {
    const node = this.ground.nodes[prev(e)];
    if (this.roots.index.segment[root] || !this.loses(node, through, e)) return 0;
    // Seen along the loser's ray to the apex, the winner stands to the left or to the right, and has that side.
    const { x, y } = this.roots.number;
    const winner = this.parent[node];
    return -Math.sign(
      orient(x[root], y[root], this.ground.x(apex), this.ground.y(apex), x[winner], y[winner]),
    );
  }

  /** A root sees the vertex that half-edge e leaves, within e's face. */
  private arriveAt(root: number, e: number): void {
    const { ground } = this;
    const v = ground.mesh.triangles[e];
    this.arrive(root, e, this.roots.number.start[root] + this.reach(root, ground.x(v), ground.y(v)));
  }

  /** A path reaches the vertex that half-edge e leaves, within e's face and through a door. */
  protected arrive(root: number, e: number, distance: number, door = NONE): void {
    const node = this.ground.nodes[e];
    // Where a segment wins, nobody loses a side.
    if (!this.shortens(node, distance, root, this.roots.index.segment[root] ? NONE : door)) return;
    this.arrival[node] = e;
    this.heap.push(distance, -1 - node);
  }

  /** The distance of a node is final: it becomes a root where paths bend around it. */
  protected override settle(node: number): void {
    if (this.settled[node]) return;
    this.settled[node] = 1;
    const { ground, roots } = this;
    const parent = this.parent[node];
    this.carriers?.alight(this, node, parent, this.distance[node]);
    const v = ground.mesh.triangles[this.arrival[node]];
    if (this.isSourceAt(parent, v)) {
      this.openAround(parent, this.arrival[node]);
      return;
    }
    const isOpen = ground.sectorStart[node] < 0;
    if (isOpen && !ground.onSeam.has(node)) return; // nothing to bend around
    const root = this.addRoot(v, this.distance[node], parent, roots.index.source[parent]);
    const { x, y, endX, endY, aheadX, aheadY } = roots.number;
    const isSegment = roots.index.segment[parent] === 1;
    aheadX[root] = isSegment ? y[parent] - endY[parent] : x[root] - x[parent];
    aheadY[root] = isSegment ? endX[parent] - x[parent] : y[root] - y[parent];
    if (isOpen) {
      // The two sides of a seam are rounded apart: what lies straight behind a vertex on it may be seen from neither.
      this.openAround(root, this.arrival[node]);
      return;
    }
    this.bendLeft(root, this.arrival[node]);
    this.bendRight(root, this.arrival[node]);
  }

  /** Whether a root is a point source at vertex v. */
  protected isSourceAt(root: number, v: number): boolean {
    const { index } = this.roots;
    return index.parent[root] < 0 && !index.segment[root] && index.vertex[root] === v;
  }

  /** Where the straight path from a root to (px, py) begins. */
  protected footOf(root: number, px: number, py: number): [number, number] {
    const { number, index } = this.roots;
    const x = number.x[root];
    const y = number.y[root];
    if (!index.segment[root]) return [x, y];
    const ux = number.endX[root] - x;
    const uy = number.endY[root] - y;
    const t = ((px - x) * ux + (py - y) * uy) / (ux * ux + uy * uy);
    return [x + t * ux, y + t * uy];
  }

  /**
   * Whether, turning from the way back to the left (`sense` 1) or right (-1), vertex w has come round to straight on, a
   * half turn, or beyond.
   */
  private isPast(root: number, w: number, sense: 1 | -1): boolean {
    const wx = this.ground.x(w);
    const wy = this.ground.y(w);
    const beyond = sense * this.side(root, STRAIGHT, wx, wy);
    if (beyond !== 0) return beyond > 0;
    const { x, y, aheadX, aheadY } = this.roots.number;
    return (wx - x[root]) * aheadX[root] + (wy - y[root]) * aheadY[root] > 0;
  }

  /** Opens all corners of the sector of a spoke that leaves a root, counterclockwise from its first wall. */
  protected openAround(root: number, spoke: number): void {
    const { ground } = this;
    const { twins, walls } = ground;
    const { triangles } = ground.mesh;
    let r = root;
    let first = spoke;
    const hasWall = ground.sectorStart[ground.nodes[spoke]] >= 0;
    while (hasWall && !walls[first]) {
      r = this.beyond(r, first);
      first = next(twins[first]);
    }
    // Around by the right as well, where the first wall is one for those who come the other way only.
    for (let s = r, e = first; hasWall && !this.endsAt(e); ) {
      s = this.beyond(s, e);
      e = next(twins[e]);
      this.openCorner(s, e, triangles[prev(e)], ground.end(e));
    }
    for (let e = first; ; r = this.beyond(r, prev(e)), e = twins[prev(e)]) {
      this.openCorner(r, e, triangles[prev(e)], ground.end(e));
      if (twins[prev(e)] === first || this.endsAt(prev(e))) return;
    }
  }

  /** Whether nobody gets beyond an edge from its half-edge. */
  private endsAt(exit: number): boolean {
    return this.ground.walls[exit] === 1 && !this.ground.leads(exit);
  }

  /** Opens the corners from straight on to the sector's last wall, counterclockwise from the spoke of arrival. */
  private bendLeft(root: number, arrival: number): void {
    const { ground } = this;
    const { twins } = ground;
    const { triangles } = ground.mesh;
    let past = false;
    let e = arrival;
    for (let r = root; ; r = this.beyond(r, prev(e)), e = twins[prev(e)]) {
      const left = triangles[prev(e)];
      if (past) {
        this.openCorner(r, e, left, ground.end(e));
      } else if (this.isPast(r, left, 1)) {
        past = true;
        if (this.side(r, STRAIGHT, ground.x(left), ground.y(left)) > 0) this.openCorner(r, e, left, STRAIGHT);
      }
      if (this.endsAt(prev(e))) return;
    }
  }

  /** The mirror image: from straight on to the sector's first wall, clockwise. */
  private bendRight(root: number, arrival: number): void {
    const { ground } = this;
    const { twins } = ground;
    const { triangles } = ground.mesh;
    let past = false;
    let e = arrival;
    for (let r = root; ; r = this.beyond(r, e), e = next(twins[e])) {
      const right = ground.end(e);
      if (past) {
        this.openCorner(r, e, triangles[prev(e)], right);
      } else if (this.isPast(r, right, -1)) {
        past = true;
        if (this.side(r, STRAIGHT, ground.x(right), ground.y(right)) < 0)
          this.openCorner(r, e, STRAIGHT, right);
      }
      if (this.endsAt(e)) return;
    }
  }

  /** A root looks into the face of its own spoke e, between two borders, and through the edge opposite to it. */
  protected openCorner(root: number, e: number, left: number, right: number): void {
    // A corner's own face is no window through an edge: it is never beaten.
    this.leftBar = this.rightBar = -Infinity;
    const w = this.addWindow(root, e, left, right);
    this.windows.index.landed[w] = 1;
    // A border that is straight on leaves one of the two outside the cone.
    if (right !== STRAIGHT) this.arriveAt(root, next(e));
    if (left !== STRAIGHT) this.arriveAt(root, prev(e));
    this.pass(root, next(e), left, right);
  }
}
