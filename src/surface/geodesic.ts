/**
 * Exact shortest paths over a mesh, to compare with: windows of straight rays that unfold from face to face, nearest
 * first (Mitchell, Mount and Papadimitriou 1987; Chen and Han 1990), dropped where a path by a vertex is shorter (Xin and
 * Wang 2009). Walls are cut out of the mesh first, so paths slide along them and never pass through.
 */
import { MinHeap } from "../numerics/index.js";
import type { SurfaceGround } from "./ground.js";
import { pathThrough, type SurfacePath } from "./path.js";
import type { SurfacePoint } from "./point.js";
import { type Place, resolveRegion } from "./region.js";
import { faceOf, next, previous, splitFans } from "./topology.js";
import { placeApex } from "./triangle.js";

/** Rays from one point through a piece of an edge, into the face of half-edge `h`, laid out with `h` on the x axis. */
interface Window {
  readonly h: number;
  readonly from: number;
  readonly to: number;
  /** Where the rays come from, y <= 0, and the distance already walked there. */
  readonly x: number;
  readonly y: number;
  readonly start: number;
  readonly parent: Window | null;
  /** The vertex that the rays come from; -1 for the source itself. */
  readonly root: number;
}

/** How the shortest way known reaches a vertex: straight through windows, along an edge, or from the source. */
type Way = { readonly window: Window } | { readonly vertex: number } | null;

/** The shortest path between two places around the walls of a ground; null where there is none. */
export function geodesicPath(ground: SurfaceGround, from: Place, to: Place): SurfacePath | null {
  const { mesh } = ground;
  const start = resolveRegion(mesh, from, "from").place!;
  const end = resolveRegion(mesh, to, "to").place!;
  const places = new Search(ground, end, start).run();
  return places && pathThrough(mesh, places);
}

const SLACK = 1e-12;

class Search {
  private readonly corners: Int32Array;
  private readonly twin: Int32Array;
  /** The mesh's vertex of each vertex of the cut mesh. */
  private readonly original: Int32Array;
  private readonly lengths: Float64Array;
  private readonly distances: Float64Array;
  private readonly ways: Way[];
  /** Vertices around which shortest paths may bend. */
  private readonly bends: Uint8Array;
  private readonly facesAt: Int32Array[];
  private readonly heap = new MinHeap(1024);
  /** What waits: a window, or a vertex as -1 - v. */
  private readonly windows: Window[] = [];
  private best = Infinity;
  private bestWay: { readonly window: Window } | { readonly vertex: number } | "direct" | null = null;

  constructor(
    private readonly ground: SurfaceGround,
    private readonly source: SurfacePoint,
    private readonly target: SurfacePoint,
  ) {
    const { mesh, tags } = ground;
    this.corners = mesh.corners.slice();
    this.twin = mesh.twin.slice();
    this.lengths = Float64Array.from(mesh.corners, (_, h) => mesh.edgeLength(h));
    for (let h = 0; h < this.corners.length; h++) {
      if (tags[mesh.corners[h]] && tags[mesh.corners[next(h)]]) this.twin[h] = -1;
    }
    const copies = splitFans(this.corners, this.twin, mesh.vertexCount);
    const count = mesh.vertexCount + copies.length;
    this.original = Int32Array.from({ length: count }, (_, v) =>
      v < mesh.vertexCount ? v : copies[v - mesh.vertexCount],
    );
    this.distances = new Float64Array(count).fill(Infinity);
    this.ways = new Array(count).fill(null);
    this.facesAt = this.indexFaces(count);
    this.bends = this.findBends(count);
  }

  private indexFaces(count: number): Int32Array[] {
    const lists: number[][] = Array.from({ length: count }, () => []);
    for (let h = 0; h < this.corners.length; h++) if (this.open(faceOf(h))) lists[this.corners[h]].push(h);
    return lists.map((list) => Int32Array.from(list));
  }

  /** Whether a face is not all wall. */
  private open(face: number): boolean {
    const { mesh, tags } = this.ground;
    return [0, 1, 2].some((k) => tags[mesh.corners[3 * face + k]] === 0);
  }

