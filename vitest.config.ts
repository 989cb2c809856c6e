import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { workerFromSource } from "./test/support/worker-plugin.js";

/** The tests that run once more with tables that begin with a single row: see `src/growth.ts`. */
const SMALL_TABLES = [
  "src/geometry/triangulation/*.test.ts",
  "src/numerics/*.test.ts",
  "src/roadmap/diagram.test.ts",
  "src/roadmap/guide.test.ts",
  "src/surface/geodesic.test.ts",
  "src/crowd/{engine,crowd}.test.ts",
  "src/io/meshes.test.ts",
  "src/potential/solve.test.ts",
  "src/world/freespace.test.ts",
  "src/pathmap/{holes,pathmap,shortest,barriers,weighted,raster}.test.ts",
];

/** Files that were asked to try everything take hours, and are nobody's endless loop. */
const isLong = process.env.WAYFIELD_FAULTS !== undefined || process.env.WAYFIELD_FUZZ !== undefined;
const limits = { moduleMinutes: isLong ? 600 : 15, runMinutes: isLong ? 600 : 80 };

const library = fileURLToPath(new URL("src", import.meta.url));

export default defineConfig({
  plugins: [workerFromSource()],
  // The studio enters the library by its public names.
  resolve: {
    alias: [
      { find: /^wayfield$/, replacement: `${library}/index.ts` },
      { find: /^wayfield\/([a-z]+)$/, replacement: `${library}/$1/index.ts` },
    ],
  },
  test: {
    reporters: ["default", "./test/count-reporter.ts", ["./test/watchdog-reporter.ts", limits]],
    // One worker per core: the default leaves one idle, half of a machine with two.
    maxWorkers: "100%",
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: "all",
          include: ["{src,experiments,validation,cli,studio,test,bench}/**/*.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "small tables",
          include: SMALL_TABLES,
          setupFiles: ["./test/support/small-tables.ts"],
        },
      },
    ],
  },
});
