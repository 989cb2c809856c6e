/**
 * Exact shortest paths over a mesh to one goal: the engine (`unfold/engine.ts`) over the faces, each edge of which turns what is
 * seen through it into the plane of the next. Walls are cut out of the mesh first, so paths slide along them and never pass
 * through.
 *
 * Borders are held as the piece of an edge that rays cross, in the layout of its half-edge: turns are rounded, so exact signs
 * of unfolded places would say no more, and take a sixth more time.
 *
 * Windows spread only as far as a question needs, and stay: a second question starts where the first one ended.
 */
import { CLEARLY, Columns, NONE, Unfolding } from "../unfold/internal.js";
import { type CutMesh, type FaceWeights, weightsAt } from "./cut-mesh.js";
import { checkGround, type GroundMesh } from "./ground-mesh.js";
import { pathThrough, type SurfacePath } from "./path.js";
import type { SurfacePoint } from "./point.js";
import { type Place, resolveRegion } from "./region.js";
import { faceOf, next, previous } from "./topology.js";

/** The shortest path between two places around the walls of a ground; null where there is none. */
export function geodesicPath(ground: GroundMesh, from: Place, to: Place): SurfacePath | null {
  return new GeodesicMap(ground, to, "to").pathFrom(from);
}

/** What ends the shortest path known to the place that is asked for. */
interface Best {
  /** The window that sees it, with the face and the weights there; or the vertex before it; or neither, in the goal's face. */
  window: number;
  at: FaceWeights | null;
  vertex: number;
}

/** Shortest paths from anywhere on a ground to one goal. */
export class GeodesicMap {
  private readonly spreading: Spreading;

  /**
   * @param goal where paths end, on the mesh or near it
   * @throws InputError for a goal that is not a place
   */
  constructor(
    private readonly ground: GroundMesh,
    goal: Place,
    where = "goal",
  ) {
    checkGround(ground);
    this.spreading = new Spreading(ground, placeOf(ground, goal, where));
  }

  /** Metres from a place to the goal; null where there is no way. */
  distance(from: Place): number | null {
    const { spreading } = this;
    spreading.find(placeOf(this.ground, from, "from"));
    return spreading.known < Infinity ? spreading.known : null;
  }

  /** The shortest path from a place to the goal; null where there is none. */
  pathFrom(from: Place): SurfacePath | null {
    const { spreading, ground } = this;
    const place = placeOf(ground, from, "from");
    spreading.find(place);
    return spreading.known < Infinity ? pathThrough(ground.mesh, spreading.trace(place)) : null;
  }
}

/** Windows that spread from a goal over the faces of a mesh. */
class Spreading extends Unfolding {
  /**
   * Windows: the half-edge whose face the rays enter, laid on the x axis, and the piece of it that they cross, in metres; where the
   * rays come from, y < 0, and the metres already walked there; the vertex they come from, -1 for the goal itself; the window that
   * they came through before, and the one before at the same half-edge, -1 for none.
   */
  readonly windows = new Columns(
    ["leftBar", "rightBar", "from", "to", "x", "y", "start"],
    ["root", "edge", "before", "older"],
    1024,
    "a geodesic map",
  );
  /** Per half-edge: its newest window; -1 for none. */
  private readonly newest: Int32Array;
  private readonly cut: CutMesh;
  private readonly goalFaces: readonly FaceWeights[];
  /** Per vertex: the window by which the shortest way known goes on; -1 where that is an edge. */
  private readonly wayWindow: Int32Array;
  /** Metres from each vertex to the place that is asked for, and what ends the shortest way to it so far. */
  private readonly along: Float64Array;
  private asked: readonly FaceWeights[] = [];
  private best: Best = nothing();

  constructor(
    private readonly ground: GroundMesh,
    private readonly goal: SurfacePoint,
  ) {
    const { cut } = ground;
    const { vertexCount, corners, lengths } = cut;
    super(
      vertexCount,
      lengths.reduce((most, l) => Math.max(most, l), 0),
    );
    this.cut = cut;
    this.newest = new Int32Array(corners.length).fill(NONE);
    this.along = new Float64Array(vertexCount).fill(Infinity);
    this.wayWindow = new Int32Array(vertexCount).fill(NONE);
    this.goalFaces = goal.kind === "vertex" ? [] : cut.facesOf(goal);
    this.seed();
  }

