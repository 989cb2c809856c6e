/** From what single runs gave to rows with a verdict. */
import type { Case, Criterion, Values } from "./case.js";

/** One row of the table. */
export interface Row {
  readonly id: string;
  readonly title: string;
  /** What the seeds came to; null where some run gave no figure. */
  readonly value: number | null;
  readonly unit: string;
  readonly low: number | null;
  readonly high: number | null;
  readonly passed: boolean;
  /** How many seeds there were. */
  readonly seeds: number;
  /** What each of them gave; one value for a row that is computed from others. */
  readonly values: readonly (number | null)[];
  /** Standard deviation over the seeds, with n - 1; null for fewer than two figures. */
  readonly deviation: number | null;
}

/** A case that was run, with its rows. */
export interface Verdict {
  readonly of: Case;
  readonly rows: readonly Row[];
  /** Figures that are shown and not judged; `passed` says whether they are within the limits all the same. */
  readonly recorded: readonly Row[];
}

/** The id of a row. */
function rowId({ id }: Case, criterion: Criterion): string {
  return criterion.id === "" ? id : `${id}/${criterion.id}`;
}

const OVER = {
  mean: (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length,
  least: (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b)),
  greatest: (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b)),
};

/** Whether a value is there and within limits; a value without limits never passes: there would be nothing that fails it. */
export function holds(value: number | null, low: number | null, high: number | null): boolean {
  if (value === null || Number.isNaN(value) || (low === null && high === null)) return false;
  return (low === null || value >= low) && (high === null || value <= high);
}

function deviationOf(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const mean = OVER.mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}

/** What a criterion's figures came to; null where one of them is missing: a run that could not be measured is no success. */
function overSeeds({ over = "mean" }: Criterion, values: readonly (number | null)[]): number | null {
  const there = values.filter((value): value is number => value !== null && !Number.isNaN(value));
  return there.length === values.length && there.length > 0 ? OVER[over](there) : null;
}

/** Judges what came of a case, run by run. */
export function judge(of: Case, model: string, outcomes: readonly Values[]): Verdict {
  const measured = of.criteria.filter(({ from }) => !from);
  const valuesOf = ({ id }: Criterion): (number | null)[] => outcomes.map((outcome) => outcome[id] ?? null);
  const totals: Values = Object.fromEntries(
    measured.map((criterion) => [criterion.id, overSeeds(criterion, valuesOf(criterion))]),
  );
  const rows = of.criteria.map((criterion) => {
    const { title, unit, low, high, from } = criterion;
    const value = from ? from(totals) : totals[criterion.id];
    const values = from ? [value] : valuesOf(criterion);
    const row: Row = {
      id: rowId(of, criterion),
      title,
      value,
      unit,
      low,
      high,
      passed: holds(value, low, high),
      seeds: outcomes.length,
      values,
      deviation: deviationOf(values.filter((one) => one !== null)),
    };
    return { row, recorded: criterion.recorded?.(model) ?? false };
  });
  return {
    of,
    rows: rows.filter(({ recorded }) => !recorded).map(({ row }) => row),
    recorded: rows.filter(({ recorded }) => recorded).map(({ row }) => row),
  };
}
