/** `wayfield draw SCENE`: a picture of the plan. */
import { type Command, Option } from "commander";
import { type BuildingView, buildingPicture, scenePicture } from "../../src/draw/index.js";
import { InputError } from "../../src/index.js";
import { isBuilding, levelScene } from "../../src/world/index.js";
import { loadAnyScene, printerBeside, printJson } from "../files.js";
import { addPictureOptions, type PictureOptions, writePicture } from "../pictures.js";
import { addJson, addScene } from "../scene.js";

interface DrawCommandOptions extends PictureOptions {
  title?: string;
  grid?: boolean;
  view?: BuildingView;
  level?: string;
  json?: boolean;
}

function draw(sceneName: string, options: DrawCommandOptions): void {
  const { svg, png, size, theme, title, grid, view, level, json } = options;
  if (svg === undefined && png === undefined) {
    throw new InputError("draw: where to? give --svg FILE, --png FILE or both");
  }
  const { scene, notes } = loadAnyScene(sceneName);
  for (const note of notes) process.stderr.write(`${note}\n`);
  const page = { size, theme, title, grid };
  const given = view === undefined ? (level === undefined ? null : "--level") : "--view";
  if (!isBuilding(scene) && given) throw new InputError("the scene has one floor, and no levels", given);
  const picture = !isBuilding(scene)
    ? scenePicture(scene, page)
    : level === undefined
      ? buildingPicture(scene, { ...page, ...(view && { view }) })
      : scenePicture(levelScene(scene, level), page);
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
    .option("--grid", "draw a grid of round metres")
    .option("--level <name>", "of a building, this level alone")
    .addOption(
      new Option(
        "--view <view>",
        "of a building: levels side by side, as by default, or stacked, seen at a slant",
      ).choices(["side", "stacked"]),
    );
  addJson(command).action(draw);
}
