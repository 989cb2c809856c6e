// Builds dist/ in a folder beside it and then puts it in place: other processes that use dist/ never find it empty or half-written.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "tsdown";
import { build as buildPage } from "vite";
import { publishFolder } from "./publish-folder.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const since = Date.now();
// A folder per process: two builds at once must not mix their files.
const fresh = join(root, `.dist-${process.pid}`);
process.on("exit", () => rmSync(fresh, { recursive: true, force: true }));

await build({ cwd: root, outDir: fresh, clean: false, logLevel: "warn" });
await buildPage({
  configFile: join(root, "studio/vite.config.ts"),
  logLevel: "warn",
  build: { outDir: join(fresh, "studio"), emptyOutDir: true },
});
publishFolder(fresh, join(root, "dist"), { since });
