/** Eigen's sparse LDLT on the system of a surface. */
import type { Couplings } from "../../src/numerics/index.js";
import { nativePeer } from "./native.js";

/** What the program prints. */
export interface EigenAnswer {
  readonly factorMs: readonly number[];
  readonly solveMs: readonly number[];
  readonly solution: readonly number[];
}

const peer = nativePeer("eigen-ldlt", {
  source: "eigen-ldlt.cpp",
  headers: [{ header: "eigen3/Eigen/Sparse", debian: "libeigen3-dev" }],
  flags: ["-I/usr/include/eigen3", "-I/usr/local/include/eigen3"],
});

/** Compiles the program unless up to date. Throws `Unavailable` where that is not possible. */
export function buildEigen(): void {
  peer.build();
}

/** A symmetric system with a unit at one unknown, as the program reads it. */
export function eigenInput({ start, index, value, loss }: Couplings, source: number): Uint8Array {
  const parts = [Int32Array.of(loss.length, index.length), start, index, value, loss, Int32Array.of(source)];
  return Buffer.concat(
    parts.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  );
}

/** Factorises and solves some times over. */
export function runEigen(input: Uint8Array, repetitions: number): EigenAnswer {
  return peer.run(input, [String(repetitions)]) as EigenAnswer;
}
