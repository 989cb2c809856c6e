/**
 * Distributions of what people differ in: speed, radius, headway, reaction, age. None of these is negative, so a normal
 * distribution without bounds is cut at 0.
 *
 * A number is drawn by the inverse of its distribution function, from one uniform number; only a normal distribution with
 * both bounds is drawn as a sum of twelve, as it was from the beginning, so that scenes keep their people.
 */
import { exp, log, normalQuantile, normalShare, type Random } from "../numerics/index.js";

/** A log-normal distribution: by mean and deviation of the values, or by those of their logarithms. */
export interface LogNormal {
  /** Of the values without the offset. */
  readonly mean?: number | undefined;
  readonly deviation?: number | undefined;
  /** Of the values' natural logarithms. */
  readonly mu?: number | undefined;
  readonly sigma?: number | undefined;
  /** Added to every value, >= 0; default 0. */
  readonly offset?: number | undefined;
  /** What is less or more does not occur. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** A distribution as a scene file spells it. */
export type Distribution =
  | number
  /** Uniform. */
  | { readonly min: number; readonly max: number }
  /** Normal, cut at 0 or at both bounds. */
  | {
      readonly mean: number;
      readonly deviation: number;
      readonly min?: number | undefined;
      readonly max?: number | undefined;
    }
  | { readonly lognormal: LogNormal }
  | {
      readonly exponential: {
        readonly mean: number;
        readonly min?: number | undefined;
        readonly max?: number | undefined;
      };
    }
  /** Some values, each with a weight; equal weights where none are given. */
  | { readonly values: readonly number[]; readonly weights?: readonly number[] | undefined }
  /** Shares and the values that they lie below, straight between them. */
  | { readonly quantiles: readonly (readonly [share: number, value: number])[] };

/** Less than this share within its bounds is no mass to draw from. */
const LEAST_MASS = 1e-9;

/** Mean and deviation of the logarithms. */
function logarithmsOf({ mean, deviation, mu, sigma }: LogNormal): readonly [mu: number, sigma: number] {
  if (mu !== undefined && sigma !== undefined) return [mu, sigma];
  const spread = deviation! / mean!;
  const sigma2 = log(1 + spread * spread);
  return [log(mean!) - sigma2 / 2, Math.sqrt(sigma2)];
}

/** The share of a log-normal distribution below a value. */
function logNormalShare(spec: LogNormal, value: number): number {
  const [mu, sigma] = logarithmsOf(spec);
  const left = value - (spec.offset ?? 0);
  if (left <= 0) return 0;
  const above = log(left) - mu;
  if (sigma === 0) return above >= 0 ? 1 : 0;
  return normalShare(above / sigma);
}

/** Where a share p lies between the shares below the bounds. */
const between = (low: number, high: number, p: number): number => low + (high - low) * p;

const within = (value: number, min = 0, max = Infinity): number =>
  value < min ? min : value > max ? max : value;

function logNormalQuantile(spec: LogNormal, p: number): number {
  const { min = 0, max = Infinity, offset = 0 } = spec;
  const [mu, sigma] = logarithmsOf(spec);
  if (sigma === 0) return within(offset + exp(mu), min, max);
  const high = max === Infinity ? 1 : logNormalShare(spec, max);
  const share = between(logNormalShare(spec, min), high, p);
  return within(offset + exp(mu + sigma * normalQuantile(share)), min, max);
}

function normalValue(mean: number, deviation: number, min: number, max: number, p: number): number {
  if (deviation === 0) return mean;
  const low = normalShare((min - mean) / deviation);
  const high = max === Infinity ? 1 : normalShare((max - mean) / deviation);
  return within(mean + deviation * normalQuantile(between(low, high, p)), min, max);
}

function exponentialQuantile(mean: number, min: number, max: number, p: number): number {
  // Shares above, since these keep their digits far out.
  const above = between(exp(-min / mean), max === Infinity ? 0 : exp(-max / mean), p);
  return within(-mean * log(above), min, max);
}

/** A value of a table: the first below whose weight, and that of those before it, the share p of all weights lies. */
function tableValue(values: readonly number[], weights: readonly number[] | undefined, p: number): number {
  const weightOf = (i: number): number => weights?.[i] ?? 1;
  const all = values.reduce((sum, _, i) => sum + weightOf(i), 0);
  let left = p * all;
  let last = 0;
  for (let i = 0; i < values.length; i++) {
    if (weightOf(i) === 0) continue;
    if (left < weightOf(i)) return values[i];
    left -= weightOf(i);
    last = i;
  }
  return values[last];
}

function quantileValue(table: readonly (readonly [number, number])[], p: number): number {
  let i = 1;
  while (i < table.length - 1 && table[i][0] <= p) i++;
  const [from, low] = table[i - 1];
  const [to, high] = table[i];
  return low + (high - low) * ((p - from) / (to - from));
}

/** The value below which a share p of a distribution lies, 0 <= p <= 1; may be infinite at 1. */
export function quantile(distribution: Distribution, p: number): number {
  if (typeof distribution === "number") return distribution;
  if ("lognormal" in distribution) return logNormalQuantile(distribution.lognormal, p);
  if ("exponential" in distribution) {
    const { mean, min = 0, max = Infinity } = distribution.exponential;
    return exponentialQuantile(mean, min, max, p);
  }
  if ("values" in distribution) return tableValue(distribution.values, distribution.weights, p);
  if ("quantiles" in distribution) return quantileValue(distribution.quantiles, p);
  if (!("mean" in distribution)) return between(distribution.min, distribution.max, p);
  const { mean, deviation, min = 0, max = Infinity } = distribution;
  return normalValue(mean, deviation, min, max, p);
}

/** A normal number between bounds: twelve uniform ones make it to within 0.003 of its distribution function. */
function boundedNormal(
  { mean, deviation, min, max }: { mean: number; deviation: number; min: number; max: number },
  random: Random,
): number {
  for (let k = 0; k < 100; k++) {
    let sum = -6;
    for (let i = 0; i < 12; i++) sum += random.unit();
    const value = mean + deviation * sum;
    if (value >= min && value <= max) return value;
  }
  return mean;
}

/** Draws a number; a constant takes nothing from the generator. */
export function draw(distribution: Distribution, random: Random): number {
  if (typeof distribution === "number") return distribution;
  if ("mean" in distribution) {
    const { mean, deviation, min, max } = distribution;
    if (min !== undefined && max !== undefined) {
      return boundedNormal({ mean, deviation, min, max }, random);
    }
  } else if ("min" in distribution) return random.between(distribution.min, distribution.max);
  // The middle of one of 2^32 equal parts: never 0 or 1, where values may be infinite.
  return quantile(distribution, (random.uint32() + 0.5) / 4294967296);
}

/** Parts of a distribution by which its mean is taken. */
const PARTS = 512;

/** The mean of a distribution: of the middles of equal parts of it. */
export function meanOf(distribution: Distribution): number {
  let sum = 0;
  for (let k = 0; k < PARTS; k++) sum += quantile(distribution, (k + 0.5) / PARTS);
  return sum / PARTS;
}

/** The least and the greatest value of a distribution; where it has no end, that of the outermost of ten thousand. */
export function rangeOf(distribution: Distribution): { readonly min: number; readonly max: number } {
  const end = (p: number, far: number): number => {
    const value = quantile(distribution, p);
    return Number.isFinite(value) ? value : quantile(distribution, far);
  };
  return { min: end(0, 1e-4), max: end(1, 1 - 1e-4) };
}

/** Why nothing can be drawn from a distribution, whose form is that of a scene file; null where something can. */
export function massFault(distribution: Distribution): string | null {
  if (typeof distribution === "number") return null;
  if ("values" in distribution) return tableFault(distribution.values, distribution.weights);
  if ("quantiles" in distribution) return quantileFault(distribution.quantiles);
  const spec =
    "lognormal" in distribution
      ? distribution.lognormal
      : "exponential" in distribution
        ? distribution.exponential
        : distribution;
  const { min = 0, max = Infinity } = spec;
  if (min > max) return `min <= max is required; given: ${min} and ${max}`;
  const mass = massBetween(distribution, min, max);
  if (mass >= LEAST_MASS) return null;
  return `nothing of it lies between its bounds ${min} and ${max}`;
}

/** The share of a distribution that lies within bounds, were there none. */
function massBetween(distribution: Exclude<Distribution, number>, min: number, max: number): number {
  if ("lognormal" in distribution) {
    const spec = distribution.lognormal;
    if (logarithmsOf(spec)[1] === 0) {
      const only = (spec.offset ?? 0) + exp(logarithmsOf(spec)[0]);
      return only >= min && only <= max ? 1 : 0;
    }
    return (max === Infinity ? 1 : logNormalShare(spec, max)) - logNormalShare(spec, min);
  }
  if ("exponential" in distribution) {
    const { mean } = distribution.exponential;
    return exp(-min / mean) - (max === Infinity ? 0 : exp(-max / mean));
  }
  if (!("mean" in distribution)) return 1;
  // Bounds of a normal distribution are asked to be about its mean: what lies far from it would be drawn for ever.
  return distribution.mean >= min && distribution.mean <= max ? 1 : 0;
}

function tableFault(values: readonly number[], weights: readonly number[] | undefined): string | null {
  if (values.length === 0) return "a table needs at least one value";
  if (weights === undefined) return null;
  if (weights.length !== values.length) {
    return `as many weights as values are needed; given: ${weights.length} and ${values.length}`;
  }
  const negative = weights.find((weight) => weight < 0);
  if (negative !== undefined) return `weights >= 0 are needed; given: ${negative}`;
  return weights.some((weight) => weight > 0) ? null : "at least one weight > 0 is needed";
}

function quantileFault(table: readonly (readonly [number, number])[]): string | null {
  if (table.length < 2 || table[0][0] !== 0 || table[table.length - 1][0] !== 1) {
    return "quantiles begin with share 0 and end with share 1";
  }
  const rises = table.every(([share, value], i) => {
    return i === 0 || (share > table[i - 1][0] && value >= table[i - 1][1]);
  });
  return rises ? null : "the shares of quantiles must increase, and their values must not fall";
}
