/** Lanes: exact curves from a source to a sink that people of one size follow behind each other. */
import type { Point } from "../geometry/index.js";
import { lengthOf, pointAt, polylineOf, type Stretch, tangentAt } from "./stretch.js";

/** Chords of the polyline view stay within this share of the radius of the true arc. */
const POLYLINE_TOLERANCE = 1 / 500;

/** A curve from a source to a sink. */
export class Lane {
  /** Radius of those who walk on it, in metres. */
  readonly radius: number;
  /** Lines and arcs, from the source to the sink. */
  readonly stretches: readonly Stretch[];
  /** Length in metres. */
  readonly length: number;

  private readonly starts: Float64Array;
  private view: Point[] | undefined;
  private gap: number | undefined;

  constructor(stretches: readonly Stretch[], radius: number) {
    this.stretches = stretches;
    this.radius = radius;
    this.starts = new Float64Array(stretches.length);
    let sum = 0;
    stretches.forEach((stretch, i) => {
      this.starts[i] = sum;
      sum += lengthOf(stretch);
    });
    this.length = sum;
  }

  /** The lane as points; arcs are chords within 1/500 of the radius. */
  get points(): readonly Point[] {
    this.view ??= polylineOf(this.stretches, this.radius * POLYLINE_TOLERANCE);
    return this.view;
  }

  /** The point s metres from the source; clamped to the ends. */
  at(s: number): Point {
    const [stretch, t] = this.locate(s);
    return pointAt(stretch, t);
  }

  /** The direction of travel s metres from the source, a unit vector. */
  tangent(s: number): Point {
    const [stretch, t] = this.locate(s);
    return tangentAt(stretch, t);
  }

  /** The stretch at a length, and the share of it. */
  private locate(s: number): [Stretch, number] {
    const { starts, stretches } = this;
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= s) low = middle;
      else high = middle - 1;
    }
    const length = lengthOf(stretches[low]);
    return [stretches[low], length > 0 ? Math.min(1, Math.max(0, (s - starts[low]) / length)) : 0];
  }

  /**
   * The least distance along the lane, in metres, at which people who follow each other never touch: 2 radii on a straight
   * lane, more in bends, where the straight distance is less than the way.
   */
  get spacing(): number {
    this.gap ??= spacingOf(this);
    return this.gap;
  }

  /** How many people per second the lane takes at a speed in m/s. */
  capacity(speed: number): number {
    return speed / this.spacing;
  }
}

/** Sampled every 1/16 radius, and widened by what samples can miss. */
function spacingOf(lane: Lane): number {
  const { radius, length } = lane;
  const least = 2 * radius;
  const count = Math.max(2, Math.min(200_000, Math.ceil((16 * length) / radius)));
  const step = length / count;
  const points = Array.from({ length: count + 1 }, (_, i) => lane.at(i * step));
  const isApart = (i: number, j: number): boolean =>
    Math.hypot(points[i][0] - points[j][0], points[i][1] - points[j][1]) >= least - 1e-9 * radius;
  let spacing = least;
  let j = 0;
  for (let i = 0; i < count; i++) {
    j = Math.max(j, i + Math.floor(spacing / step));
    // The chord grows with the way as long as the lane turns less than half a turn.
    while (j <= count && !isApart(i, j) && (j - i) * step < 2 * Math.PI * radius) j++;
    if (j > count) break;
    spacing = Math.max(spacing, (j - i) * step);
  }
  return spacing;
}
