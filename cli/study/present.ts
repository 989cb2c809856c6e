/** A study on a terminal: a few lines that answer what was asked. */
import type { SampleFigures, StudyResults } from "../../src/study/index.js";
import { answerText, outcomesText } from "../../src/study/internal.js";

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

/** Where the report is. */
export function placesText(files: readonly string[]): string {
  const report = files.find((file) => file.endsWith("report.html"));
  return report === undefined ? "" : `  report: ${report}\n`;
}
