/** Runs a study: job by job in this thread, or by whatever the caller gives. */
import { version } from "../../package.json" with { type: "json" };
import { checkFunction, checkKeys } from "../options.js";
import { Fingerprint } from "../run/internal.js";
import type { AnyScene } from "../world/index.js";
import { Gatherer, type MeanMaps, type StudyRow } from "./gather.js";
import { type RunRecord, recordRun } from "./record.js";
import { isSettled, looksOf, type StudyResults, studyResults } from "./results.js";
import type { StudyPlan, StudySetting } from "./study.js";

/** One run to be done. */
export interface StudyJob {
  /** Its place in the order of the study's runs. */
  readonly at: number;
  readonly setting: StudySetting;
  readonly scene: AnyScene;
  readonly seed: number;
  /** Names the run by what decides it. */
  readonly id: string;
}

/** How far a study is. */
export interface StudyProgress {
  readonly done: number;
  /** Runs in all; with a stopping rule, as far as it is known. */
  readonly total: number;
}

/** How a study is run. */
export interface StudyOptions {
  /** Does some jobs, in any order, and hands over each record; default one after the other in this thread. */
  readonly execute?: (
    jobs: readonly StudyJob[],
    done: (job: StudyJob, record: RunRecord) => void,
  ) => Promise<void>;
  /** Names runs; default by a fingerprint of version, scene and seed. */
  readonly identify?: (scene: AnyScene, seed: number) => string;
  /** Told after every run how far the study is. */
  readonly progress?: (progress: StudyProgress) => void;
  /** Ends the study early: the outcome then is of the runs that there are. */
  readonly signal?: AbortSignal;
}

/** What came of a study. */
export interface StudyOutcome {
  readonly results: StudyResults;
  readonly rows: readonly StudyRow[];
  readonly how: ReadonlyMap<string, NonNullable<RunRecord["how"]>>;
  readonly interrupted: boolean;
  /** Maps averaged over the runs of a variant. */
  mapsOf(variant: string): MeanMaps | null;
}

function fingerprint(scene: AnyScene, seed: number): string {
  return new Fingerprint().text(version).text(JSON.stringify(scene)).number(seed).toString();
}

/** Seeds between the looks of the stopping rule; all at once where there is none. */
function batchesOf({ seeds, stop }: StudyPlan): (readonly number[])[] {
  if (!stop) return [seeds];
  const looks = looksOf(stop);
  return looks.map((look, k) => seeds.slice(looks[k - 1] ?? 0, look));
}

/** Runs a study to its end, until its stopping rule is met, or until the signal. */
export async function runStudy(plan: StudyPlan, options: StudyOptions = {}): Promise<StudyOutcome> {
  checkKeys(options, ["execute", "identify", "progress", "signal"]);
  for (const key of ["execute", "identify", "progress"] as const)
    if (options[key] !== undefined) checkFunction(options[key], key);
  const { execute = inThisThread(options.signal), identify = fingerprint, progress, signal } = options;
  const { settings } = plan;
  const gatherer = new Gatherer();
  const scenes = new Map<StudySetting, AnyScene>();
  const sceneOf = (setting: StudySetting): AnyScene => {
    const scene = scenes.get(setting) ?? plan.sceneOf(setting);
    scenes.set(setting, scene);
    return scene;
  };
  let first = 0;
  for (const seeds of batchesOf(plan)) {
    const jobs = seeds.flatMap((seed, k) =>
      settings.map((setting, s): StudyJob => {
        const scene = sceneOf(setting);
        return { at: (first + k) * settings.length + s, setting, scene, seed, id: identify(scene, seed) };
      }),
    );
    first += seeds.length;
    const total = first * settings.length;
    progress?.({ done: gatherer.size, total });
    await execute(jobs, (job, record) => {
      gatherer.add(job.at, job.setting, { ...record, seed: job.seed });
      progress?.({ done: gatherer.size, total });
    });
    if (signal?.aborted || isSettled(plan, gatherer.table)) break;
  }
  const rows = gatherer.table;
  const interrupted = signal?.aborted === true && rows.length < first * settings.length;
  return {
    results: studyResults(plan, rows, interrupted),
    rows,
    how: gatherer.how,
    interrupted,
    mapsOf: (variant) => gatherer.mapsOf(variant),
  };
}

/** One job after the other. */
function inThisThread(signal: AbortSignal | undefined): NonNullable<StudyOptions["execute"]> {
  return async (jobs, done) => {
    for (const job of jobs) {
      if (signal?.aborted) return;
      const record = await recordRun(job.id, job.scene, job.seed, signal ? { signal } : {});
      if (record) done(job, record);
    }
  };
}
