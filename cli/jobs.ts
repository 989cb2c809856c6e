/** Work in other processes: as many as the machine has cores, each taking the next job when it is free. */
import { type ChildProcess, fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { InputError } from "../src/errors.js";

/** The built command line itself, which is also what works: code in `dist/cli` and in `dist/chunks` finds it alike. */
const MAIN = fileURLToPath(new URL("../cli/main.js", import.meta.url));

/** What a worker answers. */
type Answer = { readonly result: unknown } | { readonly error: string; readonly isInput: boolean };

/** How jobs are done. */
export interface JobOptions<Job, Result> {
  /** Arguments of the command line that make it a worker. */
  readonly args: readonly string[];
  /** Told of every result as it comes. */
  readonly done: (job: Job, result: Result) => void;
  /** Ends all of it. */
  readonly signal: AbortSignal;
  /** Processes at most; default one per core. */
  readonly processes?: number;
}

/**
 * Does jobs in processes of their own; resolves when all are done, or when the signal asked to stop.
 *
 * @throws what a job threw; the others are ended
 */
export async function doJobs<Job, Result>(
  jobs: readonly Job[],
  { args, done, signal, processes = availableParallelism() }: JobOptions<Job, Result>,
): Promise<void> {
  const waiting = [...jobs].reverse();
  const workers: ChildProcess[] = [];
  const stop = (): void => {
    for (const worker of workers) worker.kill("SIGKILL");
  };
  signal.addEventListener("abort", stop);
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = fork(MAIN, args, { serialization: "advanced" });
      workers.push(worker);
      let current: Job | undefined;
      const next = (): void => {
        current = waiting.pop();
        if (current === undefined) worker.disconnect();
        else worker.send(current as object);
      };
      worker.on("message", (answer: Answer) => {
        if ("error" in answer)
          reject(answer.isInput ? new InputError(answer.error) : new Error(answer.error));
        else {
          done(current as Job, answer.result as Result);
          next();
        }
      });
      worker.on("error", reject);
      worker.on("exit", (code) => {
        if (signal.aborted || current === undefined) resolve();
        else reject(new Error(`a worker ended with ${code ?? "a signal"} in the middle of a job`));
      });
      next();
    });
  try {
    await Promise.all(Array.from({ length: Math.min(processes, jobs.length) }, one));
  } finally {
    signal.removeEventListener("abort", stop);
    stop();
  }
}

/** Makes this process a worker: every message is a job, its result is the answer; ends with the process that asked. */
export function serveJobs<Job>(work: (job: Job) => Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    process.on("message", (job: Job) => {
      work(job)
        .then(
          (result): Answer => ({ result }),
          (error): Answer => ({
            error: error instanceof Error ? error.message : String(error),
            isInput: error instanceof InputError,
          }),
        )
        .then((answer) => process.send?.(answer));
    });
    process.once("disconnect", () => resolve());
  });
}
