/** `wayfield experiment [NAME]`: the experiments of the pedestrian planner, with their pictures. */
import type { Command } from "commander";
import { SIZE_RANGE, stackPictures, walkPicture } from "../../src/draw/index.js";
import { pathLength } from "../../src/geometry/index.js";
import { EXPERIMENTS, experiment } from "../../src/scenes/index.js";
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
    process.stdout.write(`${EXPERIMENTS.join("\n")}\n`);
    return;
  }
  const { title, source, scene, runs } = experiment(name);
  if (svg !== undefined || png !== undefined) {
    const pictures = runs.map((walk, k) =>
      walkPicture(scene, walk, { size: page, title: k === 0 ? title : "", scaleBar: k === runs.length - 1 }),
    );
    const document = stackPictures(pictures);
    if (svg !== undefined) writeFile(svg, document);
    if (png !== undefined) writeFile(png, svgToPng(document));
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

/** Registers the command. */
export function registerExperiment(program: Command): void {
  program
    .command("experiment")
    .description("runs an experiment of the pedestrian planner; lists them without a name")
    .argument("[name]", "such as vectors, masses or park")
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
