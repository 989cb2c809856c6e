/**
 * Lanes measured the plain way: points along every lane, against all segments of the scene as it was given, against all points
 * of all other lanes, and against the lane's own. Shares nothing with the library but predicates.
 */
import { meet, type Point, type Segment, sideOfRing } from "../../src/geometry/index.js";
import type { SceneInput } from "../../src/world/index.js";
import { segmentsOf } from "./flow-scenes.js";

/** A lane's curve as it is handed out. */
type Curve = readonly (
  | { readonly kind: "line"; readonly a: Point; readonly b: Point }
  | {
      readonly kind: "arc";
      readonly centre: Point;
      readonly radius: number;
      readonly from: number;
      readonly turn: number;
    }
)[];

/** What is wrong with the lanes of a radius, one line each; none where all is as it should be. */
export function laneFaults(
  scene: SceneInput,
  lanes: readonly { readonly stretches: Curve; readonly length: number }[],
  radius: number,
): string[] {
  const faults: string[] = [];
  const ring = scene.boundary as readonly Point[];
  const walls = wallsOf(scene);
  const obstacles = (scene.obstacles ?? []).flatMap(segmentsOf);
  const sampled = lanes.map(({ stretches }) => sampledOf(stretches, radius / 12));
  // Points miss what lies between two of them by less than this.
  const enough = 1 - 2e-3;
  sampled.forEach(({ points, along, gap }, i) => {
    if (gap > 1e-6 * radius) faults.push(`lane ${i} has a gap of ${gap} m`);
    if (Math.abs(along[along.length - 1] - lanes[i].length) > 1e-3 * lanes[i].length)
      faults.push(`lane ${i} is ${along[along.length - 1]} m long and says ${lanes[i].length}`);
    for (const [kind, p] of [
      ["source", points[0]],
      ["sink", points[points.length - 1]],
    ] as const)
      if (!scene.flow![kind].some((piece) => toSegment(p, piece).distance < 1e-6))
        faults.push(`lane ${i}: ${p} is on no ${kind}`);
    for (const p of points.slice(1, -1)) {
      if (sideOfRing(p, ring) < 0 && ring.every((a, k) => toSegment(p, edge(ring, k)).distance > 1e-6 || !a))
        faults.push(`lane ${i} leaves the boundary at ${p}`);
      for (const { polygon } of scene.obstacles ?? [])
        if (polygon && sideOfRing(p, polygon) > 0) faults.push(`lane ${i} runs through an obstacle at ${p}`);
      for (const segment of [...walls, ...obstacles]) {
        const { distance, foot } = toSegment(p, segment);
        if (distance < radius * enough && isInSight(p, foot, ring))
          faults.push(`lane ${i} is ${distance} m from a wall at ${p}`);
      }
    }
  });
  for (let i = 0; i < sampled.length; i++)
    for (let j = i; j < sampled.length; j++) {
      const near = nearest(sampled[i], sampled[j], i === j ? Math.PI * radius * (1 + 1e-6) : 0, ring);
      if (near < 2 * radius * enough)
        faults.push(`lane ${i} is ${near} m from ${i === j ? "itself" : `lane ${j}`}`);
      if (areCrossing(sampled[i].points, sampled[j].points, i === j))
        faults.push(`lane ${i} crosses ${i === j ? "itself" : `lane ${j}`}`);
    }
  return faults;
}

function edge(ring: readonly Point[], k: number): Segment {
  return [ring[k], ring[(k + 1) % ring.length]];
}

/** The boundary's edges less the flow's openings. */
function wallsOf({ boundary, flow }: SceneInput): Segment[] {
  const ring = boundary as readonly Point[];
  const openings = [...flow!.source, ...flow!.sink];
  return ring.flatMap((a, k) => {
    const [, b] = edge(ring, k);
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const cuts = openings
      .filter((piece) => piece.every((p) => toSegment(p, [a, b]).distance < 1e-6))
      .map((piece) => piece.map((p) => Math.hypot(p[0] - a[0], p[1] - a[1])).sort((s, t) => s - t))
      .sort((s, t) => s[0] - t[0]);
    const at = (s: number): Point => [
      a[0] + (s / length) * (b[0] - a[0]),
      a[1] + (s / length) * (b[1] - a[1]),
    ];
    const walls: Segment[] = [];
    let from = 0;
    for (const [start, end] of cuts) {
      walls.push([at(from), at(start)]);
      from = end;
    }
    walls.push([at(from), b]);
    return walls.filter(([p, q], i) => p[0] !== q[0] || p[1] !== q[1] || (i > 0 && i < walls.length - 1));
  });
}

