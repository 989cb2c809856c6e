/** The table of a study: one row per run, one column per factor and measure. */
import type { StudyRow } from "./gather.js";

/** A column: all of one kind, null where a run has no value. */
export interface TableColumn {
  readonly name: string;
  readonly kind: "text" | "number" | "whole";
  readonly values: readonly (string | number | null)[];
}

/** The columns of a study's table: what names a run, how it ended, its factors, its measures. */
export function tableOf(rows: readonly StudyRow[]): TableColumn[] {
  const text = (name: string, of: (row: StudyRow) => string): TableColumn => ({
    name,
    kind: "text",
    values: rows.map(of),
  });
  const whole = (name: string, of: (row: StudyRow) => number): TableColumn => ({
    name,
    kind: "whole",
    values: rows.map(of),
  });
  const factors = [...new Set(rows.flatMap((row) => Object.keys(row.factors)))];
  const measures = [...new Set(rows.flatMap((row) => Object.keys(row.measures)))].filter(
    (name) => name !== "time" && name !== "arrived",
  );
  return [
    text("run", ({ run }) => run),
    text("engine", ({ engine }) => engine),
    text("variant", ({ variant }) => variant),
    whole("point", ({ point }) => point),
    whole("seed", ({ seed }) => seed),
    text("outcome", ({ outcome }) => outcome),
    text("error", ({ error }) => error),
    { name: "time", kind: "number", values: rows.map(({ time }) => time) },
    whole("agents", ({ agents }) => agents),
    whole("arrived", ({ arrived }) => arrived),
    ...factors.map((name) => factorColumn(name, rows)),
    ...measures.map(
      (name): TableColumn => ({
        name,
        kind: "number",
        values: rows.map((row) => row.measures[name] ?? null),
      }),
    ),
  ];
}

/** A factor in numbers is a column of numbers; any other is text. */
function factorColumn(name: string, rows: readonly StudyRow[]): TableColumn {
  const values = rows.map((row) => row.factors[name] ?? null);
  const isNumeric = values.every((value) => value === null || typeof value === "number");
  return {
    name: `factor ${name}`,
    kind: isNumeric ? "number" : "text",
    values: values.map((value) => (value === null || typeof value === "number" ? value : String(value))),
  };
}

const cell = (value: string | number | null): string => {
  const text = value === null ? "" : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
};

/** A table as CSV (RFC 4180, lines end in a line feed); nothing where there is no value. */
export function csvOf(columns: readonly TableColumn[]): string {
  const length = columns[0]?.values.length ?? 0;
  const lines = [columns.map(({ name }) => cell(name)).join(",")];
  for (let k = 0; k < length; k++) lines.push(columns.map(({ values }) => cell(values[k])).join(","));
  return `${lines.join("\n")}\n`;
}
