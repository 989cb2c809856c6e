/** `wayfield scenes`: the built-in scenes. */
import type { Command } from "commander";
import { BUILTIN_BUILDINGS, BUILTIN_SCENES } from "../../src/scenes/index.js";
import { printJson } from "../files.js";

function listScenes(options: { json?: boolean }): void {
  if (options.json) {
    printJson({ scenes: BUILTIN_SCENES, buildings: BUILTIN_BUILDINGS });
    return;
  }
  const all = [...BUILTIN_SCENES, ...BUILTIN_BUILDINGS];
  const width = all.reduce((most, { name }) => Math.max(most, name.length), 0);
  for (const { name, description } of all) {
    process.stdout.write(`${name.padEnd(width)}  ${description}\n`);
  }
}

/** Registers the command. */
export function registerScenes(program: Command): void {
  program
    .command("scenes")
    .description("list the built-in scenes and buildings")
    .option("--json", "print the list as JSON")
    .action(listScenes);
}
