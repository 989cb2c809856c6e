/** Two runs side by side: what became faster, what slower, and what is noise. */
import { readFileSync } from "node:fs";
import type { Row } from "./harness.js";
import type { RunFile } from "./report.js";
import { formatRatio, formatTable, formatTime } from "./statistics.js";

/** A change below this share is not marked even when the quartiles lie apart: layout and heat do as much. */
const LEAST_CHANGE = 0.05;

/** Quartiles of fewer times than these mean nothing. */
const LEAST_SAMPLES = 3;

/** How one case fared in two runs. */
export interface Change {
  readonly id: string;
  /** Medians in milliseconds; null where that run has no time for this case. */
  readonly before: number | null;
  readonly after: number | null;
  /** after / before. */
  readonly ratio: number | null;
  readonly verdict: "faster" | "slower" | "same" | "new" | "gone";
}

/** Reads what `--json` wrote. */
export function readRun(file: string): RunFile {
  let run: Partial<RunFile>;
  try {
    run = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message.split("\n")[0]}`);
  }
  if (run.format !== "wayfield-bench" || run.version !== 1 || !Array.isArray(run.rows)) {
    throw new Error(`${file}: not a result of wayfield bench --json`);
  }
  return run as RunFile;
}

const idOf = (row: Row): string => `${row.suite}/${row.input}/${row.name}`;

/** Beyond noise: the middle halves of the two runs do not overlap, and the medians differ noticeably. */
function verdictOf(before: Row["time"], after: Row["time"]): Change["verdict"] {
  if (!before || !after) return before ? "gone" : "new";
  if (Math.min(before.samples, after.samples) < LEAST_SAMPLES) return "same";
  const change = after.median / before.median - 1;
  if (Math.abs(change) < LEAST_CHANGE) return "same";
  if (after.p75 < before.p25) return "faster";
  return after.p25 > before.p75 ? "slower" : "same";
}

/** Every case that either run has a time for, in the order of the first, then of the second. */
export function compareRuns(before: RunFile, after: RunFile): Change[] {
  const was = new Map(before.rows.map((row) => [idOf(row), row.time]));
  const is = new Map(after.rows.map((row) => [idOf(row), row.time]));
  const changes: Change[] = [];
  for (const id of new Set([...was.keys(), ...is.keys()])) {
    const a = was.get(id) ?? null;
    const b = is.get(id) ?? null;
    if (!a && !b) continue;
    changes.push({
      id,
      before: a?.median ?? null,
      after: b?.median ?? null,
      ratio: a && b ? b.median / a.median : null,
      verdict: verdictOf(a, b),
    });
  }
  return changes;
}

const MARKS = Object.freeze({ faster: "- faster", slower: "+ SLOWER", same: "", new: "new", gone: "gone" });

/** The comparison as a table, with a warning where the runs are not from the same kind of machine. */
export function formatComparison(before: RunFile, after: RunFile): string {
  const time = (value: number | null): string => (value === null ? "" : formatTime(value));
  const rows = compareRuns(before, after).map((change) => [
    change.id,
    time(change.before),
    time(change.after),
    change.ratio === null ? "" : formatRatio(change.ratio),
    MARKS[change.verdict],
  ]);
  const warnings: string[] = [];
  for (const key of ["cpu", "cores", "node"] as const) {
    if (before.machine[key] !== after.machine[key]) {
      warnings.push(`note: ${key} differs: ${before.machine[key]} and ${after.machine[key]}`);
    }
  }
  if (before.quick || after.quick) warnings.push("note: a quick run measures next to nothing");
  const header = ["case", before.machine.commit.slice(0, 12), after.machine.commit.slice(0, 12), "ratio", ""];
  return [formatTable(header, rows), ...warnings].join("\n");
}
