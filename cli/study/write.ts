/** Writes what a study came to: numbers, table, report. */
import type { StudyOutcome, StudyPlan } from "../../src/study/index.js";
import type { StudyFolder } from "./study-folder.js";

/** How a study is written. */
export interface WriteOptions {
  pdf?: boolean;
}

/** Writes everything; the numbers last, so that all else is there when they are. Returns the files. */
export async function writeStudy(
  folder: StudyFolder,
  _plan: StudyPlan,
  outcome: StudyOutcome,
  _options: WriteOptions,
): Promise<string[]> {
  const files: string[] = [];
  const results = { ...outcome.results, files };
  files.push(folder.write("results.json", `${JSON.stringify(results, null, 2)}\n`));
  return files;
}
