/** `wayfield worker --queue URL`: does runs of studies that others submit, on this machine. */
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import type { Command } from "commander";
import { version } from "../../package.json" with { type: "json" };
import { InputError } from "../../src/index.js";
import { makeFolder, unwritable } from "../files.js";
import { positive, wholeNumber } from "../options.js";
import {
  ENGINES,
  openClient,
  PREFIX,
  parseAddress,
  type QueueClient,
  queuePackages,
  RUNS,
  shownAddress,
} from "../queue/connection.js";
import { StopSignals } from "../signals.js";

interface WorkerOptions {
  queue: string;
  jobs: number;
  results?: string;
  giveUp: number;
}

/** The built processor: code in `dist/cli` and in `dist/chunks` finds it alike. */
const PROCESSOR = new URL("../cli/queue-processor.js", import.meta.url);

/** Runs of other versions wait for workers of theirs: one is told of them. */
async function sayOthers(client: QueueClient): Promise<void> {
  for (const engine of await client.smembers(ENGINES)) {
    if (engine === version) continue;
    const waiting = await client.llen(`${PREFIX}:runs-${engine}:wait`);
    if (waiting > 0)
      process.stderr.write(
        `note: ${waiting} runs wait for a worker of Wayfield ${engine}; this one is ${version} and leaves them alone\n`,
      );
  }
}

async function work({ queue, jobs, results, giveUp }: WorkerOptions): Promise<void> {
  const address = parseAddress(queue);
  const client = await openClient(address);
  const { bullmq } = await queuePackages();
  if (results !== undefined) prepare(results);
  // The processes that run are told by their surroundings, which nobody else sees.
  process.env.WAYFIELD_QUEUE = queue;
  process.env.WAYFIELD_RESULTS = results === undefined ? "" : resolve(results);
  const lockDuration = 1000 * giveUp;
  const worker = new bullmq.Worker(RUNS, PROCESSOR, {
    connection: { ...address, maxRetriesPerRequest: null },
    prefix: PREFIX,
    concurrency: jobs,
    lockDuration,
    stalledInterval: lockDuration,
    maxStalledCount: 5,
    drainDelay: 2,
  });
  const active = new Map<string, { readonly job: import("bullmq").Job }>();
  worker.on("active", (job) => active.set(job.id ?? "", { job }));
  worker.on("completed", (job) => active.delete(job.id ?? ""));
  worker.on("failed", (job) => active.delete(job?.id ?? ""));
  let isSaid = false;
  worker.on("error", () => {
    if (!isSaid) process.stderr.write("note: the queue does not answer for now; waiting for it\n");
    isSaid = true;
  });
  worker.on("ready", () => {
    isSaid = false;
  });
  await worker.waitUntilReady();
  process.stderr.write(`working for ${shownAddress(address)}: Wayfield ${version}, ${jobs} runs at a time\n`);
  await sayOthers(client);
  const stop = new StopSignals();
  await new Promise<void>((done) => stop.signal.addEventListener("abort", () => done(), { once: true }));
  await giveBack(worker, active);
  client.disconnect();
  stop.close();
  // Processes of runs that were given back may still be at them.
  process.exit(stop.exitCode);
}

/** Gives runs under way back, so that others take them at once and not when this worker is missed. */
async function giveBack(
  worker: import("bullmq").Worker,
  active: ReadonlyMap<string, { readonly job: import("bullmq").Job }>,
): Promise<void> {
  await worker.pause(true);
  for (const { job } of active.values()) await job.moveToWait(job.token).catch(() => {});
  const given = active.size;
  if (given > 0) process.stderr.write(`gave ${given} ${given === 1 ? "run" : "runs"} back\n`);
  await Promise.race([worker.close(true), new Promise((done) => setTimeout(done, 2000))]);
}

function prepare(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    throw unwritable(folder, error);
  }
}

/** Registers the command. */
export function registerWorker(program: Command): void {
  program
    .command("worker")
    .summary("do runs of studies that were submitted to a queue")
    .description(
      "Takes runs from a queue (Redis) and does them, any number of workers on any machines. SIGTERM and Ctrl-C give runs under way back.",
    )
    .requiredOption("--queue <url>", "the queue, such as redis://:password@host:6379; needed")
    .option(
      "--jobs <number>",
      "runs at a time, each in a process of its own",
      wholeNumber(1, 256),
      availableParallelism(),
    )
    .option(
      "--results <folder>",
      "a folder that the study sees too, its results folder: results go there, not through the queue",
    )
    .option(
      "--give-up <seconds>",
      "after how long without a sign of life others take a worker's runs",
      positive,
      30,
    )
    .action(async (options: WorkerOptions) => {
      if (options.giveUp < 0.5) throw new InputError("at least 0.5 s are needed", "--give-up");
      await work(options);
    });
}
