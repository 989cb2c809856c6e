/**
 * JuPedSim's SQLite layout, version 2, which PedPy and JuPedSim's tools read. The database is the caller's: any library that
 * prepares statements will do, and none is loaded here.
 */
import { InputError } from "../errors.js";
import { boxOf } from "../geometry/index.js";
import type { TrajectoryColumns, TrajectoryHead, TrajectoryWriter } from "./trajectories.js";
import { checkRowCount, type Recording, type RecordingRow, recordingOf } from "./trajectories-read.js";
import { walkableWkt } from "./walkable-wkt.js";

/** What is asked of a database; `Database` of node-sqlite3-wasm and of better-sqlite3 (with `all` wrapped) have it. */
export interface TrajectoryDatabase {
  /** Runs statements that give nothing back. */
  exec(sql: string): void;
  /** A statement to run many times. */
  prepare(sql: string): TrajectoryStatement;
  /** All rows of a query. */
  all(sql: string): readonly Readonly<Record<string, unknown>>[];
}

/** A prepared statement. */
export interface TrajectoryStatement {
  /** Runs it with values for its question marks. */
  run(values: (string | number)[]): unknown;
  /** Gives back what it holds. */
  finalize(): void;
}

const TABLES = `
  CREATE TABLE trajectory_data (frame INTEGER NOT NULL, id INTEGER NOT NULL, pos_x REAL NOT NULL,
    pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL);
  CREATE TABLE metadata (key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE geometry (hash INTEGER NOT NULL, wkt TEXT NOT NULL);
  CREATE TABLE frame_data (frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);`;

/** A number of 32 bits that stands for a text. */
function hashOf(text: string): number {
  let hash = 7;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}

/** Runs a statement once. */
function run(database: TrajectoryDatabase, sql: string, values: (string | number)[]): void {
  const statement = database.prepare(sql);
  try {
    statement.run(values);
  } finally {
    statement.finalize();
  }
}

class SqliteWriter implements TrajectoryWriter {
  private readonly row: TrajectoryStatement;
  private readonly frameRow: TrajectoryStatement;
  private readonly hash: number;

  constructor(
    private readonly database: TrajectoryDatabase,
    head: TrajectoryHead,
  ) {
    this.hash = head.frames === 0 ? this.begin(head) : this.continueAt(head.frames);
    this.row = database.prepare("INSERT INTO trajectory_data VALUES (?, ?, ?, ?, ?, ?)");
    this.frameRow = database.prepare("INSERT INTO frame_data VALUES (?, ?)");
    database.exec("BEGIN");
  }

  /** Makes the tables, and says what is known beforehand. */
  private begin({ scene, fps, run: id }: TrajectoryHead): number {
    const { database } = this;
    const wkt = walkableWkt(scene);
    const hash = hashOf(wkt);
    const { minX, maxX, minY, maxY } = boxOf(scene.boundary);
    database.exec(`BEGIN; ${TABLES}`);
    const facts = {
      version: 2,
      fps,
      xmin: minX,
      xmax: maxX,
      ymin: minY,
      ymax: maxY,
      run: id,
      // Until it has come to its end.
      interrupted: true,
    };
    for (const [key, value] of Object.entries(facts)) {
      run(database, "INSERT INTO metadata VALUES (?, ?)", [key, String(value)]);
    }
    run(database, "INSERT INTO geometry VALUES (?, ?)", [hash, wkt]);
    database.exec("COMMIT");
    return hash;
  }

  /** Forgets what came after a frame, and the marks of an end. */
  private continueAt(frames: number): number {
    const { database } = this;
    database.exec(`BEGIN;
      DROP INDEX IF EXISTS frame_id_idx;
      DELETE FROM trajectory_data WHERE frame >= ${frames};
      DELETE FROM frame_data WHERE frame >= ${frames};
      UPDATE metadata SET value = 'true' WHERE key = 'interrupted';
      COMMIT`);
    return Number(database.all("SELECT hash FROM geometry")[0].hash);
  }

  frame(number: number, _time: number, { id, x, y, vx, vy }: TrajectoryColumns, size: number): void {
    this.frameRow.run([number, this.hash]);
    for (let i = 0; i < size; i++) {
      const speed = Math.sqrt(vx[i] * vx[i] + vy[i] * vy[i]) || 1;
      this.row.run([number, id[i], x[i], y[i], vx[i] / speed, vy[i] / speed]);
    }
  }

  flush(): void {
    this.database.exec("COMMIT; BEGIN");
  }

  end(interrupted: boolean): void {
    this.row.finalize();
    this.frameRow.finalize();
    this.database.exec(`UPDATE metadata SET value = '${interrupted}' WHERE key = 'interrupted';
      CREATE INDEX frame_id_idx ON trajectory_data(frame, id);
      COMMIT`);
  }
}

/**
 * JuPedSim's tables in an open database: empty for a new recording, else one that this function has begun.
 *
 * The metadata carry the run's name as `run`, and `interrupted`, which is `false` only for a run that came to its end.
 */
export function sqliteTrajectories(database: TrajectoryDatabase, head: TrajectoryHead): TrajectoryWriter {
  return new SqliteWriter(database, head);
}

/** Reads JuPedSim's tables. */
export function readSqliteTrajectories(database: Pick<TrajectoryDatabase, "all">): Recording {
  const [rate] = database.all("SELECT value FROM metadata WHERE key = 'fps'");
  const fps = Number(rate?.value);
  if (!(fps > 0)) throw new InputError("has no frame rate");
  const [{ count }] = database.all("SELECT COUNT(*) AS count FROM trajectory_data");
  checkRowCount(Number(count));
  const rows = database.all(
    "SELECT frame, id, pos_x AS x, pos_y AS y FROM trajectory_data ORDER BY frame, id",
  ) as unknown as readonly RecordingRow[];
  return recordingOf(rows, 1 / fps);
}
