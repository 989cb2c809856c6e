// Bundles bench/run.ts, since Node 20 cannot run TypeScript, and runs it with the same arguments.
import { rmSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "tsdown";

const root = fileURLToPath(new URL("../", import.meta.url));
// A folder per process: two runs at once must not overwrite each other's bundle.
const outDir = `${root}bench/.build/${process.pid}`;
process.on("exit", () => rmSync(outDir, { recursive: true, force: true }));

await build({
  config: false,
  cwd: root,
  // The worker of crowds lies beside the code that starts it, as it does in `dist`.
  entry: { "bench/run": "bench/run.ts", "crowd/worker": "src/crowd/worker.ts" },
  outputOptions: { chunkFileNames: "chunks/[name]-[hash].js" },
  outDir,
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
await import(pathToFileURL(`${outDir}/bench/run.js`).href);
