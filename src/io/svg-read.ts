/**
 * SVG drawings to scenes. One user unit is one metre, and y is turned to point up.
 *
 * XML is read by saxes, which calls back per element: no entity that a DOCTYPE declares is ever expanded, and
 * depth costs no stack.
 */
import { SaxesParser, type SaxesTagPlain } from "saxes";
import { InputError } from "../errors.js";
import { type Point, samePoint } from "../geometry/index.js";
import {
  type Affine,
  apply,
  applyVector,
  compose,
  IDENTITY,
  rotation,
  scaling,
  translation,
} from "./affine.js";
import { CURVE_TOLERANCE, ellipseRing } from "./curves.js";
import { type Geometry, type Role, roleOf, type Shape } from "./drawing.js";
import type { Imported } from "./format.js";
import { parseJson } from "./scene-json.js";
import { sceneOf } from "./scene-of-drawing.js";
import { readPath } from "./svg-path.js";
import { checkCoordinate, counted, readNumber, shownText } from "./text.js";
import { evenOddAreas } from "./walkable.js";

type Attributes = Readonly<Record<string, string>>;

/** What a child inherits from its groups. */
interface Context {
  readonly map: Affine;
  readonly role: Role | null;
  readonly name: string;
  /** Inside definitions and hidden groups nothing is drawn. */
  readonly hidden: boolean;
}

/** Groups inside groups: deeper drawings are refused rather than believed. */
const GREATEST_DEPTH = 1000;

const CONTAINERS = new Set(["svg", "g", "a", "switch"]);
const NOT_DRAWN = new Set([
  "defs",
  "symbol",
  "clipPath",
  "mask",
  "pattern",
  "marker",
  "linearGradient",
  "radialGradient",
  "filter",
  "style",
  "script",
  "metadata",
  "title",
  "desc",
  "sodipodi:namedview",
]);
const TEXT_KEYS = ["name", "profile", "side"];
const NUMBER_KEYS = ["count", "rate", "start", "weight", "speed"];
const JSON_KEYS = ["goals", "schedule"];

function numbersIn(text: string, where: string): number[] {
  const words = text.trim().split(/[\s,]+/);
  return words[0] === "" ? [] : words.map((word) => readNumber(word, where));
}

/** A length in user units: a plain number or pixels. Other units would need a resolution, and are refused. */
function lengthOf(attributes: Attributes, key: string, where: string, otherwise = 0): number {
  const text = attributes[key]?.trim();
  if (text === undefined || text === "") return otherwise;
  return readNumber(text.replace(/px$/, ""), `${where}, ${key}`);
}

/** `translate(…) rotate(…)` and so on, composed. */
function transformOf(text: string, where: string): Affine {
  let map = IDENTITY;
  const pattern = /[\s,]*([A-Za-z]+)\s*\(([^()]*)\)\s*/y;
  let end = 0;
  while (end < text.length && text.slice(end).trim() !== "") {
    pattern.lastIndex = end;
    const match = pattern.exec(text);
    if (!match) throw new InputError(`a transform is expected; given: ${shownText(text.slice(end))}`, where);
    end = pattern.lastIndex;
    map = compose(map, oneTransform(match[1], numbersIn(match[2], where), where));
  }
  return map;
}

function oneTransform(name: string, n: readonly number[], where: string): Affine {
  const radians = ((n[0] ?? 0) * Math.PI) / 180;
  const is = (word: string, ...lengths: number[]): boolean => name === word && lengths.includes(n.length);
  if (is("matrix", 6)) return [n[0], n[1], n[2], n[3], n[4], n[5]];
  if (is("translate", 1, 2)) return translation(n[0], n[1] ?? 0);
  if (is("scale", 1, 2)) return scaling(n[0], n[1] ?? n[0]);
  if (is("rotate", 1)) return rotation(n[0]);
  if (is("rotate", 3)) {
    return compose(compose(translation(n[1], n[2]), rotation(n[0])), translation(-n[1], -n[2]));
  }
  if (is("skewX", 1)) return [1, 0, Math.tan(radians), 1, 0, 0];
  if (is("skewY", 1)) return [1, Math.tan(radians), 0, 1, 0, 0];
  throw new InputError(`no transform ${name} with ${counted(n.length, "number")}`, where);
}

/** The role by `data-role`, else by a class, else by the id, else by the layer's label. */
function roleIn(attributes: Attributes, where: string): { role: Role; name: string } | null {
  const given = attributes["data-role"];
  if (given !== undefined) {
    const known = roleOf(given);
    if (!known) throw new InputError(`unknown data-role; given: ${shownText(given)}`, where);
    return known;
  }
  const labels = [
    ...(attributes.class ?? "").split(/\s+/),
    attributes.id ?? "",
    attributes["inkscape:label"] ?? "",
  ];
  for (const label of labels) {
    const known = roleOf(label);
    if (known) return known;
  }
  return null;
}

