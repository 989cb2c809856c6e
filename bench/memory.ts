/** What a result keeps in memory. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

function collect(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Bytes that stay in use, typed arrays included, while the result of `make` is held. */
export function retainedBytes(make: () => unknown): number {
  const before = collect();
  const result = make();
  const after = collect();
  // Named after the measurement, so that the engine cannot let it go earlier.
  return result === undefined ? 0 : Math.max(0, after - before);
}

/** `12.3 MB`. */
export function formatBytes(bytes: number): string {
  return `${(bytes / 1e6).toPrecision(3)} MB`;
}
