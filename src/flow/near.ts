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
  return (s, t) => {
    const plain = distanceBetween(s, t);
    if (plain >= limit) return plain;
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

/** Parts per limit when it has to be decided which way stretches are near each other. */
const FINE = 16;

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

/** Two places of one curve that are nearer than they should be. */
export interface Approach {
  readonly p: Point;
  readonly q: Point;
  readonly distance: number;
}

/** Two parts of one curve count as two places when more than half a turn of radius r lies between them. */
function apartAlong(radius: number): number {
  return Math.PI * radius * (1 + 1e-6);
}

/**
 * A curve as many short parts in flat arrays, hashed by place: for finding where it comes near itself. Parts become
 * stretches only where their places are near each other.
 */
class FineCurve {
  private readonly xs: number[] = [];
  private readonly ys: number[] = [];
  /** Length along the curve, stretch, and share of it, where each part begins; `till` is where it ends. */
  readonly from: number[] = [];
  readonly till: number[] = [];
  private readonly stretch: number[] = [];
  private readonly t0: number[] = [];
  private readonly t1: number[] = [];
  private readonly step: number;

  constructor(
    private readonly curve: readonly Stretch[],
    private readonly radius: number,
  ) {
    this.step = radius / 4;
    let s = 0;
    curve.forEach((stretch, index) => {
      const length = lengthOf(stretch);
      const count = Math.max(1, Math.ceil(length / this.step));
      for (let i = 0; i < count; i++) {
        const [x, y] = pointAt(stretch, (i + 0.5) / count);
        this.xs.push(x);
        this.ys.push(y);
        this.from.push(s + (length * i) / count);
        this.till.push(s + (length * (i + 1)) / count);
        this.stretch.push(index);
        this.t0.push(i / count);
        this.t1.push((i + 1) / count);
      }
      s += length;
    });
  }

  part(i: number): Stretch {
    return partOf(this.curve[this.stretch[i]], this.t0[i], this.t1[i]);
  }

  /** Calls back with pairs of parts that are two places and may be nearer than `reach` to each other. */
  pairs(reach: number, visit: (i: number, j: number) => void): void {
    const { xs, ys, from, till, step } = this;
    const cell = reach + step;
    const apart = apartAlong(this.radius);
    const heads = new Map<number, number>();
    const next = new Int32Array(xs.length).fill(-1);
    const [originX, originY] = [xs[0], ys[0]];
    for (let j = 0; j < xs.length; j++) {
      const column = Math.floor((xs[j] - originX) / cell);
      const row = Math.floor((ys[j] - originY) / cell);
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const key = (column + dx) * 67108864 + row + dy;
          for (let i = heads.get(key) ?? -1; i >= 0; i = next[i]) {
            if (from[j] - till[i] < apart) continue;
            if (Math.hypot(xs[j] - xs[i], ys[j] - ys[i]) < cell) visit(i, j);
          }
        }
      }
      const key = column * 67108864 + row;
      next[j] = heads.get(key) ?? -1;
      heads.set(key, j);
    }
  }
}

/** Least distance of a curve from itself, between two places of it; `most` where there is none nearer. */
export function selfDistance(
  curve: readonly Stretch[],
  radius: number,
  most: number,
  measure: Measure = distanceBetween,
): number {
  const fine = new FineCurve(curve, radius);
  let best = most;
  fine.pairs(most, (i, j) => {
    best = Math.min(best, measure(fine.part(i), fine.part(j)));
  });
  return best;
}

/** Where a curve comes nearer to itself than 2 radii: the nearest pair of every such passage. */
export function selfApproaches(
  curve: readonly Stretch[],
  radius: number,
  measure: Measure = distanceBetween,
): Approach[] {
  const fine = new FineCurve(curve, radius);
  const reach = 2 * radius * (1 - 1e-7);
  const found: (Approach & { from: number; to: number })[] = [];
  fine.pairs(reach, (i, j) => {
    const [a, b] = [fine.part(i), fine.part(j)];
    const distance = measure(a, b);
    if (distance >= reach) return;
    found.push({ p: pointAt(a, 0.5), q: pointAt(b, 0.5), distance, from: fine.from[i], to: fine.from[j] });
  });
  found.sort((a, b) => a.distance - b.distance);
  const kept: typeof found = [];
  for (const pair of found) {
    const isKnown = kept.some(
      ({ from, to }) => Math.abs(from - pair.from) < 4 * radius && Math.abs(to - pair.to) < 4 * radius,
    );
    if (!isKnown) kept.push(pair);
  }
  return kept;
}
