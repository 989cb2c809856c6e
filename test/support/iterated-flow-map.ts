/**
 * A max-flow map as the paper builds it (Farias 2020, 4.4.2), by brute force: the shortest path map of the low wall among
 * obstacles that block sight and bend paths; then again and again with every obstacle that was reached more cheaply than its
 * own outline as a further source, until nothing changes. Shares nothing with the library but predicates.
 */
import { meet, type Point, type Segment, sideOfRing } from "../../src/geometry/index.js";
import type { SceneInput } from "../../src/world/index.js";
import { segmentsOf } from "./flow-scenes.js";

/** A map that has settled. */
export interface IteratedMap {
  /** The cost of a free point, in metres. */
  at(p: Point): number;
  /** How many shortest path maps were made. */
  readonly rounds: number;
  /** In how many of the ways asked for an obstacle stood between. */
  readonly blocked: number;
}

/** The map of a scene with a convex boundary whose obstacles are polygons apart from each other and from it. */
export function iteratedFlowMap(scene: SceneInput, lowWall: readonly Segment[]): IteratedMap {
  const outlines = (scene.obstacles ?? []).map(segmentsOf);
  const polygons = (scene.obstacles ?? []).map(({ polygon }) => polygon! as readonly Point[]);
  const corners = polygons.flat();
  let blocked = 0;
  const isVisible = (from: Point, to: Point): boolean => {
    // Points on an outline may lie within it by rounding.
    const [p, q] = [between(from, to, 1e-9), between(to, from, 1e-9)];
    const middle: Point = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
    const isBlocked =
      outlines.some((outline) => outline.some(([a, b]) => meet(p, q, a, b) === "cross")) ||
      polygons.some((polygon) => sideOfRing(middle, polygon) > 0);
    if (isBlocked) blocked++;
    return !isBlocked;
  };
  const costs = polygons.map(() => Infinity);
  let map = shortestPathMap([{ outline: lowWall, cost: 0 }], corners, isVisible);
  let rounds = 1;
  for (;;) {
    // The least cost along an outline: at its corners, and at the feet of all corners and walls on it.
    const found = outlines.map((outline) => {
      const feet = [...corners, ...lowWall.flat()].flatMap((p) =>
        outline.map((segment) => footOn(p, segment)),
      );
      return Math.min(...[...outline.map(([a]) => a), ...feet].map(map));
    });
    const lower = found.flatMap((cost, i) => (cost < costs[i] - 1e-12 ? [i] : []));
    if (lower.length === 0) return { at: map, rounds, blocked };
    for (const i of lower) costs[i] = found[i];
    const sources = outlines.map((outline, i) => ({ outline, cost: costs[i] }));
    map = shortestPathMap([{ outline: lowWall, cost: 0 }, ...sources], corners, isVisible);
    rounds++;
  }
}

type Source = { readonly outline: readonly Segment[]; readonly cost: number };

/** Costs of the shortest ways from sources, around corners. */
function shortestPathMap(
  sources: readonly Source[],
  corners: readonly Point[],
  isVisible: (p: Point, q: Point) => boolean,
): (p: Point) => number {
  const direct = (p: Point): number => {
    let least = Infinity;
    for (const { outline, cost } of sources)
      for (const segment of outline)
        for (const q of [footOn(p, segment), ...segment]) {
          const reached = cost + Math.hypot(p[0] - q[0], p[1] - q[1]);
          if (reached < least && (reached < cost + 1e-12 || isVisible(p, q))) least = reached;
        }
    return least;
  };
  const cost = corners.map(direct);
  const open = new Set(corners.keys());
  while (open.size > 0) {
    const i = [...open].reduce((a, b) => (cost[b] < cost[a] ? b : a));
    open.delete(i);
    for (const j of open) {
      const reached = cost[i] + Math.hypot(corners[i][0] - corners[j][0], corners[i][1] - corners[j][1]);
      if (reached < cost[j] && isVisible(corners[i], corners[j])) cost[j] = reached;
    }
  }
  return (p) => {
    let least = direct(p);
    corners.forEach((corner, i) => {
      const reached = cost[i] + Math.hypot(p[0] - corner[0], p[1] - corner[1]);
      if (reached < least && isVisible(p, corner)) least = reached;
    });
    return least;
  };
}

function between(p: Point, q: Point, t: number): Point {
  return [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])];
}

function footOn(p: Point, [a, b]: Segment): Point {
  const length2 = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2;
  const t = length2 > 0 ? ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length2 : 0;
  const u = Math.min(1, Math.max(0, t));
  return [a[0] + u * (b[0] - a[0]), a[1] + u * (b[1] - a[1])];
}
