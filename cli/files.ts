/** Reading scenes and writing results: what every command does with the disk. */
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { InputError } from "../src/index.js";
import { type Format, formatOf, type Imported } from "../src/io/index.js";
import { builtinBuilding, builtinScene, isBuiltinBuilding, isBuiltinName } from "../src/scenes/index.js";
import { type AnyScene, planOnly } from "../src/world/index.js";
import { readText, reasonOf } from "./reading.js";

/** Links that are followed before they count as a ring. */
const MOST_LINKS = 40;

/** The one line about a file that could not be written. */
export function unwritable(file: string, error: unknown): InputError {
  if (error instanceof InputError) return error;
  // Nothing would be named otherwise.
  if (file === "") return new InputError('the name of a file or folder is needed; given: ""');
  return new InputError(`cannot be written: ${reasonOf(error)}`, file);
}

/** A plan or a building that was read. */
export interface LoadedScene {
  readonly scene: AnyScene;
  /** What had to be decided on the way. */
  readonly notes: readonly string[];
}

/**
 * Reads a scene by file name or built-in name (`corridor`, `profiling-20`, `city-98`); a building is refused.
 *
 * @param format how to read it; by the file's ending where absent
 */
export function loadScene(name: string, format?: Format): Imported {
  const { scene, notes } = loadAnyScene(name, format);
  try {
    return { scene: planOnly(scene), notes };
  } catch (error) {
    throw error instanceof InputError ? error.within(name) : error;
  }
}

/** Reads a plan or a building. */
export function loadAnyScene(name: string, format?: Format): LoadedScene {
  if (!format && isBuiltinBuilding(name)) return { scene: builtinBuilding(name), notes: [] };
  // A bare word cannot be a file that we read: every format has an ending.
  if (!format && (isBuiltinName(name) || !/[./\\]/.test(name)))
    return { scene: builtinScene(name), notes: [] };
  return readScene(name, format ?? formatOf(name));
}

function readScene(name: string, format: Format): LoadedScene {
  if (!format.read) throw new InputError(`${format.title} files can be written, not read`, name);
  const text = readText(name);
  try {
    return format.readAny ? format.readAny(text) : format.read(text);
  } catch (error) {
    throw error instanceof InputError ? error.within(name) : error;
  }
}

/** Makes a folder and those around it. Node's own `recursive` never returns where /proc refuses a folder. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** Removes files that may be there. */
export function removeFiles(...files: readonly string[]): void {
  for (const file of files) rmSync(file, { force: true });
}

/** The open file that a name stands for, such as 1 for `-` and `/dev/stdout`; null for a name on the disk. */
function descriptorOf(name: string): number | null {
  if (name === "-" || name === "/dev/stdout") return 1;
  if (name === "/dev/stderr") return 2;
  const numbered = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(name);
  return numbered ? Number(numbered[1]) : null;
}

/** Where a name leads, links followed: an open file, or a path at which there may be nothing yet. */
function targetOf(file: string): number | string {
  let name = file;
  for (let links = 0; links < MOST_LINKS; links++) {
    const open = descriptorOf(name);
    if (open !== null) return open;
    try {
      name = resolve(dirname(name), readlinkSync(name));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // No link, or nothing there: stat and open say what is wrong with anything else.
      if (code === "EINVAL" || code === "ENOENT" || code === "ENOTDIR") return name;
      throw error;
    }
  }
  throw Object.assign(new Error("links lead round in a ring"), { code: "ELOOP" });
}

/**
 * Writes all of it to an open file: a single write may take less and does not complain.
 *
 * @param at where in the file; where the last write ended by default
 */
export function writeAll(handle: number, bytes: Uint8Array, at?: number): void {
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(handle, bytes, done, bytes.length - done, at === undefined ? null : at + done);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      // A pipe that is full for now, and does not wait by itself.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/** Writes a whole file or nothing: the data goes to a neighbour first, which takes its place when complete. */
function replaceFile(file: string, data: string | Uint8Array, mode: number | undefined): void {
  const partial = join(dirname(file), `.${basename(file)}.${process.pid}.part`);
  try {
    makeFolder(dirname(file));
    writeFileSync(partial, data);
    if (mode !== undefined) chmodSync(partial, mode);
    renameSync(partial, file);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/** Writes to what is there and is no file: a device, a pipe. */
function writeThrough(device: string, data: string | Uint8Array): void {
  // For writing alone: a pipe waits for its reader then.
  const handle = openSync(device, constants.O_WRONLY);
  try {
    writeAll(handle, Buffer.from(data));
  } finally {
    closeSync(handle);
  }
}

/**
 * Writes a result to where a name leads: `-` is standard output, links are followed, devices and pipes are written to, and a
 * file is replaced as a whole or stays as it was.
 */
export function writeFile(file: string, data: string | Uint8Array): void {
  try {
    const target = targetOf(file);
    if (target === 1) process.stdout.write(data);
    else if (typeof target === "number") writeAll(target, Buffer.from(data));
    else {
      const there = existsSync(target) ? statSync(target) : null;
      if (there && !there.isFile()) writeThrough(target, data);
      else replaceFile(target, data, there?.mode);
    }
  } catch (error) {
    throw unwritable(file, error);
  }
}

/** Whether a name stands for standard output. */
export function isStandardOutput(file: string | undefined): boolean {
  if (file === undefined) return false;
  try {
    return targetOf(file) === 1;
  } catch {
    // What is wrong with it is said when it is written.
    return false;
  }
}

/** Prints one JSON document on standard output. */
export function printJson(document: unknown): void {
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}

/** How a command prints lines for people: on standard output, or on standard error where a file goes to the former. */
export function printerBeside(...files: readonly (string | undefined)[]): (text: string) => void {
  const stream = files.some(isStandardOutput) ? process.stderr : process.stdout;
  return (text) => {
    stream.write(text);
  };
}
