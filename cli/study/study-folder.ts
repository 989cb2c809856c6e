/** The folder of a study: one owner, what was studied, results of runs, and what was made of them. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "../../src/index.js";
import type { StudyFile, StudyPlan } from "../../src/study/index.js";
import { makeFolder, unwritable, writeFile } from "../files.js";
import { FolderLock } from "../lock.js";
import { readText } from "../reading.js";
import { sceneHash } from "./result-files.js";

/** What a folder says it is of. */
interface Kept {
  readonly study: StudyFile;
  /** Hashes of the variants' scenes, by variant. */
  readonly scenes: Readonly<Record<string, string>>;
}

/** Parts of a study that may change while every run stays what it is. */
const HARMLESS: readonly string[] = [
  "$schema",
  "name",
  "seeds",
  "stop",
  "measures",
  "confidence",
  "convergence",
  "calibrate",
];

/** What differs between two starts, in a few words each; without what changes no run. */
function changes(before: Kept, now: Kept): string[] {
  const keys = [...new Set([...Object.keys(before.study), ...Object.keys(now.study)])] as (keyof StudyFile)[];
  const parts = keys.filter(
    (key) => !HARMLESS.includes(key) && JSON.stringify(before.study[key]) !== JSON.stringify(now.study[key]),
  );
  const isSameScene = JSON.stringify(before.scenes) === JSON.stringify(now.scenes);
  return [...parts, ...(parts.length === 0 && !isSameScene ? ["the scene's content"] : [])];
}

/** The folder of one study. */
export class StudyFolder {
  private readonly lock: FolderLock;

  /**
   * Takes the folder for this process.
   *
   * @param goesOn whether to go on where another study was before, with the runs that fit
   * @throws InputError where another process writes there, or the study is not the one that was begun there
   */
  constructor(
    readonly folder: string,
    plan: StudyPlan,
    goesOn: boolean,
  ) {
    try {
      makeFolder(folder);
    } catch (error) {
      throw unwritable(folder, error);
    }
    this.lock = FolderLock.take(join(folder, "study.lock"), folder);
    try {
      this.lock.tidy();
      this.begin(plan, goesOn);
    } catch (error) {
      this.lock.release();
      throw unwritable(folder, error);
    }
  }

  private begin(plan: StudyPlan, goesOn: boolean): void {
    const scenes = Object.fromEntries(plan.variants.map(({ name, scene }) => [name, sceneHash(scene)]));
    const now: Kept = { study: plan.study, scenes };
    const file = join(this.folder, "study.json");
    const before = existsSync(file) ? readKept(file) : null;
    const changed = before ? changes(before, now) : [];
    if (changed.length > 0 && !goesOn) {
      throw new InputError(
        `holds a study that has changed since (${changed.join(", ")}); give another --out, or --changed to go on with the runs that still fit`,
        this.folder,
      );
    }
    writeFile(file, `${JSON.stringify(now, null, 2)}\n`);
  }

  /** Where results of runs are. */
  get results(): string {
    return join(this.folder, "results");
  }

  /** Writes a file of the study; returns its name. */
  write(name: string, data: string | Uint8Array): string {
    const file = join(this.folder, name);
    writeFile(file, data);
    return file;
  }

  /** Gives the folder back. */
  close(): void {
    this.lock.release();
  }
}

function readKept(file: string): Kept {
  try {
    const kept = JSON.parse(readText(file)) as Partial<Kept> | null;
    if (kept?.study instanceof Object && kept.scenes instanceof Object) return kept as Kept;
  } catch (error) {
    if (error instanceof InputError) throw error;
  }
  throw new InputError("is not what a study wrote; give another --out", file);
}
