/** Where the repository is, and which files it holds. */
import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** The built command line. */
export const CLI = join(ROOT, "dist", "cli", "main.js");

/** Files that a test wrote; ignored by git. */
export const GENERATED = join(ROOT, "test", ".generated");

const SKIPPED = new Set(["node_modules", ".build", ".generated", "dist", "out"]);

/** Paths from the root, with forward slashes, of the files below a folder whose names fit. */
export function filesBelow(folder: string, pattern: RegExp): string[] {
  const found: string[] = [];
  const visit = (absolute: string): void => {
    for (const entry of readdirSync(absolute, { withFileTypes: true })) {
      const path = join(absolute, entry.name);
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) visit(path);
      else if (entry.isFile() && pattern.test(entry.name))
        found.push(relative(ROOT, path).split(sep).join("/"));
    }
  };
  visit(join(ROOT, folder));
  return found.sort();
}
