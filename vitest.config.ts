import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{src,experiments,cli,test,bench}/**/*.test.ts"],
    reporters: ["default", "./test/count-reporter.ts"],
    // One worker per core: the default leaves one idle, half of a machine with two.
    maxWorkers: "100%",
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
