/**
 * Scenes to DXF, release 12: the dialect that every program reads. One layer per role; what has no place in a
 * drawing (counts, weights, schedules, settings) travels as extended data of the application WAYFIELD.
 */
import { boxOf, type Point } from "../geometry/index.js";
import type { Scene } from "../world/index.js";
import { drawingOf, type Role, type Shape } from "./drawing.js";
import { APPLICATION } from "./dxf-read.js";
import type { Written } from "./format.js";
import { asciiJson, counted } from "./text.js";

const LAYERS: Readonly<Record<Role, { layer: string; color: number }>> = {
  boundary: { layer: "BOUNDARY", color: 7 },
  obstacle: { layer: "OBSTACLES", color: 8 },
  goal: { layer: "GOALS", color: 3 },
  source: { layer: "SOURCES", color: 5 },
  sink: { layer: "SINKS", color: 1 },
  barrier: { layer: "BARRIERS", color: 6 },
  weight: { layer: "WEIGHTS", color: 4 },
  spawn: { layer: "SPAWNS", color: 2 },
  ignore: { layer: "IGNORE", color: 9 },
};

/** A string of extended data holds 255 bytes, all of an entity 16 kB. */
const LONGEST_STRING = 250;
const MOST_DATA = 15000;

class DxfText {
  private readonly lines: string[] = [];

  /** Pairs of code and value, in turn. */
  add(...pairs: (string | number)[]): void {
    for (let i = 0; i < pairs.length; i += 2) this.lines.push(`${pairs[i]}`.padStart(3), `${pairs[i + 1]}`);
  }

  toString(): string {
    return `${this.lines.join("\r\n")}\r\n`;
  }
}

/** A caret has a meaning of its own in DXF. */
const dataOf = (value: unknown): string => asciiJson(value).replaceAll("^", "\\u005e");

/** The goal's name may be read off the layer too, as far as layer names allow. */
function layerOf({ role, properties }: Shape): string {
  const { layer } = LAYERS[role ?? "obstacle"];
  const name = role === "goal" ? String(properties.name) : "";
  return /^[A-Za-z0-9_$-]{1,40}$/.test(name) ? `${layer}-${name}` : layer;
}

function header(out: DxfText, scene: Scene, layers: Map<string, number>): void {
  const box = boxOf(scene.boundary);
  out.add(0, "SECTION", 2, "HEADER", 9, "$ACADVER", 1, "AC1009", 9, "$INSUNITS", 70, 6);
  out.add(9, "$EXTMIN", 10, box.minX, 20, box.minY, 30, 0, 9, "$EXTMAX", 10, box.maxX, 20, box.maxY, 30, 0);
  out.add(0, "ENDSEC", 0, "SECTION", 2, "TABLES", 0, "TABLE", 2, "LAYER", 70, layers.size);
  for (const [layer, color] of layers) out.add(0, "LAYER", 2, layer, 70, 0, 62, color, 6, "CONTINUOUS");
  out.add(
    0,
    "ENDTAB",
    0,
    "TABLE",
    2,
    "APPID",
    70,
    1,
    0,
    "APPID",
    2,
    APPLICATION,
    70,
    0,
    0,
    "ENDTAB",
    0,
    "ENDSEC",
  );
}

function extended(out: DxfText, data: string): void {
  if (data === "{}") return;
  out.add(1001, APPLICATION);
  for (let i = 0; i < data.length; i += LONGEST_STRING) out.add(1000, data.slice(i, i + LONGEST_STRING));
}

function entity(out: DxfText, { geometry }: Shape, layer: string, data: string): void {
  const at = (code: number, [x, y]: Point): void => out.add(code, x, code + 10, y, code + 20, 0);
  if (geometry.kind === "point") {
    out.add(0, "POINT", 8, layer);
    at(10, geometry.point);
    extended(out, data);
  } else if (geometry.kind === "line") {
    out.add(0, "LINE", 8, layer);
    at(10, geometry.points[0]);
    at(11, geometry.points[1]);
    extended(out, data);
  } else {
    out.add(0, "POLYLINE", 8, layer, 66, 1, 10, 0, 20, 0, 30, 0, 70, 1);
    extended(out, data);
    for (const point of geometry.areas[0].outer) {
      out.add(0, "VERTEX", 8, layer);
      at(10, point);
    }
    out.add(0, "SEQEND", 8, layer);
  }
}

/** Writes ASCII DXF in metres. */
export function writeDxf(scene: Scene): Written {
  const { shapes, settings } = drawingOf(scene);
  const layers = new Map<string, number>();
  for (const shape of shapes) layers.set(layerOf(shape), LAYERS[shape.role ?? "obstacle"].color);
  const out = new DxfText();
  header(out, scene, layers);
  out.add(0, "SECTION", 2, "ENTITIES");
  let dropped = 0;
  for (const shape of shapes) {
    const whole = shape.role === "boundary" && Object.keys(settings).length > 0 ? { settings } : {};
    let data = dataOf({ ...shape.properties, ...whole });
    if (data.length > MOST_DATA) {
      dropped++;
      data = dataOf(typeof shape.properties.name === "string" ? { name: shape.properties.name } : {});
    }
    entity(out, shape, layerOf(shape), data);
  }
  out.add(0, "ENDSEC", 0, "EOF");
  const notes =
    dropped > 0 ? [`left out: properties of ${counted(dropped, "shape")}, longer than 15 kB`] : [];
  return { text: out.toString(), notes };
}
