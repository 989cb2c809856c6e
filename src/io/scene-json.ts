/** Scene files: JSON text to a validated scene and back. */
import { InputError } from "../errors.js";
import { type AnyScene, parseAnyScene, parseScene } from "../world/index.js";
import type { Format, Imported } from "./format.js";
import { jsonFault } from "./json-fault.js";
import { placeIn } from "./text.js";

/** Scenes need less than 10 levels; far deeper nesting would exhaust the stack of whatever walks it. */
const DEEPEST = 100;

/** Where brackets nest deeper than allowed, outside strings; -1 when nowhere. */
function tooDeep(text: string): number {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 0x5c) i++;
      else if (c === 0x22) inString = false;
    } else if (c === 0x22) inString = true;
    else if (c === 0x5b || c === 0x7b) {
      if (++depth > DEEPEST) return i;
    } else if (c === 0x5d || c === 0x7d) depth--;
  }
  return -1;
}

/** Parses JSON; a fault is one line that says where, and names NaN and Infinity when they are the cause. */
export function parseJson(source: string): unknown {
  // Some editors put a byte order mark in front.
  const text = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source;
  const deep = tooDeep(text);
  if (deep >= 0) {
    throw new InputError(`nested too deeply; at most ${DEEPEST} levels are allowed`, placeIn(text, deep));
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = (error as Error).message;
    if (text.trim() === "") throw new InputError("the file is empty; a JSON document is expected");
    const fault = jsonFault(text);
    const where = fault >= 0 ? placeIn(text, fault) : "";
    const literal = /^-?(NaN|Infinity)\b/.exec(text.slice(Math.max(fault, 0), fault + 10));
    if (literal)
      throw new InputError(`${literal[1]} is not a number in JSON; finite numbers are allowed`, where);
    throw new InputError(
      `not valid JSON (${message.split("\n")[0].replace(/ in JSON at position.*$/, "")})`,
      where,
    );
  }
}

/** A scene as readable JSON: one line per obstacle, goal and spawn. */
export function formatScene(scene: AnyScene): string {
  const parts = Object.entries(scene).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${formatValue(value)}`,
  );
  return `{\n${parts.join(",\n")}\n}\n`;
}

function formatValue(value: unknown): string {
  if (Array.isArray(value) && value.some((item) => typeof item === "object" && !Array.isArray(item))) {
    return `[\n${value.map((item) => `    ${JSON.stringify(item)}`).join(",\n")}\n  ]`;
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    const lines = Object.entries(value).map(
      ([key, item]) => `    ${JSON.stringify(key)}: ${JSON.stringify(item)}`,
    );
    return lines.length > 0 ? `{\n${lines.join(",\n")}\n  }` : "{}";
  }
  return JSON.stringify(value);
}

/** Wayfield's own scene file. */
export const sceneFormat: Format = {
  id: "scene",
  title: "Wayfield scene",
  extensions: [".json"],
  read: (text): Imported => ({ scene: parseScene(parseJson(text)), notes: [] }),
  write: (scene) => ({ text: formatScene(scene), notes: [] }),
  readAny: (text) => ({ scene: parseAnyScene(parseJson(text)), notes: [] }),
  writeBuilding: (scene) => ({ text: formatScene(scene), notes: [] }),
};
