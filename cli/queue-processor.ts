/** What a process of a worker does with a run from a queue: gets its scene, runs it, hands the result back. */
import type { Job } from "bullmq";
import { ENGINES, openClient, parseAddress, type QueueClient, sceneKey } from "./queue/connection.js";
import type { QueuedRun, RunAnswer } from "./queue/jobs.js";
import { packRecord } from "./study/result-files.js";
import work from "./study-worker.js";

/** Told to the process by the worker that started it. */
const { WAYFIELD_QUEUE = "", WAYFIELD_RESULTS = "" } = process.env;

let client: QueueClient | null = null;
const scenes = new Map<string, string>();

// A worker that was killed cannot end its processes: they end with the line to it, which may be gone before they have begun.
process.once("disconnect", () => process.exit());
if (!process.connected) process.exit();

async function sceneOf(hash: string): Promise<string> {
  const known = scenes.get(hash);
  if (known !== undefined) return known;
  client ??= await openClient(parseAddress(WAYFIELD_QUEUE));
  const text = await client.get(sceneKey(hash));
  if (text === null) throw new Error(`the scene of the run is not in the queue any more (${ENGINES})`);
  // A study has few scenes, or one for every point: the last ones are enough.
  if (scenes.size > 100) scenes.clear();
  scenes.set(hash, text);
  return text;
}

/** Does one run. */
export default async function process_({ data }: Pick<Job<QueuedRun>, "data">): Promise<RunAnswer> {
  const folder = WAYFIELD_RESULTS === "" ? null : WAYFIELD_RESULTS;
  const record = await work({ id: data.id, scene: await sceneOf(data.scene), seed: data.seed, folder });
  if (!record) throw new Error("the run was stopped");
  // In a shared folder the result is there already; one that failed is kept nowhere else.
  return folder !== null && record.outcome !== "failed" ? { kept: true } : { record: packRecord(record) };
}
