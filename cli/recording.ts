/**
 * Recordings of runs, streamed to disk while people walk: JuPedSim's SQLite layout (version 2, which PedPy and JuPedSim's
 * tools read), plain text as PedPy reads it, and CSV. A recording has the ending `.part` until it is complete.
 */
import { closeSync, existsSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { clipToAreas, isCounterclockwise, type Ring } from "../src/geometry/index.js";
import { type Crowd, InputError, type RecordedFrame, type Scene } from "../src/index.js";
import { readText, reasonOf } from "./files.js";

/** Kinds of recordings, and the endings of their files. */
export const RECORDINGS = Object.freeze({ sqlite: ".sqlite", txt: ".txt", csv: ".csv" });
/** A kind of recording. */
export type RecordingKind = keyof typeof RECORDINGS;

/** Takes frames until it is closed. */
interface Recorder {
  readonly file: string;
  frame(number: number, time: number, columns: Crowd["columns"], size: number): void;
  /** Completes the file. */
  close(): void;
  /** Leaves nothing behind. */
  abandon(): void;
}

/** Rows per transaction and per write. */
const BATCH = 20_000;

const require = createRequire(import.meta.url);
const part = (file: string): string => `${file}.part`;

function failed(file: string, error: unknown): InputError {
  return error instanceof InputError ? error : new InputError(`cannot be written: ${reasonOf(error)}`, file);
}

/** The ground of a scene as well-known text: its largest connected area. */
export function walkableWkt({ boundary, obstacles = [] }: Pick<Scene, "boundary" | "obstacles">): string {
  const turned = (ring: Ring): Ring => (isCounterclockwise(ring) ? ring : [...ring].reverse());
  const holes = obstacles.flatMap(({ polygon }) => (polygon ? [turned(polygon)] : []));
  const { areas } = clipToAreas([turned(boundary)], "non-zero", holes);
  const size = (ring: Ring): number =>
    Math.abs(
      ring.reduce(
        (sum, [x, y], i) => sum + x * ring[(i + 1) % ring.length][1] - ring[(i + 1) % ring.length][0] * y,
        0,
      ),
    );
  const largest = [...areas].sort((a, b) => size(b.outer) - size(a.outer))[0];
  const text = (ring: Ring): string => `(${[...ring, ring[0]].map(([x, y]) => `${x} ${y}`).join(", ")})`;
  return `POLYGON (${[largest.outer, ...largest.holes].map(text).join(", ")})`;
}

/** Writes all of a text: where the disk is nearly full, a single write takes less and does not complain. */
function writeAll(handle: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done);
}

/** A text file that is written in pieces. */
class TextRecorder implements Recorder {
  private readonly handle: number;
  private isOpen = true;
  private rows: string[] = [];

  constructor(
    readonly file: string,
    head: string,
    private readonly row: (frame: number, time: number, columns: Crowd["columns"], i: number) => string,
  ) {
    try {
      this.handle = openSync(part(file), "w");
      writeAll(this.handle, head);
    } catch (error) {
      throw failed(file, error);
    }
  }

  frame(number: number, time: number, columns: Crowd["columns"], size: number): void {
    for (let i = 0; i < size; i++) this.rows.push(this.row(number, time, columns, i));
    if (this.rows.length >= BATCH) this.flush();
  }

  private flush(): void {
    try {
      if (this.rows.length > 0) writeAll(this.handle, `${this.rows.join("\n")}\n`);
      this.rows = [];
    } catch (error) {
      throw failed(this.file, error);
    }
  }

  close(): void {
    this.flush();
    this.isOpen = false;
    closeSync(this.handle);
    renameSync(part(this.file), this.file);
  }

  abandon(): void {
    // Complete already, where another recording failed after this one.
    if (!this.isOpen) return;
    closeSync(this.handle);
    rmSync(part(this.file), { force: true });
  }
}

const six = (value: number): string => String(Number(value.toFixed(6)));

/** JuPedSim's tables. */
class SqliteRecorder implements Recorder {
  private readonly database: import("node-sqlite3-wasm").Database;
  private readonly insert: import("node-sqlite3-wasm").Statement;
  private readonly insertFrame: import("node-sqlite3-wasm").Statement;
  private rows = 0;
  private readonly hash: number;

