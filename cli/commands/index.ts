/** All commands, in the order in which `--help` lists them. */
import type { Command } from "commander";
import { bench } from "./bench.js";

export const COMMANDS: readonly ((program: Command) => void)[] = [bench];
