/**
 * How lanes would pass between bodies at least cost: a flow over sequences of gaps, and what it gives every body.
 *
 * Gaps are the edges of the free ground's triangulation. Each is cut into a few slots, which take as many lanes together as
 * the edge is wide; from slot to slot of one triangle costs the distance. A flow of so many lanes from the sources to the
 * sinks that costs the least (successive shortest paths) is global where raising and lowering single bodies is not: it goes
 * straight to where the short ways are. It is rough: slots stand for stretches, and a gap may be a little narrower than the edges
 * across it. So `routes.ts` puts its numbers right, and takes them for a start.
 */
import { faceOf, nextEdge as next, type Point } from "../geometry/index.js";
import { MinHeap } from "../numerics/index.js";
import { lanesThrough } from "./links.js";
import type { FlowPlan } from "./plan.js";

/** About how many slots a plan is given, and most of one edge. */
const SLOTS = 4000;
const MOST_SLOTS = 8;
/** Two points nearer than this share of the plan's size are one. */
const SAME = 1e-9;

/** A place where so many lanes can cross an edge. */
interface Slot {
  readonly x: number;
  readonly y: number;
  readonly room: number;
}

/** The numbers of all bodies in a flow of least cost; null where the triangulation has no such flow, or no corner on a wall. */
export function leastCost(map: FlowPlan, radius: number, count: number): Float64Array | null {
  const gaps = new Gaps(map, 2 * radius);
  const flow = new SlotFlow(gaps);
  return flow.send(count) ? flow.numbers() : null;
}

/** The slots of all edges that lanes can cross, by half-edge. */
class Gaps {
  readonly slots: Slot[] = [];
  /** First slot of every half-edge, and how many; a half-edge and its twin have the same. */
  readonly first: Int32Array;
  readonly many: Int32Array;
  /** Slots on openings. */
  readonly ends: { slot: number; opening: number }[] = [];

  constructor(
    readonly map: FlowPlan,
    private readonly width: number,
  ) {
    const { triangles, twins, marks, faceCount } = map.world.space.triangulation.mesh;
    this.first = new Int32Array(3 * faceCount);
    this.many = new Int32Array(3 * faceCount);
    const { space } = map.world;
    const inner: number[] = [];
    const outer: number[] = [];
    let total = 0;
    for (let e = 0; e < 3 * faceCount; e++) {
      if (triangles[e] < 0 || !space.isFree(faceOf(e))) continue;
      if (marks[e] !== 0) outer.push(e);
      else if (twins[e] > e) {
        inner.push(e);
        total += this.lengthOf(e);
      }
    }
    const apart = Math.max(width, total / SLOTS);
    for (const e of inner) {
      const [a, b] = this.endsOf(e);
      this.cut(e, a, b, apart);
      this.first[twins[e]] = this.first[e];
      this.many[twins[e]] = this.many[e];
    }
    for (const e of outer) this.open(e, apart);
  }

  private endsOf(e: number): [Point, Point] {
    const { triangles, coords } = this.map.world.space.triangulation.mesh;
    const [u, v] = [2 * triangles[e], 2 * triangles[next(e)]];
    return [
      [coords[u], coords[u + 1]],
      [coords[v], coords[v + 1]],
    ];
  }

  private lengthOf(e: number): number {
    const [a, b] = this.endsOf(e);
    return Math.hypot(b[0] - a[0], b[1] - a[1]);
  }

  /** Cuts the way from a to b into slots of a half-edge, after those that it has; they may take more lanes than fit. */
  private cut(e: number, a: Point, b: Point, apart: number, more = 0): void {
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const lanes = lanesThrough(length, this.width) + more;
    const parts = Math.min(lanes, MOST_SLOTS, Math.max(1, Math.round(length / apart)));
    if (this.many[e] === 0) this.first[e] = this.slots.length;
    this.many[e] += parts;
    for (let i = 0; i < parts; i++) {
      const t = (i + 0.5) / parts;
      const room = Math.floor(((i + 1) * lanes) / parts) - Math.floor((i * lanes) / parts);
      this.slots.push({ x: a[0] + t * (b[0] - a[0]), y: a[1] + t * (b[1] - a[1]), room });
    }
  }

