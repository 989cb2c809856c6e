/** Files of a user's own code, as options name them: `./mine.js`. */
import { existsSync } from "node:fs";
import { basename, extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { InputError } from "../src/index.js";

/** Whether an option names a file: names of what is built in have no dots and no slashes. */
export function isFileName(given: string): boolean {
  return /[./\\]/.test(given);
}

/** A file's name without folder and ending. */
export function plainName(given: string): string {
  return basename(given, extname(given));
}

/** The default export of a file that an option names. */
export async function defaultExport(given: string, option: string): Promise<unknown> {
  const file = resolve(given);
  if (!existsSync(file)) throw new InputError("there is no such file", `${option} ${given}`);
  try {
    const module = (await import(pathToFileURL(file).href)) as { readonly default?: unknown };
    return module.default;
  } catch (error) {
    const [line] = String(error).split("\n");
    throw new InputError(`cannot be loaded: ${line}`, `${option} ${given}`);
  }
}