function jsonIn(text: string, where: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw error instanceof InputError ? error.within(where) : error;
  }
}

/** `data-count="12"` and the like, each in its type. */
function propertiesIn(attributes: Attributes, where: string): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  for (const key of TEXT_KEYS) {
    const text = attributes[`data-${key}`];
    if (text !== undefined) properties[key] = text;
  }
  for (const key of NUMBER_KEYS) {
    const text = attributes[`data-${key}`];
    if (text !== undefined) properties[key] = readNumber(text.trim(), `${where}, data-${key}`);
  }
  for (const key of JSON_KEYS) {
    const text = attributes[`data-${key}`];
    if (text === undefined) continue;
    // `data-goals="north,south"` is what a person writes.
    const plain = key === "goals" && !text.trim().startsWith("[");
    properties[key] = plain
      ? text.split(",").map((name) => name.trim())
      : jsonIn(text, `${where}, data-${key}`);
  }
  const more = attributes["data-json"];
  if (more !== undefined) Object.assign(properties, jsonIn(more, `${where}, data-json`));
  return properties;
}

/** Builds shapes while saxes walks the document. */
class SvgReader {
  readonly shapes: Shape[] = [];
  readonly skipped = new Map<string, number>();
  readonly notes: string[] = [];
  settings: Record<string, unknown> = {};
  curves = 0;
  settingsText: string | null = null;
  private readonly stack: Context[] = [];

  open(tag: SaxesTagPlain, where: string): void {
    const { name, attributes } = tag;
    const parent = this.stack[this.stack.length - 1];
    if (!parent && name !== "svg") throw new InputError(`the root is <${name}>; <svg> is expected`, where);
    if (this.stack.length >= GREATEST_DEPTH) {
      throw new InputError(`elements nest deeper than ${GREATEST_DEPTH}`, where);
    }
    if (name === "metadata" && attributes["data-wayfield"] !== undefined) this.settingsText = "";
    const context = parent ? this.inner(parent, name, attributes, where) : this.root(attributes, where);
    this.stack.push(context);
    if (context.hidden || CONTAINERS.has(name)) return;
    this.draw(name, attributes, context, where);
  }

  text(text: string): void {
    if (this.settingsText !== null) this.settingsText += text;
  }

  close(name: string, where: string): void {
    this.stack.pop();
    if (name !== "metadata" || this.settingsText === null) return;
    const value = jsonIn(this.settingsText, `${where}, metadata`);
    if (typeof value !== "object" || value === null)
      throw new InputError("an object is expected", `${where}, metadata`);
    this.settings = { ...value };
    this.settingsText = null;
  }

  /**
   * The page: y turned up. In a drawing of our own, y only changes its sign, which is exact; in any other the
   * lower left corner of the page becomes the origin.
   */
  private root(attributes: Attributes, where: string): Context {
    const mirror = scaling(1, -1);
    const context = { role: null, name: "", hidden: false };
    if (attributes["data-wayfield"] !== undefined) return { ...context, map: mirror };
    const box = numbersIn(attributes.viewBox ?? "", `${where}, viewBox`);
    if (box.length !== 0 && box.length !== 4) throw new InputError("viewBox needs four numbers", where);
    if (box.length === 4) {
      this.notes.push("one unit of the viewBox is taken as one metre; its lower left corner is the origin");
      return { ...context, map: compose(translation(-box[0], box[1] + box[3]), mirror) };
    }
    this.notes.push("one unit is taken as one metre; y is turned to point up");
    const height = /^[\d.]+(px)?$/.test(attributes.height ?? "") ? lengthOf(attributes, "height", where) : 0;
    return { ...context, map: compose(translation(0, height), mirror) };
  }

  private inner(parent: Context, name: string, attributes: Attributes, where: string): Context {
    if (parent.hidden || NOT_DRAWN.has(name) || attributes.display === "none")
      return { ...parent, hidden: true };
    const known = roleIn(attributes, where);
    const local = transformOf(attributes.transform ?? "", `${where}, transform`);
    return {
      map: compose(parent.map, local),
      role: known?.role ?? parent.role,
      name: known ? known.name || (known.role === parent.role ? parent.name : "") : parent.name,
      hidden: false,
    };
  }

  private draw(name: string, attributes: Attributes, context: Context, where: string): void {
    const geometries = this.geometriesOf(name, attributes, context, where);
    if (geometries === null) {
      this.skipped.set(name, (this.skipped.get(name) ?? 0) + 1);
      return;
    }
    const own = propertiesIn(attributes, where);
    const properties = context.name === "" ? own : { name: context.name, ...own };
    for (const geometry of geometries) {
      for (const p of geometryPoints(geometry)) {
        checkCoordinate(p[0], where);
        checkCoordinate(p[1], where);
      }
      this.shapes.push({ role: context.role, geometry, properties, where });
    }
  }

