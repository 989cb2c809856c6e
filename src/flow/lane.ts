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

  private readonly begins: Float64Array;
  private view: Point[] | undefined;
  private gap: number | undefined;

  constructor(stretches: readonly Stretch[], radius: number) {
    this.stretches = stretches;
    this.radius = radius;
    this.begins = new Float64Array(stretches.length);
    let sum = 0;
    stretches.forEach((stretch, i) => {
      this.begins[i] = sum;
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
    const { begins, stretches } = this;
    let [low, high] = [0, begins.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (begins[middle] <= s) low = middle;
      else high = middle - 1;
    }
    const length = lengthOf(stretches[low]);
    return [stretches[low], length > 0 ? Math.min(1, Math.max(0, (s - begins[low]) / length)) : 0];
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

/** Samples per radius at which a lane is looked at for its bends. */
const SAMPLES = 16;

/**
 * The greatest gap, up to half a turn, at which two places of the lane are nearer than 2 radii; beyond half a turn lanes keep
 * that distance from themselves anyway. Gaps are tried from the widest down, and the last one that is too near is bisected.
 */
function spacingOf(lane: Lane): number {
  const { radius } = lane;
  const least = 2 * radius;
  const widest = Math.min(lane.length, Math.PI * radius);
  const bends = bendsOf(lane, radius / SAMPLES, widest);
  // A hair wider than touching, for what refinement misses.
  const isNear = (gap: number): boolean => nearestAt(lane, bends, radius / SAMPLES, gap) < least * (1 - 1e-7);
  const step = radius / SAMPLES;
  let low = widest;
  while (!isNear(low)) {
    if (low <= least) return least;
    low = Math.max(least, low - step);
  }
  let high = Math.min(widest, low + step);
  for (let turn = 0; turn < 24; turn++) {
    const middle = (low + high) / 2;
    if (isNear(middle)) low = middle;
    else high = middle;
  }
  return high;
}

/** Places, a step apart, from which the lane does not run straight for a length. */
function bendsOf(lane: Lane, step: number, length: number): number[] {
  const places: number[] = [];
  for (let s = 0; s < lane.length; s += step) {
    const straight = Math.min(length, lane.length - s);
    if (chord(lane, s, straight) < straight * (1 - 1e-12)) places.push(s);
  }
  return places;
}

function chord(lane: Lane, s: number, gap: number): number {
  const [a, b] = [lane.at(s), lane.at(s + gap)];
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

/** The least distance between two places a gap apart, near one of the given places: the lowest of them are refined. */
function nearestAt(lane: Lane, places: readonly number[], step: number, gap: number): number {
  const last = lane.length - gap;
  const chords = places.map((s) => chord(lane, Math.min(s, last), gap));
  let least = Infinity;
  chords.forEach((value, i) => {
    if (value > (chords[i - 1] ?? Infinity) || value > (chords[i + 1] ?? Infinity)) return;
    // Between two samples a chord shrinks by no more than both its ends can walk.
    if (value - 2 * step >= least) return;
    let [low, high] = [Math.max(0, Math.min(last, places[i]) - step), Math.min(last, places[i] + step)];
    for (let turn = 0; turn < 24 && high > low; turn++) {
      const [one, two] = [low + (high - low) / 3, high - (high - low) / 3];
      if (chord(lane, one, gap) <= chord(lane, two, gap)) high = two;
      else low = one;
    }
    least = Math.min(least, value, chord(lane, (low + high) / 2, gap));
  });
  return least;
}
