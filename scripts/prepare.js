// What npm runs after `npm ci` and before packing: the build. npm runs it once more when npx is first called in a checkout, because npx
// links the checkout into its cache like any package; what stands is then as good as what a second build would make.
import { execSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const isNpx = process.env.npm_command === "exec";
if (!isNpx || !existsSync(command)) execSync("npm run build", { stdio: "inherit" });
