/**
 * The registry of file formats: one entry per format, found by a file's ending.
 *
 * Every format turns text into a scene, a scene into text, or both; none touches the disk, so all of them run
 * in browsers.
 */
import { InputError } from "../errors.js";
import type { Scene } from "../world/index.js";
import { dxfFormat } from "./dxf.js";
import { geoJsonFormat } from "./geojson.js";
import { movingAiFormat } from "./movingai.js";
import { polyanyaFormat } from "./polyanya.js";
import { sceneFormat } from "./scene-json.js";
import { svgFormat } from "./svg.js";
import { wktFormat } from "./wkt.js";

/** A scene read from a foreign file, with what had to be decided on the way. */
export interface Imported {
  readonly scene: Scene;
  /** One line per decision a user should know of, such as "3 open polylines became walls". */
  readonly notes: readonly string[];
}

/** A scene as text, with what the format could not hold. */
export interface Written {
  readonly text: string;
  /** One line per part of the scene that was left out or changed. */
  readonly notes: readonly string[];
}

/** One file format. */
export interface Format {
  /** The field's short name, such as `wkt`. */
  readonly id: string;
  readonly title: string;
  /** Endings with the dot, lower case; the first is the one written. */
  readonly extensions: readonly string[];
  /** Absent where a format is only written. */
  read?(text: string): Imported;
  /** Absent where a format is only read. */
  write?(scene: Scene): Written;
}

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
