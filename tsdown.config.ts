import { defineConfig, type UserConfig } from "tsdown";
import manifest from "./package.json" with { type: "json" };

// Every folder that the package exports: "./geometry": "./dist/geometry/index.js" and so on.
const folders = Object.values(manifest.exports).flatMap(
  (file) => /^\.\/dist\/(\w+)\/index\.js$/.exec(file)?.[1] ?? [],
);

const shared: UserConfig = {
  platform: "neutral",
  target: "es2022",
  dts: true,
  fixedExtension: false,
  deps: { neverBundle: [/^node:/] },
  logLevel: "warn",
};

export default defineConfig([
  // One build for all entries, so that the command line and the subpath exports share their code.
  {
    ...shared,
    entry: {
      index: "src/index.ts",
      ...Object.fromEntries(folders.map((name) => [`${name}/index`, `src/${name}/index.ts`])),
      "cli/main": "cli/main.ts",
      "cli/study-worker": "cli/study-worker.ts",
      "cli/queue-processor": "cli/queue-processor.ts",
    },
    // One folder deep, as the other files are: code finds the worker of crowds by an address relative to its own file.
    outputOptions: { chunkFileNames: "chunks/[name]-[hash].js" },
  },
  // One file without imports, which can be copied to where a page wants it.
  { ...shared, entry: { "crowd/worker": "src/crowd/worker.ts" } },
]);
