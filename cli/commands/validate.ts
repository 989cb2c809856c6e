/** `wayfield validate [SUITE]`: the standard cases, run and judged. */
import { join } from "node:path";
import { type Command, Option } from "commander";
import { version } from "../../package.json" with { type: "json" };
import { InputError } from "../../src/errors.js";
import {
  CASES,
  type CaseFigure,
  casesOf,
  csvOf,
  type Job,
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

/** Seeds unless others are asked for: 1 to 5. */
const SEEDS = 5;

/** Models by name. */
const MODELS = ["default", "orca"];

/** The cases by name, and what those that cannot run yet lack. */
function list(suite: string, { case: names, json }: ValidateOptions): void {
  const cases = casesOf(suite, names).map(({ id, suite: of, title, source, lacks }) => ({
    id,
    suite: of,
    title,
    source,
    ...(lacks ? { lacks } : {}),
  }));
  if (json) {
    printJson({ cases });
    return;
  }
  const width = cases.reduce((most, { id }) => Math.max(most, id.length), 0);
  const lines = cases.map(
    ({ id, title, source, lacks }) =>
      `${id.padEnd(width)}  ${title} (${source})${lacks ? `; not yet: ${lacks}` : ""}`,
  );
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** Runs everything; null where it was stopped. */
async function outcomesOf(jobs: readonly Job[], signals: StopSignals): Promise<Map<Job, Outcome> | null> {
  const outcomes = new Map<Job, Outcome>();
  const bar = progressBar("validate");
  await doJobs<Job, Outcome>(jobs, {
    args: ["validate", "--worker"],
    signal: signals.signal,
    done: (job, outcome) => {
      outcomes.set(job, outcome);
      bar.show(outcomes.size / jobs.length, `${outcomes.size} of ${jobs.length} runs, last ${job.case}`);
    },
  });
  bar.end();
  return signals.exitCode === 0 ? outcomes : null;
}

/** Prints the table of one model. */
function printTable(results: Results): void {
  const rows = tableOf(results);
  const widths = [0, 1, 2, 3].map((column) =>
    rows.reduce((most, row) => Math.max(most, row[column].length), 0),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, k) => cell.padEnd(widths[k] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  process.stdout.write(`${[...lines, summaryLine(results)].join("\n")}\n`);
}

async function run(suite: string, options: ValidateOptions): Promise<void> {
  if (options.worker) {
    await serveJobs<Job>((job) => runCase(CASES.find(({ id }) => id === job.case)!, job));
    return;
  }
  if (options.list) {
    list(suite, options);
    return;
  }
  const { model, seeds, case: names, out, json, strict } = options;
  const cases = casesOf(suite, names);
  const models = model === "all" ? MODELS : [model];
  if (!MODELS.includes(models[0])) {
    throw new InputError(`is no model; there are ${MODELS.join(", ")} and all`, model);
  }
  const jobs = models.flatMap((name) =>
    cases
      .filter((one) => one.run)
      .flatMap((one) =>
        Array.from(
          { length: seeds },
          (_, k): Job => ({
            case: one.id,
            model: name,
            seed: k + 1,
            figures: out !== undefined && k === 0,
          }),
        ),
      ),
  );
  const signals = new StopSignals();
  const outcomes = await outcomesOf(jobs, signals);
  signals.close();
  if (!outcomes) {
    process.exitCode = signals.exitCode;
    return;
  }
  const all = models.map((name) => {
    const verdicts = cases
      .filter((one) => one.run)
      .map((one) =>
        judge(
          one,
          name,
          jobs
            .filter((job) => job.model === name && job.case === one.id)
            .map((job) => outcomes.get(job)!.values),
        ),
      );
    return resultsOf(name, version, verdicts, cases);
  });
  if (out !== undefined) writeResults(out, { all, cases, jobs, outcomes, seeds });
  const document = model === "all" ? { models: all } : all[0];
  if (json) printJson(document);
  else for (const results of all) printTable(results);
  if (strict && all.some(({ failed }) => failed > 0)) process.exitCode = 1;
}

/** Writes page, JSON and CSV into a folder. */
function writeResults(
  out: string,
  {
    all,
    cases,
    jobs,
    outcomes,
    seeds,
  }: {
    all: readonly Results[];
    cases: ReturnType<typeof casesOf>;
    jobs: readonly Job[];
    outcomes: ReadonlyMap<Job, Outcome>;
    seeds: number;
  },
): void {
  const figures = new Map<string, Map<string, readonly CaseFigure[]>>();
  for (const job of jobs) {
    if (!job.figures) continue;
    const mine = figures.get(job.model) ?? new Map<string, readonly CaseFigure[]>();
    figures.set(job.model, mine);
    mine.set(job.case, outcomes.get(job)!.figures);
  }
  writeFile(join(out, "index.html"), pageOf({ results: all, cases, figures, seeds }));
  writeFile(
    join(out, "validation.json"),
    `${JSON.stringify(all.length > 1 ? { models: all } : all[0], null, 2)}\n`,
  );
  writeFile(join(out, "validation.csv"), csvOf(all));
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
    .option("--model <name>", "the movement model, or all for a table of all of them", MODELS[0])
    .option("--seeds <count>", "how many seeds, from 1 on", wholeNumber(1, 1000), SEEDS)
    .option("--case <id>", "only this case, or those whose id begins with it; may be repeated", gather)
    .option("--out <folder>", "write a page with pictures, JSON and CSV")
    .option("--strict", "exit with 1 where a case fails")
    .option("--list", "print the cases and run none")
    .addOption(new Option("--worker").hideHelp());
  addJson(command).action(run);
}
