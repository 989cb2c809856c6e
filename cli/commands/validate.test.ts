/** `wayfield validate`: its document, its exit codes, its page. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { CLI } from "../../test/repository.js";

const folder = mkdtempSync(join(tmpdir(), "wayfield-validate-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function validate(...args: string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, "validate", ...args], {
    encoding: "utf8",
    cwd: folder,
  });
  return { code: status, out: stdout, err: stderr };
}

describe("the document", () => {
  const { code, out, err } = validate("--case", "imo-1", "--case", "nist-2.5", "--seeds", "2", "--json");
  const document = JSON.parse(out);

  test("has the contract's keys, and cases that cannot run are apart", () => {
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(document).toMatchObject({ model: "default", passed: 1, failed: 0, recorded: [] });
    expect(document.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(document.cases).toHaveLength(1);
    const { value, values, deviation, ...row } = document.cases[0];
    expect(row).toEqual({
      id: "imo-1",
      title: "Set speed in a corridor",
      unit: "s",
      low: 38,
      high: 42,
      passed: true,
      seeds: 2,
    });
    expect(value).toBeGreaterThan(38);
    expect(values).toHaveLength(2);
    expect(deviation).toBeGreaterThanOrEqual(0);
    expect(document.notYet).toEqual([{ id: "nist-2.5", title: "Speed in smoke", lacks: "needs smoke" }]);
  });

  test("is the same whatever the number of processes was: one case alone gives what it gave among others", () => {
    const alone = JSON.parse(validate("--case", "imo-1", "--seeds", "2", "--json").out);
    expect(alone.cases).toEqual(document.cases);
  });
});

describe("several models", () => {
  // Whoever stands still is never out.
  writeFileSync(join(folder, "lazy.js"), "export default (_agent, velocity) => velocity.fill(0);\n");
  const args = ["--model", "speed,./lazy.js", "--case", "imo-1", "--seeds", "1"];

  test("are one table with a column each, in which a failing value has a cross", () => {
    const { code, out } = validate(...args);
    expect(code).toBe(0);
    expect(out).toMatch(/^row +right is +speed +\.\/lazy\.js\n/);
    expect(out).toMatch(/^imo-1 +38 to 42 s +40\.0 +✗ none$/m);
    expect(out).toMatch(/^rows that pass +1 of 1 +0 of 1$/m);
  });

  test("are one document with the rows side by side, and a page with the same table", () => {
    const { models, rows } = JSON.parse(validate(...args, "--json", "--out", "both").out);
    expect(models.map(({ model }: { model: string }) => model)).toEqual(["speed", "./lazy.js"]);
    expect(rows).toMatchObject([
      {
        id: "imo-1",
        low: 38,
        high: 42,
        models: {
          speed: { value: models[0].cases[0].value, passed: true, judged: true },
          "./lazy.js": { value: null, passed: false, judged: true },
        },
      },
    ]);
    const page = readFileSync(join(folder, "both", "index.html"), "utf8");
    expect(page).toMatch(/<td>imo-1<\/td>[\s\S]*?✗ none/);
  });
});

describe("a model that fails", () => {
  // Whoever stands still is never out.
  const file = join(folder, "still.js");
  writeFileSync(file, "export default (_agent, velocity) => velocity.fill(0);\n");
  const args = ["--model", "./still.js", "--case", "nist-2.1", "--seeds", "1"];

  test("is printed as failing, with exit code 0", () => {
    const { code, out } = validate(...args);
    expect(code).toBe(0);
    expect(out).toMatch(/^nist-2\.1 .*none.*38 to 42.*FAILED$/m);
    expect(out).toMatch(/0 passed, 1 failed$/m);
  });

  test("exits with 1 where that is asked for", () => {
    expect(validate(...args, "--strict").code).toBe(1);
  });
});

test("a folder gets the page with its picture, JSON and CSV", () => {
  const { code } = validate("--case", "rimea-6", "--seeds", "1", "--out", "out");
  expect(code).toBe(0);
  const page = readFileSync(join(folder, "out", "index.html"), "utf8");
  expect(page).toContain("<h3>rimea-6: Round a corner</h3>");
  expect(page).toMatch(/<figure><svg [\s\S]*Ways round the corner\./);
  expect(page).not.toMatch(/(src|href)="(?!data:)/);
  const document = JSON.parse(readFileSync(join(folder, "out", "validation.json"), "utf8"));
  expect(document.cases.map(({ id }: { id: string }) => id)).toEqual(["rimea-6/arrived", "rimea-6/outside"]);
  expect(readFileSync(join(folder, "out", "validation.csv"), "utf8").split("\n")).toHaveLength(4);
});

test("--list names every case and says what those lack that cannot run", () => {
  const { code, out } = validate("rimea", "--list");
  expect(code).toBe(0);
  for (let number = 1; number <= 16; number++)
    expect(out).toMatch(new RegExp(`^rimea-${number}[a-d]? `, "m"));
  expect(validate("nist", "--list").out).toMatch(/^nist-2\.5 .*not yet: needs smoke$/m);
  const { cases } = JSON.parse(validate("imo", "--list", "--json").out);
  expect(cases.map(({ id }: { id: string }) => id)).toEqual(
    Array.from({ length: 12 }, (_, k) => `imo-${k + 1}`),
  );
});

describe("bad usage", () => {
  test.each<[string[], string]>([
    [["ship"], "ship: is no suite; there are rimea, imo, nist, phenomena and all"],
    [["imo", "--case", "rimea-1"], "rimea-1: is no case of imo; --list prints them"],
    [["--case", "imo-99"], "imo-99: is no case; --list prints them"],
    [["--model", "teleport", "--case", "imo-1"], 'there is no model "teleport"'],
    [["--model", "speed,teleport", "--case", "imo-1"], 'there is no model "teleport"'],
    [["--model", "speed,orca,speed", "--case", "imo-1"], "speed is there twice; name every model once"],
    [["--seeds", "0"], "from 1 to 1000"],
  ])("%s", (args, message) => {
    const { code, out, err } = validate(...args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(message);
    expect(err).toMatch(/^wayfield: [^\n]+\n$/);
  });
});
