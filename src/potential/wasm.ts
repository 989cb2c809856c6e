/** The vector kernels (`kernels/potential.ts`), each user with a memory of its own. */
import { InputError } from "../errors.js";
import { MODULE } from "./module.js";

/** The part of WebAssembly's interface that is used; every engine has it, but no library of TypeScript's own without DOM. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { readonly exports: unknown };
};

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  relaxMaps(
    kinds: number,
    bends: number,
    out: number,
    scratch: number,
    size: number,
    count: number,
    iterations: number,
  ): void;
  clearFront(front: number, size: number): void;
  addRemainder(
    front: number,
    size: number,
    remainder: number,
    count: number,
    places: number,
    isSymmetric: boolean,
  ): void;
  factorFront(front: number, size: number, pivots: number, isSymmetric: boolean): void;
  keepRows(front: number, size: number, pivots: number, to: number): void;
  keepRemainder(front: number, size: number, pivots: number, to: number, isSymmetric: boolean): void;
  substitute(rows: number, members: number, size: number, pivots: number, x: number, scratch: number): void;
}

const PAGE = 65536;
/** What 32 bits can address. */
const MOST_PAGES = 65536;
/** Data begins here, on a border of 16 bytes. */
const BASE = 1024;

let compiled: object | undefined;

function compile(): object {
  if (!compiled) {
    const text = atob(MODULE);
    compiled = new WebAssembly.Module(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
  }
  return compiled;
}

/** An instance of the kernels and its memory. */
export class Kernels {
  readonly run: Exports;
  /** The memory, as whole numbers and as doubles. Void after `allocate` and `reserve`, which may move it. */
  ints = new Int32Array(0);
  doubles = new Float64Array(0);
  private used = BASE;

  constructor() {
    // The compiler asks for a function to abort with, although nothing here can.
    this.run = new WebAssembly.Instance(compile(), { env: { abort: () => {} } }).exports as Exports;
  }

  /** Where data may begin. */
  get base(): number {
    return BASE;
  }

  /** Makes room for so many bytes from `base` on. What was read of the memory before is then void. */
  reserve(bytes: number): ArrayBuffer {
    const { memory } = this.run;
    const missing = BASE + bytes - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    return memory.buffer;
  }

  /** Takes so many bytes of the memory for good, zero to begin with; returns where they are. */
  allocate(bytes: number): number {
    const at = this.used;
    this.used += 16 * Math.ceil(bytes / 16);
    const { memory } = this.run;
    const missing = this.used - memory.buffer.byteLength;
    if (missing > 0) {
      // In larger and larger steps, but never more than there is.
      const most = MOST_PAGES - memory.buffer.byteLength / PAGE;
      const pages = Math.ceil(missing / PAGE);
      if (pages > most) throw new InputError("solving needs more than 4 GiB; larger cells need less", "cell");
      memory.grow(Math.min(most, Math.max(pages, memory.buffer.byteLength / (4 * PAGE))));
    }
    if (this.ints.buffer !== memory.buffer) {
      this.ints = new Int32Array(memory.buffer);
      this.doubles = new Float64Array(memory.buffer);
    }
    return at;
  }
}

/** A piece of the kernels' memory that grows. */
export class Room {
  /** Where it is; changes as it grows. */
  at = 0;
  private bytes = 0;

  constructor(private readonly kernels: Kernels) {}

  /** Makes it hold so many bytes, of which the first `kept` stay as they are; returns where it is. */
  reserve(bytes: number, kept = 0): number {
    if (bytes <= this.bytes) return this.at;
    this.bytes = 2 * bytes;
    const from = this.at;
    this.at = this.kernels.allocate(this.bytes);
    const { ints } = this.kernels;
    ints.copyWithin(this.at / 4, from / 4, (from + kept) / 4);
    return this.at;
  }
}