  constructor(
    readonly file: string,
    scene: Scene,
    fps: number,
  ) {
    try {
      rmSync(part(file), { force: true });
      const { Database } = require("node-sqlite3-wasm") as typeof import("node-sqlite3-wasm");
      this.database = new Database(part(file));
      const wkt = walkableWkt(scene);
      this.hash = [...wkt].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7);
      const xs = scene.boundary.map(([x]) => x);
      const ys = scene.boundary.map(([, y]) => y);
      this.database.exec(`
        PRAGMA journal_mode = OFF;
        PRAGMA synchronous = OFF;
        CREATE TABLE trajectory_data (frame INTEGER NOT NULL, id INTEGER NOT NULL, pos_x REAL NOT NULL,
          pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL);
        CREATE TABLE metadata (key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);
        CREATE TABLE geometry (hash INTEGER NOT NULL, wkt TEXT NOT NULL);
        CREATE TABLE frame_data (frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);`);
      const facts = {
        version: "2",
        fps: String(fps),
        xmin: String(Math.min(...xs)),
        xmax: String(Math.max(...xs)),
        ymin: String(Math.min(...ys)),
        ymax: String(Math.max(...ys)),
      };
      for (const [key, value] of Object.entries(facts)) {
        this.database.run("INSERT INTO metadata VALUES (?, ?)", [key, value]);
      }
      this.database.run("INSERT INTO geometry VALUES (?, ?)", [this.hash, wkt]);
      this.insert = this.database.prepare("INSERT INTO trajectory_data VALUES (?, ?, ?, ?, ?, ?)");
      this.insertFrame = this.database.prepare("INSERT INTO frame_data VALUES (?, ?)");
      this.database.exec("BEGIN");
    } catch (error) {
      throw failed(file, error);
    }
  }

  frame(number: number, _time: number, { id, x, y, vx, vy }: Crowd["columns"], size: number): void {
    try {
      this.insertFrame.run([number, this.hash]);
      for (let i = 0; i < size; i++) {
        const speed = Math.sqrt(vx[i] * vx[i] + vy[i] * vy[i]) || 1;
        this.insert.run([number, id[i], x[i], y[i], vx[i] / speed, vy[i] / speed]);
      }
      this.rows += size;
      if (this.rows < BATCH) return;
      this.rows = 0;
      this.database.exec("COMMIT; BEGIN");
    } catch (error) {
      throw failed(this.file, error);
    }
  }

  close(): void {
    try {
      this.database.exec("COMMIT; CREATE INDEX frame_id_idx ON trajectory_data(frame, id)");
      this.insert.finalize();
      this.insertFrame.finalize();
      this.database.close();
      renameSync(part(this.file), this.file);
    } catch (error) {
      throw failed(this.file, error);
    }
  }

  abandon(): void {
    if (this.database.isOpen) {
      this.insert.finalize();
      this.insertFrame.finalize();
      this.database.close();
    }
    rmSync(part(this.file), { force: true });
    // The library locks a database by a folder beside it.
    if (existsSync(`${part(this.file)}.lock`)) rmSync(`${part(this.file)}.lock`, { recursive: true });
  }
}

/** A recorder of a kind; `stem` is the file's name without ending. */
export function recorderFor(kind: RecordingKind, stem: string, scene: Scene, fps: number): Recorder {
  const file = `${stem}${RECORDINGS[kind]}`;
  if (kind === "sqlite") return new SqliteRecorder(file, scene, fps);
  if (kind === "csv") {
    const head = "frame,time,id,x,y,vx,vy,radius,group\n";
    return new TextRecorder(file, head, (frame, time, c, i) =>
      [
        frame,
        six(time),
        c.id[i],
        six(c.x[i]),
        six(c.y[i]),
        six(c.vx[i]),
        six(c.vy[i]),
        c.radius[i],
        c.group[i],
      ].join(","),
    );
  }
  const head = `# framerate: ${fps}\n# id frame x/m y/m z/m\n`;
  return new TextRecorder(
    file,
    head,
    (frame, _time, c, i) => `${c.id[i]} ${frame} ${six(c.x[i])} ${six(c.y[i])} 0`,
  );
}

/** The frames of a recording, and the seconds between them. */
export function readRecording(file: string): { frames: RecordedFrame[]; interval: number } {
  if (file.endsWith(RECORDINGS.sqlite)) return readSqlite(file);
  if (file.endsWith(RECORDINGS.csv)) return readCsv(file);
  if (file.endsWith(RECORDINGS.txt)) return readTxt(file);
  throw new InputError(`a recording ends in ${Object.values(RECORDINGS).join(", ")}`, file);
}

