/**
 * Runs of a study by way of a queue: a flow with one parent that gathers, BullMQ on Redis.
 *
 * Delivery is at least once: a run may happen twice where a worker was lost. The result is the same to the bit, and is taken once, by its
 * name.
 */
import { createHash } from "node:crypto";
import type { FlowJob, FlowProducer, Job, Queue } from "bullmq";
import { version } from "../../package.json" with { type: "json" };
import { failedRecord, type RunRecord, type StudyJob } from "../../src/study/index.js";
import { keepResult, readResult, sceneHash, textOf, unpackRecord } from "../study/result-files.js";
import type { Pool } from "../study/thread-pool.js";
import {
  ENGINES,
  openClient,
  PREFIX,
  parseAddress,
  type QueueAddress,
  type QueueClient,
  queuePackages,
  RUNS,
  STUDIES,
  sceneKey,
  shownAddress,
} from "./connection.js";
import type { QueuedRun, RunAnswer } from "./jobs.js";

/** Runs of one flow at most: what comes back waits in Redis until all of them are done. */
const MOST_CHILDREN = 500;
/** Milliseconds before one is told that nobody works. */
const PATIENCE = 5000;
/** Seconds that scenes stay in Redis. */
const SCENES_STAY = 7 * 24 * 3600;

const named = (ids: readonly string[]): string =>
  `s${createHash("sha256").update(ids.join("\n")).digest("hex").slice(0, 31)}`;

/** What is around a study. */
interface Around {
  readonly folder: string | null;
  readonly signal: AbortSignal;
}

/** The children and the parent of one flow. */
function flowOf(parent: string, jobs: readonly StudyJob[]): FlowJob {
  return {
    name: "study",
    queueName: STUDIES,
    opts: { jobId: parent, removeOnComplete: true, removeOnFail: true },
    children: jobs.map(({ id, seed, scene }) => ({
      name: "run",
      queueName: RUNS,
      data: { id, seed, scene: sceneHash(scene) } satisfies QueuedRun,
      opts: {
        jobId: id,
        attempts: 3,
        backoff: { type: "fixed" as const, delay: 200 },
        removeOnComplete: true,
        removeOnFail: true,
        ignoreDependencyOnFailure: true,
      },
    })),
  };
}

/** A queue as a place where runs of a study happen. */
class StudyQueue implements Pool {
  private readonly connection: QueueAddress & { readonly maxRetriesPerRequest: null };
  private readonly flow: FlowProducer;
  private readonly runs: Queue<QueuedRun>;
  private readonly say = quietly();

  constructor(
    private readonly address: QueueAddress,
    private readonly client: QueueClient,
    private readonly bullmq: typeof import("bullmq"),
    private readonly around: Around,
  ) {
    this.connection = { ...address, maxRetriesPerRequest: null };
    this.flow = new bullmq.FlowProducer({ connection: this.connection, prefix: PREFIX });
    this.runs = new bullmq.Queue<QueuedRun>(RUNS, { connection: this.connection, prefix: PREFIX });
    this.flow.on("error", this.say);
    this.runs.on("error", this.say);
  }

  readonly execute: Pool["execute"] = async (jobs, done) => {
    const { folder, signal } = this.around;
    const left: StudyJob[] = [];
    for (const job of jobs) {
      const before = folder && readResult(folder, job.id);
      if (before) done(job, before);
      else left.push(job);
    }
    for (let at = 0; at < left.length && !signal.aborted; at += MOST_CHILDREN)
      await this.gather(left.slice(at, at + MOST_CHILDREN), done);
  };

  /** Puts runs and their scenes into the queue; returns the name of their parent. */
  private async submit(jobs: readonly StudyJob[]): Promise<string> {
    const scenes = new Map(jobs.map(({ scene }) => [sceneHash(scene), scene]));
    for (const [hash, scene] of scenes)
      await this.client.set(sceneKey(hash), textOf(scene), "EX", SCENES_STAY);
    await this.client.sadd(ENGINES, version);
    const parent = named(jobs.map(({ id }) => id));
    await this.flow.add(flowOf(parent, jobs));
    return parent;
  }

