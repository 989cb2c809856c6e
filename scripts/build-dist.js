// Builds dist/ in a folder beside it and then puts it in place: other processes that use dist/ never find it empty or half-written.
import { existsSync, lstatSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "tsdown";
import { publishFolder } from "./publish-folder.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const since = Date.now();
// A folder per process: two builds at once must not mix their files.
const fresh = join(root, `.dist-${process.pid}`);
process.on("exit", () => rmSync(fresh, { recursive: true, force: true }));

/**
 * `npx wayfield` in a checkout looks for node_modules/.bin/wayfield. npm links the commands of dependencies there, not the package's
 * own; without the link npx installs the checkout as a package, which builds it anew.
 */
function linkCommand() {
  const folder = join(root, "node_modules", ".bin");
  const link = join(folder, "wayfield");
  // On Windows a command is a script of npm's making, and npx goes its long way.
  if (process.platform === "win32" || !existsSync(folder)) return;
  if (lstatSync(link, { throwIfNoEntry: false })) return;
  symlinkSync(join("..", "..", "dist", "cli", "main.js"), link);
}

await build({ cwd: root, outDir: fresh, clean: false });
publishFolder(fresh, join(root, "dist"), { since });
linkCommand();
