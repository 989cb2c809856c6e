/** `wayfield study FILE --out DIR`: many runs of a scene, what is varied between them, and a report. */
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import type { Command } from "commander";
import { InputError } from "../../src/index.js";
import { parseJson } from "../../src/io/index.js";
import { isBuiltinName } from "../../src/scenes/index.js";
import {
  countRuns,
  parseStudy,
  planStudy,
  recordRun,
  type StudyFile,
  type StudyPlan,
} from "../../src/study/index.js";
import { calibrationPlan, MOST_RUNS } from "../../src/study/internal.js";
import type { AnyScene } from "../../src/world/index.js";
import { printJson } from "../files.js";
import { openQueue } from "../queue/submit.js";
import { readText } from "../reading.js";
import { addJson, loadToRun } from "../scene.js";
import { conductCalibration } from "../study/calibration.js";
import {
  addConducting,
  type ConductOptions,
  conduct,
  type OpenPool,
  runsJson,
  sayNotes,
  spanText,
} from "../study/conduct.js";
import { placesText, studyText } from "../study/present.js";

interface StudyCommandOptions extends ConductOptions {
  queue?: string;
  plan?: boolean;
}

/** Reads a study file. */
function readStudy(file: string): StudyFile {
  const text = readText(file);
  return about(file, () => parseStudy(parseJson(text)));
}

/** Scenes by the names that a study gives them: built-in ones, or files beside it. */
function scenesBeside(file: string): (name: string) => AnyScene {
  const read = new Map<string, AnyScene>();
  return (name) => {
    const isBare = isBuiltinName(name) || !/[./\\]/.test(name);
    const scene = read.get(name) ?? loadToRun(isBare ? name : join(dirname(file), name));
    read.set(name, scene);
    return scene;
  };
}

/** Lays a study out. */
function planOf(file: string, study: StudyFile): StudyPlan {
  const scenes = scenesBeside(file);
  return about(file, () => (study.calibrate ? calibrationPlan(study, scenes) : planStudy(study, scenes)));
}

/** Does something with a study; what is wrong with it is said with the file's name. */
function about<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof InputError ? error.within(file) : error;
  }
}

/** Seconds that one run takes here, with the factors left out. */
async function secondsOfOne(file: string, study: StudyFile): Promise<number> {
  const { factors: _, design: __, stop: ___, calibrate: ____, ...rest } = study;
  const plan = planOf(file, { ...rest, seeds: 1 });
  const started = performance.now();
  await recordRun("timing", plan.sceneOf(plan.settings[0]), plan.seeds[0]);
  return (performance.now() - started) / 1000;
}

/** How many runs there are, and how long they would take. */
async function sizeText(file: string, study: StudyFile, jobs = availableParallelism()): Promise<string> {
  const runs = countRuns(study);
  const each = await secondsOfOne(file, study);
  const most = study.stop ? "at most " : "";
  return `${most}${runs.toLocaleString("en-US")} runs; at ${each.toPrecision(2)} s each, ${jobs} at a time, they would take ${spanText((runs * each) / jobs)}`;
}

async function run(file: string, options: StudyCommandOptions): Promise<void> {
  const { json, out, plan: isPlan, jobs, queue } = options;
  const study = readStudy(file);
  if (about(file, () => countRuns(study)) > MOST_RUNS) {
    const most = MOST_RUNS.toLocaleString("en-US");
    throw new InputError(
      `${await sizeText(file, study, jobs)}; ${most} are possible: fewer levels, or the design latin with some samples`,
      `${file}: factors`,
    );
  }
  const plan = planOf(file, study);
  if (isPlan) {
    process.stdout.write(`${plan.name}: ${await sizeText(file, study, jobs)}\n`);
    return;
  }
  if (queue !== undefined && jobs !== undefined)
    throw new InputError("--jobs: with --queue it is for workers to say; leave it out");
  if (out === undefined) throw new InputError("study: where to? give --out FOLDER");
  const open: OpenPool | undefined = queue === undefined ? undefined : (around) => openQueue(queue, around);
  if (study.calibrate)
    return conductCalibration({ file, study, plan, scenes: scenesBeside(file), options, open });
  const { outcome, files } = await conduct(plan, options, open);
  const { results } = outcome;
  if (json) {
    const { time, outcomes } = results.variants[0];
    printJson({ runs: runsJson(outcome), time, outcomes, ...results, files });
  } else process.stdout.write(studyText(plan.name, results) + placesText(files));
  sayNotes(results);
}

/** Registers the command. */
export function registerStudy(program: Command): void {
  const command = program
    .command("study")
    .summary("run a scene many times with what is varied, and report statistics that hold")
    .description(
      "Runs a study file: a scene, factors, variants, seeds or a stopping rule; with calibrate, seeks the factors that fit given data. What was stopped or killed goes on with the same command.",
    )
    .argument("<file>", "a study file (wayfield-study, JSON)")
    .option("--out <folder>", "where results, tables and the report go; made where it is not there")
    .option(
      "--queue <url>",
      "submit the runs to a queue, such as redis://:password@host:6379, for workers to do",
    )
    .option("--plan", "say how many runs there are and how long they would take, and run none");
  addJson(addConducting(command)).action(run);
}
