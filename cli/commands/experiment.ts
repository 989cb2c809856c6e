/** `wayfield experiment [NAME]`: the experiments of the pedestrian planner and of crowds, with their pictures. */
import type { Command } from "commander";
import { CROWD_EXPERIMENTS, crowdExperiment, EXPERIMENTS, experiment } from "../../experiments/index.js";
import { type Picture, SIZE_RANGE, stackPictures, tracksPicture, walkPicture } from "../../src/draw/index.js";
import { InputError } from "../../src/errors.js";
import { pathLength } from "../../src/geometry/index.js";
import { printJson, writeFile } from "../files.js";
import { wholeNumber } from "../options.js";
import { svgToPng } from "../png.js";

interface ExperimentOptions {
  page: number;
  png?: string;
  svg?: string;
  json?: boolean;
}

function run(name: string | undefined, { page, png, svg, json }: ExperimentOptions): void {
  if (name === undefined) {
    process.stdout.write(`${[...EXPERIMENTS, ...CROWD_EXPERIMENTS].join("\n")}\n`);
    return;
  }
  if (CROWD_EXPERIMENTS.includes(name)) {
    runCrowd(name, { page, png, svg, json });
    return;
  }
  if (!EXPERIMENTS.includes(name)) {
    const all = [...EXPERIMENTS, ...CROWD_EXPERIMENTS].join(", ");
    throw new InputError(`is no experiment; there are ${all}`, name);
  }
  const { title, source, scene, runs } = experiment(name);
  if (svg !== undefined || png !== undefined) {
    const pictures = runs.map((walk, k) =>
      walkPicture(scene, walk, { size: page, title: k === 0 ? title : "", scaleBar: k === runs.length - 1 }),
    );
    writePictures(pictures, svg, png);
  }
  const facts = runs.map((walk) => ({
    title: walk.title,
    steps: walk.steps,
    trails: walk.trails.map(({ label, points, arrived, walker }) => ({
      label,
      arrived,
      length: pathLength(points),
      wallHits: walker.wallHits,
      end: points[points.length - 1],
    })),
  }));
  if (json) {
    printJson({ name, title, source, runs: facts });
    return;
  }
  process.stdout.write(`${title} (${source})\n`);
  for (const { title: panel, steps, trails } of facts) {
    const arrived = trails.filter((trail) => trail.arrived).length;
    process.stdout.write(`  ${panel}: ${arrived} of ${trails.length} arrived, ${steps} steps\n`);
    for (const { label, arrived: isThere, end, wallHits } of trails) {
      if (isThere) continue;
      const place = end.map((v) => v.toFixed(1)).join(", ");
      process.stdout.write(
        `    ${label}: never arrived; last at ${place}; stopped by walls ${wallHits} times\n`,
      );
    }
  }
}

function writePictures(pictures: readonly Picture[], svg: string | undefined, png: string | undefined): void {
  const document = stackPictures(pictures);
  if (svg !== undefined) writeFile(svg, document);
  if (png !== undefined) writeFile(png, svgToPng(document));
}

/** Runs an experiment with a crowd. */
function runCrowd(name: string, { page, png, svg, json }: ExperimentOptions): void {
  const { title, source, runs } = crowdExperiment(name);
  if (svg !== undefined || png !== undefined) {
    const pictures = runs.map(({ scene, tracks, title: panel }, k) => {
      // With a goal each, names would hide the ways.
      const goals = tracks.length > 10 && Object.keys(scene.goals ?? {}).length > 10 ? {} : scene.goals;
      const plan = goals === undefined ? scene : { ...scene, goals };
      return tracksPicture(plan, tracks, { size: page, title: k === 0 ? `${title}: ${panel}` : panel });
    });
    writePictures(pictures, svg, png);
  }
  const facts = runs.map(({ tracks: _tracks, scene, ...rest }) => ({ scene: scene.name ?? "", ...rest }));
  if (json) {
    printJson({ name, title, source, runs: facts });
    return;
  }
  process.stdout.write(`${title} (${source})\n`);
  for (const fact of facts) {
    const { agents, arrived, time, longest, deepestOverlap, msPerAgentStep, travelTimes, rides, printed } =
      fact;
    const mean = travelTimes.reduce((sum, value) => sum + value, 0) / Math.max(1, travelTimes.length);
    const parts = [
      `${arrived} of ${agents} arrived, the last after ${time.toFixed(1)} s, in the mean after ${mean.toFixed(1)} s`,
      `longest way ${longest.toFixed(1)} m`,
      `deepest overlap ${(100 * deepestOverlap).toFixed(1)} cm`,
      `${msPerAgentStep.toFixed(3)} ms per agent and step`,
      ...(rides > 0
        ? [`${rides} rides taken; travel times ${travelTimes.map((t) => t.toFixed(1)).join(", ")} s`]
        : []),
    ];
    process.stdout.write(`  ${fact.title}: ${parts.join("; ")}\n`);
    if (printed) process.stdout.write(`    the paper: ${printed}\n`);
  }
}

/** Registers the command. */
export function registerExperiment(program: Command): void {
  program
    .command("experiment")
    .description("runs an experiment of the pedestrian planner or of a crowd; lists them without a name")
    .argument("[name]", "such as vectors, masses, park, transport or simulation-1")
    .option(
      "--page <pixels>",
      "longer side of each panel",
      wholeNumber(SIZE_RANGE.least, SIZE_RANGE.greatest),
      900,
    )
    .option("--png <file>", "write a picture")
    .option("--svg <file>", "write a picture")
    .option("--json", "print one JSON document")
    .action(run);
}
