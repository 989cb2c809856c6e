/** All commands, in the order in which `--help` lists them. */
import type { Command } from "commander";
import { registerBench } from "./bench.js";
import { registerDraw } from "./draw.js";
import { registerScenes } from "./scenes.js";

export const COMMANDS: readonly ((program: Command) => void)[] = [
  registerDraw,
  registerScenes,
  registerBench,
];
