/** Reading scenes and writing results: the only code of the command line that touches the disk. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { InputError } from "../src/index.js";
import { type Format, formatOf, type Imported } from "../src/io/index.js";
import { builtinScene, isBuiltinName } from "../src/scenes/index.js";

/** Larger files are refused before they are read into memory. */
const GREATEST_FILE_MB = 1024;

/** Why the disk refused, in a few words. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case "ENOENT":
      return "no such file";
    case "EACCES":
    case "EPERM":
      return "permission denied";
    case "ENOTDIR":
      return "a part of its path is a file, not a folder";
    case "EISDIR":
      return "is a folder, not a file";
    case "ENOSPC":
      return "no space left on the disk";
    case "EFBIG":
      return "larger than files may be here";
    case "EDQUOT":
      return "the quota of disk space is used up";
    default:
      return message;
  }
}

/** Reads a text file; every failure is an InputError that names the file. */
export function readText(file: string): string {
  return readBytes(file).toString("utf8");
}

/** Reads a file; every failure is an InputError that names it. */
export function readBytes(file: string): Buffer {
  try {
    const { size } = statSync(file);
    if (size > GREATEST_FILE_MB * 2 ** 20) {
      throw new InputError(
        `${Math.round(size / 2 ** 20)} MB; at most ${GREATEST_FILE_MB} MB can be read`,
        file,
      );
    }
    return readFileSync(file);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(reasonOf(error), file);
  }
}

/**
 * Reads a scene by file name or built-in name (`corridor`, `profiling-20`, `city-98`).
 *
 * @param format how to read it; by the file's ending where absent
 */
export function loadScene(name: string, format?: Format): Imported {
  // A bare word cannot be a file that we read: every format has an ending.
  if (!format && (isBuiltinName(name) || !/[./\\]/.test(name)))
    return { scene: builtinScene(name), notes: [] };
  return readScene(name, format ?? formatOf(name));
}

function readScene(name: string, format: Format): Imported {
  if (!format.read) throw new InputError(`${format.title} files can be written, not read`, name);
  const text = readText(name);
  try {
    return format.read(text);
  } catch (error) {
    throw error instanceof InputError ? error.within(name) : error;
  }
}

/** Makes a folder and those around it. Node's own `recursive` never returns where /proc refuses a folder. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** Makes a folder ready for writing, before hours of work go into what is to be written there. */
export function openFolder(folder: string): void {
  writeFile(join(folder, ".wayfield"), "");
  rmSync(join(folder, ".wayfield"), { force: true });
}

/** Removes files that may be there. */
export function removeFiles(...files: readonly string[]): void {
  for (const file of files) rmSync(file, { force: true });
}

/** Writes a whole file or nothing: the data goes to a neighbour first and is renamed when complete. */
export function writeFile(file: string, data: string | Uint8Array): void {
  const partial = join(dirname(file), `.${basename(file)}.${process.pid}.part`);
  try {
    makeFolder(dirname(file));
    writeFileSync(partial, data);
    renameSync(partial, file);
  } catch (error) {
    if (existsSync(partial)) rmSync(partial);
    throw new InputError(`cannot be written: ${reasonOf(error)}`, file);
  }
}

/** Prints one JSON document on standard output. */
export function printJson(document: unknown): void {
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}