interface Sampled {
  readonly points: readonly Point[];
  /** Length along the curve at each point. */
  readonly along: readonly number[];
  /** The widest jump between two stretches. */
  readonly gap: number;
}

function sampledOf(curve: Curve, step: number): Sampled {
  const points: Point[] = [];
  const along: number[] = [];
  let [passed, gap] = [0, 0];
  for (const stretch of curve) {
    const isLine = stretch.kind === "line";
    const length = isLine
      ? Math.hypot(stretch.b[0] - stretch.a[0], stretch.b[1] - stretch.a[1])
      : stretch.radius * Math.abs(stretch.turn);
    const at = (t: number): Point => {
      if (isLine) {
        const { a, b } = stretch;
        return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
      }
      const angle = stretch.from + t * stretch.turn;
      const [x, y] = stretch.centre;
      return [x + stretch.radius * Math.cos(angle), y + stretch.radius * Math.sin(angle)];
    };
    const count = Math.max(1, Math.ceil(length / step));
    if (points.length > 0) {
      const [p, q] = [points[points.length - 1], at(0)];
      gap = Math.max(gap, Math.hypot(p[0] - q[0], p[1] - q[1]));
    }
    for (let i = points.length > 0 ? 1 : 0; i <= count; i++) {
      points.push(at(i / count));
      along.push(passed + (length * i) / count);
    }
    passed += length;
  }
  return { points, along, gap };
}

function toSegment(p: Point, [a, b]: Segment): { distance: number; foot: Point } {
  const length2 = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2;
  const t = length2 > 0 ? ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length2 : 0;
  const u = Math.min(1, Math.max(0, t));
  const foot: Point = [a[0] + u * (b[0] - a[0]), a[1] + u * (b[1] - a[1])];
  return { distance: Math.hypot(p[0] - foot[0], p[1] - foot[1]), foot };
}

/** Whether a straight way stays inside the boundary; its ends may lie on it. */
function isInSight(from: Point, to: Point, ring: readonly Point[]): boolean {
  const at = (t: number): Point => [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])];
  const [p, q] = [at(1e-6), at(1 - 1e-6)];
  if (sideOfRing(at(0.5), ring) < 0) return false;
  return ring.every((_, k) => meet(p, q, ...edge(ring, k)) !== "cross");
}

/** The least distance of points of two lanes; of one lane, of those so far apart along it. */
function nearest(one: Sampled, other: Sampled, apart: number, ring: readonly Point[]): number {
  let least = Infinity;
  one.points.forEach((p, i) => {
    other.points.forEach((q, j) => {
      if (apart > 0 && !(other.along[j] - one.along[i] >= apart)) return;
      const [dx, dy] = [p[0] - q[0], p[1] - q[1]];
      const distance2 = dx * dx + dy * dy;
      if (distance2 < least * least && isInSight(p, q, ring)) least = Math.sqrt(distance2);
    });
  });
  return least;
}

/** Whether two polylines cross, or one crosses itself. */
function areCrossing(one: readonly Point[], other: readonly Point[], isSame: boolean): boolean {
  for (let i = 1; i < one.length; i++) {
    const [a, b] = [one[i - 1], one[i]];
    for (let j = isSame ? i + 2 : 1; j < other.length; j++) {
      const [c, d] = [other[j - 1], other[j]];
      if (Math.max(a[0], b[0]) < Math.min(c[0], d[0]) || Math.max(c[0], d[0]) < Math.min(a[0], b[0]))
        continue;
      if (Math.max(a[1], b[1]) < Math.min(c[1], d[1]) || Math.max(c[1], d[1]) < Math.min(a[1], b[1]))
        continue;
      if (meet(a, b, c, d) === "cross") return true;
    }
  }
  return false;
}
