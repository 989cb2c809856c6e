// Bundles the fuzz of the planners, since Node 20 cannot run TypeScript, and runs it with the same arguments.
import { rmSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "tsdown";

const root = fileURLToPath(new URL("../", import.meta.url));
// A folder per process: two runs at once must not overwrite each other's bundle.
const outDir = `${root}bench/.build/fuzz-${process.pid}`;
process.on("exit", () => rmSync(outDir, { recursive: true, force: true }));

await build({
  config: false,
  cwd: root,
  entry: { fuzz: "test/path-fuzz.ts" },
  outDir,
  platform: "node",
  target: "node20",
  format: "esm",
  dts: false,
  clean: false,
  fixedExtension: false,
  deps: { neverBundle: [/^[^./]/] },
  logLevel: "error",
});
await import(pathToFileURL(`${outDir}/fuzz.js`).href);
