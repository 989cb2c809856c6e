/**
 * Shortest ways through a small building by definition: Dijkstra over all corners that see each other, straight through any
 * chain of portals. It knows rings, portals and doubles, and nothing of triangles or windows.
 */
import type { Point, Segment } from "../../src/geometry/index.js";

export interface OraclePatch {
  /** Outline and obstacles, as rings whose edges are walls where no portal lies on them. */
  readonly outline: readonly Point[];
  readonly obstacles: readonly (readonly Point[])[];
}

/** From `a` on one patch to `b` on another, the same segment shifted; back as well, where it is not for one way. */
export interface OraclePortal {
  readonly a: Segment;
  readonly b: Segment;
  readonly patches: readonly [number, number];
  readonly oneWay?: boolean;
}

/** From a place to another for a price, as by a lift. */
export interface OracleRide {
  readonly from: OraclePlace;
  readonly to: OraclePlace;
  readonly price: number;
}

/** A place: its patch, and where it is. */
export interface OraclePlace {
  readonly patch: number;
  readonly at: Point;
}

/** Straight lines cross at most so many portals. */
const DEEPEST = 5;

const cross = (o: Point, a: Point, b: Point): number =>
  (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);

function isInside(p: Point, ring: readonly Point[]): boolean {
  let inside = false;
  ring.forEach((u, i) => {
    const v = ring[(i + 1) % ring.length];
    if (u[1] > p[1] !== v[1] > p[1] && p[0] < u[0] + ((p[1] - u[1]) / (v[1] - u[1])) * (v[0] - u[0]))
      inside = !inside;
  });
  return inside;
}

/** What lies past it, seen from the end of a leg that is nearer to the goal, costs `weight` times its length. */
export interface OracleBarrier {
  readonly patch: number;
  readonly segment: Segment;
  readonly weight: number;
}

export class BuildingOracle {
  private readonly corners: OraclePlace[];

  constructor(
    private readonly patches: readonly OraclePatch[],
    private readonly portals: readonly OraclePortal[],
    private readonly rides: readonly OracleRide[] = [],
    private readonly barriers: readonly OracleBarrier[] = [],
  ) {
    this.corners = patches.flatMap(({ outline, obstacles }, patch) =>
      [outline, ...obstacles].flatMap((ring) => ring.map((at) => ({ patch, at }))),
    );
  }

  /** The length of the shortest way, or the cost of the cheapest; Infinity for none. */
  distance(from: OraclePlace, to: OraclePlace): number {
    const nodes = [from, to, ...this.rides.flatMap((ride) => [ride.from, ride.to]), ...this.corners];
    const far = nodes.map((_, i) => (i === 0 ? 0 : Infinity));
    const done = new Set<number>();
    for (;;) {
      let best = -1;
      for (let i = 0; i < nodes.length; i++) if (!done.has(i) && far[i] < (far[best] ?? Infinity)) best = i;
      if (best < 0 || best === 1) return far[1];
      done.add(best);
      for (let i = 0; i < nodes.length; i++) {
        if (!done.has(i)) far[i] = Math.min(far[i], far[best] + this.straight(nodes[best], nodes[i]));
      }
      const ride = this.rides[(best - 2) >> 1];
      if (best >= 2 && ride && best % 2 === 0)
        far[best + 1] = Math.min(far[best + 1], far[best] + ride.price);
    }
  }

  /** The least straight line between two places. */
  private straight(p: OraclePlace, q: OraclePlace): number {
    let best = Infinity;
    const chains: {
      patch: number;
      shift: Point;
      crossed: { line: Segment; patch: number; shift: Point }[];
    }[] = [{ patch: p.patch, shift: [0, 0], crossed: [] }];
    for (const chain of chains) {
      const { patch, shift, crossed } = chain;
      if (patch === q.patch) {
        // q as p sees it, in the frame of p: shifts are what was added on the way.
        const seen: Point = [q.at[0] - shift[0], q.at[1] - shift[1]];
        if (this.isFree(p.at, seen, p.patch, crossed, patch, shift)) {
          best = Math.min(best, this.costOf(p.at, seen, [...crossed, { patch, shift }]));
        }
      }
      if (crossed.length === DEEPEST) continue;
      for (const { a, b, patches, oneWay } of this.portals) {
        for (const [near, far, k] of [
          [a, b, 0],
          [b, a, 1],
        ] as const) {
          if (patches[k] !== patch || (oneWay && k === 1)) continue;
          const moved = (r: Point): Point => [r[0] - shift[0], r[1] - shift[1]];
          const line: Segment = [moved(near[0]), moved(near[1])];
          const next: Point = [shift[0] + far[0][0] - near[0][0], shift[1] + far[0][1] - near[0][1]];
          const last = crossed[crossed.length - 1];
          // Nobody turns back in a portal.
          if (last && last.line[0][0] === line[0][0] && last.line[0][1] === line[0][1]) continue;
          chains.push({ patch: patches[1 - k], shift: next, crossed: [...crossed, { line, patch, shift }] });
        }
      }
    }
    return best;
  }

