/** `wayfield bench`: runs the repository's benchmarks, where there is a repository. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { InputError } from "../../src/index.js";

/** Found from the built file, `dist/cli/main.js`; a published package has neither of these folders. */
const SCRIPT = fileURLToPath(new URL("../../scripts/bench.js", import.meta.url));
const SUITES = fileURLToPath(new URL("../../bench/run.ts", import.meta.url));

interface BenchOptions {
  readonly quick?: boolean;
  readonly list?: boolean;
  readonly json?: string;
}

function runBench(names: readonly string[], { quick, list, json }: BenchOptions): void {
  if (!existsSync(SCRIPT) || !existsSync(SUITES)) {
    throw new InputError(
      "benchmarks live in Wayfield's repository, not in the package; run them in a checkout",
    );
  }
  const args = [SCRIPT, ...names];
  if (quick) args.push("--quick");
  if (list) args.push("--list");
  if (json) args.push("--json", json);
  const { status, error } = spawnSync(process.execPath, args, { stdio: "inherit" });
  if (error) throw error;
  process.exitCode = status ?? 1;
}

/** Registers the command. */
export function registerBench(program: Command): void {
  program
    .command("bench")
    .summary("run the benchmarks (in a checkout)")
    .description(
      "Runs benchmarks and checks their answers; `compare A.json B.json` sets two runs side by side.",
    )
    .argument("[name...]", "suites, or parts of suite/input/case as --list prints them; all by default")
    .option("--quick", "small inputs and one turn each: shows that everything works")
    .option("--list", "print the names and measure nothing")
    .option("--json <file>", "write the results and the machine to a file")
    .action(runBench);
}
