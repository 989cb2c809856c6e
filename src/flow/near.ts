/** Where curves come near each other: an index over short parts of many curves. */
import Flatbush from "flatbush";
import type { Point } from "../geometry/index.js";
import { distanceBetween, lengthOf, partOf, pointAt, type Stretch } from "./stretch.js";

/** A short part of a curve. */
export interface Part {
  readonly curve: number;
  readonly stretch: Stretch;
  /** Lengths along the curve where it begins and ends. */
  readonly from: number;
  readonly to: number;
}

/** Curves cut into parts no longer than a length, so that their boxes are small and arcs turn little. */
export function partsOf(curves: readonly (readonly Stretch[])[], longest: number): Part[] {
  const parts: Part[] = [];
  curves.forEach((curve, index) => {
    let s = 0;
    for (const stretch of curve) {
      const length = lengthOf(stretch);
      const turned = stretch.kind === "arc" ? Math.ceil(Math.abs(stretch.turn) / 1.5) : 1;
      const count = Math.max(turned, Math.ceil(length / longest), 1);
      for (let i = 0; i < count; i++) {
        parts.push({
          curve: index,
          stretch: partOf(stretch, i / count, (i + 1) / count),
          from: s + (length * i) / count,
          to: s + (length * (i + 1)) / count,
        });
      }
      s += length;
    }
  });
  return parts;
}

/** The box of a stretch that turns less than a half circle: its ends, grown by the rise of the arc between them. */
function boxAround(stretch: Stretch): [number, number, number, number] {
  const [a, b] = [pointAt(stretch, 0), pointAt(stretch, 1)];
  const rise = stretch.kind === "arc" ? stretch.radius * (1 - Math.cos(stretch.turn / 2)) : 0;
  return [
    Math.min(a[0], b[0]) - rise,
    Math.min(a[1], b[1]) - rise,
    Math.max(a[0], b[0]) + rise,
    Math.max(a[1], b[1]) + rise,
  ];
}

/** Finds parts by place. */
export class PartIndex {
  private readonly tree: Flatbush | null;
  private readonly boxes: [number, number, number, number][];

  constructor(readonly parts: readonly Part[]) {
    this.boxes = parts.map(({ stretch }) => boxAround(stretch));
    this.tree = parts.length > 0 ? new Flatbush(parts.length) : null;
    for (const box of this.boxes) this.tree?.add(...box);
    this.tree?.finish();
  }

  /** Numbers of the parts whose boxes come within a distance of a stretch's. */
  near(stretch: Stretch, reach: number): number[] {
    const [minX, minY, maxX, maxY] = boxAround(stretch);
    return this.tree?.search(minX - reach, minY - reach, maxX + reach, maxY + reach) ?? [];
  }

  /** Least distance between parts of which `counts` says that they count together; `most` where there is none nearer. */
  least(most: number, measure: Measure, counts: (p: Part, q: Part) => boolean): number {
    let best = most;
    this.parts.forEach((part, i) => {
      for (const j of this.near(part.stretch, best)) {
        if (j <= i || !counts(part, this.parts[j])) continue;
        best = Math.min(best, measure(part.stretch, this.parts[j].stretch));
      }
    });
    return best;
  }
}

/** Parts per limit when it has to be decided which way stretches are near each other. */
const FINE = 16;

/** How the distance between two stretches is measured. */
export type Measure = (s: Stretch, t: Stretch) => number;

/**
 * Distances inside the boundary: what lies behind an opening, seen across the outside, is not near. Only an outline that
 * is not convex has such places, and only distances below `limit` are looked at twice.
 */
export function measureInside(
  openings: readonly (readonly Point[])[],
  convex: boolean,
  limit: number,
): Measure {
  if (convex) return distanceBetween;
  const sills = openings.flatMap((opening) =>
    opening.slice(1).map((b, i): Stretch => ({ kind: "line", a: opening[i], b })),
  );
  // The way between two near parts is at most one part longer than the limit: what it crosses is that near to both.
  const reach = limit * (1 + 1 / FINE) * (1 + 1e-9);
  const isBetween = (sill: Stretch, s: Stretch, t: Stretch): boolean =>
    distanceBetween(sill, s) <= reach && distanceBetween(sill, t) <= reach;
  return (s, t) => {
    const plain = distanceBetween(s, t);
    if (plain >= limit || !sills.some((sill) => isBetween(sill, s, t))) return plain;
    let best = Infinity;
    const near = (stretch: Stretch, to: Stretch): Part[] =>
      partsOf([[stretch]], limit / FINE).filter((part) => distanceBetween(part.stretch, to) < limit);
    const other = near(t, s);
    for (const p of near(s, t)) {
      for (const q of other) {
        const [a, b] = [pointAt(p.stretch, 0.5), pointAt(q.stretch, 0.5)];
        if (!openings.some((opening) => isCrossed(opening, a, b)))
          best = Math.min(best, distanceBetween(p.stretch, q.stretch));
      }
    }
    return best;
  };
}

/** Whether a straight way passes through a chain of segments. */
function isCrossed(chain: readonly Point[], a: Point, b: Point): boolean {
  const side = (p: Point, q: Point, r: Point): number =>
    (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
  return chain.some((d, i) => {
    if (i === 0) return false;
    const c = chain[i - 1];
    return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
  });
}
