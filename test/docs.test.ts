/** The documentation is executed: what a reader can copy works, and what a reader can click exists. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseAnyScene } from "../src/world/index.js";
import { anchorsOf, blocksOf, brokenLinks, documents, linksOf } from "./markdown.js";
import { ROOT } from "./repository.js";
import { linesOf, runLine, treatmentOf, workFolder } from "./shell.js";
import { runSnippet, snippetsOf, typeErrors, withComparisons, writeSnippets } from "./snippets.js";

const TEXTS = new Map(documents().map((file) => [file, readFileSync(join(ROOT, file), "utf8")]));
const BLOCKS = [...TEXTS].flatMap(([file, text]) => blocksOf(file, text));
const ofLanguage = (...names: string[]) => BLOCKS.filter(({ language }) => names.includes(language));

describe("TypeScript in the documents", () => {
  const snippets = snippetsOf(ofLanguage("ts", "typescript"));
  const notRun = snippets.filter(({ run }) => !run).map(({ name }) => name);
  let errors = new Map<string, string[]>();

  beforeAll(() => {
    writeSnippets(snippets);
    errors = typeErrors(snippets);
  });

  test.each(snippets)("$name", (snippet) => {
    expect(errors.get(snippet.name)).toEqual([]);
    if (snippet.run) expect(runSnippet(snippet)).toBeNull();
  });

  test(`${snippets.length} snippets, ${notRun.length} of them only type-checked: ${notRun.join(", ") || "none"}`, () => {
    expect(notRun.length).toBeLessThanOrEqual(snippets.length);
  });
});

describe("commands in the documents", () => {
  const lines = ofLanguage("sh", "bash", "shell", "console").flatMap((block) =>
    linesOf(block).map((line) => ({ ...line, file: block.file, treatment: treatmentOf(line.command) })),
  );

  test("are all either run or known to set up", () => {
    expect(lines.filter(({ treatment }) => treatment === "unknown").map(({ name }) => name)).toEqual([]);
  });

  for (const file of TEXTS.keys()) {
    const own = lines.filter((line) => line.file === file && line.treatment === "run");
    if (own.length === 0) continue;
    describe(file, () => {
      let folder = "";
      beforeAll(() => {
        folder = workFolder();
      });
      afterAll(() => {
        rmSync(folder, { recursive: true });
      });
      test.each(own)("$name", (line) => {
        expect(runLine(line, folder)).toBeNull();
      });
    });
  }
});

describe("JSON in the documents", () => {
  test.each([...ofLanguage("json"), { file: "(this test)", line: 0, code: "{}" }])(
    "$file:$line",
    ({ code }) => {
      const data = JSON.parse(code);
      if (data.format === "wayfield-scene") parseAnyScene(data);
    },
  );
});

test.each([...TEXTS])("links of %s", (file, text) => {
  expect(brokenLinks(file, text)).toEqual([]);
});

describe("the checks themselves", () => {
  test("anchors are GitHub's", () => {
    const text = "# Exit codes: 0, 1, 2\n## `check`\n## A `b` [c](d.md)\n## `check`\n```sh\n# not one\n```\n";
    expect([...anchorsOf(text)]).toEqual(["exit-codes-0-1-2", "check", "a-b-c", "check-1"]);
  });

  test("broken links are found, links in code are not links", () => {
    const text = "[a](docs/none.md) `[b](none)` [c](#nowhere) ![d](none.png) [e](#here)\n# Here\n";
    expect(linksOf(text)).toHaveLength(4);
    expect(brokenLinks("README.md", text)).toHaveLength(3);
  });

  test("an arrow compares, and one that hangs in the air is an error", () => {
    expect(withComparisons("1 + 1; // → 2", "x", 5)).toBe('__shows(1 + 1, "2", 5);');
    expect(withComparisons("const a = 3; // → 3", "x", 1)).toBe('const a = 3; __shows(a, "3", 1);');
    expect(withComparisons("console.log(a); // → 3", "x", 1)).toBe('__shows(a, "3", 1);');
    expect(() => withComparisons("// → 3", "x", 1)).toThrow("follows no expression");
  });

  test("a snippet with a wrong type or a wrong value fails, a right one does not", () => {
    const block = (line: number, code: string) => ({
      file: "none.md",
      line,
      language: "ts",
      flags: [],
      code,
    });
    const [wrongType, wrongValue, right] = snippetsOf([
      block(1, 'import { InputError } from "wayfield";\nconst n: number = new InputError("x");'),
      block(2, "[1, 2.5]; // → [1, 3]"),
      block(
        3,
        'import { signedArea } from "wayfield/geometry";\nsignedArea([[0, 0], [1, 0], [0, 1]]); // → 0.…',
      ),
    ]);
    const all = [wrongType, wrongValue, right];
    writeSnippets(all);
    const errors = typeErrors(all);
    expect(errors.get(wrongType.name)).toEqual([expect.stringContaining("not assignable")]);
    expect(errors.get(right.name)).toEqual([]);
    expect(runSnippet(wrongValue)).toContain("the document says [1, 3], the code says [ 1, 2.5 ]");
    expect(runSnippet(right)).toBeNull();
  });

  test("commands are sorted into run, set-up and unknown", () => {
    expect(treatmentOf("npm ci && npm start")).toBe("set-up");
    expect(treatmentOf("npx wayfield --version")).toBe("run");
    expect(treatmentOf("npm run check")).toBe("set-up");
    expect(treatmentOf("npm run no-such-script")).toBe("unknown");
    expect(treatmentOf("rm -rf /")).toBe("unknown");
    const block = {
      file: "a.md",
      line: 3,
      language: "sh",
      flags: [],
      code: "# why\nnpx wayfield x # exits 2",
    };
    expect(linesOf(block)).toEqual([{ name: "a.md:4: npx wayfield x", command: "npx wayfield x", exits: 2 }]);
  });
});