  /** What a leg to q, the goal's side, costs, in the frame of p, through patches with what is added in each. */
  private costOf(p: Point, q: Point, frames: readonly { patch: number; shift: Point }[]): number {
    const length = Math.hypot(q[0] - p[0], q[1] - p[1]);
    const crossings = frames.flatMap(({ patch, shift }) =>
      this.barriers
        .filter((barrier) => barrier.patch === patch)
        .flatMap(({ segment, weight }) => {
          const [u, v] = segment.map((r): Point => [r[0] - shift[0], r[1] - shift[1]]);
          const [s, e] = [cross(u, v, p), cross(u, v, q)];
          if (s * e >= 0 || cross(p, q, u) * cross(p, q, v) > 0) return [];
          return [{ t: s / (s - e), weight }];
        }),
    );
    crossings.sort((a, b) => b.t - a.t);
    let cost = 0;
    let factor = 1;
    let at = 1;
    for (const { t, weight } of crossings) {
      cost += (at - t) * factor * length;
      factor *= weight;
      at = t;
    }
    return cost + at * factor * length;
  }

  /** Whether the straight line from p to q, in the frame of p, passes its portals and no wall. */
  private isFree(
    p: Point,
    q: Point,
    patch: number,
    crossed: readonly { line: Segment; patch: number; shift: Point }[],
    lastPatch: number,
    lastShift: Point,
  ): boolean {
    const size = Math.hypot(q[0] - p[0], q[1] - p[1]);
    if (size < 1e-12) return crossed.length === 0 || patch !== lastPatch;
    const stops = [0];
    for (const { line } of crossed) {
      const [s, e] = [cross(p, q, line[0]), cross(p, q, line[1])];
      if (s * e > 1e-18 * size * size) return false;
      const [u, v] = [cross(line[0], line[1], p), cross(line[0], line[1], q)];
      if (Math.abs(u - v) < 1e-12) return false;
      stops.push(u / (u - v));
    }
    stops.push(1);
    for (let i = 1; i < stops.length; i++) if (stops[i] < stops[i - 1] - 1e-9) return false;
    const at = (t: number): Point => [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])];
    return stops.slice(1).every((stop, i) => {
      const leg = crossed[i] ?? { patch: lastPatch, shift: lastShift };
      const own = (r: Point): Point => [r[0] + leg.shift[0], r[1] + leg.shift[1]];
      return this.seesIn(leg.patch, own(at(stops[i])), own(at(stop)));
    });
  }

  /** Whether a straight piece within a patch is free: it leaves no outline and enters no obstacle. */
  private seesIn(patch: number, p: Point, q: Point): boolean {
    const { outline, obstacles } = this.patches[patch];
    // Where it meets edges, it may change sides: between two such places one look is enough.
    const meets = [0, 1];
    for (const ring of [outline, ...obstacles]) {
      ring.forEach((u, i) => {
        const v = ring[(i + 1) % ring.length];
        const [s, e] = [cross(u, v, p), cross(u, v, q)];
        if (s * e < 0) meets.push(s / (s - e));
      });
    }
    meets.sort((s, t) => s - t);
    const size = Math.hypot(q[0] - p[0], q[1] - p[1]);
    for (let i = 1; i < meets.length; i++) {
      if ((meets[i] - meets[i - 1]) * size < 1e-7) continue;
      const t = (meets[i] + meets[i - 1]) / 2;
      const m: Point = [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])];
      // On a border it is free: it slides along.
      if (this.isOnBorder(patch, m)) continue;
      if (!isInside(m, outline) || obstacles.some((ring) => isInside(m, ring))) return false;
    }
    return true;
  }

  private isOnBorder(patch: number, p: Point): boolean {
    const { outline, obstacles } = this.patches[patch];
    return [outline, ...obstacles].some((ring) =>
      ring.some((u, i) => {
        const v = ring[(i + 1) % ring.length];
        const length = Math.hypot(v[0] - u[0], v[1] - u[1]);
        const t = ((p[0] - u[0]) * (v[0] - u[0]) + (p[1] - u[1]) * (v[1] - u[1])) / (length * length);
        return Math.abs(cross(u, v, p)) / length < 1e-9 && t > -1e-9 && t < 1 + 1e-9;
      }),
    );
  }
}
