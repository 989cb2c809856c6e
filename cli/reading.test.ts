import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { InputError } from "../src/index.js";
import { readBytes, readText, resourcesBeside } from "./reading.js";

const MAIN = new URL("../dist/cli/main.js", import.meta.url).pathname;
const SECRET = "a secret of 36 bytes and some more to fill them";

let folder = "";
const at = (...names: string[]): string => join(folder, ...names);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wayfield-reading-"));
  mkdirSync(at("model", "parts"), { recursive: true });
  mkdirSync(at("model-2"));
  writeFileSync(at("secret.bin"), SECRET);
  writeFileSync(at("model-2", "t.bin"), SECRET);
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
  writeFileSync(at("model", "t.bin"), new Uint8Array(positions.buffer));
  writeFileSync(at("model", "parts", "with space.bin"), "x");
  symlinkSync(at("secret.bin"), at("model", "link.bin"));
  symlinkSync(at("model", "t.bin"), at("model", "inner.bin"));
  symlinkSync(folder, at("model", "up"));
  symlinkSync("/dev/zero", at("model", "zero.bin"));
  symlinkSync("/dev/zero", at("zero.json"));
  execFileSync("mkfifo", [at("model", "pipe.bin")]);
  writeFileSync(at("model", "large.bin"), "");
  truncateSync(at("model", "large.bin"), 2 ** 31);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("files beside a model", () => {
  test("are read, in folders below and through links that stay inside", () => {
    const read = resourcesBeside(at("model", "a.gltf"));
    expect(read("t.bin")).toHaveLength(36);
    expect(read("inner.bin")).toHaveLength(36);
    expect(read("./parts/with%20space.bin")).toHaveLength(1);
    expect(read("parts/../t.bin")).toHaveLength(36);
  });

  test.each([
    ["../secret.bin", "lies outside the model's folder"],
    ["parts/../../secret.bin", "lies outside the model's folder"],
    ["..%2Fsecret.bin", "lies outside the model's folder"],
    ["link.bin", "lies outside the model's folder"],
    ["up/secret.bin", "lies outside the model's folder"],
    ["../model-2/t.bin", "lies outside the model's folder"],
    ["/etc/passwd", "lies outside the model's folder"],
    [".", "lies outside the model's folder"],
    ["zero.bin", "lies outside the model's folder"],
    ["pipe.bin", "pipe.bin: not a regular file"],
    ["parts", "parts: not a regular file"],
    ["large.bin", "large.bin: 2048 MB; at most 1024 MB can be read"],
    ["missing.bin", "missing.bin: no such file"],
    ["file:///etc/passwd", "is an address"],
    ["https://example.org/t.bin", "is an address"],
    ["%E0%A4%A", "is not a name of a file"],
    ["a\0b", "a\\0b is not a name of a file: it has a NUL in it"],
    ["a%00b", "is not a name of a file: it has a NUL in it"],
    ["x".repeat(1e6), `${"x".repeat(80)}… is not a name of a file: it has 1000000 characters`],
    ["y".repeat(300), `${"y".repeat(80)}…: `],
  ])("%j is refused", (uri, message) => {
    const read = resourcesBeside(at("model", "a.gltf"));
    expect(() => read(uri)).toThrow(InputError);
    expect(() => read(uri)).toThrow(message);
  });

  test("nothing of another file gets into what the command writes", () => {
    const json = {
      asset: { version: "2.0" },
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3" }],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
    };
    const run = (uri: string) => {
      writeFileSync(at("model", "a.gltf"), JSON.stringify({ ...json, buffers: [{ uri, byteLength: 36 }] }));
      const args = ["surface", "a.gltf", "--goal", "v0", "--from", "v1", "--glb", "out.glb"];
      return spawnSync(process.execPath, [MAIN, ...args], { cwd: at("model"), encoding: "utf8" });
    };
    const stolen = run("../secret.bin");
    expect(stolen.stderr).toBe(
      "wayfield: a.gltf: ../secret.bin lies outside the model's folder, and is not read\n",
    );
    expect(stolen.status).toBe(2);
    expect(existsSync(at("model", "out.glb"))).toBe(false);
    expect(run("t.bin")).toMatchObject({ status: 0 });
    expect(existsSync(at("model", "out.glb"))).toBe(true);
  });
});

describe("what has no length", () => {
  test("is read up to a bound", () => {
    expect(() => readBytes(at("zero.json"))).toThrow(`${at("zero.json")}: goes on after 256 MB`);
    expect(readText("/proc/self/comm").length).toBeGreaterThan(0);
  });

  test("pipes are read", () => {
    symlinkSync("/dev/stdin", at("stdin.json"));
    const script = `printf '{"format":"wayfield-scene"}' | "${process.execPath}" "${MAIN}" check "${at("stdin.json")}"`;
    const { status, stderr } = spawnSync("sh", ["-c", script], { encoding: "utf8" });
    expect(stderr).toContain("boundary: is missing");
    expect(status).toBe(2);
  });
});

test.each([
  ["500", 500],
  ["2K", 2048],
  ["1.5m", 1.5 * 2 ** 20],
  ["4GiB", 2 ** 32],
  ["1TB", 2 ** 40],
])("--max-memory %s", async (text, value) => {
  const { bytes } = await import("./options.js");
  expect(bytes(text)).toBe(value);
  for (const odd of ["", "G", "-1G", "0", "4 GB x", "1e9"]) expect(() => bytes(odd)).toThrow(/such as 500M/);
});

test("--max-memory bounds a command", () => {
  const run = (...more: string[]) =>
    spawnSync(
      process.execPath,
      [MAIN, "map", "two-rooms", "--goal", "exit", "--size", "400", "--json", "--backend", "cpu", ...more],
      {
        encoding: "utf8",
      },
    );
  const refused = run("--max-memory", "100K");
  expect(refused.status).toBe(2);
  expect(refused.stderr).toMatch(
    /^wayfield: size: 400 x \d+ cells may need 938 KiB of memory; allowed: .*\n$/,
  );
  expect(run("--max-memory", "100M").status).toBe(0);
});
