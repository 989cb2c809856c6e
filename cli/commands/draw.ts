/** `wayfield draw SCENE`: a picture of the plan. */
import type { Command } from "commander";
import { scenePicture } from "../../src/draw/index.js";
import { InputError } from "../../src/index.js";
import { loadScene, printerBeside, printJson } from "../files.js";
import { addPictureOptions, type PictureOptions, writePicture } from "../pictures.js";
import { addJson, addScene } from "../scene.js";

interface DrawCommandOptions extends PictureOptions {
  title?: string;
  grid?: boolean;
  json?: boolean;
}

function draw(sceneName: string, options: DrawCommandOptions): void {
  const { svg, png, size, theme, title, grid, json } = options;
  if (svg === undefined && png === undefined) {
    throw new InputError("draw: where to? give --svg FILE, --png FILE or both");
  }
  const { scene, notes } = loadScene(sceneName);
  for (const note of notes) process.stderr.write(`${note}\n`);
  const picture = scenePicture(scene, { size, theme, title, grid });
  const files = writePicture(options, () => picture.toSvg());
  const { width, height } = picture;
  if (json) printJson({ scene: scene.name ?? sceneName, width, height, files });
  else printerBeside(svg, png)(`${width} x ${height} px: ${files.join(", ")}\n`);
}

/** Registers the command. */
export function registerDraw(program: Command): void {
  const command = program.command("draw").description("draw a scene as SVG or PNG");
  addPictureOptions(addScene(command))
    .option("--title <text>", "title above the plan (default: the scene's name)")
    .option("--grid", "draw a grid of round metres");
  addJson(command).action(draw);
}
