// Compiles kernels/*.ts (AssemblyScript) and embeds the modules as text, so that they load in Node and in browsers without
// a request. Where the source is the one that the embedded module came from, nothing happens; --check compiles anyway, and
// fails when the result is not what is embedded.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const KERNELS = [{ source: "kernels/potential.ts", target: "src/potential/module.ts" }];
const OPTIONS = ["-O3", "--runtime", "stub", "--noAssert", "--enable", "simd"];

/** @param {string} file */
const path = (file) => fileURLToPath(new URL(`../${file}`, import.meta.url));
const isCheck = process.argv.includes("--check");

/**
 * @param {string} source
 * @returns {string}
 */
function compile(source) {
  const folder = mkdtempSync(join(tmpdir(), "kernels-"));
  const out = join(folder, "module.wasm");
  execFileSync(process.execPath, [
    path("node_modules/assemblyscript/bin/asc.js"),
    path(source),
    "-o",
    out,
    ...OPTIONS,
  ]);
  const text = readFileSync(out).toString("base64");
  rmSync(folder, { recursive: true });
  return text;
}

for (const { source, target } of KERNELS) {
  const digest = createHash("sha256")
    .update(readFileSync(path(source)))
    .digest("hex");
  const known = existsSync(path(target)) ? readFileSync(path(target), "utf8") : "";
  if (!isCheck && known.includes(digest)) continue;
  const lines = compile(source).match(/.{1,96}/g) ?? [];
  const text = [
    `// Generated from ${source} by scripts/build-kernels.js; not to be edited.`,
    `// sha256 ${digest}`,
    "",
    "/** The WebAssembly module, in base64. */",
    "export const MODULE =",
    `${lines.map((line) => `  "${line}"`).join(" +\n")};`,
    "",
  ].join("\n");
  if (!isCheck) writeFileSync(path(target), text);
  else if (text !== known) {
    process.stderr.write(`${target} is not what ${source} gives; run npm run build\n`);
    process.exitCode = 1;
  }
}
