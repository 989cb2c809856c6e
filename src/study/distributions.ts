/** Shares and quantiles of the distributions that intervals are made of: binomial and Student's t. */
import { exp, log } from "../numerics/index.js";

/** Logarithms of factorials by Stirling's series, to 1e-12 of their value; exact sums for small numbers. */
function logFactorial(n: number): number {
  if (n < 32) {
    let product = 1;
    for (let k = 2; k <= n; k++) product *= k;
    return log(product);
  }
  const x = n + 1;
  const x2 = x * x;
  const series = (1 / 12 - (1 / 360 - (1 / 1260 - 1 / (1680 * x2)) / x2) / x2) / x;
  return (x - 0.5) * log(x) - x + 0.5 * log(2 * Math.PI) + series;
}

/** The chance of each number of successes, 0 to n, in n independent trials that succeed with p, 0 < p < 1. */
export function binomialChances(n: number, p: number): Float64Array {
  const chances = new Float64Array(n + 1);
  const [logP, logQ, all] = [log(p), log(1 - p), logFactorial(n)];
  for (let k = 0; k <= n; k++) {
    chances[k] = exp(all - logFactorial(k) - logFactorial(n - k) + k * logP + (n - k) * logQ);
  }
  return chances;
}

/** The logarithm of the gamma function for half and whole numbers > 0, as Student's t needs them. */
function logGamma(twice: number): number {
  if (twice % 2 === 0) return logFactorial(twice / 2 - 1);
  // Gamma(1/2) = sqrt(pi), and Gamma(x + 1) = x Gamma(x).
  let sum = 0.5 * log(Math.PI);
  for (let x = 1; x < twice; x += 2) sum += log(x / 2);
  return sum;
}

/** Terms of the continued fraction at most, and how little the last may change. */
const MOST_TERMS = 400;
const SETTLED = 1e-15;

/** The continued fraction of the incomplete beta function (Lentz's method; Abramowitz and Stegun 26.5.8). */
function betaFraction(a: number, b: number, x: number): number {
  const far = (value: number): number => (Math.abs(value) < 1e-300 ? 1e-300 : value);
  let c = 1;
  let d = 1 / far(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= MOST_TERMS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / far(1 + even * d);
    c = far(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / far(1 + odd * d);
    c = far(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < SETTLED) break;
  }
  return fraction;
}

/** The share of Student's t distribution below a value; `freedom` is a whole number >= 1. */
export function studentShare(t: number, freedom: number): number {
  const [a, b, x] = [freedom / 2, 0.5, freedom / (freedom + t * t)];
  if (t === 0) return 0.5;
  const front = exp(logGamma(freedom + 1) - logGamma(freedom) - logGamma(1) + a * log(x) + b * log(1 - x));
  // The fraction converges fast on one side of its middle; beyond it the other tail is taken.
  const isLow = x < (a + 1) / (a + b + 2);
  const outside = isLow ? (front * betaFraction(a, b, x)) / a : 1 - (front * betaFraction(b, a, 1 - x)) / b;
  return t < 0 ? outside / 2 : 1 - outside / 2;
}

/** The value below which a share p of Student's t distribution lies, 0.5 <= p < 1. */
export function studentQuantile(p: number, freedom: number): number {
  let low = 0;
  let high = 1;
  while (studentShare(high, freedom) < p) high *= 2;
  for (let k = 0; k < 200 && high - low > 1e-14 * high; k++) {
    const middle = (low + high) / 2;
    if (studentShare(middle, freedom) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
