import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const library = fileURLToPath(new URL("../src", import.meta.url));

/** Writes the service worker with the list of the files that it keeps, so that the studio opens without a network. */
function offline(): Plugin {
  return {
    name: "wayfield-offline",
    apply: "build",
    generateBundle(_, bundle) {
      const files = ["./", ...Object.keys(bundle).map((name) => `./${name}`)];
      const source = readFileSync(new URL("src/offline.js", import.meta.url), "utf8");
      this.emitFile({
        type: "asset",
        fileName: "offline.js",
        source: source.replace("const FILES = [];", `const FILES = ${JSON.stringify(files)};`),
      });
    },
  };
}

// The studio runs on the library's source, so that a change there shows at once.
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "./",
  plugins: [offline()],
  resolve: {
    alias: [
      { find: /^wayfield$/, replacement: `${library}/index.ts` },
      { find: /^wayfield\/(.+)$/, replacement: `${library}/$1/index.ts` },
    ],
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  worker: { format: "es" },
  // Surfaces bring three.js, and workers the whole library; both come when asked for.
  build: { target: "es2022", chunkSizeWarningLimit: 1000 },
});
