/** What is published: only what should be, and every export can be imported by a program that installed it. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "./repository.js";

const MANIFEST = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  version: string;
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
  const papers = /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|schema\/scene\.json)$/;
  const allowed = /^(dist\/.*\.(js|d\.ts|json|wasm|html|css|svg|png)|scenes\/.*)$/;
  expect(paths.filter((path) => !papers.test(path) && !allowed.test(path))).toEqual([]);
  expect(
    paths.filter(
      (path) => /\.test\.|(^|\/)(src|bench|test|studio)\//.test(path) && !/^dist\/studio\//.test(path),
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

test("the installed command runs, and says where benchmarks live", () => {
  const main = join(installed, "dist", "cli", "main.js");
  const wayfield = (...args: string[]) =>
    spawnSync(process.execPath, [main, ...args], { cwd: folder, encoding: "utf8" });
  expect(wayfield("--version").status).toBe(0);
  const { status, stdout, stderr } = wayfield("bench");
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toMatch(/^wayfield: benchmarks live in Wayfield's repository[^\n]*\n$/);
});

test("npx starts the checkout's own build at once: nothing is installed, nothing is built", () => {
  const link = join(ROOT, "node_modules", ".bin", "wayfield");
  expect(realpathSync(link)).toBe(realpathSync(join(ROOT, "dist", "cli", "main.js")));
  // What npx installs it keeps in its cache: an empty one stays empty.
  const cache = join(folder, "npm-cache");
  const { status, stdout } = spawnSync("npx", ["wayfield", "--version"], {
    cwd: ROOT,
    encoding: "utf8",
    env: { ...process.env, npm_config_cache: cache },
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: `${MANIFEST.version}\n` });
  const installs = join(cache, "_npx");
  expect(existsSync(installs) ? readdirSync(installs) : []).toEqual([]);
});
