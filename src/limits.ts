/**
 * How large things may be: what one of each takes in memory, how many of some there may be, and how much memory is
 * allowed in all. What would be too large is refused before anything is allocated for it, in one line that says how much
 * it would need, what is allowed, and how to allow more.
 */
import { InputError } from "./errors.js";

const GIB = 2 ** 30;

/** Bytes that one of each takes while it is made, rounded up from the arrays that hold it. */
export const BYTES = Object.freeze({
  /** A vertex and a face of a mesh that is read: in tables that double, beside the half as long one before. */
  meshVertex: 72,
  meshFace: 36,
  /** A face of a mesh to plan on, without the factorisation, which says itself what it needs. */
  surfaceFace: 150,
  /** A cell of a baked path map, of a flow map, and of a potential's grid without its solver. */
  pathMapCell: 12,
  flowMapCell: 34,
  potentialCell: 48,
  /** Somebody's place in a frame of a recording, and a frame, with what is measured of it. */
  recordedPlace: 200,
  recordedFrame: 400,
});

/** Numbers that no file of use reaches. More of them cost time rather than memory, so they do not grow with it. */
export const MOST = Object.freeze({
  /** Bytes of one file. */
  fileBytes: GIB,
  /** Bytes of a pipe or a device, which do not say beforehand how many will come. */
  streamBytes: 2 ** 28,
  /** Bytes of one file of text: what engines can hold in one string. */
  textBytes: 2 ** 29 - 24,
  /** Frames of a recording: a day at 100 a second. */
  frames: 8_640_000,
  /** Frames in a row without anybody: an hour at 25 a second. */
  emptyFrames: 90_000,
  /** Seconds of a recording: about three years. */
  seconds: 100_000_000,
  /** The number of a group of people. */
  groups: 1_000_000,
  /** Nodes of a model, each of which may place a mesh once more. */
  nodes: 1_000_000,
});

/** The memory that one thing may take unless something else is said. */
const DEFAULT_MEMORY = 4 * GIB;

let allowed = DEFAULT_MEMORY;

/** The bytes that one thing (a raster, a grid, a mesh, a recording) may take; 4 GiB unless it was changed. */
export function maxMemory(): number {
  return allowed;
}

/**
 * Changes what one thing may take, for this process (a page or a worker is a process of its own).
 *
 * @param bytes > 0; by default 4 GiB again
 */
export function setMaxMemory(bytes = DEFAULT_MEMORY): void {
  if (!(bytes > 0)) throw new InputError(`a number of bytes > 0 is needed; given: ${bytes}`, "maxMemory");
  allowed = bytes;
}

/** Refuses what would take more memory than allowed; `what` begins the line, `advice` ends it. */
export function needMemory(what: string, bytes: number, where = "", advice = ""): void {
  if (bytes <= allowed) return;
  const change = "--max-memory or setMaxMemory allows more";
  throw new InputError(
    `${what} may need ${sizeText(bytes)} of memory; allowed: ${sizeText(allowed)} (${change})${advice}`,
    where,
  );
}

/** Bytes in words: `1.5 GiB`. */
function sizeText(bytes: number): string {
  if (bytes >= 1000 * GIB) return `${(bytes / GIB).toExponential(1)} GiB`;
  if (bytes >= GIB) return `${Number((bytes / GIB).toPrecision(3))} GiB`;
  const [unit, name] = bytes >= 2 ** 20 ? [2 ** 20, "MiB"] : [2 ** 10, "KiB"];
  return `${Number((bytes / unit).toPrecision(3))} ${name}`;
}
