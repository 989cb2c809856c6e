/**
 * The way that a walker has committed to, and when it may leave it.
 *
 * A walker that searches anew at every step (Hartmann 2010, 4.2.2) may find another way after each: its own cell divides the
 * roadmap, so the two ways around it take turns in being the shorter one, and it steps back and forth for ever. What is left
 * of one way, measured from where the walker is, must therefore fall. For `PATIENCE` steps in a row it need not, as when others
 * push; then only steps along the way are allowed, for a while that doubles every time. Where nothing else moves, such steps are
 * possible always, so any way comes to its end within a number of steps that its length bounds.
 */
import type { Point } from "../geometry/index.js";

/** Steps in a row that may gain nothing, and what counts as gain, in steps. */
const PATIENCE = 3;
const GAIN = 1 / 8;

/** Places nearer to each other than this are the same, in metres. */
const SAME = 1e-9;

function apart(p: Point, q: Point): number {
  return Math.sqrt((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2);
}

/** See the top of this file. */
export class Commitment {
  /** Metres from each point to the end. */
  private readonly rest: Float64Array;
  /** The point of the way that the walker heads for; it can walk there straight. */
  private at = 0;
  /** The least that ever was left, and how many steps ago. */
  private best: number;
  private vain = 0;
  /** Until so little is left, only steps along the way are allowed; how many metres that were the last time. */
  private until = Infinity;
  private insisted: number;

  /**
   * @param points the way; the first can be reached straight from p
   * @param complete whether it ends at the goal
   * @param step longest step in metres
   * @param isWalkable whether the walker could go straight from one place to another
   */
  constructor(
    p: Point,
    private readonly points: readonly Point[],
    readonly complete: boolean,
    private readonly step: number,
    private readonly isWalkable: (from: Point, to: Point) => boolean,
  ) {
    this.rest = new Float64Array(points.length);
    for (let i = points.length - 2; i >= 0; i--) {
      this.rest[i] = this.rest[i + 1] + apart(points[i], points[i + 1]);
    }
    this.best = this.left(p);
    this.insisted = 2 * step;
  }

  /** The place that the walker at p heads for: whatever it has come to, or passed by, is behind it. */
  ahead(p: Point): Point {
    const { points, step } = this;
    for (; this.at < points.length - 1; this.at++) {
      const away = apart(p, points[this.at]);
      if (away < SAME) continue;
      const next = points[this.at + 1];
      const isPassed = away <= step || apart(p, next) <= away;
      if (!isPassed || !this.isWalkable(p, next)) break;
    }
    return points[this.at];
  }

  /** Whether it goes straight to its end. */
  get isStraight(): boolean {
    return this.points.length === 1;
  }

  /** Whether the walker at p can still go on, this leg and the next: others may have come in between. */
  isOpen(p: Point): boolean {
    const [here, next] = [this.ahead(p), this.points[this.at + 1]];
    return this.isWalkable(p, here) && (!next || this.isWalkable(here, next));
  }

  /** Where it ends. */
  get end(): Point {
    return this.points[this.points.length - 1];
  }

  /** Metres left from p. */
  left(p: Point): number {
    return apart(p, this.points[this.at]) + this.rest[this.at];
  }

  /** Whether the walker may go to p although that is off the way: it has patience left, and finds back. */
  allows(p: Point): boolean {
    return this.best <= this.until && this.isWalkable(p, this.points[this.at]);
  }

  /** Notes that the walker has gone to p. */
  note(p: Point): void {
    const left = this.left(p);
    if (left <= this.best - GAIN * this.step) {
      this.best = left;
      this.vain = 0;
    } else if (++this.vain >= PATIENCE && this.best <= this.until) {
      this.insisted *= 2;
      this.until = this.best - this.insisted;
    }
  }
}