  /** Spreads windows until none that waits can shorten the way from a place; `known` is then its length. */
  find(place: SurfacePoint): void {
    this.known = Infinity;
    this.best = nothing();
    const near = this.ask(place);
    this.advance();
    for (const v of near) this.along[v] = Infinity;
    this.asked = [];
  }

  /** Looks at what is known of a place, and sees to it that whatever reaches it is noticed; returns the vertices marked. */
  private ask(place: SurfacePoint): number[] {
    const { cut, along } = this;
    const near: number[] = [];
    if (place.kind === "vertex") {
      for (const v of cut.copiesOf(place.vertex)) {
        along[v] = 0;
        near.push(v);
      }
    } else {
      this.asked = cut.facesOf(place);
      for (const { face, weights } of this.asked) {
        for (let h = 3 * face; h < 3 * face + 3; h++) {
          const v = cut.corners[h];
          along[v] = Math.min(along[v], Math.hypot(...cut.flat(h, weights)));
          near.push(v);
          for (let w = this.newest[h]; w >= 0; w = this.windows.index.older[w]) this.look(w);
        }
      }
    }
    for (const v of near) this.notice(v);
    for (const at of this.asked) {
      const own = this.goalFaces.find(({ face }) => face === at.face);
      if (own) this.direct(at, own.weights);
    }
    return near;
  }

  /** Straight through the one face that holds the goal and the place that is asked for. */
  private direct({ face, weights }: FaceWeights, goal: readonly number[]): void {
    const [ax, ay] = this.cut.flat(3 * face, weights);
    const [bx, by] = this.cut.flat(3 * face, goal);
    const length = Math.hypot(ax - bx, ay - by);
    if (length >= this.known) return;
    this.known = length;
    this.best = nothing();
  }

  /** Whether the place that is asked for is reached sooner by way of a vertex. */
  private notice(v: number): void {
    const length = this.distance[v] + this.along[v];
    if (length >= this.known) return;
    this.known = length;
    this.best = { ...nothing(), vertex: v };
  }

  /** Whether the place that is asked for is seen through a window, and nearer. */
  private look(w: number): void {
    const { x, y, from, to, start } = this.windows.number;
    const h = this.windows.index.edge[w];
    for (const at of this.asked) {
      if (at.face !== faceOf(h)) continue;
      const [px, py] = this.cut.flat(h, at.weights);
      const crossing = this.crossing(w, px, py);
      const slack = CLEARLY * this.cut.lengths[h];
      if (crossing < from[w] - slack || crossing > to[w] + slack) continue;
      const length = start[w] + Math.hypot(px - x[w], py - y[w]);
      if (length >= this.known) continue;
      this.known = length;
      this.best = { window: w, at, vertex: NONE };
    }
  }

  private seed(): void {
    const { cut, goal } = this;
    if (goal.kind === "vertex") {
      for (const v of cut.copiesOf(goal.vertex)) {
        this.shortens(v, 0, NONE, NONE);
        this.settled[v] = 1;
        this.spread(v, true);
      }
      return;
    }
    for (const { face, weights } of this.goalFaces) {
      for (let h = 3 * face; h < 3 * face + 3; h++) {
        const [x, y] = cut.flat(h, weights);
        this.reach(cut.corners[h], Math.hypot(x, y), NONE, NONE, NONE);
        if (y > 0) this.cross(h, 0, cut.lengths[h], x, y, 0, NONE, NONE);
      }
    }
  }

  /** A way to a vertex, by a window through a door or straight from the vertex before it. */
  private reach(v: number, distance: number, root: number, window: number, door: number): void {
    if (!this.shortens(v, distance, root, door)) return;
    this.wayWindow[v] = window;
    if (this.along[v] < Infinity) this.notice(v);
    if (this.cut.bends[v]) this.heap.push(distance, -1 - v);
  }

