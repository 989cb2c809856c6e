// Bundles bench/run.ts, since Node 20 cannot run TypeScript, and runs it with the same arguments.
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "tsdown";

const root = fileURLToPath(new URL("../", import.meta.url));

await build({
  config: false,
  cwd: root,
  entry: { run: "bench/run.ts" },
  outDir: "bench/.build",
  platform: "node",
  target: "node20",
  format: "esm",
  dts: false,
  clean: false,
  fixedExtension: false,
  // Peers are measured as users get them: the files of their own packages.
  deps: { neverBundle: [/^[^./]/] },
  logLevel: "error",
});
await import(pathToFileURL(`${root}bench/.build/run.js`).href);
