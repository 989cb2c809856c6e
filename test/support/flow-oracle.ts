/**
 * How much can flow, by brute force: all distances between all bodies of the scene as it was given, Floyd's algorithm,
 * and every assignment of sources to walls. Shares nothing with the library but predicates.
 */
import {
  distanceToSegment,
  meet,
  onSegment,
  type Point,
  type Segment,
  sideOfRing,
} from "../../src/geometry/index.js";
import type { SceneInput } from "../../src/world/index.js";
import { segmentsOf } from "./flow-scenes.js";

interface Opening {
  readonly kind: "source" | "sink";
  readonly edge: number;
  readonly from: number;
  readonly to: number;
}

/** The greatest flow in metres, or in lanes of a width. */
export function bruteFlow(scene: SceneInput, width: number): number {
  const ring = ccw(scene.boundary as Point[]);
  const openings = openingsOf(ring, scene);
  const bodies: Segment[][] = wallsOf(ring, openings);
  const walls = bodies.length;
  for (const obstacle of scene.obstacles ?? []) bodies.push(segmentsOf(obstacle));
  const n = bodies.length;
  const d = Array.from({ length: n }, (_, i) => new Float64Array(n).fill(i < 0 ? 0 : Infinity));
  for (let i = 0; i < n; i++) {
    d[i][i] = 0;
    for (let j = i + 1; j < n; j++)
      d[i][j] = d[j][i] = cost(gap(bodies[i], bodies[j], ring, scene, i - walls, j - walls), width);
  }
  for (let k = 0; k < n; k++)
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) d[i][j] = Math.min(d[i][j], d[i][k] + d[k][j]);
  return assign(openings, walls, d);
}

function cost(length: number, width: number): number {
  return width > 0 ? Math.floor((length / width) * (1 + 1e-9)) : length;
}

function ccw(ring: readonly Point[]): Point[] {
  let area = 0;
  const [ox, oy] = ring[0];
  ring.forEach((p, i) => {
    const q = ring[(i + 1) % ring.length];
    area += (p[0] - ox) * (q[1] - oy) - (q[0] - ox) * (p[1] - oy);
  });
  return area > 0 ? [...ring] : [...ring].reverse();
}

/** Openings in order around the ring; each lies within one edge. */
function openingsOf(ring: readonly Point[], scene: SceneInput): Opening[] {
  const list: Opening[] = [];
  for (const kind of ["source", "sink"] as const) {
    for (const [a, b] of scene.flow![kind]) {
      let best = 0;
      let off = Infinity;
      ring.forEach((c, i) => {
        const e = ring[(i + 1) % ring.length];
        const far = Math.max(distanceToSegment(a, c, e), distanceToSegment(b, c, e));
        if (far < off) {
          off = far;
          best = i;
        }
      });
      const c = ring[best];
      const along = (p: Point): number => Math.hypot(p[0] - c[0], p[1] - c[1]);
      list.push({ kind, edge: best, from: Math.min(along(a), along(b)), to: Math.max(along(a), along(b)) });
    }
  }
  return list.sort((p, q) => p.edge - q.edge || p.from - q.from);
}

/** Walls between consecutive openings, as chains of segments. */
function wallsOf(ring: readonly Point[], openings: readonly Opening[]): Segment[][] {
  const n = ring.length;
  return openings.map((opening, k) => {
    const next = openings[(k + 1) % openings.length];
    const at = (edge: number, s: number): Point => {
      const [a, b] = [ring[edge], ring[(edge + 1) % n]];
      const t = s / Math.hypot(b[0] - a[0], b[1] - a[1]);
      return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
    };
    const points: Point[] = [at(opening.edge, opening.to)];
    // To the next opening on the same edge there is no corner, or they are all of them.
    const isAhead = next.edge === opening.edge && next.from >= opening.to;
    const corners = isAhead ? 0 : ((next.edge - opening.edge + n - 1) % n) + 1;
    for (let i = 1; i <= corners; i++) points.push(ring[(opening.edge + i) % n]);
    points.push(at(next.edge, next.from));
    return points.slice(1).map((p, i) => [points[i], p]);
  });
}

