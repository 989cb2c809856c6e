import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const library = fileURLToPath(new URL("../src", import.meta.url));

// The studio runs on the library's source, so that a change there shows at once.
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "./",
  resolve: {
    alias: [
      { find: /^wayfield$/, replacement: `${library}/index.ts` },
      { find: /^wayfield\/(.+)$/, replacement: `${library}/$1/index.ts` },
    ],
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  worker: { format: "es" },
  build: { target: "es2022" },
});
