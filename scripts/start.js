// `npm start`: the main job on a built-in scene, as far as it goes today: read it, check it, measure it, draw it into out/.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { World } from "../dist/index.js";
import { builtinScene } from "../dist/scenes/index.js";
import { diagnose } from "../dist/world/index.js";

const root = fileURLToPath(new URL("../", import.meta.url));
const name = "evacuation";
const files = [`out/${name}.svg`, `out/${name}.png`];

const world = new World(builtinScene(name));
const { scene, space } = world;
const findings = diagnose(scene);
const people = (scene.spawns ?? []).reduce((sum, { count }) => sum + count, 0);
const parts = space.componentAreas.length;

execFileSync(process.execPath, ["dist/cli/main.js", "draw", name, "--svg", files[0], "--png", files[1]], {
  cwd: root,
  stdio: ["ignore", "ignore", "inherit"],
});
process.stdout.write(
  `${scene.name}
  free       ${world.area.toFixed(0)} m², in ${parts === 1 ? "one part" : `${parts} parts`}, ${space.freeFaces} triangles
  obstacles  ${world.obstacles.length}
  goals      ${world.goalNames.join(", ")}
  people     ${people}
  findings   ${findings.length === 0 ? "none" : findings.length}
  pictures   ${files.map((file) => root + file).join("\n             ")}

Next:
  npx wayfield scenes                          the built-in scenes
  npx wayfield check office                    what is odd about a plan
  npx wayfield draw office --png out/office.png
  npx wayfield convert office out/office.dxf
  README.md                                    the library, in ten lines
`,
);
