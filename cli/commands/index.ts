/** All commands, in the order in which `--help` lists them. */
import type { Command } from "commander";
import { registerBench } from "./bench.js";
import { registerCheck } from "./check.js";
import { registerCompare } from "./compare.js";
import { registerConvert } from "./convert.js";
import { registerDraw } from "./draw.js";
import { registerExperiment } from "./experiment.js";
import { registerField } from "./field.js";
import { registerFlow } from "./flow.js";
import { registerMap } from "./map.js";
import { registerPath } from "./path.js";
import { registerRoadmap } from "./roadmap.js";
import { registerRun } from "./run.js";
import { registerScenes } from "./scenes.js";
import { registerStudio } from "./studio.js";
import { registerStudy } from "./study.js";
import { registerSurface } from "./surface.js";
import { registerValidate } from "./validate.js";
import { registerWorker } from "./worker.js";

export const COMMANDS: readonly ((program: Command) => void)[] = [
  registerPath,
  registerMap,
  registerField,
  registerRoadmap,
  registerExperiment,
  registerFlow,
  registerSurface,
  registerRun,
  registerCompare,
  registerStudy,
  registerWorker,
  registerValidate,
  registerCheck,
  registerConvert,
  registerDraw,
  registerScenes,
  registerStudio,
  registerBench,
];
