/** `wayfield validate [SUITE]`: the standard cases, run and judged. */
import { join } from "node:path";
import { type Command, Option } from "commander";
import { version } from "../../package.json" with { type: "json" };
import type { ModelName } from "../../src/crowd/index.js";
import { InputError } from "../../src/errors.js";
import { MODEL_NAMES } from "../../src/models/index.js";
import {
  CASES,
  type Case,
  type CaseFigure,
  casesOf,
  compare,
  comparisonTable,
  csvOf,
  judge,
  LEGEND,
  type Outcome,
  pageOf,
  type Results,
  resultsOf,
  runCase,
  SEEDS,
  SUITES,
  seedsOf,
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
  seeds?: number;
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

/** The same for all cases, in words. */
function seedsText(cases: readonly Case[], asked: number | undefined): string {
  const counts = [...new Set(cases.filter(({ run }) => run).map((one) => seedsOf(one, asked)))];
  return `${counts.sort((a, b) => a - b).join(" or ")} seeds each`;
}

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

/** Lines of columns, padded; the last column is as long as it is. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, k) => rows.reduce((most, row) => Math.max(most, row[k].length), 0));
  return rows.map((row) =>
    row
      .map((cell, k) => (k < row.length - 1 ? cell.padEnd(widths[k]) : cell))
      .join("  ")
      .trimEnd(),
  );
}

/** Prints the table of one model, or that of several side by side. */
function printTable(all: readonly Results[]): void {
  const lines =
    all.length > 1
      ? [...aligned(comparisonTable(all)), LEGEND]
      : aligned(tableOf(all[0])).concat(summaryLine(all[0]));
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** What a worker does with a job. */
async function work({ case: id, model, seed, figures }: Job): Promise<Outcome> {
  const of = CASES.find((one) => one.id === id);
  if (!of) throw new Error(`there is no case ${id}`);
  return runCase(of, { model: await chosenModel(model), name: model, seed, figures });
}

/** All runs of some cases and models. */
function jobsOf(cases: readonly Case[], models: readonly string[], { seeds, out }: ValidateOptions): Job[] {
  return models.flatMap((model) =>
    cases
      .filter(({ run }) => run)
      .flatMap((one) =>
        Array.from({ length: seedsOf(one, seeds) }, (_, k) => ({
          case: one.id,
          model,
          seed: k + 1,
          figures: out !== undefined && k === 0,
        })),
      ),
  );
}

/** The models that `--model` names: one, several with commas between them, or all; asked for before anything runs. */
async function modelsOf(given: string): Promise<readonly string[]> {
  if (given === "all") return MODEL_NAMES;
  const names = given.split(",").map((name) => name.trim());
  for (const name of names) await chosenModel(name);
  const again = names.find((name, k) => names.indexOf(name) < k);
  if (again !== undefined) throw new InputError(`${again} is there twice; name every model once`, "--model");
  return names;
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
  const models = await modelsOf(model);
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
  const document = models.length > 1 ? { models: all, rows: compare(all) } : all[0];
  if (out !== undefined) {
    const figures = figuresOf(jobs, outcomes);
    writeFile(
      join(out, "index.html"),
      pageOf({ results: all, cases, figures, seeds: seedsText(cases, seeds) }),
    );
    writeFile(join(out, "validation.json"), `${JSON.stringify(document, null, 2)}\n`);
    writeFile(join(out, "validation.csv"), csvOf(all));
  }
  if (json) printJson(document);
  else printTable(all);
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
      "--model <names>",
      `${MODEL_NAMES.join(", ")}, a file that exports one, several with commas between them, or all for the built-in ones: a table with a column for each`,
      MODEL,
    )
    .option(
      "--seeds <count>",
      `how many seeds, from 1 on; by default ${SEEDS}, or as many as a case asks for`,
      wholeNumber(1, 1000),
    )
    .option("--case <id>", "only this case, or those whose id begins with it; may be repeated", gather)
    .option("--out <folder>", "write a page with pictures, JSON and CSV")
    .option("--strict", "exit with 1 where a case fails")
    .option("--list", "print the cases and run none")
    .addOption(new Option("--worker").hideHelp());
  addJson(command).action(run);
}
