/** What is published: only what should be, and every export can be imported by a program that installed it. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "./repository.js";

const MANIFEST = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  bin: Record<string, string>;
  scripts: Record<string, string>;
  exports: Record<string, string>;
  dependencies: Record<string, string>;
};

/** npm without the package's own scripts: `prepare` would build `dist` again under the other tests. */
function npm(...args: string[]): string {
  return execFileSync("npm", [...args, "--ignore-scripts"], { cwd: ROOT, encoding: "utf8", stdio: "pipe" });
}

let folder = "";
/** The package as an installed one lies on disk. */
let installed = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wayfield-package-"));
  const [{ filename }] = JSON.parse(npm("pack", "--json", "--pack-destination", folder));
  const modules = join(folder, "node_modules");
  installed = join(modules, "wayfield");
  mkdirSync(installed, { recursive: true });
  execFileSync("tar", ["-xzf", join(folder, filename), "-C", installed, "--strip-components=1"]);
  // Its dependencies, and no other package of this repository: an import that package.json forgot would fail.
  for (const name of Object.keys(MANIFEST.dependencies)) {
    mkdirSync(join(modules, name, ".."), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test("the tarball holds the build, the schema and the papers, and nothing else", () => {
  const [{ files }] = JSON.parse(npm("pack", "--dry-run", "--json")) as { files: { path: string }[] }[];
  const paths = files.map(({ path }) => path);
  const papers = /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|schema\/(scene|study)\.json)$/;
  const allowed = /^(dist\/.*\.(js|d\.ts|json|wasm|html|css|svg|png)|scenes\/.*)$/;
  expect(paths.filter((path) => !papers.test(path) && !allowed.test(path))).toEqual([]);
  expect(
    paths.filter(
      (path) =>
        /\.test\.|(^|\/)(src|bench|experiments|validation|test|studio)\//.test(path) &&
        !/^dist\/studio\//.test(path),
    ),
  ).toEqual([]);
  expect(paths).toEqual(
    expect.arrayContaining(["LICENSE", "CHANGELOG.md", "dist/index.js", "dist/index.d.ts"]),
  );
});

test.each(Object.entries(MANIFEST.exports))(
  "export %s is there with its types, and can be imported",
  (name, target) => {
    const file = join(installed, target);
    expect(existsSync(file)).toBe(true);
    const specifier = `wayfield${name.slice(1)}`;
    if (target.endsWith(".json")) return;
    expect(existsSync(file.replace(/\.js$/, ".d.ts"))).toBe(true);
    const code = `const module = await import(${JSON.stringify(specifier)}); console.log(typeof module);`;
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
      cwd: folder,
      encoding: "utf8",
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "object\n", stderr: "" });
  },
);

test("every folder of src is an export", () => {
  const folders = readdirSync(join(ROOT, "src")).filter((name) =>
    existsSync(join(ROOT, "src", name, "index.ts")),
  );
  expect(Object.keys(MANIFEST.exports)).toEqual(expect.arrayContaining(folders.map((name) => `./${name}`)));
});

test("experiments come with the command line alone: no export has them, the installed command lists them", () => {
  expect(Object.keys(MANIFEST.exports).filter((name) => /experiment/.test(name))).toEqual([]);
  const main = join(installed, "dist", "cli", "main.js");
  const { status, stdout } = spawnSync(process.execPath, [main, "experiment"], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(status).toBe(0);
  expect(stdout).toMatch(/^table-4\.1 /m);
});

test("the installed command runs, and says where benchmarks live", () => {
  const main = join(installed, "dist", "cli", "main.js");
  const wayfield = (...args: string[]) =>
    spawnSync(process.execPath, [main, ...args], { cwd: folder, encoding: "utf8" });
  expect(wayfield("--version").status).toBe(0);
  const { status, stdout, stderr } = wayfield("bench");
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toMatch(/^wayfield: benchmarks live in Wayfield's repository[^\n]*\n$/);
});

describe("npx in a checkout", () => {
  const command = "console.log(process.argv[2]);\n";

  /** A small checkout with our `prepare`, whose build writes the command and a note that it ran. */
  function checkout(name: string): string {
    const root = join(folder, name);
    mkdirSync(join(root, "scripts"), { recursive: true });
    cpSync(join(ROOT, "scripts", "prepare.js"), join(root, "scripts", "prepare.js"));
    const { bin, scripts } = MANIFEST;
    const manifest = { name: "wayfield", version: "1.0.0", type: "module", bin };
    writeFileSync(
      join(root, "package.json"),
      JSON.stringify({ ...manifest, scripts: { prepare: scripts.prepare, build: "node scripts/build.js" } }),
    );
    writeFileSync(
      join(root, "scripts", "build.js"),
      `import { mkdirSync, writeFileSync } from "node:fs";
      mkdirSync("dist/cli", { recursive: true });
      writeFileSync("dist/cli/main.js", ${JSON.stringify(`#!/usr/bin/env node\n${command}`)}, { mode: 0o755 });
      writeFileSync("built", "");`,
    );
    return root;
  }

  /** Calls the command for the first time: with an npx that has seen nothing yet. */
  function npx(root: string) {
    const { status, stdout } = spawnSync("npx", ["wayfield", "hello"], {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, npm_config_cache: join(root, ".cache") },
    });
    return { status, stdout };
  }

  test("the first call starts what npm ci has built, and builds nothing", () => {
    const root = checkout("built-checkout");
    execFileSync("npm", ["install", "--offline"], { cwd: root, stdio: "pipe" });
    expect(existsSync(join(root, "built"))).toBe(true);
    rmSync(join(root, "built"));
    expect(npx(root)).toEqual({ status: 0, stdout: "hello\n" });
    expect(existsSync(join(root, "built"))).toBe(false);
  });

  test("where nothing is built yet, it builds", () => {
    const root = checkout("bare-checkout");
    expect(npx(root)).toEqual({ status: 0, stdout: "hello\n" });
    expect(existsSync(join(root, "built"))).toBe(true);
  });
});