  /** Gives an edge of the boundary the slots of the openings on it. */
  private open(e: number, apart: number): void {
    const [a, b] = this.endsOf(e);
    const length = this.lengthOf(e);
    const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
    const near = SAME * (length + Math.abs(a[0]) + Math.abs(a[1]));
    this.map.outline.openings.forEach(({ points }, opening) => {
      for (let i = 1; i < points.length; i++) {
        const along = [points[i - 1], points[i]].map(([x, y]) => {
          const off = Math.abs(ux * (y - a[1]) - uy * (x - a[0]));
          return off <= near ? ux * (x - a[0]) + uy * (y - a[1]) : NaN;
        });
        // Both run with the inside on their left.
        const [from, to] = [Math.max(0, along[0]), Math.min(length, along[1])];
        if (!(to - from > near)) continue;
        const at = (s: number): Point => [a[0] + s * ux, a[1] + s * uy];
        const before = this.slots.length;
        // A lane may run over the corner between two parts of an opening.
        this.cut(e, at(from), at(to), apart, 1);
        for (let slot = before; slot < this.slots.length; slot++) this.ends.push({ slot, opening });
      }
    });
  }
}

/** Lanes from slot to slot. A slot has two nodes, 2 s where lanes arrive and 2 s + 1 where they leave. */
class SlotFlow {
  private readonly source: number;
  private readonly sink: number;
  private readonly heads: Int32Array;
  /** Arcs in pairs, there and back: where they lead, the next of their node, room, cost. */
  private readonly to: number[] = [];
  private readonly following: number[] = [];
  private readonly room: number[] = [];
  private readonly cost: number[] = [];
  /** The half-edges that an arc runs between, or -1. */
  private readonly from: number[] = [];
  private readonly into: number[] = [];

  constructor(private readonly gaps: Gaps) {
    const { slots, ends, first, many, map } = gaps;
    this.source = 2 * slots.length;
    this.sink = this.source + 1;
    this.heads = new Int32Array(this.sink + 1).fill(-1);
    slots.forEach(({ room }, s) => {
      this.connect(2 * s, 2 * s + 1, room, 0);
    });
    for (const { slot, opening } of ends) {
      if (map.outline.openings[opening].kind === "source")
        this.connect(this.source, 2 * slot, slots[slot].room, 0);
      else this.connect(2 * slot + 1, this.sink, slots[slot].room, 0);
    }
    for (let e = 0; e < first.length; e++) {
      if (many[e] === 0) continue;
      for (const f of [next(e), next(next(e))]) {
        for (let s = first[e]; s < first[e] + many[e]; s++) {
          for (let t = first[f]; t < first[f] + many[f]; t++) {
            const length = Math.hypot(slots[s].x - slots[t].x, slots[s].y - slots[t].y);
            this.connect(2 * s + 1, 2 * t, Infinity, length, e, f);
          }
        }
      }
    }
  }

  private connect(a: number, b: number, room: number, cost: number, from = -1, into = -1): void {
    const add = (tail: number, head: number, own: number, price: number): void => {
      this.following.push(this.heads[tail]);
      this.heads[tail] = this.to.length;
      this.to.push(head);
      this.room.push(own);
      this.cost.push(price);
      this.from.push(from);
      this.into.push(into);
    };
    add(a, b, room, cost);
    add(b, a, 0, -cost);
  }

  /** Sends so many lanes from the sources to the sinks at least cost; false where there is no room. */
  send(count: number): boolean {
    const { heads, to, following, room, cost, source, sink } = this;
    const value = new Float64Array(heads.length);
    const distance = new Float64Array(heads.length);
    const by = new Int32Array(heads.length);
    const heap = new MinHeap(heads.length);
    for (let left = count; left > 0; ) {
      distance.fill(Infinity);
      distance[source] = 0;
      heap.push(0, source);
      while (heap.size > 0) {
        const { key } = heap;
        const node = heap.pop();
        if (key > distance[node]) continue;
        if (node === sink) break;
        for (let arc = heads[node]; arc >= 0; arc = following[arc]) {
          if (room[arc] === 0) continue;
          const reached = key + Math.max(0, cost[arc] + value[node] - value[to[arc]]);
          if (!(reached < distance[to[arc]])) continue;
          distance[to[arc]] = reached;
          by[to[arc]] = arc;
          heap.push(reached, to[arc]);
        }
      }
      while (heap.size > 0) heap.pop();
      const most = distance[sink];
      if (most === Infinity) return false;
      // What was not reached before the sink is at least as far.
      for (let i = 0; i < value.length; i++) value[i] += Math.min(most, distance[i]);
      let sent = left;
      for (let i = sink; i !== source; i = to[by[i] ^ 1]) sent = Math.min(sent, room[by[i]]);
      for (let i = sink; i !== source; i = to[by[i] ^ 1]) {
        room[by[i]] -= sent;
        room[by[i] ^ 1] += sent;
      }
      left -= sent;
    }
    return true;
  }

