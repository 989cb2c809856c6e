/**
 * The registry of file formats: one entry per format, found by a file's ending.
 *
 * Every format turns text into a scene, a scene into text, or both; none touches the disk, so all of them run
 * in browsers.
 */
import { InputError } from "../errors.js";
import { dxfFormat } from "./dxf.js";
import type { Format } from "./format.js";
import { geoJsonFormat } from "./geojson.js";
import { movingAiFormat } from "./movingai.js";
import { polyanyaFormat } from "./polyanya.js";
import { sceneFormat } from "./scene-json.js";
import { svgFormat } from "./svg.js";
import { wktFormat } from "./wkt.js";

/** All formats, in the order in which help lists them. */
export const FORMATS: readonly Format[] = [
  sceneFormat,
  geoJsonFormat,
  wktFormat,
  dxfFormat,
  svgFormat,
  movingAiFormat,
  polyanyaFormat,
];

/** The format with a short name, such as `wkt`. */
export function formatNamed(id: string): Format {
  const format = FORMATS.find((candidate) => candidate.id === id.toLowerCase());
  if (format) return format;
  throw new InputError(`no format ${JSON.stringify(id)}; known: ${FORMATS.map((f) => f.id).join(", ")}`);
}

/** The format of a file by its ending. */
export function formatOf(fileName: string): Format {
  const lower = fileName.toLowerCase();
  for (const format of FORMATS) {
    if (format.extensions.some((extension) => lower.endsWith(extension))) return format;
  }
  const known = FORMATS.flatMap((format) => format.extensions).join(", ");
  throw new InputError(`the ending names no known format; known: ${known}`, fileName);
}
