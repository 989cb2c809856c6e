/** All commands, in the order in which `--help` lists them. */
import type { Command } from "commander";
import { registerConvert } from "./convert.js";

export const COMMANDS: readonly ((program: Command) => void)[] = [registerConvert];