/** Shortest straight way between two bodies inside the boundary. */
function gap(
  a: Segment[],
  b: Segment[],
  ring: readonly Point[],
  scene: SceneInput,
  i: number,
  j: number,
): number {
  // An obstacle within another has no gap to it.
  const [p, q] = [scene.obstacles?.[i]?.polygon, scene.obstacles?.[j]?.polygon];
  if (p && b.some(([c]) => sideOfRing(c, p as Point[]) >= 0)) return 0;
  if (q && a.some(([c]) => sideOfRing(c, q as Point[]) >= 0)) return 0;
  let best = Infinity;
  for (const s of a) {
    for (const t of b) {
      if (meet(s[0], s[1], t[0], t[1]) !== "apart") return 0;
      for (const [x, y] of ways(s, t)) {
        const length = Math.hypot(x[0] - y[0], x[1] - y[1]);
        if (length < best && isInside(x, y, ring)) best = length;
      }
    }
  }
  return best;
}

function ways(s: Segment, t: Segment): [Point, Point][] {
  return [
    [s[0], foot(s[0], t)],
    [s[1], foot(s[1], t)],
    [t[0], foot(t[0], s)],
    [t[1], foot(t[1], s)],
  ];
}

function foot(p: Point, [a, b]: Segment): Point {
  const length2 = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2;
  if (length2 === 0) return a;
  const t = Math.min(
    1,
    Math.max(0, ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length2),
  );
  return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
}

/** Whether a straight way stays inside: no edge crossed, and the points between lie inside. */
function isInside(x: Point, y: Point, ring: readonly Point[]): boolean {
  const between = (t: number): Point => [x[0] + t * (y[0] - x[0]), x[1] + t * (y[1] - x[1])];
  const [a, b] = [between(1e-6), between(1 - 1e-6)];
  const n = ring.length;
  const isCrossed = ring.some((c, i) => {
    const e = ring[(i + 1) % n];
    // Along a slanted edge, rounding crosses it to and fro.
    const isAlong = distanceToSegment(x, c, e) < 1e-8 && distanceToSegment(y, c, e) < 1e-8;
    return !isAlong && meet(a, b, c, e) === "cross";
  });
  if (isCrossed) return false;
  return [0.001, 0.25, 0.5, 0.75, 0.999].every((t) => {
    const p = between(t);
    if (sideOfRing(p, ring) >= 0) return true;
    return ring.some(
      (c, i) => onSegment(p, c, ring[(i + 1) % n]) || distanceToSegment(p, c, ring[(i + 1) % n]) < 1e-7,
    );
  });
}

/** The cheapest assignment of the walls before sources to the walls after sources, over all of them. */
function assign(openings: readonly Opening[], walls: number, d: Float64Array[]): number {
  const way = Array.from({ length: walls }, (_, i) => Array.from({ length: walls }, (_, j) => d[i][j]));
  openings.forEach(({ kind }, k) => {
    const [before, after] = [(k + walls - 1) % walls, k];
    if (kind === "source") way[after][before] = 0;
    else way[before][after] = 0;
  });
  for (let k = 0; k < walls; k++)
    for (let i = 0; i < walls; i++)
      for (let j = 0; j < walls; j++) way[i][j] = Math.min(way[i][j], way[i][k] + way[k][j]);
  const sources = openings.map(({ kind }, k) => (kind === "source" ? k : -1)).filter((k) => k >= 0);
  const best = (i: number, free: readonly number[]): number => {
    if (i === sources.length) return 0;
    let least = Infinity;
    for (const after of free) {
      const before = (sources[i] + walls - 1) % walls;
      least = Math.min(
        least,
        way[before][after] +
          best(
            i + 1,
            free.filter((k) => k !== after),
          ),
      );
    }
    return least;
  };
  return best(0, sources);
}
