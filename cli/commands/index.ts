/** All commands, in the order in which `--help` lists them. */
import type { Command } from "commander";
import { registerBench } from "./bench.js";
import { registerCheck } from "./check.js";
import { registerConvert } from "./convert.js";
import { registerDraw } from "./draw.js";
import { registerMap } from "./map.js";
import { registerPath } from "./path.js";
import { registerRun } from "./run.js";
import { registerScenes } from "./scenes.js";

export const COMMANDS: readonly ((program: Command) => void)[] = [
  registerPath,
  registerMap,
  registerRun,
  registerCheck,
  registerConvert,
  registerDraw,
  registerScenes,
  registerBench,
];
