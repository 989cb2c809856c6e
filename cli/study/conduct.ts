/** Runs a study from a plan to its files and figures: what `study`, `compare` and `run --seeds` have in common. */
import { type Command, Option } from "commander";
import { InputError } from "../../src/index.js";
import {
  type RunFigures,
  runStudy,
  type StudyFile,
  type StudyOptions,
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

/** What work on a study has at hand. */
interface AtHand {
  readonly folder: StudyFolder | null;
  /** How runs happen, how they are named, who is told, and what stops them. */
  readonly how: Required<Pick<StudyOptions, "execute" | "identify" | "progress" | "signal">>;
}

/**
 * Opens the folder of a study and a pool, threads or the caller's, works, and closes both. Sets the exit code where a signal stopped it.
 */
export async function withPool<T>(
  plan: StudyPlan,
  { out, jobs, changed = false, pdf }: ConductOptions,
  open: OpenPool | undefined,
  work: (at: AtHand) => Promise<T>,
  then: (done: T, folder: StudyFolder | null) => Promise<void>,
): Promise<T> {
  for (const [key, given] of Object.entries({ changed, pdf }))
    if (given && out === undefined) throw new InputError(`--${key}: --out FOLDER is needed`);
  if (pdf) checkPdf();
  const folder = out === undefined ? null : new StudyFolder(out, plan, changed);
  const stop = new StopSignals();
  const bar = progressBar("running");
  try {
    const around = { folder: folder?.results ?? null, signal: stop.signal };
    const pool = await (open ?? ((where) => openPool({ ...where, ...(jobs ? { jobs } : {}) })))(around);
    const how = { execute: pool.execute, identify: runId, signal: stop.signal, progress: watch(bar) };
    let done: T;
    try {
      done = await work({ folder, how });
    } finally {
      bar.end();
      await pool.close();
    }
    await then(done, folder);
    if (stop.exitCode > 0) process.exitCode = stop.exitCode;
    return done;
  } finally {
    stop.close();
    folder?.close();
  }
}

/** Conducts a study: runs it, keeps its results, writes its report. */
export async function conduct(plan: StudyPlan, options: ConductOptions, open?: OpenPool): Promise<Conducted> {
  let files: readonly string[] = [];
  const outcome = await withPool(
    plan,
    options,
    open,
    ({ how }) => runStudy(plan, how),
    async (done, folder) => {
      if (folder && !done.interrupted) files = await writeStudy(folder, plan, done, options);
      if (done.interrupted) sayStopped(done.rows.length, done.results.planned, options.out);
    },
  );
  return { outcome, files };
}

/** Says how far a study came before it was stopped. */
export function sayStopped(done: number, planned: number, out: string | undefined): void {
  const kept = out === undefined ? "" : `; they are kept in ${out}, and the same command goes on from there`;
  process.stderr.write(`stopped after ${done} of ${planned} runs${kept}\n`);
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
