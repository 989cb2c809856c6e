/** A way that a camera goes: points in the plan or in space, and how fast each of its places may be passed. */
import { InputError } from "../errors.js";
import { brakingDistance, type Pace } from "./pace.js";

/** A place in the plan, or in space. */
export type Coordinates = readonly number[];

/** Samples per braking distance: bends are looked at, and speeds set, that closely. */
const SAMPLES = 8;
/** Samples at most, whatever the length of the way. */
const MOST_SAMPLES = 20_000;
/** Samples to either side over which a bend is measured. */
const WINDOW = 3;

const apart = (a: Coordinates, b: Coordinates): number => {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += (a[k] - b[k]) ** 2;
  return Math.sqrt(sum);
};

const mixed = (a: Coordinates, b: Coordinates, share: number): number[] =>
  a.map((value, k) => value + (b[k] - value) * share);

/** A polyline in the plan or in space, with the speeds that a pace allows along it. */
export class CameraWay {
  readonly points: readonly Coordinates[];
  /** Metres. */
  readonly length: number;
  private readonly arcs: Float64Array;
  /** Squared speeds allowed at even places along the way; between them they are mixed, as constant deceleration does. */
  private readonly squares: Float64Array;
  private readonly spacing: number;

  /** @throws InputError for points that are no places of two or three finite numbers */
  constructor(points: readonly Coordinates[], pace: Pace) {
    this.points = checked(points);
    this.arcs = new Float64Array(this.points.length);
    for (let i = 1; i < this.points.length; i++) {
      this.arcs[i] = this.arcs[i - 1] + apart(this.points[i - 1], this.points[i]);
    }
    this.length = this.arcs[this.arcs.length - 1];
    const fine = brakingDistance(pace, pace.speed) / SAMPLES;
    const count = Math.min(MOST_SAMPLES, Math.max(2, Math.ceil(this.length / fine) + 1));
    this.spacing = this.length / (count - 1);
    this.squares = this.allowed(count, pace);
  }

  /** The place s metres from its beginning, 0 to its length. */
  at(s: number): number[] {
    const { points, arcs } = this;
    const i = this.pieceAt(s);
    if (i + 1 >= points.length) return [...points[points.length - 1]];
    const length = arcs[i + 1] - arcs[i];
    return mixed(points[i], points[i + 1], length > 0 ? Math.min(1, Math.max(0, (s - arcs[i]) / length)) : 0);
  }

  /** Metres from its beginning to the place nearest to p, of those between two places. */
  nearest(p: Coordinates, from = 0, to = this.length): number {
    const { points, arcs } = this;
    let best = from;
    let least = apart(p, this.at(from));
    for (let i = this.pieceAt(from); i + 1 < points.length && arcs[i] <= to; i++) {
      const s = Math.min(Math.max(arcs[i] + this.foot(p, i), from), Math.min(arcs[i + 1], to));
      const away = apart(p, this.at(s));
      if (away < least) [best, least] = [s, away];
    }
    return best;
  }

  /** Metres along piece i to the place of it nearest to p. */
  private foot(p: Coordinates, i: number): number {
    const [a, b] = [this.points[i], this.points[i + 1]];
    const length = this.arcs[i + 1] - this.arcs[i];
    let along = 0;
    for (let k = 0; k < a.length; k++) along += (p[k] - a[k]) * (b[k] - a[k]);
    return Math.min(length, Math.max(0, along / length));
  }

  /** How fast the place s metres from its beginning may be passed. */
  speedAt(s: number): number {
    const { squares, spacing } = this;
    if (!(spacing > 0)) return 0;
    const at = Math.min(Math.max(s / spacing, 0), squares.length - 1);
    const i = Math.min(Math.floor(at), squares.length - 2);
    return Math.sqrt(squares[i] + (squares[i + 1] - squares[i]) * (at - i));
  }

  /** The piece that holds the place s metres from the beginning. */
  private pieceAt(s: number): number {
    const { arcs } = this;
    let [low, high] = [0, arcs.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (arcs[middle] <= s) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Squared speeds: so that turning takes no more than the acceleration, and every slower place ahead can be braked for. */
  private allowed(count: number, { speed, acceleration, deceleration }: Pace): Float64Array {
    const { spacing } = this;
    const places = Array.from({ length: count }, (_, i) => this.at(i * spacing));
    const squares = new Float64Array(count).fill(speed * speed);
    for (let i = 1; i + 1 < count; i++) {
      const k = Math.min(WINDOW, i, count - 1 - i);
      const turned = angle(places[i - k], places[i], places[i + k]);
      // Curvature is the angle over the length in which it is turned: v² kappa <= a.
      if (turned > 0) squares[i] = Math.min(squares[i], (acceleration * k * spacing) / turned);
    }
    squares[count - 1] = 0;
    for (let i = count - 2; i >= 0; i--) {
      squares[i] = Math.min(squares[i], squares[i + 1] + 2 * deceleration * spacing);
    }
    return squares;
  }
}

/** The angle by which the way from a to b turns towards c. */
function angle(a: Coordinates, b: Coordinates, c: Coordinates): number {
  const [before, after] = [apart(a, b), apart(b, c)];
  if (!(before > 0 && after > 0)) return 0;
  let dot = 0;
  for (let k = 0; k < a.length; k++) dot += (b[k] - a[k]) * (c[k] - b[k]);
  return Math.acos(Math.min(1, Math.max(-1, dot / (before * after))));
}

/** Points without those that repeat the one before. */
function checked(points: readonly Coordinates[]): Coordinates[] {
  const dimension = points[0]?.length;
  const isFit = (p: Coordinates): boolean => p.length === dimension && p.every(Number.isFinite);
  if ((dimension !== 2 && dimension !== 3) || !points.every(isFit)) {
    throw new InputError("a way is a list of places of two, or of three, finite numbers each", "way");
  }
  return points.filter((p, i) => i === 0 || apart(points[i - 1], p) > 0);
}
