/** What a process of a worker does with a run from a queue: gets its scene, runs it, hands the result back. */
import type { Job } from "bullmq";
import {
  ENGINES,
  openClient,
  parseAddress,
  type QueueClient,
  RESULTS_STAY,
  resultKey,
  sceneKey,
  TAKEN_STAY,
} from "./queue/connection.js";
import { IN_FOLDER, type QueuedRun } from "./queue/jobs.js";
import { packRecord } from "./study/result-files.js";
import work from "./study-worker.js";

/** Told to the process by the worker that started it. */
const { WAYFIELD_QUEUE = "", WAYFIELD_RESULTS = "" } = process.env;

let client: QueueClient | null = null;
const scenes = new Map<string, string>();

// A worker that was killed cannot end its processes: they end with the line to it, which may be gone before they have begun.
process.once("disconnect", () => process.exit());
if (!process.connected) process.exit();

async function sceneOf(redis: QueueClient, hash: string): Promise<string> {
  const known = scenes.get(hash);
  if (known !== undefined) return known;
  const text = await redis.get(sceneKey(hash));
  if (text === null) throw new Error(`the scene of the run is not in the queue any more (${ENGINES})`);
  // A study has few scenes, or one for every point: the last ones are enough.
  if (scenes.size > 100) scenes.clear();
  scenes.set(hash, text);
  return text;
}

/** Does one run, and puts its result where the study looks for it, before the job counts as done. */
export default async function process_({
  data: { id, scene, seed },
}: Pick<Job<QueuedRun>, "data">): Promise<true> {
  client ??= await openClient(parseAddress(WAYFIELD_QUEUE));
  const key = resultKey(id);
  // Delivered twice: the worker that had it was lost after it was done.
  if ((await client.exists(key)) > 0) return true;
  const folder = WAYFIELD_RESULTS === "" ? null : WAYFIELD_RESULTS;
  const record = await work({ id, scene: await sceneOf(client, scene), seed, folder });
  if (!record) throw new Error("the run was stopped");
  // In a shared folder the result is there already; one that failed is kept nowhere else.
  const isKept = folder !== null && record.outcome !== "failed";
  if (isKept) await client.set(key, IN_FOLDER, "EX", TAKEN_STAY);
  else await client.set(key, packRecord(record), "EX", RESULTS_STAY);
  return true;
}
