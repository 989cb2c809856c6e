/** Runs of a study in worker threads of this machine. */
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { failedRecord, type RunRecord, type StudyOptions } from "../../src/study/index.js";
import type { ThreadJob } from "../study-worker.js";
import { readResult, textOf } from "./result-files.js";

/** The built worker: code in `dist/cli` and in `dist/chunks` finds it alike. */
const WORKER = fileURLToPath(new URL("../cli/study-worker.js", import.meta.url));

/** How runs are shared out. */
export interface PoolOptions {
  /** Runs at a time; default one per core. */
  readonly jobs?: number;
  /** Where results are kept; null for nowhere. */
  readonly folder: string | null;
  readonly signal: AbortSignal;
}

/** A pool of threads, and what a study does with it. */
export interface Pool {
  readonly execute: NonNullable<StudyOptions["execute"]>;
  /** Ends the threads, and what they are at. */
  close(): Promise<void>;
}

/** Opens a pool. Threads start when there is something to do. */
export async function openPool({
  jobs = availableParallelism(),
  folder,
  signal,
}: PoolOptions): Promise<Pool> {
  const { Piscina } = await import("piscina");
  const pool = new Piscina({
    filename: WORKER,
    minThreads: 0,
    maxThreads: jobs,
    concurrentTasksPerWorker: 1,
  });
  const ended = new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener("abort", () => resolve(null), { once: true });
  });
  const one = async (job: ThreadJob): Promise<RunRecord | null> => {
    try {
      return (await Promise.race([pool.run(job) as Promise<RunRecord | null>, ended])) ?? null;
    } catch (error) {
      // A thread that died, of too little memory for example, takes one run with it.
      return signal.aborted ? null : failedRecord(job.id, job.seed, error);
    }
  };
  return {
    execute: async (all, done) => {
      let next = 0;
      const lane = async (): Promise<void> => {
        while (next < all.length && !signal.aborted) {
          const job = all[next++];
          const { id, scene, seed } = job;
          const record =
            (folder && readResult(folder, id)) ?? (await one({ id, seed, folder, scene: textOf(scene) }));
          if (record) done(job, record);
        }
      };
      await Promise.all(Array.from({ length: Math.min(jobs, all.length) }, lane));
    },
    close: () => pool.destroy(),
  };
}
