/** `wayfield run SCENE --seeds N`: the same scene with many seeds, as a study of one variant. */
import type { Command } from "commander";
import { InputError } from "../../src/index.js";
import { type FactorValue, planStudy } from "../../src/study/index.js";
import { printJson } from "../files.js";
import { wholeNumber } from "../options.js";
import { loadToRun } from "../scene.js";
import {
  addConducting,
  type ConductOptions,
  conduct,
  sayNotes,
  studyOf,
  variantJson,
} from "../study/conduct.js";
import { placesText, studyText } from "../study/present.js";

/** What many runs heed: how people are simulated, as a scene may say it too. */
const AS_IN_SCENES = ["planner", "model", "population", "step", "duration", "arrival"] as const;

/** Options of many runs. */
export interface SeedsOptions extends ConductOptions {
  seeds?: number;
  seed?: number;
}

/** Adds them to `run`. */
export function addSeeds(command: Command): Command {
  command.option(
    "--seeds <count>",
    "run it with so many seeds, from --seed on, and report statistics of all; --out is then optional",
    wholeNumber(1, 100_000),
  );
  return addConducting(command);
}

/** The options that are of many runs alone, or of one alone, and were given all the same. */
export function refuseSeedless(command: Command): void {
  const given = (["jobs", "changed", "pdf"] as const).find(
    (name) => command.getOptionValueSource(name) === "cli",
  );
  if (given) throw new InputError(`--${given}: is of many runs; give --seeds N too`);
}

function refuseOthers(command: Command): void {
  const heeded = new Set<string>([
    ...AS_IN_SCENES,
    "seed",
    "seeds",
    "out",
    "json",
    "jobs",
    "changed",
    "pdf",
    "maxMemory",
  ]);
  for (const option of command.options) {
    const name = option.attributeName();
    if (heeded.has(name) || command.getOptionValueSource(name) !== "cli") continue;
    throw new InputError(`${option.long}: is of a single run; leave out --seeds or this`);
  }
}

/** Runs a scene with many seeds. */
export async function runSeeds(
  sceneName: string,
  options: SeedsOptions & Partial<Record<(typeof AS_IN_SCENES)[number], FactorValue>>,
  command: Command,
): Promise<void> {
  refuseOthers(command);
  const { seeds = 1, seed = 1, json } = options;
  const scene = loadToRun(sceneName);
  const set: Record<string, FactorValue> = {};
  for (const name of AS_IN_SCENES) {
    const value = options[name];
    if (value === undefined) continue;
    if (/[./\\]/.test(String(value)) && typeof value === "string")
      throw new InputError(`--${name} ${value}: many runs take names, not files; leave out --seeds or this`);
    set[`simulation.${name}`] = value;
  }
  const study = studyOf({
    name: scene.name || sceneName,
    scene: sceneName,
    ...(Object.keys(set).length > 0 ? { set } : {}),
    seeds: { from: seed, count: seeds },
  });
  const plan = planStudy(study, () => scene);
  const { outcome, files } = await conduct(plan, options);
  const { results } = outcome;
  const { interrupted, engine, notes } = results;
  if (json) printJson({ ...variantJson(results, 0), interrupted, engine, notes, files });
  else process.stdout.write(studyText(plan.name, results) + placesText(files));
  sayNotes(results);
}
