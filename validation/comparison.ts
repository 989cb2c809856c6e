/** Several models side by side: one table, a line per row of the cases and a column per model. */
import type { Row } from "./judge.js";
import { limitsText, numberText, type Results } from "./results.js";

/** What one model gave for a row. */
interface Entry {
  readonly value: number | null;
  /** Whether it is within the limits. */
  readonly passed: boolean;
  /** Whether it counts for this model; false for a figure that is only recorded. */
  readonly judged: boolean;
}

/** One line of the table. */
export interface Comparison extends Pick<Row, "id" | "title" | "unit" | "low" | "high"> {
  /** By the models' names. */
  readonly models: Readonly<Record<string, Entry>>;
}

/** The rows that are judged for one of the models at least, in the order of the cases. */
export function compare(results: readonly Results[]): Comparison[] {
  const judged = new Set(results.flatMap(({ cases }) => cases.map(({ id }) => id)));
  // Every model has all rows, some among the judged and some among the recorded ones; the first that judges a row has its place.
  const order = results.reduce<string[]>((ids, { cases }) => merged(ids, cases), []);
  return order.filter((id) => judged.has(id)).map((id) => lineOf(id, results));
}

/** A list of ids with those of further rows put in behind their predecessors. */
function merged(ids: readonly string[], rows: readonly Row[]): string[] {
  const all = [...ids];
  rows.forEach(({ id }, k) => {
    if (all.includes(id)) return;
    all.splice(k === 0 ? 0 : all.indexOf(rows[k - 1].id) + 1, 0, id);
  });
  return all;
}

function lineOf(id: string, results: readonly Results[]): Comparison {
  const found = results.flatMap(({ model, cases, recorded }) => {
    const row = cases.find((one) => one.id === id);
    const shown = row ?? recorded.find((one) => one.id === id);
    return shown ? [{ model, row: shown, judged: row !== undefined }] : [];
  });
  const [{ row }] = found;
  const { title, unit, low, high } = row;
  return {
    id,
    title,
    unit,
    low,
    high,
    models: Object.fromEntries(
      found.map(({ model, row: { value, passed }, judged }) => [model, { value, passed, judged }]),
    ),
  };
}

/** What a cell says: the value, with a cross where it fails and in brackets where it is not judged. */
export function entryText(entry: Entry | undefined): string {
  if (!entry) return "–";
  const text = numberText(entry.value);
  if (!entry.judged) return `(${text})`;
  return entry.passed ? text : `✗ ${text}`;
}

/** What the signs mean. */
export const LEGEND =
  "✗ marks a value that fails, none one that could not be measured; in brackets: not judged.";

/** The table as columns of text, its head first: id, limits, one column per model; the last line counts what passes. */
export function comparisonTable(results: readonly Results[]): string[][] {
  const names = results.map(({ model }) => model);
  return [
    ["row", "right is", ...names],
    ...compare(results).map((line) => [
      line.id,
      `${limitsText(line)}${line.unit === "" ? "" : ` ${line.unit}`}`,
      ...names.map((name) => entryText(line.models[name])),
    ]),
    ["rows that pass", "", ...results.map(({ passed, cases }) => `${passed} of ${cases.length}`)],
  ];
}
