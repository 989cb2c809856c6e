/** `wayfield validate [SUITE]`: the standard cases, run and judged. */
import { join } from "node:path";
import { type Command, Option } from "commander";
import { version } from "../../package.json" with { type: "json" };
import { MODEL_NAMES, type ModelName } from "../../src/models/index.js";
import {
  CASES,
  type Case,
  type CaseFigure,
  casesOf,
  csvOf,
  judge,
  type Outcome,
  pageOf,
  type Results,
  resultsOf,
  runCase,
  SUITES,
  summaryLine,
  tableOf,
} from "../../validation/index.js";
import { printJson, writeFile } from "../files.js";
import { doJobs, serveJobs } from "../jobs.js";
import { chosenModel } from "../model-file.js";
import { wholeNumber } from "../options.js";
import { progressBar } from "../progress.js";
import { addJson } from "../scene.js";
import { StopSignals } from "../signals.js";

interface ValidateOptions {
  model: string;
  seeds: number;
  case?: string[];
  out?: string;
  strict?: boolean;
  list?: boolean;
  json?: boolean;
  worker?: boolean;
}

/** One run, for a worker: everything by name. */
interface Job {
  readonly case: string;
  readonly model: string;
  readonly seed: number;
  readonly figures: boolean;
}

/** The model unless another is asked for. */
const MODEL: ModelName = "default";

/** Seeds unless others are asked for: 1 to 5. */
const SEEDS = 5;

/** The cases by name, and what those that cannot run yet lack. */
function list(cases: readonly Case[], json: boolean | undefined): void {
  if (json) {
    printJson({
      cases: cases.map(({ id, suite, title, source, lacks }) => ({ id, suite, title, source, lacks })),
    });
    return;
  }
  const width = cases.reduce((most, { id }) => Math.max(most, id.length), 0);
  const lines = cases.map(({ id, title, source, lacks }) => {
    const not = lacks === "" ? "" : `; not yet: ${lacks}`;
    return `${id.padEnd(width)}  ${title} (${source})${not}`;
  });
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** Runs everything; null where it was stopped. */
async function outcomesOf(jobs: readonly Job[]): Promise<Map<Job, Outcome> | null> {
  const outcomes = new Map<Job, Outcome>();
  const bar = progressBar("validate");
  const signals = new StopSignals();
  try {
    await doJobs<Job, Outcome>(jobs, {
      args: ["validate", "--worker"],
      signal: signals.signal,
      done: (job, outcome) => {
        outcomes.set(job, outcome);
        bar.show(outcomes.size / jobs.length, `${outcomes.size} of ${jobs.length} runs, last ${job.case}`);
      },
    });
  } finally {
    bar.end();
    signals.close();
  }
  if (signals.exitCode === 0) return outcomes;
  process.exitCode = signals.exitCode;
  return null;
}

/** Prints the table of one model. */
function printTable(results: Results): void {
  const rows = tableOf(results);
  const widths = [0, 1, 2, 3].map((k) => rows.reduce((most, row) => Math.max(most, row[k].length), 0));
  const lines = rows.map((row) =>
    row
      .map((cell, k) => cell.padEnd(widths[k] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  process.stdout.write(`${[...lines, summaryLine(results)].join("\n")}\n`);
}

/** What a worker does with a job. */
async function work({ case: id, model, seed, figures }: Job): Promise<Outcome> {
  const of = CASES.find((one) => one.id === id);
  if (!of) throw new Error(`there is no case ${id}`);
  return runCase(of, { model: await chosenModel(model), name: model, seed, figures });
}

/** All runs of some cases and models. */
function jobsOf(cases: readonly Case[], models: readonly string[], { seeds, out }: ValidateOptions): Job[] {
  const numbers = Array.from({ length: seeds }, (_, k) => k + 1);
  return models.flatMap((model) =>
    cases
      .filter(({ run }) => run)
      .flatMap((one) =>
        numbers.map((seed) => ({ case: one.id, model, seed, figures: out !== undefined && seed === 1 })),
      ),
  );
}

async function run(suite: string, options: ValidateOptions): Promise<void> {
  if (options.worker) {
    await serveJobs(work);
    return;
  }
  const { model, seeds, case: names, out, json, strict } = options;
  const cases = casesOf(suite, names);
  if (options.list) {
    list(cases, json);
    return;
  }
  // Asked for before anything runs, so that what is no model is said at once.
  if (model !== "all") await chosenModel(model);
  const models = model === "all" ? MODEL_NAMES : [model];
  const jobs = jobsOf(cases, models, options);
  const outcomes = await outcomesOf(jobs);
  if (!outcomes) return;
  const all = models.map((name) => {
    const verdicts = cases
      .filter((one) => one.run)
      .map((one) => {
        const mine = jobs.filter((job) => job.model === name && job.case === one.id);
        return judge(
          one,
          name,
          mine.map((job) => outcomes.get(job)!.values),
        );
      });
    return resultsOf(name, version, verdicts, cases);
  });
  const document = model === "all" ? { models: all } : all[0];
  if (out !== undefined) {
    const figures = figuresOf(jobs, outcomes);
    writeFile(join(out, "index.html"), pageOf({ results: all, cases, figures, seeds }));
    writeFile(join(out, "validation.json"), `${JSON.stringify(document, null, 2)}\n`);
    writeFile(join(out, "validation.csv"), csvOf(all));
  }
  if (json) printJson(document);
  else for (const results of all) printTable(results);
  if (strict && all.some(({ failed }) => failed > 0)) process.exitCode = 1;
}

/** Figures by model and case. */
function figuresOf(
  jobs: readonly Job[],
  outcomes: ReadonlyMap<Job, Outcome>,
): Map<string, Map<string, readonly CaseFigure[]>> {
  const figures = new Map<string, Map<string, readonly CaseFigure[]>>();
  for (const job of jobs) {
    if (!job.figures) continue;
    const mine = figures.get(job.model) ?? new Map<string, readonly CaseFigure[]>();
    figures.set(job.model, mine);
    mine.set(job.case, outcomes.get(job)!.figures);
  }
  return figures;
}

/** Registers the command. */
export function registerValidate(program: Command): void {
  const gather = (name: string, before: string[] = []): string[] => [...before, name];
  const command = program
    .command("validate")
    .summary("run the standard cases of crowd models and judge them")
    .description(
      "Runs the cases of RiMEA, IMO and NIST and what is measured of crowds, and says which of them hold. A case that fails is a result: the exit code is 0.",
    )
    .argument("[suite]", `${SUITES.join(", ")} or all`, "all")
    .option(
      "--model <name>",
      `${MODEL_NAMES.join(", ")}, a file that exports one, or all for a table of the built-in ones`,
      MODEL,
    )
    .option("--seeds <count>", "how many seeds, from 1 on", wholeNumber(1, 1000), SEEDS)
    .option("--case <id>", "only this case, or those whose id begins with it; may be repeated", gather)
    .option("--out <folder>", "write a page with pictures, JSON and CSV")
    .option("--strict", "exit with 1 where a case fails")
    .option("--list", "print the cases and run none")
    .addOption(new Option("--worker").hideHelp());
  addJson(command).action(run);
}
