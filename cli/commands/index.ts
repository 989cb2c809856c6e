/** All commands, in the order in which `--help` lists them. */
import type { Command } from "commander";
import { registerCheck } from "./check.js";

export const COMMANDS: readonly ((program: Command) => void)[] = [registerCheck];
