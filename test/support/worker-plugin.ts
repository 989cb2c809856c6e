/**
 * Crowds with several threads, tested from source: Node 20 cannot run TypeScript in a worker, so the worker's module is bundled
 * from `src` as the build does it, and `src/crowd/threads.ts` is told where.
 */
import { renameSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "tsdown";
import type { Plugin } from "vite";
import { ROOT } from "../repository.js";

const FOLDER = join(ROOT, "node_modules/.cache/wayfield");

/** Bundles the worker's module from source; returns the file. */
async function bundleWorker(): Promise<string> {
  const name = `worker-${process.pid}`;
  await build({
    config: false,
    cwd: ROOT,
    entry: { [name]: "src/crowd/worker.ts" },
    outDir: FOLDER,
    platform: "neutral",
    target: "es2022",
    format: "esm",
    dts: false,
    clean: false,
    fixedExtension: false,
    logLevel: "error",
  });
  // Whole at once, for runs beside this one.
  const file = join(FOLDER, "worker.js");
  renameSync(join(FOLDER, `${name}.js`), file);
  return file;
}

/** Puts the bundle's address in the place of the worker's. */
export function workerFromSource(): Plugin {
  return {
    name: "wayfield-worker-from-source",
    async transform(code, id) {
      if (!id.endsWith("/src/crowd/threads.ts")) return null;
      const address = 'const FILE = "../crowd/worker.js";';
      if (!code.includes(address))
        throw new Error(`${id}: the worker's address is not where this plugin looks for it`);
      const { href } = pathToFileURL(await bundleWorker());
      return { code: code.replace(address, `const FILE = ${JSON.stringify(href)};`), map: null };
    },
  };
}
