/** Recordings on the disk: files that grow while people walk, and have the ending `.part` until they are complete. */
import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { InputError } from "../src/index.js";
import {
  csvTrajectories,
  type PedpyOptions,
  pedpyTrajectories,
  type Recording,
  readCsvTrajectories,
  readPedpyTrajectories,
  readSqliteTrajectories,
  sqliteTrajectories,
  type TrajectoryHead,
  type TrajectoryWriter,
} from "../src/io/index.js";
import { unwritable, writeAll } from "./files.js";
import { readText } from "./reading.js";

/** Kinds of recordings, and the endings of their files. */
export const RECORDINGS = Object.freeze({ sqlite: ".sqlite", txt: ".txt", csv: ".csv" });
/** A kind of recording. */
export type RecordingKind = keyof typeof RECORDINGS;

/** A recording that is being made. */
export interface RecordingFile extends TrajectoryWriter {
  /** Its name when it is complete. */
  readonly file: string;
  /** Bytes handed over so far, where going on needs to know. */
  readonly bytes: number;
  /** No more comes; the file keeps its preliminary name. */
  close(): void;
}

/** The name of a recording until it is complete. */
const partOf = (file: string): string => `${file}.part`;

const require = createRequire(import.meta.url);

/** Loaded when needed: it is large. */
function sqlite(): typeof import("node-sqlite3-wasm") {
  return require("node-sqlite3-wasm") as typeof import("node-sqlite3-wasm");
}

/** A recording as text. */
class TextFile implements RecordingFile {
  bytes: number;
  private readonly handle: number;
  private readonly writer: TrajectoryWriter;
  private isOpen = true;

  constructor(
    readonly file: string,
    head: TrajectoryHead,
    format: typeof csvTrajectories | typeof pedpyTrajectories,
    bytes: number,
  ) {
    try {
      this.handle = openSync(partOf(file), head.frames === 0 ? "w" : "r+");
      if (fstatSync(this.handle).size < bytes)
        throw new InputError("is shorter than when it was saved", partOf(file));
      ftruncateSync(this.handle, bytes);
      this.bytes = bytes;
      this.writer = format((text) => this.write(text), head);
    } catch (error) {
      throw unwritable(file, error);
    }
  }

  private write(text: string): void {
    const bytes = Buffer.from(text);
    try {
      writeAll(this.handle, bytes, this.bytes);
    } catch (error) {
      throw unwritable(this.file, error);
    }
    this.bytes += bytes.length;
  }

  frame(...moment: Parameters<TrajectoryWriter["frame"]>): void {
    this.writer.frame(...moment);
  }

  flush(): void {
    this.writer.flush();
  }

  end(interrupted: boolean): void {
    this.writer.end(interrupted);
  }

  close(): void {
    if (this.isOpen) closeSync(this.handle);
    this.isOpen = false;
  }
}

/** A recording as JuPedSim's tables. */
class SqliteFile implements RecordingFile {
  /** The tables know by themselves how far they go. */
  readonly bytes = 0;
  private readonly database: import("node-sqlite3-wasm").Database;
  private readonly writer: TrajectoryWriter;

  constructor(
    readonly file: string,
    head: TrajectoryHead,
  ) {
    const part = partOf(file);
    try {
      unlockDatabase(part);
      if (head.frames === 0) removePart(file);
      this.database = new (sqlite().Database)(part, { fileMustExist: head.frames > 0 });
      // The library never rolls a journal back, since it takes its own lock for another's; a write-ahead log is read at any rate.
      this.database.exec(
        "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL",
      );
      this.writer = sqliteTrajectories(this.database, head);
    } catch (error) {
      throw unwritable(file, error);
    }
  }

  private do(work: () => void): void {
    try {
      work();
    } catch (error) {
      throw unwritable(this.file, error);
    }
  }

  frame(...moment: Parameters<TrajectoryWriter["frame"]>): void {
    this.do(() => this.writer.frame(...moment));
  }

  flush(): void {
    this.do(() => this.writer.flush());
  }

  end(interrupted: boolean): void {
    this.do(() => {
      this.writer.end(interrupted);
      // One file, as others expect it.
      this.database.exec("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE");
    });
  }

  close(): void {
    try {
      if (this.database.isOpen) this.database.close();
    } finally {
      unlockDatabase(partOf(this.file));
    }
  }
}

/** What a database may have beside it: its log, its journal, its lock. */
const COMPANIONS = ["-wal", "-journal", ".lock"];

/** Removes a recording that was not completed. */
export function removePart(file: string): void {
  for (const ending of ["", ...COMPANIONS])
    rmSync(`${partOf(file)}${ending}`, { recursive: true, force: true });
}

/** Gives a closed recording its name. */
export function completePart(file: string): void {
  renameSync(partOf(file), file);
  removePart(file);
}

/** The library locks a database by a folder beside it, which a process that dies leaves behind. Only for whoever owns the folder. */
function unlockDatabase(file: string): void {
  if (existsSync(`${file}.lock`)) rmSync(`${file}.lock`, { recursive: true });
}

/** Removes a recording of a kind, and what belongs to one that was not completed. */
export function removeRecording(kind: RecordingKind, stem: string): void {
  const file = `${stem}${RECORDINGS[kind]}`;
  rmSync(file, { force: true });
  removePart(file);
}

/** Opens a recording; `stem` is the file's name without ending, `bytes` where to go on. */
export function openRecording(
  kind: RecordingKind,
  stem: string,
  head: TrajectoryHead,
  bytes: number,
): RecordingFile {
  const file = `${stem}${RECORDINGS[kind]}`;
  const isComplete = head.frames > 0 && !existsSync(partOf(file)) && existsSync(file);
  // It was complete after a run was stopped, and is not any more.
  if (isComplete) renameSync(file, partOf(file));
  if (kind === "sqlite") return new SqliteFile(file, head);
  return new TextFile(file, head, kind === "csv" ? csvTrajectories : pedpyTrajectories, bytes);
}

/**
 * Reads a recording by its ending.
 *
 * @param options what a text file does not say of itself; other recordings do
 */
export function readRecording(file: string, options: PedpyOptions = {}): Recording {
  const open = Object.entries(options).find(([, value]) => value !== undefined);
  if (open && !file.endsWith(RECORDINGS.txt))
    throw new InputError(`--${open[0]} is for recordings that end in ${RECORDINGS.txt}; others say it`, file);
  try {
    if (file.endsWith(RECORDINGS.sqlite)) return readSqlite(file);
    if (file.endsWith(RECORDINGS.csv)) return readCsvTrajectories(readText(file));
    if (file.endsWith(RECORDINGS.txt)) return readPedpyTrajectories(readText(file), options);
  } catch (error) {
    throw error instanceof InputError && error.where !== file ? error.within(file) : error;
  }
  throw new InputError(`a recording ends in ${Object.values(RECORDINGS).join(", ")}`, file);
}

/** The library locks what it reads by a folder beside it, so it reads by another name: others may read at the same time, or have died. */
function readSqlite(file: string): Recording {
  if (!existsSync(file)) throw new InputError("no such file", file);
  const folder = mkdtempSync(join(tmpdir(), "wayfield-"));
  try {
    const alias = join(folder, "recording");
    symlinkSync(resolve(file), alias);
    const database = new (sqlite().Database)(alias, { readOnly: true });
    try {
      return readSqliteTrajectories(database);
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`is no recording: ${(error as Error).message}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