  protected override settle(v: number): void {
    if (this.settled[v]) return;
    this.settled[v] = 1;
    this.spread(v, false);
  }

  /** Rays in all directions from a vertex. */
  private spread(v: number, isGoal: boolean): void {
    const { corners, lengths, apexX, apexY, fanStart, fans } = this.cut;
    const d = this.distance[v];
    const root = isGoal ? NONE : v;
    for (let k = fanStart[v]; k < fanStart[v + 1]; k++) {
      const h = fans[k];
      this.reach(corners[next(h)], d + lengths[h], root, NONE, NONE);
      this.reach(corners[previous(h)], d + lengths[previous(h)], root, NONE, NONE);
    }
    for (let k = fanStart[v]; k < fanStart[v + 1]; k++) {
      const across = next(fans[k]);
      if (apexY[across] > 0)
        this.cross(across, 0, lengths[across], apexX[across], apexY[across], d, NONE, root);
    }
  }

  /**
   * Takes rays through [from, to] of half-edge h into the face across. They come from (x, y), y > 0, in the layout of h,
   * `start` metres from the goal; from there on x and y are those of the half-edge across, y < 0.
   */
  private cross(
    h: number,
    from: number,
    to: number,
    x: number,
    y: number,
    start: number,
    before: number,
    root: number,
  ): void {
    const { cut } = this;
    if (!cut.isPassable(h)) return;
    const l = cut.lengths[h];
    if (!(to - from > CLEARLY * l)) return;
    const t = cut.twin[h];
    const [left, right, over] = [l - to, l - from, l - x];
    const toLeft = start + Math.sqrt((left - over) * (left - over) + y * y);
    const toRight = start + Math.sqrt((right - over) * (right - over) + y * y);
    this.setBars(toLeft, toRight, left, right, l);
    if (this.isBarred(cut.corners[t], cut.corners[next(t)])) return;
    const w = this.windows.add();
    const { number, index } = this.windows;
    number.leftBar[w] = this.leftBar;
    number.rightBar[w] = this.rightBar;
    number.from[w] = left;
    number.to[w] = right;
    number.x[w] = over;
    number.y[w] = -y;
    number.start[w] = start;
    index.root[w] = root;
    index.edge[w] = t;
    index.before[w] = before;
    index.older[w] = this.newest[t];
    this.newest[t] = w;
    if (this.asked.length > 0) this.look(w);
    // Nearest at an end, or straight across.
    this.heap.push(over < left ? toLeft : over > right ? toRight : start + y, w);
  }

  /** Where the straight line from a window's origin to (px, py), py >= 0, crosses its edge. */
  private crossing(w: number, px: number, py: number): number {
    const x = this.windows.number.x[w];
    const y = this.windows.number.y[w];
    return py === y ? px : x + (px - x) * (-y / (py - y));
  }

  /** Takes a window through its face to the other two sides. */
  protected override land(w: number): void {
    const { cut } = this;
    const { number, index } = this.windows;
    const h = index.edge[w];
    const cx = cut.apexX[h];
    const cy = cut.apexY[h];
    if (!(cy > 0) || this.isBeaten(w, cut.corners[h], cut.corners[next(h)])) return;
    const from = number.from[w];
    const to = number.to[w];
    const at = this.crossing(w, cx, cy);
    const slack = CLEARLY * cut.lengths[h];
    let goesLeft = from < at;
    let goesRight = to > at;
    if (at >= from - slack && at <= to + slack) {
      const dx = cx - number.x[w];
      const dy = cy - number.y[w];
      const through = number.start[w] + Math.sqrt(dx * dx + dy * dy);
      const apex = cut.corners[previous(h)];
      this.reach(apex, through, index.root[w], w, h);
      // The winner at the far corner has the side on which it crosses the door.
      if (this.loses(apex, through, h)) {
        const winner = this.crossing(this.wayWindow[apex], cx, cy);
        if (at < winner - slack) goesRight = false;
        else if (at > winner + slack) goesLeft = false;
      }
    }
    // Rays left of the corner leave by the side from it to the tail, those right of it by the side from the head.
    if (goesLeft) this.leave(w, previous(h), cx, cy, 0, 0, from, Math.min(to, at));
    if (goesRight) this.leave(w, next(h), cut.lengths[h], 0, cx, cy, Math.max(from, at), to);
  }

