/** Random scenes for flows: polygons, walls and posts that touch and overlap, odd boundaries, several openings. */
import type { Point, Segment } from "../../src/geometry/index.js";
import { distance, meet, sideOfRing } from "../../src/geometry/index.js";
import type { Random } from "../../src/numerics/index.js";
import type { SceneInput } from "../../src/world/index.js";

/** What kind of scenes. */
export interface FlowSceneKind {
  readonly boundary: "square" | "convex" | "notched";
  /** How many obstacles at most. */
  readonly most: number;
  /** On a whole-number grid everything touches, lines up and fits exactly. */
  readonly grid: boolean;
  /** Where the plan lies. */
  readonly offset: number;
  /** Sources and as many sinks, in turns. */
  readonly pairs: number;
}

type Loose = [number, number];

const SIDE = 12;

/** A random scene of a kind; its obstacles may touch and overlap. */
export function randomFlowScene(random: Random, kind: FlowSceneKind): SceneInput {
  const { offset } = kind;
  const snap = (v: number): number => (kind.grid ? Math.round(v) : v);
  const boundary = boundaryOf(random, kind).map(([x, y]): Loose => [x + offset, y + offset]);
  const at = (): Loose => [offset + snap(random.between(0, SIDE)), offset + snap(random.between(0, SIDE))];
  const obstacles: NonNullable<SceneInput["obstacles"]> = [];
  const count = random.below(kind.most + 1);
  for (let i = 0; i < count; i++) {
    const [x, y] = at();
    const shape = random.below(6);
    if (shape === 0) obstacles.push({ point: [x, y] });
    else if (shape === 1) {
      const end: Loose = [x + snap(random.between(-3, 3)), y + snap(random.between(-3, 3))];
      if (end[0] !== x || end[1] !== y) obstacles.push({ segment: [[x, y], end] });
    } else if (shape < 4) {
      const [w, h] = [
        Math.max(1, snap(random.between(0.3, 2.5))),
        Math.max(1, snap(random.between(0.3, 2.5))),
      ];
      obstacles.push({
        polygon: [
          [x, y],
          [x + w, y],
          [x + w, y + h],
          [x, y + h],
        ],
      });
    } else {
      const polygon = blob(random, x, y, snap);
      if (polygon) obstacles.push({ polygon });
    }
  }
  const { source, sink } = openingsOf(random, boundary, kind.pairs);
  const inside = obstacles.filter(
    (o) =>
      (o.polygon ?? o.segment ?? [o.point!]).every((p) => sideOfRing(p, boundary) >= 0) &&
      !crosses(o, boundary),
  );
  return { boundary, obstacles: inside, flow: { source, sink } };
}

function crosses(o: NonNullable<SceneInput["obstacles"]>[number], boundary: readonly Loose[]): boolean {
  const points: readonly Loose[] = o.polygon ?? o.segment ?? [];
  return points.some((p, i) => {
    const q = points[(i + 1) % points.length];
    return boundary.some((c, k) => meet(p, q, c, boundary[(k + 1) % boundary.length]) === "cross");
  });
}

/** A star-shaped polygon around a point. */
function blob(random: Random, x: number, y: number, snap: (v: number) => number): Loose[] | null {
  const corners = 3 + random.below(4);
  const points: Loose[] = [];
  for (let i = 0; i < corners; i++) {
    const angle = ((i + random.between(0, 0.8)) / corners) * 2 * Math.PI;
    const reach = random.between(0.4, 1.8);
    points.push([x + snap(reach * Math.cos(angle)), y + snap(reach * Math.sin(angle))]);
  }
  const keys = new Set(points.map(String));
  if (keys.size < corners) return null;
  const simple = points.every((a, i) =>
    points.every((c, j) => {
      if (j <= i) return true;
      const how = meet(a, points[(i + 1) % corners], c, points[(j + 1) % corners]);
      const adjacent = j === i + 1 || (i === 0 && j === corners - 1);
      return adjacent ? how === "touch" : how === "apart";
    }),
  );
  return simple ? points : null;
}

function boundaryOf(random: Random, { boundary, grid }: FlowSceneKind): Loose[] {
  const s = SIDE;
  if (boundary === "square")
    return [
      [0, 0],
      [s, 0],
      [s, s],
      [0, s],
    ];
  if (boundary === "convex")
    return [
      [2, 0],
      [9, 0.5],
      [s, 4],
      [11, 10],
      [7, s],
      [1, 10],
      [0, 4],
    ];
  const d = (): number => (grid ? 1 + random.below(4) : random.between(0.5, 4.5));
  // Notches from all four sides, at random depths.
  return [
    [0, 0],
    [3, 0],
    [3, d()],
    [4, d()],
    [5, 0],
    [s, 0],
    [s, 4],
    [s - d(), 5],
    [s, 6],
    [s, s],
    [8, s],
    [7, s - d()],
    [6, s - d()],
    [6, s],
    [0, s],
    [0, 8],
    [d(), 7],
    [0, 7],
  ];
}

/** Openings in turns around the boundary, each within one edge. */
function openingsOf(
  random: Random,
  boundary: readonly Loose[],
  pairs: number,
): { source: [Loose, Loose][]; sink: [Loose, Loose][] } {
  const n = boundary.length;
  const length = (i: number): number => distance(boundary[i], boundary[(i + 1) % n]);
  const edges = boundary.map((_, i) => i).filter((i) => length(i) > 1.5);
  const chosen = new Set<number>();
  while (chosen.size < Math.min(2 * pairs, edges.length)) chosen.add(edges[random.below(edges.length)]);
  const result = { source: [] as [Loose, Loose][], sink: [] as [Loose, Loose][] };
  [...chosen]
    .sort((a, b) => a - b)
    .forEach((edge, k) => {
      const [a, b] = [boundary[edge], boundary[(edge + 1) % n]];
      const [t0, t1] = [random.below(3) / 8, 1 - random.below(3) / 8];
      const on = (t: number): Loose => [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
      result[k % 2 === 0 ? "source" : "sink"].push([on(t0), on(t1)]);
    });
  return result;
}

/** The segments of a scene input, for oracles. */
export function segmentsOf(o: NonNullable<SceneInput["obstacles"]>[number]): Segment[] {
  if (o.point) return [[o.point, o.point]];
  if (o.segment) return [o.segment];
  const ring: readonly Point[] = o.polygon!;
  return ring.map((p, i) => [p, ring[(i + 1) % ring.length]]);
}
