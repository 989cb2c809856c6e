/** The built command line, run as a user runs it. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "wayfield-convert-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function convert(...args: string[]): { status: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, "convert", ...args], {
    encoding: "utf8",
  });
  return { status, out: stdout, err: stderr };
}

const file = (name: string): string => join(folder, name);
const SQUARE = "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 2 1, 2 2, 1 2, 1 1))";

describe("wayfield convert", () => {
  test("converts by the endings, and prints one JSON document", () => {
    writeFileSync(file("a.wkt"), SQUARE);
    const { status, out } = convert(file("a.wkt"), file("sub/a.json"), "--json");
    expect(status).toBe(0);
    const [input, output] = [file("a.wkt"), file("sub/a.json")];
    const counts = { boundary: 4, obstacles: 1, goals: 0, notes: [] };
    expect(JSON.parse(out)).toEqual({ input, output, from: "wkt", to: "scene", ...counts });
    expect(JSON.parse(readFileSync(output, "utf8")).boundary).toEqual([
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
    ]);
  });

  test("--from and --to overrule the endings; notes go to standard error", () => {
    const scene = {
      format: "wayfield-scene",
      version: 1,
      boundary: [
        [0, 0],
        [4, 0],
        [4, 4],
      ],
      goals: { e: { points: [[3, 1]] } },
    };
    writeFileSync(file("a.txt"), JSON.stringify(scene));
    const { status, out, err } = convert(file("a.txt"), file("b.txt"), "--from", "scene", "--to", "wkt");
    expect(status).toBe(0);
    expect(readFileSync(file("b.txt"), "utf8")).toMatch(/^POLYGON/);
    expect(err).toBe("note: WKT holds the walkable area only; left out: goals\n");
    expect(out).toBe("");
  });

  test("refuses to overwrite its input, by any name", () => {
    writeFileSync(file("a.wkt"), SQUARE);
    symlinkSync(file("a.wkt"), file("b.wkt"));
    for (const name of ["a.wkt", "b.wkt", "./a.wkt"]) {
      const { status, err } = convert(file("a.wkt"), join(folder, name));
      expect(status).toBe(2);
      expect(err).toMatch(/same file/);
    }
    expect(readFileSync(file("a.wkt"), "utf8")).toBe(SQUARE);
  });

  test.each([
    [["a.wkt", "a.dwg"], /a\.dwg: the ending names no known format/],
    [["a.wkt", "a.map"], /Moving AI grid map files can be read, not written/],
    [["none.wkt", "a.json"], /none\.wkt: no such file/],
    [["bad.wkt", "a.json"], /bad\.wkt: line 1, column 11: a finite decimal number/],
    [["a.wkt", "a.json", "--from", "dwg"], /no format "dwg"; known: scene/],
    [["a.wkt"], /missing required argument/],
  ])("bad use is one line and exit code 2 (%#)", (args, message) => {
    writeFileSync(file("a.wkt"), SQUARE);
    writeFileSync(file("bad.wkt"), "POLYGON ((x 0))");
    const named = args.map((arg) => (/\./.test(arg) ? file(arg) : arg));
    const { status, err } = convert(...named);
    expect(status).toBe(2);
    expect(err).toMatch(message);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
    expect(existsSync(file("a.json"))).toBe(false);
  });

  test("the help lists the formats", () => {
    const { status, out } = convert("--help");
    expect(status).toBe(0);
    for (const id of ["geojson", "wkt", "dxf", "svg", "map", "mesh"]) expect(out).toContain(`  ${id} `);
  });
});
