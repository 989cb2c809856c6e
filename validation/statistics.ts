/** Whether a sample is of a distribution: Kolmogorov and Smirnov's distance. */

/** The greatest difference between the share of a sample below a value and the share that a distribution has there. */
export function ksDistance(sample: readonly number[], share: (value: number) => number): number {
  const sorted = [...sample].sort((a, b) => a - b);
  let greatest = 0;
  sorted.forEach((value, k) => {
    const expected = share(value);
    greatest = Math.max(
      greatest,
      Math.abs((k + 1) / sorted.length - expected),
      Math.abs(expected - k / sorted.length),
    );
  });
  return greatest;
}

/**
 * The distance that one sample in twenty exceeds by chance, to three digits (Stephens 1970: the asymptotic 1.358 with the
 * correction for n of the one-sample test).
 */
export function ksLimit(count: number): number {
  const root = Math.sqrt(count);
  return Number((1.358 / (root + 0.12 + 0.11 / root)).toFixed(3));
}

/** The share of a uniform distribution below a value. */
export function uniformShare(min: number, max: number): (value: number) => number {
  return (value) => Math.min(1, Math.max(0, (value - min) / (max - min)));
}

/** The share of a normal distribution below a value, by the error function's series (Abramowitz and Stegun 7.1.26, 1.5e-7). */
export function normalShare(mean: number, deviation: number): (value: number) => number {
  return (value) => {
    const z = (value - mean) / (deviation * Math.SQRT2);
    const t = 1 / (1 + 0.3275911 * Math.abs(z));
    const poly =
      t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
    const erf = 1 - poly * Math.exp(-z * z);
    return 0.5 * (1 + (z < 0 ? -erf : erf));
  };
}

/** The share of a log-normal distribution below a value, by mean and deviation of the logarithms. */
export function logNormalShare(mu: number, sigma: number): (value: number) => number {
  const normal = normalShare(mu, sigma);
  return (value) => (value <= 0 ? 0 : normal(Math.log(value)));
}

/** The share of a Weibull distribution below a value. */
export function weibullShare(scale: number, shape: number): (value: number) => number {
  return (value) => (value <= 0 ? 0 : 1 - Math.exp(-((value / scale) ** shape)));
}

/** The share of a gamma distribution below a value: the series of the incomplete gamma function. */
export function gammaShare(shape: number, scale: number): (value: number) => number {
  const logGamma = (a: number): number => {
    // Stirling's series, far enough out.
    let [x, shift] = [a, 0];
    for (; x < 9; x++) shift += Math.log(x);
    const inverse = 1 / (x * x);
    const tail = (1 / 12 - inverse * (1 / 360 - inverse / 1260)) / x;
    return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + tail - shift;
  };
  return (value) => {
    if (value <= 0) return 0;
    const x = value / scale;
    let term = 1 / shape;
    let sum = term;
    for (let k = 1; k < 1000 && term > 1e-15 * sum; k++) {
      term *= x / (shape + k);
      sum += term;
    }
    return Math.min(1, sum * Math.exp(shape * Math.log(x) - x - logGamma(shape)));
  };
}

/** The value below which a share of a distribution of numbers from 0 on lies, by bisection, to a millionth of it. */
export function quantileOf(share: (value: number) => number, part: number): number {
  let [low, high] = [0, 1];
  while (share(high) < part) [low, high] = [high, 2 * high];
  while (high - low > 1e-6 * high) {
    const middle = (low + high) / 2;
    if (share(middle) < part) low = middle;
    else high = middle;
  }
  return high;
}

/** Shares and values of a distribution, for scenes that take its quantiles: `count` steps from the least to the greatest value. */
export function quantilesOf(
  share: (value: number) => number,
  { greatest, count = 200 }: { readonly greatest: number; readonly count?: number },
): [share: number, value: number][] {
  const table: [number, number][] = [[0, 0]];
  const all = share(greatest);
  for (let k = 1; k <= count; k++) {
    const value = (greatest * k) / count;
    const part = k === count ? 1 : share(value) / all;
    if (part > table[table.length - 1][0]) table.push([part, value]);
  }
  return table;
}
