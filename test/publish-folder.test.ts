/** A build takes the place of the last one without a moment at which a program could not load it. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { publishFolder } from "../scripts/publish-folder.js";

const root = mkdtempSync(join(tmpdir(), "wayfield-publish-"));
afterAll(() => rmSync(root, { recursive: true }));

function write(folder: string, files: Record<string, string>): string {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** Imports of the entries in a folder that lead nowhere. */
function missing(folder: string): string[] {
  return ["index.js", "cli/main.js"].flatMap((entry) => {
    const file = join(folder, entry);
    if (!existsSync(file)) return [entry];
    const names = [...readFileSync(file, "utf8").matchAll(/"(\..*?)"/g)].map(([, name]) => name);
    return names.filter((name) => !existsSync(join(dirname(file), name)));
  });
}

const build = (hash: string): Record<string, string> => ({
  "index.js": `import "./chunk-${hash}.js"; import "./same.js";`,
  "cli/main.js": `import "../chunk-${hash}.js";`,
  [`chunk-${hash}.js`]: `// ${hash}`,
  "same.js": "// as ever",
});

test("after every single move and removal all imports lead somewhere; in the end the new build stands alone", () => {
  const to = write(join(root, "dist"), build("old"));
  const from = write(join(root, "fresh"), { ...build("new"), "extra/index.js": "" });
  const since = Date.now() + 60_000;
  const unchanged = statSync(join(to, "same.js")).ino;
  const steps: string[][] = [];
  publishFolder(from, to, {
    since,
    move(source, target) {
      renameSync(source, target);
      steps.push(missing(to));
    },
    remove(file) {
      rmSync(file);
      steps.push(missing(to));
    },
  });
  expect(steps).toEqual(steps.map(() => []));
  // Two entries and two new files come, one old chunk goes; what is the same is not touched.
  expect(steps).toHaveLength(5);
  expect(statSync(join(to, "same.js")).ino).toBe(unchanged);
  expect(readdirSync(to).sort()).toEqual(["chunk-new.js", "cli", "extra", "index.js", "same.js"]);
  expect(readFileSync(join(to, "index.js"), "utf8")).toContain("chunk-new.js");
});

test("the files of another build that runs at the same time stay", () => {
  const to = write(join(root, "shared"), { "chunk-old.js": "", "chunk-other.js": "" });
  const since = Date.now() - 10_000;
  const before = new Date(since - 10_000);
  utimesSync(join(to, "chunk-old.js"), before, before);
  publishFolder(write(join(root, "mine"), { "index.js": "" }), to, { since });
  expect(readdirSync(to).sort()).toEqual(["chunk-other.js", "index.js"]);
});

test("a first build comes at one stroke", () => {
  const to = join(root, "none", "dist");
  let moves = 0;
  publishFolder(write(join(root, "first"), build("a")), to, {
    since: Date.now(),
    move(source, target) {
      moves++;
      renameSync(source, target);
    },
  });
  expect([moves, missing(to)]).toEqual([1, []]);
});
