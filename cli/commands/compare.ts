/** `wayfield compare A B --seeds N`: two plans on the same seeds: is one better, by how much, how sure. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { type FactorValue, planStudy } from "../../src/study/index.js";
import { printJson } from "../files.js";
import { wholeNumber } from "../options.js";
import { addJson, loadToRun } from "../scene.js";
import {
  addConducting,
  type ConductOptions,
  conduct,
  sayNotes,
  studyOf,
  variantJson,
} from "../study/conduct.js";
import { placesText, studyText } from "../study/present.js";

interface CompareOptions extends ConductOptions {
  seeds: number;
  seed: number;
  set: Record<string, FactorValue>;
  setB: Record<string, FactorValue>;
}

/** `PATH=VALUE`, with those before it; a value is JSON, or else a word. */
function setting(text: string, before: Record<string, FactorValue>): Record<string, FactorValue> {
  const at = text.indexOf("=");
  const [path, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  if (at < 1 || value === "")
    throw new InvalidArgumentError("A path and a value are needed, as spawns[0].count=60.");
  let read: unknown;
  try {
    read = JSON.parse(value);
  } catch {
    read = value;
  }
  const isPlain = ["number", "string", "boolean"].includes(typeof read);
  if (!isPlain) throw new InvalidArgumentError("A number, a word, true or false is allowed as a value.");
  return { ...before, [path]: read as FactorValue };
}

/** Adds an option that sets values. */
function addSetting(command: Command, flags: string, help: string): Command {
  return command.addOption(new Option(flags, help).argParser(setting).default({}, "none"));
}

/** Names for two scenes that may be one, or have one name. */
function namesOf(a: string, b: string, set: Record<string, FactorValue>): [string, string] {
  const differs = Object.entries(set).map(([path, value]) => `${path} = ${value}`);
  if (a === b && differs.length > 0) return [a, `${b} with ${differs.join(", ")}`.slice(0, 150)];
  return a === b ? [`${a} (A)`, `${b} (B)`] : [a, b];
}

async function compare(a: string, b: string, options: CompareOptions): Promise<void> {
  const { seeds, seed, set, setB, json } = options;
  const [nameA, nameB] = namesOf(a, b, setB);
  const study = studyOf({
    name: `${nameA} and ${nameB}`.slice(0, 200),
    scene: a,
    ...(Object.keys(set).length > 0 ? { set } : {}),
    variants: {
      [nameA]: { scene: a },
      [nameB]: { scene: b, ...(Object.keys(setB).length > 0 ? { set: setB } : {}) },
    },
    seeds: { from: seed, count: seeds },
  });
  const scenes = new Map([...new Set([a, b])].map((name) => [name, loadToRun(name)]));
  const plan = planStudy(study, (name) => scenes.get(name)!);
  const { outcome, files } = await conduct(plan, options);
  const { results } = outcome;
  if (json) {
    const { time, measures } = results.differences[0];
    printJson({
      a: variantJson(results, 0),
      b: variantJson(results, 1),
      difference: { ...time, measures },
      ...{ interrupted: results.interrupted, engine: results.engine, notes: results.notes, files },
    });
  } else process.stdout.write(studyText(plan.name, results) + placesText(files));
  sayNotes(results);
}

/** Registers the command. */
export function registerCompare(program: Command): void {
  const command = program
    .command("compare")
    .summary("compare two plans on the same seeds: is one better, by how much, how sure")
    .description(
      "Runs two scenes with the same seeds and says what differs, by how much, and how sure that is. With --out, writes a report.",
    )
    .argument("<a>", "a scene file or the name of a built-in scene")
    .argument("<b>", "another one; or the same, with --set-b")
    .option("--seeds <count>", "how many seeds", wholeNumber(2, 100_000), 20)
    .option("--seed <number>", "the first of them", wholeNumber(0, 4294967295), 1)
    .option("--out <folder>", "keep results and write tables and a report; made where it is not there");
  addSetting(
    command,
    "--set <path=value>",
    "set a value of both scenes, as spawns[0].count=60; may be repeated",
  );
  addSetting(command, "--set-b <path=value>", "set a value of the second scene alone; may be repeated");
  addJson(addConducting(command)).action(compare);
}
