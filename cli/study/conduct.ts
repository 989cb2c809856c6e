/** Runs a study from a plan to its files and figures: what `study`, `compare` and `run --seeds` have in common. */
import { type Command, Option } from "commander";
import { InputError } from "../../src/index.js";
import {
  type RunFigures,
  runStudy,
  type StudyFile,
  type StudyOutcome,
  type StudyPlan,
  type StudyProgress,
  type StudyResults,
} from "../../src/study/index.js";
import { wholeNumber } from "../options.js";
import { checkPdf } from "../pdf.js";
import { progressBar } from "../progress.js";
import { StopSignals } from "../signals.js";
import { runId } from "./result-files.js";
import { StudyFolder } from "./study-folder.js";
import { openPool, type Pool } from "./thread-pool.js";
import { type WriteOptions, writeStudy } from "./write.js";

/** Options of all commands that run studies. */
export interface ConductOptions extends WriteOptions {
  out?: string;
  jobs?: number;
  changed?: boolean;
  json?: boolean;
}

/** Adds them to a command. */
export function addConducting(command: Command): Command {
  return command
    .option(
      "--jobs <number>",
      "runs at a time, each in a thread of its own (default: one per core)",
      wholeNumber(1, 256),
    )
    .option("--changed", "go on in a folder whose study has changed, with the runs that still fit")
    .addOption(new Option("--pdf", "write the report as PDF too, where a Chromium is at hand"));
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A time in its two greatest units. */
export function spanText(seconds: number): string {
  const units: readonly (readonly [number, string])[] = [
    [365 * DAY, "years"],
    [DAY, "days"],
    [HOUR, "h"],
    [MINUTE, "min"],
  ];
  for (const [size, name] of units) {
    if (seconds < size) continue;
    const count = seconds / size;
    return `${count < 10 ? count.toFixed(1) : Math.round(count).toLocaleString("en-US")} ${name}`;
  }
  return `${Math.max(1, Math.round(seconds))} s`;
}

/** Shows how far a study is, with the time that is left. Runs that were there before take no time and count for none. */
function watch(bar: { show(share: number, words: string): void }): (progress: StudyProgress) => void {
  const started = performance.now();
  let found: number | null = null;
  return ({ done, total }) => {
    const seconds = (performance.now() - started) / 1000;
    // What comes within the first moment was on the disk.
    if (found === null || seconds < 0.3) found = done;
    const fresh = done - found;
    const left = fresh > 0 ? `, ${spanText((seconds / fresh) * (total - done))} left` : "";
    bar.show(done / Math.max(1, total), `${done} of ${total} runs${left}`);
  };
}

/** What a study came to, and where it is. */
export interface Conducted {
  readonly outcome: StudyOutcome;
  readonly files: readonly string[];
}

/** How runs of a study happen, given what is around it. */
export type OpenPool = (around: {
  readonly folder: string | null;
  readonly signal: AbortSignal;
}) => Promise<Pool>;

/**
 * Conducts a study: runs it in threads or by a pool of the caller's, keeps its results, writes its report. Sets the exit code where a
 * signal stopped it.
 */
export async function conduct(plan: StudyPlan, options: ConductOptions, open?: OpenPool): Promise<Conducted> {
  const { out, jobs, changed = false } = options;
  for (const key of ["changed", "pdf"] as const) {
    if (options[key] && out === undefined) throw new InputError(`--${key}: --out FOLDER is needed`);
  }
  if (options.pdf) checkPdf();
  const folder = out === undefined ? null : new StudyFolder(out, plan, changed);
  const stop = new StopSignals();
  const bar = progressBar("running");
  try {
    const around = { folder: folder?.results ?? null, signal: stop.signal };
    const pool = await (open ?? ((where) => openPool({ ...where, ...(jobs ? { jobs } : {}) })))(around);
    let outcome: StudyOutcome;
    try {
      outcome = await runStudy(plan, {
        execute: pool.execute,
        identify: runId,
        signal: stop.signal,
        progress: watch(bar),
      });
    } finally {
      bar.end();
      await pool.close();
    }
    const files = folder && !outcome.interrupted ? await writeStudy(folder, plan, outcome, options) : [];
    if (outcome.interrupted) sayStopped(outcome, out);
    if (stop.exitCode > 0) process.exitCode = stop.exitCode;
    return { outcome, files };
  } finally {
    stop.close();
    folder?.close();
  }
}

function sayStopped({ rows, results }: StudyOutcome, out: string | undefined): void {
  const kept = out === undefined ? "" : `; they are kept in ${out}, and the same command goes on from there`;
  process.stderr.write(`stopped after ${rows.length} of ${results.planned} runs${kept}\n`);
}

/** The JSON of a sample of runs: the contract's keys first. */
export function variantJson({ variants }: StudyResults, k: number): object {
  const { runs, time, outcomes, measures, convergence, name } = variants[k];
  return { ...(name === "" ? {} : { name }), runs, time, outcomes, measures, convergence };
}

/** Runs for the JSON of a study, with what was varied. */
export function runsJson({ rows }: StudyOutcome): (RunFigures & object)[] {
  return rows.map(({ seed, time, arrived, outcome, variant, factors, run }) => ({
    ...{ seed, time, arrived, outcome },
    ...(variant === "" ? {} : { variant }),
    ...(Object.keys(factors).length === 0 ? {} : { factors }),
    run,
  }));
}

/** Says what a reader should know, on standard error. */
export function sayNotes({ notes }: StudyResults): void {
  for (const note of notes) process.stderr.write(`note: ${note}\n`);
}

/** A study file for some scenes, as `run --seeds` and `compare` make it. */
export function studyOf(parts: Omit<StudyFile, "format" | "version">): StudyFile {
  return { format: "wayfield-study", version: 1, ...parts };
}
