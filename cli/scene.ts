/** What commands about scenes have in common: their argument, the options with one meaning everywhere, and the scene as a world. */

import type { Command } from "commander";
import { InputError, type Scene, type World } from "../src/index.js";
import {
  type AnyScene,
  isBuilding,
  refuseFlow,
  refuseZones,
  unitFindings,
  worldFrom,
} from "../src/world/index.js";
import { loadAnyScene, loadScene } from "./files.js";
import { metres, seconds } from "./options.js";
import type { ProgressBar } from "./progress.js";

/** A scene that was read, and the world that it makes. */
export interface Loaded {
  readonly scene: Scene;
  readonly world: World;
}

/**
 * Reads a scene and makes its world; notes go to standard error.
 *
 * @param change what to make of the scene first
 */
export function loadWorld(name: string, change: (scene: Scene) => Scene = (scene) => scene): Loaded {
  const { scene: read, notes } = loadScene(name);
  for (const note of notes) process.stderr.write(`${note}\n`);
  const scene = change(read);
  return { scene, world: worldOf(name, scene) };
}

/** Reads a plan or a building and makes its world; the scene of a building is that of its sheet. */
export function loadAnyWorld(name: string, change?: (scene: Scene) => Scene): Loaded {
  const { scene: read, notes } = loadAnyScene(name);
  for (const note of notes) process.stderr.write(`${note}\n`);
  if (!isBuilding(read)) {
    const scene = change ? change(read) : read;
    return { scene, world: worldOf(name, scene) };
  }
  const world = worldOf(name, read);
  return { scene: world.scene, world };
}

/** Reads a plan or a building as it is, and sees that a world can be made of it; notes go to standard error. */
export function loadToRun(name: string): AnyScene {
  const { scene, notes } = loadAnyScene(name);
  for (const note of notes) process.stderr.write(`${note}\n`);
  worldOf(name, scene);
  return scene;
}

/** A world from a scene; what is wrong with it is said with the file's name. */
function worldOf(sceneName: string, scene: Parameters<typeof worldFrom>[0]): World {
  try {
    const world = worldFrom(scene);
    // A building is looked at level by level, as it is made.
    if (world.building) return world;
    refuseFlow(world.scene);
    refuseZones(world.scene);
    for (const { where, message } of unitFindings(world.scene))
      process.stderr.write(`warning: ${sceneName}: ${where}: ${message}\n`);
    return world;
  } catch (error) {
    throw error instanceof InputError ? error.within(sceneName) : error;
  }
}

/**
 * The world as those with a profile find it; without one, as people without a profile do.
 *
 * @param shortest who plans ways without heeding how fast people are in zones, which is then said; null where speeds count
 */
export function forProfile(world: World, profile: string | undefined, shortest: string | null): World {
  const name = profile ?? null;
  const own = world.for(name);
  if (shortest !== null && world.zones.changesSpeedOf(name))
    process.stderr.write(`note: ${shortest} plans ways as if speeds were the same in all zones\n`);
  return own;
}

/** Adds --profile. */
export function addProfile(command: Command): Command {
  return command.option(
    "--profile <name>",
    "whose zones and lifts count: a profile of the scene; default people without one, for whom those with `allow` are closed",
  );
}

/** Adds the scene that a command is about. */
export function addScene(command: Command): Command {
  return command.argument("<scene>", "a scene file or the name of a built-in scene");
}

/** Adds --goal. */
export function addGoal(command: Command): Command {
  return command.requiredOption("--goal <name>", "name of a goal of the scene; needed");
}

/** Adds --radius, 0 by default. */
export function addRadius(command: Command): Command {
  return command.option("--radius <metres>", "radius of those who walk, >= 0", metres, 0);
}

/** Adds --time. */
export function addTime(command: Command): Command {
  return command.option(
    "--time <seconds>",
    "where schedules move things: the scene as it is then, >= 0",
    seconds,
  );
}

/** Adds --json. */
export function addJson(command: Command): Command {
  return command.option("--json", "print one JSON document");
}

/** The world of a scene; a bar says meanwhile that it is being read. */
export function readAnyPlan(sceneName: string, bar: ProgressBar): World {
  bar.say("reading the plan");
  try {
    return loadAnyWorld(sceneName).world;
  } finally {
    bar.end();
  }
}
