/** Reading files that strangers wrote: every failure is an InputError that names the file, and nothing is read without a bound. */
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, realpathSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { InputError } from "../src/errors.js";
import type { Resources } from "../src/io/index.js";
import { MOST } from "../src/limits.js";

/** Why the disk refused, in a few words. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case "ENOENT":
      return "no such file";
    case "EACCES":
    case "EPERM":
      return "permission denied";
    case "EROFS":
      return "the disk can only be read";
    case "ENOTDIR":
      return "a part of its path is a file, not a folder";
    case "EISDIR":
      return "is a folder, not a file";
    case "ENOSPC":
      return "no space left on the disk";
    case "EIO":
      return "the disk failed";
    case "ELOOP":
      return "links lead round in a ring";
    case "EFBIG":
      return "larger than files may be here";
    case "EDQUOT":
      return "the quota of disk space is used up";
    default:
      return message;
  }
}

/** Reads a text file. */
export function readText(file: string): string {
  const bytes = readBytes(file);
  if (bytes.length > MOST.textBytes) throw tooLarge(bytes.length, MOST.textBytes, file);
  return bytes.toString("utf8");
}

/** Reads a file; pipes and devices too, as far as a stream may go. */
export function readBytes(file: string): Buffer {
  return reading(file, file, constants.O_RDONLY, (handle) => {
    const stat = fstatSync(handle);
    if (stat.isFile() && stat.size > 0) return readSized(handle, stat.size, file);
    return readStream(handle, file);
  });
}

/** Characters of a name that errors show, and that a path may have: more than any system allows. */
const MOST_NAME = 80;
const MOST_PATH = 10_000;

/**
 * The files beside a model that it refers to. Only regular files in the model's own folder or below are read, wherever
 * links lead: a model must not be able to carry another file of this machine out with it.
 */
export function resourcesBeside(model: string): Resources {
  return (given) => {
    // Names are shown in errors: one that nobody would give a file stays short.
    const uri = given.length > MOST_NAME ? `${given.slice(0, MOST_NAME)}…` : given;
    if (given.includes("\0") || /%00/.test(given)) {
      throw new InputError(`${uri.replaceAll("\0", "\\0")} is not a name of a file: it has a NUL in it`);
    }
    if (given.length > MOST_PATH) {
      throw new InputError(`${uri} is not a name of a file: it has ${given.length} characters`);
    }
    if (/^[a-z][a-z0-9+.-]*:/i.test(uri)) {
      throw new InputError(`${uri} is an address; only files beside the model are read`);
    }
    const folder = pathOf(dirname(model), "");
    const file = pathOf(resolve(folder, decoded(given, uri)), uri);
    if (!file.startsWith(folder.endsWith(sep) ? folder : folder + sep)) {
      throw new InputError(`${uri} lies outside the model's folder, and is not read`);
    }
    // Without waiting: to open a pipe could take for ever.
    return reading(file, uri, constants.O_RDONLY | constants.O_NONBLOCK, (handle) => {
      const stat = fstatSync(handle);
      if (!stat.isFile()) throw new InputError("not a regular file", uri);
      return readSized(handle, stat.size, uri);
    });
  };
}

function decoded(given: string, uri: string): string {
  try {
    return decodeURIComponent(given);
  } catch {
    throw new InputError(`${uri} is not a name of a file`);
  }
}

/** The true path of a file, with all links followed. */
function pathOf(file: string, name: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    throw new InputError(reasonOf(error), name);
  }
}

/** Opens, reads and closes; `name` is what errors call the file. */
function reading(file: string, name: string, flags: number, read: (handle: number) => Buffer): Buffer {
  let handle = -1;
  try {
    handle = openSync(file, flags);
    return read(handle);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(reasonOf(error), name);
  } finally {
    if (handle >= 0) closeSync(handle);
  }
}

function readSized(handle: number, size: number, name: string): Buffer {
  if (size > MOST.fileBytes) throw tooLarge(size, MOST.fileBytes, name);
  return readFileSync(handle);
}

/** What does not say how long it is: a pipe, a device, a file of the system. */
function readStream(handle: number, name: string): Buffer {
  const parts: Buffer[] = [];
  let length = 0;
  for (;;) {
    const part = Buffer.allocUnsafe(1 << 20);
    const count = readSync(handle, part);
    if (count === 0) return Buffer.concat(parts, length);
    length += count;
    if (length > MOST.streamBytes) {
      throw new InputError(
        `goes on after ${MOST.streamBytes / 2 ** 20} MB; no more is read of a stream`,
        name,
      );
    }
    parts.push(part.subarray(0, count));
  }
}

function tooLarge(size: number, most: number, name: string): InputError {
  const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);
  return new InputError(`${megabytes(size)} MB; at most ${megabytes(most)} MB can be read`, name);
}
