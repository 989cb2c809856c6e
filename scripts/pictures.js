// Draws the pictures of the documentation: docs/pictures/*.svg by docs/pictures/list.json, and the README's PNG.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { drawScene } from "../dist/draw/index.js";
import { builtinScene, EXPERIMENTS } from "../dist/scenes/index.js";

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
const fields = [
  [
    "evacuation",
    ["--goal", "exit", "--radius", "0.25", "--cell", "0.2", "--from", "2,12", "--from", "8,20"],
    "evacuation-field.png",
  ],
  [
    "park",
    [
      "--goal",
      "popcorn",
      "--cell",
      "0.5",
      "--epsilon",
      "0.1",
      "--vector",
      "1,0",
      "--from",
      "2,38",
      "--from",
      "44,78",
    ],
    "park-field.png",
  ],
];
for (const [scene, options, file] of fields) {
  const target = fileURLToPath(new URL(/** @type {string} */ (file), folder));
  execFileSync(process.execPath, [
    program,
    "field",
    /** @type {string} */ (scene),
    ...options,
    "--page",
    "440",
    "--png",
    target,
  ]);
}
for (const name of EXPERIMENTS) {
  const target = fileURLToPath(new URL(`experiment-${name}.png`, folder));
  const page = name === "park" ? "440" : "560";
  execFileSync(process.execPath, [program, "experiment", name, "--page", page, "--png", target]);
}
const pngs = maps.length + fields.length + EXPERIMENTS.length + 1;
process.stdout.write(`${list.length} SVG files and ${pngs} PNG files in docs/pictures\n`);
