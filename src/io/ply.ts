/** PLY (Turk 1994), as text and binary of either byte order. Of its elements, vertices and faces are taken. */
import { InputError } from "../errors.js";
import { fanFaces, type ImportedMesh, MeshBuilder } from "./mesh-builder.js";
import { counted, readNumber, shownText } from "./text.js";

type Scalar = "int8" | "uint8" | "int16" | "uint16" | "int32" | "uint32" | "float32" | "float64";

const TYPES: Readonly<Record<string, Scalar>> = {
  char: "int8",
  uchar: "uint8",
  short: "int16",
  ushort: "uint16",
  int: "int32",
  uint: "uint32",
  float: "float32",
  double: "float64",
  int8: "int8",
  uint8: "uint8",
  int16: "int16",
  uint16: "uint16",
  int32: "int32",
  uint32: "uint32",
  float32: "float32",
  float64: "float64",
};

const SIZES: Readonly<Record<Scalar, number>> = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  float64: 8,
};

interface Property {
  readonly name: string;
  readonly type: Scalar;
  /** For lists, the type of their length. */
  readonly count: Scalar | null;
}

interface Element {
  readonly name: string;
  readonly count: number;
  readonly properties: Property[];
}

interface Header {
  readonly format: "ascii" | "binary_little_endian" | "binary_big_endian";
  readonly elements: Element[];
  /** Where the data begins. */
  readonly end: number;
  readonly lines: number;
}

/** Values one after the other, from text or bytes. */
interface Source {
  take(type: Scalar): number;
}

/** Reads a mesh. Polygons are cut into triangles from their first corner. */
export function readPly(bytes: Uint8Array): ImportedMesh {
  const header = readHeader(bytes);
  const source = header.format === "ascii" ? textSource(bytes, header) : binarySource(bytes, header);
  const builder = new MeshBuilder();
  let polygons = 0;
  for (const element of header.elements) {
    // Each entry takes a byte at least, so a false count ends with the file and not with the memory.
    for (let i = 0; i < element.count; i++) {
      if (element.name === "vertex") readVertex(source, element, builder);
      else if (element.name === "face") polygons += readFace(source, element, builder);
      else for (const property of element.properties) readList(source, property);
    }
  }
  const notes =
    polygons > 0 ? [`${counted(polygons, "polygon")} cut into triangles from the first corner`] : [];
  return { mesh: builder.mesh(), notes };
}

function readVertex(source: Source, element: Element, builder: MeshBuilder): void {
  const p = { x: Number.NaN, y: Number.NaN, z: Number.NaN };
  for (const property of element.properties) {
    const [value] = readList(source, property);
    if (property.name === "x" || property.name === "y" || property.name === "z") p[property.name] = value;
  }
  builder.vertex(p.x, p.y, p.z);
}

/** 1 where the face had more than three corners. */
function readFace(source: Source, element: Element, builder: MeshBuilder): number {
  let corners: number[] = [];
  for (const property of element.properties) {
    const list = readList(source, property);
    if (property.name === "vertex_indices" || property.name === "vertex_index") corners = list;
  }
  fanFaces(builder, corners);
  return corners.length > 3 ? 1 : 0;
}

function readList(source: Source, { type, count }: Property): number[] {
  if (count === null) return [source.take(type)];
  const length = source.take(count);
  const list: number[] = [];
  for (let i = 0; i < length; i++) list.push(source.take(type));
  return list;
}

function readHeader(bytes: Uint8Array): Header {
  const elements: Element[] = [];
  let format: Header["format"] | null = null;
  let at = 0;
  for (let line = 1; ; line++) {
    let end = at;
    while (end < bytes.length && bytes[end] !== 10) end++;
    if (end === bytes.length || line > 1000) throw new InputError('"end_header" is missing', `line ${line}`);
    const words = new TextDecoder().decode(bytes.subarray(at, end)).trim().split(/\s+/);
    at = end + 1;
    if (line === 1) {
      if (words[0] !== "ply")
        throw new InputError(`"ply" is expected; given: ${shownText(words[0])}`, "line 1");
    } else if (words[0] === "format") format = formatNamed(words[1], line);
    else if (words[0] === "element")
      elements.push({ name: words[1], count: countOf(words[2], line), properties: [] });
    else if (words[0] === "property") addProperty(elements, words, line);
    else if (words[0] === "end_header") {
      if (!format) throw new InputError("the format is missing", `line ${line}`);
      return { format, elements, end: at, lines: line };
    }
  }
}

function formatNamed(name: string, line: number): Header["format"] {
  if (name === "ascii" || name === "binary_little_endian" || name === "binary_big_endian") return name;
  throw new InputError(
    `the format is ascii, binary_little_endian or binary_big_endian; given: ${shownText(name ?? "")}`,
    `line ${line}`,
  );
}

function countOf(word: string, line: number): number {
  if (/^\d{1,10}$/.test(word ?? "")) return Number(word);
  throw new InputError(`a number of entries is expected; given: ${shownText(word ?? "")}`, `line ${line}`);
}

function addProperty(elements: Element[], words: readonly string[], line: number): void {
  const list = words[1] === "list";
  const [count, type, name] = list ? [words[2], words[3], words[4]] : [null, words[1], words[2]];
  const known = TYPES[type] && (count === null || TYPES[count]);
  const element = elements[elements.length - 1];
  if (!known || !element || !name) {
    throw new InputError(`this property cannot be read: ${shownText(words.join(" "))}`, `line ${line}`);
  }
  element.properties.push({ name, type: TYPES[type], count: count === null ? null : TYPES[count] });
}

function textSource(bytes: Uint8Array, { end, lines }: Header): Source {
  const text = new TextDecoder().decode(bytes.subarray(end));
  const pattern = /\S+/g;
  return {
    take() {
      const match = pattern.exec(text);
      if (!match) throw new InputError(`the file ends where a number is expected`);
      // Lines are counted only for the error.
      const value = Number(match[0]);
      if (Number.isFinite(value)) return value;
      const line = lines + text.slice(0, match.index).split("\n").length;
      return readNumber(match[0], `line ${line}`);
    },
  };
}

function binarySource(bytes: Uint8Array, { format, end }: Header): Source {
  const view = new DataView(bytes.buffer, bytes.byteOffset + end, bytes.byteLength - end);
  const little = format === "binary_little_endian";
  let at = 0;
  return {
    take(type) {
      const from = at;
      at += SIZES[type];
      if (at > view.byteLength)
        throw new InputError(`the file ends after ${bytes.length} bytes, within its data`);
      switch (type) {
        case "int8":
          return view.getInt8(from);
        case "uint8":
          return view.getUint8(from);
        case "int16":
          return view.getInt16(from, little);
        case "uint16":
          return view.getUint16(from, little);
        case "int32":
          return view.getInt32(from, little);
        case "uint32":
          return view.getUint32(from, little);
        case "float32":
          return view.getFloat32(from, little);
        case "float64":
          return view.getFloat64(from, little);
      }
    },
  };
}
