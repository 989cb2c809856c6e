/** A map to find ways on, with sample points and what the oracle says of them. */
import type { Point } from "../../src/geometry/index.js";
import { Random } from "../../src/numerics/index.js";
import { type Scene, World } from "../../src/world/index.js";
import { type OracleField, VisibilityOracle } from "../oracles/visibility.js";

/** Relative error allowed of every distance and every path's length. */
const EXACT = 1e-12;

/** Seed of all sample points. */
const SEED = 1;

/** One map of the path benchmarks. What costs time is made when it is first asked for. */
export class Trial {
  private made: { world?: World; oracle?: VisibilityOracle; field?: OracleField; samples?: Float64Array } =
    {};
  private answers: number[] | undefined;

  /**
   * @param checked how many of the sample points are checked against the oracle
   * @param whole whether the oracle computes all distances once (small maps) or path by path (large ones)
   */
  constructor(
    readonly name: string,
    readonly scene: Scene,
    readonly source: Point,
    private readonly options: { readonly samples: number; readonly checked: number; readonly whole: boolean },
  ) {}

  /** x, y of random free points. */
  get samples(): Float64Array {
    return (this.made.samples ??= this.freePoints(this.options.samples));
  }

  get world(): World {
    return (this.made.world ??= new World(this.scene));
  }

  get oracle(): VisibilityOracle {
    return (this.made.oracle ??= new VisibilityOracle(this.scene));
  }

  get sampleCount(): number {
    return this.options.samples;
  }

  /** Distances of the first sample points, by the oracle. */
  get expected(): readonly number[] {
    this.answers ??= Array.from({ length: Math.min(this.options.checked, this.sampleCount) }, (_, i) =>
      this.expectedAt([this.samples[2 * i], this.samples[2 * i + 1]]),
    );
    return this.answers;
  }

  /** The distance of a point by the oracle; Infinity where there is no way. */
  expectedAt(p: Point): number {
    if (!this.options.whole) return this.oracle.shortest(this.source, p)?.distance ?? Infinity;
    this.made.field ??= this.oracle.distancesFrom(this.source);
    return this.made.field.distance(p) ?? Infinity;
  }

  /** The first sample points moved to the centres of their cells, where these are free, with their distances. */
  centres(size: number): { readonly point: Point; readonly distance: number }[] {
    const { minX, minY, maxX, maxY } = this.world.bounds;
    const cell = Math.max(maxX - minX, maxY - minY) / size;
    const centre = (value: number, low: number): number =>
      low + (Math.floor((value - low) / cell) + 0.5) * cell;
    return this.expected
      .map((_, i): Point => [centre(this.samples[2 * i], minX), centre(this.samples[2 * i + 1], minY)])
      .filter((p) => this.oracle.contains(p))
      .map((point) => ({ point, distance: this.expectedAt(point) }));
  }

  private freePoints(count: number): Float64Array {
    const random = new Random(SEED);
    const { minX, minY, maxX, maxY } = this.world.bounds;
    const points = new Float64Array(2 * count);
    for (let i = 0; i < count; ) {
      const p: Point = [random.between(minX, maxX), random.between(minY, maxY)];
      if (!this.oracle.contains(p)) continue;
      points.set(p, 2 * i++);
    }
    return points;
  }
}

/** How far an answer is from the truth, as a share of it. */
function relativeError(given: number | null, truth: number): number {
  const value = given ?? Infinity;
  if (value === truth) return 0;
  return Math.abs(value - truth) / Math.max(truth, Number.MIN_VALUE);
}

/** Throws when an answer is off by more than `bound`. */
export function checkDistance(given: number | null, truth: number, what: string, bound = EXACT): void {
  const error = relativeError(given, truth);
  if (!(error <= bound)) {
    throw new Error(`${what}: ${given} instead of ${truth}, off by ${error.toExponential(1)}`);
  }
}

/** Throws unless a path joins a and b, is as long as it should be, and can be walked. */
export function checkPath(
  points: readonly Point[] | null,
  { from, to, truth, oracle }: { from: Point; to: Point; truth: number; oracle: VisibilityOracle },
): void {
  const what = `path from ${from} to ${to}`;
  if (points === null) {
    checkDistance(null, truth, what);
    return;
  }
  const [first, last] = [points[0], points[points.length - 1]];
  if (first[0] !== from[0] || first[1] !== from[1]) throw new Error(`${what} starts at ${first}`);
  if (last[0] !== to[0] || last[1] !== to[1]) throw new Error(`${what} ends at ${last}`);
  checkDistance(lengthOf(points), truth, what);
  for (let i = 1; i < points.length; i++) {
    if (!oracle.canWalk(points[i - 1], points[i])) {
      throw new Error(`${what} crosses a wall between ${points[i - 1]} and ${points[i]}`);
    }
  }
}

/** Length of a chain of points. */
export function lengthOf(points: readonly Point[]): number {
  let length = 0;
  for (let i = 1; i < points.length; i++) {
    length += Math.hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]);
  }
  return length;
}

/** How many of the answers are wrong, and by how much: what a peer's row says instead of having no times. */
export function countWrong(given: readonly number[], truth: readonly number[]): string {
  const errors = given.map((value, i) => relativeError(value, truth[i]));
  const wrong = errors.filter((error) => error > EXACT).length;
  const worst = Math.max(0, ...errors);
  return `${wrong} of ${given.length} answers wrong${wrong > 0 ? `, by up to ${worst.toExponential(1)}` : ""}`;
}
