/**
 * Statistics of a sample of runs: mean, deviation, quantiles, and intervals that hold.
 *
 * The interval of a quantile is made of order statistics, so it asks nothing of the distribution but that runs are independent
 * (David and Nagaraja, Order Statistics, 2003, section 7.1). With too few runs a limit does not exist, and is null.
 */
import { InputError } from "../errors.js";
import { checkNumber } from "../options.js";
import { binomialChances, studentQuantile } from "./distributions.js";

/** The mean; null of nothing. */
export function meanOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The standard deviation of a sample, with n - 1; null of fewer than two values. */
export function deviationOf(values: readonly number[]): number | null {
  const mean = meanOf(values);
  if (mean === null || values.length < 2) return null;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

/** Values in rising order. */
const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

/**
 * The value below which a share p of a sample lies, straight between neighbours (type 7 of Hyndman and Fan 1996, as NumPy, pandas
 * and R have it); null of nothing.
 */
export function quantileOf(values: readonly number[], p: number): number | null {
  if (values.length === 0) return null;
  const order = sorted(values);
  const at = p * (order.length - 1);
  const below = Math.floor(at);
  const above = Math.min(order.length - 1, below + 1);
  return order[below] + (order[above] - order[below]) * (at - below);
}

/** Two limits, either of which may not exist. */
export interface Interval {
  readonly low: number | null;
  readonly high: number | null;
}

/** The ranks, from 1 on, of the order statistics that hold a quantile with a given confidence; null where there is none. */
export interface Ranks {
  readonly low: number | null;
  readonly high: number | null;
}

/** Ranks are found anew for every number of runs, not for every sample. */
const known = new Map<string, Ranks>();

/**
 * The ranks of the interval of a quantile among n values: of all pairs that hold it with at least the confidence those with the fewest
 * values between them, and of these the pair that holds it most surely. Where no pair does, the limit that exists holds by itself,
 * from one side.
 */
export function quantileRanks(n: number, p: number, confidence: number): Ranks {
  const key = `${n} ${p} ${confidence}`;
  const before = known.get(key);
  if (before) return before;
  const ranks = findRanks(n, p, confidence);
  known.set(key, ranks);
  return ranks;
}

function findRanks(n: number, p: number, confidence: number): Ranks {
  if (n === 0) return { low: null, high: null };
  const chances = binomialChances(n, p);
  // below[k]: the chance that fewer than k values lie below the quantile.
  const below = new Float64Array(n + 2);
  for (let k = 0; k <= n; k++) below[k + 1] = below[k] + chances[k];
  const tolerance = 1e-12;
  let best: { low: number; high: number; sure: number } | null = null;
  for (let low = 1, high = 2; low < n; low++) {
    high = Math.max(high, low + 1);
    while (high <= n && below[high] - below[low] < confidence - tolerance) high++;
    if (high > n) break;
    const sure = below[high] - below[low];
    const width = best ? best.high - best.low : Infinity;
    if (high - low < width || (high - low === width && sure > best!.sure)) best = { low, high, sure };
  }
  if (best) return { low: best.low, high: best.high };
  const missed = 1 - confidence + tolerance;
  let low = 0;
  while (low < n && below[low + 1] <= missed) low++;
  let high = n + 1;
  while (high > 1 && 1 - below[high - 1] <= missed) high--;
  return { low: low > 0 ? low : null, high: high <= n ? high : null };
}

/** The interval of a quantile of a sample. */
export function quantileInterval(values: readonly number[], p: number, confidence: number): Interval {
  const { low, high } = quantileRanks(values.length, p, confidence);
  const order = sorted(values);
  return { low: low === null ? null : order[low - 1], high: high === null ? null : order[high - 1] };
}

/** The fewest runs with which the interval of a quantile has both limits: 59 for the 95th percentile at 95 %. */
export function runsNeeded(p: number, confidence: number): number {
  checkNumber(p, "percentile", { above: 0, below: 1 });
  checkNumber(confidence, "confidence", { above: 0, below: 1 });
  for (let n = 2; n < MOST_NEEDED; n++) {
    // All but the chance that every value lies on one side.
    if (1 - p ** n - (1 - p) ** n >= confidence) return n;
  }
  throw new InputError(`an interval of it would need more than ${MOST_NEEDED} runs`, "percentile");
}

const MOST_NEEDED = 1_000_000;

/** The interval of a mean by Student's t; no limits of fewer than two values. */
export function meanInterval(values: readonly number[], confidence: number): Interval {
  const [mean, deviation] = [meanOf(values), deviationOf(values)];
  if (mean === null || deviation === null) return { low: null, high: null };
  const reach =
    (studentQuantile((1 + confidence) / 2, values.length - 1) * deviation) / Math.sqrt(values.length);
  return { low: mean - reach, high: mean + reach };
}

/** A sample in numbers. Limits are of the 95th percentile, at the confidence asked for. */
export interface SampleFigures {
  /** Values that there are. */
  readonly count: number;
  readonly mean: number | null;
  readonly meanLow: number | null;
  readonly meanHigh: number | null;
  readonly sd: number | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p95low: number | null;
  readonly p95high: number | null;
  /** Values with which both limits exist. */
  readonly needed: number;
  readonly confidence: number;
}

/** A sample in numbers. */
export function sampleFigures(values: readonly number[], confidence = 0.95): SampleFigures {
  const interval = quantileInterval(values, 0.95, confidence);
  const ofMean = meanInterval(values, confidence);
  const order = sorted(values);
  return {
    count: values.length,
    mean: meanOf(values),
    meanLow: ofMean.low,
    meanHigh: ofMean.high,
    sd: deviationOf(values),
    min: order[0] ?? null,
    max: order[order.length - 1] ?? null,
    p50: quantileOf(values, 0.5),
    p95: quantileOf(values, 0.95),
    p95low: interval.low,
    p95high: interval.high,
    needed: runsNeeded(0.95, confidence),
    confidence,
  };
}
