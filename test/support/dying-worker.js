// A crowd's worker that gets into trouble in the middle of its work: at some square root, of which the kernel takes many.
import { workerData } from "node:worker_threads";

/** @type {{ module: string, after: number, trouble: "exit" | "throw" | "hang" | "slow" }} */
const { module, after, trouble } = workerData;
const sqrt = Math.sqrt;
let left = after;

function getIntoTrouble() {
  if (trouble === "exit") process.exit(3);
  if (trouble === "throw") throw new Error("a broken worker");
  if (trouble === "hang") for (;;);
  // Half a second late: others have given up by then, and it goes on writing.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
}

Math.sqrt = (x) => {
  if (--left === 0) getIntoTrouble();
  return sqrt(x);
};
await import(module);
