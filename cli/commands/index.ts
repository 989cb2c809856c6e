/** All commands, in the order in which `--help` lists them. */
import type { Command } from "commander";

export const COMMANDS: readonly ((program: Command) => void)[] = [];