function readSqlite(file: string): { frames: RecordedFrame[]; interval: number } {
  if (!existsSync(file)) throw new InputError("no such file", file);
  const { Database } = require("node-sqlite3-wasm") as typeof import("node-sqlite3-wasm");
  try {
    const database = new Database(file, { readOnly: true });
    const fps = Number(database.get("SELECT value FROM metadata WHERE key = 'fps'")?.value);
    if (!(fps > 0)) throw new InputError("has no frame rate", file);
    const rows = database.all("SELECT frame, id, pos_x, pos_y FROM trajectory_data ORDER BY frame, id") as {
      frame: number;
      id: number;
      pos_x: number;
      pos_y: number;
    }[];
    database.close();
    return framesOf(
      rows.map((row) => ({ frame: row.frame, id: row.id, x: row.pos_x, y: row.pos_y })),
      1 / fps,
      file,
    );
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`is no recording: ${(error as Error).message}`, file);
  }
}

interface Row {
  readonly frame: number;
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly radius?: number;
  readonly group?: number;
}

/** Frames that are read at most: a day at 100 a second. */
const MOST_FRAMES = 8_640_000;

/** Rows in the order of frames as frames, from the first that has anybody; frames without anybody are there too. */
function framesOf(
  rows: readonly Row[],
  interval: number,
  file: string,
): { frames: RecordedFrame[]; interval: number } {
  if (rows.length === 0) throw new InputError("holds nobody's position", file);
  const odd = rows.find(({ frame, id }) => !(isCount(frame) && isCount(id)));
  if (odd) {
    const given = `frame ${odd.frame}, id ${odd.id}`;
    throw new InputError(`frames and ids are whole numbers >= 0; given: ${given}`, file);
  }
  const first = rows[0].frame;
  if (rows[rows.length - 1].frame - first >= MOST_FRAMES) {
    const given = rows[rows.length - 1].frame;
    throw new InputError(`at most ${MOST_FRAMES} frames can be read; given: ${first} to ${given}`, file);
  }
  const frames: { time: number; agents: Row[] }[] = [];
  const grow = (): number => frames.push({ time: (first + frames.length) * interval, agents: [] });
  for (const row of rows) {
    while (frames.length <= row.frame - first) grow();
    frames[row.frame - first].agents.push(row);
  }
  grow();
  return { frames, interval };
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

function inOrder(rows: Row[]): Row[] {
  return rows.sort((a, b) => a.frame - b.frame || a.id - b.id);
}

function numbersOf(line: string, separator: string | RegExp, where: string): number[] {
  const numbers = line.split(separator).map(Number);
  if (numbers.every(Number.isFinite)) return numbers;
  throw new InputError(`numbers are expected; given: ${JSON.stringify(line.slice(0, 40))}`, where);
}

function readCsv(file: string): { frames: RecordedFrame[]; interval: number } {
  const [head = "", ...lines] = readText(file).trimEnd().split(/\r?\n/);
  const names = head.split(",");
  for (const name of ["frame", "time", "id", "x", "y"]) {
    if (!names.includes(name))
      throw new InputError(`the header needs ${name}; given: ${head.slice(0, 80)}`, `${file}: line 1`);
  }
  const column = (name: string): number => names.indexOf(name);
  let first: { frame: number; time: number } | null = null;
  let interval = 0;
  const rows = lines.map((line, i): Row => {
    const values = numbersOf(line, ",", `${file}: line ${i + 2}`);
    const [frame, time] = [values[column("frame")], values[column("time")]];
    first ??= { frame, time };
    if (frame > first.frame) interval = (time - first.time) / (frame - first.frame);
    return {
      frame,
      id: values[column("id")],
      x: values[column("x")],
      y: values[column("y")],
      ...(column("radius") < 0 ? {} : { radius: values[column("radius")] }),
      ...(column("group") < 0 ? {} : { group: values[column("group")] }),
    };
  });
  return framesOf(inOrder(rows), interval || 1, file);
}

function readTxt(file: string): { frames: RecordedFrame[]; interval: number } {
  const lines = readText(file).trimEnd().split(/\r?\n/);
  const rate = lines.map((line) => /^#\s*framerate:\s*([\d.]+)/i.exec(line)?.[1]).find((found) => found);
  if (!rate || !(Number(rate) > 0)) throw new InputError("a line # framerate: N is needed", file);
  // As PedPy does: the head may say that lengths are in centimetres.
  const unit = lines.some((line) => line.startsWith("#") && /x\/cm|in cm/.test(line)) ? 0.01 : 1;
  const rows = lines.flatMap((line, i): Row[] => {
    if (line.startsWith("#") || line.trim() === "") return [];
    const where = `${file}: line ${i + 1}`;
    const [id, frame, x, y] = numbersOf(line.trim(), /\s+/, where);
    if (y === undefined) throw new InputError("id, frame, x and y are needed", where);
    return [{ id, frame, x: unit * x, y: unit * y }];
  });
  return framesOf(inOrder(rows), 1 / Number(rate), file);
}
