// `npm start`: the main job on a built-in scene, as far as it goes today: read it, measure it, draw it into out/.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { signedArea } from "../dist/geometry/index.js";
import { builtinScene } from "../dist/scenes/index.js";

const root = fileURLToPath(new URL("../", import.meta.url));
const name = "evacuation";
const files = [`out/${name}.svg`, `out/${name}.png`];
const scene = builtinScene(name);
const obstacles = scene.obstacles ?? [];
const ground = Math.abs(signedArea(scene.boundary));
const built = obstacles.reduce((sum, { polygon }) => sum + Math.abs(signedArea(polygon ?? [])), 0);
const people = (scene.spawns ?? []).reduce((sum, { count }) => sum + count, 0);

execFileSync(process.execPath, ["dist/cli/main.js", "draw", name, "--svg", files[0], "--png", files[1]], {
  cwd: root,
});
process.stdout.write(
  `${scene.name}\n` +
    `  ground     ${ground.toFixed(0)} m², ${(ground - built).toFixed(0)} m² of it free\n` +
    `  obstacles  ${obstacles.length}\n` +
    `  goals      ${Object.keys(scene.goals ?? {}).join(", ")}\n` +
    `  people     ${people}\n` +
    `  pictures   ${files.join(", ")}\n`,
);
