/** Order statistics of times, and how to print them. */

/** Times in milliseconds. Quartiles, because a pause of the machine moves a mean and not a quartile. */
export interface Summary {
  readonly median: number;
  readonly p25: number;
  readonly p75: number;
  readonly least: number;
  readonly samples: number;
}

/** The q-quantile of sorted values, linear between neighbours. */
export function quantile(sorted: readonly number[], q: number): number {
  const place = (sorted.length - 1) * q;
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}

/** Summarizes at least one time. */
export function summarize(times: readonly number[]): Summary {
  if (times.length === 0) throw new Error("no times were measured");
  const sorted = [...times].sort((a, b) => a - b);
  return {
    median: quantile(sorted, 0.5),
    p25: quantile(sorted, 0.25),
    p75: quantile(sorted, 0.75),
    least: sorted[0],
    samples: sorted.length,
  };
}

/** The e of y = c x^e that fits the pairs best: the slope of log y over log x, by least squares. */
export function exponentOf(pairs: readonly (readonly [x: number, y: number])[]): number {
  const x = pairs.map((pair) => Math.log(pair[0]));
  const y = pairs.map((pair) => Math.log(pair[1]));
  const mean = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  const covariance = x.reduce((sum, v, i) => sum + (v - mx) * (y[i] - my), 0);
  return covariance / x.reduce((sum, v) => sum + (v - mx) ** 2, 0);
}

/** Three significant digits, never as 1e+3. */
function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** A time in the unit that reads best: `1.96 s`, `12.3 ms`, `870 µs`, `45.0 ns`. */
export function formatTime(milliseconds: number): string {
  if (milliseconds >= 1000) return `${digits(milliseconds / 1000)} s`;
  if (milliseconds >= 1) return `${digits(milliseconds)} ms`;
  if (milliseconds >= 1e-3) return `${digits(milliseconds * 1e3)} µs`;
  return `${digits(milliseconds * 1e6)} ns`;
}

/** A ratio such as `0.42x`. */
export function formatRatio(ratio: number): string {
  return `${ratio >= 100 ? ratio.toFixed(0) : ratio.toPrecision(2)}x`;
}

/** Rows of text as aligned columns; the first column to the left, the others to the right. */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
      .join("  ")
      .trimEnd();
  return [line(header), widths.map((width) => "-".repeat(width)).join("  "), ...rows.map(line)].join("\n");
}

/** Milliseconds of processor time since the process began: on a shared machine the clock also counts what others do. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
