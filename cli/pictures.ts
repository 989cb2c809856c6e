/** What commands that draw have in common: the options of a picture, and its files. */
import { type Command, Option } from "commander";
import { SIZE_RANGE, THEMES, type ThemeName } from "../src/draw/index.js";
import { writeFile } from "./files.js";
import { wholeNumber } from "./options.js";
import { svgToPng } from "./png.js";

/** Values of the options that `addPictureOptions` adds. */
export interface PictureOptions {
  theme: ThemeName;
  /** Longer side in pixels. */
  size: number;
  png?: string;
  svg?: string;
}

/**
 * Adds --theme, --size, --png and --svg.
 *
 * @param size what the size of the picture is called; another name where --size is that of a raster
 */
export function addPictureOptions(command: Command, size = "size"): Command {
  return command
    .addOption(
      new Option("--theme <name>", "colours of the picture").choices(Object.keys(THEMES)).default("light"),
    )
    .option(
      `--${size} <pixels>`,
      "longer side of the picture",
      wholeNumber(SIZE_RANGE.least, SIZE_RANGE.greatest),
      1200,
    )
    .option("--png <file>", "write a picture")
    .option("--svg <file>", "write a picture");
}

/** Writes the files that were asked for, and returns their names; `draw` is called only where there are any. */
export function writePicture(
  { png, svg }: Pick<PictureOptions, "png" | "svg">,
  draw: () => string,
): string[] {
  if (png === undefined && svg === undefined) return [];
  const document = draw();
  if (svg !== undefined) writeFile(svg, document);
  if (png !== undefined) writeFile(png, svgToPng(document));
  return [svg, png].filter((file) => file !== undefined);
}
