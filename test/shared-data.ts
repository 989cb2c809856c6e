/** Public geometry files that lie beside the repository on some machines; tests that need them skip elsewhere. */
import { existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { ROOT } from "../bench/root.js";

// From the repository's folder, not from this file's: benchmarks read it from their bundle.
const FOLDER = new URL("../shared/data/", `${pathToFileURL(ROOT).href}/`);

/** Whether a file is there. */
export function hasSharedFile(name: string): boolean {
  return existsSync(new URL(name, FOLDER));
}

/** Its text. */
export function sharedFile(name: string): string {
  return readFileSync(new URL(name, FOLDER), "utf8");
}
