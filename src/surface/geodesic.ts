/**
 * Exact shortest paths over a mesh to one goal: windows of straight rays that unfold from face to face, nearest first
 * (Mitchell, Mount and Papadimitriou 1987). Of the windows that see the far corner of a face, only the nearest goes on to
 * both sides of it ("one angle, one split": Chen and Han 1990), and a window is dropped where a path by an end of its edge
 * is shorter (Xin and Wang 2009). Walls are cut out of the mesh first, so paths slide along them and never pass through.
 *
 * Windows spread only as far as a question needs, and stay: a second question starts where the first one ended.
 */
import { MinHeap } from "../numerics/index.js";
import { type CutMesh, type FaceWeights, weightsAt } from "./cut-mesh.js";
import { checkGround, type GroundMesh } from "./ground-mesh.js";
import { pathThrough, type SurfacePath } from "./path.js";
import type { SurfacePoint } from "./point.js";
import { type Place, resolveRegion } from "./region.js";
import { faceOf, next, previous } from "./topology.js";
import { Windows } from "./windows.js";

/** The shortest path between two places around the walls of a ground; null where there is none. */
export function geodesicPath(ground: GroundMesh, from: Place, to: Place): SurfacePath | null {
  return new GeodesicMap(ground, to, "to").pathFrom(from);
}

/** Two lengths or positions that differ by less than this share are the same. */
const SLACK = 1e-12;

/** What ends the shortest path known to the place that is asked for. */
interface Best {
  length: number;
  /** The window that sees it, with the face and the weights there; or the vertex before it; or neither, in the goal's face. */
  window: number;
  at: FaceWeights | null;
  vertex: number;
}

