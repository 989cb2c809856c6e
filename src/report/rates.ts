/** Events over time in numbers. */

/** The greatest number of events per second over any ten seconds. */
export function peakFlow(times: readonly number[], window = 10): number {
  let most = 0;
  for (let from = 0, to = 0; to < times.length; to++) {
    while (times[to] - times[from] >= window) from++;
    most = Math.max(most, to - from + 1);
  }
  return most / window;
}

/** Events per second between the first and the last. */
export function meanFlow(times: readonly number[]): number {
  const span = times.length > 1 ? times[times.length - 1] - times[0] : 0;
  return span > 0 ? (times.length - 1) / span : 0;
}
