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
const surfaces = [
  [
    "costa",
    "--goal",
    "v700",
    "--from",
    "v200",
    "--from",
    "v420",
    "--from",
    "v900",
    "--from",
    "v1050",
    "--view",
    "30,35",
  ],
  [
    "statue",
    "--goal",
    "0.42,-0.15,1.1",
    "--from=-0.8,-0.38,0",
    "--from",
    "0.2,0.48,0",
    "--block",
    "0.44,0,0.3/0.28",
  ],
  [
    "trap",
    "--goal",
    "4,25,0",
    "--from",
    "24,25,0",
    "--from",
    "33,31,0",
    "--from",
    "45,27,0",
    "--geodesic",
    "--isolines",
    "12",
    "--view",
    "0,90",
  ],
];
for (const [name, ...options] of surfaces) {
  const target = fileURLToPath(new URL(`surface-${name}.png`, folder));
  execFileSync(process.execPath, [program, "surface", name, ...options, "--page", "520", "--png", target]);
}
process.stdout.write(
  `${list.length} SVG files and ${maps.length + surfaces.length + 1} PNG files in docs/pictures\n`,
);
