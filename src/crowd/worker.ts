/**
 * What a crowd's other threads run: a module of its own file, in Node's worker_threads and in workers of pages. The build makes it
 * `dist/crowd/worker.js`, one file without imports.
 */
import { Kernel } from "./kernel/index.js";
import { help, type Order } from "./kernel/shares.js";
import { allModels } from "./published.js";

const models = allModels();

function take(order: Order): void {
  help(new Kernel(order.memory, models), order);
}

/** The part of Node's worker_threads that is used. */
interface NodeThreads {
  readonly parentPort: { on(event: "message", listener: (order: Order) => void): void } | null;
}

const scope = globalThis as {
  process?: { getBuiltinModule?(name: string): unknown };
  onmessage?: (event: { data: Order }) => void;
};
const node = scope.process?.getBuiltinModule?.("node:worker_threads") as NodeThreads | undefined;
if (node) node.parentPort?.on("message", take);
else scope.onmessage = ({ data }) => take(data);
