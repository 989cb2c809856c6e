/** The drawn flow scenes, read from their files: planners' tests must not import the scenes folder above them. */
import { readFileSync } from "node:fs";
import { parseScene, type Scene } from "../../src/world/index.js";

/** A scene of `scenes/` by name. */
export function figure(name: string): Scene {
  const file = new URL(`../../scenes/${name}.json`, import.meta.url);
  return parseScene(JSON.parse(readFileSync(file, "utf8")));
}
