/** The command line: one commander program, one file per command under `commands/`. */
import { Command, CommanderError, Option } from "commander";
import { description, version } from "../package.json" with { type: "json" };
import { InputError, setMaxMemory } from "../src/index.js";
import { COMMANDS } from "./commands/index.js";
import { isStandardOutput } from "./files.js";
import { bytes } from "./options.js";

/** Exit codes: a contract with callers. */
const EXIT = Object.freeze({ done: 0, failed: 1, badInput: 2 });

/** What every command shares: commander's errors are thrown to `main`, which alone writes to standard error. */
function configure(command: Command): Command {
  return command
    .helpOption("-h, --help", "print this help")
    .exitOverride()
    .configureOutput({ outputError: () => {} });
}

/** Options that name a file to write. */
const OUTPUTS = ["fix", "geojson", "glb", "npy", "obj", "png", "svg"];

/** Standard output holds one document. */
function checkOutputs(command: Command): void {
  const given: Record<string, unknown> = command.opts();
  const taking = OUTPUTS.filter((name) => typeof given[name] === "string" && isStandardOutput(given[name]));
  // `convert IN OUT`.
  if (command.name() === "convert" && isStandardOutput(command.args[1])) taking.push("out");
  if (given.json) taking.push("json");
  if (taking.length < 2) return;
  const [one, two] = taking.map((name) => (name === "out" ? "<out>" : `--${name}`));
  throw new InputError(`${one} and ${two} cannot both go to standard output; name a file`);
}

function maxMemoryOption(): Option {
  const help = "what one raster, grid, mesh or recording may take, such as 500M or 16G (default: 4G)";
  return new Option("--max-memory <size>", help).argParser(bytes);
}

function createProgram(): Command {
  const program = configure(new Command("wayfield"))
    .description(description)
    .usage("<command> [options]")
    .version(version, "-V, --version", "print the version")
    .helpCommand(false)
    .hook("preAction", (_program, command) => {
      setMaxMemory(command.opts().maxMemory);
      checkOutputs(command);
    });
  for (const register of COMMANDS) register(program);
  // A command that was added before its parent was configured inherits nothing.
  for (const command of program.commands) configure(command).addOption(maxMemoryOption());
  return program;
}

/** The command that a command line means, for "see … --help"; the program itself where it names none. */
function commandNamed(args: readonly string[], program: Command): string {
  const name = program.commands.find((command) => command.name() === args[0])?.name();
  return name ? `wayfield ${name}` : "wayfield";
}

/** Commander's message as one line: its quotes and suggestion kept, its prefix and line breaks dropped. */
function explain(error: CommanderError): string {
  return error.message
    .replace(/^error: /, "")
    .replace(/\.$/, "")
    .replace(/\s*\n\s*\(Did you mean (one of )?(.*?)\?\)\s*$/, " (did you mean $2?)")
    .replace(/\s*\n\s*/g, " ");
}

/** `help` and `help run` as `--help` and `run --help`. */
function asked(args: readonly string[]): readonly string[] {
  return args[0] === "help" ? [...args.slice(1), "--help"] : args;
}

/** Runs one command line and returns its exit code; never throws. */
export async function main(args: readonly string[]): Promise<number> {
  const program = createProgram();
  try {
    if (args.length === 0) {
      program.outputHelp();
      return EXIT.done;
    }
    await program.parseAsync(asked(args), { from: "user" });
    return process.exitCode === undefined ? EXIT.done : Number(process.exitCode);
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT.done;
      process.stderr.write(`wayfield: ${explain(error)}; see ${commandNamed(args, program)} --help\n`);
      return EXIT.badInput;
    }
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`wayfield: ${message.replace(/\s*\n\s*/g, " ")}\n`);
    return error instanceof InputError ? EXIT.badInput : EXIT.failed;
  }
}
