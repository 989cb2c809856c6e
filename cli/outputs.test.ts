/** Where results go: files, links, devices, pipes, standard output; for every option of every command that writes. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { CLI } from "../test/repository.js";
import { runCli } from "../test/support/run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "wayfield-outputs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const broken = join(folder, "broken.json");
writeFileSync(
  broken,
  JSON.stringify({
    format: "wayfield-scene",
    version: 1,
    boundary: [
      [0, 0],
      [9, 0],
      [9, 0],
      [9, 9],
      [0, 9],
    ],
  }),
);

/** Every way to write a file: the command line with FILE in its place, and the file's ending. */
const WAYS: readonly (readonly [string, readonly string[], string])[] = [
  ["draw --svg", ["draw", "two-rooms", "--svg", "FILE"], ".svg"],
  ["draw --png", ["draw", "two-rooms", "--png", "FILE"], ".png"],
  [
    "map --svg",
    ["map", "two-rooms", "--goal", "exit", "--size", "40", "--backend", "cpu", "--svg", "FILE"],
    ".svg",
  ],
  [
    "map --png",
    ["map", "two-rooms", "--goal", "exit", "--size", "40", "--backend", "cpu", "--png", "FILE"],
    ".png",
  ],
  [
    "map --npy",
    ["map", "two-rooms", "--goal", "exit", "--size", "40", "--backend", "cpu", "--npy", "FILE"],
    ".npy",
  ],
  ["field --svg", ["field", "two-rooms", "--goal", "exit", "--svg", "FILE"], ".svg"],
  ["field --png", ["field", "two-rooms", "--goal", "exit", "--png", "FILE"], ".png"],
  ["field --npy", ["field", "two-rooms", "--goal", "exit", "--npy", "FILE"], ".npy"],
  ["flow --svg", ["flow", "flow-3", "--size", "100", "--svg", "FILE"], ".svg"],
  ["flow --png", ["flow", "flow-3", "--size", "100", "--png", "FILE"], ".png"],
  ["roadmap --svg", ["roadmap", "two-rooms", "--svg", "FILE"], ".svg"],
  ["roadmap --png", ["roadmap", "two-rooms", "--png", "FILE"], ".png"],
  ["roadmap --geojson", ["roadmap", "two-rooms", "--geojson", "FILE"], ".geojson"],
  ["surface --svg", ["surface", "torus", "--goal", "v0", "--svg", "FILE"], ".svg"],
  ["surface --png", ["surface", "torus", "--goal", "v0", "--png", "FILE"], ".png"],
  ["surface --glb", ["surface", "torus", "--goal", "v0", "--glb", "FILE"], ".glb"],
  ["surface --obj", ["surface", "torus", "--goal", "v0", "--from", "v9", "--obj", "FILE"], ".obj"],
  ["run --png", ["run", "two-rooms", "--duration", "1", "--png", "FILE"], ".png"],
  ["convert", ["convert", "two-rooms", "FILE", "--to", "wkt"], ".wkt"],
  ["check --fix", ["check", broken, "--fix", "FILE"], ".json"],
];

const withFile = (args: readonly string[], file: string): string[] =>
  args.map((arg) => (arg === "FILE" ? file : arg));
/** Endings decide formats only where a file has one: `check --fix` cannot go to a name without. */
const needsEnding = (name: string): boolean => name === "check --fix";

