// `npm start`: the main job on a built-in scene: simulate an evacuation, show its progress, write its report into out/.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const out = `${root}out/two-storey-office`;

const { status } = spawnSync(
  process.execPath,
  ["dist/cli/main.js", "run", "two-storey-office", "--out", out],
  {
    cwd: root,
    stdio: "inherit",
  },
);
if (status === 0) {
  process.stdout.write(`
Open the report in a browser. Next:
  npx wayfield studio                          draw, plan and watch crowds in a browser
  npx wayfield scenes                          the built-in scenes
  npx wayfield run office --out out/office     another crowd
  npx wayfield path office --goal stairs --from 3,3
  npx wayfield check office                    what is odd about a plan
  npx wayfield draw office --png out/office.png
  README.md                                    the library, in ten lines
`);
}
process.exitCode = status ?? 1;
