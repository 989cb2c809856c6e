/** The outcome of a validation: one document per model, a table for people, lines of CSV. */
import type { Case } from "./case.js";
import type { Row, Verdict } from "./judge.js";

/** A case that could not run. */
interface NotYet {
  readonly id: string;
  readonly title: string;
  readonly lacks: string;
}

/** What one model came to. */
export interface Results {
  readonly model: string;
  /** Of Wayfield. */
  readonly version: string;
  /** All rows with a verdict. */
  readonly cases: readonly Row[];
  readonly passed: number;
  readonly failed: number;
  /** Figures that are shown and not judged. */
  readonly recorded: readonly Row[];
  /** Cases that lack something; they count neither as passed nor as failed. */
  readonly notYet: readonly NotYet[];
}

/** Puts verdicts together. */
export function resultsOf(
  model: string,
  version: string,
  verdicts: readonly Verdict[],
  cases: readonly Case[],
): Results {
  const rows = verdicts.flatMap((verdict) => verdict.rows);
  const passed = rows.filter((row) => row.passed).length;
  return {
    model,
    version,
    cases: rows,
    passed,
    failed: rows.length - passed,
    recorded: verdicts.flatMap(({ recorded }) => recorded),
    notYet: cases.filter(({ run }) => !run).map(({ id, title, lacks }) => ({ id, title, lacks })),
  };
}

/** A figure in words. */
export function numberText(value: number | null): string {
  if (value === null) return "none";
  return Number.isInteger(value) ? String(value) : value.toPrecision(3);
}

/** Limits in words. */
export function limitsText({ low, high }: Pick<Row, "low" | "high">): string {
  if (low === null && high === null) return "";
  if (low === null) return `at most ${high}`;
  if (high === null) return `at least ${low}`;
  return low === high ? String(low) : `${low} to ${high}`;
}

/** A figure with its spread over the seeds. */
export function valueText({ value, deviation, unit }: Row): string {
  const spread = deviation === null || deviation === 0 ? "" : ` ± ${numberText(deviation)}`;
  return `${numberText(value)}${spread}${unit === "" || value === null ? "" : ` ${unit}`}`;
}

/** The verdict of a row in a word. */
const verdictText = (row: Row, isJudged: boolean): string => {
  if (isJudged) return row.passed ? "passed" : "FAILED";
  if (row.low === null && row.high === null) return "–";
  return row.passed ? "inside" : "outside";
};

/** The rows as columns of text: id, what, value, limits, verdict. */
export function tableOf({ cases, recorded, notYet }: Results): string[][] {
  return [
    ...cases.map((row) => [row.id, row.title, valueText(row), limitsText(row), verdictText(row, true)]),
    ...recorded.map((row) => [row.id, row.title, valueText(row), limitsText(row), verdictText(row, false)]),
    ...notYet.map(({ id, title, lacks }) => [id, title, "", "", `not yet: ${lacks}`]),
  ];
}

/** The line that says it all. */
export function summaryLine({ model, passed, failed, notYet, recorded }: Results): string {
  const apart = [
    ...(recorded.length > 0 ? [`${recorded.length} recorded`] : []),
    ...(notYet.length > 0 ? [`${notYet.length} not yet`] : []),
  ];
  const rest = apart.length > 0 ? `; ${apart.join(", ")}` : "";
  return `${model}: ${passed} passed, ${failed} failed${rest}`;
}

const cell = (value: string | number | boolean | null): string => {
  const text = value === null ? "" : String(value);
  return /[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
};

/** All rows as CSV. */
export function csvOf(all: readonly Results[]): string {
  const head = "model,id,title,value,unit,low,high,verdict,seeds,deviation,values";
  const lines = all.flatMap(({ model, cases, recorded, notYet }) =>
    [
      ...cases.map((row) => ({ row, verdict: row.passed ? "passed" : "failed" })),
      ...recorded.map((row) => ({ row, verdict: "recorded" })),
    ]
      .map(({ row: { id, title, value, unit, low, high, seeds, deviation, values }, verdict }) =>
        [model, id, title, value, unit, low, high, verdict, seeds, deviation, values.join(" ")]
          .map(cell)
          .join(","),
      )
      .concat(
        notYet.map(({ id, title, lacks }) =>
          [model, id, title, "", "", "", "", `not yet: ${lacks}`, "", "", ""].map(cell).join(","),
        ),
      ),
  );
  return `${[head, ...lines].join("\n")}\n`;
}