  /** Rays through [from, to] of a window's edge as they meet the side from (ax, ay) to (bx, by). */
  private leave(
    w: number,
    side: number,
    ax: number,
    ay: number,
    bx: number,
    by: number,
    from: number,
    to: number,
  ): void {
    const { number, index } = this.windows;
    const l = this.cut.lengths[side];
    const x = number.x[w];
    const y = number.y[w];
    const ex = bx - ax;
    const ey = by - ay;
    const rx = x - ax;
    const ry = y - ay;
    // origin + r d = a + s e, for s, with d from the origin to a place of the window's edge.
    const p = share((from - x) * ry + y * rx, (from - x) * ey + y * ex) * l;
    const q = share((to - x) * ry + y * rx, (to - x) * ey + y * ex) * l;
    // The origin in the layout of the side.
    const ux = ex / l;
    const uy = ey / l;
    const along = rx * ux + ry * uy;
    const away = ux * ry - uy * rx;
    this.cross(side, Math.min(p, q), Math.max(p, q), along, away, number.start[w], w, index.root[w]);
  }

  /** The places of the shortest path, from the one that was asked for to the goal. */
  trace(place: SurfacePoint): SurfacePoint[] {
    const { cut, goal } = this;
    const { edge, root } = this.windows.index;
    const { window, at, vertex } = this.best;
    const places: SurfacePoint[] = [place];
    let v = vertex;
    if (window >= 0) {
      this.back(window, cut.flat(edge[window], at!.weights), places);
      v = root[window];
    }
    while (v >= 0) {
      places.push({ kind: "vertex", vertex: cut.original[v] });
      const w = this.wayWindow[v];
      if (w < 0) {
        v = this.parent[v];
        continue;
      }
      this.back(w, [cut.apexX[edge[w]], cut.apexY[edge[w]]], places);
      v = root[w];
    }
    const last = places[places.length - 1];
    const isThere = goal.kind === "vertex" && last.kind === "vertex" && last.vertex === goal.vertex;
    if (!isThere) places.push(goal);
    return places;
  }

  /** Where the ray from a window's origin to a point of its face crosses edges, from the point back. */
  private back(window: number, point: readonly [number, number], places: SurfacePoint[]): void {
    const { cut } = this;
    const { edge, before } = this.windows.index;
    const { from, to } = this.windows.number;
    let [x, y] = point;
    for (let w = window; w >= 0; w = before[w]) {
      const h = edge[w];
      const l = cut.lengths[h];
      const at = Math.min(Math.max(this.crossing(w, x, y), from[w]), to[w]);
      places.push(edgePlace(this.ground.mesh.corners, h, at / l));
      const up = before[w];
      // The crossing in the layout of the window before: on the side that is the twin of this window's edge.
      if (up >= 0) [x, y] = cut.flat(edge[up], weightsAt(cut.twin[h], 1 - at / l));
    }
  }
}

function nothing(): Best {
  return { window: NONE, at: null, vertex: NONE };
}

function placeOf({ mesh }: GroundMesh, place: Place, where: string): SurfacePoint {
  return resolveRegion(mesh, place, where).place!;
}

/** A quotient as a share of an edge, 0 to 1. */
function share(numerator: number, denominator: number): number {
  return denominator === 0 ? 0 : Math.min(Math.max(numerator / denominator, 0), 1);
}

function edgePlace(corners: Int32Array, h: number, t: number): SurfacePoint {
  if (t <= 0) return { kind: "vertex", vertex: corners[h] };
  if (t >= 1) return { kind: "vertex", vertex: corners[next(h)] };
  return { kind: "edge", halfedge: h, t };
}
