/** Where a crowd's other threads come from: workers that run `worker.ts`. */
import { InputError } from "../errors.js";
import type { Order } from "./kernel/shares.js";

/**
 * A worker, as pages and Node's worker_threads have them. `createWorker` of a crowd returns one that runs the module
 * `wayfield/crowd/worker`.
 */
export interface CrowdWorker {
  /** Sends it a message. */
  postMessage(message: unknown): void;
  /** Ends it. */
  terminate(): unknown;
  /** Pages: is told of errors. */
  addEventListener?(type: string, listener: (event: unknown) => void): void;
  /** Node: is told of errors and of its end. */
  on?(event: string, listener: (...args: unknown[]) => void): unknown;
  /** Node: lets the process end while the worker runs. */
  unref?(): void;
}

/** The part of Node's worker_threads that is used. */
interface NodeThreads {
  readonly Worker: new (file: URL, options: { execArgv: string[] }) => CrowdWorker;
}

declare const Worker: (new (file: URL, options: { type: "module" }) => CrowdWorker) | undefined;

/**
 * The worker's file from here. Every file of the build that may hold this code lies one folder below its root, as this one
 * lies below `src`: so one address fits them all.
 */
const FILE = "../crowd/worker.js";

function startWorker(): CrowdWorker {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: string): unknown } };
  const node = process?.getBuiltinModule?.("node:worker_threads") as NodeThreads | undefined;
  // Options of the process that started, such as --input-type, are not the worker's.
  if (node) return new node.Worker(new URL(FILE, import.meta.url), { execArgv: [] });
  if (typeof Worker === "undefined") throw new Error("there are no workers here");
  // Bundlers know a worker by this very form, with the address in it.
  return new Worker(new URL("../crowd/worker.js", import.meta.url), { type: "module" });
}

/** Another thread of a crowd. */
export class Thread {
  private readonly worker: CrowdWorker;
  private isEnded = false;
  /** Where its control words begin, in those it was sent last. */
  words = -1;

  /**
   * @param lost is told once, with the reason, when the worker ends by itself
   * @throws InputError when no worker can be had
   */
  constructor(create: (() => CrowdWorker) | undefined, lost: (thread: Thread, reason: string) => void) {
    if (typeof SharedArrayBuffer === "undefined") {
      throw new InputError("more than 1 needs shared memory, which is not here", "threads");
    }
    try {
      this.worker = (create ?? startWorker)();
    } catch (error) {
      const { message } = error as Error;
      throw new InputError(`more than 1 needs a worker: ${message}; createWorker may make one`, "threads");
    }
    const end = (reason: string): void => {
      if (this.isEnded) return;
      this.isEnded = true;
      lost(this, reason);
    };
    if (this.worker.on) {
      this.worker.on("error", (error) => end(messageOf(error)));
      this.worker.on("exit", (code) => end(`it ended with code ${code}`));
    } else {
      this.worker.addEventListener?.("error", (event) => end(messageOf(event)));
    }
    this.worker.unref?.();
  }

  send(order: Order): void {
    this.words = order.words;
    this.worker.postMessage(order);
  }

  /** Ends the worker; `lost` is not told. */
  end(): void {
    this.isEnded = true;
    this.worker.terminate();
  }
}

/** What an error, or an event that tells of one, says; a page's worker whose file is not there says nothing. */
function messageOf(error: unknown): string {
  const { message } = (error ?? {}) as { message?: string };
  return message || "its file could not be loaded";
}
