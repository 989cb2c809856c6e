/**
 * Runs of a study by way of a queue: a flow with one parent that gathers, BullMQ on Redis.
 *
 * Delivery is at least once: a run may happen twice where a worker was lost. The result is the same to the bit, and waits in Redis under the
 * name of the run until a study takes it; so studies that have runs in common share them, and it does not matter whose parent they have.
 */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { FlowJob, FlowProducer, Job, Queue, Worker } from "bullmq";
import { version } from "../../package.json" with { type: "json" };
import { failedRecord, type RunRecord, type StudyJob } from "../../src/study/index.js";
import {
  keepResult,
  packRecord,
  readResult,
  sceneHash,
  textOf,
  unpackRecord,
} from "../study/result-files.js";
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
  resultKey,
  STUDIES,
  sceneKey,
  shownAddress,
  TAKEN_STAY,
} from "./connection.js";
import { IN_FOLDER, type QueuedRun } from "./jobs.js";

/** Runs of one flow at most, and milliseconds between two looks at what has come. */
const MOST_CHILDREN = 500;
const LOOK = 100;
/** Looks without a sign of a run, neither in the queue nor done, before it is submitted again. */
const MOST_MISSED = 50;
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
  private readonly flow: FlowProducer;
  private readonly runs: Queue<QueuedRun>;
  private readonly say = quietly();
  /** Parents are anybody's: whichever study is there ends them. */
  private readonly gatherer: Worker;

  constructor(
    private readonly address: QueueAddress,
    private readonly client: QueueClient,
    bullmq: typeof import("bullmq"),
    private readonly around: Around,
  ) {
    const connection = { ...address, maxRetriesPerRequest: null };
    this.flow = new bullmq.FlowProducer({ connection, prefix: PREFIX });
    this.runs = new bullmq.Queue<QueuedRun>(RUNS, { connection, prefix: PREFIX });
    this.gatherer = new bullmq.Worker(STUDIES, (job) => gather(job, client), { connection, prefix: PREFIX });
    this.flow.on("error", this.say);
    this.runs.on("error", this.say);
    this.gatherer.on("error", this.say);
  }

  readonly execute: Pool["execute"] = async (jobs, done) => {
    const { folder, signal } = this.around;
    const left: StudyJob[] = [];
    for (const job of jobs) {
      const before = folder && readResult(folder, job.id);
      if (before) done(job, before);
      else left.push(job);
    }
    const endWatch = watching(this.runs, shownAddress(this.address));
    // A Redis that is away answers when it is back: who stops does not wait for it.
    const stopped = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    try {
      for (let at = 0; at < left.length && !signal.aborted; at += MOST_CHILDREN)
        await Promise.race([this.await(left.slice(at, at + MOST_CHILDREN), done), stopped]);
    } finally {
      endWatch();
    }
  };

  /** Submits runs and takes their results as they come, until all are there. */
  private async await(jobs: readonly StudyJob[], done: Done): Promise<void> {
    const { signal } = this.around;
    const open = new Map(jobs.map((job) => [job.id, job]));
    await this.take(open, done);
    if (open.size > 0) await this.submit([...open.values()]);
    let missed = 0;
    while (open.size > 0 && !signal.aborted) {
      const before = open.size;
      await this.take(open, done);
      const isSeen = open.size < before || (await this.isQueued([...open.keys()]));
      missed = isSeen ? 0 : missed + 1;
      // The queue has lost them: Redis may have been restarted with less than it knew.
      if (missed > MOST_MISSED) {
        await this.submit([...open.values()]);
        missed = 0;
      }
      if (open.size > 0) await sleep(LOOK);
    }
  }

  /** Puts runs and their scenes into the queue; those that are another study's children come back all the same. */
  private async submit(jobs: readonly StudyJob[]): Promise<void> {
    const scenes = new Map(jobs.map(({ scene }) => [sceneHash(scene), scene]));
    for (const [hash, scene] of scenes)
      await this.client.set(sceneKey(hash), textOf(scene), "EX", SCENES_STAY);
    await this.client.sadd(ENGINES, version);
    const queued = await Promise.all(jobs.map(({ id }) => this.isQueued([id])));
    const fresh = jobs.filter((_, k) => !queued[k]);
    if (fresh.length > 0) await this.flow.add(flowOf(named(fresh.map(({ id }) => id)), fresh));
  }

  /** Whether the queue knows any of some runs. */
  private async isQueued(ids: readonly string[]): Promise<boolean> {
    return (await this.client.exists(...ids.map((id) => this.runs.toKey(id)))) > 0;
  }

  /** Hands over results that have come, and keeps them in the study's folder where there is one. */
  private async take(open: Map<string, StudyJob>, done: Done): Promise<void> {
    const { folder } = this.around;
    const jobs = [...open.values()];
    const texts = await this.client.mget(jobs.map(({ id }) => resultKey(id)));
    for (const [k, job] of jobs.entries()) {
      const text = texts[k];
      if (text === null) continue;
      const record = text === IN_FOLDER ? inFolder(job, folder) : unpackRecord(text);
      if (folder && text !== IN_FOLDER) keepResult(folder, record);
      // What failed is tried again at the next start.
      if (record.outcome === "failed") await this.client.del(resultKey(job.id));
      else await this.client.expire(resultKey(job.id), TAKEN_STAY);
      open.delete(job.id);
      done(job, record);
    }
  }

  async close(): Promise<void> {
    const closed = Promise.all([this.gatherer.close(true), this.flow.close(), this.runs.close()]);
    await Promise.race([closed, sleep(PATIENCE, null, { ref: false })]);
    this.client.disconnect();
  }
}

type Done = (job: StudyJob, record: RunRecord) => void;

/** Opens a queue as a place where runs happen. */
export async function openQueue(url: string, around: Around): Promise<Pool> {
  const address = parseAddress(url);
  const client = await openClient(address);
  const { bullmq } = await queuePackages();
  return new StudyQueue(address, client, bullmq, around);
}

/** Children are told by their keys, `wayfield:runs-1.0.0:ID`. */
const idOf = (key: string): string => key.slice(key.lastIndexOf(":") + 1);

/** Ends a parent: runs that were given up have a result too, that they failed and why. */
async function gather(job: Job, client: QueueClient): Promise<void> {
  for (const [key, reason] of Object.entries(await job.getIgnoredChildrenFailures())) {
    const record = failedRecord(idOf(key), 0, new Error(String(reason)));
    await client.set(resultKey(record.id), packRecord(record), "EX", TAKEN_STAY);
  }
}

/** The result of a run that is said to be in the shared folder. */
function inFolder({ id, seed }: StudyJob, folder: string | null): RunRecord {
  const why =
    "its result is in a folder that this study does not see; give workers --results the study's results";
  return (folder && readResult(folder, id)) || failedRecord(id, seed, new Error(why));
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
