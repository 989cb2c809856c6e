import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { longFunctions } from "./lengths.js";
import { filesBelow, ROOT } from "./repository.js";

const MOST_LINES_OF_A_FUNCTION = 80;
const MOST_LINES_OF_A_FILE = 500;

/** Functions that are longer, each with the reason that a reader is given. */
const LONG_FUNCTIONS: Readonly<Record<string, string>> = {
  "src/pathmap/kernels.ts: SIGHT": "a part of a program of the GPU as one text; its own functions are short",
  "kernels/potential.ts: applyPanel":
    "eight factors stay in registers across the loop; AssemblyScript can neither pass nor return as many at once",
};

/** Files that are longer, with the reason. */
const LONG_FILES: Readonly<Record<string, string>> = {
  "src/crowd/crowd.ts": "the whole of a crowd's public face, whose work is done in other files",
  "src/world/scene-compiled.ts": "written by scripts/build-schema.js, and grows with the scene file",
  "src/world/scene-schema.ts": "the one place that knows every key of a scene file, and grows with it",
};

const files = ["src", "cli", "bench", "experiments", "validation", "kernels"].flatMap((folder) =>
  filesBelow(folder, /(?<!\.d|\.test|\.contract)\.ts$/),
);
const textOf = (file: string): string => readFileSync(join(ROOT, file), "utf8");

test(`no function has more than ${MOST_LINES_OF_A_FUNCTION} lines without a reason, and no reason is left over`, () => {
  expect(files.length).toBeGreaterThan(200);
  const long = files.flatMap((file) => longFunctions(file, textOf(file), MOST_LINES_OF_A_FUNCTION));
  expect(long.map(({ name }) => name).sort()).toEqual(Object.keys(LONG_FUNCTIONS).sort());
});

test(`no file has more than ${MOST_LINES_OF_A_FILE} lines without a reason, and no reason is left over`, () => {
  const long = files.filter((file) => textOf(file).trimEnd().split("\n").length > MOST_LINES_OF_A_FILE);
  expect(long).toEqual(Object.keys(LONG_FILES));
});

test("functions of every kind are found, with their names", () => {
  const body = "{\n  a();\n  b();\n}";
  const text = [
    `function plain() ${body}`,
    `const arrow = () => ${body};`,
    `class Box { constructor() ${body} method() ${body} get size() ${body} }`,
    `const table = { entry() ${body}, other: function () ${body} };`,
    `call(() => ${body});`,
    "function short() { return 1; }",
  ].join("\n");
  expect(longFunctions("x.ts", text, 3)).toEqual([
    { name: "x.ts: plain", lines: 4 },
    { name: "x.ts: arrow", lines: 4 },
    { name: "x.ts: Box.constructor", lines: 4 },
    { name: "x.ts: Box.method", lines: 4 },
    { name: "x.ts: Box.size", lines: 4 },
    { name: "x.ts: table.entry", lines: 4 },
    { name: "x.ts: table.other", lines: 4 },
    { name: "x.ts: a function without a name", lines: 4 },
  ]);
});