describe.each(WAYS)("%s", (name, args, ending) => {
  const plain = join(folder, `plain${ending}`);

  it("writes a file, and through a link to it, which stays a link", async () => {
    expect((await runCli(...withFile(args, plain))).code).toBe(0);
    const [target, link] = [join(folder, `target${ending}`), join(folder, `link${ending}`)];
    writeFileSync(target, "before");
    chmodSync(target, 0o640);
    rmSync(link, { force: true });
    symlinkSync(`target${ending}`, link);
    expect((await runCli(...withFile(args, link))).code).toBe(0);
    expect(readlinkSync(link)).toBe(`target${ending}`);
    expect(lstatSync(target).isFile()).toBe(true);
    expect(statSync(target).mode & 0o777).toBe(0o640);
    expect(readFileSync(target).length).toBeGreaterThan(20);
    expect(readdirSync(folder).filter((entry) => entry.endsWith(".part"))).toEqual([]);
  });

  it("a link to a file that is not there yet makes it", async () => {
    const [target, link] = [join(folder, `new-target${ending}`), join(folder, `new-link${ending}`)];
    rmSync(target, { force: true });
    rmSync(link, { force: true });
    symlinkSync(target, link);
    expect((await runCli(...withFile(args, link))).code).toBe(0);
    expect([lstatSync(link).isSymbolicLink(), existsSync(target)]).toEqual([true, true]);
  });

  it.skipIf(!existsSync("/dev/full"))(
    "a full device is one line and code 2, and stays a device",
    async () => {
      const link = join(folder, `full${ending}`);
      rmSync(link, { force: true });
      symlinkSync("/dev/full", link);
      for (const file of needsEnding(name) ? [link] : ["/dev/full", link]) {
        const { code, err } = await runCli(...withFile(args, file));
        expect(code).toBe(2);
        expect(err.trimEnd().split("\n").at(-1)).toBe(
          `wayfield: ${file}: cannot be written: no space left on the disk`,
        );
      }
      expect(statSync("/dev/full").isCharacterDevice()).toBe(true);
      expect(lstatSync(link).isSymbolicLink()).toBe(true);
    },
  );

  it("a folder, and a name below a file, are refused in one line", async () => {
    for (const [file, why] of [
      [join(broken, `x${ending}`), "a part of its path is a file, not a folder"],
      [join(folder, `folder${ending}`), "is a folder, not a file"],
    ] as const) {
      if (why.startsWith("is a folder")) execFileSync("mkdir", ["-p", file]);
      const { code, err } = await runCli(...withFile(args, file));
      expect(code).toBe(2);
      expect(err).toContain(`${file}: cannot be written: ${why}`);
    }
  });

  it.skipIf(needsEnding(name))("- is standard output, with nothing else on it", () => {
    const [dash, device] = ["-", "/dev/stdout"].map((file) =>
      spawnSync(process.execPath, [CLI, ...withFile(args, file)], { maxBuffer: 1e8 }),
    );
    for (const { status, stdout } of [dash, device]) {
      expect(status).toBe(0);
      expect(stdout.length).toBeGreaterThan(20);
    }
    // What is written may differ in times that are printed in it; its kind may not.
    expect(device.stdout.subarray(0, 8)).toEqual(dash.stdout.subarray(0, 8));
    expect(dash.stdout.subarray(0, 8)).toEqual(readFileSync(plain).subarray(0, 8));
    expect(dash.stdout.length).toBe(readFileSync(plain).length);
  });

  it.skipIf(needsEnding(name))("refuses standard output for two things", async () => {
    const { code, err } = await runCli(...withFile(args, "-"), "--json");
    expect(code).toBe(2);
    expect(err).toMatch(/ and --json cannot both go to standard output; name a file\n$/);
  });
});

it.each([
  ["draw", "two-rooms", "--svg", ""],
  ["run", "two-rooms", "--duration", "1", "--out", ""],
])("%s %s with an empty name says that a name is needed", (...args) => {
  const { status, stderr } = spawnSync(process.execPath, [CLI, ...args], { encoding: "utf8" });
  expect(stderr).toBe('wayfield: the name of a file or folder is needed; given: ""\n');
  expect(status).toBe(2);
});

describe("standard output", () => {
  it("redirected to a file is written where it stands, and not replaced", () => {
    const file = join(folder, "redirected.txt");
    const command = `{ echo first; "$0" "$1" draw two-rooms --svg /dev/stdout; echo last; } > "$2"`;
    execFileSync("bash", ["-c", command, process.execPath, CLI, file], {
      stdio: ["ignore", "ignore", "ignore"],
    });
    const text = readFileSync(file, "utf8");
    expect(text).toMatch(/^first\n<svg [\s\S]*<\/svg>\s*last\n$/);
  });

  it("a pipe with a name is written to", async () => {
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    const reader = spawn("cat", [pipe]);
    let text = "";
    reader.stdout.on("data", (data) => {
      text += data;
    });
    const writer = spawn(process.execPath, [CLI, "draw", "two-rooms", "--svg", pipe]);
    const closed = new Promise((done) => reader.on("close", done));
    const code = await new Promise((done) => writer.on("close", done));
    await closed;
    expect(code).toBe(0);
    expect(text).toMatch(/^<svg [\s\S]*<\/svg>\s*$/);
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  });

  it.skipIf(!existsSync("/dev/full"))("on a full disk is one line and code 1", () => {
    const command = `"$0" "$1" draw two-rooms --svg - > /dev/full`;
    const { status, stderr } = spawnSync("bash", ["-c", command, process.execPath, CLI], {
      encoding: "utf8",
    });
    expect(status).toBe(1);
    expect(stderr.split("\n").filter((line) => line.startsWith("wayfield:"))).toEqual([
      "wayfield: standard output cannot be written: no space left on the disk",
    ]);
  });
});