  private geometriesOf(
    name: string,
    a: Attributes,
    { map, role }: Context,
    where: string,
  ): Geometry[] | null {
    const length = (key: string): number => lengthOf(a, key, where);
    const at = (x: number, y: number): Point => apply(map, [x, y]);
    switch (name) {
      case "rect": {
        const [x, y, w, h] = [length("x"), length("y"), length("width"), length("height")];
        if (w === 0 || h === 0) return [];
        return [areaOf([at(x, y), at(x + w, y), at(x + w, y + h), at(x, y + h)])];
      }
      case "circle":
      case "ellipse": {
        const centre: Point = [length("cx"), length("cy")];
        // A goal, a weight and whatever says so is the centre; the radius is only there to be seen.
        if (role === "goal" || role === "weight" || a["data-shape"] === "point") {
          return [{ kind: "point", point: apply(map, centre) }];
        }
        this.curves++;
        const [rx, ry] = name === "circle" ? [length("r"), length("r")] : [length("rx"), length("ry")];
        if (rx === 0 || ry === 0) return [];
        return [
          areaOf(ellipseRing(apply(map, centre), applyVector(map, [rx, 0]), applyVector(map, [0, ry]))),
        ];
      }
      case "line":
        return [{ kind: "line", points: [at(length("x1"), length("y1")), at(length("x2"), length("y2"))] }];
      case "polyline":
      case "polygon":
        return chain(numbersIn(a.points ?? "", `${where}, points`), name === "polygon", at, where);
      case "path":
        return this.path(a.d ?? "", map, where);
      default:
        return null;
    }
  }

  private path(data: string, map: Affine, where: string): Geometry[] {
    const { subpaths, curves } = readPath(data, map, `${where}, d`);
    this.curves += curves;
    const rings: Point[][] = [];
    const geometries: Geometry[] = [];
    for (const { points, closed } of subpaths) {
      const repeated = points.length > 1 && samePoint(points[0], points[points.length - 1]);
      const ring = repeated ? points.slice(0, -1) : points;
      if ((closed || repeated) && ring.length > 2) rings.push([...ring]);
      else if (points.length > 1) geometries.push({ kind: "line", points });
    }
    if (rings.length > 0) geometries.unshift({ kind: "area", areas: evenOddAreas(rings, this.notes) });
    return geometries;
  }
}

function areaOf(outer: Point[]): Geometry {
  return { kind: "area", areas: [{ outer, holes: [] }] };
}

function chain(
  n: readonly number[],
  closed: boolean,
  at: (x: number, y: number) => Point,
  where: string,
): Geometry[] {
  if (n.length % 2 !== 0) throw new InputError("points needs an even count of numbers", where);
  const points = Array.from({ length: n.length / 2 }, (_, i) => at(n[2 * i], n[2 * i + 1]));
  if (closed && points.length > 2) return [areaOf(points)];
  return points.length > 1 ? [{ kind: "line", points }] : [];
}

function geometryPoints(geometry: Geometry): readonly Point[] {
  if (geometry.kind === "point") return [geometry.point];
  if (geometry.kind === "line") return geometry.points;
  return geometry.areas.flatMap(({ outer, holes }) => [outer, ...holes].flat());
}

function walk(text: string, reader: SvgReader): void {
  const parser = new SaxesParser<{ position: true; xmlns: false }>({ position: true, xmlns: false });
  const place = (): string => `line ${parser.line}`;
  parser.on("error", (error) => {
    // Entities that a DOCTYPE declares stay as they are written: harmless, and common in drawings.
    if (/undefined entity/.test(error.message)) return;
    throw new InputError(`not valid XML (${error.message.replace(/^\d+:\d+: /, "")})`, place());
  });
  parser.on("opentag", (tag) => reader.open(tag, `${place()}, <${shownText(tag.name).slice(1, -1)}>`));
  parser.on("text", (value) => reader.text(value));
  parser.on("cdata", (value) => reader.text(value));
  parser.on("closetag", (tag) => reader.close(tag.name, place()));
  parser.write(text).close();
}

/** Reads an SVG drawing. */
export function readSvg(text: string): Imported {
  const reader = new SvgReader();
  walk(text, reader);
  const { notes } = reader;
  if (reader.curves > 0) {
    notes.push(`${counted(reader.curves, "curve")} replaced by straight pieces within ${CURVE_TOLERANCE} m`);
  }
  if (reader.skipped.size > 0) {
    notes.push(`not read: ${[...reader.skipped].map(([name, count]) => `${count} <${name}>`).join(", ")}`);
  }
  return { scene: sceneOf({ shapes: reader.shapes, settings: reader.settings }, "frame", notes), notes };
}
