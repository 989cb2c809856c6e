/** What a result keeps in memory. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** What is in use once everything else is gone. Array buffers are let go in the background, so once is not enough. */
function collect(): number {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as () => void;
  let least = Infinity;
  for (let still = 0; still < 3; ) {
    gc();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    still = heapUsed + arrayBuffers < 0.999 * least ? 0 : still + 1;
    least = Math.min(least, heapUsed + arrayBuffers);
  }
  return least;
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