  /** Waits until the parent of some runs has gathered them, and hands them over. */
  private async gather(
    jobs: readonly StudyJob[],
    done: (job: StudyJob, record: RunRecord) => void,
  ): Promise<void> {
    const { folder, signal } = this.around;
    const parent = await this.submit(jobs);
    let finish: (values: Gathered | null) => void = () => {};
    const finished = new Promise<Gathered | null>((resolve) => {
      finish = resolve;
    });
    const { DelayedError, Worker } = this.bullmq;
    const gatherer = async (job: Job): Promise<void> => {
      // Another study's parent waits for its own process: it is given back.
      if (job.id !== parent) {
        await job.moveToDelayed(Date.now() + 1000, job.token);
        throw new DelayedError();
      }
      finish(await gathered(job));
    };
    const worker = new Worker(STUDIES, gatherer, { connection: this.connection, prefix: PREFIX });
    worker.on("error", this.say);
    const stop = (): void => finish(null);
    signal.addEventListener("abort", stop, { once: true });
    const endWatch = watching(this.runs, shownAddress(this.address));
    try {
      const values = await finished;
      if (values) for (const job of jobs) done(job, take(job, values, folder));
    } finally {
      endWatch();
      signal.removeEventListener("abort", stop);
      await worker.close();
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.flow.close(), this.runs.close()]);
    this.client.disconnect();
  }
}

/** Opens a queue as a place where runs happen. */
export async function openQueue(url: string, around: Around): Promise<Pool> {
  const address = parseAddress(url);
  const client = await openClient(address);
  const { bullmq } = await queuePackages();
  return new StudyQueue(address, client, bullmq, around);
}

/** What came back of all children: answers, and reasons of those that were given up. */
interface Gathered {
  readonly answers: ReadonlyMap<string, RunAnswer>;
  readonly failures: ReadonlyMap<string, string>;
}

/** Children are told by their keys, `wayfield:runs-1.0.0:ID`. */
const idOf = (key: string): string => key.slice(key.lastIndexOf(":") + 1);

async function gathered(job: Job): Promise<Gathered> {
  const [values, failures] = await Promise.all([
    job.getChildrenValues<RunAnswer>(),
    job.getIgnoredChildrenFailures(),
  ]);
  return {
    answers: new Map(Object.entries(values).map(([key, answer]) => [idOf(key), answer])),
    failures: new Map(Object.entries(failures).map(([key, reason]) => [idOf(key), String(reason)])),
  };
}

/** The record of a job, kept in the study's folder where there is one. */
function take({ id, seed }: StudyJob, { answers, failures }: Gathered, folder: string | null): RunRecord {
  const answer = answers.get(id);
  if (answer && "record" in answer) {
    const record = unpackRecord(answer.record);
    if (folder) keepResult(folder, record);
    return record;
  }
  const kept = answer && folder ? readResult(folder, id) : null;
  if (kept) return kept;
  const why = answer
    ? "its result is in a folder that this study does not see; give workers --results the study's results"
    : (failures.get(id) ?? "its result was lost");
  return failedRecord(id, seed, new Error(why));
}

/** Says once what a lost connection says; it comes back by itself. */
function quietly(): (error: Error) => void {
  let isSaid = false;
  return () => {
    if (!isSaid) process.stderr.write("note: the queue does not answer for now; waiting for it\n");
    isSaid = true;
  };
}

/** Looks whether anybody works, and says once where nobody does. Returns how to stop. */
function watching(runs: { getWorkersCount(): Promise<number> }, where: string): () => void {
  const timer = setTimeout(() => {
    runs
      .getWorkersCount()
      .then((count) => {
        if (count > 0) return;
        process.stderr.write(
          `note: no worker of Wayfield ${version} is at ${where} yet; start one with wayfield worker --queue URL\n`,
        );
      })
      .catch(() => {});
  }, PATIENCE);
  timer.unref();
  return () => clearTimeout(timer);
}
