// Two promises of the tree that no other tool of the gate keeps: a lock file that ties nobody to a registry,
// and generated files that are committed as the build writes them. Run after the build.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const GENERATED = [
  "schema/scene.json",
  "schema/study.json",
  "src/world/scene-compiled.ts",
  "src/study/study-compiled.ts",
];

/** @param {string} file */
const read = (file) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");

/** @type {string[]} */
const problems = [];

const addresses = read("package-lock.json").match(/"resolved": "[a-z+]+:\/\/[^"]*"/g) ?? [];
if (addresses.length > 0) {
  problems.push(`package-lock.json: ${addresses.length} download addresses, such as ${addresses[0]}`);
}

// The build has just rewritten these files; what git has is what would be published from a fresh checkout.
for (const file of GENERATED) {
  const committed = spawnSync("git", ["show", `HEAD:${file}`], {
    cwd: new URL("../", import.meta.url),
    encoding: "utf8",
  });
  if (committed.status === 0 && committed.stdout !== read(file)) {
    problems.push(`${file}: the build changed it; commit it`);
  }
}

for (const problem of problems) process.stderr.write(`check-tree: ${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
