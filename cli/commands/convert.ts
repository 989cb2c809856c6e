/** `wayfield convert IN OUT`: a scene from one file format to another. */
import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { InputError } from "../../src/index.js";
import { FORMATS, type Format, formatNamed, formatOf, type Written } from "../../src/io/index.js";
import { isBuiltinBuilding, isBuiltinName } from "../../src/scenes/index.js";
import { type AnyScene, isBuilding, levelScene, type Scene, scaleScene } from "../../src/world/index.js";
import { loadAnyScene, printJson, writeFile } from "../files.js";
import { positive } from "../options.js";

interface ConvertOptions {
  readonly from?: string;
  readonly to?: string;
  readonly scale?: number;
  readonly level?: string;
  readonly json?: boolean;
}

/** The table of formats for the help text. */
function formatTable(): string {
  const rows = FORMATS.map((format) => {
    const ways = format.read && format.write ? "read, write" : format.read ? "read" : "write";
    return `  ${format.id.padEnd(9)}${format.extensions.join(" ").padEnd(10)}${ways.padEnd(13)}${format.title}`;
  });
  return `\nFormats:\n${rows.join("\n")}\n`;
}

/** The file behind a name, links followed; the name itself while there is no file. */
function realPath(name: string): string {
  try {
    return realpathSync(name);
  } catch {
    return resolve(name);
  }
}

/** One level of a building as a plan. */
function oneLevel(scene: AnyScene, level: string): Scene {
  if (isBuilding(scene)) return levelScene(scene, level);
  throw new InputError("the scene has one floor, and no levels", "--level");
}

/** The scene as text of a format; formats of plans hold no buildings. */
function written(scene: AnyScene, target: Format, output: string): Written {
  if (!isBuilding(scene)) return target.write!(scene);
  if (target.writeBuilding) return target.writeBuilding(scene);
  const known = scene.levels.map(({ name }) => name).join(", ");
  throw new InputError(`${target.title} files hold one floor; --level takes one of: ${known}`, output);
}

function convert(input: string, output: string, options: ConvertOptions): void {
  const builtin = options.from === undefined && (isBuiltinName(input) || isBuiltinBuilding(input));
  const source: Format | null = options.from ? formatNamed(options.from) : builtin ? null : formatOf(input);
  const target = options.to ? formatNamed(options.to) : formatOf(output);
  if (!target.write) throw new InputError(`${target.title} files can be read, not written`, output);
  if (!builtin && realPath(input) === realPath(output)) {
    throw new InputError("input and output are the same file; name another output", output);
  }
  const { scene: given, notes: readNotes } = loadAnyScene(input, source ?? undefined);
  const chosen = options.level === undefined ? given : oneLevel(given, options.level);
  const scene = options.scale === undefined ? chosen : scaleScene(chosen, options.scale);
  const { text, notes: writeNotes } = written(scene, target, output);
  writeFile(output, text);
  const notes = [...readNotes, ...writeNotes];
  for (const note of notes) process.stderr.write(`note: ${note}\n`);
  if (!options.json) return;
  printJson({
    input,
    output,
    from: source?.id ?? "builtin",
    to: target.id,
    ...(isBuilding(scene)
      ? { levels: scene.levels.length, connections: scene.connections?.length ?? 0 }
      : { boundary: scene.boundary.length, obstacles: scene.obstacles?.length ?? 0 }),
    goals: Object.keys(scene.goals ?? {}).length,
    notes,
  });
}

/** Adds the command. */
export function registerConvert(program: Command): void {
  program
    .command("convert")
    .description("convert a scene from one file format to another")
    .argument("<in>", "the file to read, or a built-in scene")
    .argument("<out>", "the file to write")
    .option("--from <format>", "read as this format, whatever the ending")
    .option("--to <format>", "write this format, whatever the ending")
    .option("--scale <factor>", "metres per unit of the drawing, > 0; 0.001 for millimetres", positive)
    .option("--level <name>", "of a building, this level alone, as a plan")
    .option("--json", "print what was converted, with counts of vertices and parts, as JSON")
    .addHelpText("after", formatTable())
    .action(convert);
}
