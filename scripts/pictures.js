// Draws the pictures of the documentation: docs/pictures/*.svg by docs/pictures/list.json, and the README's PNG.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { drawScene } from "../dist/draw/index.js";
import { builtinScene } from "../dist/scenes/index.js";

const folder = new URL("../docs/pictures/", import.meta.url);
const list = JSON.parse(readFileSync(new URL("list.json", folder), "utf8"));

for (const { file, scene, theme } of list) {
  writeFileSync(new URL(`${file}.svg`, folder), drawScene(builtinScene(scene), { size: 1000, theme }));
}
const program = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const png = fileURLToPath(new URL("office.png", folder));
execFileSync(process.execPath, [program, "draw", "office", "--size", "1600", "--png", png]);
process.stdout.write(`${list.length} SVG files and office.png in docs/pictures\n`);
