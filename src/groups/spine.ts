/**
 * The line that a formation walks along: from its middle back along where that came from, and ahead along the way. A place that
 * is so many metres ahead and so many to the left is found along this line, so that a formation bends round corners with it.
 */
import type { Point } from "../geometry/index.js";
import type { Ground } from "./ground.js";

/** Metres between two samples. */
const SAMPLE = 0.5;

/** Cosine of the angle between two headings beyond which the second leads back to a goal that has been passed. */
const TURNS_BACK = -0.8;

/** Samples to either side over which the direction at one is taken. */
const SMOOTH = 2;

/** A place on the spine: where, and the unit vector along it. */
export interface SpinePlace {
  x: number;
  y: number;
  ux: number;
  uy: number;
}

const isNone = ([x, y]: Point): boolean => x === 0 && y === 0;

export class Spine {
  /** Metres that it reaches ahead of the middle and behind it. */
  ahead = 0;
  behind = 0;
  private readonly xs: number[] = [];
  private readonly ys: number[] = [];
  /** The sample that is the middle. */
  private middle = 0;

  /**
   * Lays it out anew.
   *
   * @param trail where the middle came from, x and y in turn, the last one first
   * @param heading the direction of the way at a place; null where none is known
   */
  lay(
    ground: Ground,
    [cx, cy]: Point,
    [dx, dy]: Point,
    reach: { readonly ahead: number; readonly behind: number },
    trail: readonly number[],
    heading: (p: Point) => Point | null,
  ): void {
    const { xs, ys } = this;
    xs.length = ys.length = 0;
    this.layBack(ground, [cx, cy], [dx, dy], reach.behind, trail);
    xs.reverse();
    ys.reverse();
    this.middle = xs.length;
    this.behind = SAMPLE * xs.length;
    xs.push(cx);
    ys.push(cy);
    let [x, y, ux, uy] = [cx, cy, dx, dy];
    let isPast = false;
    for (this.ahead = 0; this.ahead < reach.ahead; this.ahead += SAMPLE) {
      const way: Point | null = isPast ? null : heading([x, y]);
      // At a goal, behind it, and where nothing is known, straight on.
      isPast ||= way !== null && (isNone(way) || way[0] * ux + way[1] * uy <= TURNS_BACK);
      if (way && !isPast) [ux, uy] = way;
      x += SAMPLE * ux;
      y += SAMPLE * uy;
      if (!ground.isFree(x, y)) return;
      xs.push(x);
      ys.push(y);
    }
  }

  /** Back along the trail, and then straight on as far as that is free. */
  private layBack(
    ground: Ground,
    [cx, cy]: Point,
    [dx, dy]: Point,
    behind: number,
    trail: readonly number[],
  ): void {
    const { xs, ys } = this;
    let [x, y, ux, uy] = [cx, cy, -dx, -dy];
    let k = 0;
    while (SAMPLE * xs.length < behind) {
      // The next point of the trail that is far enough away.
      while (k < trail.length && Math.sqrt((trail[k] - x) ** 2 + (trail[k + 1] - y) ** 2) < SAMPLE) k += 2;
      if (k < trail.length) {
        const length = Math.sqrt((trail[k] - x) ** 2 + (trail[k + 1] - y) ** 2);
        [ux, uy] = [(trail[k] - x) / length, (trail[k + 1] - y) / length];
      }
      x += SAMPLE * ux;
      y += SAMPLE * uy;
      if (k >= trail.length && !ground.isFree(x, y)) return;
      xs.push(x);
      ys.push(y);
    }
  }

  /**
   * The point of the spine that is nearest, along it, to a place so many metres ahead of the middle, among those that fit; null
   * for none.
   */
  nearest(metres: number, fits: (x: number, y: number) => boolean): Point | null {
    const { xs, ys, middle } = this;
    const last = xs.length - 1;
    const from = Math.round(Math.max(0, Math.min(last, middle + metres / SAMPLE)));
    for (let away = 0; away <= Math.max(from, last - from); away++) {
      for (const k of away === 0 ? [from] : [from + away, from - away]) {
        if (k >= 0 && k <= last && fits(xs[k], ys[k])) return [xs[k], ys[k]];
      }
    }
    return null;
  }

  /** The place so many metres ahead of the middle; beyond its ends, the end. */
  at(metres: number, out: SpinePlace): void {
    const { xs, ys, middle } = this;
    const last = xs.length - 1;
    const position = Math.max(0, Math.min(last, middle + metres / SAMPLE));
    const k = Math.min(last, Math.floor(position));
    const next = Math.min(last, k + 1);
    const t = position - k;
    out.x = xs[k] + t * (xs[next] - xs[k]);
    out.y = ys[k] + t * (ys[next] - ys[k]);
    const from = Math.max(0, k - SMOOTH + 1);
    const to = Math.min(last, k + SMOOTH);
    const dx = xs[to] - xs[from];
    const dy = ys[to] - ys[from];
    const length = Math.sqrt(dx * dx + dy * dy);
    if (length > 0) {
      out.ux = dx / length;
      out.uy = dy / length;
    }
  }
}