  private findBends(count: number): Uint8Array {
    const angle = new Float64Array(count);
    const rim = new Uint8Array(count);
    for (let h = 0; h < this.corners.length; h++) {
      const [a, b, c] = [this.lengths[h], this.lengths[next(h)], this.lengths[previous(h)]];
      const [x, y] = placeApex(0, 0, a, 0, a, b, c);
      angle[this.corners[h]] += Math.atan2(y, x);
      if (this.twin[h] < 0) rim[this.corners[h]] = rim[this.corners[next(h)]] = 1;
    }
    return rim.map((r, v) => (r || angle[v] > 2 * Math.PI + 1e-9 ? 1 : 0));
  }

  run(): SurfacePoint[] | null {
    this.seed();
    while (this.heap.size > 0 && this.heap.key < this.best) {
      const key = this.heap.key;
      const item = this.heap.pop();
      if (item < 0) {
        const v = -1 - item;
        if (key <= this.distances[v]) this.spread(v, false);
      } else this.propagate(this.windows[item]);
    }
    for (const { h, along } of this.targetCorners()) {
      const d = this.distances[this.corners[h]] + along;
      if (d < this.best) {
        this.best = d;
        this.bestWay = { vertex: this.corners[h] };
      }
    }
    return this.bestWay ? this.trace() : null;
  }

  /** Faces that a place is in, each with the weights of its corners. */
  private facesOf(p: SurfacePoint): { face: number; weights: number[] }[] {
    const { mesh } = this.ground;
    if (p.kind === "face") return [{ face: p.face, weights: [...p.weights] }];
    if (p.kind === "edge") {
      const list = [{ face: faceOf(p.halfedge), weights: weightsAt(p.halfedge, p.t) }];
      const t = this.twin[p.halfedge];
      if (t >= 0) list.push({ face: faceOf(t), weights: weightsAt(t, 1 - p.t) });
      return list.filter(({ face }) => this.open(face));
    }
    const list: { face: number; weights: number[] }[] = [];
    mesh.corners.forEach((v, h) => {
      if (v === p.vertex && this.open(faceOf(h))) list.push({ face: faceOf(h), weights: weightsAt(h, 0) });
    });
    return list;
  }

  /** A point of a face, laid out with half-edge h on the x axis. */
  private flat(h: number, weights: readonly number[]): [number, number] {
    const l = this.lengths[h];
    const [x, y] = this.apex(h);
    const [head, apex] = [weights[(h + 1) % 3], weights[(h + 2) % 3]];
    return [head * l + apex * x, apex * y];
  }

  private apex(h: number): [number, number] {
    const { lengths } = this;
    return placeApex(0, 0, lengths[h], 0, lengths[h], lengths[next(h)], lengths[previous(h)]);
  }

  private seed(): void {
    const goal = this.facesOf(this.target);
    if (this.source.kind === "vertex") {
      for (let v = 0; v < this.original.length; v++) {
        if (this.original[v] !== this.source.vertex) continue;
        this.distances[v] = 0;
        this.spread(v, true);
      }
      return;
    }
    for (const { face, weights } of this.facesOf(this.source)) {
      const same = goal.find((g) => g.face === face);
      if (same) this.direct(face, weights, same.weights);
      for (let h = 3 * face; h < 3 * face + 3; h++) {
        const [x, y] = this.flat(h, weights);
        this.reach(this.corners[h], Math.hypot(x, y), null);
        if (y > 0) this.cross(h, { from: 0, to: this.lengths[h], x, y, start: 0, parent: null, root: -1 });
      }
    }
  }

  private direct(face: number, a: readonly number[], b: readonly number[]): void {
    const [[ax, ay], [bx, by]] = [this.flat(3 * face, a), this.flat(3 * face, b)];
    const d = Math.hypot(ax - bx, ay - by);
    if (d < this.best) {
      this.best = d;
      this.bestWay = "direct";
    }
  }