/** Shortest paths from anywhere on a ground to one goal. */
export class GeodesicMap {
  private readonly cut: CutMesh;
  private readonly goal: SurfacePoint;
  private readonly goalFaces: readonly FaceWeights[];
  private readonly windows: Windows;
  /** What waits: a window, or a vertex as -1 - v. */
  private readonly heap = new MinHeap(1024);
  /** Per vertex: the shortest way known, and the window or the vertex by which it goes on; -1 for none. */
  private readonly distances: Float64Array;
  private readonly wayWindow: Int32Array;
  private readonly wayVertex: Int32Array;
  /** Per half-edge: the shortest way of a window through it to the corner across, and where that crosses it. */
  private readonly apexDistance: Float64Array;
  private readonly apexEntry: Float64Array;
  /** Metres from each vertex to the place that is asked for, and the shortest way to it so far. */
  private readonly along: Float64Array;
  private asked: readonly FaceWeights[] = [];
  private best: Best = nothing();

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
    this.cut = ground.cut;
    this.goal = placeOf(ground, goal, where);
    const { vertexCount, corners } = this.cut;
    this.windows = new Windows(corners.length);
    this.distances = new Float64Array(vertexCount).fill(Infinity);
    this.along = new Float64Array(vertexCount).fill(Infinity);
    this.wayWindow = new Int32Array(vertexCount).fill(-1);
    this.wayVertex = new Int32Array(vertexCount).fill(-1);
    this.apexDistance = new Float64Array(corners.length).fill(Infinity);
    this.apexEntry = new Float64Array(corners.length);
    this.goalFaces = this.goal.kind === "vertex" ? [] : this.cut.facesOf(this.goal);
    this.seed();
  }

  /** Metres from a place to the goal; null where there is no way. */
  distance(from: Place): number | null {
    const { length } = this.find(placeOf(this.ground, from, "from"));
    return length < Infinity ? length : null;
  }

  /** The shortest path from a place to the goal; null where there is none. */
  pathFrom(from: Place): SurfacePath | null {
    const place = placeOf(this.ground, from, "from");
    const best = this.find(place);
    return best.length < Infinity ? pathThrough(this.ground.mesh, this.trace(place, best)) : null;
  }

  /** Spreads windows until none that waits can shorten the way from a place. */
  private find(place: SurfacePoint): Best {
    this.best = nothing();
    const near = this.ask(place);
    while (this.heap.key < this.best.length) {
      const key = this.heap.key;
      const item = this.heap.pop();
      if (item >= 0) this.propagate(item);
      else if (key <= this.distances[-1 - item]) this.spread(-1 - item, false);
    }
    for (const v of near) this.along[v] = Infinity;
    this.asked = [];
    return this.best;
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
          for (let w = this.windows.first[h]; w >= 0; w = this.windows.next[w]) this.look(w);
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
    if (length < this.best.length) this.best = { ...nothing(), length };
  }

  /** Whether the place that is asked for is reached sooner by way of a vertex. */
  private notice(v: number): void {
    const length = this.distances[v] + this.along[v];
    if (length < this.best.length) this.best = { ...nothing(), length, vertex: v };
  }

  /** Whether the place that is asked for is seen through a window, and nearer. */
  private look(w: number): void {
    const { x, y, from, to, start, edge } = this.windows;
    for (const at of this.asked) {
      if (at.face !== faceOf(edge[w])) continue;
      const [px, py] = this.cut.flat(edge[w], at.weights);
      const crossing = this.crossing(w, px, py);
      const slack = SLACK * this.cut.lengths[edge[w]];
      if (crossing < from[w] - slack || crossing > to[w] + slack) continue;
      const length = start[w] + Math.hypot(px - x[w], py - y[w]);
      if (length < this.best.length) this.best = { length, window: w, at, vertex: -1 };
    }
  }

  private seed(): void {
    const { cut, goal } = this;
    if (goal.kind === "vertex") {
      for (const v of cut.copiesOf(goal.vertex)) {
        this.distances[v] = 0;
        this.spread(v, true);
      }
      return;
    }
    for (const { face, weights } of this.goalFaces) {
      for (let h = 3 * face; h < 3 * face + 3; h++) {
        const [x, y] = cut.flat(h, weights);
        this.reach(cut.corners[h], Math.hypot(x, y), -1, -1);
        if (y > 0) this.cross(h, 0, cut.lengths[h], x, y, 0, -1, -1);
      }
    }
  }

  /** A shorter way to a vertex, by a window or by the vertex before it. */
  private reach(v: number, distance: number, window: number, vertex: number): void {
    if (!(distance < this.distances[v] * (1 - SLACK))) return;
    this.distances[v] = distance;
    this.wayWindow[v] = window;
    this.wayVertex[v] = vertex;
    if (this.along[v] < Infinity) this.notice(v);
    if (this.cut.bends[v]) this.heap.push(distance, -1 - v);
  }

  /** Rays in all directions from a vertex. */
  private spread(v: number, isGoal: boolean): void {
    const { corners, lengths, apexX, apexY, fanStart, fans } = this.cut;
    const d = this.distances[v];
    const root = isGoal ? -1 : v;
    for (let k = fanStart[v]; k < fanStart[v + 1]; k++) {
      const h = fans[k];
      this.reach(corners[next(h)], d + lengths[h], -1, root);
      this.reach(corners[previous(h)], d + lengths[previous(h)], -1, root);
    }
    for (let k = fanStart[v]; k < fanStart[v + 1]; k++) {
      const across = next(fans[k]);
      if (apexY[across] > 0)
        this.cross(across, 0, lengths[across], apexX[across], apexY[across], d, -1, root);
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
    parent: number,
    root: number,
  ): void {
    const { cut } = this;
    if (!cut.isPassable(h)) return;
    const l = cut.lengths[h];
    if (!(to - from > SLACK * l)) return;
    const t = cut.twin[h];
    if (this.isBeaten(t, l - to, l - from, l - x, -y, start)) return;
    const w = this.windows.add(t, l - to, l - from, l - x, -y, start, parent, root);
    this.look(w);
    const nearest = Math.min(Math.max(l - x, l - to), l - from);
    this.heap.push(start + Math.hypot(nearest - (l - x), y), w);
  }

  /** Whether every point of a window is reached sooner by way of an end of its edge. */
  private isBeaten(h: number, from: number, to: number, x: number, y: number, start: number): boolean {
    const { corners, lengths } = this.cut;
    const tail = this.distances[corners[h]];
    const head = this.distances[corners[next(h)]];
    const far = start + Math.sqrt((to - x) * (to - x) + y * y);
    if (tail + to < far - SLACK * (1 + far)) return true;
    const near = start + Math.sqrt((from - x) * (from - x) + y * y);
    return head + lengths[h] - from < near - SLACK * (1 + near);
  }

  /** Where the straight line from a window's origin to (px, py), py >= 0, crosses its edge. */
  private crossing(w: number, px: number, py: number): number {
    const x = this.windows.x[w];
    const y = this.windows.y[w];
    return py === y ? px : x + (px - x) * (-y / (py - y));
  }

  /** Takes a window through its face to the other two sides. */
  private propagate(w: number): void {
    const { windows, cut } = this;
    const h = windows.edge[w];
    const from = windows.from[w];
    const to = windows.to[w];
    const x = windows.x[w];
    const y = windows.y[w];
    const start = windows.start[w];
    const cx = cut.apexX[h];
    const cy = cut.apexY[h];
    if (!(cy > 0) || this.isBeaten(h, from, to, x, y, start)) return;
    const at = this.crossing(w, cx, cy);
    const slack = SLACK * cut.lengths[h];
    let goesLeft = from < at;
    let goesRight = to > at;
    if (at >= from - slack && at <= to + slack) {
      const d = start + Math.sqrt((cx - x) * (cx - x) + (cy - y) * (cy - y));
      this.reach(cut.corners[previous(h)], d, w, -1);
      // Of two ways to the far corner the longer one is cut off by the shorter one on the other's side of it.
      if (d > this.apexDistance[h] * (1 + SLACK)) {
        if (at < this.apexEntry[h] - slack) goesRight = false;
        else if (at > this.apexEntry[h] + slack) goesLeft = false;
      } else if (d < this.apexDistance[h]) {
        this.apexDistance[h] = d;
        this.apexEntry[h] = at;
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
    const { windows } = this;
    const l = this.cut.lengths[side];
    const x = windows.x[w];
    const y = windows.y[w];
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
    this.cross(side, Math.min(p, q), Math.max(p, q), along, away, windows.start[w], w, windows.root[w]);
  }

  /** The places of the shortest path, from the one that was asked for to the goal. */
  private trace(place: SurfacePoint, { window, at, vertex }: Best): SurfacePoint[] {
    const { cut, windows, goal } = this;
    const places: SurfacePoint[] = [place];
    let v = vertex;
    if (window >= 0) {
      this.back(window, cut.flat(windows.edge[window], at!.weights), places);
      v = windows.root[window];
    }
    while (v >= 0) {
      places.push({ kind: "vertex", vertex: cut.original[v] });
      const w = this.wayWindow[v];
      if (w < 0) {
        v = this.wayVertex[v];
        continue;
      }
      const h = windows.edge[w];
      this.back(w, [cut.apexX[h], cut.apexY[h]], places);
      v = windows.root[w];
    }
    const last = places[places.length - 1];
    const isThere = goal.kind === "vertex" && last.kind === "vertex" && last.vertex === goal.vertex;
    if (!isThere) places.push(goal);
    return places;
  }

  /** Where the ray from a window's origin to a point of its face crosses edges, from the point back. */
  private back(window: number, point: readonly [number, number], places: SurfacePoint[]): void {
    const { cut, windows } = this;
    let [x, y] = point;
    for (let w = window; w >= 0; w = windows.parent[w]) {
      const h = windows.edge[w];
      const l = cut.lengths[h];
      const at = Math.min(Math.max(this.crossing(w, x, y), windows.from[w]), windows.to[w]);
      places.push(edgePlace(this.ground.mesh.corners, h, at / l));
      const up = windows.parent[w];
      // The crossing in the layout of the window before: on the side that is the twin of this window's edge.
      if (up >= 0) [x, y] = cut.flat(windows.edge[up], weightsAt(cut.twin[h], 1 - at / l));
    }
  }
}

function nothing(): Best {
  return { length: Infinity, window: -1, at: null, vertex: -1 };
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
