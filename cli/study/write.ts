/** Writes what a study came to: numbers, table, report. */
import { type StudyOutcome, type StudyPlan, studyReport } from "../../src/study/index.js";
import { printPdf } from "../pdf.js";
import type { StudyFolder } from "./study-folder.js";
import { writeTables } from "./tables.js";

/** How a study is written. */
export interface WriteOptions {
  pdf?: boolean;
}

/** Writes everything; the numbers last, so that all else is there when they are. Returns the files. */
export async function writeStudy(
  folder: StudyFolder,
  plan: StudyPlan,
  outcome: StudyOutcome,
  { pdf = false }: WriteOptions,
): Promise<string[]> {
  const { html, figures } = studyReport(plan, outcome);
  const files = [folder.write("report.html", html)];
  for (const { name, svg } of figures) files.push(folder.write(`figures/${name}.svg`, svg));
  if (pdf) files.push(await printPdf(files[0]));
  for (const table of await writeTables(folder, outcome)) files.push(table);
  const results = { ...outcome.results, files };
  files.push(folder.write("results.json", `${JSON.stringify(results, null, 2)}\n`));
  return files;
}