  /** Takes rays over half-edge h, seen from inside its face, into the face across. */
  private cross(h: number, rays: Omit<Window, "h">): void {
    const t = this.twin[h];
    if (t < 0 || !this.open(faceOf(t))) return;
    const l = this.lengths[h];
    this.add({ ...rays, h: t, from: l - rays.to, to: l - rays.from, x: l - rays.x, y: -rays.y });
  }

  private add(w: Window): void {
    const l = this.lengths[w.h];
    if (!(w.to - w.from > SLACK * l)) return;
    const { distances } = this;
    const tail = distances[this.corners[w.h]];
    const head = distances[this.corners[next(w.h)]];
    const far = w.start + Math.hypot(w.to - w.x, w.y);
    const near = w.start + Math.hypot(w.from - w.x, w.y);
    // By way of an end of the edge every point of the window is reached sooner.
    if (tail + w.to < far - SLACK * (1 + far) || head + l - w.from < near - SLACK * (1 + near)) return;
    const nearest = Math.min(Math.max(w.x, w.from), w.to);
    const key = w.start + Math.hypot(nearest - w.x, w.y);
    if (key >= this.best) return;
    this.tryTarget(w);
    this.windows.push(w);
    this.heap.push(key, this.windows.length - 1);
  }

  private tryTarget(w: Window): void {
    for (const { face, weights } of this.goals) {
      if (face !== faceOf(w.h)) continue;
      const [x, y] = this.flat(w.h, weights);
      const at = crossing(w, x, y);
      if (at < w.from - SLACK || at > w.to + SLACK) continue;
      const d = w.start + Math.hypot(x - w.x, y - w.y);
      if (d < this.best) {
        this.best = d;
        this.bestWay = { window: w };
      }
    }
  }

  private goalList: { face: number; weights: number[] }[] | null = null;

  private get goals(): { face: number; weights: number[] }[] {
    this.goalList ??= this.facesOf(this.target);
    return this.goalList;
  }

  private targetCorners(): { h: number; along: number }[] {
    return this.goals.flatMap(({ face, weights }) =>
      [0, 1, 2].map((k) => ({ h: 3 * face + k, along: Math.hypot(...this.flat(3 * face + k, weights)) })),
    );
  }

  /** A shorter way to a vertex. */
  private reach(v: number, distance: number, way: Way): void {
    if (!(distance < this.distances[v] * (1 - SLACK))) return;
    this.distances[v] = distance;
    this.ways[v] = way;
    if (this.bends[v]) this.heap.push(distance, -1 - v);
  }

  /** Rays in all directions from a vertex. */
  private spread(v: number, isSource: boolean): void {
    const d = this.distances[v];
    const { corners, lengths } = this;
    const way = (): Way => (isSource ? null : { vertex: v });
    for (const h of this.facesAt[v]) {
      this.reach(corners[next(h)], d + lengths[h], way());
      this.reach(corners[previous(h)], d + lengths[previous(h)], way());
    }
    for (const h of this.facesAt[v]) {
      const across = next(h);
      const [x, y] = this.apex(across);
      const rays = { from: 0, to: lengths[across], x, y, start: d, parent: null, root: isSource ? -1 : v };
      if (y > 0) this.cross(across, rays);
    }
    if (isSource) {
      for (const { face, weights } of this.goals) {
        const h = this.facesAt[v].find((x) => faceOf(x) === face);
        if (h !== undefined) this.direct(face, weightsAt(h, 0), weights);
      }
    }
  }

  /** Takes a window through its face to the other two sides. */
  private propagate(w: Window): void {
    const { h } = w;
    const l = this.lengths[h];
    const [cx, cy] = this.apex(h);
    if (!(cy > 0)) return;
    const at = crossing(w, cx, cy);
    if (at >= w.from - SLACK * l && at <= w.to + SLACK * l) {
      this.reach(this.corners[previous(h)], w.start + Math.hypot(cx - w.x, cy - w.y), { window: w });
    }
    // Rays left of the apex leave by the side from it to the tail, those right of it by the side from the head.
    if (w.from < at) this.leave(w, previous(h), cx, cy, 0, 0, w.from, Math.min(w.to, at));
    if (w.to > at) this.leave(w, next(h), l, 0, cx, cy, Math.max(w.from, at), w.to);
  }

