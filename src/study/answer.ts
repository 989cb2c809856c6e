/** "Is it better, by how much, how sure", in one sentence. */
import type { PairedDifference } from "./pairs.js";

const signed = (value: number): string => `${value > 0 ? "+" : ""}${value.toFixed(1)}`;

/** What a difference of times says of a plan against another; less time is better. */
export function answerText(from: string, to: string, difference: PairedDifference): string {
  const { verdict, mean, low, high, pairs, share, confidence, less, more } = difference;
  if (verdict === null || mean === null || low === null || high === null)
    return `${to} cannot be compared with ${from}: ${pairs} ${pairs === 1 ? "pair" : "pairs"} of runs emptied on both sides, and 2 are needed.`;
  const by = `${Math.abs(mean).toFixed(1)} s${share === null ? "" : ` (${Math.abs(100 * share).toFixed(0)} %)`}`;
  const interval = `${Math.round(100 * confidence)} % sure: ${signed(low)} to ${signed(high)} s, ${pairs} pairs of equal seeds`;
  if (verdict === "open")
    return `No difference is shown: ${to} takes ${by} ${mean < 0 ? "less" : "more"} than ${from} in the mean, but the interval holds 0 (${interval}).`;
  const [word, count] = verdict === "less" ? ["better", less] : ["worse", more];
  return `${to} is ${word} than ${from}: ${by} ${verdict} (${interval}; ${word} in ${count} of them).`;
}
