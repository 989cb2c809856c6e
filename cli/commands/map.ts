/** `wayfield map SCENE`: the distance to a goal from everywhere. */
import { type Command, Option } from "commander";
import {
  buildingPage,
  type DistanceRaster,
  distancesOnPage,
  type PathMapColours,
  pathMapPicture,
  pathsOnPage,
} from "../../src/draw/index.js";
import { InputError, PathMap, type Point, RasterMap, type World } from "../../src/index.js";
import { writeNpy } from "../../src/io/index.js";
import { gpuRaster, levelRasters, type PatchRaster } from "../../src/pathmap/index.js";
import { levelScene } from "../../src/world/index.js";
import { printerBeside, printJson, writeFile } from "../files.js";
import { openAdapter } from "../gpu.js";
import { wholeNumber } from "../options.js";
import { atTime, hasCosts, pathMapTo } from "../pathmaps.js";
import { addPictureOptions, type PictureOptions, writePicture } from "../pictures.js";
import { checkStarts, collectStart, type Start, startIn } from "../queries.js";
import {
  addGoal,
  addJson,
  addProfile,
  addRadius,
  addScene,
  addTime,
  forProfile,
  loadAnyWorld,
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
  from?: Start[];
  level?: string;
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

/** The paths that are drawn into a picture. */
function pathsToDraw(
  from: readonly Start[],
  world: World,
  guide: ReturnType<typeof pathMapTo> | null,
): Point[][] {
  return from.flatMap((start) => {
    const points = guide!.pathFrom(startIn(world, start, "--from"));
    const place = `${start.level === undefined ? "" : `${start.level}:`}${start.point}`;
    if (!points) process.stderr.write(`--from ${place}: no path to draw\n`);
    return points ? [points] : [];
  });
}

/** What is for plans of one floor. */
function refuseForBuildings({ backend, colours, time, npy, level }: MapCommandOptions): void {
  const refuse = (message: string, where: string): never => {
    throw new InputError(message, where);
  };
  if (backend === "gpu") refuse("maps of buildings are baked on the processor: auto or cpu", "--backend");
  if (colours === "regions")
    refuse("regions are those of a plan of one floor: distance or paper", "--colours");
  if (time !== undefined) refuse("is for plans of one floor; a building is planned as it is drawn", "--time");
  if (npy !== undefined && level === undefined) refuse("holds one level: --level NAME is needed", "--npy");
}

/** A map of a building: one level, or all of them side by side. */
function mapOfBuilding(world: World, options: MapCommandOptions): void {
  const { goal, size, radius, level, npy, from = [], json } = options;
  const started = performance.now();
  const paths = pathMapTo(world, goal, radius);
  const built = performance.now();
  const one = level === undefined ? {} : { level };
  const baked = { world, space: world.spaceFor(radius), cost: (p: Point) => paths.cost(p) };
  const rasters = levelRasters(baked, size, { ...one, flights: level === undefined });
  const rasterMs = performance.now() - built;
  const levels = rasters.filter(({ kind }) => kind === "level");
  const files: string[] = [];
  if (npy !== undefined) {
    const [{ distances, width, height }] = levels;
    writeFile(npy, writeNpy(distances, [height, width]));
    files.push(npy);
  }
  const quantity = hasCosts(world, goal) ? "cost" : "distance";
  const drawn = (): string =>
    buildingMapPicture(world, rasters, pathsToDraw(from, world, paths), quantity, options);
  for (const file of writePicture(options, drawn)) files.push(file);
  const free = levels.reduce((sum, raster) => sum + raster.free, 0);
  const reached = levels.reduce((sum, raster) => sum + raster.reachable * raster.free, 0);
  const facts = {
    backend: "cpu",
    cell: levels[0].cell,
    reachable: free > 0 ? reached / free : 0,
    maxDistance: levels.reduce((most, raster) => Math.max(most, raster.maxDistance), 0),
    quantity,
    buildMs: built - started,
    rasterMs,
    levels: levels.map(({ name, width, height, origin, cell, reachable, maxDistance }) => ({
      level: name,
      width,
      height,
      origin,
      cell,
      reachable,
      maxDistance,
    })),
  };
  if (json) {
    printJson(facts);
    return;
  }
  const print = printerBeside(options.png, options.svg, npy);
  for (const { name, width, height, reachable, maxDistance } of levels)
    print(
      `${name}: ${width} x ${height} cells; ${(100 * reachable).toFixed(reachable === 1 ? 0 : 2)} % of the free ones reach ${goal}, ` +
        `at most ${maxDistance.toFixed(2)} ${quantity === "cost" ? "in cost" : "m"} away\n`,
    );
  print(
    `cells of ${facts.cell.toPrecision(4)} m; built in ${facts.buildMs.toFixed(1)} ms, baked in ${rasterMs.toFixed(1)} ms` +
      `${files.length > 0 ? `: ${files.join(", ")}` : ""}\n`,
  );
}

function buildingMapPicture(
  world: World,
  rasters: readonly PatchRaster[],
  paths: readonly Point[][],
  quantity: "cost" | "distance",
  { colours, theme, pixels, level }: MapCommandOptions,
): string {
  const building = world.building!;
  const drawn = { colours, quantity, theme, size: pixels };
  if (level === undefined) {
    const page = buildingPage(building, world.scene);
    const onPage = { ...drawn, paths: pathsOnPage(page, paths) };
    return pathMapPicture(page.scene, distancesOnPage(page, rasters), onPage).toSvg();
  }
  // Of a path, what lies on this level.
  const pieces = paths.flatMap((path) => piecesOn(world, path, level));
  const raster = { ...rasters[0], regions: new Int32Array(0) };
  return pathMapPicture(levelScene(building.scene, level), raster, { ...drawn, paths: pieces }).toSvg();
}

/** The parts of a path on the sheet that lie on a level, in its coordinates. */
function piecesOn(world: World, path: readonly Point[], level: string): Point[][] {
  const pieces: Point[][] = [];
  let isOn = false;
  for (const p of path) {
    const place = world.where(p);
    const isHere = place?.kind === "level" && place.level === level;
    if (isHere && isOn) pieces.at(-1)!.push(place.point);
    else if (isHere) pieces.push([place.point]);
    isOn = isHere;
  }
  return pieces;
}

async function map(sceneName: string, options: MapCommandOptions): Promise<void> {
  const { goal, colours, theme, pixels, npy, time, from = [], json } = options;
  const { scene, world: plan } = loadAnyWorld(sceneName, (drawn) => atTime(drawn, goal, time));
  if (plan.building) refuseForBuildings(options);
  else if (options.level !== undefined)
    throw new InputError("the scene has one floor, and no levels", "--level");
  const world = forProfile(plan, options.profile, "a path map");
  world.goal(goal);
  checkStarts(world, from);
  if (world.building) {
    mapOfBuilding(world, options);
    return;
  }
  const { backend, raster, buildMs, rasterMs, adapter } = await bake(world, options);
  const files: string[] = [];
  if (npy !== undefined) {
    writeFile(npy, writeNpy(raster.distances, [raster.height, raster.width]));
    files.push(npy);
  }
  const draw = (): string => {
    const quantity = hasCosts(world, goal) ? "cost" : "distance";
    const guide = from.length > 0 ? pathMapTo(world, goal, options.radius) : null;
    const paths = pathsToDraw(from, world, guide);
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
    .option(
      "--from <x,y>",
      "draw the path from here into the picture, in a building LEVEL:X,Y; repeatable",
      collectStart,
    )
    .option("--level <name>", "of a building, this level alone; else all of them, side by side");
  addJson(addTime(addProfile(command))).action(map);
}
