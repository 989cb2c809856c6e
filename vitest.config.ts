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

export default defineConfig({
  plugins: [workerFromSource()],
  test: {
    reporters: ["default", "./test/count-reporter.ts"],
    // One worker per core: the default leaves one idle, half of a machine with two.
    maxWorkers: "100%",
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: "all",
          include: ["{src,experiments,validation,cli,test,bench}/**/*.test.ts"],
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