  /** Rays through [from, to] of a window's edge as they meet the side from (ax, ay) to (bx, by). */
  private leave(
    w: Window,
    side: number,
    ax: number,
    ay: number,
    bx: number,
    by: number,
    from: number,
    to: number,
  ): void {
    const l = this.lengths[side];
    const hit = (x: number): number => {
      const [dx, dy] = [x - w.x, -w.y];
      const [ex, ey] = [bx - ax, by - ay];
      const determinant = dx * ey - dy * ex;
      if (determinant === 0) return 0;
      // origin + r d = a + s e, for s.
      const s = ((ax - w.x) * dy - (ay - w.y) * dx) / determinant;
      return Math.min(Math.max(s, 0), 1) * l;
    };
    const [p, q] = [hit(from), hit(to)];
    // The source in the layout of the side.
    const [ux, uy] = [(bx - ax) / l, (by - ay) / l];
    const [rx, ry] = [w.x - ax, w.y - ay];
    this.cross(side, {
      from: Math.min(p, q),
      to: Math.max(p, q),
      x: rx * ux + ry * uy,
      y: ux * ry - uy * rx,
      start: w.start,
      parent: w,
      root: w.root,
    });
  }

  /** The places of the shortest path, from the target back to the source. */
  private trace(): SurfacePoint[] {
    const places: SurfacePoint[] = [this.target];
    let way: Way | "direct" = this.bestWay as Way | "direct";
    let at: SurfacePoint = this.target;
    while (way && way !== "direct") {
      if ("vertex" in way) {
        const v: number = way.vertex;
        at = { kind: "vertex", vertex: this.original[v] };
        places.push(at);
        if (this.distances[v] === 0) break;
        way = this.ways[v];
        if (way && "window" in way) {
          this.back(way.window, this.apex(way.window.h), places);
          way = way.window.root >= 0 ? { vertex: way.window.root } : null;
        }
      } else {
        const window: Window = way.window;
        const goal = this.goals.find(({ face }) => face === faceOf(window.h))!;
        this.back(window, this.flat(window.h, goal.weights), places);
        way = window.root >= 0 ? { vertex: window.root } : null;
      }
    }
    const last = places[places.length - 1];
    if (!(last.kind === "vertex" && this.source.kind === "vertex" && last.vertex === this.source.vertex)) {
      places.push(this.source);
    }
    return places;
  }

  /** Where the ray from a window's origin to a point of its face crosses edges, from the point back. */
  private back(window: Window, point: readonly [number, number], places: SurfacePoint[]): void {
    let w: Window | null = window;
    let [x, y] = point;
    while (w) {
      const l = this.lengths[w.h];
      const at = Math.min(Math.max(crossing(w, x, y), w.from), w.to);
      places.push(edgePlace(this.ground.mesh.corners, w.h, at / l));
      const up: Window | null = w.parent;
      if (up) {
        // The crossing in the layout of the window before: on the side that is the twin of this window's edge.
        const side = this.twin[w.h];
        const t = 1 - at / l;
        [x, y] = this.flat(up.h, weightsAt(side, t));
      }
      w = up;
    }
  }
}

function edgePlace(corners: Int32Array, h: number, t: number): SurfacePoint {
  if (t <= 0) return { kind: "vertex", vertex: corners[h] };
  if (t >= 1) return { kind: "vertex", vertex: corners[next(h)] };
  return { kind: "edge", halfedge: h, t };
}

/** Where the straight line from a window's origin to (x, y), y > 0, crosses its edge. */
function crossing(w: Window, x: number, y: number): number {
  return y === w.y ? x : w.x + (x - w.x) * (-w.y / (y - w.y));
}

function weightsAt(h: number, t: number): number[] {
  const w = [0, 0, 0];
  w[h % 3] = 1 - t;
  w[(h + 1) % 3] = t;
  return w;
}
