import { defineConfig } from "tsdown";
import manifest from "./package.json" with { type: "json" };

// Every folder that the package exports: "./geometry": "./dist/geometry/index.js" and so on.
const folders = Object.values(manifest.exports).flatMap(
  (file) => /^\.\/dist\/(\w+)\/index\.js$/.exec(file)?.[1] ?? [],
);

// One build for all entries, so that the command line and the subpath exports share their code.
export default defineConfig({
  entry: {
    index: "src/index.ts",
    ...Object.fromEntries(folders.map((name) => [`${name}/index`, `src/${name}/index.ts`])),
    "cli/main": "cli/main.ts",
  },
  platform: "neutral",
  target: "es2022",
  dts: true,
  fixedExtension: false,
  deps: { neverBundle: [/^node:/] },
  logLevel: "warn",
});
