/** `wayfield map SCENE`: the distance to a goal from everywhere. */
import { type Command, Option } from "commander";
import { type DistanceRaster, type PathMapColours, pathMapPicture } from "../../src/draw/index.js";
import { PathMap, type Point, RasterMap, type World } from "../../src/index.js";
import { writeNpy } from "../../src/io/index.js";
import { gpuRaster } from "../../src/pathmap/index.js";
import { printerBeside, printJson, writeFile } from "../files.js";
import { openAdapter } from "../gpu.js";
import { wholeNumber } from "../options.js";
import { atTime, hasCosts, pathMapTo } from "../pathmaps.js";
import { addPictureOptions, type PictureOptions, writePicture } from "../pictures.js";
import { checkStarts, collectPoint } from "../queries.js";
import {
  addGoal,
  addJson,
  addProfile,
  addRadius,
  addScene,
  addTime,
  forProfile,
  loadWorld,
} from "../scene.js";

interface MapCommandOptions extends Omit<PictureOptions, "size"> {
  goal: string;
  /** Cells along the longer side of the raster. */
  size: number;
  /** Longer side of the picture. */
  pixels: number;
  radius: number;
  backend: "auto" | "cpu" | "gpu";
  colours: PathMapColours;
  npy?: string;
  time?: number;
  from?: Point[];
  profile?: string;
  json?: boolean;
}

/** A map from either backend, with the times it took. */
interface Baked {
  readonly backend: "cpu" | "gpu";
  readonly raster: DistanceRaster & { readonly reachable: number };
  readonly buildMs: number;
  readonly rasterMs: number;
  readonly adapter?: string;
}

function onCpu(world: World, { goal, size, radius }: MapCommandOptions): Baked {
  const started = performance.now();
  const paths = pathMapTo(world, goal, radius);
  const built = performance.now();
  const raster = paths instanceof PathMap ? new RasterMap(paths, size) : paths.raster(size);
  return { backend: "cpu", raster, buildMs: built - started, rasterMs: performance.now() - built };
}

/** The map on a graphics adapter; null for `auto` where there is none to take. */
async function onGpu(world: World, options: MapCommandOptions): Promise<Baked | null> {
  const gpu = await openAdapter(options.backend === "gpu" ? "gpu" : "auto");
  if (!gpu) return null;
  const started = performance.now();
  const { goal, size, radius } = options;
  const raster = await gpuRaster(gpu.device, world, { goals: [goal], size, radius });
  gpu.device.destroy();
  return { backend: "gpu", raster, buildMs: 0, rasterMs: performance.now() - started, adapter: gpu.name };
}

async function bake(world: World, options: MapCommandOptions): Promise<Baked> {
  const baked = options.backend === "cpu" ? null : await onGpu(world, options);
  return baked ?? onCpu(world, options);
}

async function map(sceneName: string, options: MapCommandOptions): Promise<void> {
  const { goal, colours, theme, pixels, npy, time, from = [], json } = options;
  const { scene, world: plan } = loadWorld(sceneName, (drawn) => atTime(drawn, goal, time));
  const world = forProfile(plan, options.profile, "a path map");
  world.goal(goal);
  checkStarts(
    world,
    from.map((point) => ({ point })),
  );
  const { backend, raster, buildMs, rasterMs, adapter } = await bake(world, options);
  const files: string[] = [];
  if (npy !== undefined) {
    writeFile(npy, writeNpy(raster.distances, [raster.height, raster.width]));
    files.push(npy);
  }
  const draw = (): string => {
    const quantity = hasCosts(world, goal) ? "cost" : "distance";
    const guide = from.length > 0 ? pathMapTo(world, goal, options.radius) : null;
    const paths = from.flatMap((p) => {
      const points = guide!.pathFrom(p);
      if (!points) process.stderr.write(`--from ${p}: no path to draw\n`);
      return points ? [points] : [];
    });
    return pathMapPicture(scene, raster, { colours, quantity, paths, theme, size: pixels }).toSvg();
  };
  for (const file of writePicture(options, draw)) files.push(file);
  const { width, height, origin, cell, reachable, maxDistance } = raster;
  const facts = {
    backend,
    ...(adapter === undefined ? {} : { adapter }),
    width,
    height,
    origin,
    cell,
    reachable,
    maxDistance,
    quantity: hasCosts(world, goal) ? "cost" : "distance",
    buildMs,
    rasterMs,
  };
  if (json) {
    printJson(facts);
    return;
  }
  const share = (100 * reachable).toFixed(reachable === 1 ? 0 : 2);
  printerBeside(
    options.png,
    options.svg,
    npy,
  )(
    `${width} x ${height} cells of ${cell.toPrecision(4)} m; ${share} % of the free ones reach ${goal}, ` +
      `at most ${maxDistance.toFixed(2)} ${hasCosts(world, goal) ? "in cost" : "m"} away; built in ${facts.buildMs.toFixed(1)} ms, ` +
      `baked in ${facts.rasterMs.toFixed(1)} ms${files.length > 0 ? `: ${files.join(", ")}` : ""}\n`,
  );
}

/** Registers the command. */
export function registerMap(program: Command): void {
  const command = program
    .command("map")
    .description("the exact distance to a goal from everywhere, as a raster and as pictures");
  addRadius(addGoal(addScene(command)))
    .option("--size <cells>", "cells along the longer side of the raster", wholeNumber(1, 100_000), 1000)
    .addOption(
      new Option("--backend <name>", "where to compute; auto takes a graphics adapter where there is one")
        .choices(["auto", "cpu", "gpu"])
        .default("auto"),
    )
    .addOption(
      new Option("--colours <what>", "distance, the paper's green to red, or regions")
        .choices(["distance", "paper", "regions"])
        .default("distance"),
    );
  addPictureOptions(command, "pixels")
    .option(
      "--npy <file>",
      "write the float32 distances: row 0 lowest, NaN in obstacles, Infinity without a way",
    )
    .option("--from <x,y>", "draw the path from here into the picture; repeatable", collectPoint);
  addJson(addTime(addProfile(command))).action(map);
}
