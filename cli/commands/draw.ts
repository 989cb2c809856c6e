/** `wayfield draw SCENE`: a picture of the plan. */
import { type Command, Option } from "commander";
import { SIZE_RANGE, scenePicture, THEMES, type ThemeName } from "../../src/draw/index.js";
import { InputError } from "../../src/index.js";
import { loadScene, printerBeside, printJson, writeFile } from "../files.js";
import { wholeNumber } from "../options.js";
import { svgToPng } from "../png.js";
import { addJson, addScene } from "../scene.js";

interface DrawCommandOptions {
  svg?: string;
  png?: string;
  size: number;
  theme: ThemeName;
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
  const document = picture.toSvg();
  const files: string[] = [];
  if (svg !== undefined) {
    writeFile(svg, document);
    files.push(svg);
  }
  if (png !== undefined) {
    writeFile(png, svgToPng(document));
    files.push(png);
  }
  const { width, height } = picture;
  if (json) printJson({ scene: scene.name ?? sceneName, width, height, files });
  else printerBeside(svg, png)(`${width} x ${height} px: ${files.join(", ")}\n`);
}

/** Registers the command. */
export function registerDraw(program: Command): void {
  const { least, greatest } = SIZE_RANGE;
  const command = program.command("draw").description("draw a scene as SVG or PNG");
  addScene(command)
    .option("--svg <file>", "write an SVG")
    .option("--png <file>", "write a PNG")
    .option("--size <pixels>", `longer side, ${least} to ${greatest}`, wholeNumber(least, greatest), 1200)
    .addOption(new Option("--theme <name>", "colours").choices(Object.keys(THEMES)).default("light"))
    .option("--title <text>", "title above the plan (default: the scene's name)")
    .option("--grid", "draw a grid of round metres");
  addJson(command).action(draw);
}
