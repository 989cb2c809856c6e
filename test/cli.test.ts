/** The command line's contract: exit codes, one line per error, nothing on the wrong stream. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CLI, ROOT } from "./repository.js";

function wayfield(...args: string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], { encoding: "utf8" });
  return { code: status, out: stdout, err: stderr };
}

const HELP = wayfield("--help").out;

/** Commands as `--help` lists them: the name, and whether it asks for an argument. */
const COMMANDS = [...HELP.slice(HELP.indexOf("Commands:")).matchAll(/^ {2}([a-z]+)(.*)$/gm)].map(
  ([, name, rest]) => ({ name, needsArgument: /^[^ ]* *(\[options\] )?<(?!.*\[options\])/.test(rest) }),
);

describe("help and version go to standard output and exit 0", () => {
  test.each([["--help"], ["-h"], ["help"], []])("wayfield %s", (...args) => {
    const { code, out, err } = wayfield(...args);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^Usage: wayfield /);
  });

  test.each(["--version", "-V"])("wayfield %s", (flag) => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    expect(wayfield(flag)).toEqual({ code: 0, out: `${version}\n`, err: "" });
  });

  test("the help lists commands", () => {
    expect(COMMANDS.map(({ name }) => name)).toContain("bench");
  });

  test.each(COMMANDS)("wayfield $name --help", ({ name }) => {
    const { code, out, err } = wayfield(name, "--help");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(new RegExp(`^Usage: wayfield ${name}\\b`));
    expect(out).not.toMatch(/default: \{\}/);
  });
});

describe("bad usage is one line on standard error and exit code 2", () => {
  const missing = COMMANDS.filter(({ needsArgument }) => needsArgument).map(
    ({ name }): [string[], string] => [[name], "required"],
  );
  test.each<[string[], string]>([
    [["frobnicate"], "wayfield: unknown command 'frobnicate'; see wayfield --help\n"],
    [["bnch"], "wayfield: unknown command 'bnch' (did you mean bench?); see wayfield --help\n"],
    [["--frobnicate"], "wayfield: unknown option '--frobnicate'; see wayfield --help\n"],
    [
      ["bench", "--qick"],
      "wayfield: unknown option '--qick' (did you mean --quick?); see wayfield bench --help\n",
    ],
    [["bench", "--json"], "wayfield: option '--json <file>' argument missing; see wayfield bench --help\n"],
    ...missing,
  ])("wayfield %s", (args, message) => {
    const { code, out, err } = wayfield(...args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(message);
    expect(err).toMatch(/^wayfield: [^\n]+\n$/);
  });
});

test("a closed pipe is not a failure", () => {
  const script = `"${process.execPath}" "${CLI}" --help | head -n 1`;
  const { status, stderr } = spawnSync("bash", ["-o", "pipefail", "-c", script], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

test("wayfield bench --list names the suites of this checkout", () => {
  const { code, out } = wayfield("bench", "--list", "--quick");
  expect(code).toBe(0);
  expect(out).toMatch(/^triangulation\/city-\d+ aligned\//m);
});

describe("one word for the size of a picture", () => {
  const helps = COMMANDS.map(({ name }) => [name, wayfield(name, "--help").out] as const);
  const drawing = helps.filter(([, help]) => help.includes("--svg <file>"));

  test.each(drawing)("wayfield %s", (name, help) => {
    const [size, cells] = [/--size <pixels>/, /--size <cells>[\s\S]*--pixels <pixels>/].map((word) =>
      word.test(help),
    );
    expect({ size, cells }).toEqual({ size: name !== "map", cells: name === "map" });
  });

  test("is that of at least seven commands", () => {
    expect(drawing.length).toBeGreaterThanOrEqual(7);
  });
});
