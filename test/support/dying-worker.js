// A crowd's worker that gets into trouble in the middle of its work: at some square root, of which the kernel takes many.
import { parentPort, workerData } from "node:worker_threads";

/** @type {{ module: string, after: number, trouble: "exit" | "throw" | "hang" | "late" }} */
const { module, after, trouble } = workerData;
const sqrt = Math.sqrt;
let left = after;

function getIntoTrouble() {
  if (trouble === "exit") process.exit(3);
  if (trouble === "throw") throw new Error("a broken worker");
  if (trouble === "hang") for (;;);
  // Late: others have given up by then. It writes what no sound thread would, wherever phases write.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  const { agents, sorted, numbers } = memory;
  for (const column of [Object.values(agents), Object.values(sorted), numbers].flat(2)) column.fill(1e9);
}

/** What it works on. */
let memory;
parentPort?.on("message", (order) => {
  memory = order.memory;
});

Math.sqrt = (x) => {
  if (--left === 0) getIntoTrouble();
  return sqrt(x);
};
await import(module);