  /** How many lanes pass on the right of every body, from the lowest wall on. */
  numbers(): Float64Array | null {
    const { map } = this.gaps;
    const walls = this.wallNumbers();
    const { ends, body, bodies, origin } = map.gates.pieces;
    const owners = new Map<string, number>();
    for (let i = 0; i < ends.length; i += 2) owners.set(`${ends[i]} ${ends[i + 1]}`, body[i >> 2]);
    const { coords } = map.world.space.triangulation.mesh;
    const ownerOf = (v: number): number =>
      owners.get(`${coords[2 * v] - origin[0]} ${coords[2 * v + 1] - origin[1]}`) ?? -1;
    const edges = this.edgesOfCorners();
    const anchor = edges.findIndex((list, v) => list && ownerOf(v) >= 0 && ownerOf(v) < walls.length);
    if (anchor < 0) return null;
    const heights = this.heightsFrom(anchor, edges);
    const base = walls[ownerOf(anchor)] - heights[anchor];
    const numbers = new Float64Array(bodies).fill(Number.NaN);
    numbers.set(walls);
    heights.forEach((height, v) => {
      const owner = Number.isNaN(height) ? -1 : ownerOf(v);
      if (owner >= walls.length) numbers[owner] = base + height;
    });
    return numbers;
  }

  /** What flows through the openings says what the walls between them have. */
  private wallNumbers(): Float64Array {
    const { map, ends } = this.gaps;
    const { openings } = map.outline;
    const through = new Float64Array(openings.length);
    for (const { slot, opening } of ends) {
      // The first arc of a slot leads through it: what has gone there can come back.
      through[opening] += this.room[2 * slot + 1] * (openings[opening].kind === "source" ? 1 : -1);
    }
    const walls = new Float64Array(openings.length);
    for (let k = 1; k < walls.length; k++) walls[k] = walls[k - 1] - through[k];
    const least = walls.reduce((a, b) => Math.min(a, b));
    return walls.map((value) => value - least);
  }

  /** The half-edges of free faces that start or end at every vertex; nothing for those that have none. */
  private edgesOfCorners(): number[][] {
    const { space } = this.gaps.map.world;
    const { triangles, faceCount } = space.triangulation.mesh;
    const edges: number[][] = [];
    for (let e = 0; e < 3 * faceCount; e++) {
      if (triangles[e] < 0 || !space.isFree(faceOf(e))) continue;
      for (const v of [triangles[e], triangles[next(e)]]) {
        edges[v] ??= [];
        edges[v].push(e);
      }
    }
    return edges;
  }

  /** Numbers of all corners of the free ground, that of one being 0: over an edge they change by what crosses it. */
  private heightsFrom(anchor: number, edges: readonly (readonly number[])[]): Float64Array {
    const { triangles, faceCount } = this.gaps.map.world.space.triangulation.mesh;
    // What comes into a face over each of its half-edges.
    const across = new Float64Array(3 * faceCount);
    for (let arc = 0; arc < this.to.length; arc += 2) {
      const flow = this.from[arc] < 0 ? 0 : this.room[arc + 1];
      if (flow === 0) continue;
      across[this.from[arc]] += flow;
      across[this.into[arc]] -= flow;
    }
    const heights = new Float64Array(edges.length).fill(Number.NaN);
    heights[anchor] = 0;
    const pending = [anchor];
    while (pending.length > 0) {
      const v = pending.pop()!;
      for (const e of edges[v]) {
        const [tail, head] = [triangles[e], triangles[next(e)]];
        const other = tail === v ? head : tail;
        if (!Number.isNaN(heights[other])) continue;
        heights[other] = heights[v] + (tail === v ? -across[e] : across[e]);
        pending.push(other);
      }
    }
    return heights;
  }
}
