/** `wayfield roadmap SCENE`: the Voronoi roadmap of a plan. */
import { type Command, Option } from "commander";
import { roadmapPicture, SIZE_RANGE, THEMES, type ThemeName } from "../../src/draw/index.js";
import { edgesOf, Roadmap, roadmapGeoJson } from "../../src/roadmap/index.js";
import { loadScene, printJson, writeFile } from "../files.js";
import { metres, wholeNumber } from "../options.js";
import { svgToPng } from "../png.js";
import { worldOf } from "./path.js";

interface RoadmapCommandOptions {
  geojson?: string;
  svg?: string;
  png?: string;
  radius: number;
  size: number;
  theme: ThemeName;
  json?: boolean;
}

function roadmap(sceneName: string, options: RoadmapCommandOptions): void {
  const { geojson, svg, png, radius, size, theme, json } = options;
  const { scene, notes } = loadScene(sceneName);
  for (const note of notes) process.stderr.write(`${note}\n`);
  const world = worldOf(sceneName, scene);
  const started = performance.now();
  const map = new Roadmap(world);
  const buildMs = performance.now() - started;
  const files: string[] = [];
  if (geojson !== undefined) {
    writeFile(geojson, `${JSON.stringify(roadmapGeoJson(map))}\n`);
    files.push(geojson);
  }
  if (svg !== undefined || png !== undefined) {
    const document = roadmapPicture(scene, edgesOf(map), { radius, size, theme }).toSvg();
    if (svg !== undefined) writeFile(svg, document);
    if (png !== undefined) writeFile(png, svgToPng(document));
    files.push(...[svg, png].filter((file) => file !== undefined));
  }
  const { edges, vertices } = map.diagram;
  const facts = { sites: map.size, vertices, edges, buildMs };
  if (json) {
    printJson(facts);
    return;
  }
  const number = (n: number): string => n.toLocaleString("en-US");
  process.stdout.write(
    `${number(facts.sites)} sites, ${number(vertices)} vertices, ${number(edges)} edges; ` +
      `built in ${buildMs.toFixed(1)} ms${files.length > 0 ? `: ${files.join(", ")}` : ""}\n`,
  );
}

/** Registers the command. */
export function registerRoadmap(program: Command): void {
  const { least, greatest } = SIZE_RANGE;
  program
    .command("roadmap")
    .description("the Voronoi roadmap of a plan: the ways that keep farthest from all obstacles")
    .argument("<scene>", "a scene file or the name of a built-in scene")
    .option("--geojson <file>", "write the edges as GeoJSON, with length, least and greatest clearance")
    .option("--svg <file>", "write a picture")
    .option("--png <file>", "write a picture")
    .option("--radius <metres>", "draw edges that are too narrow for this radius faintly, >= 0", metres, 0)
    .option(
      "--size <pixels>",
      `longer side of the picture, ${least} to ${greatest}`,
      wholeNumber(least, greatest),
      1200,
    )
    .addOption(
      new Option("--theme <name>", "colours of the plan").choices(Object.keys(THEMES)).default("light"),
    )
    .option("--json", "print one JSON document")
    .action(roadmap);
}
