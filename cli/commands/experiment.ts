/** `wayfield experiment [NAME]`: what the papers did with their people, done again. */
import type { Command } from "commander";
import { EXPERIMENTS, experimentNamed, sourceOf } from "../../experiments/index.js";
import { SIZE_RANGE } from "../../src/draw/index.js";
import { InputError } from "../../src/errors.js";
import { printerBeside, printJson } from "../files.js";
import { wholeNumber } from "../options.js";
import { writePicture } from "../pictures.js";
import { progressBar } from "../progress.js";
import { addJson } from "../scene.js";

interface ExperimentCommandOptions {
  seeds?: number;
  first?: number;
  size?: number;
  png?: string;
  svg?: string;
  json?: boolean;
}

/** Seeds unless others are asked for: 1 to 5. */
const FIRST = 1;
const SEEDS = 5;
/** Pixels of a panel unless others are asked for. */
const SIZE = 900;

/** The list of all experiments. */
function list(json: boolean | undefined): void {
  const all = EXPERIMENTS.map((experiment) => ({
    name: experiment.name,
    title: experiment.title,
    source: sourceOf(experiment),
    seeded: experiment.seeded,
    picture: experiment.picture !== undefined,
  }));
  if (json) {
    printJson({ experiments: all });
    return;
  }
  const width = Math.max(...all.map(({ name }) => name.length));
  const lines = all.map(({ name, title, source }) => `${name.padEnd(width)}  ${title} (${source})`);
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** The first of the options that was given and that this experiment would not heed. */
function refuseUnheeded(
  options: ExperimentCommandOptions,
  { seeded, pictured, name }: { seeded: boolean; pictured: boolean; name: string },
): void {
  const { seeds, first, size, png, svg } = options;
  const given = (values: Record<string, unknown>): string | undefined =>
    Object.keys(values).find((key) => values[key] !== undefined);
  const seeding = seeded ? undefined : given({ seeds, first });
  if (seeding) throw new InputError(`--${seeding}: the experiment is not run over seeds`, name);
  const drawing = pictured ? undefined : given({ png, svg, size });
  if (drawing) throw new InputError(`--${drawing}: the experiment has no picture`, name);
  if (size !== undefined && png === undefined && svg === undefined) {
    throw new InputError("--size is that of a picture: --png or --svg is needed", name);
  }
}

function run(name: string | undefined, options: ExperimentCommandOptions): void {
  const { seeds = SEEDS, first = FIRST, size = SIZE, json } = options;
  if (name === undefined) {
    const { json: _json, ...others } = options;
    const [option] = Object.keys(others);
    if (option) throw new InputError(`--${option} needs the name of an experiment`);
    list(json);
    return;
  }
  const experiment = experimentNamed(name);
  const { title, seeded, picture } = experiment;
  refuseUnheeded(options, { name, seeded, pictured: picture !== undefined });
  const bar = progressBar(name);
  const result = experiment.run({
    seeds: Array.from({ length: seeds }, (_, k) => first + k),
    progress: bar.show,
  });
  bar.end();
  if (picture) writePicture(options, () => picture.call(experiment, result, size));
  const source = sourceOf(experiment);
  if (json) {
    printJson({ name, title, source, runs: experiment.rows(result) });
    return;
  }
  const lines = experiment.lines(result).map((line) => `  ${line}`);
  printerBeside(options.svg, options.png)(`${title} (${source})\n${lines.join("\n")}\n`);
}

/** Registers the command. */
export function registerExperiment(program: Command): void {
  const { least, greatest } = SIZE_RANGE;
  const command = program
    .command("experiment")
    .description("runs an experiment of the papers again; lists them without a name")
    .argument("[name]", "such as 5.6, table-4.1, vectors, park or simulation-1")
    .option(
      "--seeds <count>",
      `how many seeds to run with, where it is run over seeds (default: ${SEEDS})`,
      wholeNumber(1, 1000),
    )
    .option("--first <seed>", `the first of the seeds (default: ${FIRST})`, wholeNumber(0, 4294966295))
    .option(
      "--size <pixels>",
      `longer side of each panel of the picture (default: ${SIZE})`,
      wholeNumber(least, greatest),
    )
    .option("--png <file>", "write a picture")
    .option("--svg <file>", "write a picture");
  addJson(command).action(run);
}
