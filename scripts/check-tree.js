// Two promises of the tree that no other tool of the gate keeps: a lock file that ties nobody to a registry,
// and a published schema that is what the code says. Run after the build, which writes the schema.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { sceneJsonSchema } from "../dist/world/index.js";

/** @param {string} file */
const read = (file) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");

/** @type {string[]} */
const problems = [];

const addresses = read("package-lock.json").match(/"resolved": "[a-z+]+:\/\/[^"]*"/g) ?? [];
if (addresses.length > 0) {
  problems.push(`package-lock.json: ${addresses.length} download addresses, such as ${addresses[0]}`);
}

// The build has just rewritten the file; what git has is what would be published from a fresh checkout.
const committed = spawnSync("git", ["show", "HEAD:schema/scene.json"], {
  cwd: new URL("../", import.meta.url),
  encoding: "utf8",
});
const generated = `${JSON.stringify(sceneJsonSchema(), null, 2)}\n`;
if (read("schema/scene.json") !== generated) problems.push("schema/scene.json: not what the code generates");
else if (committed.status === 0 && committed.stdout !== generated) {
  problems.push("schema/scene.json: the build changed it; commit it");
}

for (const problem of problems) process.stderr.write(`check-tree: ${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
