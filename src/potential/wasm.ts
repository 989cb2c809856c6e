/** The vector kernels (`kernels/potential.ts`), each user with a memory of its own. */
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
  eliminatePanel(front: number, from: number, to: number, stride: number, p: number): void;
}

const PAGE = 65536;
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
}
