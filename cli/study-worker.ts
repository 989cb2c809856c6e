/** What a worker thread or a process of a queue does with one run: looks for its result, else runs it and keeps it. */
import { type RunRecord, recordRun } from "../src/study/index.js";
import { type AnyScene, parseAnyScene } from "../src/world/index.js";
import { keepResult, readResult } from "./study/result-files.js";

/** One run. */
export interface ThreadJob {
  readonly id: string;
  /** The scene as JSON: the same one again is read once. */
  readonly scene: string;
  readonly seed: number;
  /** Where results are kept; null for nowhere. */
  readonly folder: string | null;
}

let last: { readonly text: string; readonly scene: AnyScene } | null = null;

/** The scene of a text; the last one is remembered, since runs of a study share few. */
function sceneOf(text: string): AnyScene {
  if (last?.text !== text) last = { text, scene: parseAnyScene(JSON.parse(text)) };
  return last.scene;
}

/** Does one run. */
export default async function work({ id, scene, seed, folder }: ThreadJob): Promise<RunRecord | null> {
  const before = folder === null ? null : readResult(folder, id);
  if (before) return before;
  const record = await recordRun(id, sceneOf(scene), seed);
  if (record && folder !== null) keepResult(folder, record);
  return record;
}
