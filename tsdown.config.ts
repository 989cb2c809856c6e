import { defineConfig } from "tsdown";

const folders = [
  "geometry",
  "numerics",
  "gpu",
  "world",
  "pathmap",
  "scenes",
  "io",
  "draw",
  "crowd",
  "report",
];

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
