/**
 * The folder of a run: one owner, recordings that are kept every few seconds, a checkpoint to go on from, and results that
 * are there as a whole or not at all.
 *
 * While a run goes on there are `run.lock`, `run.checkpoint` and recordings that end in `.part`. At its end an older summary goes
 * first and the new one comes last: beside a `summary.json` everything is of the run that it names.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { InputError, type RunCheckpoint } from "../src/index.js";
import type { TrajectoryHead } from "../src/io/index.js";
import type { Report } from "../src/report/index.js";
import { makeFolder, removeFiles, unwritable, writeFile } from "./files.js";
import { FolderLock } from "./lock.js";
import { svgToPng } from "./png.js";
import { readBytes } from "./reading.js";
import {
  completePart,
  openRecording,
  RECORDINGS,
  type RecordingFile,
  type RecordingKind,
  removePart,
  removeRecording,
} from "./recordings.js";

/** What a checkpoint file holds. */
interface Saved {
  readonly state: RunCheckpoint;
  /** Length in bytes of each recording when it was written. */
  readonly bytes: Readonly<Partial<Record<RecordingKind, number>>>;
}

const MAGIC = "wayfield-checkpoint 1";
const KINDS = Object.keys(RECORDINGS) as RecordingKind[];

/** The folder of one run. */
export class RunFolder {
  private readonly lock: FolderLock;
  private readonly saved: Saved | null;
  private recordings: readonly (RecordingFile & { readonly kind: RecordingKind })[] = [];

  /**
   * Takes the folder for this process.
   *
   * @param kinds what is recorded
   * @param resumes whether to go on from the checkpoint, where there is one
   */
  constructor(
    readonly folder: string,
    private readonly kinds: readonly RecordingKind[],
    resumes: boolean,
  ) {
    this.writing(() => makeFolder(folder));
    this.lock = FolderLock.take(join(folder, "run.lock"), folder);
    try {
      this.writing(() => this.lock.tidy());
      this.saved = resumes && existsSync(this.checkpointFile) ? this.read() : null;
    } catch (error) {
      this.lock.release();
      throw error;
    }
  }

  /** Does something to the disk; what it refuses is said with the folder's name. */
  private writing<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw unwritable(this.folder, error);
    }
  }

  private get checkpointFile(): string {
    return join(this.folder, "run.checkpoint");
  }

  private get stem(): string {
    return join(this.folder, "trajectories");
  }

  /** Where to go on; undefined to begin. */
  get checkpoint(): RunCheckpoint | undefined {
    return this.saved?.state;
  }

  private read(): Saved {
    const bytes = readBytes(this.checkpointFile);
    const [head, body] = [
      bytes.subarray(0, MAGIC.length + 66).toString("latin1"),
      bytes.subarray(MAGIC.length + 66),
    ];
    if (head !== headOf(body))
      throw new InputError("is no checkpoint, or a damaged one", this.checkpointFile);
    const saved = deserialize(body) as Saved;
    const before = Object.keys(saved.bytes).sort().join(",") || "none";
    const now = [...this.kinds].sort().join(",") || "none";
    if (before !== now)
      throw new InputError(`--record: the run recorded ${before}; given: ${now}`, this.folder);
    return saved;
  }

  /** Opens the recordings: anew, or to go on. What is left of an unfinished run that is not continued goes away. */
  open(head: TrajectoryHead): readonly RecordingFile[] {
    if (!this.saved) this.writing(() => this.clear());
    const open = (kind: RecordingKind) =>
      Object.assign(openRecording(kind, this.stem, head, this.saved?.bytes[kind] ?? 0), { kind });
    const opened: ReturnType<typeof open>[] = [];
    // One by one, so that those before a failure are known and closed.
    this.recordings = opened;
    for (const kind of this.kinds) opened.push(this.writing(() => open(kind)));
    return opened;
  }

  /** Removes what only an unfinished run needs. */
  private clear(): void {
    removeFiles(this.checkpointFile);
    for (const kind of KINDS) removePart(`${this.stem}${RECORDINGS[kind]}`);
    for (const folder of [this.folder, join(this.folder, "figures")]) {
      if (!existsSync(folder)) continue;
      for (const name of readdirSync(folder))
        if (/^\..*\.\d+\.part$/.test(name)) removeFiles(join(folder, name));
    }
  }

  /** Keeps a state to go on from. */
  save(state: RunCheckpoint): void {
    const bytes = Object.fromEntries(this.recordings.map(({ kind, bytes }) => [kind, bytes]));
    const body = serialize({ state, bytes } satisfies Saved);
    writeFile(this.checkpointFile, Buffer.concat([Buffer.from(headOf(body), "latin1"), body]));
  }

  /** Gives the recordings their names; from here on there is no summary until all is there. Returns their files. */
  completeRecordings(): string[] {
    // What an earlier run left here is not about this one any more.
    this.writing(() => {
      removeFiles(this.summaryFile, this.reportFile, ...this.oldMeasurements());
      for (const kind of KINDS) if (!this.kinds.includes(kind)) removeRecording(kind, this.stem);
    });
    for (const recording of this.recordings) {
      try {
        recording.close();
        completePart(recording.file);
      } catch (error) {
        throw unwritable(recording.file, error);
      }
    }
    return this.recordings.map(({ file }) => file);
  }

  /** Tables and figures of measurements, stays, losses and maps, which another run may not have. */
  private oldMeasurements(): string[] {
    return ["", "figures"].flatMap((part) => {
      const folder = join(this.folder, part);
      if (!existsSync(folder)) return [];
      const names = readdirSync(folder).filter((name) =>
        /^((measurements(-.*)?|losses(-plan)?|(local|group)-map-.*)\.(csv|json|svg|png)|stays\.csv)$/.test(
          name,
        ),
      );
      return names.map((name) => join(folder, name));
    });
  }

  /** Writes tables, figures and page; returns the files. */
  writeReport({ figures, tables, html }: Report): string[] {
    const files: string[] = [];
    const write = (file: string, data: string | Uint8Array): void => {
      writeFile(file, data);
      files.push(file);
    };
    for (const { name, text } of tables) write(join(this.folder, name), text);
    for (const { name, svg } of figures) {
      write(join(this.folder, "figures", `${name}.svg`), svg);
      write(join(this.folder, "figures", `${name}.png`), svgToPng(svg, 2));
    }
    write(this.reportFile, html);
    return files;
  }

  /** The page. */
  get reportFile(): string {
    return join(this.folder, "report.html");
  }

  /** The file that says that everything is there, written last. */
  get summaryFile(): string {
    return join(this.folder, "summary.json");
  }

  /** Writes the summary. A run that came to its end has nothing to go on from. */
  writeSummary(summary: object, interrupted: boolean): void {
    writeFile(this.summaryFile, `${JSON.stringify(summary, null, 2)}\n`);
    if (!interrupted) this.writing(() => removeFiles(this.checkpointFile));
  }

  /** Gives the folder back. What was recorded stays where there is a checkpoint to go on from, and goes where there is none. */
  close(): void {
    for (const recording of this.recordings) {
      try {
        recording.close();
      } catch {
        // A disk that refuses has been complained about already.
      }
    }
    this.writing(() => {
      if (!existsSync(this.checkpointFile)) this.clear();
      this.lock.release();
    });
  }
}

function headOf(body: Uint8Array): string {
  return `${MAGIC}\n${createHash("sha256").update(body).digest("hex")}\n`;
}
