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
const maps = [
  ["evacuation", "exit", "distance", "800", "evacuation-map.png"],
  ["profiling-8", "corner", "regions", "600", "profiling-8-regions.png"],
];
for (const [scene, goal, colours, size, file] of maps) {
  const target = fileURLToPath(new URL(file, folder));
  const options = [
    "--goal",
    goal,
    "--backend",
    "cpu",
    "--colours",
    colours,
    "--size",
    size,
    "--page",
    "640",
    "--png",
    target,
  ];
  execFileSync(process.execPath, [program, "map", scene, ...options]);
}
const flows = [
  [[], "flow-1-map.png"],
  [["--radius", "0.25"], "flow-1-lanes.png"],
  [["--radius", "0.25", "--optimize"], "flow-1-taut.png"],
];
for (const [options, file] of flows) {
  const target = fileURLToPath(new URL(file, folder));
  execFileSync(process.execPath, [program, "flow", "flow-1", ...options, "--page", "680", "--png", target]);
}
process.stdout.write(
  `${list.length} SVG files and ${maps.length + flows.length + 1} PNG files in docs/pictures\n`,
);
