// `npm start`: the main job on a built-in scene, as far as it goes today: read it, check it, plan the ways
// to its exit, draw both into out/.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { PathMap, World } from "../dist/index.js";
import { builtinScene } from "../dist/scenes/index.js";
import { diagnose } from "../dist/world/index.js";

const root = fileURLToPath(new URL("../", import.meta.url));
const name = "evacuation";
const goal = "exit";
const files = [`out/${name}.png`, `out/${name}-map.png`];

const world = new World(builtinScene(name));
const { scene, space } = world;
const findings = diagnose(scene);
const people = (scene.spawns ?? []).reduce((sum, { count }) => sum + count, 0);
const parts = space.componentAreas.length;

// People keep 0.25 m from the walls.
const raster = new PathMap(world, { goals: [goal], radius: 0.25 }).raster(400);

for (const args of [
  ["draw", name, "--png", files[0]],
  ["map", name, "--goal", goal, "--radius", "0.25", "--png", files[1]],
]) {
  execFileSync(process.execPath, ["dist/cli/main.js", ...args], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
}
process.stdout.write(
  `${scene.name}
  free       ${world.area.toFixed(0)} m², in ${parts === 1 ? "one part" : `${parts} parts`}, ${space.freeFaces} triangles
  obstacles  ${world.obstacles.length}
  goals      ${world.goalNames.join(", ")}
  people     ${people}
  findings   ${findings.length === 0 ? "none" : findings.length}
  way out    at most ${raster.maxDistance.toFixed(1)} m, from ${(100 * raster.reachable).toFixed(0)} % of where a person of radius 0.25 m fits
  pictures   ${files.map((file) => root + file).join("\n             ")}

Next:
  npx wayfield scenes                          the built-in scenes
  npx wayfield path office --goal stairs --from 3,3
  npx wayfield check office                    what is odd about a plan
  npx wayfield draw office --png out/office.png
  npx wayfield convert office out/office.dxf
  README.md                                    the library, in ten lines
`,
);
