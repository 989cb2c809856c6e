/**
 * Making rings that nearly meet meet exactly.
 *
 * A new vertex on a slanted edge is rounded, so it lies beside the edge: exactly compared, the two cross or leave
 * a gap. Welding puts such vertices into the edges they lie on, and lets vertices that are closer than a
 * tolerance become one, so that afterwards everything meets in common vertices.
 */
import { EdgeIndex } from "./edge-index.js";
import { distance, distanceToSegment } from "./measure.js";
import { meet, samePoint } from "./predicates.js";
import type { Point, Ring } from "./types.js";

/** The rings with vertices merged and edges split; earlier rings keep their vertices. */
export function weld(rings: readonly Ring[], tolerance: number): Ring[] {
  return splitEdges(mergeVertices(rings, tolerance), tolerance);
}

/** Replaces every vertex by the first one within the tolerance. */
function mergeVertices(rings: readonly Ring[], tolerance: number): Ring[] {
  const all = rings.flat();
  const index = new EdgeIndex(all, all);
  const first = new Int32Array(all.length).fill(-1);
  for (let i = 0; i < all.length; i++) {
    if (first[i] >= 0) continue;
    const [x, y] = all[i];
    index.inBox(x - tolerance, y - tolerance, x + tolerance, y + tolerance, (j) => {
      if (first[j] < 0 && distance(all[i], all[j]) <= tolerance) first[j] = i;
    });
  }
  let k = 0;
  return rings.map((ring) => withoutRepeats(ring.map(() => all[first[k++]])));
}

function withoutRepeats(ring: Ring): Ring {
  return ring.filter((p, i) => !samePoint(p, ring[(i + ring.length - 1) % ring.length]));
}

/** Puts every vertex within the tolerance of an edge into that edge. */
function splitEdges(rings: readonly Ring[], tolerance: number): Ring[] {
  const all = rings.flat();
  const index = new EdgeIndex(all, all);
  return rings.map((ring) => {
    const result: Point[] = [];
    ring.forEach((a, i) => {
      const b = ring[(i + 1) % ring.length];
      result.push(a);
      for (const p of verticesOn(a, b, all, index, tolerance)) result.push(p);
    });
    return result;
  });
}

/** The vertices near the inside of ab, in order along it. */
function verticesOn(a: Point, b: Point, all: readonly Point[], index: EdgeIndex, tolerance: number): Point[] {
  const found = new Map<string, Point>();
  const r = tolerance;
  index.inBox(
    Math.min(a[0], b[0]) - r,
    Math.min(a[1], b[1]) - r,
    Math.max(a[0], b[0]) + r,
    Math.max(a[1], b[1]) + r,
    (j) => {
      const p = all[j];
      if (samePoint(p, a) || samePoint(p, b) || distanceToSegment(p, a, b) > r) return;
      if (meet(a, p, p, b) !== "overlap") found.set(String(p), p);
    },
  );
  return [...found.values()].sort((p, q) => distance(a, p) - distance(a, q));
}
