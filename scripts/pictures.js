// Draws the pictures of the documentation: docs/pictures/*.svg by list.json, *.png by the commands of commands.json.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { drawScene } from "../dist/draw/index.js";
import { builtinScene } from "../dist/scenes/index.js";

const folder = new URL("../docs/pictures/", import.meta.url);
/** @param {string} name */
const read = (name) => JSON.parse(readFileSync(new URL(name, folder), "utf8"));

const scenes = read("list.json");
for (const { file, scene, theme } of scenes) {
  writeFileSync(new URL(`${file}.svg`, folder), drawScene(builtinScene(scene), { size: 1000, theme }));
}
const program = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const commands = read("commands.json");
for (const { file, command } of commands) {
  const png = fileURLToPath(new URL(file, folder));
  execFileSync(process.execPath, [program, ...command, "--png", png], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}
process.stdout.write(`${scenes.length} SVG files and ${commands.length} PNG files in docs/pictures\n`);
