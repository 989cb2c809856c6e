/**
 * Steady states of series: the marginal standard error rule (White 1997, Simulation 69:323), with both ends free.
 *
 * A run fills up, flows, and empties. Of all stretches of its series that are long enough, the steady one is that whose mean is
 * known best: the one with the least
 *
 *     z(a, b) = sum over series of  sum_{k=a..b} (x_k - mean)^2 / (n^2 mean^2),     n = b - a + 1,
 *
 * the squared standard error of the mean over the squared mean. Taking in a value that belongs to the flow lowers z, since n
 * grows; taking in one of the filling or the emptying raises it. No reference has to be chosen by hand, as for CUSUM (Liao,
 * Tordeux, Seyfried et al. 2016). A stretch that still drifts, by its least-squares line, is no steady state.
 */

/** A stretch of time, in seconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What counts as steady. */
export interface SteadyOptions {
  /** Seconds that values are averaged over first, > 0; default 2. */
  readonly block?: number;
  /** Seconds that a steady state lasts at least; default 10. */
  readonly least?: number;
  /** Share of the time with anybody there that it lasts at least, from 0 to 1; default 0.5. */
  readonly share?: number;
  /** Greatest change of each series from its begin to its end, by the least-squares line, as a share of the mean; default 0.3. */
  readonly drift?: number;
}

/** Rule of `steadyState` where nothing else is said. */
export const STEADY = Object.freeze({ block: 2, least: 10, share: 0.5, drift: 0.3 });

/** A squared relative error below which means are known well enough. */
const EVEN = 1e-12;

/** Blocks of a series that are looked at, at most: longer ones have longer blocks. */
const MOST_BLOCKS = 1500;

/**
 * The steady stretch of series over the same times; null where there is none.
 *
 * @param times in seconds, rising
 * @param series values at these times; NaN where there is none, as for a speed where nobody is
 */
export function steadyState(
  times: ArrayLike<number>,
  series: readonly ArrayLike<number>[],
  options: SteadyOptions = {},
): Span | null {
  if (times.length < 2 || series.length === 0) return null;
  const span = times[times.length - 1] - times[0];
  const block = Math.max(options.block ?? STEADY.block, span / MOST_BLOCKS);
  return steadyBlocks(blocksOf(times, series, block), options);
}

/**
 * The stretch in which events come steadily: of their number in each block, from the first event to the last, by the same rule.
 *
 * @param times of the events, in seconds, rising
 */
export function steadyEvents(times: readonly number[], options: SteadyOptions = {}): Span | null {
  if (times.length < 3) return null;
  const first = times[0];
  const span = times[times.length - 1] - first;
  const length = Math.max(options.block ?? STEADY.block, span / MOST_BLOCKS);
  // What is left at the end is no whole block, and would look like a lull.
  const counts = new Float64Array(Math.floor(span / length));
  for (const time of times) {
    const b = Math.floor((time - first) / length);
    if (b < counts.length) counts[b]++;
  }
  const blocks = Array.from(counts, (count, b): Block => {
    const from = first + b * length;
    return { from, to: from + length, means: [count] };
  });
  return steadyBlocks(blocks, options);
}

function steadyBlocks(blocks: readonly Block[], options: SteadyOptions): Span | null {
  const { least, share, drift } = { ...STEADY, ...options };
  if (blocks.length === 0) return null;
  const block = blocks[0].to - blocks[0].from;
  const sums = blocks[0].means.map((_, s) => new Sums(blocks.map(({ means }) => means[s])));
  const first = blocks.findIndex(({ means }) => means.some((mean) => mean !== 0));
  const last = lastIndex(blocks, ({ means }) => means.some((mean) => mean !== 0));
  if (first < 0) return null;
  const need = Math.max(2, Math.ceil(Math.max(least / block, share * (last - first + 1)) - 1e-9));
  let best: readonly [number, number] | null = null;
  let smallest = Infinity;
  for (let a = first; a + need - 1 <= last; a++) {
    for (let b = a + need - 1; b <= last; b++) {
      // Of stretches without any noise the longest.
      let z = EVEN / (b - a + 1);
      for (const sum of sums) z += sum.error2(a, b);
      // NaN where a mean is 0 or a value is missing.
      if (!(z < smallest)) continue;
      smallest = z;
      best = [a, b];
    }
  }
  if (!best) return null;
  const [a, b] = best;
  if (sums.some((sum) => Math.abs(sum.drift(a, b)) > drift)) return null;
  return { from: blocks[a].from, to: blocks[b].to };
}

interface Block {
  readonly from: number;
  readonly to: number;
  /** Mean of each series; 0 where it had no value. */
  readonly means: readonly number[];
}

/** Means over blocks of equal length; the last one may be shorter, and is left out when it is by half. */
function blocksOf(times: ArrayLike<number>, series: readonly ArrayLike<number>[], length: number): Block[] {
  const start = times[0];
  const end = times[times.length - 1];
  const count = Math.max(1, Math.round((end - start) / length));
  const sums = series.map(() => new Float64Array(count));
  const counts = series.map(() => new Int32Array(count));
  for (let k = 0; k < times.length; k++) {
    const b = Math.min(count - 1, Math.floor((times[k] - start) / length + 1e-9));
    series.forEach((values, s) => {
      if (Number.isNaN(values[k])) return;
      sums[s][b] += values[k];
      counts[s][b]++;
    });
  }
  return Array.from({ length: count }, (_, b) => ({
    from: start + b * length,
    to: b === count - 1 ? end : start + (b + 1) * length,
    means: series.map((_unused, s) => (counts[s][b] > 0 ? sums[s][b] / counts[s][b] : 0)),
  }));
}

function lastIndex<T>(list: readonly T[], holds: (item: T) => boolean): number {
  for (let i = list.length - 1; i >= 0; i--) if (holds(list[i])) return i;
  return -1;
}

/** Sums of a series from its begin on, so that every stretch is a difference of two. */
class Sums {
  private readonly x: Float64Array;
  private readonly xx: Float64Array;
  private readonly kx: Float64Array;

  constructor(values: readonly number[]) {
    const n = values.length;
    this.x = new Float64Array(n + 1);
    this.xx = new Float64Array(n + 1);
    this.kx = new Float64Array(n + 1);
    // Around the mean, which keeps the differences of large sums exact enough.
    const middle = values.reduce((sum, v) => sum + v, 0) / n;
    this.middle = middle;
    values.forEach((value, k) => {
      const v = value - middle;
      this.x[k + 1] = this.x[k] + v;
      this.xx[k + 1] = this.xx[k] + v * v;
      this.kx[k + 1] = this.kx[k] + k * v;
    });
  }

  private readonly middle: number;

  private meanOf(a: number, b: number): number {
    return this.middle + (this.x[b + 1] - this.x[a]) / (b - a + 1);
  }

  /** Squared standard error of the mean of a stretch over its squared mean. */
  error2(a: number, b: number): number {
    const n = b - a + 1;
    const sum = this.x[b + 1] - this.x[a];
    const squares = Math.max(0, this.xx[b + 1] - this.xx[a] - (sum * sum) / n);
    const mean = this.meanOf(a, b);
    return squares / (n * n * mean * mean);
  }

  /** Change from begin to end by the least-squares line, over the mean. */
  drift(a: number, b: number): number {
    const n = b - a + 1;
    const sum = this.x[b + 1] - this.x[a];
    const middle = (a + b) / 2;
    const slope = (12 * (this.kx[b + 1] - this.kx[a] - middle * sum)) / (n * (n * n - 1));
    return (slope * (n - 1)) / this.meanOf(a, b);
  }
}
