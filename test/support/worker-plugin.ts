/**
 * Crowds with several threads, tested from source: Node 20 cannot run TypeScript in a worker, so the worker's module is bundled
 * from `src` as the build does it, and `src/crowd/thread.ts` is told where.
 */
import { renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "tsdown";
import type { Plugin } from "vite";
import { ROOT } from "../repository.js";
import { WORKER_FILE } from "./worker-file.js";

/** Bundles the worker's module from source. */
async function bundleWorker(): Promise<void> {
  const outDir = dirname(WORKER_FILE);
  const name = `worker-${process.pid}`;
  await build({
    config: false,
    cwd: ROOT,
    entry: { [name]: "src/crowd/worker.ts" },
    outDir,
    platform: "neutral",
    target: "es2022",
    format: "esm",
    dts: false,
    clean: false,
    fixedExtension: false,
    logLevel: "error",
  });
  // Whole at once, for runs beside this one.
  renameSync(join(outDir, `${name}.js`), WORKER_FILE);
}

/** Puts the bundle's address in the place of the worker's. */
export function workerFromSource(): Plugin {
  return {
    name: "wayfield-worker-from-source",
    async transform(code, id) {
      if (!id.endsWith("/src/crowd/thread.ts")) return null;
      const address = 'const FILE = "../crowd/worker.js";';
      if (!code.includes(address))
        throw new Error(`${id}: the worker's address is not where this plugin looks for it`);
      await bundleWorker();
      const { href } = pathToFileURL(WORKER_FILE);
      return { code: code.replace(address, `const FILE = ${JSON.stringify(href)};`), map: null };
    },
  };
}
