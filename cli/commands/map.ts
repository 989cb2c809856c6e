/** `wayfield map SCENE`: the distance to a goal from everywhere. */
import { type Command, Option } from "commander";
import { type PathMapColours, pathMapPicture, THEMES, type ThemeName } from "../../src/draw/index.js";
import { PathMap } from "../../src/index.js";
import { writeNpy } from "../../src/io/index.js";
import { loadScene, printJson, writeFile } from "../files.js";
import { wholeNumber } from "../options.js";
import { svgToPng } from "../png.js";
import { worldOf } from "./path.js";

interface MapCommandOptions {
  goal: string;
  size: number;
  colours: PathMapColours;
  theme: ThemeName;
  png?: string;
  svg?: string;
  npy?: string;
  json?: boolean;
}

function map(sceneName: string, options: MapCommandOptions): void {
  const { goal, size, colours, theme, png, svg, npy, json } = options;
  const { scene, notes } = loadScene(sceneName);
  for (const note of notes) process.stderr.write(`${note}\n`);
  const world = worldOf(sceneName, scene);
  const started = performance.now();
  const paths = new PathMap(world, { goals: [goal] });
  const built = performance.now();
  const raster = paths.raster(size);
  const baked = performance.now();
  const files: string[] = [];
  if (npy !== undefined) {
    writeFile(npy, writeNpy(raster.distances, [raster.height, raster.width]));
    files.push(npy);
  }
  if (svg !== undefined || png !== undefined) {
    const document = pathMapPicture(scene, raster, { colours, theme }).toSvg();
    if (svg !== undefined) writeFile(svg, document);
    if (png !== undefined) writeFile(png, svgToPng(document));
    files.push(...[svg, png].filter((file) => file !== undefined));
  }
  const { width, height, origin, cell, reachable, maxDistance } = raster;
  const facts = {
    backend: "cpu",
    width,
    height,
    origin,
    cell,
    reachable,
    maxDistance,
    buildMs: built - started,
    rasterMs: baked - built,
  };
  if (json) {
    printJson(facts);
    return;
  }
  const share = (100 * reachable).toFixed(reachable === 1 ? 0 : 2);
  process.stdout.write(
    `${width} x ${height} cells of ${cell.toPrecision(4)} m; ${share} % of the free ones reach ${goal}, ` +
      `at most ${maxDistance.toFixed(2)} m away; built in ${facts.buildMs.toFixed(1)} ms, ` +
      `baked in ${facts.rasterMs.toFixed(1)} ms${files.length > 0 ? `: ${files.join(", ")}` : ""}\n`,
  );
}

/** Registers the command. */
export function registerMap(program: Command): void {
  program
    .command("map")
    .description("the exact distance to a goal from everywhere, as a raster and as pictures")
    .argument("<scene>", "a scene file or the name of a built-in scene")
    .requiredOption("--goal <name>", "name of a goal of the scene")
    .option("--size <cells>", "cells along the longer side", wholeNumber(1, 100_000), 1000)
    .addOption(
      new Option("--colours <what>", "distance, the paper's green to red, or regions")
        .choices(["distance", "paper", "regions"])
        .default("distance"),
    )
    .addOption(
      new Option("--theme <name>", "colours of the plan").choices(Object.keys(THEMES)).default("light"),
    )
    .option("--png <file>", "write a picture")
    .option("--svg <file>", "write a picture")
    .option(
      "--npy <file>",
      "write the float32 distances: row 0 lowest, NaN in obstacles, Infinity without a way",
    )
    .option("--json", "print one JSON document")
    .action(map);
}
