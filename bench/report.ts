/** What a run leaves behind: tables for people, a JSON file for later comparison. */
import { execFileSync } from "node:child_process";
import { cpus } from "node:os";
import type { Row } from "./harness.js";
import { ROOT } from "./root.js";
import { formatRatio, formatTable, formatTime } from "./statistics.js";

/** Where and when a run was measured. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly node: string;
  readonly date: string;
  /** With `+changes` when the working tree differed; `unknown` outside git. */
  readonly commit: string;
}

/** The file that `--json` writes. */
export interface RunFile {
  readonly format: "wayfield-bench";
  readonly version: 1;
  readonly quick: boolean;
  readonly machine: Machine;
  readonly rows: readonly Row[];
}

function git(...args: string[]): string {
  return execFileSync("git", args, {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();
}

function commitOf(): string {
  try {
    const changed = git("status", "--porcelain") !== "";
    return git("rev-parse", "--short=12", "HEAD") + (changed ? "+changes" : "");
  } catch {
    return "unknown";
  }
}

/** This machine, now. */
export function describeMachine(): Machine {
  const processors = cpus();
  return {
    cpu: processors[0]?.model.trim() ?? "unknown",
    cores: processors.length,
    node: process.version,
    date: new Date().toISOString(),
    commit: commitOf(),
  };
}

/** One input's competitors as a table. */
export function formatRows(rows: readonly Row[]): string {
  const cells = rows.map(({ name, role, time, ratio, status, note }) => {
    const title = role === "ours" ? name : `${name} (${role})`;
    if (!time) return [title, status === "wrong" ? `WRONG: ${note}` : note];
    return [
      title,
      formatTime(time.median),
      `${formatTime(time.p25)} – ${formatTime(time.p75)}`,
      String(time.samples),
      ratio === null ? "" : formatRatio(ratio),
    ];
  });
  // A note is as long as it is; only measured rows decide how wide the columns are.
  const notes = cells.filter((row) => row.length === 2).map(([name, note]) => `${name}: ${note}`);
  const remarks = rows.filter(({ time, note }) => time && note).map(({ name, note }) => `${name}: ${note}`);
  const measured = cells.filter((row) => row.length > 2);
  const header = [`${rows[0].suite}: ${rows[0].input}`, "median", "p25 – p75", "samples", "ratio"];
  return [formatTable(header, measured), ...notes, ...remarks].join("\n");
}
