/**
 * From boundary edges to outlines: what grids and meshes share.
 *
 * An edge is directed so that the free region lies on its left. Where several free sectors meet in one vertex
 * they stay apart, since nobody passes where two obstacles touch.
 */
import { InputError } from "../errors.js";
import { type Area, type Point, type Ring, signedArea, turn } from "../geometry/index.js";

/** Edges of the free space, free on the left. */
export interface BoundaryEdges {
  readonly points: readonly Point[];
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** The connected free region that the edge belongs to. */
  readonly region: readonly number[];
}

/** Areas, and walls without thickness: edges with free space on both sides. */
export interface Outlines {
  readonly areas: Area[];
  readonly walls: (readonly [Point, Point])[];
}

/** Merges regions that meet across a wall without thickness. */
class Regions {
  private readonly parent = new Map<number, number>();

  find(region: number): number {
    let root = region;
    for (let up = this.parent.get(root); up !== undefined; up = this.parent.get(root)) root = up;
    return root;
  }

  join(a: number, b: number): void {
    const [ra, rb] = [this.find(a), this.find(b)];
    if (ra !== rb) this.parent.set(Math.max(ra, rb), Math.min(ra, rb));
  }
}

/** Whether `a` comes before `b` when turning clockwise about `v`, starting from the direction of `base`. */
function clockwiseFirst(v: Point, base: Point, a: Point, b: Point): boolean {
  const half = (p: Point): number => {
    const side = turn(v, base, p);
    if (side !== 0) return side < 0 ? 0 : 2;
    const along = (p[0] - v[0]) * (base[0] - v[0]) + (p[1] - v[1]) * (base[1] - v[1]);
    return along < 0 ? 1 : 3;
  };
  const [ha, hb] = [half(a), half(b)];
  return ha !== hb ? ha < hb : turn(v, a, b) < 0;
}

/** Cuts a closed walk at vertices that it visits twice, into loops that visit each vertex once. */
function simpleLoops(walk: readonly number[]): number[][] {
  const loops: number[][] = [];
  const path: number[] = [];
  const placeOf = new Map<number, number>();
  for (const vertex of walk) {
    const start = placeOf.get(vertex);
    if (start !== undefined) {
      const loop = path.splice(start);
      for (const v of loop) placeOf.delete(v);
      loops.push(loop);
    }
    placeOf.set(vertex, path.push(vertex) - 1);
  }
  loops.push(path);
  return loops.filter((loop) => loop.length > 2);
}

/** Edges without those that run both ways; these are walls, and the regions at their sides are one. */
function withoutThinWalls(
  edges: BoundaryEdges,
  regions: Regions,
  walls: (readonly [Point, Point])[],
): number[] {
  const { points, from, to, region } = edges;
  const byEnds = new Map<number, number>();
  from.forEach((a, e) => {
    const key = a * points.length + to[e];
    if (byEnds.has(key))
      throw new InputError(`two free areas claim the edge from ${points[a]} to ${points[to[e]]}`);
    byEnds.set(key, e);
  });
  const kept: number[] = [];
  from.forEach((a, e) => {
    const twin = byEnds.get(to[e] * points.length + a);
    if (twin === undefined) {
      kept.push(e);
      return;
    }
    regions.join(region[e], region[twin]);
    if (e < twin) walls.push([points[a], points[to[e]]]);
  });
  return kept;
}

/** Chains edges into closed walks, each with the edge it started from. */
function walksOf(
  edges: BoundaryEdges,
  kept: readonly number[],
  leaving: Map<number, number[]>,
): [number, number[]][] {
  const { points, from, to } = edges;
  const used = new Set<number>();
  const walks: [number, number[]][] = [];
  for (const first of kept) {
    if (used.has(first)) continue;
    const walk: number[] = [];
    let edge = first;
    do {
      used.add(edge);
      walk.push(from[edge]);
      const v = to[edge];
      // The free sector at v begins at the edge just walked and ends at the first edge clockwise from it.
      let best = -1;
      for (const candidate of leaving.get(v) ?? []) {
        if (
          best < 0 ||
          clockwiseFirst(points[v], points[from[edge]], points[to[candidate]], points[to[best]])
        ) {
          best = candidate;
        }
      }
      if (best < 0 || (used.has(best) && best !== first)) {
        throw new InputError(`the outline does not close at ${points[v][0]},${points[v][1]}`);
      }
      edge = best;
    } while (edge !== first);
    walks.push([first, walk]);
  }
  return walks;
}

/** Leaves out vertices on a straight line, unless another loop touches there. */
function straightened(
  loop: readonly number[],
  points: readonly Point[],
  leaving: Map<number, number[]>,
): Ring {
  const kept = loop.filter((v, i) => {
    if (leaving.get(v)!.length > 1) return true;
    const before = points[loop[(i + loop.length - 1) % loop.length]];
    return turn(before, points[v], points[loop[(i + 1) % loop.length]]) !== 0;
  });
  return kept.map((v) => points[v]);
}

/** The outlines of the free regions: per region one outer ring, and the rings of what it surrounds. */
export function outlinesOf(edges: BoundaryEdges): Outlines {
  const { points, from, region } = edges;
  const walls: (readonly [Point, Point])[] = [];
  const regions = new Regions();
  const kept = withoutThinWalls(edges, regions, walls);
  const leaving = new Map<number, number[]>();
  for (const e of kept) {
    const list = leaving.get(from[e]);
    if (list) list.push(e);
    else leaving.set(from[e], [e]);
  }
  const outer = new Map<number, Ring>();
  const holes = new Map<number, Ring[]>();
  for (const [first, walk] of walksOf(edges, kept, leaving)) {
    const id = regions.find(region[first]);
    for (const loop of simpleLoops(walk)) {
      const ring = straightened(loop, points, leaving);
      if (ring.length < 3) continue;
      if (signedArea(ring) > 0) {
        if (outer.has(id)) throw new InputError(`free areas overlap near ${ring[0][0]},${ring[0][1]}`);
        outer.set(id, ring);
      } else {
        const list = holes.get(id);
        if (list) list.push(ring);
        else holes.set(id, [ring]);
      }
    }
  }
  for (const id of holes.keys()) {
    if (!outer.has(id)) throw new InputError("a free area has no outline");
  }
  return { areas: [...outer].map(([id, ring]) => ({ outer: ring, holes: holes.get(id) ?? [] })), walls };
}
