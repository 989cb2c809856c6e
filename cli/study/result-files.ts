/**
 * Results of single runs as files, each named by what decides it: engine version, scene, and seed. A file is there as a whole or not at
 * all, so whoever finds one need not run it again, on this machine or on another that sees the folder.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { deflateSync, inflateSync } from "node:zlib";
import { version } from "../../package.json" with { type: "json" };
import { InputError } from "../../src/index.js";
import type { RunMaps, RunRecord } from "../../src/study/index.js";
import type { AnyScene } from "../../src/world/index.js";
import { writeFile } from "../files.js";
import { readText } from "../reading.js";

/** The text of a scene as it is hashed and sent: keys in the order of the schema, which reading a scene gives them. */
export const textOf = (scene: AnyScene): string => JSON.stringify(scene);

const hashes = new WeakMap<AnyScene, string>();

/** The hash of a scene. */
export function sceneHash(scene: AnyScene): string {
  const hash = hashes.get(scene) ?? createHash("sha256").update(textOf(scene)).digest("hex");
  hashes.set(scene, hash);
  return hash;
}

/** Names a run. It begins with a letter and has no colon: names of jobs must. */
export function runId(scene: AnyScene, seed: number): string {
  const parts = ["wayfield-result 1", version, sceneHash(scene), String(seed)];
  return `r${createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 31)}`;
}

type Packed = Record<keyof RunMaps, Omit<RunMaps["density"], "values"> & { readonly values: string }>;

function packMaps(maps: RunMaps): Packed {
  const entries = Object.entries(maps as unknown as Record<string, RunMaps["density"]>).map(
    ([name, grid]) => {
      const { buffer, byteOffset, byteLength } = grid.values;
      const bytes = deflateSync(new Uint8Array(buffer, byteOffset, byteLength), { level: 1 });
      return [name, { ...grid, values: bytes.toString("base64") }];
    },
  );
  return Object.fromEntries(entries) as Packed;
}

function unpackMaps(packed: Packed): RunMaps {
  const entries = Object.entries(packed).map(([name, grid]) => {
    const bytes = inflateSync(Buffer.from(grid.values, "base64"));
    // A copy of its own: what zlib gives need not begin at a multiple of four bytes.
    const values = new Float32Array(new Uint8Array(bytes).buffer);
    if (values.length !== grid.width * grid.height) throw new Error("a grid of another size");
    return [name, { ...grid, values }];
  });
  return Object.fromEntries(entries) as unknown as RunMaps;
}

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Every record begins with the digest of what comes after it. */
const DIGEST = /^\{"digest":"([0-9a-f]{64})",/;

/** A record as text; grids are deflated floats in base64. */
export function packRecord(record: RunRecord): string {
  const maps = record.maps && packMaps(record.maps);
  const rest = `${JSON.stringify({ ...record, maps }).slice(1)}\n`;
  return `{"digest":"${digestOf(rest)}",${rest}`;
}

/** A record from its text, if that is what was written, to the bit. */
export function unpackRecord(text: string): RunRecord {
  const [head, digest] = DIGEST.exec(text) ?? [];
  if (head === undefined || digestOf(text.slice(head.length)) !== digest)
    throw new Error("it is damaged, or was changed");
  const { digest: _, ...read } = JSON.parse(text) as RunRecord & { readonly digest: string };
  return { ...read, maps: read.maps && unpackMaps(read.maps as unknown as Packed) };
}

/** Where the result of a run is, or would be: folders of two digits keep each of them small. */
function resultFile(folder: string, id: string): string {
  return join(folder, id.slice(1, 3), `${id}.json`);
}

/**
 * Reads the result of a run; null where there is none yet.
 *
 * @throws InputError where the file is none
 */
export function readResult(folder: string, id: string): RunRecord | null {
  const file = resultFile(folder, id);
  if (!existsSync(file)) return null;
  const text = readText(file);
  try {
    const record = unpackRecord(text);
    if (record.id !== id) throw new Error("of another run");
    return record;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new InputError(`is no result of this run (${why}); remove it to run it again`, file);
  }
}

/** Keeps the result of a run. One that failed is not kept: the next start tries it again. */
export function keepResult(folder: string, record: RunRecord): void {
  if (record.outcome !== "failed") writeFile(resultFile(folder, record.id), packRecord(record));
}
