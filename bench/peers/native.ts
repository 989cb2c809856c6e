/**
 * Peers written in C++: our own small programs around a library that a machine may or may not have.
 *
 * A program is compiled when a benchmark first wants it, if a compiler and the headers are there. It reads its
 * input from standard input, times itself inside, so that starting a process is not counted, and prints one
 * JSON document.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { Unavailable } from "../harness.js";
import { BUILD_FOLDER, ROOT } from "../root.js";

/** What a program needs. */
export interface NativeOptions {
  /** File name in `bench/peers/`. */
  readonly source: string;
  /** Headers that must be found, each with the Debian package that brings it. */
  readonly headers: readonly { readonly header: string; readonly debian: string }[];
  /** Further compiler and linker arguments, such as `-lgmp`. */
  readonly flags?: readonly string[];
}

/** A program that may be run once it is built. */
export interface NativePeer {
  readonly name: string;
  /** Compiles unless up to date. Throws `Unavailable` where compiler or headers are missing. */
  build(): void;
  /** Runs it and parses what it prints. */
  run(input: Uint8Array, args?: readonly string[]): unknown;
}

const COMPILER = "g++";
const GREATEST_OUTPUT = 2 ** 30;

function succeeds(args: readonly string[], input = ""): boolean {
  return spawnSync(COMPILER, args, { input, stdio: ["pipe", "ignore", "ignore"] }).status === 0;
}

function requireHeaders(headers: NativeOptions["headers"]): void {
  if (!succeeds(["--version"])) throw new Unavailable(`not built: no ${COMPILER} (Debian package g++)`);
  for (const { header, debian } of headers) {
    const found = succeeds(["-E", "-x", "c++", "-std=c++17", "-"], `#include <${header}>\n`);
    if (!found) throw new Unavailable(`not built: header ${header} missing (Debian package ${debian})`);
  }
}

function isNewer(file: string, than: string): boolean {
  const built = statSync(file, { throwIfNoEntry: false });
  return built !== undefined && built.mtimeMs > statSync(than).mtimeMs;
}

/** Declares a program; nothing is compiled before `build`. */
export function nativePeer(name: string, { source, headers, flags = [] }: NativeOptions): NativePeer {
  const program = join(BUILD_FOLDER, name);
  const code = join(ROOT, "bench", "peers", source);
  return {
    name,
    build() {
      if (isNewer(program, code)) return;
      requireHeaders(headers);
      mkdirSync(BUILD_FOLDER, { recursive: true });
      // Renamed when complete, so that a second run never starts half a program.
      const partial = `${program}.${process.pid}`;
      const args = ["-O3", "-march=native", "-DNDEBUG", "-std=c++17", "-o", partial, code, ...flags];
      const { status, stderr } = spawnSync(COMPILER, args, { encoding: "utf8" });
      if (status !== 0) throw new Error(`${source} does not compile: ${stderr.split("\n", 1)[0]}`);
      renameSync(partial, program);
    },
    run(input, args = []) {
      const { status, stdout, stderr, error } = spawnSync(program, args, {
        input,
        maxBuffer: GREATEST_OUTPUT,
      });
      if (error) throw error;
      if (status !== 0) throw new Error(`${name} failed: ${stderr.toString().split("\n", 1)[0]}`);
      return JSON.parse(stdout.toString());
    },
  };
}
