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
const route = ["--size", "640", "--radius", "1", "--from", "134,130", "--to", "81,3"];
const roadmaps = [
  { scene: "office", file: "roadmap-office.png", options: ["--size", "900"] },
  { scene: "campus", file: "roadmap-campus.png", options: route },
  { scene: "campus", file: "roadmap-campus-triangles.png", options: [...route, "--channel", "triangles"] },
];
for (const { scene, file, options } of roadmaps) {
  const target = fileURLToPath(new URL(file, folder));
  execFileSync(process.execPath, [program, "roadmap", scene, ...options, "--png", target]);
}
process.stdout.write(
  `${list.length} SVG files and ${maps.length + roadmaps.length + 1} PNG files in docs/pictures\n`,
);
