/**
 * The outer parts of a glTF 2.0 file: its JSON, plain or within a GLB, and bytes of its buffers on demand.
 *
 * Files come from strangers: every number is checked before it is used, and nothing is read or allocated by what a
 * file claims alone.
 */
import { InputError } from "../errors.js";
import { MOST } from "../limits.js";
import { shown } from "../options.js";
import { parseJson } from "./scene-json.js";

/** Gives the bytes of a file that a model refers to, by the name it uses. */
export type Resources = (uri: string) => Uint8Array;

type Json = Readonly<Record<string, unknown>>;

/** A value of the file with its place, which errors name. */
export class Part {
  constructor(
    readonly value: unknown,
    readonly where: string,
  ) {}

  refuse(what: string): never {
    throw new InputError(`${what}; given: ${shown(this.value)}`, this.where);
  }

  get isMissing(): boolean {
    return this.value === undefined;
  }

  /** A member of an object. */
  get(key: string): Part {
    const { value, where } = this;
    if (typeof value !== "object" || value === null || Array.isArray(value)) this.refuse("expected object");
    const member = Object.hasOwn(value as object, key) ? (value as Json)[key] : undefined;
    return new Part(member, where === "" ? key : `${where}.${key}`);
  }

  /** The members of an array; none where it is missing. */
  list(): Part[] {
    if (this.isMissing) return [];
    if (!Array.isArray(this.value)) this.refuse("expected array");
    return (this.value as unknown[]).map((value, i) => new Part(value, `${this.where}[${i}]`));
  }

  /** A whole number from `least` to `most`; `preset` where it is missing. */
  whole(least: number, most: number, preset?: number): number {
    const value = this.isMissing ? preset : this.value;
    if (typeof value !== "number" || !Number.isInteger(value) || value < least || value > most) {
      this.refuse(`expected whole number from ${least} to ${most}`);
    }
    return value as number;
  }

  /** That many finite numbers; `preset` where they are missing. */
  numbers(preset: readonly number[]): readonly number[] {
    if (this.isMissing) return preset;
    const { value } = this;
    if (!Array.isArray(value) || value.length !== preset.length || !value.every(Number.isFinite)) {
      this.refuse(`expected ${preset.length} finite numbers`);
    }
    return value as number[];
  }

  /** The member of a list that this number points to. */
  in(list: readonly Part[]): Part {
    if (list.length === 0) this.refuse("nothing is there to refer to");
    return list[this.whole(0, list.length - 1)];
  }
}

/** Extensions that may be required although we do not know them: they do not change where vertices are. */
const HARMLESS = /^(KHR_mesh_quantization|(KHR|EXT)_(materials|texture|lights)_\w+)$/;

/** An opened file. */
export class GltfFile {
  readonly root: Part;
  private readonly buffers: readonly Part[];
  private readonly loaded: (Uint8Array | undefined)[] = [];
  /** The binary chunk of a GLB. */
  private readonly chunk: Uint8Array | null;

  constructor(
    bytes: Uint8Array,
    private readonly resources: Resources,
  ) {
    const isBinary = bytes.length >= 4 && viewOf(bytes).getUint32(0, true) === MAGIC;
    const { json, chunk } = isBinary ? readChunks(bytes) : { json: bytes, chunk: null };
    if (json.length > MOST.textBytes) {
      throw new InputError(`${json.length} bytes of JSON; at most ${MOST.textBytes} are read`);
    }
    this.root = new Part(parseJson(new TextDecoder().decode(json)), "");
    this.chunk = chunk;
    const version = this.root.get("asset").get("version");
    if (typeof version.value !== "string" || !version.value.startsWith("2.")) {
      version.refuse("only version 2 can be read");
    }
    for (const name of this.root.get("extensionsRequired").list()) {
      if (typeof name.value === "string" && HARMLESS.test(name.value)) continue;
      name.refuse("the file cannot be read without this extension, which is not supported");
    }
    this.buffers = this.root.get("buffers").list();
  }

  /** The bytes of a buffer view. */
  view(part: Part): { bytes: Uint8Array; stride: number } {
    const buffer = part.get("buffer");
    buffer.in(this.buffers);
    const data = this.buffer(buffer.value as number);
    const offset = part.get("byteOffset").whole(0, data.length, 0);
    const length = part.get("byteLength").whole(1, data.length - offset);
    const stride = part.get("byteStride").whole(0, 252, 0);
    return { bytes: data.subarray(offset, offset + length), stride };
  }

  private buffer(index: number): Uint8Array {
    return (this.loaded[index] ??= this.load(this.buffers[index], index));
  }

  private load(buffer: Part, index: number): Uint8Array {
    const length = buffer.get("byteLength").whole(1, Number.MAX_SAFE_INTEGER);
    const data = this.source(buffer, index);
    if (data.length < length) {
      throw new InputError(`${length} bytes are declared, ${data.length} are there`, buffer.where);
    }
    return data.subarray(0, length);
  }

  private source(buffer: Part, index: number): Uint8Array {
    const uri = buffer.get("uri");
    if (uri.isMissing) {
      if (index === 0 && this.chunk) return this.chunk;
      throw new InputError("names no file, and the file holds no binary part for it", buffer.where);
    }
    if (typeof uri.value !== "string") uri.refuse("expected string");
    const text = uri.value as string;
    return text.startsWith("data:") ? decodeData(text, uri.where) : this.resources(text);
  }
}

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The chunks of a GLB: JSON first, then at most one with bytes. */
function readChunks(bytes: Uint8Array): { json: Uint8Array; chunk: Uint8Array | null } {
  const view = viewOf(bytes);
  if (bytes.length < 20) throw new InputError("the file ends within its head");
  const version = view.getUint32(4, true);
  if (version !== 2) throw new InputError(`only version 2 can be read; given: ${version}`);
  let json: Uint8Array | null = null;
  let chunk: Uint8Array | null = null;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at, true);
    const kind = view.getUint32(at + 4, true);
    const start = at + 8;
    if (start + length > bytes.length) throw new InputError("the file ends within a chunk", `byte ${at}`);
    if (kind === JSON_CHUNK) json ??= bytes.subarray(start, start + length);
    if (kind === BINARY_CHUNK) chunk ??= bytes.subarray(start, start + length);
    at = start + length + ((4 - (length % 4)) % 4);
  }
  if (!json) throw new InputError("the file holds no JSON chunk");
  return { json, chunk };
}

/** The bytes of a `data:` address in base64. */
function decodeData(uri: string, where: string): Uint8Array {
  const comma = uri.indexOf(",");
  if (comma < 0 || !/;base64$/i.test(uri.slice(0, comma))) {
    throw new InputError(`a data address in base64 is expected; given: ${shown(uri)}`, where);
  }
  try {
    const text = atob(uri.slice(comma + 1));
    return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  } catch {
    throw new InputError(`not base64; given: ${shown(uri)}`, where);
  }
}
