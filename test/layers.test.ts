import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bundleOf, importCycles, importsOf, layerProblems, type Sources } from "./imports.js";
import { drawLayers, LAYERS, ONLOOKERS } from "./layers.js";
import { filesBelow, ROOT } from "./repository.js";

function readSources(): Sources {
  const folders = ["src", "experiments", "validation", "cli", "bench", "studio", "examples"].filter((name) =>
    existsSync(join(ROOT, name)),
  );
  const files = folders.flatMap((folder) => filesBelow(folder, /(?<!\.d)\.tsx?$/));
  return new Map(files.map((file) => [file, readFileSync(join(ROOT, file), "utf8")]));
}

const problemsOf = (files: Record<string, string>): string[] =>
  layerProblems(new Map(Object.entries(files)), LAYERS, ONLOOKERS);

describe("this repository", () => {
  const sources = readSources();

  test("keeps its layers", () => {
    expect(sources.size).toBeGreaterThan(10);
    expect(layerProblems(sources, LAYERS, ONLOOKERS)).toEqual([]);
  });

  test("lets a crowd in a world be had without any planner", () => {
    const bundle = bundleOf(sources, ["src/crowd/index.ts", "src/crowd/internal.ts", "src/world/index.ts"]);
    const folders = new Set([...bundle].map((file) => file.split("/").slice(1, -1)[0] ?? file));
    expect(folders).toContain("crowd");
    for (const planner of ["pathmap", "flow", "potential", "roadmap", "surface"]) {
      expect(folders).not.toContain(planner);
    }
    expect(bundleOf(sources, ["src/simulation/index.ts"])).toContain("src/pathmap/pathmap.ts");
  });

  test("has no import cycles, types included", () => {
    expect(importCycles(sources)).toEqual([]);
  });

  test("shows the layers in docs/architecture.md as they are", () => {
    const text = readFileSync(join(ROOT, "docs", "architecture.md"), "utf8");
    expect(text).toContain(drawLayers());
    const members = new Set(LAYERS.flatMap((layer) => layer.members));
    for (const name of readdirSync(join(ROOT, "src"))) {
      if (/^index\.ts$|\.(test|contract)\.ts$/.test(name)) continue;
      expect(members).toContain(name.replace(/\.ts$/, ""));
    }
  });
});

describe("the checker finds", () => {
  const geometry = { "src/geometry/index.ts": "", "src/geometry/mesh.ts": "" };
  const planners = { "src/flow/index.ts": "", "src/pathmap/index.ts": "" };

  test.each([
    [
      "an import upward",
      { ...planners, "src/geometry/a.ts": 'import { x } from "../flow/index.js";' },
      "upward",
    ],
    [
      "a type-only import upward",
      { ...planners, "src/world/a.ts": 'import type { X } from "../flow/index.js";' },
      "upward",
    ],
    [
      "an import type upward",
      { ...planners, "src/world/a.ts": 'let x: import("../flow/index.js").X;' },
      "upward",
    ],
    [
      "a planner that imports a planner",
      { ...planners, "src/pathmap/a.ts": 'export * from "../flow/index.js";' },
      "sideways",
    ],
    [
      "a dynamic import sideways",
      { ...planners, "src/flow/a.ts": 'await import("../pathmap/index.js");' },
      "sideways",
    ],
    [
      "an import by the package's own name",
      { ...planners, "src/flow/a.ts": 'import "wayfield/pathmap";' },
      "sideways",
    ],
    ["an import of the root entry", { "src/index.ts": "", "src/io/a.ts": 'import "../index.js";' }, "upward"],
    [
      "an import around an index.ts",
      { ...geometry, "src/world/a.ts": 'import "../geometry/mesh.js";' },
      "bypasses",
    ],
    ["a Node module in src", { "src/io/a.ts": 'import { readFileSync } from "node:fs";' }, "browsers"],
    ["a folder without a layer", { "src/magic/index.ts": "" }, "no layer"],
    [
      "a library file that imports a test",
      { "src/io/a.test.ts": "", "src/io/b.ts": 'import "./a.test.js";' },
      "a test",
    ],
    [
      "an experiment that reaches into a folder",
      { ...geometry, "experiments/a.ts": 'import "../src/geometry/mesh.js";' },
      "bypasses",
    ],
    [
      "a command that reaches into the experiments",
      { "experiments/flow/a.ts": "", "cli/a.ts": 'import "../experiments/flow/a.js";' },
      "bypasses",
    ],
    [
      "a library file that imports an experiment",
      { "experiments/index.ts": "", "src/report/a.ts": 'import "../../experiments/index.js";' },
      "upward",
    ],
    [
      "a benchmark that imports an experiment",
      { "experiments/index.ts": "", "bench/a.ts": 'import "../experiments/index.js";' },
      "the command line alone",
    ],
    [
      "a benchmark that imports the command line",
      { "cli/main.ts": "", "bench/a.ts": 'import "../cli/main.js";' },
      "nobody imports",
    ],
  ])("%s", (_name, files, expected) => {
    expect(problemsOf(files)).toEqual([expect.stringContaining(expected)]);
  });

  test.each(['export * from "./a.js";', 'import type { A } from "./a.js";', 'let a: import("./a.js").A;'])(
    "a cycle, closed by %s",
    (back) => {
      const files = { "src/io/a.ts": 'import "./b.js";', "src/io/b.ts": back };
      expect(importCycles(new Map(Object.entries(files)))).toEqual([
        "src/io/a.ts -> src/io/b.ts -> src/io/a.ts",
      ]);
    },
  );

  test("nothing in what is right", () => {
    const files = {
      ...geometry,
      ...planners,
      "src/flow/a.ts": 'import "../geometry/index.js"; import "./index.js"; import zod from "zod";',
      "src/index.ts": 'export * from "./flow/index.js";',
      "cli/main.ts": 'import "node:fs"; import "../src/index.js"; import "../src/flow/index.js";',
      "experiments/index.ts": 'import "../src/index.js"; import "../src/geometry/index.js";',
      "cli/commands/a.ts": 'import "../../experiments/index.js";',
      "bench/a.ts": 'import "../src/flow/index.js";',
      "src/flow/a.test.ts": 'import "node:fs"; import "../pathmap/index.js";',
    };
    expect(problemsOf(files)).toEqual([]);
  });
});

test("imports are read with their lines", () => {
  const text = '// a comment\nimport type { A } from "./a.js";\nexport { b } from "./b.js";\n';
  expect(importsOf("x.ts", text)).toEqual([
    { specifier: "./a.js", line: 2, typeOnly: true },
    { specifier: "./b.js", line: 3, typeOnly: false },
  ]);
});
