/** The program behind `npm run bench`: reads its arguments, runs suites, prints tables, writes JSON. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { formatComparison, readRun } from "./compare.js";
import { anyWrong, runSuites, selectCases } from "./harness.js";
import { describeMachine, formatRows, type RunFile } from "./report.js";
import { SUITES } from "./suites/index.js";

const USAGE = `usage: npm run bench -- [NAME…] [--quick] [--json FILE] [--list]
       npm run bench -- compare BEFORE.json AFTER.json

NAME is a suite or a part of suite/input/case, as --list prints them.`;

const EXIT = Object.freeze({ done: 0, wrongAnswer: 1, badUsage: 2 });

function fail(message: string): number {
  process.stderr.write(`bench: ${message}\n`);
  return EXIT.badUsage;
}

function list(names: readonly string[], quick: boolean): void {
  for (const suite of SUITES) {
    for (const [input, cases] of selectCases(suite, { names, quick })) {
      for (const { name } of cases) process.stdout.write(`${suite.name}/${input}/${name}\n`);
    }
  }
}

async function measure(names: readonly string[], quick: boolean, json?: string): Promise<number> {
  if (SUITES.every((suite) => selectCases(suite, { names, quick }).size === 0)) {
    return fail(`nothing is called ${names.join(", ")}; --list shows every name`);
  }
  const machine = describeMachine();
  process.stdout.write(`${machine.cpu}, ${machine.cores} cores, Node ${machine.node}, ${machine.commit}\n\n`);
  const rows = await runSuites(SUITES, {
    names,
    quick,
    onRows: (done) => process.stdout.write(`${formatRows(done)}\n\n`),
  });
  const file: RunFile = { format: "wayfield-bench", version: 1, quick, machine, rows };
  if (json) {
    mkdirSync(dirname(json), { recursive: true });
    writeFileSync(json, `${JSON.stringify(file, null, 2)}\n`);
  }
  return anyWrong(rows) ? EXIT.wrongAnswer : EXIT.done;
}

/** Runs one command line and returns its exit code. */
async function main(args: string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        quick: { type: "boolean", default: false },
        json: { type: "string" },
        list: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    if (values.help) {
      process.stdout.write(`${USAGE}\n`);
      return EXIT.done;
    }
    if (positionals[0] === "compare") {
      const [, before, after] = positionals;
      if (positionals.length !== 3) return fail("compare needs two files: BEFORE.json AFTER.json");
      process.stdout.write(`${formatComparison(readRun(before), readRun(after))}\n`);
      return EXIT.done;
    }
    if (values.list) {
      list(positionals, values.quick);
      return EXIT.done;
    }
    return await measure(positionals, values.quick, values.json);
  } catch (error) {
    return fail((error as Error).message.split("\n")[0]);
  }
}

process.exitCode = await main(process.argv.slice(2));
