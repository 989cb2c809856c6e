/** A study on a terminal: a few lines that answer what was asked. */
import type { PairedDifference, SampleFigures, StudyResults } from "../../src/study/index.js";
import { outcomesText } from "../../src/study/internal.js";

const seconds = (value: number | null): string => (value === null ? "–" : `${value.toFixed(1)} s`);

/** The time of a sample in four lines. */
function sampleLines({
  time,
  outcomes,
}: {
  time: SampleFigures;
  outcomes: StudyResults["variants"][number]["outcomes"];
}): string[] {
  const { mean, sd, p50, p95, p95low, p95high, confidence, needed, count } = time;
  const sure = `${Math.round(100 * confidence)} % sure`;
  const interval =
    p95low !== null && p95high !== null
      ? `${sure}: ${seconds(p95low)} to ${seconds(p95high)}`
      : p95low !== null
        ? `${sure}: at least ${seconds(p95low)}; ${needed} runs are needed for an upper limit, ${count} there are`
        : `${needed} runs are needed for limits, ${count} there are`;
  return [
    `${outcomesText(outcomes)}`,
    `mean ${seconds(mean)}, standard deviation ${seconds(sd)}`,
    `median ${seconds(p50)}`,
    `95th percentile ${seconds(p95)} (${interval})`,
  ];
}

/** "is it better, by how much, how sure", in one sentence. Less time is better. */
export function answerText(from: string, to: string, difference: PairedDifference): string {
  const { verdict, mean, low, high, pairs, share, confidence, less, more } = difference;
  if (verdict === null || mean === null || low === null || high === null)
    return `${to} cannot be compared with ${from}: ${pairs} pairs of runs emptied on both sides, and 2 are needed.`;
  const sure = `${Math.round(100 * confidence)} % sure`;
  const by = `${Math.abs(mean).toFixed(1)} s${share === null ? "" : ` (${Math.abs(100 * share).toFixed(0)} %)`}`;
  const ends = [low, high].map((end) => `${end > 0 ? "+" : ""}${end.toFixed(1)}`);
  const interval = `${sure}: ${ends[0]} to ${ends[1]} s, ${pairs} pairs of equal seeds`;
  if (verdict === "open")
    return `No difference is shown: ${to} takes ${by} ${mean < 0 ? "less" : "more"} than ${from} in the mean, but the interval holds 0 (${interval}).`;
  const word = verdict === "less" ? "better" : "worse";
  const count = verdict === "less" ? less : more;
  return `${to} is ${word} than ${from}: ${by} ${verdict === "less" ? "less" : "more"} (${interval}; ${word} in ${count} of them).`;
}

/** All of it. */
export function studyText(title: string, { variants, differences, interrupted }: StudyResults): string {
  const lines = [`${title}${interrupted ? ": stopped; what there is so far" : ""}`];
  for (const variant of variants) {
    if (variant.name !== "") lines.push(`  ${variant.name}`);
    const indent = variant.name === "" ? "  " : "    ";
    for (const line of sampleLines(variant)) lines.push(indent + line);
    for (const { factor, share, effect } of variant.sensitivity)
      lines.push(
        `${indent}${factor}: ${(100 * share).toFixed(0)} % of the variance, ${effect.toFixed(1)} s between levels`,
      );
  }
  for (const { from, to, time } of differences) lines.push(`  ${answerText(from, to, time)}`);
  return `${lines.join("\n")}\n`;
}
