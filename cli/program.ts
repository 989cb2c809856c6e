/** The command line: one commander program, one file per command under `commands/`. */
import { Command, CommanderError } from "commander";
import { description, version } from "../package.json" with { type: "json" };
import { InputError } from "../src/index.js";
import { COMMANDS } from "./commands/index.js";

/** Exit codes: a contract with callers. */
const EXIT = Object.freeze({ done: 0, failed: 1, badInput: 2 });

function createProgram(): Command {
  const program = new Command("wayfield")
    .description(description)
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand(false)
    .showHelpAfterError(false)
    .exitOverride()
    .configureOutput({ outputError: () => {} });
  for (const register of COMMANDS) register(program);
  // Sub-commands inherit neither of these by themselves.
  for (const command of program.commands) {
    command.exitOverride().configureOutput({ outputError: () => {} });
  }
  return program;
}

/** Runs one command line and returns its exit code; never throws. */
export async function main(args: readonly string[]): Promise<number> {
  const program = createProgram();
  try {
    if (args.length === 0) {
      program.outputHelp();
      return EXIT.done;
    }
    await program.parseAsync(args, { from: "user" });
    return process.exitCode === undefined ? EXIT.done : Number(process.exitCode);
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT.done;
      const message = error.message.replace(/^error: /, "").replace(/\s*\n\s*/g, " ");
      process.stderr.write(`wayfield: ${message}; see wayfield --help\n`);
      return EXIT.badInput;
    }
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`wayfield: ${message.replace(/\s*\n\s*/g, " ")}\n`);
    return error instanceof InputError ? EXIT.badInput : EXIT.failed;
  }
}
