/** Eigen's sparse LDLT on the same cells. */
import type { Grid } from "../../src/potential/index.js";
import { nativePeer } from "./native.js";

/** What the program prints. */
export interface EigenAnswer {
  readonly solveMs: readonly number[];
  readonly residual: number;
  readonly least: number;
  readonly unknowns: number;
}

const peer = nativePeer("eigen-potential", {
  source: "eigen-potential.cpp",
  headers: [{ header: "eigen3/Eigen/Sparse", debian: "libeigen3-dev" }],
  flags: ["-I/usr/include/eigen3"],
});

/** Compiles the program unless up to date. Throws `Unavailable` where that is not possible. */
export function buildEigen(): void {
  peer.build();
}

/** Solves a grid's equation. */
export function runEigen({ stride, height, kinds }: Grid): EigenAnswer {
  const size = Int32Array.of(stride, height + 2);
  return peer.run(Buffer.concat([Buffer.from(size.buffer), kinds]), ["1"]) as EigenAnswer;
}
